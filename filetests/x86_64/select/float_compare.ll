; The sixteen predicates: UCOMISD sets CF, ZF and PF; ordered and unordered equality need two
; flags, less-than swaps its operands so that unordered falls out right.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; oeq:
; .LBB0_0:
; 	cmpsd	$0, %xmm1, %xmm0
; 	movq	%xmm0, %rax
; 	andl	$1, %eax
; 	retq
; ogt:
; .LBB1_0:
; 	ucomisd	%xmm1, %xmm0
; 	seta	%al
; 	retq
; oge:
; .LBB2_0:
; 	ucomisd	%xmm1, %xmm0
; 	setae	%al
; 	retq
; olt:
; .LBB3_0:
; 	ucomisd	%xmm0, %xmm1
; 	seta	%al
; 	retq
; ole:
; .LBB4_0:
; 	ucomisd	%xmm0, %xmm1
; 	setae	%al
; 	retq
; one:
; .LBB5_0:
; 	ucomisd	%xmm1, %xmm0
; 	setne	%al
; 	retq
; ord:
; .LBB6_0:
; 	ucomisd	%xmm1, %xmm0
; 	setnp	%al
; 	retq
; ueq:
; .LBB7_0:
; 	ucomiss	%xmm1, %xmm0
; 	sete	%al
; 	retq
; ugt:
; .LBB8_0:
; 	ucomiss	%xmm0, %xmm1
; 	setb	%al
; 	retq
; uge:
; .LBB9_0:
; 	ucomiss	%xmm0, %xmm1
; 	setbe	%al
; 	retq
; ult:
; .LBB10_0:
; 	ucomiss	%xmm1, %xmm0
; 	setb	%al
; 	retq
; ule:
; .LBB11_0:
; 	ucomiss	%xmm1, %xmm0
; 	setbe	%al
; 	retq
; une:
; .LBB12_0:
; 	cmpss	$4, %xmm1, %xmm0
; 	movd	%xmm0, %eax
; 	andl	$1, %eax
; 	retq
; uno:
; .LBB13_0:
; 	ucomiss	%xmm1, %xmm0
; 	setp	%al
; 	retq
; always:
; .LBB14_0:
; 	movb	$1, %al
; 	retq

define i1 @oeq(double %a, double %b) {
  %r = fcmp oeq double %a, %b
  ret i1 %r
}

define i1 @ogt(double %a, double %b) {
  %r = fcmp ogt double %a, %b
  ret i1 %r
}

define i1 @oge(double %a, double %b) {
  %r = fcmp oge double %a, %b
  ret i1 %r
}

define i1 @olt(double %a, double %b) {
  %r = fcmp olt double %a, %b
  ret i1 %r
}

define i1 @ole(double %a, double %b) {
  %r = fcmp ole double %a, %b
  ret i1 %r
}

define i1 @one(double %a, double %b) {
  %r = fcmp one double %a, %b
  ret i1 %r
}

define i1 @ord(double %a, double %b) {
  %r = fcmp ord double %a, %b
  ret i1 %r
}

define i1 @ueq(float %a, float %b) {
  %r = fcmp ueq float %a, %b
  ret i1 %r
}

define i1 @ugt(float %a, float %b) {
  %r = fcmp ugt float %a, %b
  ret i1 %r
}

define i1 @uge(float %a, float %b) {
  %r = fcmp uge float %a, %b
  ret i1 %r
}

define i1 @ult(float %a, float %b) {
  %r = fcmp ult float %a, %b
  ret i1 %r
}

define i1 @ule(float %a, float %b) {
  %r = fcmp ule float %a, %b
  ret i1 %r
}

define i1 @une(float %a, float %b) {
  %r = fcmp une float %a, %b
  ret i1 %r
}

define i1 @uno(float %a, float %b) {
  %r = fcmp uno float %a, %b
  ret i1 %r
}

define i1 @always() {
  %r = fcmp true double 0.0, 1.0
  ret i1 %r
}
