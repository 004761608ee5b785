; Shuffles of one register and of two.
; RUN: avarice compile -O2 %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; order:
; .LBB0_0:
; 	pshufd	$27, %xmm0, %xmm0
; 	retq
; interleave:
; .LBB1_0:
; 	unpckhps	%xmm1, %xmm0
; 	retq
; pairs:
; .LBB2_0:
; 	shufps	$78, %xmm1, %xmm0
; 	retq
; three_and_one:
; .LBB3_0:
; 	shufps	$245, %xmm0, %xmm1
; 	shufps	$18, %xmm0, %xmm1
; 	movaps	%xmm1, %xmm0
; 	retq
; words:
; .LBB4_0:
; 	pshufd	$27, %xmm0, %xmm0
; 	pshuflw	$177, %xmm0, %xmm0
; 	pshufhw	$177, %xmm0, %xmm0
; 	retq
; .LCPI5_0:
; alternate:
; .LBB5_0:
; 	movaps	.LCPI5_0(%rip), %xmm2
; 	andps	%xmm2, %xmm0
; 	andnps	%xmm1, %xmm2
; 	orps	%xmm2, %xmm0
; 	retq
; neighbours:
; .LBB6_0:
; 	psrldq	$3, %xmm0
; 	pslldq	$13, %xmm1
; 	por	%xmm1, %xmm0
; 	retq
; reversed_bytes:
; .LBB7_0:
; 	pxor	%xmm1, %xmm1
; 	movdqa	%xmm0, %xmm2
; 	punpcklbw	%xmm1, %xmm2
; 	punpckhbw	%xmm1, %xmm0
; 	pshufd	$27, %xmm0, %xmm0
; 	pshuflw	$177, %xmm0, %xmm0
; 	pshufhw	$177, %xmm0, %xmm0
; 	pshufd	$27, %xmm2, %xmm1
; 	pshuflw	$177, %xmm1, %xmm1
; 	pshufhw	$177, %xmm1, %xmm1
; 	packuswb	%xmm1, %xmm0
; 	retq
; splat_byte:
; .LBB8_0:
; 	punpcklbw	%xmm0, %xmm0
; 	pshuflw	$0, %xmm0, %xmm0
; 	pshufd	$0, %xmm0, %xmm0
; 	retq
; half:
; .LBB9_0:
; 	movaps	%xmm1, %xmm0
; 	retq
; across:
; .LBB10_0:
; 	shufps	$136, %xmm1, %xmm0
; 	retq
; twice:
; .LBB11_0:
; 	pshufd	$36, %xmm0, %xmm1
; 	pshufd	$233, %xmm0, %xmm0
; 	movdqa	%xmm1, (%rdi)
; 	movq	%xmm0, 16(%rdi)
; 	retq
; to_one:
; .LBB12_0:
; 	pshufd	$238, %xmm1, %xmm0
; 	movq	%xmm0, %rax
; 	retq
; of_ones:
; .LBB13_0:
; 	movd	%edi, %xmm0
; 	movd	%esi, %xmm1
; 	shufps	$0, %xmm1, %xmm0
; 	pshufd	$40, %xmm0, %xmm0
; 	retq

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
