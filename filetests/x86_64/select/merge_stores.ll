; Stores of constants that follow each other in memory become one, if nothing in between may read or write what they write.
; Instructions are those of llc 19.1.7, but what it also moves over other accesses, or stores twice.
; RUN: avarice compile %s -mtriple=x86_64-linux-gnu -verify-machineinstrs -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc' -e '^[.]LBB._0'
; OUTPUT:
; pair:                                   # @pair
; # %bb.0:
; 	movabsq	$8589934593, %rax               # imm = 0x200000001
; 	movq	%rax, (%rdi)
; 	retq
;                                         # -- End function
; three:                                  # @three
; # %bb.0:
; 	movw	$2055, (%rdi)                   # imm = 0x807
; 	movb	$9, 2(%rdi)
; 	retq
;                                         # -- End function
; sizes:                                  # @sizes
; # %bb.0:
; 	movabsq	$-281457796841474, %rax         # imm = 0xFFFF0003FFFFFFFE
; 	movq	%rax, (%rdi)
; 	retq
;                                         # -- End function
; kinds:                                  # @kinds
; # %bb.0:
; 	movabsq	$22540189696, %rax              # imm = 0x53F800000
; 	movq	%rax, (%rdi)
; 	movq	$0, 8(%rdi)
; 	retq
;                                         # -- End function
; apart:                                  # @apart
; # %bb.0:
; 	movq	%rsi, 16(%rdi)
; 	movq	8(%rdi), %rax
; 	movq	$0, (%rdi)
; 	retq
;                                         # -- End function
; other:                                  # @other
; # %bb.0:
; 	movl	$0, (%rdi)
; 	movq	%rsi, (%rsi)
; 	movl	$0, 4(%rdi)
; 	retq
;                                         # -- End function
; read:                                   # @read
; # %bb.0:
; 	movl	$70000, (%rdi)                  # imm = 0x11170
; 	movzwl	2(%rdi), %eax
; 	movl	$0, 4(%rdi)
; 	retq
;                                         # -- End function
; twice:                                  # @twice
; # %bb.0:
; 	movl	$1, (%rdi)
; 	movw	$2, 2(%rdi)
; 	movabsq	$17179869187, %rax              # imm = 0x400000003
; 	movq	%rax, (%rdi)
; 	retq
;                                         # -- End function
; volatile:                               # @volatile
; # %bb.0:
; 	movl	$1, (%rdi)
; 	movl	$2, 4(%rdi)
; 	retq
;                                         # -- End function
; objects:                                # @objects
; # %bb.0:
; 	pushq	%rax
; 	movl	$6, (%rsp)
; 	movq	g@GOTPCREL(%rip), %rax
; 	movabsq	$8589934593, %rcx               # imm = 0x200000001
; 	movq	%rcx, 8(%rax)
; 	movq	%rsp, %rdi
; 	callq	use@PLT
; 	popq	%rax
; 	retq
;                                         # -- End function
; called:                                 # @called
; # %bb.0:
; 	pushq	%rbx
; 	movq	%rdi, %rbx
; 	movl	$1, (%rdi)
; 	callq	use@PLT
; 	movl	$2, 4(%rbx)
; 	popq	%rbx
; 	retq
;                                         # -- End function
; counted:                                # @counted
; # %bb.0:
; 	rep		bsfl	%esi, %eax
; 	movq	$1, (%rdi)
; 	retq
;                                         # -- End function
; zeros:                                  # @zeros
; # %bb.0:
; 	xorps	%xmm0, %xmm0
; 	movaps	%xmm0, (%rdi)
; 	movq	$0, 16(%rdi)
; 	movq	$0, 24(%rdi)
; 	retq
;                                         # -- End function
; .LCPI13_0:
; vector:                                 # @vector
; # %bb.0:
; 	movaps	.LCPI13_0(%rip), %xmm0          # xmm0 = [8589934593,17179869187]
; 	movaps	%xmm0, (%rdi)
; 	retq
;                                         # -- End function
; no_vector:                              # @no_vector
; # %bb.0:
; 	movq	$0, (%rdi)
; 	movq	$0, 8(%rdi)
; 	retq
;                                         # -- End function
; as_it_is:                               # @as_it_is
; # %bb.0:
; 	movl	$1, (%rdi)
; 	movl	$2, 4(%rdi)
; 	retq
;                                         # -- End function
; anywhere:                               # @anywhere
; # %bb.0:
; 	xorps	%xmm0, %xmm0
; 	movups	%xmm0, (%rdi)
; 	retq
;                                         # -- End function
; g:
;

@g = global [16 x i8] zeroinitializer, align 16

; One word.
define void @pair(ptr %p) {
  store i32 1, ptr %p
  %q = getelementptr i8, ptr %p, i64 4
  store i32 2, ptr %q
  ret void
}

