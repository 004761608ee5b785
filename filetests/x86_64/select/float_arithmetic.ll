; Scalar SSE arithmetic; negation and absolute value by masks, zero by XORPS, other constants
; from the pool, square roots inline, the rest by library calls.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; .LCPI0_0:
; constant:                               # @constant
; # %bb.0:
; 	movsd	.LCPI0_0(%rip), %xmm0           # xmm0 = [2.5E+0,0.0E+0]
; 	retq
;                                         # -- End function
; zero:                                   # @zero
; # %bb.0:
; 	xorps	%xmm0, %xmm0
; 	retq
;                                         # -- End function
; .LCPI2_0:
; minus_zero:                             # @minus_zero
; # %bb.0:
; 	movsd	.LCPI2_0(%rip), %xmm0           # xmm0 = [-0.0E+0,0.0E+0]
; 	retq
;                                         # -- End function
; .LCPI3_0:
; .LCPI3_1:
; polynomial:                             # @polynomial
; # %bb.0:
; 	movsd	.LCPI3_0(%rip), %xmm2           # xmm2 = [3.0E+0,0.0E+0]
; 	mulsd	%xmm0, %xmm2
; 	movsd	.LCPI3_1(%rip), %xmm1           # xmm1 = [1.0E+0,0.0E+0]
; 	subsd	%xmm2, %xmm1
; 	divsd	%xmm0, %xmm1
; 	movapd	%xmm1, %xmm0
; 	retq
;                                         # -- End function
; .LCPI4_0:
; negate:                                 # @negate
; # %bb.0:
; 	xorps	.LCPI4_0(%rip), %xmm0
; 	retq
;                                         # -- End function
; .LCPI5_0:
; absolute:                               # @absolute
; # %bb.0:
; 	andps	.LCPI5_0(%rip), %xmm0
; 	retq
;                                         # -- End function
; root:                                   # @root
; # %bb.0:
; 	sqrtss	%xmm0, %xmm0
; 	retq
;                                         # -- End function
; .LCPI7_0:
; .LCPI7_1:
; sign:                                   # @sign
; # %bb.0:
; 	andps	.LCPI7_0(%rip), %xmm1
; 	andps	.LCPI7_1(%rip), %xmm0
; 	orps	%xmm1, %xmm0
; 	retq
;                                         # -- End function
; multiply_add:                           # @multiply_add
; # %bb.0:
; 	mulsd	%xmm1, %xmm0
; 	addsd	%xmm2, %xmm0
; 	retq
;                                         # -- End function
; round_down:                             # @round_down
; # %bb.0:
; 	pushq	%rax
; 	callq	floor@PLT
; 	popq	%rax
; 	retq
;                                         # -- End function
; round_down_in_hardware:                 # @round_down_in_hardware
; # %bb.0:
; 	roundsd	$9, %xmm0, %xmm0
; 	retq
;                                         # -- End function
; fused:                                  # @fused
; # %bb.0:
; 	pushq	%rax
; 	callq	fma@PLT
; 	popq	%rax
; 	retq
;                                         # -- End function
; power:                                  # @power
; # %bb.0:
; 	pushq	%rax
; 	callq	pow@PLT
; 	popq	%rax
; 	retq
;                                         # -- End function
; .LCPI13_0:
; store:                                  # @store
; # %bb.0:
; 	movsd	.LCPI13_0(%rip), %xmm0          # xmm0 = [1.0E+0,0.0E+0]
; 	movsd	%xmm0, (%rdi)
; 	xorps	%xmm0, %xmm0
; 	movss	%xmm0, 8(%rdi)
; 	retq
;                                         # -- End function

declare double @llvm.fabs.f64(double)
declare float @llvm.sqrt.f32(float)
declare double @llvm.floor.f64(double)
declare double @llvm.copysign.f64(double, double)
declare double @llvm.fma.f64(double, double, double)
declare double @llvm.fmuladd.f64(double, double, double)
declare double @llvm.pow.f64(double, double)

define double @constant() {
  ret double 2.5
}

define float @zero() {
  ret float 0.0
}

define double @minus_zero() {
  ret double -0.0
}

define double @polynomial(double %x) {
  %a = fmul double %x, 3.0
  %b = fsub double 1.0, %a
  %c = fdiv double %b, %x
  ret double %c
}

define float @negate(float %x) {
  %r = fneg float %x
  ret float %r
}

define double @absolute(double %x) {
  %r = call double @llvm.fabs.f64(double %x)
  ret double %r
}

define float @root(float %x) {
  %r = call float @llvm.sqrt.f32(float %x)
  ret float %r
}

define double @sign(double %x, double %y) {
  %r = call double @llvm.copysign.f64(double %x, double %y)
  ret double %r
}

define double @multiply_add(double %x, double %y, double %z) {
  %r = call double @llvm.fmuladd.f64(double %x, double %y, double %z)
  ret double %r
}

define double @round_down(double %x) {
  %r = call double @llvm.floor.f64(double %x)
  ret double %r
}

define double @round_down_in_hardware(double %x) "target-features"="+sse4.1" {
  %r = call double @llvm.floor.f64(double %x)
  ret double %r
}

define double @fused(double %x, double %y, double %z) {
  %r = call double @llvm.fma.f64(double %x, double %y, double %z)
  ret double %r
}

define double @power(double %x, double %y) {
  %r = call double @llvm.pow.f64(double %x, double %y)
  ret double %r
}

define void @store(ptr %p) {
  store double 1.0, ptr %p
  %q = getelementptr double, ptr %p, i64 1
  store float 0.0, ptr %q
  ret void
}
