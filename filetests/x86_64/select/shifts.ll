; Shift counts in CL, constants as immediates, a mask of the count that the instruction applies
; anyway is dropped. Narrow types must not see the upper bits.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; left:                                   # @left
; # %bb.0:
; 	movl	%esi, %ecx
; 	movl	%edi, %eax
;                                         # kill: def $cl killed $cl killed $ecx
; 	shll	%cl, %eax
; 	retq
;                                         # -- End function
; masked_count:                           # @masked_count
; # %bb.0:
; 	movq	%rsi, %rcx
; 	movq	%rdi, %rax
;                                         # kill: def $cl killed $cl killed $rcx
; 	shrq	%cl, %rax
; 	retq
;                                         # -- End function
; masked_differently:                     # @masked_differently
; # %bb.0:
; 	movl	%esi, %ecx
; 	movl	%edi, %eax
; 	andl	$15, %ecx
;                                         # kill: def $cl killed $cl killed $ecx
; 	shll	%cl, %eax
; 	retq
;                                         # -- End function
; byte_right:                             # @byte_right
; # %bb.0:
; 	movl	%esi, %ecx
; 	movl	%edi, %eax
;                                         # kill: def $cl killed $cl killed $ecx
; 	shrb	%cl, %al
;                                         # kill: def $al killed $al killed $eax
; 	retq
;                                         # -- End function
; half_arithmetic:                        # @half_arithmetic
; # %bb.0:
; 	movswl	%di, %eax
; 	sarl	$5, %eax
; 	retq
;                                         # -- End function
; extract_field:                          # @extract_field
; # %bb.0:
; 	shrl	$8, %edi
; 	movzbl	%dil, %eax
; 	retq
;                                         # -- End function
; sign_extend_in_register:                # @sign_extend_in_register
; # %bb.0:
; 	movq	%rdi, %rax
; 	shlq	$32, %rax
; 	sarq	$32, %rax
; 	retq
;                                         # -- End function
; by_one:                                 # @by_one
; # %bb.0:
;                                         # kill: def $edi killed $edi def $rdi
; 	leal	(%rdi,%rdi), %eax
; 	retq
;                                         # -- End function
; in_memory:                              # @in_memory
; # %bb.0:
; 	movl	%esi, %ecx
; 	movq	(%rdi), %rax
;                                         # kill: def $cl killed $cl killed $ecx
; 	shrq	%cl, %rax
; 	movq	%rax, (%rdi)
; 	retq
;                                         # -- End function

define i32 @left(i32 %x, i32 %n) {
  %r = shl i32 %x, %n
  ret i32 %r
}

define i64 @masked_count(i64 %x, i64 %n) {
  %m = and i64 %n, 63
  %r = lshr i64 %x, %m
  ret i64 %r
}

define i32 @masked_differently(i32 %x, i32 %n) {
  %m = and i32 %n, 15
  %r = shl i32 %x, %m
  ret i32 %r
}

define i8 @byte_right(i8 %x, i8 %n) {
  %r = lshr i8 %x, %n
  ret i8 %r
}

define i16 @half_arithmetic(i16 %x) {
  %r = ashr i16 %x, 5
  ret i16 %r
}

define i32 @extract_field(i32 %x) {
  %s = lshr i32 %x, 8
  %r = and i32 %s, 255
  ret i32 %r
}

define i64 @sign_extend_in_register(i64 %x) {
  %s = shl i64 %x, 32
  %r = ashr i64 %s, 32
  ret i64 %r
}

define i32 @by_one(i32 %x) {
  %r = shl i32 %x, 1
  ret i32 %r
}

define void @in_memory(ptr %p, i8 %n) {
  %v = load i64, ptr %p
  %w = zext i8 %n to i64
  %r = lshr i64 %v, %w
  store i64 %r, ptr %p
  ret void
}