; Three bytes are two and one.
define void @three(ptr %p) {
  store i8 7, ptr %p
  %q = getelementptr i8, ptr %p, i64 1
  store i8 8, ptr %q
  %r = getelementptr i8, ptr %p, i64 2
  store i8 9, ptr %r
  ret void
}

; What small ones become is merged again, in any order.
define void @sizes(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 4
  %r = getelementptr i8, ptr %p, i64 6
  store i16 -1, ptr %r
  store i32 -2, ptr %p
  store i16 3, ptr %q
  ret void
}

; Floating-point numbers are bits, and null is zero.
define void @kinds(ptr %p) {
  store float 1.0, ptr %p
  %q = getelementptr i8, ptr %p, i64 4
  store i32 5, ptr %q
  %r = getelementptr i8, ptr %p, i64 8
  store ptr null, ptr %r
  ret void
}

; Other bytes of the same object may be written and read in between.
define i64 @apart(ptr %p, i64 %v) {
  store i32 0, ptr %p
  %s = getelementptr i8, ptr %p, i64 16
  store i64 %v, ptr %s
  %t = getelementptr i8, ptr %p, i64 8
  %old = load i64, ptr %t
  %q = getelementptr i8, ptr %p, i64 4
  store i32 0, ptr %q
  ret i64 %old
}

; The other pointer may be to the same bytes.
define void @other(ptr %p, ptr %x) {
  store i32 0, ptr %p
  store ptr %x, ptr %x
  %q = getelementptr i8, ptr %p, i64 4
  store i32 0, ptr %q
  ret void
}

; What is read has been written before.
define i16 @read(ptr %p) {
  store i32 70000, ptr %p
  %r = getelementptr i8, ptr %p, i64 2
  %high = load i16, ptr %r
  %q = getelementptr i8, ptr %p, i64 4
  store i32 0, ptr %q
  ret i16 %high
}

; The last one to write a byte is right.
define void @twice(ptr %p) {
  store i32 1, ptr %p
  %q = getelementptr i8, ptr %p, i64 2
  store i16 2, ptr %q
  store i32 3, ptr %p
  %r = getelementptr i8, ptr %p, i64 4
  store i32 4, ptr %r
  ret void
}

; A volatile store stays, and stays where it is.
define void @volatile(ptr %p) {
  store volatile i32 1, ptr %p
  %q = getelementptr i8, ptr %p, i64 4
  store i32 2, ptr %q
  ret void
}

; A variable and an object on the stack.
define void @objects() {
  %s = alloca i64
  store i32 6, ptr %s
  store i32 1, ptr getelementptr (i8, ptr @g, i64 8)
  store i32 2, ptr getelementptr ([16 x i8], ptr @g, i64 0, i64 12)
  call void @use(ptr %s)
  ret void
}

; A call may read.
define void @called(ptr %p) {
  store i32 1, ptr %p
  call void @use(ptr %p)
  %q = getelementptr i8, ptr %p, i64 4
  store i32 2, ptr %q
  ret void
}

; Intrinsics without memory may not.
define i32 @counted(ptr %p, i32 %x) {
  store i32 1, ptr %p
  %n = call i32 @llvm.cttz.i32(i32 %x, i1 true)
  %q = getelementptr i8, ptr %p, i64 4
  store i32 0, ptr %q
  ret i32 %n
}

; Zeros of two words, aligned or not.
define void @zeros(ptr %p) {
  store i64 0, ptr %p, align 16
  %q = getelementptr i8, ptr %p, i64 8
  store i64 0, ptr %q
  %r = getelementptr i8, ptr %p, i64 16
  store i64 0, ptr %r, align 4
  %s = getelementptr i8, ptr %p, i64 24
  store i64 0, ptr %s
  ret void
}

; A vector that is no zero is loaded.
define void @vector(ptr %p) {
  store i32 1, ptr %p, align 16
  %q = getelementptr i8, ptr %p, i64 4
  store i32 2, ptr %q
  %r = getelementptr i8, ptr %p, i64 8
  store i32 3, ptr %r
  %s = getelementptr i8, ptr %p, i64 12
  store i32 4, ptr %s
  ret void
}

; Vector registers are not to be used.
define void @no_vector(ptr %p) noimplicitfloat {
  store i64 0, ptr %p, align 16
  %q = getelementptr i8, ptr %p, i64 8
  store i64 0, ptr %q
  ret void
}

; Nothing is changed.
define void @as_it_is(ptr %p) noinline optnone {
  store i32 1, ptr %p
  %q = getelementptr i8, ptr %p, i64 4
  store i32 2, ptr %q
  ret void
}

; Where vectors are not slow at any address.
define void @anywhere(ptr %p) "tune-cpu"="generic" {
  store i64 0, ptr %p
  %q = getelementptr i8, ptr %p, i64 8
  store i64 0, ptr %q
  ret void
}

declare void @use(ptr)
declare i32 @llvm.cttz.i32(i32, i1)
