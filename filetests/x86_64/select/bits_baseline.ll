; Bit operations without BMI, LZCNT and POPCNT: BSWAP, BSR and BSF with a value for zero, the parallel
; sum for population count, rotates and double shifts.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; swap_16:
; .LBB0_0:
; 	movl	%edi, %eax
; 	bswapl	%eax
; 	shrl	$16, %eax
; 	retq
; swap_64:
; .LBB1_0:
; 	movq	%rdi, %rax
; 	bswapq	%rax
; 	retq
; population:
; .LBB2_0:
; 	movl	%edi, %eax
; 	shrl	%eax
; 	andl	$1431655765, %eax
; 	subl	%eax, %edi
; 	movl	%edi, %eax
; 	andl	$858993459, %eax
; 	shrl	$2, %edi
; 	andl	$858993459, %edi
; 	addl	%eax, %edi
; 	movl	%edi, %eax
; 	shrl	$4, %eax
; 	addl	%edi, %eax
; 	andl	$252645135, %eax
; 	imull	$16843009, %eax, %eax
; 	shrl	$24, %eax
; 	retq
; leading_zeros_of_nonzero:
; .LBB3_0:
; 	bsrq	%rdi, %rax
; 	xorq	$63, %rax
; 	retq
; trailing_zeros:
; .LBB4_0:
; 	movl	$32, %ecx
; 	bsfl	%edi, %eax
; 	cmovel	%ecx, %eax
; 	retq
; rotate_left:
; .LBB5_0:
; 	movl	%esi, %ecx
; 	movl	%edi, %eax
; 	roll	%cl, %eax
; 	retq
; rotate_right_by_constant:
; .LBB6_0:
; 	movq	%rdi, %rax
; 	rolq	$55, %rax
; 	retq
; funnel:
; .LBB7_0:
; 	movq	%rdx, %rcx
; 	movq	%rsi, %rax
; 	shrdq	%cl, %rdi, %rax
; 	retq
; rotate_idiom:
; .LBB8_0:
; 	movl	%edi, %eax
; 	roll	$5, %eax
; 	retq
; reverse:
; .LBB9_0:
; 	movzbl	%dil, %eax
; 	bswapl	%eax
; 	movl	%eax, %ecx
; 	shrl	$4, %ecx
; 	andl	$252645135, %ecx
; 	andl	$252645135, %eax
; 	shll	$4, %eax
; 	orl	%ecx, %eax
; 	movl	%eax, %ecx
; 	shrl	$2, %ecx
; 	andl	$858993459, %ecx
; 	andl	$858993459, %eax
; 	shll	$2, %eax
; 	orl	%ecx, %eax
; 	movl	%eax, %ecx
; 	shrl	%ecx
; 	andl	$1431655765, %ecx
; 	andl	$1431655765, %eax
; 	shll	%eax
; 	orl	%ecx, %eax
; 	shrl	$24, %eax
; 	retq

declare i16 @llvm.bswap.i16(i16)
declare i64 @llvm.bswap.i64(i64)
declare i32 @llvm.ctpop.i32(i32)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i32 @llvm.cttz.i32(i32, i1)
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i64 @llvm.fshr.i64(i64, i64, i64)
declare i8 @llvm.bitreverse.i8(i8)

define i16 @swap_16(i16 %x) {
  %r = call i16 @llvm.bswap.i16(i16 %x)
  ret i16 %r
}

define i64 @swap_64(i64 %x) {
  %r = call i64 @llvm.bswap.i64(i64 %x)
  ret i64 %r
}

define i32 @population(i32 %x) {
  %r = call i32 @llvm.ctpop.i32(i32 %x)
  ret i32 %r
}

define i64 @leading_zeros_of_nonzero(i64 %x) {
  %r = call i64 @llvm.ctlz.i64(i64 %x, i1 true)
  ret i64 %r
}

define i32 @trailing_zeros(i32 %x) {
  %r = call i32 @llvm.cttz.i32(i32 %x, i1 false)
  ret i32 %r
}

define i32 @rotate_left(i32 %x, i32 %n) {
  %r = call i32 @llvm.fshl.i32(i32 %x, i32 %x, i32 %n)
  ret i32 %r
}

define i64 @rotate_right_by_constant(i64 %x) {
  %r = call i64 @llvm.fshr.i64(i64 %x, i64 %x, i64 9)
  ret i64 %r
}

define i64 @funnel(i64 %x, i64 %y, i64 %n) {
  %r = call i64 @llvm.fshr.i64(i64 %x, i64 %y, i64 %n)
  ret i64 %r
}

define i32 @rotate_idiom(i32 %x) {
  %a = shl i32 %x, 5
  %b = lshr i32 %x, 27
  %r = or i32 %a, %b
  ret i32 %r
}

define i8 @reverse(i8 %x) {
  %r = call i8 @llvm.bitreverse.i8(i8 %x)
  ret i8 %r
}
