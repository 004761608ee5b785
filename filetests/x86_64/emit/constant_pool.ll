; Floating-point constants that no instruction makes: one entry for each value and function, in a
; mergeable section of its size.
; RUN: avarice compile %s -o -
; OUTPUT:
; 	.text
; 	.file	"constant_pool.ll"
; 	.section	.rodata.cst8,"aM",@progbits,8
; 	.p2align	3, 0x0                          # -- Begin function twice
; .LCPI0_0:
; 	.quad	0x4002000000000000              # double 2.25
; .LCPI0_1:
; 	.quad	0x3ff8000000000000              # double 1.5
; 	.text
; 	.globl	twice
; 	.p2align	4, 0x90
; 	.type	twice,@function
; twice:                                  # @twice
; 	.cfi_startproc
; # %bb.0:
; 	movsd	.LCPI0_1(%rip), %xmm1           # xmm1 = [1.5E+0,0.0E+0]
; 	mulsd	%xmm1, %xmm0
; 	addsd	.LCPI0_0(%rip), %xmm0
; 	mulsd	%xmm1, %xmm0
; 	retq
; .Lfunc_end0:
; 	.size	twice, .Lfunc_end0-twice
; 	.cfi_endproc
;                                         # -- End function
; 	.section	.rodata.cst4,"aM",@progbits,4
; 	.p2align	2, 0x0                          # -- Begin function mask
; .LCPI1_0:
; 	.long	0x40400000                      # float 3
; 	.section	.rodata.cst16,"aM",@progbits,16
; 	.p2align	4, 0x0
; .LCPI1_1:
; 	.long	0x80000000                      # float -0
; 	.long	0x80000000                      # float -0
; 	.long	0x80000000                      # float -0
; 	.long	0x80000000                      # float -0
; 	.text
; 	.globl	mask
; 	.p2align	4, 0x90
; 	.type	mask,@function
; mask:                                   # @mask
; 	.cfi_startproc
; # %bb.0:
; 	xorps	.LCPI1_1(%rip), %xmm0
; 	addss	.LCPI1_0(%rip), %xmm0
; 	retq
; .Lfunc_end1:
; 	.size	mask, .Lfunc_end1-mask
; 	.cfi_endproc
;                                         # -- End function
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
