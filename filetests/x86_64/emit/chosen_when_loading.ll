; An ifunc is a symbol whose address a function chooses.
; RUN: avarice compile %s -o -
; OUTPUT:
; 	.text
; 	.p2align	4, 0x90
; 	.type	choose,@function
; choose:
; 	.cfi_startproc
; .LBB0_0:
; 	movl	$one, %eax
; 	retq
; .Lfunc_end0:
; 	.size	choose, .Lfunc_end0-choose
; 	.cfi_endproc
; 	.p2align	4, 0x90
; 	.type	one,@function
; one:
; 	.cfi_startproc
; .LBB1_0:
; 	retq
; .Lfunc_end1:
; 	.size	one, .Lfunc_end1-one
; 	.cfi_endproc
; 	.globl	caller
; 	.p2align	4, 0x90
; 	.type	caller,@function
; caller:
; 	.cfi_startproc
; .LBB2_0:
; 	pushq	%rax
; 	.cfi_def_cfa_offset 16
; 	callq	f@PLT
; 	popq	%rax
; 	.cfi_def_cfa_offset 8
; 	retq
; .Lfunc_end2:
; 	.size	caller, .Lfunc_end2-caller
; 	.cfi_endproc
; 	.globl	f
; 	.type	f,@gnu_indirect_function
; 	.set	f, choose
; 	.section	".note.GNU-stack","",@progbits

@f = ifunc void (), ptr @choose

define internal ptr @choose() {
  ret ptr @one
}

define internal void @one() {
  ret void
}

define void @caller() {
  call void @f()
  ret void
}
