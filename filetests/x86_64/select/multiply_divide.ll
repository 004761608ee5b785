; Multiplication by constants is shifts, LEAs or IMUL; division by constants is multiplication
; with the reciprocal or shifts; the rest is IMUL and (I)DIV.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; times_8:                                # @times_8
; # %bb.0:
;                                         # kill: def $edi killed $edi def $rdi
; 	leal	(,%rdi,8), %eax
; 	retq
;                                         # -- End function
; times_9:                                # @times_9
; # %bb.0:
; 	leaq	(%rdi,%rdi,8), %rax
; 	retq
;                                         # -- End function
; times_minus_1:                          # @times_minus_1
; # %bb.0:
; 	movl	%edi, %eax
; 	negl	%eax
; 	retq
;                                         # -- End function
; times_1000:                             # @times_1000
; # %bb.0:
; 	imulq	$1000, %rdi, %rax               # imm = 0x3E8
; 	retq
;                                         # -- End function
; unsigned_by_10:                         # @unsigned_by_10
; # %bb.0:
; 	movl	$3435973837, %ecx               # imm = 0xCCCCCCCD
; 	movl	%edi, %eax
; 	imulq	%rcx, %rax
; 	shrq	$35, %rax
;                                         # kill: def $eax killed $eax killed $rax
; 	retq
;                                         # -- End function
; unsigned_by_7:                          # @unsigned_by_7
; # %bb.0:
; 	movl	%edi, %eax
; 	imulq	$613566757, %rax, %rax          # imm = 0x24924925
; 	shrq	$32, %rax
; 	subl	%eax, %edi
; 	shrl	%edi
; 	addl	%edi, %eax
; 	shrl	$2, %eax
;                                         # kill: def $eax killed $eax killed $rax
; 	retq
;                                         # -- End function
; unsigned_by_16:                         # @unsigned_by_16
; # %bb.0:
; 	movq	%rdi, %rax
; 	shrq	$4, %rax
; 	retq
;                                         # -- End function
; signed_by_8:                            # @signed_by_8
; # %bb.0:
;                                         # kill: def $edi killed $edi def $rdi
; 	leal	7(%rdi), %eax
; 	testl	%edi, %edi
; 	cmovnsl	%edi, %eax
; 	sarl	$3, %eax
; 	retq
;                                         # -- End function
; signed_by_minus_3:                      # @signed_by_minus_3
; # %bb.0:
; 	movabsq	$6148914691236517205, %rcx      # imm = 0x5555555555555555
; 	movq	%rdi, %rax
; 	imulq	%rcx
; 	subq	%rdi, %rdx
; 	movq	%rdx, %rax
; 	shrq	$63, %rax
; 	sarq	%rdx
; 	addq	%rdx, %rax
; 	retq
;                                         # -- End function
; exact_by_12:                            # @exact_by_12
; # %bb.0:
; 	movslq	%edi, %rax
; 	imulq	$715827883, %rax, %rax          # imm = 0x2AAAAAAB
; 	shrq	$32, %rax
; 	movl	%eax, %ecx
; 	shrl	$31, %ecx
; 	sarl	%eax
; 	addl	%ecx, %eax
;                                         # kill: def $eax killed $eax killed $rax
; 	retq
;                                         # -- End function
; unsigned_remainder_of_32:               # @unsigned_remainder_of_32
; # %bb.0:
; 	movl	%edi, %eax
; 	andl	$31, %eax
; 	retq
;                                         # -- End function
; signed_remainder_of_10:                 # @signed_remainder_of_10
; # %bb.0:
; 	movswl	%di, %eax
; 	cltq
; 	imulq	$1717986919, %rax, %rcx         # imm = 0x66666667
; 	shrq	$32, %rcx
; 	movl	%ecx, %edx
; 	shrl	$31, %edx
; 	sarl	$2, %ecx
; 	addl	%edx, %ecx
; 	leal	(%rcx,%rcx,4), %ecx
; 	addl	%ecx, %ecx
; 	subl	%ecx, %eax
;                                         # kill: def $eax killed $eax killed $rax
; 	retq
;                                         # -- End function
; divide:                                 # @divide
; # %bb.0:
; 	movq	%rdi, %rax
; 	cqto
; 	idivq	%rsi
; 	retq
;                                         # -- End function
; both:                                   # @both
; # %bb.0:
; 	movl	%edi, %eax
; 	xorl	%edx, %edx
; 	divl	%esi
; 	xorl	%edx, %eax
; 	retq
;                                         # -- End function
; byte_remainder:                         # @byte_remainder
; # %bb.0:
; 	movzbl	%dil, %eax
; 	movzbl	%sil, %ecx
; 	xorl	%edx, %edx
; 	divl	%ecx
; 	movl	%edx, %eax
;                                         # kill: def $al killed $al killed $eax
; 	retq
;                                         # -- End function
; high_half:                              # @high_half
; # %bb.0:
; 	movq	%rdi, %rax
; 	mulq	%rsi
; 	movq	%rdx, %rax
; 	retq
;                                         # -- End function

define i32 @times_8(i32 %x) {
  %r = mul i32 %x, 8
  ret i32 %r
}

define i64 @times_9(i64 %x) {
  %r = mul i64 %x, 9
  ret i64 %r
}

define i32 @times_minus_1(i32 %x) {
  %r = mul i32 %x, -1
  ret i32 %r
}

define i64 @times_1000(i64 %x) {
  %r = mul i64 %x, 1000
  ret i64 %r
}

define i32 @unsigned_by_10(i32 %x) {
  %r = udiv i32 %x, 10
  ret i32 %r
}

define i32 @unsigned_by_7(i32 %x) {
  %r = udiv i32 %x, 7
  ret i32 %r
}

define i64 @unsigned_by_16(i64 %x) {
  %r = udiv i64 %x, 16
  ret i64 %r
}

define i32 @signed_by_8(i32 %x) {
  %r = sdiv i32 %x, 8
  ret i32 %r
}

define i64 @signed_by_minus_3(i64 %x) {
  %r = sdiv i64 %x, -3
  ret i64 %r
}

define i32 @exact_by_12(i32 %x) {
  %r = sdiv exact i32 %x, 12
  ret i32 %r
}

define i32 @unsigned_remainder_of_32(i32 %x) {
  %r = urem i32 %x, 32
  ret i32 %r
}

define i16 @signed_remainder_of_10(i16 %x) {
  %r = srem i16 %x, 10
  ret i16 %r
}

define i64 @divide(i64 %x, i64 %y) {
  %r = sdiv i64 %x, %y
  ret i64 %r
}

define i32 @both(i32 %x, i32 %y) {
  %q = udiv i32 %x, %y
  %m = urem i32 %x, %y
  %r = xor i32 %q, %m
  ret i32 %r
}

define i8 @byte_remainder(i8 %x, i8 %y) {
  %r = urem i8 %x, %y
  ret i8 %r
}

define i64 @high_half(i64 %x, i64 %y) {
  %a = zext i64 %x to i128
  %b = zext i64 %y to i128
  %m = mul i128 %a, %b
  %s = lshr i128 %m, 64
  %r = trunc i128 %s to i64
  ret i64 %r
}
