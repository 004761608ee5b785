; Bit operations without BMI, LZCNT and POPCNT: BSWAP, BSR and BSF with a value for zero, the parallel
; sum for population count, rotates and double shifts.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; swap_16:                                # @swap_16
; # %bb.0:
; 	movl	%edi, %eax
; 	bswapl	%eax
; 	shrl	$16, %eax
; 	retq
;                                         # -- End function
; swap_64:                                # @swap_64
; # %bb.0:
; 	movq	%rdi, %rax
; 	bswapq	%rax
; 	retq
;                                         # -- End function
; population:                             # @population
; # %bb.0:
; 	movl	%edi, %eax
; 	shrl	%eax
; 	andl	$1431655765, %eax               # imm = 0x55555555
; 	subl	%eax, %edi
; 	movl	%edi, %eax
; 	andl	$858993459, %eax                # imm = 0x33333333
; 	shrl	$2, %edi
; 	andl	$858993459, %edi                # imm = 0x33333333
; 	addl	%eax, %edi
; 	movl	%edi, %eax
; 	shrl	$4, %eax
; 	addl	%edi, %eax
; 	andl	$252645135, %eax                # imm = 0xF0F0F0F
; 	imull	$16843009, %eax, %eax           # imm = 0x1010101
; 	shrl	$24, %eax
; 	retq
;                                         # -- End function
; leading_zeros_of_nonzero:               # @leading_zeros_of_nonzero
; # %bb.0:
; 	bsrq	%rdi, %rax
; 	xorq	$63, %rax
; 	retq
;                                         # -- End function
; trailing_zeros:                         # @trailing_zeros
; # %bb.0:
; 	movl	$32, %ecx
; 	bsfl	%edi, %eax
; 	cmovel	%ecx, %eax
; 	retq
;                                         # -- End function
; rotate_left:                            # @rotate_left
; # %bb.0:
; 	movl	%esi, %ecx
; 	movl	%edi, %eax
;                                         # kill: def $cl killed $cl killed $ecx
; 	roll	%cl, %eax
; 	retq
;                                         # -- End function
; rotate_right_by_constant:               # @rotate_right_by_constant
; # %bb.0:
; 	movq	%rdi, %rax
; 	rolq	$55, %rax
; 	retq
;                                         # -- End function
; funnel:                                 # @funnel
; # %bb.0:
; 	movq	%rdx, %rcx
; 	movq	%rsi, %rax
;                                         # kill: def $cl killed $cl killed $rcx
; 	shrdq	%cl, %rdi, %rax
; 	retq
;                                         # -- End function
; rotate_idiom:                           # @rotate_idiom
; # %bb.0:
; 	movl	%edi, %eax
; 	roll	$5, %eax
; 	retq
;                                         # -- End function
; reverse:                                # @reverse
; # %bb.0:
; 	movzbl	%dil, %eax
; 	bswapl	%eax
; 	movl	%eax, %ecx
; 	shrl	$4, %ecx
; 	andl	$252645135, %ecx                # imm = 0xF0F0F0F
; 	andl	$252645135, %eax                # imm = 0xF0F0F0F
; 	shll	$4, %eax
; 	orl	%ecx, %eax
; 	movl	%eax, %ecx
; 	shrl	$2, %ecx
; 	andl	$858993459, %ecx                # imm = 0x33333333
; 	andl	$858993459, %eax                # imm = 0x33333333
; 	shll	$2, %eax
; 	orl	%ecx, %eax
; 	movl	%eax, %ecx
; 	shrl	%ecx
; 	andl	$1431655765, %ecx               # imm = 0x55555555
; 	andl	$1431655765, %eax               # imm = 0x55555555
; 	shll	%eax
; 	orl	%ecx, %eax
; 	shrl	$24, %eax
;                                         # kill: def $al killed $al killed $eax
; 	retq
;                                         # -- End function

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
