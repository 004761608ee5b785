; Comparisons by lanes; those that SSE2 lacks are made of others.
; RUN: avarice compile -O2 %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; unsigned_bytes:                         # @unsigned_bytes
; # %bb.0:
; 	pcmpeqd	%xmm2, %xmm2
; 	pminub	%xmm0, %xmm1
; 	pcmpeqb	%xmm1, %xmm0
; 	pxor	%xmm2, %xmm0
; 	retq
;                                         # -- End function
; unsigned_words:                         # @unsigned_words
; # %bb.0:
; 	pxor	%xmm2, %xmm2
; 	psubusw	%xmm1, %xmm0
; 	pcmpeqw	%xmm2, %xmm0
; 	retq
;                                         # -- End function
; .LCPI2_0:
; .LCPI2_1:
; unsigned_constant:                      # @unsigned_constant
; # %bb.0:
; 	movdqa	.LCPI2_1(%rip), %xmm1           # xmm1 = [9223372064772063237,9223372073361997831]
; 	pxor	.LCPI2_0(%rip), %xmm0
; 	pcmpgtd	%xmm0, %xmm1
; 	movdqa	%xmm1, %xmm0
; 	retq
;                                         # -- End function
; equal_64:                               # @equal_64
; # %bb.0:
; 	pcmpeqd	%xmm2, %xmm2
; 	pcmpeqd	%xmm1, %xmm0
; 	pshufd	$177, %xmm0, %xmm1              # xmm1 = xmm0[1,0,3,2]
; 	pand	%xmm1, %xmm0
; 	pxor	%xmm2, %xmm0
; 	retq
;                                         # -- End function
; .LCPI4_0:
; greater_64:                             # @greater_64
; # %bb.0:
; 	movdqa	.LCPI4_0(%rip), %xmm2           # xmm2 = [2147483648,2147483648]
; 	pxor	%xmm2, %xmm0
; 	pxor	%xmm2, %xmm1
; 	movdqa	%xmm0, %xmm2
; 	pcmpgtd	%xmm1, %xmm2
; 	pcmpeqd	%xmm0, %xmm1
; 	pshufd	$245, %xmm1, %xmm0              # xmm0 = xmm1[1,1,3,3]
; 	pshufd	$160, %xmm2, %xmm1              # xmm1 = xmm2[0,0,2,2]
; 	pand	%xmm0, %xmm1
; 	pshufd	$245, %xmm2, %xmm0              # xmm0 = xmm2[1,1,3,3]
; 	por	%xmm1, %xmm0
; 	retq
;                                         # -- End function
; negative_64:                            # @negative_64
; # %bb.0:
; 	pshufd	$245, %xmm0, %xmm0              # xmm0 = xmm0[1,1,3,3]
; 	psrad	$31, %xmm0
; 	retq
;                                         # -- End function
; ordered:                                # @ordered
; # %bb.0:
; 	cmpltps	%xmm0, %xmm1
; 	movaps	%xmm1, %xmm0
; 	retq
;                                         # -- End function
; not_equal_ordered:                      # @not_equal_ordered
; # %bb.0:
; 	movapd	%xmm0, %xmm2
; 	cmpneqpd	%xmm1, %xmm2
; 	cmpordpd	%xmm1, %xmm0
; 	andpd	%xmm2, %xmm0
; 	retq
;                                         # -- End function
; bits:                                   # @bits
; # %bb.0:
; 	pcmpeqw	%xmm1, %xmm0
; 	packsswb	%xmm0, %xmm0
; 	pmovmskb	%xmm0, %eax
;                                         # kill: def $al killed $al killed $eax
; 	retq
;                                         # -- End function
; many_bits:                              # @many_bits
; # %bb.0:
; 	pxor	%xmm2, %xmm2
; 	pxor	%xmm3, %xmm3
; 	pcmpgtb	%xmm0, %xmm3
; 	pcmpgtb	%xmm1, %xmm2
; 	pmovmskb	%xmm3, %ecx
; 	pmovmskb	%xmm2, %eax
; 	shll	$16, %eax
; 	orl	%ecx, %eax
; 	retq
;                                         # -- End function

define <16 x i8> @unsigned_bytes(<16 x i8> %a, <16 x i8> %b) {
  %c = icmp ugt <16 x i8> %a, %b
  %r = sext <16 x i1> %c to <16 x i8>
  ret <16 x i8> %r
}

define <8 x i16> @unsigned_words(<8 x i16> %a, <8 x i16> %b) {
  %c = icmp ule <8 x i16> %a, %b
  %r = sext <8 x i1> %c to <8 x i16>
  ret <8 x i16> %r
}

define <4 x i32> @unsigned_constant(<4 x i32> %a) {
  %c = icmp ult <4 x i32> %a, <i32 5, i32 6, i32 7, i32 8>
  %r = sext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}

define <2 x i64> @equal_64(<2 x i64> %a, <2 x i64> %b) {
  %c = icmp ne <2 x i64> %a, %b
  %r = sext <2 x i1> %c to <2 x i64>
  ret <2 x i64> %r
}

define <2 x i64> @greater_64(<2 x i64> %a, <2 x i64> %b) {
  %c = icmp sgt <2 x i64> %a, %b
  %r = sext <2 x i1> %c to <2 x i64>
  ret <2 x i64> %r
}

define <2 x i64> @negative_64(<2 x i64> %a) {
  %c = icmp slt <2 x i64> %a, zeroinitializer
  %r = sext <2 x i1> %c to <2 x i64>
  ret <2 x i64> %r
}

define <4 x i32> @ordered(<4 x float> %a, <4 x float> %b) {
  %c = fcmp ogt <4 x float> %a, %b
  %r = sext <4 x i1> %c to <4 x i32>
  ret <4 x i32> %r
}

define <2 x i64> @not_equal_ordered(<2 x double> %a, <2 x double> %b) {
  %c = fcmp one <2 x double> %a, %b
  %r = sext <2 x i1> %c to <2 x i64>
  ret <2 x i64> %r
}

define i8 @bits(<8 x i16> %a, <8 x i16> %b) {
  %c = icmp eq <8 x i16> %a, %b
  %r = bitcast <8 x i1> %c to i8
  ret i8 %r
}

define i32 @many_bits(<32 x i8> %a) {
  %c = icmp slt <32 x i8> %a, zeroinitializer
  %r = bitcast <32 x i1> %c to i32
  ret i32 %r
}
