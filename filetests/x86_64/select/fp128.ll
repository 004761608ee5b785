; Quadruple precision: in vector registers, computed by the runtime library.
; RUN: avarice compile -O2 %s -verify-machineinstrs -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; multiply:                               # @multiply
; # %bb.0:
; 	pushq	%rax
; 	movaps	(%rdi), %xmm1
; 	callq	__multf3@PLT
; 	popq	%rax
; 	retq
;                                         # -- End function
; .LCPI1_0:
; .LCPI1_1:
; signs:                                  # @signs
; # %bb.0:
; 	movaps	.LCPI1_1(%rip), %xmm2           # xmm2 = [0,9223372036854775808]
; 	xorps	%xmm2, %xmm0
; 	andps	%xmm1, %xmm2
; 	andps	.LCPI1_0(%rip), %xmm0
; 	orps	%xmm2, %xmm0
; 	retq
;                                         # -- End function
; less_or_unordered:                      # @less_or_unordered
; # %bb.0:
; 	pushq	%rax
; 	callq	__getf2@PLT
; 	testl	%eax, %eax
; 	sets	%al
; 	popq	%rcx
; 	retq
;                                         # -- End function
; differ:                                 # @differ
; # %bb.0:
; 	pushq	%rbx
; 	subq	$32, %rsp
; 	movaps	%xmm1, 16(%rsp)                 # 16-byte Spill
; 	movaps	%xmm0, (%rsp)                   # 16-byte Spill
; 	callq	__unordtf2@PLT
; 	testl	%eax, %eax
; 	setne	%bl
; 	movaps	(%rsp), %xmm0                   # 16-byte Reload
; 	movaps	16(%rsp), %xmm1                 # 16-byte Reload
; 	callq	__eqtf2@PLT
; 	testl	%eax, %eax
; 	sete	%al
; 	orb	%bl, %al
; 	notb	%al
; 	addq	$32, %rsp
; 	popq	%rbx
; 	retq
;                                         # -- End function
; .LCPI4_0:
; constant:                               # @constant
; # %bb.0:
; 	testb	$1, %dil
; 	jne	.LBB4_2
; # %bb.1:
; 	movaps	.LCPI4_0(%rip), %xmm0           # xmm0 = [0,4611404543450677248]
; .LBB4_2:
; 	retq
;                                         # -- End function
; from_byte:                              # @from_byte
; # %bb.0:
; 	pushq	%rax
; 	movzbl	%dil, %edi
; 	callq	__floatsitf@PLT
; 	popq	%rax
; 	retq
;                                         # -- End function
; to_short:                               # @to_short
; # %bb.0:
; 	pushq	%rax
; 	callq	__fixtfsi@PLT
; 	popq	%rcx
; 	retq
;                                         # -- End function
; narrow:                                 # @narrow
; # %bb.0:
; 	pushq	%rax
; 	callq	__trunctfxf2@PLT
; 	popq	%rax
; 	retq
;                                         # -- End function
; bits:                                   # @bits
; # %bb.0:
; 	movaps	%xmm0, -24(%rsp)
; 	movq	-24(%rsp), %rax
; 	movq	-16(%rsp), %rdx
; 	retq
;                                         # -- End function
; .LCPI9_0:
; functions:                              # @functions
; # %bb.0:
; 	pushq	%rax
; 	andps	.LCPI9_0(%rip), %xmm0
; 	callq	sqrtf128@PLT
; 	movl	$5, %edi
; 	callq	__powitf2@PLT
; 	popq	%rax
; 	retq
;                                         # -- End function
; is_finite:                              # @is_finite
; # %bb.0:
; 	movaps	%xmm0, -24(%rsp)
; 	movq	$-1, %rcx
; 	movabsq	$9223372036854775807, %rax      # imm = 0x7FFFFFFFFFFFFFFF
; 	movq	-24(%rsp), %rdx
; 	andq	%rcx, %rdx
; 	andq	-16(%rsp), %rax
; 	movq	%rdx, %rsi
; 	subq	$0, %rsi
; 	movq	%rax, %rdi
; 	sbbq	$0, %rdi
; 	cmpq	$1, %rsi
; 	sbbq	$0, %rdi
; 	setb	%sil
; 	movq	%rdx, %rdi
; 	subq	$1, %rdi
; 	movq	%rax, %r8
; 	sbbq	$0, %r8
; 	movabsq	$281474976710655, %r9           # imm = 0xFFFFFFFFFFFF
; 	cmpq	%rcx, %rdi
; 	sbbq	%r9, %r8
; 	setb	%cl
; 	movabsq	$281474976710656, %rdi          # imm = 0x1000000000000
; 	subq	$0, %rdx
; 	sbbq	%rdi, %rax
; 	movabsq	$9222809086901354496, %rdi      # imm = 0x7FFE000000000000
; 	cmpq	$0, %rdx
; 	sbbq	%rdi, %rax
; 	setb	%al
; 	orb	$0, %sil
; 	orb	%cl, %al
; 	orb	%sil, %al
; 	retq
;                                         # -- End function

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
