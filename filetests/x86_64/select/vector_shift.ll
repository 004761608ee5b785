; Shifts of lanes.
; RUN: avarice compile -O2 %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; left:                                   # @left
; # %bb.0:
; 	psllw	$3, %xmm0
; 	retq
;                                         # -- End function
; .LCPI1_0:
; .LCPI1_1:
; right_bytes:                            # @right_bytes
; # %bb.0:
; 	movdqa	.LCPI1_1(%rip), %xmm1           # xmm1 = [2314885530818453536,2314885530818453536]
; 	psrlw	$2, %xmm0
; 	pand	.LCPI1_0(%rip), %xmm0
; 	pxor	%xmm1, %xmm0
; 	psubb	%xmm1, %xmm0
; 	retq
;                                         # -- End function
; .LCPI2_0:
; signed_64:                              # @signed_64
; # %bb.0:
; 	movdqa	.LCPI2_0(%rip), %xmm1           # xmm1 = [288230376151711744,288230376151711744]
; 	psrlq	$5, %xmm0
; 	pxor	%xmm1, %xmm0
; 	psubq	%xmm1, %xmm0
; 	retq
;                                         # -- End function
; sign_64:                                # @sign_64
; # %bb.0:
; 	pshufd	$245, %xmm0, %xmm0              # xmm0 = xmm0[1,1,3,3]
; 	psrad	$31, %xmm0
; 	retq
;                                         # -- End function
; by_scalar:                              # @by_scalar
; # %bb.0:
; 	movd	%edi, %xmm1
; 	psrld	%xmm1, %xmm0
; 	retq
;                                         # -- End function
; .LCPI5_0:
; by_constants:                           # @by_constants
; # %bb.0:
; 	pmullw	.LCPI5_0(%rip), %xmm0
; 	retq
;                                         # -- End function
; by_lanes:                               # @by_lanes
; # %bb.0:
; 	pshufd	$238, %xmm1, %xmm3              # xmm3 = xmm1[2,3,2,3]
; 	pshuflw	$84, %xmm1, %xmm4               # xmm4 = xmm1[0,1,1,1,4,5,6,7]
; 	movdqa	%xmm0, %xmm2
; 	pslld	%xmm4, %xmm2
; 	pshuflw	$254, %xmm1, %xmm1              # xmm1 = xmm1[2,3,3,3,4,5,6,7]
; 	movdqa	%xmm0, %xmm4
; 	pslld	%xmm1, %xmm4
; 	punpcklqdq	%xmm4, %xmm2            # xmm2 = xmm2[0],xmm4[0]
; 	pshuflw	$84, %xmm3, %xmm1               # xmm1 = xmm3[0,1,1,1,4,5,6,7]
; 	movdqa	%xmm0, %xmm4
; 	pslld	%xmm1, %xmm4
; 	pshuflw	$254, %xmm3, %xmm1              # xmm1 = xmm3[2,3,3,3,4,5,6,7]
; 	pslld	%xmm1, %xmm0
; 	punpckhqdq	%xmm0, %xmm4            # xmm4 = xmm4[1],xmm0[1]
; 	shufps	$204, %xmm4, %xmm2              # xmm2 = xmm2[0,3],xmm4[0,3]
; 	movaps	%xmm2, %xmm0
; 	retq
;                                         # -- End function
; rotate:                                 # @rotate
; # %bb.0:
; 	movdqa	%xmm0, %xmm1
; 	pslld	$7, %xmm1
; 	psrld	$25, %xmm0
; 	por	%xmm1, %xmm0
; 	retq
;                                         # -- End function

define <8 x i16> @left(<8 x i16> %a) {
  %r = shl <8 x i16> %a, <i16 3, i16 3, i16 3, i16 3, i16 3, i16 3, i16 3, i16 3>
  ret <8 x i16> %r
}

define <16 x i8> @right_bytes(<16 x i8> %a) {
  %r = ashr <16 x i8> %a, splat (i8 2)
  ret <16 x i8> %r
}

define <2 x i64> @signed_64(<2 x i64> %a) {
  %r = ashr <2 x i64> %a, <i64 5, i64 5>
  ret <2 x i64> %r
}

define <2 x i64> @sign_64(<2 x i64> %a) {
  %r = ashr <2 x i64> %a, <i64 63, i64 63>
  ret <2 x i64> %r
}

define <4 x i32> @by_scalar(<4 x i32> %a, i32 %b) {
  %1 = insertelement <4 x i32> poison, i32 %b, i64 0
  %2 = shufflevector <4 x i32> %1, <4 x i32> poison, <4 x i32> zeroinitializer
  %r = lshr <4 x i32> %a, %2
  ret <4 x i32> %r
}

define <8 x i16> @by_constants(<8 x i16> %a) {
  %r = shl <8 x i16> %a, <i16 0, i16 1, i16 2, i16 3, i16 4, i16 5, i16 6, i16 7>
  ret <8 x i16> %r
}

define <4 x i32> @by_lanes(<4 x i32> %a, <4 x i32> %b) {
  %r = shl <4 x i32> %a, %b
  ret <4 x i32> %r
}

define <4 x i32> @rotate(<4 x i32> %a) {
  %r = call <4 x i32> @llvm.fshl.v4i32(<4 x i32> %a, <4 x i32> %a, <4 x i32> <i32 7, i32 7, i32 7, i32 7>)
  ret <4 x i32> %r
}

declare <4 x i32> @llvm.fshl.v4i32(<4 x i32>, <4 x i32>, <4 x i32>)
