; Aliases are symbols set to others.
; RUN: avarice compile %s -o -
; OUTPUT:
; 	.text
; 	.file	"aliases.ll"
; 	.globl	function                        # -- Begin function function
; 	.p2align	4, 0x90
; 	.type	function,@function
; function:                               # @function
; 	.cfi_startproc
; # %bb.0:
; 	retq
; .Lfunc_end0:
; 	.size	function, .Lfunc_end0-function
; 	.cfi_endproc
;                                         # -- End function
; 	.globl	caller                          # -- Begin function caller
; 	.p2align	4, 0x90
; 	.type	caller,@function
; caller:                                 # @caller
; 	.cfi_startproc
; # %bb.0:
; 	pushq	%rax
; 	.cfi_def_cfa_offset 16
; 	callq	function_name@PLT
; 	callq	internal_name
; 	popq	%rax
; 	.cfi_def_cfa_offset 8
; 	retq
; .Lfunc_end1:
; 	.size	caller, .Lfunc_end1-caller
; 	.cfi_endproc
;                                         # -- End function
; 	.type	target,@object                  # @target
; 	.data
; 	.globl	target
; 	.p2align	2, 0x0
; target:
; 	.long	1                               # 0x1
; 	.long	2                               # 0x2
; 	.long	3                               # 0x3
; 	.long	4                               # 0x4
; 	.size	target, 16
;
; 	.globl	same
; 	.set	same, target
; 	.globl	second
; 	.set	second, target+4
; 	.weak	weak_name
; 	.set	weak_name, target
; 	.globl	hidden_name
; 	.hidden	hidden_name
; 	.set	hidden_name, target
; 	.globl	function_name
; 	.type	function_name,@function
; 	.set	function_name, function
; 	.type	internal_name,@function
; 	.set	internal_name, function
; 	.section	".note.GNU-stack","",@progbits

@target = global [4 x i32] [i32 1, i32 2, i32 3, i32 4]
@same = alias i32, ptr @target
@second = alias i32, getelementptr ([4 x i32], ptr @target, i64 0, i64 1)
@weak_name = weak alias i32, ptr @target
@hidden_name = hidden alias i32, ptr @target
@function_name = alias void (), ptr @function
@internal_name = internal alias void (), ptr @function

define void @function() {
  ret void
}

define void @caller() {
  call void @function_name()
  call void @internal_name()
  ret void
}
