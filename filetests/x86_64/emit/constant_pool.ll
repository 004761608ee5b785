; Floating-point constants that no instruction makes: one entry for each value and function, in a
; mergeable section of its size.
; RUN: avarice compile %s -o -
; OUTPUT:
; 	.text
; 	.section	.rodata.cst8,"aM",@progbits,8
; 	.p2align	3
; .LCPI0_0:
; 	.byte	0,0,0,0,0,0,2,64
; 	.p2align	3
; .LCPI0_1:
; 	.byte	0,0,0,0,0,0,248,63
; 	.text
; 	.globl	twice
; 	.p2align	4, 0x90
; 	.type	twice,@function
; twice:
; 	.cfi_startproc
; .LBB0_0:
; 	movsd	.LCPI0_1(%rip), %xmm1
; 	mulsd	%xmm1, %xmm0
; 	addsd	.LCPI0_0(%rip), %xmm0
; 	mulsd	%xmm1, %xmm0
; 	retq
; .Lfunc_end0:
; 	.size	twice, .Lfunc_end0-twice
; 	.cfi_endproc
; 	.section	.rodata.cst4,"aM",@progbits,4
; 	.p2align	2
; .LCPI1_0:
; 	.byte	0,0,64,64
; 	.section	.rodata.cst16,"aM",@progbits,16
; 	.p2align	4
; .LCPI1_1:
; 	.byte	0,0,0,128,0,0,0,128,0,0,0,128,0,0,0,128
; 	.text
; 	.globl	mask
; 	.p2align	4, 0x90
; 	.type	mask,@function
; mask:
; 	.cfi_startproc
; .LBB1_0:
; 	xorps	.LCPI1_1(%rip), %xmm0
; 	addss	.LCPI1_0(%rip), %xmm0
; 	retq
; .Lfunc_end1:
; 	.size	mask, .Lfunc_end1-mask
; 	.cfi_endproc
; 	.section	".note.GNU-stack","",@progbits

define double @twice(double %x) {
  %a = fmul double %x, 1.5
  %b = fadd double %a, 2.25
  %c = fmul double %b, 1.5
  ret double %c
}

define float @mask(float %x) {
  %a = fneg float %x
  %b = fadd float %a, 3.0
  ret float %b
}
