; A load, an operation and a store to the same place are one instruction on memory. Not so if the
; value is used again, the place is another, or the access is volatile.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; add_immediate:                          # @add_immediate
; # %bb.0:
; 	addl	$5, (%rdi)
; 	retq
;                                         # -- End function
; increment:                              # @increment
; # %bb.0:
; 	incq	(%rdi)
; 	retq
;                                         # -- End function
; decrement_byte:                         # @decrement_byte
; # %bb.0:
; 	decb	(%rdi)
; 	retq
;                                         # -- End function
; and_register:                           # @and_register
; # %bb.0:
; 	andw	%si, (%rdi)
; 	retq
;                                         # -- End function
; subtract_at_index:                      # @subtract_at_index
; # %bb.0:
; 	subq	%rdx, (%rdi,%rsi,8)
; 	retq
;                                         # -- End function
; shift:                                  # @shift
; # %bb.0:
; 	movl	(%rdi), %eax
; 	shll	$4, %eax
; 	movl	%eax, (%rdi)
; 	retq
;                                         # -- End function
; negate:                                 # @negate
; # %bb.0:
; 	movl	(%rdi), %eax
; 	negl	%eax
; 	movl	%eax, (%rdi)
; 	retq
;                                         # -- End function
; complement:                             # @complement
; # %bb.0:
; 	notq	(%rdi)
; 	retq
;                                         # -- End function
; used_again:                             # @used_again
; # %bb.0:
; 	movl	(%rdi), %eax
; 	addl	$5, %eax
; 	movl	%eax, (%rdi)
; 	retq
;                                         # -- End function
; other_place:                            # @other_place
; # %bb.0:
; 	movl	(%rdi), %eax
; 	orl	$5, %eax
; 	movl	%eax, 4(%rdi)
; 	retq
;                                         # -- End function
; subtracted_from:                        # @subtracted_from
; # %bb.0:
; 	subl	(%rdi), %esi
; 	movl	%esi, (%rdi)
; 	retq
;                                         # -- End function
; volatile_access:                        # @volatile_access
; # %bb.0:
; 	movl	(%rdi), %eax
; 	incl	%eax
; 	movl	%eax, (%rdi)
; 	retq
;                                         # -- End function

define void @add_immediate(ptr %p) {
  %v = load i32, ptr %p
  %r = add i32 %v, 5
  store i32 %r, ptr %p
  ret void
}

define void @increment(ptr %p) {
  %v = load i64, ptr %p
  %r = add i64 %v, 1
  store i64 %r, ptr %p
  ret void
}

define void @decrement_byte(ptr %p) {
  %v = load i8, ptr %p
  %r = add i8 %v, -1
  store i8 %r, ptr %p
  ret void
}

define void @and_register(ptr %p, i16 %x) {
  %v = load i16, ptr %p
  %r = and i16 %v, %x
  store i16 %r, ptr %p
  ret void
}

define void @subtract_at_index(ptr %p, i64 %i, i64 %x) {
  %a = getelementptr i64, ptr %p, i64 %i
  %v = load i64, ptr %a
  %r = sub i64 %v, %x
  store i64 %r, ptr %a
  ret void
}

define void @shift(ptr %p) {
  %v = load i32, ptr %p
  %r = shl i32 %v, 4
  store i32 %r, ptr %p
  ret void
}

define void @negate(ptr %p) {
  %v = load i32, ptr %p
  %r = sub i32 0, %v
  store i32 %r, ptr %p
  ret void
}

define void @complement(ptr %p) {
  %v = load i64, ptr %p
  %r = xor i64 %v, -1
  store i64 %r, ptr %p
  ret void
}

define i32 @used_again(ptr %p) {
  %v = load i32, ptr %p
  %r = add i32 %v, 5
  store i32 %r, ptr %p
  ret i32 %r
}

define void @other_place(ptr %p) {
  %v = load i32, ptr %p
  %r = or i32 %v, 5
  %q = getelementptr i32, ptr %p, i64 1
  store i32 %r, ptr %q
  ret void
}

define void @subtracted_from(ptr %p, i32 %x) {
  %v = load i32, ptr %p
  %r = sub i32 %x, %v
  store i32 %r, ptr %p
  ret void
}

define void @volatile_access(ptr %p) {
  %v = load volatile i32, ptr %p
  %r = add i32 %v, 1
  store volatile i32 %r, ptr %p
  ret void
}
