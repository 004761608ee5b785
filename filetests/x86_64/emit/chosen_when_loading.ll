; An ifunc is a symbol whose address a function chooses.
; RUN: avarice compile %s -o -
; OUTPUT:
; 	.text
; 	.file	"chosen_when_loading.ll"
; 	.p2align	4, 0x90                         # -- Begin function choose
; 	.type	choose,@function
; choose:                                 # @choose
; 	.cfi_startproc
; # %bb.0:
; 	movl	$one, %eax
; 	retq
; .Lfunc_end0:
; 	.size	choose, .Lfunc_end0-choose
; 	.cfi_endproc
;                                         # -- End function
; 	.p2align	4, 0x90                         # -- Begin function one
; 	.type	one,@function
; one:                                    # @one
; 	.cfi_startproc
; # %bb.0:
; 	retq
; .Lfunc_end1:
; 	.size	one, .Lfunc_end1-one
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
; 	callq	f@PLT
; 	popq	%rax
; 	.cfi_def_cfa_offset 8
; 	retq
; .Lfunc_end2:
; 	.size	caller, .Lfunc_end2-caller
; 	.cfi_endproc
;                                         # -- End function
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
