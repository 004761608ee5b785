; 128-bit integers are pairs of registers: carries link the halves, comparisons subtract with
; borrow, products and shifts combine.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; difference:                             # @difference
; # %bb.0:
; 	movq	%rdi, %rax
; 	subq	%rdx, %rax
; 	sbbq	%rcx, %rsi
; 	movq	%rsi, %rdx
; 	retq
;                                         # -- End function
; product:                                # @product
; # %bb.0:
; 	movq	%rdx, %r8
; 	movq	%rdi, %rax
; 	mulq	%rdx
; 	imulq	%rdi, %rcx
; 	addq	%rcx, %rdx
; 	imulq	%rsi, %r8
; 	addq	%r8, %rdx
; 	retq
;                                         # -- End function
; shift_by_constant:                      # @shift_by_constant
; # %bb.0:
; 	shlq	$6, %rdi
; 	xorl	%eax, %eax
; 	movq	%rdi, %rdx
; 	retq
;                                         # -- End function
; shift_right_arithmetic:                 # @shift_right_arithmetic
; # %bb.0:
; 	movq	%rsi, %rdx
; 	movq	%rdi, %rax
; 	shrdq	$5, %rsi, %rax
; 	sarq	$5, %rdx
; 	retq
;                                         # -- End function
; from_signed:                            # @from_signed
; # %bb.0:
; 	movq	%rdi, %rax
; 	movq	%rdi, %rdx
; 	sarq	$63, %rdx
; 	retq
;                                         # -- End function
; equal:                                  # @equal
; # %bb.0:
; 	xorq	%rdx, %rdi
; 	xorq	%rcx, %rsi
; 	orq	%rdi, %rsi
; 	sete	%al
; 	retq
;                                         # -- End function
; unsigned_greater:                       # @unsigned_greater
; # %bb.0:
; 	cmpq	%rdi, %rdx
; 	sbbq	%rsi, %rcx
; 	setb	%al
; 	retq
;                                         # -- End function
; store:                                  # @store
; # %bb.0:
; 	movq	%rdi, (%rdx)
; 	movq	%rsi, 8(%rdx)
; 	retq
;                                         # -- End function
; load_and_increment:                     # @load_and_increment
; # %bb.0:
; 	movq	(%rdi), %rax
; 	movq	8(%rdi), %rdx
; 	addq	$1, %rax
; 	adcq	$0, %rdx
; 	retq
;                                         # -- End function
; select:                                 # @select
; # %bb.0:
; 	movq	%rsi, %rax
; 	testb	$1, %dil
; 	cmoveq	%rcx, %rax
; 	cmoveq	%r8, %rdx
; 	retq
;                                         # -- End function

define i128 @difference(i128 %a, i128 %b) {
  %r = sub i128 %a, %b
  ret i128 %r
}

define i128 @product(i128 %a, i128 %b) {
  %r = mul i128 %a, %b
  ret i128 %r
}

define i128 @shift_by_constant(i128 %a) {
  %r = shl i128 %a, 70
  ret i128 %r
}

define i128 @shift_right_arithmetic(i128 %a) {
  %r = ashr i128 %a, 5
  ret i128 %r
}

define i128 @from_signed(i64 %a) {
  %r = sext i64 %a to i128
  ret i128 %r
}

define i1 @equal(i128 %a, i128 %b) {
  %r = icmp eq i128 %a, %b
  ret i1 %r
}

define i1 @unsigned_greater(i128 %a, i128 %b) {
  %r = icmp ugt i128 %a, %b
  ret i1 %r
}

define void @store(i128 %a, ptr %p) {
  store i128 %a, ptr %p
  ret void
}

define i128 @load_and_increment(ptr %p) {
  %v = load i128, ptr %p
  %r = add i128 %v, 1
  ret i128 %r
}

define i128 @select(i1 %c, i128 %a, i128 %b) {
  %r = select i1 %c, i128 %a, i128 %b
  ret i128 %r
}
