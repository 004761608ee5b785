; Vectors in memory: aligned and not, and parts of registers.
; RUN: avarice compile -O2 %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; copy:                                   # @copy
; # %bb.0:
; 	movaps	(%rsi), %xmm0
; 	movups	(%rdi), %xmm1
; 	movups	%xmm0, (%rdi)
; 	movaps	%xmm1, (%rsi)
; 	retq
;                                         # -- End function
; parts:                                  # @parts
; # %bb.0:
; 	movq	(%rsi), %xmm0                   # xmm0 = mem[0],zero
; 	movd	8(%rsi), %xmm1                  # xmm1 = mem[0],zero,zero,zero
; 	punpcklqdq	%xmm1, %xmm0            # xmm0 = xmm0[0],xmm1[0]
; 	movq	%xmm0, (%rdi)
; 	psrldq	$8, %xmm0                       # xmm0 = xmm0[8,9,10,11,12,13,14,15],zero,zero,zero,zero,zero,zero,zero,zero
; 	movd	%xmm0, 8(%rdi)
; 	movss	(%rsi), %xmm0                   # xmm0 = mem[0],zero,zero,zero
; 	movss	%xmm0, (%rdi)
; 	movd	(%rsi), %xmm0                   # xmm0 = mem[0],zero,zero,zero
; 	movzwl	4(%rsi), %eax
; 	movd	%eax, %xmm1
; 	pslldq	$4, %xmm1                       # xmm1 = zero,zero,zero,zero,xmm1[0,1,2,3,4,5,6,7,8,9,10,11]
; 	por	%xmm0, %xmm1
; 	movzbl	6(%rsi), %eax
; 	movd	%eax, %xmm0
; 	pslldq	$6, %xmm0                       # xmm0 = zero,zero,zero,zero,zero,zero,xmm0[0,1,2,3,4,5,6,7,8,9]
; 	por	%xmm1, %xmm0
; 	movd	%xmm0, (%rdi)
; 	movdqa	%xmm0, %xmm1
; 	psrldq	$4, %xmm1                       # xmm1 = xmm1[4,5,6,7,8,9,10,11,12,13,14,15],zero,zero,zero,zero
; 	movd	%xmm1, %eax
; 	movw	%ax, 4(%rdi)
; 	psrldq	$6, %xmm0                       # xmm0 = xmm0[6,7,8,9,10,11,12,13,14,15],zero,zero,zero,zero,zero,zero
; 	movd	%xmm0, %eax
; 	movb	%al, 6(%rdi)
; 	retq
;                                         # -- End function
; .LCPI2_0:
; constants:                              # @constants
; # %bb.0:
; 	pxor	%xmm0, %xmm0
; 	movdqa	%xmm0, (%rdi)
; 	pcmpeqd	%xmm0, %xmm0
; 	movdqa	%xmm0, 16(%rdi)
; 	movaps	.LCPI2_0(%rip), %xmm0           # xmm0 = [4607182418800017408,4611686018427387904]
; 	movaps	%xmm0, 32(%rdi)
; 	movl	$131073, 48(%rdi)               # imm = 0x20001
; 	retq
;                                         # -- End function
; folded:                                 # @folded
; # %bb.0:
; 	movdqu	(%rsi), %xmm1
; 	paddd	(%rdi), %xmm0
; 	pxor	%xmm1, %xmm0
; 	retq
;                                         # -- End function
; phi:                                    # @phi
; # %bb.0:                                # %entry
; 	xorl	%eax, %eax
; 	pxor	%xmm0, %xmm0
; .LBB4_1:                                # %loop
;                                         # =>This Inner Loop Header: Depth=1
; 	paddd	(%rdi), %xmm0
; 	incq	%rax
; 	addq	$16, %rdi
; 	cmpq	%rdx, %rax
; 	jne	.LBB4_1
; # %bb.2:                                # %exit
; 	movdqa	%xmm0, (%rsi)
; 	retq
;                                         # -- End function

define void @copy(ptr %p, ptr %q) {
  %a = load <4 x i32>, ptr %q, align 16
  %b = load <4 x float>, ptr %p, align 1
  store <4 x i32> %a, ptr %p, align 4
  store <4 x float> %b, ptr %q, align 16
  ret void
}

define void @parts(ptr %p, ptr %q) {
  %a = load <3 x float>, ptr %q
  store <3 x float> %a, ptr %p
  %b = load <2 x i16>, ptr %q
  store <2 x i16> %b, ptr %p
  %c = load <7 x i8>, ptr %q
  store <7 x i8> %c, ptr %p
  ret void
}

define void @constants(ptr %p) {
  store <4 x i32> zeroinitializer, ptr %p, align 16
  %1 = getelementptr i8, ptr %p, i64 16
  store <4 x i32> <i32 -1, i32 -1, i32 -1, i32 -1>, ptr %1, align 16
  %2 = getelementptr i8, ptr %p, i64 32
  store <2 x double> <double 1.0, double 2.0>, ptr %2, align 16
  %3 = getelementptr i8, ptr %p, i64 48
  store <2 x i16> <i16 1, i16 2>, ptr %3
  ret void
}

define <4 x i32> @folded(<4 x i32> %a, ptr %p, ptr %q) {
  %b = load <4 x i32>, ptr %p, align 16
  %c = load <4 x i32>, ptr %q, align 8
  %s = add <4 x i32> %a, %b
  %r = xor <4 x i32> %s, %c
  ret <4 x i32> %r
}

define void @phi(ptr %p, ptr %q, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %s = phi <4 x i32> [ zeroinitializer, %entry ], [ %t, %loop ]
  %x = getelementptr <4 x i32>, ptr %p, i64 %i
  %v = load <4 x i32>, ptr %x, align 16
  %t = add <4 x i32> %s, %v
  %j = add i64 %i, 1
  %c = icmp eq i64 %j, %n
  br i1 %c, label %exit, label %loop
exit:
  store <4 x i32> %t, ptr %q, align 16
  ret void
}
