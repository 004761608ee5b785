; Shuffles of one register and of two.
; RUN: avarice compile -O2 %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; order:                                  # @order
; # %bb.0:
; 	pshufd	$27, %xmm0, %xmm0               # xmm0 = xmm0[3,2,1,0]
; 	retq
;                                         # -- End function
; interleave:                             # @interleave
; # %bb.0:
; 	unpckhps	%xmm1, %xmm0                    # xmm0 = xmm0[2],xmm1[2],xmm0[3],xmm1[3]
; 	retq
;                                         # -- End function
; pairs:                                  # @pairs
; # %bb.0:
; 	shufps	$78, %xmm1, %xmm0               # xmm0 = xmm0[2,3],xmm1[0,1]
; 	retq
;                                         # -- End function
; three_and_one:                          # @three_and_one
; # %bb.0:
; 	shufps	$245, %xmm0, %xmm1              # xmm1 = xmm1[1,1],xmm0[3,3]
; 	shufps	$18, %xmm0, %xmm1               # xmm1 = xmm1[2,0],xmm0[1,0]
; 	movaps	%xmm1, %xmm0
; 	retq
;                                         # -- End function
; words:                                  # @words
; # %bb.0:
; 	pshufd	$27, %xmm0, %xmm0               # xmm0 = xmm0[3,2,1,0]
; 	pshuflw	$177, %xmm0, %xmm0              # xmm0 = xmm0[1,0,3,2,4,5,6,7]
; 	pshufhw	$177, %xmm0, %xmm0              # xmm0 = xmm0[0,1,2,3,5,4,7,6]
; 	retq
;                                         # -- End function
; .LCPI5_0:
; alternate:                              # @alternate
; # %bb.0:
; 	movaps	.LCPI5_0(%rip), %xmm2           # xmm2 = [281470681808895,281470681808895]
; 	andps	%xmm2, %xmm0
; 	andnps	%xmm1, %xmm2
; 	orps	%xmm2, %xmm0
; 	retq
;                                         # -- End function
; neighbours:                             # @neighbours
; # %bb.0:
; 	psrldq	$3, %xmm0                       # xmm0 = xmm0[3,4,5,6,7,8,9,10,11,12,13,14,15],zero,zero,zero
; 	pslldq	$13, %xmm1                      # xmm1 = zero,zero,zero,zero,zero,zero,zero,zero,zero,zero,zero,zero,zero,xmm1[0,1,2]
; 	por	%xmm1, %xmm0
; 	retq
;                                         # -- End function
; reversed_bytes:                         # @reversed_bytes
; # %bb.0:
; 	pxor	%xmm1, %xmm1
; 	movdqa	%xmm0, %xmm2
; 	punpcklbw	%xmm1, %xmm2            # xmm2 = xmm2[0],xmm1[0],xmm2[1],xmm1[1],xmm2[2],xmm1[2],xmm2[3],xmm1[3],xmm2[4],xmm1[4],xmm2[5],xmm1[5],xmm2[6],xmm1[6],xmm2[7],xmm1[7]
; 	punpckhbw	%xmm1, %xmm0            # xmm0 = xmm0[8],xmm1[8],xmm0[9],xmm1[9],xmm0[10],xmm1[10],xmm0[11],xmm1[11],xmm0[12],xmm1[12],xmm0[13],xmm1[13],xmm0[14],xmm1[14],xmm0[15],xmm1[15]
; 	pshufd	$27, %xmm0, %xmm0               # xmm0 = xmm0[3,2,1,0]
; 	pshuflw	$177, %xmm0, %xmm0              # xmm0 = xmm0[1,0,3,2,4,5,6,7]
; 	pshufhw	$177, %xmm0, %xmm0              # xmm0 = xmm0[0,1,2,3,5,4,7,6]
; 	pshufd	$27, %xmm2, %xmm1               # xmm1 = xmm2[3,2,1,0]
; 	pshuflw	$177, %xmm1, %xmm1              # xmm1 = xmm1[1,0,3,2,4,5,6,7]
; 	pshufhw	$177, %xmm1, %xmm1              # xmm1 = xmm1[0,1,2,3,5,4,7,6]
; 	packuswb	%xmm1, %xmm0
; 	retq
;                                         # -- End function
; splat_byte:                             # @splat_byte
; # %bb.0:
; 	punpcklbw	%xmm0, %xmm0            # xmm0 = xmm0[0,0,1,1,2,2,3,3,4,4,5,5,6,6,7,7]
; 	pshuflw	$0, %xmm0, %xmm0                # xmm0 = xmm0[0,0,0,0,4,5,6,7]
; 	pshufd	$0, %xmm0, %xmm0                # xmm0 = xmm0[0,0,0,0]
; 	retq
;                                         # -- End function
; half:                                   # @half
; # %bb.0:
; 	movaps	%xmm1, %xmm0
; 	retq
;                                         # -- End function
; across:                                 # @across
; # %bb.0:
; 	shufps	$136, %xmm1, %xmm0              # xmm0 = xmm0[0,2],xmm1[0,2]
; 	retq
;                                         # -- End function
; twice:                                  # @twice
; # %bb.0:
; 	pshufd	$36, %xmm0, %xmm1               # xmm1 = xmm0[0,1,2,0]
; 	pshufd	$233, %xmm0, %xmm0              # xmm0 = xmm0[1,2,2,3]
; 	movdqa	%xmm1, (%rdi)
; 	movq	%xmm0, 16(%rdi)
; 	retq
;                                         # -- End function
; to_one:                                 # @to_one
; # %bb.0:
; 	pshufd	$238, %xmm1, %xmm0              # xmm0 = xmm1[2,3,2,3]
; 	movq	%xmm0, %rax
; 	retq
;                                         # -- End function
; of_ones:                                # @of_ones
; # %bb.0:
; 	movd	%edi, %xmm0
; 	movd	%esi, %xmm1
; 	shufps	$0, %xmm1, %xmm0                # xmm0 = xmm0[0,0],xmm1[0,0]
; 	pshufd	$40, %xmm0, %xmm0               # xmm0 = xmm0[0,2,2,0]
; 	retq
;                                         # -- End function

