; Vectors of half are moved as vectors of 16-bit integers, and computed element by element; single elements and
; numbers named as vectors are in registers of their own.
; RUN: avarice compile -O2 %s -verify-machineinstrs -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; extend:
; .LBB0_0:
; 	vmovd	%xmm0, %eax
; 	vmovd	%eax, %xmm1
; 	vcvtph2ps	%xmm1, %xmm1
; 	vpextrw	$1, %xmm0, %eax
; 	vmovd	%eax, %xmm2
; 	vcvtph2ps	%xmm2, %xmm2
; 	vpextrw	$2, %xmm0, %eax
; 	vmovd	%eax, %xmm3
; 	vcvtph2ps	%xmm3, %xmm3
; 	vpextrw	$3, %xmm0, %eax
; 	vmovd	%eax, %xmm0
; 	vcvtph2ps	%xmm0, %xmm0
; 	vunpcklps	%xmm2, %xmm1, %xmm1
; 	vunpcklps	%xmm0, %xmm3, %xmm0
; 	vmovlhps	%xmm0, %xmm1, %xmm0
; 	retq
; swap:
; .LBB1_0:
; 	pshuflw	$177, %xmm0, %xmm0
; 	pshufhw	$177, %xmm0, %xmm0
; 	movd	%xmm1, %eax
; 	pinsrw	$0, %eax, %xmm0
; 	retq
; widen:
; .LBB2_0:
; 	punpcklwd	%xmm0, %xmm0
; 	retq
; .LCPI3_0:
; bits:
; .LBB3_0:
; 	movd	%xmm0, %eax
; 	pxor	%xmm0, %xmm0
; 	movdqa	.LCPI3_0(%rip), %xmm1
; 	movd	%eax, %xmm2
; 	punpcklbw	%xmm0, %xmm2
; 	pshuflw	$0, %xmm2, %xmm0
; 	pshufd	$0, %xmm0, %xmm0
; 	pshuflw	$85, %xmm2, %xmm2
; 	pshufd	$0, %xmm2, %xmm2
; 	packuswb	%xmm2, %xmm0
; 	pand	%xmm1, %xmm0
; 	pcmpeqb	%xmm1, %xmm0
; 	pmovmskb	%xmm0, %eax
; 	movw	%ax, (%rdi)
; 	retq
; words:
; .LBB4_0:
; 	movq	%xmm0, -24(%rsp)
; 	psrldq	$8, %xmm0
; 	movd	%xmm0, %eax
; 	movw	%ax, -16(%rsp)
; 	fldt	-24(%rsp)
; 	retq
; pair:
; .LBB5_0:
; 	fldt	8(%rsp)
; 	fldt	24(%rsp)
; 	fxch	%st(1)
; 	fstpt	(%rdi)
; 	fstpt	10(%rdi)
; 	retq
; halves:
; .LBB6_0:
; 	retq

define <4 x float> @extend(<4 x half> %x) #0 {
  %r = fpext <4 x half> %x to <4 x float>
  ret <4 x float> %r
}

define <8 x half> @swap(<8 x half> %x, half %y) {
  %s = shufflevector <8 x half> %x, <8 x half> poison, <8 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6>
  %r = insertelement <8 x half> %s, half %y, i32 0
  ret <8 x half> %r
}

define <2 x bfloat> @widen(<1 x bfloat> %x) {
  %r = shufflevector <1 x bfloat> %x, <1 x bfloat> poison, <2 x i32> <i32 poison, i32 0>
  ret <2 x bfloat> %r
}

define void @bits(half %x, ptr %p) {
  %r = bitcast half %x to <16 x i1>
  store <16 x i1> %r, ptr %p
  ret void
}

define x86_fp80 @words(<5 x i16> %x) {
  %r = bitcast <5 x i16> %x to x86_fp80
  ret x86_fp80 %r
}

define void @pair(<2 x x86_fp80> %x, ptr %p) {
  store <2 x x86_fp80> %x, ptr %p
  ret void
}

define <2 x i64> @halves(fp128 %x) {
  %r = bitcast fp128 %x to <2 x i64>
  ret <2 x i64> %r
}

attributes #0 = { "target-features"="+f16c" }
