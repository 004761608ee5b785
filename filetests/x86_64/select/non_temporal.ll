; Accesses that are not to leave anything in caches: integers of 4 and 8 bytes and vectors have stores of their own, and
; aligned vectors loads from SSE4.1 on. Instructions are those of llc 19.1.7, but where it stores integers as floats.
; RUN: avarice compile %s -mattr=+avx -o - | FileCheck %s --check-prefix=AVX
; RUN: avarice compile %s -mattr=+sse4.1 -verify-machineinstrs -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc' -e '^[.]LBB._0'
; OUTPUT:
; i32:                                    # @i32
; # %bb.0:
; 	movntil	%esi, (%rdi)
; 	retq
;                                         # -- End function
; i64:                                    # @i64
; # %bb.0:
; 	movntiq	%rsi, (%rdi)
; 	retq
;                                         # -- End function
; i16:                                    # @i16
; # %bb.0:
; 	movw	%si, (%rdi)
; 	retq
;                                         # -- End function
; c32:                                    # @c32
; # %bb.0:
; 	movl	$5, %eax
; 	movntil	%eax, (%rdi)
; 	retq
;                                         # -- End function
; c64:                                    # @c64
; # %bb.0:
; 	movl	$5, %eax
; 	movntiq	%rax, (%rdi)
; 	retq
;                                         # -- End function
; f32:                                    # @f32
; # %bb.0:
; 	movss	%xmm0, (%rdi)
; 	retq
;                                         # -- End function
; f64:                                    # @f64
; # %bb.0:
; 	movsd	%xmm0, (%rdi)
; 	retq
;                                         # -- End function
; ptr:                                    # @ptr
; # %bb.0:
; 	movntiq	%rdi, (%rdi)
; 	retq
;                                         # -- End function
; v4f:                                    # @v4f
; # %bb.0:
; 	movntps	%xmm0, (%rdi)
; 	retq
;                                         # -- End function
; v2d:                                    # @v2d
; # %bb.0:
; 	movntps	%xmm0, (%rdi)
; 	retq
;                                         # -- End function
; v4i:                                    # @v4i
; # %bb.0:
; 	paddd	%xmm1, %xmm0
; 	movntdq	%xmm0, (%rdi)
; 	retq
;                                         # -- End function
; v4iu:                                   # @v4iu
; # %bb.0:
; 	paddd	%xmm1, %xmm0
; 	movq	%xmm0, %rax
; 	movntiq	%rax, (%rdi)
; 	psrldq	$8, %xmm0                       # xmm0 = xmm0[8,9,10,11,12,13,14,15],zero,zero,zero,zero,zero,zero,zero,zero
; 	movq	%xmm0, %rax
; 	movntiq	%rax, 8(%rdi)
; 	retq
;                                         # -- End function
; v2i:                                    # @v2i
; # %bb.0:
; 	movq	%xmm0, %rax
; 	movntiq	%rax, (%rdi)
; 	retq
;                                         # -- End function
; v8i:                                    # @v8i
; # %bb.0:
; 	movntps	%xmm0, (%rdi)
; 	movntps	%xmm1, 16(%rdi)
; 	retq
;                                         # -- End function
; z:                                      # @z
; # %bb.0:
; 	xorps	%xmm0, %xmm0
; 	movntps	%xmm0, (%rdi)
; 	retq
;                                         # -- End function
; l:                                      # @l
; # %bb.0:
; 	movntdqa	(%rdi), %xmm1
; 	paddd	%xmm1, %xmm0
; 	retq
;                                         # -- End function
; lf:                                     # @lf
; # %bb.0:
; 	movntdqa	(%rdi), %xmm1
; 	addps	%xmm1, %xmm0
; 	retq
;                                         # -- End function
; li:                                     # @li
; # %bb.0:
; 	movl	%esi, %eax
; 	addl	(%rdi), %eax
; 	retq
;                                         # -- End function
; rmw:                                    # @rmw
; # %bb.0:
; 	addl	(%rdi), %esi
; 	movntil	%esi, (%rdi)
; 	retq
;                                         # -- End function

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
