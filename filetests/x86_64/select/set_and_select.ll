; Comparison results as values are SETcc, selects are CMOVcc on the same flags. Selects between
; constants need no branch either.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; set:                                    # @set
; # %bb.0:
; 	cmpl	%esi, %edi
; 	setge	%al
; 	retq
;                                         # -- End function
; set_widened:                            # @set_widened
; # %bb.0:
; 	xorl	%eax, %eax
; 	cmpq	$9, %rdi
; 	seta	%al
; 	retq
;                                         # -- End function
; set_to_mask:                            # @set_to_mask
; # %bb.0:
; 	xorl	%eax, %eax
; 	cmpl	$4, %edi
; 	sete	%al
; 	negq	%rax
; 	retq
;                                         # -- End function
; move:                                   # @move
; # %bb.0:
; 	movq	%rdx, %rax
; 	cmpq	%rsi, %rdi
; 	cmovaeq	%rcx, %rax
; 	retq
;                                         # -- End function
; byte:                                   # @byte
; # %bb.0:
; 	testb	$1, %dil
; 	movzbl	%sil, %ecx
; 	movzbl	%dl, %eax
; 	cmovnel	%ecx, %eax
;                                         # kill: def $al killed $al killed $eax
; 	retq
;                                         # -- End function
; of_constants:                           # @of_constants
; # %bb.0:
; 	movl	$10, %ecx
; 	movl	$20, %eax
; 	testl	%edi, %edi
; 	cmovel	%ecx, %eax
; 	retq
;                                         # -- End function
; flag:                                   # @flag
; # %bb.0:
; 	xorl	%eax, %eax
; 	testb	$1, %dil
; 	cmovnel	%esi, %eax
; 	retq
;                                         # -- End function
; pointer:                                # @pointer
; # %bb.0:
; 	movq	%rsi, %rax
; 	testq	%rdi, %rdi
; 	cmovneq	%rdi, %rax
; 	retq
;                                         # -- End function
; inverted:                               # @inverted
; # %bb.0:
; 	cmpl	$4, %edi
; 	sete	%al
; 	notb	%al
; 	retq
;                                         # -- End function
; both:                                   # @both
; # %bb.0:
; 	cmpl	$1, %edi
; 	sete	%cl
; 	cmpl	$2, %esi
; 	setl	%al
; 	andb	%cl, %al
; 	retq
;                                         # -- End function

define i1 @set(i32 %a, i32 %b) {
  %c = icmp sge i32 %a, %b
  ret i1 %c
}

define i32 @set_widened(i64 %a) {
  %c = icmp ugt i64 %a, 9
  %r = zext i1 %c to i32
  ret i32 %r
}

define i64 @set_to_mask(i32 %a) {
  %c = icmp eq i32 %a, 4
  %r = sext i1 %c to i64
  ret i64 %r
}

define i64 @move(i64 %a, i64 %b, i64 %x, i64 %y) {
  %c = icmp ult i64 %a, %b
  %r = select i1 %c, i64 %x, i64 %y
  ret i64 %r
}

define i8 @byte(i1 %c, i8 %x, i8 %y) {
  %r = select i1 %c, i8 %x, i8 %y
  ret i8 %r
}

define i32 @of_constants(i32 %a) {
  %c = icmp eq i32 %a, 0
  %r = select i1 %c, i32 10, i32 20
  ret i32 %r
}

define i32 @flag(i1 %c, i32 %x) {
  %r = select i1 %c, i32 %x, i32 0
  ret i32 %r
}

define ptr @pointer(ptr %p, ptr %q) {
  %c = icmp eq ptr %p, null
  %r = select i1 %c, ptr %q, ptr %p
  ret ptr %r
}

define i1 @inverted(i32 %a) {
  %c = icmp eq i32 %a, 4
  %r = xor i1 %c, true
  ret i1 %r
}

define i1 @both(i32 %a, i32 %b) {
  %x = icmp eq i32 %a, 1
  %y = icmp slt i32 %b, 2
  %r = and i1 %x, %y
  ret i1 %r
}
