; Sums of a number and a bit that the carry flag can be. llc 19.1.7 makes the same instructions of them.
; RUN: avarice compile %s -O2 -verify-machineinstrs -o - | grep -v '[.]'
; OUTPUT:
; below:                                  # @below
; 	movl	%edi, %eax
; 	cmpq	%rdx, %rsi
; 	adcl	$0, %eax
; 	retq
;                                         # -- End function
; minus_below:                            # @minus_below
; 	movl	%edi, %eax
; 	cmpq	%rdx, %rsi
; 	sbbl	$0, %eax
; 	retq
;                                         # -- End function
; three:                                  # @three
; 	xorl	%eax, %eax
; 	cmpq	%rsi, %rdi
; 	seta	%al
; 	sbbl	$0, %eax
; 	retq
;                                         # -- End function
; zero:                                   # @zero
; 	movl	%edi, %eax
; 	cmpl	$1, %esi
; 	adcl	$0, %eax
; 	retq
;                                         # -- End function
; bit:                                    # @bit
; 	movl	%edi, %eax
; 	btl	%edx, %esi
; 	adcl	$0, %eax
; 	retq
;                                         # -- End function
; not_below:                              # @not_below
; 	movq	%rdi, %rax
; 	cmpl	%edx, %esi
; 	sbbq	$-1, %rax
; 	retq
;                                         # -- End function
; minus_above:                            # @minus_above
; 	movq	%rdi, %rax
; 	cmpl	$10, %esi
; 	adcq	$-1, %rax
; 	retq
;                                         # -- End function
; negative_bit:                           # @negative_bit
; 	movq	%rdi, %rax
; 	cmpq	%rsi, %rdx
; 	sbbq	$0, %rax
; 	retq
;                                         # -- End function
; not_zero_in_memory:                     # @not_zero_in_memory
; 	movl	%edi, %eax
; 	cmpl	$1, (%rsi)
; 	sbbl	$-1, %eax
; 	retq
;                                         # -- End function
; bit_of_word:                            # @bit_of_word
; 	movl	%edi, %eax
; 	btq	%rdx, %rsi
; 	sbbl	$0, %eax
; 	retq
;                                         # -- End function
; signed:                                 # @signed
; 	xorl	%eax, %eax
; 	cmpl	%edx, %esi
; 	setl	%al
; 	addl	%edi, %eax
; 	retq
;                                         # -- End function
; read_twice:                             # @read_twice
;                                         # kill: def $edi killed $edi def $rdi
; 	xorl	%ecx, %ecx
; 	cmpl	%edx, %esi
; 	setb	%cl
; 	leal	(%rdi,%rcx), %eax
; 	imull	%ecx, %eax
; 	retq
;                                         # -- End function
target triple = "x86_64-unknown-linux-gnu"

define i32 @below(i32 %x, i64 %a, i64 %b) {
  %c = icmp ult i64 %a, %b
  %z = zext i1 %c to i32
  %r = add i32 %x, %z
  ret i32 %r
}
define i32 @minus_below(i32 %x, i64 %a, i64 %b) {
  %c = icmp ult i64 %a, %b
  %z = zext i1 %c to i32
  %r = sub i32 %x, %z
  ret i32 %r
}
define i32 @three(i64 %a, i64 %b) {
  %c = icmp ult i64 %a, %b
  %z = zext i1 %c to i32
  %d = icmp ugt i64 %a, %b
  %y = zext i1 %d to i32
  %r = sub i32 %y, %z
  ret i32 %r
}
define i32 @zero(i32 %x, i32 %a) {
  %c = icmp eq i32 %a, 0
  %z = zext i1 %c to i32
  %r = add i32 %x, %z
  ret i32 %r
}
define i32 @bit(i32 %x, i32 %a, i32 %n) {
  %s = lshr i32 %a, %n
  %z = and i32 %s, 1
  %r = add i32 %x, %z
  ret i32 %r
}

define i64 @not_below(i64 %x, i32 %a, i32 %b) {
  %c = icmp uge i32 %a, %b
  %z = zext i1 %c to i64
  %r = add i64 %z, %x
  ret i64 %r
}

define i64 @minus_above(i64 %x, i32 %a) {
  %c = icmp ugt i32 %a, 9
  %z = zext i1 %c to i64
  %r = sub i64 %x, %z
  ret i64 %r
}

define i64 @negative_bit(i64 %x, i64 %a, i64 %b) {
  %c = icmp ugt i64 %a, %b
  %z = sext i1 %c to i64
  %r = add i64 %x, %z
  ret i64 %r
}

define i32 @not_zero_in_memory(i32 %x, ptr %p) {
  %a = load i32, ptr %p
  %c = icmp ne i32 %a, 0
  %z = zext i1 %c to i32
  %r = add i32 %x, %z
  ret i32 %r
}

define i32 @bit_of_word(i32 %x, i64 %a, i64 %n) {
  %s = lshr i64 %a, %n
  %t = trunc i64 %s to i32
  %z = and i32 %t, 1
  %r = sub i32 %x, %z
  ret i32 %r
}

define i32 @signed(i32 %x, i32 %a, i32 %b) {
  %c = icmp slt i32 %a, %b
  %z = zext i1 %c to i32
  %r = add i32 %x, %z
  ret i32 %r
}

define i32 @read_twice(i32 %x, i32 %a, i32 %b) {
  %c = icmp ult i32 %a, %b
  %z = zext i1 %c to i32
  %r = add i32 %x, %z
  %s = mul i32 %r, %z
  ret i32 %s
}
