; Floating-point results: two of float, double and fp128 in XMM0 and XMM1, two more of float and double in x87 registers;
; what does not fit is returned in memory. Mixed with code by llc 19.1.7, these and their callers ran right.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; four:                                   # @four
; # %bb.0:
; 	movsd	%xmm2, -8(%rsp)
; 	fldl	-8(%rsp)
; 	movss	%xmm3, -12(%rsp)
; 	flds	-12(%rsp)
; 	fxch	%st(1)
; 	retq
;                                         # -- End function
; quads:                                  # @quads
; # %bb.0:
; 	movq	%rdi, %rax
; 	movl	$7, (%rdi)
; 	movaps	%xmm0, 16(%rdi)
; 	movaps	%xmm1, 32(%rdi)
; 	movaps	%xmm1, 48(%rdi)
; 	movaps	%xmm0, 64(%rdi)
; 	movw	$9, 80(%rdi)
; 	retq
;                                         # -- End function
; .LCPI2_0:
; .LCPI2_1:
; third:                                  # @third
; # %bb.0:
; 	subq	$24, %rsp
; 	movss	.LCPI2_0(%rip), %xmm1           # xmm1 = [2.0E+0,0.0E+0,0.0E+0,0.0E+0]
; 	movss	.LCPI2_1(%rip), %xmm3           # xmm3 = [4.0E+0,0.0E+0,0.0E+0,0.0E+0]
; 	movaps	%xmm0, %xmm2
; 	callq	four@PLT
; 	fstpl	16(%rsp)
; 	movsd	16(%rsp), %xmm1                 # xmm1 = mem[0],zero
; 	fstps	12(%rsp)
; 	movss	12(%rsp), %xmm0                 # xmm0 = mem[0],zero,zero,zero
; 	cvtss2sd	%xmm0, %xmm0
; 	addsd	%xmm1, %xmm0
; 	addq	$24, %rsp
; 	retq
;                                         # -- End function

define { double, float, double, float } @four(double %a, float %b, double %c, float %d) {
  %1 = insertvalue { double, float, double, float } poison, double %a, 0
  %2 = insertvalue { double, float, double, float } %1, float %b, 1
  %3 = insertvalue { double, float, double, float } %2, double %c, 2
  %4 = insertvalue { double, float, double, float } %3, float %d, 3
  ret { double, float, double, float } %4
}

define { i32, [4 x fp128], i16 } @quads(fp128 %a, fp128 %b) {
  %1 = insertvalue { i32, [4 x fp128], i16 } poison, i32 7, 0
  %2 = insertvalue { i32, [4 x fp128], i16 } %1, fp128 %a, 1, 0
  %3 = insertvalue { i32, [4 x fp128], i16 } %2, fp128 %b, 1, 1
  %4 = insertvalue { i32, [4 x fp128], i16 } %3, fp128 %b, 1, 2
  %5 = insertvalue { i32, [4 x fp128], i16 } %4, fp128 %a, 1, 3
  %6 = insertvalue { i32, [4 x fp128], i16 } %5, i16 9, 2
  ret { i32, [4 x fp128], i16 } %6
}

define double @third(double %x) {
  %r = call { double, float, double, float } @four(double %x, float 2.0, double %x, float 4.0)
  %c = extractvalue { double, float, double, float } %r, 2
  %d = extractvalue { double, float, double, float } %r, 3
  %e = fpext float %d to double
  %s = fadd double %c, %e
  ret double %s
}
