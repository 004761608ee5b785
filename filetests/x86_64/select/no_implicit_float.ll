; With noimplicitfloat no vector registers are used for what is no vector.
; RUN: avarice compile %s -verify-machineinstrs -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc' -e '^[.]LBB._0'
; OUTPUT:
; copies:                                 # @copies
; # %bb.0:
; 	movq	(%rsi), %rax
; 	movq	%rax, (%rdi)
; 	movq	8(%rsi), %rax
; 	movq	%rax, 8(%rdi)
; 	movq	16(%rsi), %rax
; 	movq	%rax, 16(%rdi)
; 	movl	24(%rsi), %eax
; 	movl	%eax, 24(%rdi)
; 	retq
;                                         # -- End function
; moves:                                  # @moves
; # %bb.0:
; 	movq	(%rsi), %rax
; 	movq	8(%rsi), %rcx
; 	movq	16(%rsi), %rdx
; 	movq	24(%rsi), %rsi
; 	movq	%rax, (%rdi)
; 	movq	%rcx, 8(%rdi)
; 	movq	%rdx, 16(%rdi)
; 	movq	%rsi, 24(%rdi)
; 	retq
;                                         # -- End function
; clears:                                 # @clears
; # %bb.0:
; 	movq	$0, (%rdi)
; 	movq	$0, 8(%rdi)
; 	movq	$0, 16(%rdi)
; 	movq	$0, 24(%rdi)
; 	movq	$0, 32(%rdi)
; 	retq
;                                         # -- End function
; fills:                                  # @fills
; # %bb.0:
; 	movabsq	$72340172838076673, %rax        # imm = 0x101010101010101
; 	movzbl	%sil, %ecx
; 	imulq	%rax, %rcx
; 	movq	%rcx, (%rdi)
; 	movq	%rcx, 8(%rdi)
; 	movq	%rcx, 16(%rdi)
; 	movq	%rcx, 24(%rdi)
; 	retq
;                                         # -- End function
; too_large:                              # @too_large
; # %bb.0:
; 	pushq	%rax
; 	movl	$1000, %edx                     # imm = 0x3E8
; 	callq	memcpy@PLT
; 	popq	%rax
; 	retq
;                                         # -- End function

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define void @copies(ptr %p, ptr %q) noimplicitfloat {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 28, i1 false)
  ret void
}

define void @moves(ptr %p, ptr %q) noimplicitfloat {
  call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %q, i64 32, i1 false)
  ret void
}

define void @clears(ptr %p) noimplicitfloat {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 40, i1 false)
  ret void
}

define void @fills(ptr %p, i8 %b) noimplicitfloat {
  call void @llvm.memset.p0.i64(ptr %p, i8 %b, i64 32, i1 false)
  ret void
}

define void @too_large(ptr %p, ptr %q) noimplicitfloat {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 1000, i1 false)
  ret void
}
