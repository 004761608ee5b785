; The shortest instruction for a constant: XOR for zero, 32-bit moves that clear the upper half,
; sign-extended 32-bit immediates, MOVABS only for the rest; 8-bit forms of arithmetic are the
; assembler's business.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; zero:                                   # @zero
; # %bb.0:
; 	xorl	%eax, %eax
; 	retq
;                                         # -- End function
; minus_one:                              # @minus_one
; # %bb.0:
; 	movq	$-1, %rax
; 	retq
;                                         # -- End function
; minus_one_narrow:                       # @minus_one_narrow
; # %bb.0:
; 	movl	$-1, %eax
; 	retq
;                                         # -- End function
; unsigned_32_bits:                       # @unsigned_32_bits
; # %bb.0:
; 	movl	$4294967295, %eax               # imm = 0xFFFFFFFF
; 	retq
;                                         # -- End function
; signed_32_bits:                         # @signed_32_bits
; # %bb.0:
; 	movq	$-2147483648, %rax              # imm = 0x80000000
; 	retq
;                                         # -- End function
; all_64_bits:                            # @all_64_bits
; # %bb.0:
; 	movabsq	$1311768467463790320, %rax      # imm = 0x123456789ABCDEF0
; 	retq
;                                         # -- End function
; half:                                   # @half
; # %bb.0:
; 	movl	$65534, %eax                    # imm = 0xFFFE
; 	retq
;                                         # -- End function
; true_flag:                              # @true_flag
; # %bb.0:
; 	movl	$1, %eax
; 	retq
;                                         # -- End function
; stores:                                 # @stores
; # %bb.0:
; 	movq	$-5, (%rdi)
; 	movl	$4294967295, %eax               # imm = 0xFFFFFFFF
; 	movq	%rax, 8(%rdi)
; 	movw	$300, 16(%rdi)                  # imm = 0x12C
; 	movb	$-1, 18(%rdi)
; 	retq
;                                         # -- End function
; mask_of_32_bits:                        # @mask_of_32_bits
; # %bb.0:
; 	movl	%edi, %eax
; 	retq
;                                         # -- End function
; mask_of_8_bits:                         # @mask_of_8_bits
; # %bb.0:
; 	movzbl	%dil, %eax
; 	retq
;                                         # -- End function
; mask_of_40_bits:                        # @mask_of_40_bits
; # %bb.0:
; 	movabsq	$1099511627775, %rax            # imm = 0xFFFFFFFFFF
; 	andq	%rdi, %rax
; 	retq
;                                         # -- End function
; high_bit:                               # @high_bit
; # %bb.0:
; 	movl	$2147483648, %eax               # imm = 0x80000000
; 	orq	%rdi, %rax
; 	retq
;                                         # -- End function
; null_pointer:                           # @null_pointer
; # %bb.0:
; 	xorl	%eax, %eax
; 	retq
;                                         # -- End function

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
