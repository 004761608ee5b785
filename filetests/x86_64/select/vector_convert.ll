; Conversions of lanes.
; RUN: avarice compile -O2 %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; unsigned_bytes:                         # @unsigned_bytes
; # %bb.0:
; 	pxor	%xmm1, %xmm1
; 	punpcklbw	%xmm1, %xmm0            # xmm0 = xmm0[0],xmm1[0],xmm0[1],xmm1[1],xmm0[2],xmm1[2],xmm0[3],xmm1[3],xmm0[4],xmm1[4],xmm0[5],xmm1[5],xmm0[6],xmm1[6],xmm0[7],xmm1[7]
; 	punpcklwd	%xmm1, %xmm0            # xmm0 = xmm0[0],xmm1[0],xmm0[1],xmm1[1],xmm0[2],xmm1[2],xmm0[3],xmm1[3]
; 	retq
;                                         # -- End function
; signed_words:                           # @signed_words
; # %bb.0:
; 	movdqa	%xmm0, %xmm1
; 	punpcklwd	%xmm0, %xmm1            # xmm1 = xmm1[0],xmm0[0],xmm1[1],xmm0[1],xmm1[2],xmm0[2],xmm1[3],xmm0[3]
; 	psrad	$16, %xmm1
; 	movdqa	%xmm1, %xmm2
; 	psrad	$31, %xmm2
; 	movdqa	%xmm1, %xmm0
; 	punpckldq	%xmm2, %xmm0            # xmm0 = xmm0[0],xmm2[0],xmm0[1],xmm2[1]
; 	punpckhdq	%xmm2, %xmm1            # xmm1 = xmm1[2],xmm2[2],xmm1[3],xmm2[3]
; 	retq
;                                         # -- End function
; cut:                                    # @cut
; # %bb.0:
; 	pslld	$16, %xmm0
; 	psrad	$16, %xmm0
; 	pslld	$16, %xmm1
; 	psrad	$16, %xmm1
; 	packssdw	%xmm1, %xmm0
; 	retq
;                                         # -- End function
; halves:                                 # @halves
; # %bb.0:
; 	shufps	$136, %xmm1, %xmm0              # xmm0 = xmm0[0,2],xmm1[0,2]
; 	retq
;                                         # -- End function
; clamp:                                  # @clamp
; # %bb.0:
; 	packssdw	%xmm1, %xmm0
; 	packuswb	%xmm0, %xmm0
; 	retq
;                                         # -- End function
; small:                                  # @small
; # %bb.0:
; 	psrlw	$8, %xmm0
; 	packuswb	%xmm0, %xmm0
; 	retq
;                                         # -- End function
; to_double:                              # @to_double
; # %bb.0:
; 	cvtdq2pd	%xmm0, %xmm2
; 	pshufd	$238, %xmm0, %xmm0              # xmm0 = xmm0[2,3,2,3]
; 	cvtdq2pd	%xmm0, %xmm1
; 	movaps	%xmm2, %xmm0
; 	retq
;                                         # -- End function
; .LCPI7_0:
; .LCPI7_1:
; .LCPI7_2:
; .LCPI7_3:
; unsigned_to_float:                      # @unsigned_to_float
; # %bb.0:
; 	movdqa	.LCPI7_0(%rip), %xmm1           # xmm1 = [281470681808895,281470681808895]
; 	pand	%xmm0, %xmm1
; 	por	.LCPI7_1(%rip), %xmm1
; 	psrld	$16, %xmm0
; 	por	.LCPI7_2(%rip), %xmm0
; 	subps	.LCPI7_3(%rip), %xmm0
; 	addps	%xmm1, %xmm0
; 	retq
;                                         # -- End function
; .LCPI8_0:
; .LCPI8_1:
; unsigned_to_double:                     # @unsigned_to_double
; # %bb.0:
; 	unpcklps	.LCPI8_0(%rip), %xmm0           # xmm0 = xmm0[0],mem[0],xmm0[1],mem[1]
; 	subpd	.LCPI8_1(%rip), %xmm0
; 	retq
;                                         # -- End function
; to_int:                                 # @to_int
; # %bb.0:
; 	cvttpd2dq	%xmm0, %xmm0
; 	cvttpd2dq	%xmm1, %xmm1
; 	unpcklpd	%xmm1, %xmm0                    # xmm0 = xmm0[0],xmm1[0]
; 	retq
;                                         # -- End function
; narrower:                               # @narrower
; # %bb.0:
; 	cvtpd2ps	%xmm0, %xmm0
; 	cvtpd2ps	%xmm1, %xmm1
; 	unpcklpd	%xmm1, %xmm0                    # xmm0 = xmm0[0],xmm1[0]
; 	retq
;                                         # -- End function
; scalar:                                 # @scalar
; # %bb.0:
; 	movq	%xmm0, %rax
; 	pshufd	$238, %xmm0, %xmm0              # xmm0 = xmm0[2,3,2,3]
; 	movq	%xmm0, %rdx
; 	retq
;                                         # -- End function
; same:                                   # @same
; # %bb.0:
; 	retq
;                                         # -- End function
; .LCPI13_0:
; bits:                                   # @bits
; # %bb.0:
; 	movdqa	.LCPI13_0(%rip), %xmm1          # xmm1 = [2251816993685505,36029071898968080]
; 	movzbl	%dil, %eax
; 	movd	%eax, %xmm0
; 	pshuflw	$0, %xmm0, %xmm0                # xmm0 = xmm0[0,0,0,0,4,5,6,7]
; 	pshufd	$0, %xmm0, %xmm0                # xmm0 = xmm0[0,0,0,0]
; 	pand	%xmm1, %xmm0
; 	pcmpeqw	%xmm1, %xmm0
; 	retq
;                                         # -- End function

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
