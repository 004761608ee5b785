; Widening is MOVZX, MOVSX or nothing where the instruction before cleared the upper half;
; narrowing is a smaller view of the register.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; zero_extend_32:                         # @zero_extend_32
; # %bb.0:
; 	movl	%edi, %eax
; 	retq
;                                         # -- End function
; zero_extend_sum:                        # @zero_extend_sum
; # %bb.0:
;                                         # kill: def $esi killed $esi def $rsi
;                                         # kill: def $edi killed $edi def $rdi
; 	leal	(%rdi,%rsi), %eax
; 	retq
;                                         # -- End function
; sign_extend_8:                          # @sign_extend_8
; # %bb.0:
; 	movsbq	%dil, %rax
; 	retq
;                                         # -- End function
; zero_extend_16:                         # @zero_extend_16
; # %bb.0:
; 	movzwl	%di, %eax
; 	retq
;                                         # -- End function
; narrow:                                 # @narrow
; # %bb.0:
; 	movq	%rdi, %rax
;                                         # kill: def $eax killed $eax killed $rax
; 	retq
;                                         # -- End function
; store_narrowed:                         # @store_narrowed
; # %bb.0:
; 	movb	%dil, (%rsi)
; 	retq
;                                         # -- End function
; return_zero_extended:                   # @return_zero_extended
; # %bb.0:
; 	movzbl	%dil, %eax
; 	retq
;                                         # -- End function
; return_sign_extended:                   # @return_sign_extended
; # %bb.0:
; 	movswl	%di, %eax
; 	retq
;                                         # -- End function
; known_extension:                        # @known_extension
; # %bb.0:
; 	movzbl	%dil, %eax
; 	retq
;                                         # -- End function
; pointer_to_integer:                     # @pointer_to_integer
; # %bb.0:
; 	movq	%rdi, %rax
; 	retq
;                                         # -- End function
; pointer_to_narrow_integer:              # @pointer_to_narrow_integer
; # %bb.0:
; 	movq	%rdi, %rax
;                                         # kill: def $eax killed $eax killed $rax
; 	retq
;                                         # -- End function
; narrow_integer_to_pointer:              # @narrow_integer_to_pointer
; # %bb.0:
; 	movl	%edi, %eax
; 	retq
;                                         # -- End function

define i64 @zero_extend_32(i32 %x) {
  %r = zext i32 %x to i64
  ret i64 %r
}

define i64 @zero_extend_sum(i32 %x, i32 %y) {
  %s = add i32 %x, %y
  %r = zext i32 %s to i64
  ret i64 %r
}

define i64 @sign_extend_8(i8 %x) {
  %r = sext i8 %x to i64
  ret i64 %r
}

define i32 @zero_extend_16(i16 %x) {
  %r = zext i16 %x to i32
  ret i32 %r
}

define i16 @narrow(i64 %x) {
  %r = trunc i64 %x to i16
  ret i16 %r
}

define void @store_narrowed(i64 %x, ptr %p) {
  %t = trunc i64 %x to i8
  store i8 %t, ptr %p
  ret void
}

define zeroext i8 @return_zero_extended(i32 %x) {
  %r = trunc i32 %x to i8
  ret i8 %r
}

define signext i16 @return_sign_extended(i32 %x) {
  %r = trunc i32 %x to i16
  ret i16 %r
}

define i32 @known_extension(i8 zeroext %x) {
  %r = zext i8 %x to i32
  ret i32 %r
}

define i64 @pointer_to_integer(ptr %p) {
  %r = ptrtoint ptr %p to i64
  ret i64 %r
}

define i32 @pointer_to_narrow_integer(ptr %p) {
  %r = ptrtoint ptr %p to i32
  ret i32 %r
}

define ptr @narrow_integer_to_pointer(i32 %x) {
  %r = inttoptr i32 %x to ptr
  ret ptr %r
}
