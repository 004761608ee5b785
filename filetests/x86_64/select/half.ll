; half and bfloat: in vector registers, computed as float; with +f16c converted by instructions.
; RUN: avarice compile -O2 %s -verify-machineinstrs -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; add:                                    # @add
; # %bb.0:
; 	pushq	%rax
; 	movzwl	(%rdi), %eax
; 	movl	%eax, 4(%rsp)                   # 4-byte Spill
; 	callq	__extendhfsf2@PLT
; 	movss	%xmm0, (%rsp)                   # 4-byte Spill
; 	movss	4(%rsp), %xmm0                  # 4-byte Reload
;                                         # xmm0 = mem[0],zero,zero,zero
; 	callq	__extendhfsf2@PLT
; 	addss	(%rsp), %xmm0                   # 4-byte Folded Reload
; 	callq	__truncsfhf2@PLT
; 	popq	%rax
; 	retq
;                                         # -- End function
; multiply_f16c:                          # @multiply_f16c
; # %bb.0:
; 	vcvtph2ps	%xmm0, %xmm0
; 	vcvtph2ps	%xmm1, %xmm1
; 	vmulss	%xmm1, %xmm0, %xmm0
; 	vcvtps2ph	$4, %xmm0, %xmm0
; 	retq
;                                         # -- End function
; add_bfloat:                             # @add_bfloat
; # %bb.0:
; 	pushq	%rax
; 	movd	%xmm0, %eax
; 	movzwl	%ax, %eax
; 	shll	$16, %eax
; 	movd	%eax, %xmm2
; 	movd	%xmm1, %eax
; 	movzwl	%ax, %eax
; 	shll	$16, %eax
; 	movd	%eax, %xmm0
; 	addss	%xmm2, %xmm0
; 	callq	__truncsfbf2@PLT
; 	popq	%rax
; 	retq
;                                         # -- End function
; signs:                                  # @signs
; # %bb.0:
; 	movd	%xmm0, %eax
; 	xorl	$-32768, %eax                   # imm = 0x8000
; 	movd	%xmm1, %ecx
; 	andl	$-32768, %ecx                   # imm = 0x8000
; 	andl	$32767, %eax                    # imm = 0x7FFF
; 	orl	%ecx, %eax
; 	movw	%ax, (%rdi)
; 	retq
;                                         # -- End function
; .LCPI4_0:
; constant:                               # @constant
; # %bb.0:
; 	testb	$1, %dil
; 	jne	.LBB4_2
; # %bb.1:
; 	movzwl	.LCPI4_0(%rip), %eax
; 	movd	%eax, %xmm0
; .LBB4_2:
; 	retq
;                                         # -- End function
; less:                                   # @less
; # %bb.0:
; 	pushq	%rax
; 	movss	%xmm1, 4(%rsp)                  # 4-byte Spill
; 	callq	__extendhfsf2@PLT
; 	movss	%xmm0, (%rsp)                   # 4-byte Spill
; 	movss	4(%rsp), %xmm0                  # 4-byte Reload
;                                         # xmm0 = mem[0],zero,zero,zero
; 	callq	__extendhfsf2@PLT
; 	ucomiss	(%rsp), %xmm0                   # 4-byte Folded Reload
; 	seta	%al
; 	popq	%rcx
; 	retq
;                                         # -- End function
; from_double:                            # @from_double
; # %bb.0:
; 	pushq	%rax
; 	callq	__truncdfhf2@PLT
; 	popq	%rax
; 	retq
;                                         # -- End function
; to_bits:                                # @to_bits
; # %bb.0:
; 	pushq	%rax
; 	callq	__truncsfhf2@PLT
; 	movd	%xmm0, %eax
; 	popq	%rcx
; 	retq
;                                         # -- End function
; element:                                # @element
; # %bb.0:
; 	pextrw	$3, %xmm0, %eax
; 	movd	%eax, %xmm0
; 	retq
;                                         # -- End function
; vectors:                                # @vectors
; # %bb.0:
; 	subq	$56, %rsp
; 	movdqa	%xmm1, 32(%rsp)                 # 16-byte Spill
; 	movdqa	%xmm0, 16(%rsp)                 # 16-byte Spill
; 	movd	%xmm0, %eax
; 	movd	%eax, %xmm0
; 	movd	%xmm1, %eax
; 	movl	%eax, 8(%rsp)                   # 4-byte Spill
; 	callq	__extendhfsf2@PLT
; 	movd	%xmm0, 12(%rsp)                 # 4-byte Folded Spill
; 	movss	8(%rsp), %xmm0                  # 4-byte Reload
;                                         # xmm0 = mem[0],zero,zero,zero
; 	callq	__extendhfsf2@PLT
; 	movss	12(%rsp), %xmm1                 # 4-byte Reload
;                                         # xmm1 = mem[0],zero,zero,zero
; 	subss	%xmm0, %xmm1
; 	movaps	%xmm1, %xmm0
; 	callq	__truncsfhf2@PLT
; 	movss	%xmm0, 8(%rsp)                  # 4-byte Spill
; 	movdqa	16(%rsp), %xmm0                 # 16-byte Reload
; 	pextrw	$1, %xmm0, %eax
; 	movd	%eax, %xmm0
; 	movdqa	32(%rsp), %xmm1                 # 16-byte Reload
; 	pextrw	$1, %xmm1, %eax
; 	movl	%eax, 32(%rsp)                  # 4-byte Spill
; 	callq	__extendhfsf2@PLT
; 	movd	%xmm0, 16(%rsp)                 # 4-byte Folded Spill
; 	movss	32(%rsp), %xmm0                 # 4-byte Reload
;                                         # xmm0 = mem[0],zero,zero,zero
; 	callq	__extendhfsf2@PLT
; 	movss	16(%rsp), %xmm1                 # 4-byte Reload
;                                         # xmm1 = mem[0],zero,zero,zero
; 	subss	%xmm0, %xmm1
; 	movaps	%xmm1, %xmm0
; 	callq	__truncsfhf2@PLT
; 	movd	8(%rsp), %xmm1                  # 4-byte Folded Reload
;                                         # xmm1 = mem[0],zero,zero,zero
; 	movd	%xmm1, %eax
; 	movd	%eax, %xmm1
; 	movd	%xmm0, %eax
; 	pinsrw	$1, %eax, %xmm1
; 	movdqa	%xmm1, %xmm0
; 	addq	$56, %rsp
; 	retq
;                                         # -- End function
; ninth:                                  # @ninth
; # %bb.0:
; 	movzwl	8(%rsp), %eax
; 	movd	%eax, %xmm0
; 	retq
;                                         # -- End function