define <4 x i32> @order(<4 x i32> %a) {
  %r = shufflevector <4 x i32> %a, <4 x i32> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  ret <4 x i32> %r
}

define <4 x i32> @interleave(<4 x i32> %a, <4 x i32> %b) {
  %r = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  ret <4 x i32> %r
}

; Two lanes of 64 bits.
define <4 x i32> @pairs(<4 x i32> %a, <4 x i32> %b) {
  %r = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 2, i32 3, i32 4, i32 5>
  ret <4 x i32> %r
}

define <4 x float> @three_and_one(<4 x float> %a, <4 x float> %b) {
  %r = shufflevector <4 x float> %a, <4 x float> %b, <4 x i32> <i32 3, i32 5, i32 1, i32 0>
  ret <4 x float> %r
}

define <8 x i16> @words(<8 x i16> %a) {
  %r = shufflevector <8 x i16> %a, <8 x i16> poison, <8 x i32> <i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
  ret <8 x i16> %r
}

define <8 x i16> @alternate(<8 x i16> %a, <8 x i16> %b) {
  %r = shufflevector <8 x i16> %a, <8 x i16> %b, <8 x i32> <i32 0, i32 9, i32 2, i32 11, i32 4, i32 13, i32 6, i32 15>
  ret <8 x i16> %r
}

define <16 x i8> @neighbours(<16 x i8> %a, <16 x i8> %b) {
  %r = shufflevector <16 x i8> %a, <16 x i8> %b, <16 x i32> <i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18>
  ret <16 x i8> %r
}

define <16 x i8> @reversed_bytes(<16 x i8> %a) {
  %r = shufflevector <16 x i8> %a, <16 x i8> poison, <16 x i32> <i32 15, i32 14, i32 13, i32 12, i32 11, i32 10, i32 9, i32 8, i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
  ret <16 x i8> %r
}

define <16 x i8> @splat_byte(<16 x i8> %a) {
  %r = shufflevector <16 x i8> %a, <16 x i8> poison, <16 x i32> zeroinitializer
  ret <16 x i8> %r
}

; A whole register of a wider vector is no instruction.
define <4 x float> @half(<8 x float> %a) {
  %r = shufflevector <8 x float> %a, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  ret <4 x float> %r
}

define <4 x i32> @across(<8 x i32> %a) {
  %r = shufflevector <8 x i32> %a, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  ret <4 x i32> %r
}

; The lanes of the second use are those of the first, not the next ones.
define void @twice(<3 x i32> %a, ptr %p) {
  %r = shufflevector <3 x i32> %a, <3 x i32> %a, <6 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5>
  store <6 x i32> %r, ptr %p
  ret void
}

; Vectors of one element are that element.
define i64 @to_one(<4 x i64> %a) {
  %s = shufflevector <4 x i64> %a, <4 x i64> poison, <1 x i32> <i32 3>
  %r = bitcast <1 x i64> %s to i64
  ret i64 %r
}

define <4 x i32> @of_ones(<1 x i32> %a, <1 x i32> %b) {
  %r = shufflevector <1 x i32> %a, <1 x i32> %b, <4 x i32> <i32 0, i32 1, i32 1, i32 0>
  ret <4 x i32> %r
}
