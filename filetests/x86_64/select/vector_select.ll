; Choices by masks: comparisons are made in the lanes of what is chosen, or converted to them.
; RUN: avarice compile -O2 %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; blend:                                  # @blend
; # %bb.0:
; 	pcmpgtd	%xmm1, %xmm0
; 	pand	%xmm0, %xmm2
; 	pandn	%xmm3, %xmm0
; 	por	%xmm2, %xmm0
; 	retq
;                                         # -- End function
; exchanged:                              # @exchanged
; # %bb.0:
; 	pcmpgtd	%xmm1, %xmm0
; 	pand	%xmm0, %xmm3
; 	pandn	%xmm2, %xmm0
; 	por	%xmm3, %xmm0
; 	retq
;                                         # -- End function
; zeros:                                  # @zeros
; # %bb.0:
; 	pxor	%xmm2, %xmm2
; 	pcmpeqd	%xmm2, %xmm0
; 	pandn	%xmm1, %xmm0
; 	retq
;                                         # -- End function
; wider:                                  # @wider
; # %bb.0:
; 	movdqa	%xmm0, %xmm5
; 	psrad	$31, %xmm5
; 	movdqa	%xmm5, %xmm0
; 	punpckldq	%xmm5, %xmm0            # xmm0 = xmm0[0],xmm5[0],xmm0[1],xmm5[1]
; 	punpckhdq	%xmm5, %xmm5            # xmm5 = xmm5[2,2,3,3]
; 	pand	%xmm0, %xmm1
; 	pandn	%xmm3, %xmm0
; 	por	%xmm1, %xmm0
; 	pand	%xmm5, %xmm2
; 	pandn	%xmm4, %xmm5
; 	por	%xmm2, %xmm5
; 	movdqa	%xmm5, %xmm1
; 	retq
;                                         # -- End function
; narrower:                               # @narrower
; # %bb.0:
; 	pcmpeqw	%xmm1, %xmm0
; 	packsswb	%xmm0, %xmm0
; 	pand	%xmm0, %xmm2
; 	pandn	%xmm3, %xmm0
; 	por	%xmm2, %xmm0
; 	retq
;                                         # -- End function
; logic:                                  # @logic
; # %bb.0:
; 	pxor	%xmm4, %xmm4
; 	pcmpgtd	%xmm0, %xmm4
; 	cmpltps	%xmm2, %xmm1
; 	pandn	%xmm1, %xmm4
; 	andps	%xmm4, %xmm2
; 	andnps	%xmm3, %xmm4
; 	orps	%xmm2, %xmm4
; 	movaps	%xmm4, %xmm0
; 	retq
;                                         # -- End function
; minimum:                                # @minimum
; # %bb.0:
; 	minpd	%xmm1, %xmm0
; 	retq
;                                         # -- End function
; one_bit:                                # @one_bit
; # %bb.0:
; 	testl	%edi, %edi
; 	je	.LBB7_2
; # %bb.1:
; 	movaps	%xmm1, %xmm0
; .LBB7_2:
; 	retq
;                                         # -- End function

define <4 x i32> @blend(<4 x i32> %a, <4 x i32> %b, <4 x i32> %x, <4 x i32> %y) {
  %c = icmp sgt <4 x i32> %a, %b
  %r = select <4 x i1> %c, <4 x i32> %x, <4 x i32> %y
  ret <4 x i32> %r
}

; The complement of the comparison exchanges the arms.
define <4 x i32> @exchanged(<4 x i32> %a, <4 x i32> %b, <4 x i32> %x, <4 x i32> %y) {
  %c = icmp sle <4 x i32> %a, %b
  %r = select <4 x i1> %c, <4 x i32> %x, <4 x i32> %y
  ret <4 x i32> %r
}

define <4 x i32> @zeros(<4 x i32> %a, <4 x i32> %x) {
  %c = icmp eq <4 x i32> %a, zeroinitializer
  %r = select <4 x i1> %c, <4 x i32> zeroinitializer, <4 x i32> %x
  ret <4 x i32> %r
}

define <4 x i64> @wider(<4 x i32> %a, <4 x i64> %x, <4 x i64> %y) {
  %c = icmp slt <4 x i32> %a, zeroinitializer
  %r = select <4 x i1> %c, <4 x i64> %x, <4 x i64> %y
  ret <4 x i64> %r
}

define <8 x i8> @narrower(<8 x i16> %a, <8 x i16> %b, <8 x i8> %x, <8 x i8> %y) {
  %c = icmp eq <8 x i16> %a, %b
  %r = select <8 x i1> %c, <8 x i8> %x, <8 x i8> %y
  ret <8 x i8> %r
}

define <4 x float> @logic(<4 x i32> %a, <4 x float> %b, <4 x float> %x, <4 x float> %y) {
  %c = icmp sge <4 x i32> %a, zeroinitializer
  %d = fcmp olt <4 x float> %b, %x
  %e = select <4 x i1> %c, <4 x i1> %d, <4 x i1> zeroinitializer
  %r = select <4 x i1> %e, <4 x float> %x, <4 x float> %y
  ret <4 x float> %r
}

define <2 x double> @minimum(<2 x double> %a, <2 x double> %b) {
  %c = fcmp olt <2 x double> %a, %b
  %r = select <2 x i1> %c, <2 x double> %a, <2 x double> %b
  ret <2 x double> %r
}

define <4 x i32> @one_bit(i32 %c, <4 x i32> %x, <4 x i32> %y) {
  %z = icmp eq i32 %c, 0
  %r = select i1 %z, <4 x i32> %x, <4 x i32> %y
  ret <4 x i32> %r
}
