; The jump table of a static switch holds addresses, that of a position-independent one distances.
; RUN: avarice compile %s -o -
; OUTPUT:
; 	.text
; 	.file	"jump_table.ll"
; 	.globl	f                               # -- Begin function f
; 	.p2align	4, 0x90
; 	.type	f,@function
; f:                                      # @f
; 	.cfi_startproc
; # %bb.0:
; 	cmpl	$3, %edi
; 	ja	.LBB0_6
; # %bb.1:
; 	movl	%edi, %eax
; 	jmpq	*.LJTI0_0(,%rax,8)
; .LBB0_2:                                # %a
; 	movl	$50, %eax
; 	retq
; .LBB0_6:                                # %other
; 	xorl	%eax, %eax
; 	retq
; .LBB0_4:                                # %c
; 	movl	$-72, %eax
; 	retq
; .LBB0_5:                                # %d
; 	movl	$830, %eax                      # imm = 0x33E
; 	retq
; .LBB0_3:                                # %b
; 	movl	$61, %eax
; 	retq
; .Lfunc_end0:
; 	.size	f, .Lfunc_end0-f
; 	.cfi_endproc
; 	.section	.rodata,"a",@progbits
; 	.p2align	3, 0x0
; .LJTI0_0:
; 	.quad	.LBB0_2
; 	.quad	.LBB0_3
; 	.quad	.LBB0_4
; 	.quad	.LBB0_5
;                                         # -- End function
; 	.section	".note.GNU-stack","",@progbits

; RUN: avarice compile %s -o - -relocation-model=pic
; OUTPUT:
; 	.text
; 	.file	"jump_table.ll"
; 	.globl	f                               # -- Begin function f
; 	.p2align	4, 0x90
; 	.type	f,@function
; f:                                      # @f
; 	.cfi_startproc
; # %bb.0:
; 	cmpl	$3, %edi
; 	ja	.LBB0_6
; # %bb.1:
; 	movl	%edi, %eax
; 	leaq	.LJTI0_0(%rip), %rcx
; 	movslq	(%rcx,%rax,4), %rax
; 	addq	%rcx, %rax
; 	jmpq	*%rax
; .LBB0_2:                                # %a
; 	movl	$50, %eax
; 	retq
; .LBB0_6:                                # %other
; 	xorl	%eax, %eax
; 	retq
; .LBB0_4:                                # %c
; 	movl	$-72, %eax
; 	retq
; .LBB0_5:                                # %d
; 	movl	$830, %eax                      # imm = 0x33E
; 	retq
; .LBB0_3:                                # %b
; 	movl	$61, %eax
; 	retq
; .Lfunc_end0:
; 	.size	f, .Lfunc_end0-f
; 	.cfi_endproc
; 	.section	.rodata,"a",@progbits
; 	.p2align	2, 0x0
; .LJTI0_0:
; 	.long	.LBB0_2-.LJTI0_0
; 	.long	.LBB0_3-.LJTI0_0
; 	.long	.LBB0_4-.LJTI0_0
; 	.long	.LBB0_5-.LJTI0_0
;                                         # -- End function
; 	.section	".note.GNU-stack","",@progbits

define i32 @f(i32 %x) {
  switch i32 %x, label %other [
    i32 0, label %a
    i32 1, label %b
    i32 2, label %c
    i32 3, label %d
  ]
a:
  ret i32 50
b:
  ret i32 61
c:
  ret i32 -72
d:
  ret i32 830
other:
  ret i32 0
}
