; Arithmetic by lanes: one instruction where there is one; wider vectors are several registers.
; RUN: avarice compile -O2 %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; add:                                    # @add
; # %bb.0:
; 	paddd	%xmm1, %xmm0
; 	retq
;                                         # -- End function
; wide:                                   # @wide
; # %bb.0:
; 	psubd	%xmm2, %xmm0
; 	psubd	%xmm3, %xmm1
; 	retq
;                                         # -- End function
; .LCPI2_0:
; multiply_bytes:                         # @multiply_bytes
; # %bb.0:
; 	movdqa	.LCPI2_0(%rip), %xmm3           # xmm3 = [71777214294589695,71777214294589695]
; 	movdqa	%xmm0, %xmm4
; 	punpcklbw	%xmm0, %xmm4            # xmm4 = xmm4[0],xmm0[0],xmm4[1],xmm0[1],xmm4[2],xmm0[2],xmm4[3],xmm0[3],xmm4[4],xmm0[4],xmm4[5],xmm0[5],xmm4[6],xmm0[6],xmm4[7],xmm0[7]
; 	movdqa	%xmm1, %xmm2
; 	punpcklbw	%xmm1, %xmm2            # xmm2 = xmm2[0],xmm1[0],xmm2[1],xmm1[1],xmm2[2],xmm1[2],xmm2[3],xmm1[3],xmm2[4],xmm1[4],xmm2[5],xmm1[5],xmm2[6],xmm1[6],xmm2[7],xmm1[7]
; 	pmullw	%xmm4, %xmm2
; 	pand	%xmm3, %xmm2
; 	punpckhbw	%xmm0, %xmm0            # xmm0 = xmm0[8,8,9,9,10,10,11,11,12,12,13,13,14,14,15,15]
; 	punpckhbw	%xmm1, %xmm1            # xmm1 = xmm1[8,8,9,9,10,10,11,11,12,12,13,13,14,14,15,15]
; 	pmullw	%xmm0, %xmm1
; 	pand	%xmm3, %xmm1
; 	packuswb	%xmm1, %xmm2
; 	movdqa	%xmm2, %xmm0
; 	retq
;                                         # -- End function
; multiply:                               # @multiply
; # %bb.0:
; 	pshufd	$245, %xmm0, %xmm2              # xmm2 = xmm0[1,1,3,3]
; 	pmuludq	%xmm1, %xmm0
; 	pshufd	$245, %xmm1, %xmm1              # xmm1 = xmm1[1,1,3,3]
; 	pmuludq	%xmm2, %xmm1
; 	pshufd	$232, %xmm0, %xmm0              # xmm0 = xmm0[0,2,2,3]
; 	pshufd	$232, %xmm1, %xmm1              # xmm1 = xmm1[0,2,2,3]
; 	punpckldq	%xmm1, %xmm0            # xmm0 = xmm0[0],xmm1[0],xmm0[1],xmm1[1]
; 	retq
;                                         # -- End function
; .LCPI4_0:
; multiply_narrow:                        # @multiply_narrow
; # %bb.0:
; 	punpcklwd	%xmm0, %xmm0            # xmm0 = xmm0[0,0,1,1,2,2,3,3]
; 	psrad	$16, %xmm0
; 	punpcklwd	%xmm1, %xmm1            # xmm1 = xmm1[0,0,1,1,2,2,3,3]
; 	psrad	$16, %xmm1
; 	pand	.LCPI4_0(%rip), %xmm0
; 	pmaddwd	%xmm1, %xmm0
; 	retq
;                                         # -- End function
; multiply_wide:                          # @multiply_wide
; # %bb.0:
; 	movdqa	%xmm0, %xmm2
; 	pmuludq	%xmm1, %xmm2
; 	movdqa	%xmm0, %xmm3
; 	psrlq	$32, %xmm3
; 	pmuludq	%xmm1, %xmm3
; 	psrlq	$32, %xmm1
; 	pmuludq	%xmm1, %xmm0
; 	paddq	%xmm3, %xmm0
; 	psllq	$32, %xmm0
; 	paddq	%xmm2, %xmm0
; 	retq
;                                         # -- End function
; .LCPI6_0:
; multiply_halves:                        # @multiply_halves
; # %bb.0:
; 	pand	.LCPI6_0(%rip), %xmm0
; 	psrlq	$32, %xmm1
; 	pmuludq	%xmm1, %xmm0
; 	retq
;                                         # -- End function
; and_not:                                # @and_not
; # %bb.0:
; 	andnps	%xmm1, %xmm0
; 	retq
;                                         # -- End function
; .LCPI8_0:
; numbers:                                # @numbers
; # %bb.0:
; 	mulps	(%rdi), %xmm0
; 	addps	%xmm1, %xmm0
; 	xorps	.LCPI8_0(%rip), %xmm0
; 	retq
;                                         # -- End function
; .LCPI9_0:
; constant_operand:                       # @constant_operand
; # %bb.0:
; 	divpd	.LCPI9_0(%rip), %xmm0
; 	retq
;                                         # -- End function
; count:                                  # @count
; # %bb.0:
; 	pcmpeqd	%xmm2, %xmm1
; 	psubd	%xmm1, %xmm0
; 	retq
;                                         # -- End function

