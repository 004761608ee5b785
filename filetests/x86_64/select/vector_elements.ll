; Elements put into vectors and taken out of them.
; RUN: avarice compile -O2 %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; first:                                  # @first
; # %bb.0:
; 	movd	%xmm0, %eax
; 	retq
;                                         # -- End function
; second:                                 # @second
; # %bb.0:
; 	pshufd	$238, %xmm0, %xmm0              # xmm0 = xmm0[2,3,2,3]
; 	movq	%xmm0, %rax
; 	retq
;                                         # -- End function
; word:                                   # @word
; # %bb.0:
; 	pextrw	$5, %xmm0, %eax
; 	retq
;                                         # -- End function
; byte:                                   # @byte
; # %bb.0:
; 	pextrw	$1, %xmm1, %eax
; 	shrl	$8, %eax
;                                         # kill: def $al killed $al killed $eax
; 	retq
;                                         # -- End function
; number:                                 # @number
; # %bb.0:
; 	movhlps	%xmm0, %xmm0                    # xmm0 = xmm0[1,1]
; 	retq
;                                         # -- End function
; bit:                                    # @bit
; # %bb.0:
; 	pxor	%xmm1, %xmm1
; 	pcmpgtd	%xmm1, %xmm0
; 	pshufd	$229, %xmm0, %xmm0              # xmm0 = xmm0[1,1,2,3]
; 	movd	%xmm0, %eax
;                                         # kill: def $al killed $al killed $eax
; 	retq
;                                         # -- End function
; put:                                    # @put
; # %bb.0:
; 	movd	%edi, %xmm1
; 	shufps	$240, %xmm0, %xmm1              # xmm1 = xmm1[0,0],xmm0[3,3]
; 	shufps	$132, %xmm1, %xmm0              # xmm0 = xmm0[0,1],xmm1[0,2]
; 	retq
;                                         # -- End function
; put_byte:                               # @put_byte
; # %bb.0:
; 	movzbl	%dil, %eax
; 	pextrw	$1, %xmm0, %ecx
; 	andl	$255, %eax
; 	shll	$8, %eax
; 	andl	$255, %ecx
; 	orl	%eax, %ecx
; 	pinsrw	$1, %ecx, %xmm0
; 	retq
;                                         # -- End function
; put_loaded:                             # @put_loaded
; # %bb.0:
; 	movhps	(%rdi), %xmm0                   # xmm0 = xmm0[0,1],mem[0,1]
; 	retq
;                                         # -- End function
; built:                                  # @built
; # %bb.0:
; 	movd	%edi, %xmm0
; 	movd	%esi, %xmm1
; 	punpckldq	%xmm1, %xmm0            # xmm0 = xmm0[0],xmm1[0],xmm0[1],xmm1[1]
; 	movd	%edx, %xmm1
; 	movd	%ecx, %xmm2
; 	punpckldq	%xmm2, %xmm1            # xmm1 = xmm1[0],xmm2[0],xmm1[1],xmm2[1]
; 	punpcklqdq	%xmm1, %xmm0            # xmm0 = xmm0[0],xmm1[0]
; 	retq
;                                         # -- End function
; splat:                                  # @splat
; # %bb.0:
; 	movd	%edi, %xmm0
; 	pshuflw	$0, %xmm0, %xmm0                # xmm0 = xmm0[0,0,0,0,4,5,6,7]
; 	pshufd	$0, %xmm0, %xmm0                # xmm0 = xmm0[0,0,0,0]
; 	retq
;                                         # -- End function
; one_register:                           # @one_register
; # %bb.0:
; 	movss	%xmm2, %xmm1                    # xmm1 = xmm2[0],xmm1[1,2,3]
; 	retq
;                                         # -- End function
; addresses:                              # @addresses
; # %bb.0:
; 	movsd	x@GOTPCREL(%rip), %xmm0         # xmm0 = mem[0],zero
; 	movsd	y@GOTPCREL(%rip), %xmm1         # xmm1 = mem[0],zero
; 	movlhps	%xmm1, %xmm0                    # xmm0 = xmm0[0],xmm1[0]
; 	retq
;                                         # -- End function
; x:
;
; y:
;

define i32 @first(<4 x i32> %a) {
  %r = extractelement <4 x i32> %a, i64 0
  ret i32 %r
}

define i64 @second(<2 x i64> %a) {
  %r = extractelement <2 x i64> %a, i64 1
  ret i64 %r
}

define i16 @word(<8 x i16> %a) {
  %r = extractelement <8 x i16> %a, i64 5
  ret i16 %r
}

define i8 @byte(<32 x i8> %a) {
  %r = extractelement <32 x i8> %a, i64 19
  ret i8 %r
}

define float @number(<4 x float> %a) {
  %r = extractelement <4 x float> %a, i64 2
  ret float %r
}

define i1 @bit(<4 x i32> %a) {
  %c = icmp sgt <4 x i32> %a, zeroinitializer
  %r = extractelement <4 x i1> %c, i64 1
  ret i1 %r
}

define <4 x i32> @put(<4 x i32> %a, i32 %b) {
  %r = insertelement <4 x i32> %a, i32 %b, i64 2
  ret <4 x i32> %r
}

define <16 x i8> @put_byte(<16 x i8> %a, i8 %b) {
  %r = insertelement <16 x i8> %a, i8 %b, i64 3
  ret <16 x i8> %r
}

define <2 x double> @put_loaded(<2 x double> %a, ptr %p) {
  %b = load double, ptr %p
  %r = insertelement <2 x double> %a, double %b, i64 1
  ret <2 x double> %r
}

define <4 x i32> @built(i32 %a, i32 %b, i32 %c, i32 %d) {
  %1 = insertelement <4 x i32> poison, i32 %a, i64 0
  %2 = insertelement <4 x i32> %1, i32 %b, i64 1
  %3 = insertelement <4 x i32> %2, i32 %c, i64 2
  %4 = insertelement <4 x i32> %3, i32 %d, i64 3
  ret <4 x i32> %4
}

define <8 x i16> @splat(i16 %a) {
  %1 = insertelement <8 x i16> poison, i16 %a, i64 0
  %2 = shufflevector <8 x i16> %1, <8 x i16> poison, <8 x i32> zeroinitializer
  ret <8 x i16> %2
}

; Registers that nothing is put into stay.
define <8 x float> @one_register(<8 x float> %a, float %b) {
  %r = insertelement <8 x float> %a, float %b, i64 4
  ret <8 x float> %r
}

@x = global i32 0
@y = global i32 0

define <2 x ptr> @addresses() {
  ret <2 x ptr> <ptr @x, ptr @y>
}
