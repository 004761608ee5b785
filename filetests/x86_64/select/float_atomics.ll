; Atomic operations on floating-point numbers: exchanges and loops over their bits.
; RUN: avarice compile -O2 %s -verify-machineinstrs -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; add:                                    # @add
; # %bb.0:
; 	movl	(%rdi), %eax
; .LBB0_1:                                # =>This Inner Loop Header: Depth=1
; 	movd	%eax, %xmm1
; 	addss	%xmm0, %xmm1
; 	movd	%xmm1, %ecx
; 	lock		cmpxchgl	%ecx, (%rdi)
; 	jne	.LBB0_1
; # %bb.2:
; 	movd	%eax, %xmm0
; 	retq
;                                         # -- End function
; maximum:                                # @maximum
; # %bb.0:
; 	movq	(%rdi), %rax
; .LBB1_1:                                # =>This Inner Loop Header: Depth=1
; 	movq	%rax, %xmm1
; 	movapd	%xmm0, %xmm2
; 	maxsd	%xmm1, %xmm2
; 	cmpunordsd	%xmm1, %xmm1
; 	movapd	%xmm1, %xmm3
; 	andpd	%xmm0, %xmm3
; 	andnpd	%xmm2, %xmm1
; 	orpd	%xmm3, %xmm1
; 	movq	%xmm1, %rcx
; 	lock		cmpxchgq	%rcx, (%rdi)
; 	jne	.LBB1_1
; # %bb.2:
; 	movq	%rax, %xmm0
; 	retq
;                                         # -- End function
; subtract_half:                          # @subtract_half
; # %bb.0:
; 	pushq	%rbp
; 	pushq	%rbx
; 	pushq	%rax
; 	movq	%rdi, %rbx
; 	callq	__extendhfsf2@PLT
; 	movss	%xmm0, 4(%rsp)                  # 4-byte Spill
; 	movzwl	(%rbx), %ebp
; .LBB2_1:                                # =>This Inner Loop Header: Depth=1
; 	movd	%ebp, %xmm0
; 	callq	__extendhfsf2@PLT
; 	subss	4(%rsp), %xmm0                  # 4-byte Folded Reload
; 	callq	__truncsfhf2@PLT
; 	movd	%xmm0, %ecx
; 	movl	%ebp, %eax
; 	lock		cmpxchgw	%cx, (%rbx)
; 	movl	%eax, %ebp
; 	jne	.LBB2_1
; # %bb.2:
; 	movd	%ebp, %xmm0
; 	addq	$8, %rsp
; 	popq	%rbx
; 	popq	%rbp
; 	retq
;                                         # -- End function
; exchange_bfloat:                        # @exchange_bfloat
; # %bb.0:
; 	movd	%xmm0, %eax
; 	xchgw	%ax, (%rdi)
; 	movd	%eax, %xmm0
; 	retq
;                                         # -- End function
; store_half:                             # @store_half
; # %bb.0:
; 	movd	%xmm0, %eax
; 	xchgw	%ax, (%rdi)
; 	retq
;                                         # -- End function

define float @add(ptr %p, float %x) {
  %r = atomicrmw fadd ptr %p, float %x seq_cst
  ret float %r
}

define double @maximum(ptr %p, double %x) {
  %r = atomicrmw fmax ptr %p, double %x seq_cst
  ret double %r
}

define half @subtract_half(ptr %p, half %x) {
  %r = atomicrmw fsub ptr %p, half %x seq_cst
  ret half %r
}

define bfloat @exchange_bfloat(ptr %p, bfloat %x) {
  %r = atomicrmw xchg ptr %p, bfloat %x seq_cst
  ret bfloat %r
}

define void @store_half(ptr %p, half %x) {
  store atomic half %x, ptr %p seq_cst, align 2
  ret void
}
