; Address arithmetic without memory access is LEA; a sum of two registers and a constant is one.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; sum_of_scaled:                          # @sum_of_scaled
; # %bb.0:
; 	leaq	(%rdi,%rsi,4), %rax
; 	retq
;                                         # -- End function
; sum_and_constant:                       # @sum_and_constant
; # %bb.0:
; 	leaq	42(%rdi,%rsi), %rax
; 	retq
;                                         # -- End function
; narrow:                                 # @narrow
; # %bb.0:
;                                         # kill: def $esi killed $esi def $rsi
; 	leal	(,%rsi,8), %eax
; 	addl	%edi, %eax
; 	addl	$-7, %eax
; 	retq
;                                         # -- End function
; pointer:                                # @pointer
; # %bb.0:
; 	shlq	$4, %rsi
; 	leaq	8(%rdi,%rsi), %rax
; 	retq
;                                         # -- End function
; disjoint_or:                            # @disjoint_or
; # %bb.0:
; 	leaq	(,%rdi,8), %rax
; 	orq	$5, %rax
; 	retq
;                                         # -- End function
; wide_constant:                          # @wide_constant
; # %bb.0:
; 	movabsq	$81985529216486895, %rax        # imm = 0x123456789ABCDEF
; 	addq	%rdi, %rax
; 	retq
;                                         # -- End function
; plus_128:                               # @plus_128
; # %bb.0:
; 	leaq	128(%rdi), %rax
; 	retq
;                                         # -- End function

define i64 @sum_of_scaled(i64 %a, i64 %b) {
  %s = shl i64 %b, 2
  %r = add i64 %a, %s
  ret i64 %r
}

define i64 @sum_and_constant(i64 %a, i64 %b) {
  %s = add i64 %a, %b
  %r = add i64 %s, 42
  ret i64 %r
}

define i32 @narrow(i32 %a, i32 %b) {
  %s = shl i32 %b, 3
  %t = add i32 %a, %s
  %r = add i32 %t, -7
  ret i32 %r
}

define ptr @pointer(ptr %p, i64 %i) {
  %a = getelementptr { i64, i64 }, ptr %p, i64 %i, i32 1
  ret ptr %a
}

define i64 @disjoint_or(i64 %a) {
  %s = shl i64 %a, 3
  %r = or disjoint i64 %s, 5
  ret i64 %r
}

define i64 @wide_constant(i64 %a) {
  %r = add i64 %a, 81985529216486895
  ret i64 %r
}

define i64 @plus_128(i64 %a) {
  %r = add i64 %a, 128
  ret i64 %r
}
