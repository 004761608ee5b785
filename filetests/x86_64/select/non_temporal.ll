; Accesses that are not to leave anything in caches: integers of 4 and 8 bytes and vectors have stores of their own, and
; aligned vectors loads from SSE4.1 on. Instructions are those of llc 19.1.7, but where it stores integers as floats.
; RUN: avarice compile %s -mattr=+avx -o - | FileCheck %s --check-prefix=AVX
; RUN: avarice compile %s -mattr=+sse4.1 -verify-machineinstrs -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc' -e '^[.]LBB._0'
; OUTPUT:
; i32:
; 	movntil	%esi, (%rdi)
; 	retq
; i64:
; 	movntiq	%rsi, (%rdi)
; 	retq
; i16:
; 	movw	%si, (%rdi)
; 	retq
; c32:
; 	movl	$5, %eax
; 	movntil	%eax, (%rdi)
; 	retq
; c64:
; 	movl	$5, %eax
; 	movntiq	%rax, (%rdi)
; 	retq
; f32:
; 	movss	%xmm0, (%rdi)
; 	retq
; f64:
; 	movsd	%xmm0, (%rdi)
; 	retq
; ptr:
; 	movntiq	%rdi, (%rdi)
; 	retq
; v4f:
; 	movntps	%xmm0, (%rdi)
; 	retq
; v2d:
; 	movntps	%xmm0, (%rdi)
; 	retq
; v4i:
; .LBB10_0:
; 	paddd	%xmm1, %xmm0
; 	movntdq	%xmm0, (%rdi)
; 	retq
; v4iu:
; .LBB11_0:
; 	paddd	%xmm1, %xmm0
; 	movq	%xmm0, %rax
; 	movntiq	%rax, (%rdi)
; 	psrldq	$8, %xmm0
; 	movq	%xmm0, %rax
; 	movntiq	%rax, 8(%rdi)
; 	retq
; v2i:
; .LBB12_0:
; 	movq	%xmm0, %rax
; 	movntiq	%rax, (%rdi)
; 	retq
; v8i:
; .LBB13_0:
; 	movntps	%xmm0, (%rdi)
; 	movntps	%xmm1, 16(%rdi)
; 	retq
; z:
; .LBB14_0:
; 	xorps	%xmm0, %xmm0
; 	movntps	%xmm0, (%rdi)
; 	retq
; l:
; .LBB15_0:
; 	movntdqa	(%rdi), %xmm1
; 	paddd	%xmm1, %xmm0
; 	retq
; lf:
; .LBB16_0:
; 	movntdqa	(%rdi), %xmm1
; 	addps	%xmm1, %xmm0
; 	retq
; li:
; .LBB17_0:
; 	movl	%esi, %eax
; 	addl	(%rdi), %eax
; 	retq
; rmw:
; .LBB18_0:
; 	addl	(%rdi), %esi
; 	movntil	%esi, (%rdi)
; 	retq

; AVX-LABEL: v4f:
; AVX: vmovntps %xmm0, (%rdi)
; AVX-LABEL: l:
; AVX: vmovntdqa (%rdi), %xmm

define void @i32(ptr %p, i32 %v) {
  store i32 %v, ptr %p, !nontemporal !0
  ret void
}

define void @i64(ptr %p, i64 %v) {
  store i64 %v, ptr %p, !nontemporal !0
  ret void
}

define void @i16(ptr %p, i16 %v) {
  store i16 %v, ptr %p, !nontemporal !0
  ret void
}

define void @c32(ptr %p) {
  store i32 5, ptr %p, !nontemporal !0
  ret void
}

define void @c64(ptr %p) {
  store i64 5, ptr %p, !nontemporal !0
  ret void
}

define void @f32(ptr %p, float %v) {
  store float %v, ptr %p, !nontemporal !0
  ret void
}

define void @f64(ptr %p, double %v) {
  store double %v, ptr %p, !nontemporal !0
  ret void
}

define void @ptr(ptr %p) {
  store ptr %p, ptr %p, !nontemporal !0
  ret void
}

define void @v4f(ptr %p, <4 x float> %v) {
  store <4 x float> %v, ptr %p, !nontemporal !0
  ret void
}

define void @v2d(ptr %p, <2 x double> %v) {
  store <2 x double> %v, ptr %p, !nontemporal !0
  ret void
}

define void @v4i(ptr %p, <4 x i32> %v, <4 x i32> %w) { 
  %s = add <4 x i32> %v, %w
  store <4 x i32> %s, ptr %p, !nontemporal !0
  ret void
}

define void @v4iu(ptr %p, <4 x i32> %v, <4 x i32> %w) { 
  %s = add <4 x i32> %v, %w
  store <4 x i32> %s, ptr %p, align 4, !nontemporal !0
  ret void
}

define void @v2i(ptr %p, <2 x i32> %v) { 
  store <2 x i32> %v, ptr %p, !nontemporal !0
  ret void
}

define void @v8i(ptr %p, <8 x i32> %v) { 
  store <8 x i32> %v, ptr %p, !nontemporal !0
  ret void
}

define void @z(ptr %p) { 
  store <4 x i32> zeroinitializer, ptr %p, !nontemporal !0
  ret void
}

define <4 x i32> @l(ptr %p, <4 x i32> %w) { 
  %v = load <4 x i32>, ptr %p, !nontemporal !0
  %s = add <4 x i32> %v, %w
  ret <4 x i32> %s
}

define <4 x float> @lf(ptr %p, <4 x float> %w) { 
  %v = load <4 x float>, ptr %p, !nontemporal !0
  %s = fadd <4 x float> %v, %w
  ret <4 x float> %s
}

define i32 @li(ptr %p, i32 %w) { 
  %v = load i32, ptr %p, !nontemporal !0
  %s = add i32 %v, %w
  ret i32 %s
}

define void @rmw(ptr %p, i32 %w) { 
  %v = load i32, ptr %p, !nontemporal !0
  %s = add i32 %v, %w
  store i32 %s, ptr %p, !nontemporal !0
  ret void
}

!0 = !{i32 1}
