; Quadruple precision: in vector registers, computed by the runtime library.
; RUN: avarice compile -O2 %s -verify-machineinstrs -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; multiply:
; .LBB0_0:
; 	pushq	%rax
; 	movdqa	(%rdi), %xmm1
; 	callq	__multf3@PLT
; 	popq	%rax
; 	retq
; .LCPI1_0:
; .LCPI1_1:
; signs:
; .LBB1_0:
; 	movaps	.LCPI1_1(%rip), %xmm2
; 	pxor	%xmm2, %xmm0
; 	pand	%xmm1, %xmm2
; 	pand	.LCPI1_0(%rip), %xmm0
; 	por	%xmm2, %xmm0
; 	retq
; less_or_unordered:
; .LBB2_0:
; 	pushq	%rax
; 	callq	__getf2@PLT
; 	testl	%eax, %eax
; 	sets	%al
; 	popq	%rcx
; 	retq
; differ:
; .LBB3_0:
; 	pushq	%rbx
; 	subq	$32, %rsp
; 	movaps	%xmm1, 16(%rsp)
; 	movaps	%xmm0, (%rsp)
; 	callq	__unordtf2@PLT
; 	testl	%eax, %eax
; 	setne	%bl
; 	movaps	(%rsp), %xmm0
; 	movaps	16(%rsp), %xmm1
; 	callq	__eqtf2@PLT
; 	testl	%eax, %eax
; 	sete	%al
; 	orb	%bl, %al
; 	notb	%al
; 	addq	$32, %rsp
; 	popq	%rbx
; 	retq
; .LCPI4_0:
; constant:
; .LBB4_0:
; 	movaps	.LCPI4_0(%rip), %xmm1
; 	testb	$1, %dil
; 	jne	.LBB4_2
; .LBB4_1:
; 	movaps	%xmm1, %xmm0
; .LBB4_2:
; 	retq
; from_byte:
; .LBB5_0:
; 	pushq	%rax
; 	movzbl	%dil, %edi
; 	callq	__floatsitf@PLT
; 	popq	%rax
; 	retq
; to_short:
; .LBB6_0:
; 	pushq	%rax
; 	callq	__fixtfsi@PLT
; 	popq	%rcx
; 	retq
; narrow:
; .LBB7_0:
; 	pushq	%rax
; 	callq	__trunctfxf2@PLT
; 	popq	%rax
; 	retq
; bits:
; .LBB8_0:
; 	movdqa	%xmm0, -24(%rsp)
; 	movq	-24(%rsp), %rax
; 	movq	-16(%rsp), %rdx
; 	retq
; .LCPI9_0:
; functions:
; .LBB9_0:
; 	pushq	%rax
; 	pand	.LCPI9_0(%rip), %xmm0
; 	callq	sqrtf128@PLT
; 	movl	$5, %edi
; 	callq	__powitf2@PLT
; 	popq	%rax
; 	retq
; is_finite:
; .LBB10_0:
; 	movdqa	%xmm0, -24(%rsp)
; 	movq	$-1, %rdx
; 	movabsq	$9223372036854775807, %rcx
; 	movq	-24(%rsp), %rsi
; 	andq	%rdx, %rsi
; 	andq	-16(%rsp), %rcx
; 	xorl	%eax, %eax
; 	movq	%rsi, %rax
; 	subq	$0, %rax
; 	movq	%rcx, %rdi
; 	sbbq	$0, %rdi
; 	cmpq	$1, %rax
; 	sbbq	$0, %rdi
; 	setb	%al
; 	movq	%rsi, %rdi
; 	subq	$1, %rdi
; 	movq	%rcx, %r8
; 	sbbq	$0, %r8
; 	movabsq	$281474976710655, %r9
; 	cmpq	%rdx, %rdi
; 	sbbq	%r9, %r8
; 	setb	%dl
; 	movabsq	$281474976710656, %rdi
; 	subq	$0, %rsi
; 	sbbq	%rdi, %rcx
; 	movabsq	$9222809086901354496, %rdi
; 	cmpq	$0, %rsi
; 	sbbq	%rdi, %rcx
; 	setb	%cl
; 	orb	$0, %al
; 	orb	%dl, %al
; 	orb	%cl, %al
; 	retq

define fp128 @multiply(fp128 %x, ptr %p) {
  %y = load fp128, ptr %p
  %r = fmul fp128 %x, %y
  ret fp128 %r
}

define fp128 @signs(fp128 %x, fp128 %y) {
  %n = fneg fp128 %x
  %r = call fp128 @llvm.copysign.f128(fp128 %n, fp128 %y)
  ret fp128 %r
}

define i1 @less_or_unordered(fp128 %x, fp128 %y) {
  %r = fcmp ult fp128 %x, %y
  ret i1 %r
}

define i1 @differ(fp128 %x, fp128 %y) {
  %r = fcmp one fp128 %x, %y
  ret i1 %r
}

define fp128 @constant(i1 %c, fp128 %x) {
  %r = select i1 %c, fp128 %x, fp128 0xL00000000000000003FFF000000000000
  ret fp128 %r
}

define fp128 @from_byte(i8 %x) {
  %r = uitofp i8 %x to fp128
  ret fp128 %r
}

define i16 @to_short(fp128 %x) {
  %r = fptosi fp128 %x to i16
  ret i16 %r
}

define x86_fp80 @narrow(fp128 %x) {
  %r = fptrunc fp128 %x to x86_fp80
  ret x86_fp80 %r
}

define i128 @bits(fp128 %x) {
  %r = bitcast fp128 %x to i128
  ret i128 %r
}

define fp128 @functions(fp128 %x) {
  %a = call fp128 @llvm.fabs.f128(fp128 %x)
  %b = call fp128 @llvm.sqrt.f128(fp128 %a)
  %c = call fp128 @llvm.powi.f128.i32(fp128 %b, i32 5)
  ret fp128 %c
}

define i1 @is_finite(fp128 %x) {
  %r = call i1 @llvm.is.fpclass.f128(fp128 %x, i32 504)
  ret i1 %r
}

declare fp128 @llvm.copysign.f128(fp128, fp128)
declare fp128 @llvm.fabs.f128(fp128)
declare fp128 @llvm.sqrt.f128(fp128)
declare fp128 @llvm.powi.f128.i32(fp128, i32)
declare i1 @llvm.is.fpclass.f128(fp128, i32)
