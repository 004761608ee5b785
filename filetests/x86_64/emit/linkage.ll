; Linkage and visibility: which symbols are global, weak, local, hidden or not there at all;
; tentative definitions.
; RUN: avarice compile %s -o -
; OUTPUT:
; 	.text
; 	.p2align	4, 0x90
; 	.type	internal_function,@function
; internal_function:
; 	.cfi_startproc
; .LBB0_0:
; 	retq
; .Lfunc_end0:
; 	.size	internal_function, .Lfunc_end0-internal_function
; 	.cfi_endproc
; 	.weak	weak_function
; 	.p2align	4, 0x90
; 	.type	weak_function,@function
; weak_function:
; 	.cfi_startproc
; .LBB1_0:
; 	retq
; .Lfunc_end1:
; 	.size	weak_function, .Lfunc_end1-weak_function
; 	.cfi_endproc
; 	.globl	hidden_function
; 	.hidden	hidden_function
; 	.p2align	4, 0x90
; 	.type	hidden_function,@function
; hidden_function:
; 	.cfi_startproc
; .LBB2_0:
; 	retq
; .Lfunc_end2:
; 	.size	hidden_function, .Lfunc_end2-hidden_function
; 	.cfi_endproc
; 	.p2align	4, 0x90
; 	.type	.Lprivate_function,@function
; .Lprivate_function:
; 	.cfi_startproc
; .LBB3_0:
; 	retq
; .Lfunc_end3:
; 	.size	.Lprivate_function, .Lfunc_end3-.Lprivate_function
; 	.cfi_endproc
; 	.globl	uses
; 	.p2align	4, 0x90
; 	.type	uses,@function
; uses:
; 	.cfi_startproc
; .LBB4_0:
; 	pushq	%rax
; 	.cfi_def_cfa_offset 16
; 	callq	.Lprivate_function
; 	movq	declared_weak@GOTPCREL(%rip), %rax
; 	popq	%rcx
; 	.cfi_def_cfa_offset 8
; 	retq
; .Lfunc_end4:
; 	.size	uses, .Lfunc_end4-uses
; 	.cfi_endproc
; 	.type	external_variable,@object
; 	.data
; 	.globl	external_variable
; 	.p2align	2
; external_variable:
; 	.byte	1
; 	.zero	3
; 	.size	external_variable, 4
; 	.type	internal_variable,@object
; 	.p2align	2
; internal_variable:
; 	.byte	2
; 	.zero	3
; 	.size	internal_variable, 4
; 	.type	.Lprivate_variable,@object
; 	.p2align	2
; .Lprivate_variable:
; 	.byte	3
; 	.zero	3
; 	.size	.Lprivate_variable, 4
; 	.type	weak_variable,@object
; 	.weak	weak_variable
; 	.p2align	2
; weak_variable:
; 	.byte	4
; 	.zero	3
; 	.size	weak_variable, 4
; 	.type	linkonce_variable,@object
; 	.weak	linkonce_variable
; 	.p2align	2
; linkonce_variable:
; 	.byte	5
; 	.zero	3
; 	.size	linkonce_variable, 4
; 	.type	common_variable,@object
; 	.comm	common_variable,4,8
; 	.type	hidden_variable,@object
; 	.globl	hidden_variable
; 	.hidden	hidden_variable
; 	.p2align	2
; hidden_variable:
; 	.byte	7
; 	.zero	3
; 	.size	hidden_variable, 4
; 	.type	protected_variable,@object
; 	.globl	protected_variable
; 	.protected	protected_variable
; 	.p2align	2
; protected_variable:
; 	.byte	8
; 	.zero	3
; 	.size	protected_variable, 4
; 	.type	kept,@object
; 	.section	.data.kept,"awR",@progbits
; 	.p2align	2
; kept:
; 	.ascii	"\t"
; 	.zero	3
; 	.size	kept, 4
; 	.weak	declared_weak
; 	.section	".note.GNU-stack","",@progbits

@external_variable = global i32 1
@internal_variable = internal global i32 2
@private_variable = private global i32 3
@weak_variable = weak global i32 4
@linkonce_variable = linkonce_odr global i32 5
@common_variable = common global i32 0, align 8
@available = available_externally global i32 6
@hidden_variable = hidden global i32 7
@protected_variable = protected global i32 8
@declared_weak = extern_weak global i32
@declared = external global i32
@kept = internal global i32 9

@llvm.used = appending global [1 x ptr] [ptr @kept], section "llvm.metadata"

define internal void @internal_function() {
  ret void
}

define weak_odr void @weak_function() {
  ret void
}

define hidden void @hidden_function() {
  ret void
}

define available_externally void @available_function() {
  ret void
}

define private void @private_function() {
  ret void
}

define dso_local ptr @uses() {
  %a = load i32, ptr @private_variable
  call void @private_function()
  ret ptr @declared_weak
}
