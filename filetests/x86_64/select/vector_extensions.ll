; What newer extensions make shorter.
; RUN: avarice compile -O2 -mattr=+sse4.2 %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; multiply:                               # @multiply
; # %bb.0:
; 	pmulld	%xmm1, %xmm0
; 	retq
;                                         # -- End function
; greater:                                # @greater
; # %bb.0:
; 	pcmpgtq	%xmm1, %xmm0
; 	retq
;                                         # -- End function
; wider:                                  # @wider
; # %bb.0:
; 	pmovsxbd	%xmm0, %xmm2
; 	psrldq	$4, %xmm0                       # xmm0 = xmm0[4,5,6,7,8,9,10,11,12,13,14,15],zero,zero,zero,zero
; 	pmovsxbd	%xmm0, %xmm1
; 	movdqa	%xmm2, %xmm0
; 	retq
;                                         # -- End function
; .LCPI3_0:
; reversed_bytes:                         # @reversed_bytes
; # %bb.0:
; 	pshufb	.LCPI3_0(%rip), %xmm0
; 	retq
;                                         # -- End function
; alternate:                              # @alternate
; # %bb.0:
; 	pblendw	$170, %xmm1, %xmm0              # xmm0 = xmm0[0],xmm1[1],xmm0[2],xmm1[3],xmm0[4],xmm1[5],xmm0[6],xmm1[7]
; 	retq
;                                         # -- End function
; element:                                # @element
; # %bb.0:
; 	extractps	$3, %xmm0, %eax
; 	retq
;                                         # -- End function
; put:                                    # @put
; # %bb.0:
; 	pinsrd	$3, %edi, %xmm0
; 	retq
;                                         # -- End function
; down:                                   # @down
; # %bb.0:
; 	roundps	$9, %xmm0, %xmm0
; 	retq
;                                         # -- End function
; maximum:                                # @maximum
; # %bb.0:
; 	pmaxsd	%xmm1, %xmm0
; 	retq
;                                         # -- End function

define <4 x i32> @multiply(<4 x i32> %a, <4 x i32> %b) {
  %r = mul <4 x i32> %a, %b
  ret <4 x i32> %r
}

define <2 x i64> @greater(<2 x i64> %a, <2 x i64> %b) {
  %c = icmp sgt <2 x i64> %a, %b
  %r = sext <2 x i1> %c to <2 x i64>
  ret <2 x i64> %r
}

define <8 x i32> @wider(<8 x i8> %a) {
  %r = sext <8 x i8> %a to <8 x i32>
  ret <8 x i32> %r
}

define <16 x i8> @reversed_bytes(<16 x i8> %a) {
  %r = shufflevector <16 x i8> %a, <16 x i8> poison, <16 x i32> <i32 15, i32 14, i32 13, i32 12, i32 11, i32 10, i32 9, i32 8, i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
  ret <16 x i8> %r
}

define <8 x i16> @alternate(<8 x i16> %a, <8 x i16> %b) {
  %r = shufflevector <8 x i16> %a, <8 x i16> %b, <8 x i32> <i32 0, i32 9, i32 2, i32 11, i32 4, i32 13, i32 6, i32 15>
  ret <8 x i16> %r
}

define i32 @element(<4 x i32> %a) {
  %r = extractelement <4 x i32> %a, i64 3
  ret i32 %r
}

define <4 x i32> @put(<4 x i32> %a, i32 %b) {
  %r = insertelement <4 x i32> %a, i32 %b, i64 3
  ret <4 x i32> %r
}

define <4 x float> @down(<4 x float> %a) {
  %r = call <4 x float> @llvm.floor.v4f32(<4 x float> %a)
  ret <4 x float> %r
}

define <4 x i32> @maximum(<4 x i32> %a, <4 x i32> %b) {
  %r = call <4 x i32> @llvm.smax.v4i32(<4 x i32> %a, <4 x i32> %b)
  ret <4 x i32> %r
}

declare <4 x float> @llvm.floor.v4f32(<4 x float>)
declare <4 x i32> @llvm.smax.v4i32(<4 x i32>, <4 x i32>)
