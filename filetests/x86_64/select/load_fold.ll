; A load with one use, with no store between, becomes the memory operand of the instruction that
; uses it. One with a store between, or with two uses, stays.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; add:                                    # @add
; # %bb.0:
; 	movl	%edi, %eax
; 	addl	(%rsi), %eax
; 	retq
;                                         # -- End function
; sub_from_memory:                        # @sub_from_memory
; # %bb.0:
; 	movq	(%rsi), %rax
; 	subq	%rdi, %rax
; 	retq
;                                         # -- End function
; multiply_by_constant:                   # @multiply_by_constant
; # %bb.0:
; 	imull	$100, (%rdi), %eax
; 	retq
;                                         # -- End function
; zero_extend:                            # @zero_extend
; # %bb.0:
; 	movzbl	(%rdi), %eax
; 	retq
;                                         # -- End function
; sign_extend:                            # @sign_extend
; # %bb.0:
; 	movswq	(%rdi), %rax
; 	retq
;                                         # -- End function
; truncate:                               # @truncate
; # %bb.0:
; 	movq	(%rdi), %rax
;                                         # kill: def $al killed $al killed $rax
; 	retq
;                                         # -- End function
; float_add:                              # @float_add
; # %bb.0:
; 	addsd	(%rdi), %xmm0
; 	retq
;                                         # -- End function
; store_between:                          # @store_between
; # %bb.0:
; 	movl	(%rsi), %eax
; 	movl	$0, (%rdx)
; 	addl	%edi, %eax
; 	retq
;                                         # -- End function
; two_uses:                               # @two_uses
; # %bb.0:
; 	movl	(%rdi), %ecx
; 	movl	%ecx, %eax
; 	imull	%ecx, %eax
; 	xorl	%ecx, %eax
; 	retq
;                                         # -- End function
; compare_with_immediate:                 # @compare_with_immediate
; # %bb.0:
; 	cmpl	$77, (%rdi)
; 	sete	%al
; 	retq
;                                         # -- End function
; compare_with_register:                  # @compare_with_register
; # %bb.0:
; 	cmpq	(%rsi), %rdi
; 	setb	%al
; 	retq
;                                         # -- End function

define i32 @add(i32 %x, ptr %p) {
  %v = load i32, ptr %p
  %r = add i32 %x, %v
  ret i32 %r
}

define i64 @sub_from_memory(i64 %x, ptr %p) {
  %v = load i64, ptr %p
  %r = sub i64 %v, %x
  ret i64 %r
}

define i32 @multiply_by_constant(ptr %p) {
  %v = load i32, ptr %p
  %r = mul i32 %v, 100
  ret i32 %r
}

define i32 @zero_extend(ptr %p) {
  %v = load i8, ptr %p
  %r = zext i8 %v to i32
  ret i32 %r
}

define i64 @sign_extend(ptr %p) {
  %v = load i16, ptr %p
  %r = sext i16 %v to i64
  ret i64 %r
}

define i8 @truncate(ptr %p) {
  %v = load i64, ptr %p
  %r = trunc i64 %v to i8
  ret i8 %r
}

define double @float_add(double %x, ptr %p) {
  %v = load double, ptr %p
  %r = fadd double %x, %v
  ret double %r
}

define i32 @store_between(i32 %x, ptr %p, ptr %q) {
  %v = load i32, ptr %p
  store i32 0, ptr %q
  %r = add i32 %x, %v
  ret i32 %r
}

define i32 @two_uses(ptr %p) {
  %v = load i32, ptr %p
  %s = mul i32 %v, %v
  %r = xor i32 %s, %v
  ret i32 %r
}

define i1 @compare_with_immediate(ptr %p) {
  %v = load i32, ptr %p
  %r = icmp eq i32 %v, 77
  ret i1 %r
}

define i1 @compare_with_register(i64 %x, ptr %p) {
  %v = load i64, ptr %p
  %r = icmp ult i64 %x, %v
  ret i1 %r
}
