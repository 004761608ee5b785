; Conversions of lanes.
; RUN: avarice compile -O2 %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; unsigned_bytes:
; .LBB0_0:
; 	xorps	%xmm1, %xmm1
; 	punpcklbw	%xmm1, %xmm0
; 	punpcklwd	%xmm1, %xmm0
; 	retq
; signed_words:
; .LBB1_0:
; 	movaps	%xmm0, %xmm1
; 	punpcklwd	%xmm0, %xmm1
; 	psrad	$16, %xmm1
; 	movaps	%xmm1, %xmm2
; 	psrad	$31, %xmm2
; 	movaps	%xmm1, %xmm0
; 	punpckldq	%xmm2, %xmm0
; 	punpckhdq	%xmm2, %xmm1
; 	retq
; cut:
; .LBB2_0:
; 	pslld	$16, %xmm0
; 	psrad	$16, %xmm0
; 	pslld	$16, %xmm1
; 	psrad	$16, %xmm1
; 	packssdw	%xmm1, %xmm0
; 	retq
; halves:
; .LBB3_0:
; 	shufps	$136, %xmm1, %xmm0
; 	retq
; clamp:
; .LBB4_0:
; 	packssdw	%xmm1, %xmm0
; 	packuswb	%xmm0, %xmm0
; 	retq
; small:
; .LBB5_0:
; 	psrlw	$8, %xmm0
; 	packuswb	%xmm0, %xmm0
; 	retq
; to_double:
; .LBB6_0:
; 	cvtdq2pd	%xmm0, %xmm2
; 	pshufd	$238, %xmm0, %xmm0
; 	cvtdq2pd	%xmm0, %xmm1
; 	movaps	%xmm2, %xmm0
; 	retq
; .LCPI7_0:
; .LCPI7_1:
; .LCPI7_2:
; .LCPI7_3:
; unsigned_to_float:
; .LBB7_0:
; 	movaps	.LCPI7_0(%rip), %xmm1
; 	pand	%xmm0, %xmm1
; 	por	.LCPI7_1(%rip), %xmm1
; 	psrld	$16, %xmm0
; 	por	.LCPI7_2(%rip), %xmm0
; 	subps	.LCPI7_3(%rip), %xmm0
; 	addps	%xmm1, %xmm0
; 	retq
; .LCPI8_0:
; .LCPI8_1:
; unsigned_to_double:
; .LBB8_0:
; 	punpckldq	.LCPI8_0(%rip), %xmm0
; 	subpd	.LCPI8_1(%rip), %xmm0
; 	retq
; to_int:
; .LBB9_0:
; 	cvttpd2dq	%xmm0, %xmm0
; 	cvttpd2dq	%xmm1, %xmm1
; 	unpcklpd	%xmm1, %xmm0
; 	retq
; narrower:
; .LBB10_0:
; 	cvtpd2ps	%xmm0, %xmm0
; 	cvtpd2ps	%xmm1, %xmm1
; 	unpcklpd	%xmm1, %xmm0
; 	retq
; scalar:
; .LBB11_0:
; 	movq	%xmm0, %rax
; 	pshufd	$238, %xmm0, %xmm0
; 	movq	%xmm0, %rdx
; 	retq
; same:
; .LBB12_0:
; 	retq
; .LCPI13_0:
; bits:
; .LBB13_0:
; 	movaps	.LCPI13_0(%rip), %xmm1
; 	movzbl	%dil, %eax
; 	movd	%eax, %xmm0
; 	pshuflw	$0, %xmm0, %xmm0
; 	pshufd	$0, %xmm0, %xmm0
; 	pand	%xmm1, %xmm0
; 	pcmpeqw	%xmm1, %xmm0
; 	retq

define <4 x i32> @unsigned_bytes(<4 x i8> %a) {
  %r = zext <4 x i8> %a to <4 x i32>
  ret <4 x i32> %r
}

define <4 x i64> @signed_words(<4 x i16> %a) {
  %r = sext <4 x i16> %a to <4 x i64>
  ret <4 x i64> %r
}

define <8 x i16> @cut(<8 x i32> %a) {
  %r = trunc <8 x i32> %a to <8 x i16>
  ret <8 x i16> %r
}

define <4 x i32> @halves(<4 x i64> %a) {
  %r = trunc <4 x i64> %a to <4 x i32>
  ret <4 x i32> %r
}

; Packing saturates.
define <8 x i8> @clamp(<8 x i32> %a) {
  %1 = call <8 x i32> @llvm.smax.v8i32(<8 x i32> %a, <8 x i32> zeroinitializer)
  %2 = call <8 x i32> @llvm.umin.v8i32(<8 x i32> %1, <8 x i32> <i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255, i32 255>)
  %r = trunc <8 x i32> %2 to <8 x i8>
  ret <8 x i8> %r
}

; Nothing has to be masked.
define <8 x i8> @small(<8 x i16> %a) {
  %1 = lshr <8 x i16> %a, <i16 8, i16 8, i16 8, i16 8, i16 8, i16 8, i16 8, i16 8>
  %r = trunc <8 x i16> %1 to <8 x i8>
  ret <8 x i8> %r
}

define <4 x double> @to_double(<4 x i32> %a) {
  %r = sitofp <4 x i32> %a to <4 x double>
  ret <4 x double> %r
}

define <4 x float> @unsigned_to_float(<4 x i32> %a) {
  %r = uitofp <4 x i32> %a to <4 x float>
  ret <4 x float> %r
}

define <2 x double> @unsigned_to_double(<2 x i32> %a) {
  %r = uitofp <2 x i32> %a to <2 x double>
  ret <2 x double> %r
}

define <4 x i32> @to_int(<4 x double> %a) {
  %r = fptosi <4 x double> %a to <4 x i32>
  ret <4 x i32> %r
}

define <4 x float> @narrower(<4 x double> %a) {
  %r = fptrunc <4 x double> %a to <4 x float>
  ret <4 x float> %r
}

define i128 @scalar(<4 x i32> %a) {
  %r = bitcast <4 x i32> %a to i128
  ret i128 %r
}

define <2 x i64> @same(<4 x float> %a) {
  %r = bitcast <4 x float> %a to <2 x i64>
  ret <2 x i64> %r
}

define <8 x i16> @bits(i8 %a) {
  %m = bitcast i8 %a to <8 x i1>
  %r = sext <8 x i1> %m to <8 x i16>
  ret <8 x i16> %r
}

declare <8 x i32> @llvm.smax.v8i32(<8 x i32>, <8 x i32>)
declare <8 x i32> @llvm.umin.v8i32(<8 x i32>, <8 x i32>)
