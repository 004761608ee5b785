; 128-bit integers are pairs of registers: carries link the halves, comparisons subtract with
; borrow, products and shifts combine.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; difference:
; .LBB0_0:
; 	movq	%rdi, %rax
; 	subq	%rdx, %rax
; 	sbbq	%rcx, %rsi
; 	movq	%rsi, %rdx
; 	retq
; product:
; .LBB1_0:
; 	movq	%rdx, %r8
; 	movq	%rdi, %rax
; 	imulq	%rdi, %rcx
; 	mulq	%rdx
; 	addq	%rcx, %rdx
; 	imulq	%rsi, %r8
; 	addq	%r8, %rdx
; 	retq
; shift_by_constant:
; .LBB2_0:
; 	shlq	$6, %rdi
; 	xorl	%eax, %eax
; 	movq	%rdi, %rdx
; 	retq
; shift_right_arithmetic:
; .LBB3_0:
; 	movq	%rsi, %rdx
; 	movq	%rdi, %rax
; 	shrdq	$5, %rsi, %rax
; 	sarq	$5, %rdx
; 	retq
; from_signed:
; .LBB4_0:
; 	movq	%rdi, %rax
; 	movq	%rdi, %rdx
; 	sarq	$63, %rdx
; 	retq
; equal:
; .LBB5_0:
; 	xorq	%rdx, %rdi
; 	xorq	%rcx, %rsi
; 	orq	%rdi, %rsi
; 	sete	%al
; 	retq
; unsigned_greater:
; .LBB6_0:
; 	cmpq	%rdi, %rdx
; 	sbbq	%rsi, %rcx
; 	setb	%al
; 	retq
; store:
; .LBB7_0:
; 	movq	%rdi, (%rdx)
; 	movq	%rsi, 8(%rdx)
; 	retq
; load_and_increment:
; .LBB8_0:
; 	movq	(%rdi), %rax
; 	movq	8(%rdi), %rdx
; 	xorl	%ecx, %ecx
; 	addq	$1, %rax
; 	adcq	$0, %rdx
; 	retq
; select:
; .LBB9_0:
; 	movq	%rsi, %rax
; 	testb	$1, %dil
; 	cmoveq	%rcx, %rax
; 	cmoveq	%r8, %rdx
; 	retq

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
