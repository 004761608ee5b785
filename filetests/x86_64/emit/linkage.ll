; Linkage and visibility: which symbols are global, weak, local, hidden or not there at all;
; tentative definitions.
; RUN: avarice compile %s -o -
; OUTPUT:
; 	.text
; 	.file	"linkage.ll"
; 	.p2align	4, 0x90                         # -- Begin function internal_function
; 	.type	internal_function,@function
; internal_function:                      # @internal_function
; 	.cfi_startproc
; # %bb.0:
; 	retq
; .Lfunc_end0:
; 	.size	internal_function, .Lfunc_end0-internal_function
; 	.cfi_endproc
;                                         # -- End function
; 	.weak	weak_function                   # -- Begin function weak_function
; 	.p2align	4, 0x90
; 	.type	weak_function,@function
; weak_function:                          # @weak_function
; 	.cfi_startproc
; # %bb.0:
; 	retq
; .Lfunc_end1:
; 	.size	weak_function, .Lfunc_end1-weak_function
; 	.cfi_endproc
;                                         # -- End function
; 	.hidden	hidden_function                 # -- Begin function hidden_function
; 	.globl	hidden_function
; 	.p2align	4, 0x90
; 	.type	hidden_function,@function
; hidden_function:                        # @hidden_function
; 	.cfi_startproc
; # %bb.0:
; 	retq
; .Lfunc_end2:
; 	.size	hidden_function, .Lfunc_end2-hidden_function
; 	.cfi_endproc
;                                         # -- End function
; 	.p2align	4, 0x90                         # -- Begin function private_function
; 	.type	.Lprivate_function,@function
; .Lprivate_function:                     # @private_function
; 	.cfi_startproc
; # %bb.0:
; 	retq
; .Lfunc_end3:
; 	.size	.Lprivate_function, .Lfunc_end3-.Lprivate_function
; 	.cfi_endproc
;                                         # -- End function
; 	.globl	uses                            # -- Begin function uses
; 	.p2align	4, 0x90
; 	.type	uses,@function
; uses:                                   # @uses
; 	.cfi_startproc
; # %bb.0:
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
;                                         # -- End function
; 	.type	external_variable,@object       # @external_variable
; 	.data
; 	.globl	external_variable
; 	.p2align	2, 0x0
; external_variable:
; 	.long	1                               # 0x1
; 	.size	external_variable, 4
;
; 	.type	internal_variable,@object       # @internal_variable
; 	.p2align	2, 0x0
; internal_variable:
; 	.long	2                               # 0x2
; 	.size	internal_variable, 4
;
; 	.type	.Lprivate_variable,@object      # @private_variable
; 	.p2align	2, 0x0
; .Lprivate_variable:
; 	.long	3                               # 0x3
; 	.size	.Lprivate_variable, 4
;
; 	.type	weak_variable,@object           # @weak_variable
; 	.weak	weak_variable
; 	.p2align	2, 0x0
; weak_variable:
; 	.long	4                               # 0x4
; 	.size	weak_variable, 4
;
; 	.type	linkonce_variable,@object       # @linkonce_variable
; 	.weak	linkonce_variable
; 	.p2align	2, 0x0
; linkonce_variable:
; 	.long	5                               # 0x5
; 	.size	linkonce_variable, 4
;
; 	.type	common_variable,@object         # @common_variable
; 	.comm	common_variable,4,8
; 	.hidden	hidden_variable                 # @hidden_variable
; 	.type	hidden_variable,@object
; 	.globl	hidden_variable
; 	.p2align	2, 0x0
; hidden_variable:
; 	.long	7                               # 0x7
; 	.size	hidden_variable, 4
;
; 	.protected	protected_variable      # @protected_variable
; 	.type	protected_variable,@object
; 	.globl	protected_variable
; 	.p2align	2, 0x0
; protected_variable:
; 	.long	8                               # 0x8
; 	.size	protected_variable, 4
;
; 	.type	kept,@object                    # @kept
; 	.section	.data.kept,"awR",@progbits
; 	.p2align	2, 0x0
; kept:
; 	.long	9                               # 0x9
; 	.size	kept, 4
;
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