define <4 x i32> @add(<4 x i32> %a, <4 x i32> %b) {
  %r = add <4 x i32> %a, %b
  ret <4 x i32> %r
}

define <8 x i32> @wide(<8 x i32> %a, <8 x i32> %b) {
  %r = sub <8 x i32> %a, %b
  ret <8 x i32> %r
}

define <16 x i8> @multiply_bytes(<16 x i8> %a, <16 x i8> %b) {
  %r = mul <16 x i8> %a, %b
  ret <16 x i8> %r
}

define <4 x i32> @multiply(<4 x i32> %a, <4 x i32> %b) {
  %r = mul <4 x i32> %a, %b
  ret <4 x i32> %r
}

; Both fit in 16 bits.
define <4 x i32> @multiply_narrow(<4 x i16> %a, <4 x i16> %b) {
  %x = sext <4 x i16> %a to <4 x i32>
  %y = sext <4 x i16> %b to <4 x i32>
  %r = mul <4 x i32> %x, %y
  ret <4 x i32> %r
}

define <2 x i64> @multiply_wide(<2 x i64> %a, <2 x i64> %b) {
  %r = mul <2 x i64> %a, %b
  ret <2 x i64> %r
}

; The upper halves are zero.
define <2 x i64> @multiply_halves(<2 x i64> %a, <2 x i64> %b) {
  %x = and <2 x i64> %a, <i64 4294967295, i64 4294967295>
  %y = lshr <2 x i64> %b, <i64 32, i64 32>
  %r = mul <2 x i64> %x, %y
  ret <2 x i64> %r
}

define <2 x i64> @and_not(<2 x i64> %a, <2 x i64> %b) {
  %n = xor <2 x i64> %a, <i64 -1, i64 -1>
  %r = and <2 x i64> %b, %n
  ret <2 x i64> %r
}

define <4 x float> @numbers(<4 x float> %a, <4 x float> %b, ptr %p) {
  %c = load <4 x float>, ptr %p, align 16
  %m = fmul <4 x float> %a, %c
  %s = fadd <4 x float> %b, %m
  %n = fneg <4 x float> %s
  ret <4 x float> %n
}

define <2 x double> @constant_operand(<2 x double> %a) {
  %r = fdiv <2 x double> %a, <double 3.0, double 7.0>
  ret <2 x double> %r
}

; A mask is -1 where it is true.
define <4 x i32> @count(<4 x i32> %sum, <4 x i32> %a, <4 x i32> %b) {
  %c = icmp eq <4 x i32> %a, %b
  %z = zext <4 x i1> %c to <4 x i32>
  %r = add <4 x i32> %sum, %z
  ret <4 x i32> %r
}
