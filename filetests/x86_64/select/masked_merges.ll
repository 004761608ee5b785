; A choice bit by bit takes three operations instead of four, where no instruction inverts one operand of an `and`.
; Instructions are those of llc 19.1.7, but in `left_alone`, where its fast selection writes `xorl $-1`.
; RUN: avarice compile %s -mtriple=x86_64-linux-gnu -verify-machineinstrs -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc' -e '^[.]LBB._0'
; OUTPUT:
; choose:                                 # @choose
; # %bb.0:
; 	movl	%esi, %eax
; 	xorl	%edx, %eax
; 	andl	%edi, %eax
; 	xorl	%edx, %eax
; 	retq
;                                         # -- End function
; swapped:                                # @swapped
; # %bb.0:
; 	movq	%rsi, %rax
; 	xorq	%rdx, %rax
; 	andq	%rdi, %rax
; 	xorq	%rdx, %rax
; 	retq
;                                         # -- End function
; constant:                               # @constant
; # %bb.0:
; 	movl	%esi, %eax
; 	xorl	$1234567, %eax                  # imm = 0x12D687
; 	andl	%edi, %eax
; 	xorl	$1234567, %eax                  # imm = 0x12D687
; 	retq
;                                         # -- End function
; shared:                                 # @shared
; # %bb.0:
; 	movl	%edi, %eax
; 	andl	%edi, %esi
; 	movl	%esi, (%rcx)
; 	notl	%eax
; 	andl	%edx, %eax
; 	orl	%esi, %eax
; 	retq
;                                         # -- End function
; other:                                  # @other
; # %bb.0:
; 	movl	%edi, %eax
; 	andl	%edi, %esi
; 	xorl	$-2, %eax
; 	andl	%edx, %eax
; 	orl	%esi, %eax
; 	retq
;                                         # -- End function
; with_bmi:                               # @with_bmi
; # %bb.0:
; 	andl	%edi, %esi
; 	andnl	%edx, %edi, %eax
; 	orl	%esi, %eax
; 	retq
;                                         # -- End function
; left_alone:                             # @left_alone
; # %bb.0:
; 	movl	%edi, %eax
; 	andl	%esi, %eax
; 	notl	%edi
; 	andl	%edx, %edi
; 	orl	%edi, %eax
; 	retq
;                                         # -- End function

define i32 @choose(i32 %m, i32 %a, i32 %b) {
  %p = and i32 %m, %a
  %n = xor i32 %m, -1
  %q = and i32 %n, %b
  %r = or i32 %p, %q
  ret i32 %r
}

; The operands in another order.
define i64 @swapped(i64 %m, i64 %a, i64 %b) {
  %n = xor i64 %m, -1
  %q = and i64 %b, %n
  %p = and i64 %a, %m
  %r = or i64 %q, %p
  ret i64 %r
}

define i32 @constant(i32 %m, i32 %a) {
  %p = and i32 %m, %a
  %n = xor i32 %m, -1
  %q = and i32 %n, 1234567
  %r = or i32 %p, %q
  ret i32 %r
}

; One of the halves has another use.
define i32 @shared(i32 %m, i32 %a, i32 %b, ptr %to) {
  %p = and i32 %m, %a
  store i32 %p, ptr %to
  %n = xor i32 %m, -1
  %q = and i32 %n, %b
  %r = or i32 %p, %q
  ret i32 %r
}

; Not the inverse.
define i32 @other(i32 %m, i32 %a, i32 %b) {
  %p = and i32 %m, %a
  %n = xor i32 %m, -2
  %q = and i32 %n, %b
  %r = or i32 %p, %q
  ret i32 %r
}

define i32 @with_bmi(i32 %m, i32 %a, i32 %b) "target-features"="+bmi" {
  %p = and i32 %m, %a
  %n = xor i32 %m, -1
  %q = and i32 %n, %b
  %r = or i32 %p, %q
  ret i32 %r
}

define i32 @left_alone(i32 %m, i32 %a, i32 %b) noinline optnone {
  %p = and i32 %m, %a
  %n = xor i32 %m, -1
  %q = and i32 %n, %b
  %r = or i32 %p, %q
  ret i32 %r
}
