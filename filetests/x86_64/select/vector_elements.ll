; Elements put into vectors and taken out of them.
; RUN: avarice compile -O2 %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; first:
; .LBB0_0:
; 	movd	%xmm0, %eax
; 	retq
; second:
; .LBB1_0:
; 	pshufd	$238, %xmm0, %xmm0
; 	movq	%xmm0, %rax
; 	retq
; word:
; .LBB2_0:
; 	pextrw	$5, %xmm0, %eax
; 	retq
; byte:
; .LBB3_0:
; 	pextrw	$1, %xmm1, %eax
; 	shrl	$8, %eax
; 	retq
; number:
; .LBB4_0:
; 	movhlps	%xmm0, %xmm0
; 	retq
; bit:
; .LBB5_0:
; 	xorps	%xmm1, %xmm1
; 	pcmpgtd	%xmm1, %xmm0
; 	pshufd	$229, %xmm0, %xmm0
; 	movd	%xmm0, %eax
; 	retq
; put:
; .LBB6_0:
; 	movd	%edi, %xmm1
; 	shufps	$240, %xmm0, %xmm1
; 	shufps	$132, %xmm1, %xmm0
; 	retq
; put_byte:
; .LBB7_0:
; 	movzbl	%dil, %eax
; 	pextrw	$1, %xmm0, %ecx
; 	andl	$255, %eax
; 	shll	$8, %eax
; 	andl	$255, %ecx
; 	orl	%eax, %ecx
; 	pinsrw	$1, %ecx, %xmm0
; 	retq
; put_loaded:
; .LBB8_0:
; 	movhpd	(%rdi), %xmm0
; 	retq
; built:
; .LBB9_0:
; 	movd	%edi, %xmm0
; 	movd	%esi, %xmm1
; 	movd	%edx, %xmm2
; 	movd	%ecx, %xmm3
; 	punpckldq	%xmm1, %xmm0
; 	punpckldq	%xmm3, %xmm2
; 	punpcklqdq	%xmm2, %xmm0
; 	retq
; splat:
; .LBB10_0:
; 	movd	%edi, %xmm0
; 	pshuflw	$0, %xmm0, %xmm0
; 	pshufd	$0, %xmm0, %xmm0
; 	retq
; one_register:
; .LBB11_0:
; 	movss	%xmm2, %xmm1
; 	retq
; addresses:
; .LBB12_0:
; 	movq	x@GOTPCREL(%rip), %xmm0
; 	movq	y@GOTPCREL(%rip), %xmm1
; 	punpcklqdq	%xmm1, %xmm0
; 	retq
; x:
; y:

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
