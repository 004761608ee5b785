; Integers of odd widths live in the next register size; bits above the width are unknown until
; an operation needs them.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; flag_and:                               # @flag_and
; # %bb.0:
; 	movl	%esi, %eax
; 	andb	%dil, %al
;                                         # kill: def $al killed $al killed $eax
; 	retq
;                                         # -- End function
; flag_to_mask:                           # @flag_to_mask
; # %bb.0:
; 	andb	$1, %dil
; 	movzbl	%dil, %eax
; 	negl	%eax
; 	retq
;                                         # -- End function
; add_24:                                 # @add_24
; # %bb.0:
;                                         # kill: def $esi killed $esi def $rsi
;                                         # kill: def $edi killed $edi def $rdi
; 	leal	(%rdi,%rsi), %eax
; 	retq
;                                         # -- End function
; widen_24:                               # @widen_24
; # %bb.0:
; 	movl	%edi, %eax
; 	andl	$16777215, %eax                 # imm = 0xFFFFFF
; 	retq
;                                         # -- End function
; less_than_7:                            # @less_than_7
; # %bb.0:
; 	shlb	%dil
; 	sarb	%dil
; 	movsbl	%dil, %eax
; 	shlb	%sil
; 	sarb	%sil
; 	movsbl	%sil, %ecx
; 	cmpl	%ecx, %eax
; 	setl	%al
; 	retq
;                                         # -- End function
; shift_right_33:                         # @shift_right_33
; # %bb.0:
; 	movq	%rdi, %rax
; 	shlq	$31, %rax
; 	sarq	$31, %rax
; 	sarq	$3, %rax
; 	retq
;                                         # -- End function
; divide_17:                              # @divide_17
; # %bb.0:
; 	movl	%edi, %eax
; 	andl	$131071, %eax                   # imm = 0x1FFFF
; 	andl	$131071, %esi                   # imm = 0x1FFFF
; 	xorl	%edx, %edx
; 	divl	%esi
; 	retq
;                                         # -- End function
; store_24:                               # @store_24
; # %bb.0:
; 	movw	%di, (%rsi)
; 	shrl	$16, %edi
; 	movb	%dil, 2(%rsi)
; 	retq
;                                         # -- End function
; load_24:                                # @load_24
; # %bb.0:
; 	movzwl	(%rdi), %ecx
; 	movzbl	2(%rdi), %eax
; 	shll	$16, %eax
; 	orl	%ecx, %eax
; 	retq
;                                         # -- End function
; store_flag:                             # @store_flag
; # %bb.0:
; 	andb	$1, %dil
; 	movb	%dil, (%rsi)
; 	retq
;                                         # -- End function
; load_48:                                # @load_48
; # %bb.0:
; 	movl	(%rdi), %ecx
; 	movzwl	4(%rdi), %eax
; 	shlq	$32, %rax
; 	orq	%rcx, %rax
; 	retq
;                                         # -- End function
; narrow_and_widen:                       # @narrow_and_widen
; # %bb.0:
; 	shll	$19, %edi
; 	sarl	$19, %edi
; 	movslq	%edi, %rax
; 	retq
;                                         # -- End function

define i1 @flag_and(i1 %a, i1 %b) {
  %r = and i1 %a, %b
  ret i1 %r
}

define i32 @flag_to_mask(i1 %a) {
  %r = sext i1 %a to i32
  ret i32 %r
}

define i24 @add_24(i24 %a, i24 %b) {
  %r = add i24 %a, %b
  ret i24 %r
}

define i32 @widen_24(i24 %a) {
  %r = zext i24 %a to i32
  ret i32 %r
}

define i1 @less_than_7(i7 %a, i7 %b) {
  %r = icmp slt i7 %a, %b
  ret i1 %r
}

define i33 @shift_right_33(i33 %a) {
  %r = ashr i33 %a, 3
  ret i33 %r
}

define i17 @divide_17(i17 %a, i17 %b) {
  %r = udiv i17 %a, %b
  ret i17 %r
}

define void @store_24(i24 %a, ptr %p) {
  store i24 %a, ptr %p
  ret void
}

define i24 @load_24(ptr %p) {
  %r = load i24, ptr %p
  ret i24 %r
}

define void @store_flag(i1 %a, ptr %p) {
  store i1 %a, ptr %p
  ret void
}

define i48 @load_48(ptr %p) {
  %r = load i48, ptr %p
  ret i48 %r
}

define i64 @narrow_and_widen(i64 %a) {
  %n = trunc i64 %a to i13
  %r = sext i13 %n to i64
  ret i64 %r
}
