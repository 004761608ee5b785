; The shortest instruction for a constant: XOR for zero, 32-bit moves that clear the upper half,
; sign-extended 32-bit immediates, MOVABS only for the rest; 8-bit forms of arithmetic are the
; assembler's business.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; zero:
; .LBB0_0:
; 	xorl	%eax, %eax
; 	retq
; minus_one:
; .LBB1_0:
; 	movq	$-1, %rax
; 	retq
; minus_one_narrow:
; .LBB2_0:
; 	movl	$-1, %eax
; 	retq
; unsigned_32_bits:
; .LBB3_0:
; 	movl	$4294967295, %eax
; 	retq
; signed_32_bits:
; .LBB4_0:
; 	movq	$-2147483648, %rax
; 	retq
; all_64_bits:
; .LBB5_0:
; 	movabsq	$1311768467463790320, %rax
; 	retq
; half:
; .LBB6_0:
; 	movl	$65534, %eax
; 	retq
; true_flag:
; .LBB7_0:
; 	movl	$1, %eax
; 	retq
; stores:
; .LBB8_0:
; 	movq	$-5, (%rdi)
; 	movl	$4294967295, %eax
; 	movq	%rax, 8(%rdi)
; 	movw	$300, 16(%rdi)
; 	movb	$-1, 18(%rdi)
; 	retq
; mask_of_32_bits:
; .LBB9_0:
; 	movl	%edi, %eax
; 	retq
; mask_of_8_bits:
; .LBB10_0:
; 	movzbl	%dil, %eax
; 	retq
; mask_of_40_bits:
; .LBB11_0:
; 	movabsq	$1099511627775, %rax
; 	andq	%rdi, %rax
; 	retq
; high_bit:
; .LBB12_0:
; 	movl	$2147483648, %eax
; 	orq	%rdi, %rax
; 	retq
; null_pointer:
; .LBB13_0:
; 	xorl	%eax, %eax
; 	retq

define i64 @zero() {
  ret i64 0
}

define i64 @minus_one() {
  ret i64 -1
}

define i32 @minus_one_narrow() {
  ret i32 -1
}

define i64 @unsigned_32_bits() {
  ret i64 4294967295
}

define i64 @signed_32_bits() {
  ret i64 -2147483648
}

define i64 @all_64_bits() {
  ret i64 1311768467463790320
}

define i16 @half() {
  ret i16 -2
}

define i1 @true_flag() {
  ret i1 true
}

define void @stores(ptr %p) {
  store i64 -5, ptr %p
  %q = getelementptr i8, ptr %p, i64 8
  store i64 4294967295, ptr %q
  %r = getelementptr i8, ptr %p, i64 16
  store i16 300, ptr %r
  %s = getelementptr i8, ptr %p, i64 18
  store i8 -1, ptr %s
  ret void
}

define i64 @mask_of_32_bits(i64 %x) {
  %r = and i64 %x, 4294967295
  ret i64 %r
}

define i64 @mask_of_8_bits(i64 %x) {
  %r = and i64 %x, 255
  ret i64 %r
}

define i64 @mask_of_40_bits(i64 %x) {
  %r = and i64 %x, 1099511627775
  ret i64 %r
}

define i64 @high_bit(i64 %x) {
  %r = or i64 %x, 2147483648
  ret i64 %r
}

define ptr @null_pointer() {
  ret ptr null
}
