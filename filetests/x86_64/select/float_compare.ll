; The sixteen predicates: UCOMISD sets CF, ZF and PF; ordered and unordered equality need two
; flags, less-than swaps its operands so that unordered falls out right.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; oeq:                                    # @oeq
; # %bb.0:
; 	cmpeqsd	%xmm1, %xmm0
; 	movq	%xmm0, %rax
; 	andl	$1, %eax
;                                         # kill: def $al killed $al killed $rax
; 	retq
;                                         # -- End function
; ogt:                                    # @ogt
; # %bb.0:
; 	ucomisd	%xmm1, %xmm0
; 	seta	%al
; 	retq
;                                         # -- End function
; oge:                                    # @oge
; # %bb.0:
; 	ucomisd	%xmm1, %xmm0
; 	setae	%al
; 	retq
;                                         # -- End function
; olt:                                    # @olt
; # %bb.0:
; 	ucomisd	%xmm0, %xmm1
; 	seta	%al
; 	retq
;                                         # -- End function
; ole:                                    # @ole
; # %bb.0:
; 	ucomisd	%xmm0, %xmm1
; 	setae	%al
; 	retq
;                                         # -- End function
; one:                                    # @one
; # %bb.0:
; 	ucomisd	%xmm1, %xmm0
; 	setne	%al
; 	retq
;                                         # -- End function
; ord:                                    # @ord
; # %bb.0:
; 	ucomisd	%xmm1, %xmm0
; 	setnp	%al
; 	retq
;                                         # -- End function
; ueq:                                    # @ueq
; # %bb.0:
; 	ucomiss	%xmm1, %xmm0
; 	sete	%al
; 	retq
;                                         # -- End function
; ugt:                                    # @ugt
; # %bb.0:
; 	ucomiss	%xmm0, %xmm1
; 	setb	%al
; 	retq
;                                         # -- End function
; uge:                                    # @uge
; # %bb.0:
; 	ucomiss	%xmm0, %xmm1
; 	setbe	%al
; 	retq
;                                         # -- End function
; ult:                                    # @ult
; # %bb.0:
; 	ucomiss	%xmm1, %xmm0
; 	setb	%al
; 	retq
;                                         # -- End function
; ule:                                    # @ule
; # %bb.0:
; 	ucomiss	%xmm1, %xmm0
; 	setbe	%al
; 	retq
;                                         # -- End function
; une:                                    # @une
; # %bb.0:
; 	cmpneqss	%xmm1, %xmm0
; 	movd	%xmm0, %eax
; 	andl	$1, %eax
;                                         # kill: def $al killed $al killed $eax
; 	retq
;                                         # -- End function
; uno:                                    # @uno
; # %bb.0:
; 	ucomiss	%xmm1, %xmm0
; 	setp	%al
; 	retq
;                                         # -- End function
; always:                                 # @always
; # %bb.0:
; 	movb	$1, %al
; 	retq
;                                         # -- End function

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