define half @add(half %x, ptr %p) {
  %y = load half, ptr %p
  %r = fadd half %x, %y
  ret half %r
}

define half @multiply_f16c(half %x, half %y) #0 {
  %r = fmul half %x, %y
  ret half %r
}

define bfloat @add_bfloat(bfloat %x, bfloat %y) {
  %r = fadd bfloat %x, %y
  ret bfloat %r
}

define void @signs(half %x, half %y, ptr %p) {
  %n = fneg half %x
  %c = call half @llvm.copysign.f16(half %n, half %y)
  store half %c, ptr %p
  ret void
}

define half @constant(i1 %c, half %x) {
  %r = select i1 %c, half %x, half 0xH3C00
  ret half %r
}

define i1 @less(half %x, half %y) {
  %r = fcmp olt half %x, %y
  ret i1 %r
}

define half @from_double(double %x) {
  %r = fptrunc double %x to half
  ret half %r
}

define i16 @to_bits(float %x) {
  %r = call i16 @llvm.convert.to.fp16.f32(float %x)
  ret i16 %r
}

define half @element(<8 x half> %v) {
  %r = extractelement <8 x half> %v, i32 3
  ret half %r
}

define <2 x half> @vectors(<2 x half> %x, <2 x half> %y) {
  %r = fsub <2 x half> %x, %y
  ret <2 x half> %r
}

define half @ninth(half, half, half, half, half, half, half, half, half %x) {
  ret half %x
}

declare half @llvm.copysign.f16(half, half)
declare i16 @llvm.convert.to.fp16.f32(float)

attributes #0 = { "target-features"="+f16c" }
