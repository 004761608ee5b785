; Intrinsics on vectors.
; RUN: avarice compile -O2 %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; .LCPI0_0:
; maximum:                                # @maximum
; # %bb.0:
; 	movdqa	.LCPI0_0(%rip), %xmm2           # xmm2 = [9223372039002259456,9223372039002259456]
; 	movdqa	%xmm0, %xmm3
; 	pxor	%xmm2, %xmm3
; 	pxor	%xmm1, %xmm2
; 	pcmpgtd	%xmm2, %xmm3
; 	pand	%xmm3, %xmm0
; 	pandn	%xmm1, %xmm3
; 	por	%xmm3, %xmm0
; 	retq
;                                         # -- End function
; minimum_words:                          # @minimum_words
; # %bb.0:
; 	movdqa	%xmm0, %xmm2
; 	psubusw	%xmm1, %xmm2
; 	psubw	%xmm2, %xmm0
; 	retq
;                                         # -- End function
; absolute:                               # @absolute
; # %bb.0:
; 	pshufd	$245, %xmm0, %xmm1              # xmm1 = xmm0[1,1,3,3]
; 	psrad	$31, %xmm1
; 	pxor	%xmm1, %xmm0
; 	psubq	%xmm1, %xmm0
; 	retq
;                                         # -- End function
; saturate:                               # @saturate
; # %bb.0:
; 	psubusb	%xmm1, %xmm0
; 	retq
;                                         # -- End function
; root:                                   # @root
; # %bb.0:
; 	sqrtpd	%xmm0, %xmm0
; 	retq
;                                         # -- End function
; .LCPI5_0:
; .LCPI5_1:
; sign:                                   # @sign
; # %bb.0:
; 	andps	.LCPI5_0(%rip), %xmm0
; 	movaps	.LCPI5_1(%rip), %xmm2           # xmm2 = [9223372039002259456,9223372039002259456]
; 	andps	%xmm2, %xmm1
; 	andnps	%xmm0, %xmm2
; 	orps	%xmm1, %xmm2
; 	movaps	%xmm2, %xmm0
; 	retq
;                                         # -- End function
; other_number:                           # @other_number
; # %bb.0:
; 	movaps	%xmm1, %xmm2
; 	maxps	%xmm0, %xmm2
; 	cmpunordps	%xmm0, %xmm0
; 	andps	%xmm0, %xmm1
; 	andnps	%xmm2, %xmm0
; 	orps	%xmm1, %xmm0
; 	retq
;                                         # -- End function
; multiply_add:                           # @multiply_add
; # %bb.0:
; 	mulpd	%xmm1, %xmm0
; 	addpd	%xmm2, %xmm0
; 	retq
;                                         # -- End function
; of_x86:                                 # @of_x86
; # %bb.0:
; 	psadbw	%xmm1, %xmm0
; 	pmaddwd	%xmm2, %xmm2
; 	psrld	$4, %xmm2
; 	paddd	%xmm0, %xmm2
; 	movmskps	%xmm2, %eax
; 	retq
;                                         # -- End function

define <4 x i32> @maximum(<4 x i32> %a, <4 x i32> %b) {
  %r = call <4 x i32> @llvm.umax.v4i32(<4 x i32> %a, <4 x i32> %b)
  ret <4 x i32> %r
}

define <8 x i16> @minimum_words(<8 x i16> %a, <8 x i16> %b) {
  %r = call <8 x i16> @llvm.umin.v8i16(<8 x i16> %a, <8 x i16> %b)
  ret <8 x i16> %r
}

define <2 x i64> @absolute(<2 x i64> %a) {
  %r = call <2 x i64> @llvm.abs.v2i64(<2 x i64> %a, i1 true)
  ret <2 x i64> %r
}

define <16 x i8> @saturate(<16 x i8> %a, <16 x i8> %b) {
  %r = call <16 x i8> @llvm.usub.sat.v16i8(<16 x i8> %a, <16 x i8> %b)
  ret <16 x i8> %r
}

define <2 x double> @root(<2 x double> %a) {
  %r = call <2 x double> @llvm.sqrt.v2f64(<2 x double> %a)
  ret <2 x double> %r
}

define <4 x float> @sign(<4 x float> %a, <4 x float> %b) {
  %c = call <4 x float> @llvm.fabs.v4f32(<4 x float> %a)
  %r = call <4 x float> @llvm.copysign.v4f32(<4 x float> %c, <4 x float> %b)
  ret <4 x float> %r
}

define <4 x float> @other_number(<4 x float> %a, <4 x float> %b) {
  %r = call <4 x float> @llvm.maxnum.v4f32(<4 x float> %a, <4 x float> %b)
  ret <4 x float> %r
}

define <2 x double> @multiply_add(<2 x double> %a, <2 x double> %b, <2 x double> %c) {
  %r = call <2 x double> @llvm.fmuladd.v2f64(<2 x double> %a, <2 x double> %b, <2 x double> %c)
  ret <2 x double> %r
}

define i32 @of_x86(<16 x i8> %a, <16 x i8> %b, <8 x i16> %c) {
  %1 = call <2 x i64> @llvm.x86.sse2.psad.bw(<16 x i8> %a, <16 x i8> %b)
  %2 = call <4 x i32> @llvm.x86.sse2.pmadd.wd(<8 x i16> %c, <8 x i16> %c)
  %3 = bitcast <2 x i64> %1 to <4 x i32>
  %4 = call <4 x i32> @llvm.x86.sse2.psrli.d(<4 x i32> %2, i32 4)
  %5 = add <4 x i32> %3, %4
  %6 = bitcast <4 x i32> %5 to <4 x float>
  %7 = call i32 @llvm.x86.sse.movmsk.ps(<4 x float> %6)
  ret i32 %7
}

declare <4 x i32> @llvm.umax.v4i32(<4 x i32>, <4 x i32>)
declare <8 x i16> @llvm.umin.v8i16(<8 x i16>, <8 x i16>)
declare <2 x i64> @llvm.abs.v2i64(<2 x i64>, i1)
declare <16 x i8> @llvm.usub.sat.v16i8(<16 x i8>, <16 x i8>)
declare <2 x double> @llvm.sqrt.v2f64(<2 x double>)
declare <4 x float> @llvm.fabs.v4f32(<4 x float>)
declare <4 x float> @llvm.copysign.v4f32(<4 x float>, <4 x float>)
declare <4 x float> @llvm.maxnum.v4f32(<4 x float>, <4 x float>)
declare <2 x double> @llvm.fmuladd.v2f64(<2 x double>, <2 x double>, <2 x double>)
declare <2 x i64> @llvm.x86.sse2.psad.bw(<16 x i8>, <16 x i8>)
declare <4 x i32> @llvm.x86.sse2.pmadd.wd(<8 x i16>, <8 x i16>)
declare <4 x i32> @llvm.x86.sse2.psrli.d(<4 x i32>, i32)
declare i32 @llvm.x86.sse.movmsk.ps(<4 x float>)
