; Integer minimum, maximum and absolute value are comparisons and CMOV.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; signed_minimum:                         # @signed_minimum
; # %bb.0:
; 	movl	%esi, %eax
; 	cmpl	%esi, %edi
; 	cmovll	%edi, %eax
; 	retq
;                                         # -- End function
; unsigned_maximum:                       # @unsigned_maximum
; # %bb.0:
; 	movq	%rsi, %rax
; 	cmpq	%rsi, %rdi
; 	cmovaq	%rdi, %rax
; 	retq
;                                         # -- End function
; byte_maximum:                           # @byte_maximum
; # %bb.0:
; 	movsbl	%dil, %ecx
; 	movsbl	%sil, %eax
; 	cmpl	%eax, %ecx
; 	cmovgl	%ecx, %eax
;                                         # kill: def $al killed $al killed $eax
; 	retq
;                                         # -- End function
; clamp:                                  # @clamp
; # %bb.0:
; 	movl	$1000, %eax                     # imm = 0x3E8
; 	movzwl	%di, %ecx
; 	cmpl	$1000, %ecx                     # imm = 0x3E8
; 	cmovbl	%ecx, %eax
; 	retq
;                                         # -- End function
; absolute:                               # @absolute
; # %bb.0:
; 	movl	%edi, %eax
; 	negl	%eax
; 	cmovsl	%edi, %eax
; 	retq
;                                         # -- End function
; absolute_wide:                          # @absolute_wide
; # %bb.0:
; 	movq	%rdi, %rax
; 	negq	%rax
; 	cmovsq	%rdi, %rax
; 	retq
;                                         # -- End function
; by_select:                              # @by_select
; # %bb.0:
; 	movq	%rdi, %rax
; 	cmpq	%rsi, %rdi
; 	cmovgq	%rsi, %rax
; 	retq
;                                         # -- End function

declare i32 @llvm.smin.i32(i32, i32)
declare i64 @llvm.umax.i64(i64, i64)
declare i8 @llvm.smax.i8(i8, i8)
declare i16 @llvm.umin.i16(i16, i16)
declare i32 @llvm.abs.i32(i32, i1)
declare i64 @llvm.abs.i64(i64, i1)
declare i32 @llvm.scmp.i32.i64(i64, i64)

define i32 @signed_minimum(i32 %a, i32 %b) {
  %r = call i32 @llvm.smin.i32(i32 %a, i32 %b)
  ret i32 %r
}

define i64 @unsigned_maximum(i64 %a, i64 %b) {
  %r = call i64 @llvm.umax.i64(i64 %a, i64 %b)
  ret i64 %r
}

define i8 @byte_maximum(i8 %a, i8 %b) {
  %r = call i8 @llvm.smax.i8(i8 %a, i8 %b)
  ret i8 %r
}

define i16 @clamp(i16 %a) {
  %r = call i16 @llvm.umin.i16(i16 %a, i16 1000)
  ret i16 %r
}

define i32 @absolute(i32 %a) {
  %r = call i32 @llvm.abs.i32(i32 %a, i1 false)
  ret i32 %r
}

define i64 @absolute_wide(i64 %a) {
  %r = call i64 @llvm.abs.i64(i64 %a, i1 true)
  ret i64 %r
}

define i64 @by_select(i64 %a, i64 %b) {
  %c = icmp sgt i64 %a, %b
  %r = select i1 %c, i64 %b, i64 %a
  ret i64 %r
}
