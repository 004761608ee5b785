; Vectors of half are moved as vectors of 16-bit integers, and computed element by element; single elements and
; numbers named as vectors are in registers of their own.
; RUN: avarice compile -O2 %s -verify-machineinstrs -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; extend:                                 # @extend
; # %bb.0:
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
; 	vunpcklps	%xmm2, %xmm1, %xmm1     # xmm1 = xmm1[0],xmm2[0],xmm1[1],xmm2[1]
; 	vunpcklps	%xmm0, %xmm3, %xmm0     # xmm0 = xmm3[0],xmm0[0],xmm3[1],xmm0[1]
; 	vmovlhps	%xmm0, %xmm1, %xmm0             # xmm0 = xmm1[0],xmm0[0]
; 	retq
;                                         # -- End function
; swap:                                   # @swap
; # %bb.0:
; 	pshuflw	$177, %xmm0, %xmm0              # xmm0 = xmm0[1,0,3,2,4,5,6,7]
; 	pshufhw	$177, %xmm0, %xmm0              # xmm0 = xmm0[0,1,2,3,5,4,7,6]
; 	movd	%xmm1, %eax
; 	pinsrw	$0, %eax, %xmm0
; 	retq
;                                         # -- End function
; widen:                                  # @widen
; # %bb.0:
; 	punpcklwd	%xmm0, %xmm0            # xmm0 = xmm0[0,0,1,1,2,2,3,3]
; 	retq
;                                         # -- End function
; .LCPI3_0:
; bits:                                   # @bits
; # %bb.0:
; 	movd	%xmm0, %eax
; 	pxor	%xmm0, %xmm0
; 	movdqa	.LCPI3_0(%rip), %xmm1           # xmm1 = [9241421688590303745,9241421688590303745]
; 	movd	%eax, %xmm2
; 	punpcklbw	%xmm0, %xmm2            # xmm2 = xmm2[0],xmm0[0],xmm2[1],xmm0[1],xmm2[2],xmm0[2],xmm2[3],xmm0[3],xmm2[4],xmm0[4],xmm2[5],xmm0[5],xmm2[6],xmm0[6],xmm2[7],xmm0[7]
; 	pshuflw	$0, %xmm2, %xmm0                # xmm0 = xmm2[0,0,0,0,4,5,6,7]
; 	pshufd	$0, %xmm0, %xmm0                # xmm0 = xmm0[0,0,0,0]
; 	pshuflw	$85, %xmm2, %xmm2               # xmm2 = xmm2[1,1,1,1,4,5,6,7]
; 	pshufd	$0, %xmm2, %xmm2                # xmm2 = xmm2[0,0,0,0]
; 	packuswb	%xmm2, %xmm0
; 	pand	%xmm1, %xmm0
; 	pcmpeqb	%xmm1, %xmm0
; 	pmovmskb	%xmm0, %eax
; 	movw	%ax, (%rdi)
; 	retq
;                                         # -- End function
; words:                                  # @words
; # %bb.0:
; 	movq	%xmm0, -24(%rsp)
; 	psrldq	$8, %xmm0                       # xmm0 = xmm0[8,9,10,11,12,13,14,15],zero,zero,zero,zero,zero,zero,zero,zero
; 	movd	%xmm0, %eax
; 	movw	%ax, -16(%rsp)
; 	fldt	-24(%rsp)
; 	retq
;                                         # -- End function
; pair:                                   # @pair
; # %bb.0:
; 	fldt	8(%rsp)
; 	fldt	24(%rsp)
; 	fxch	%st(1)
; 	fstpt	(%rdi)
; 	fstpt	10(%rdi)
; 	retq
;                                         # -- End function
; halves:                                 # @halves
; # %bb.0:
; 	retq
;                                         # -- End function

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
