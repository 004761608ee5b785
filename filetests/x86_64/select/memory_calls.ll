; Copies and fills of unknown or large size are calls; a move whose areas may overlap loads all
; before it stores; size zero is nothing.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; copy:                                   # @copy
; # %bb.0:
; 	pushq	%rax
; 	callq	memcpy@PLT
; 	popq	%rax
; 	retq
;                                         # -- End function
; move:                                   # @move
; # %bb.0:
; 	pushq	%rax
; 	callq	memmove@PLT
; 	popq	%rax
; 	retq
;                                         # -- End function
; fill:                                   # @fill
; # %bb.0:
; 	pushq	%rax
; 	movzbl	%sil, %esi
; 	movl	%edx, %edx
; 	callq	memset@PLT
; 	popq	%rax
; 	retq
;                                         # -- End function
; copy_nothing:                           # @copy_nothing
; # %bb.0:
; 	retq
;                                         # -- End function
; copy_11:                                # @copy_11
; # %bb.0:
; 	movq	(%rsi), %rax
; 	movq	%rax, (%rdi)
; 	movl	7(%rsi), %eax
; 	movl	%eax, 7(%rdi)
; 	retq
;                                         # -- End function
; move_5:                                 # @move_5
; # %bb.0:
; 	movl	(%rsi), %eax
; 	movzbl	4(%rsi), %ecx
; 	movl	%eax, (%rdi)
; 	movb	%cl, 4(%rdi)
; 	retq
;                                         # -- End function
; fill_12_with_ones:                      # @fill_12_with_ones
; # %bb.0:
; 	movq	$-1, (%rdi)
; 	movl	$-1, 8(%rdi)
; 	retq
;                                         # -- End function
; always_inline:                          # @always_inline
; # %bb.0:
; 	movups	(%rsi), %xmm0
; 	movups	%xmm0, (%rdi)
; 	movups	16(%rsi), %xmm0
; 	movups	%xmm0, 16(%rdi)
; 	movzbl	32(%rsi), %eax
; 	movb	%al, 32(%rdi)
; 	retq
;                                         # -- End function
; fill_for_size:                          # @fill_for_size
; # %bb.0:
; 	pushq	%rax
; 	movl	$200, %edx
; 	xorl	%esi, %esi
; 	callq	memset@PLT
; 	popq	%rax
; 	retq
;                                         # -- End function

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)
declare void @llvm.memcpy.inline.p0.p0.i64(ptr, ptr, i64, i1)

define void @copy(ptr %p, ptr %q, i64 %n) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)
  ret void
}

define void @move(ptr %p, ptr %q, i64 %n) {
  call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)
  ret void
}

define void @fill(ptr %p, i8 %c, i32 %n) {
  call void @llvm.memset.p0.i32(ptr %p, i8 %c, i32 %n, i1 false)
  ret void
}

define void @copy_nothing(ptr %p, ptr %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 0, i1 false)
  ret void
}

define void @copy_11(ptr %p, ptr %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 11, i1 false)
  ret void
}

define void @move_5(ptr %p, ptr %q) {
  call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %q, i64 5, i1 false)
  ret void
}

define void @fill_12_with_ones(ptr %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 -1, i64 12, i1 false)
  ret void
}

define void @always_inline(ptr %p, ptr %q) {
  call void @llvm.memcpy.inline.p0.p0.i64(ptr %p, ptr %q, i64 33, i1 false)
  ret void
}

define void @fill_for_size(ptr %p) minsize optsize {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 200, i1 false)
  ret void
}
