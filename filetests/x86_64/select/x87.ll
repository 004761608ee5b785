; Numbers of 80 bits: arithmetic on the x87 stack, conversions through memory, constants, conditions.
; RUN: avarice compile -O2 %s -verify-machineinstrs -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; polynomial:
; .LBB0_0:
; 	fldt	8(%rsp)
; 	fldt	24(%rsp)
; 	fldt	40(%rsp)
; 	fld	%st(2)
; 	fmul	%st(2), %st
; 	faddp	%st, %st(1)
; 	fdivp	%st, %st(2)
; 	fsubp	%st, %st(1)
; 	fchs
; 	retq
; .LCPI1_0:
; .LCPI1_1:
; constants:
; .LBB1_0:
; 	fldt	8(%rsp)
; 	fld1
; 	faddp	%st, %st(1)
; 	flds	.LCPI1_1(%rip)
; 	fmulp	%st, %st(1)
; 	fldt	.LCPI1_0(%rip)
; 	fsubrp	%st, %st(1)
; 	retq
; to_signed:
; .LBB2_0:
; 	fldt	8(%rsp)
; 	fnstcw	-12(%rsp)
; 	movzwl	-12(%rsp), %eax
; 	orl	$3072, %eax
; 	movw	%ax, -14(%rsp)
; 	fldcw	-14(%rsp)
; 	fistpll	-8(%rsp)
; 	fldcw	-12(%rsp)
; 	movq	-8(%rsp), %rax
; 	retq
; to_byte:
; .LBB3_0:
; 	fldt	8(%rsp)
; 	fnstcw	-8(%rsp)
; 	movzwl	-8(%rsp), %eax
; 	orl	$3072, %eax
; 	movw	%ax, -10(%rsp)
; 	fldcw	-10(%rsp)
; 	fistpl	-4(%rsp)
; 	fldcw	-8(%rsp)
; 	movl	-4(%rsp), %eax
; 	retq
; .LCPI4_0:
; to_unsigned:
; .LBB4_0:
; 	fldt	8(%rsp)
; 	flds	.LCPI4_0(%rip)
; 	fxch	%st(1)
; 	fucomi	%st(1), %st
; 	setae	%al
; 	fldz
; 	fcmovnb	%st(2), %st
; 	fstp	%st(2)
; 	fsubp	%st, %st(1)
; 	fnstcw	-12(%rsp)
; 	movzwl	-12(%rsp), %ecx
; 	orl	$3072, %ecx
; 	movw	%cx, -14(%rsp)
; 	fldcw	-14(%rsp)
; 	fistpll	-8(%rsp)
; 	fldcw	-12(%rsp)
; 	movzbl	%al, %eax
; 	shlq	$63, %rax
; 	xorq	-8(%rsp), %rax
; 	retq
; to_signed_sse3:
; .LBB5_0:
; 	fldt	8(%rsp)
; 	fisttpl	-4(%rsp)
; 	movl	-4(%rsp), %eax
; 	retq
; to_wide:
; .LBB6_0:
; 	subq	$24, %rsp
; 	fldt	32(%rsp)
; 	fstpt	(%rsp)
; 	callq	__fixunsxfti@PLT
; 	addq	$24, %rsp
; 	retq
; from_memory:
; .LBB7_0:
; 	fildl	(%rdi)
; 	retq
; .LCPI8_0:
; from_unsigned:
; .LBB8_0:
; 	movq	%rdi, -8(%rsp)
; 	fildll	-8(%rsp)
; 	flds	.LCPI8_0(%rip)
; 	fldz
; 	testq	%rdi, %rdi
; 	js	.LBB8_2
; .LBB8_1:
; 	fstp	%st(1)
; 	fldz
; .LBB8_2:
; 	fstp	%st
; 	faddp	%st, %st(1)
; 	retq
; narrow:
; .LBB9_0:
; 	fldt	8(%rsp)
; 	flds	(%rdi)
; 	faddp	%st, %st(1)
; 	fstpl	-8(%rsp)
; 	movsd	-8(%rsp), %xmm0
; 	retq
; equal:
; .LBB10_0:
; 	fldt	8(%rsp)
; 	fldt	24(%rsp)
; 	fxch	%st(1)
; 	fucompi	%st(1), %st
; 	fstp	%st
; 	sete	%cl
; 	setnp	%al
; 	andb	%cl, %al
; 	retq
; select_less:
; .LBB11_0:
; 	fldt	8(%rsp)
; 	fldt	24(%rsp)
; 	fucomi	%st(1), %st
; 	fcmovnbe	%st(1), %st
; 	fstp	%st(1)
; 	retq
; select_signed:
; .LBB12_0:
; 	fldt	8(%rsp)
; 	fldt	24(%rsp)
; 	cmpl	%esi, %edi
; 	jl	.LBB12_2
; .LBB12_1:
; 	fstp	%st(1)
; 	fldz
; .LBB12_2:
; 	fstp	%st
; 	retq
; functions:
; .LBB13_0:
; 	subq	$56, %rsp
; 	fldt	64(%rsp)
; 	fldt	80(%rsp)
; 	fstpt	44(%rsp)
; 	fabs
; 	fsqrt
; 	fstpt	(%rsp)
; 	callq	sinl@PLT
; 	fstpt	(%rsp)
; 	fldt	44(%rsp)
; 	fstpt	16(%rsp)
; 	callq	fmodl@PLT
; 	addq	$56, %rsp
; 	retq
; pair:
; .LBB14_0:
; 	fldt	8(%rsp)
; 	fld	%st
; 	fxch	%st(1)
; 	retq

define x86_fp80 @polynomial(x86_fp80 %x, x86_fp80 %a, x86_fp80 %b) {
  %m = fmul x86_fp80 %x, %a
  %s = fadd x86_fp80 %m, %b
  %q = fdiv x86_fp80 %s, %x
  %d = fsub x86_fp80 %a, %q
  %n = fneg x86_fp80 %d
  ret x86_fp80 %n
}

define x86_fp80 @constants(x86_fp80 %x) {
  %a = fadd x86_fp80 %x, 0xK3FFF8000000000000000
  %b = fmul x86_fp80 %a, 0xKC000A000000000000000
  %c = fsub x86_fp80 %b, 0xK4000C90FDAA22168C235
  ret x86_fp80 %c
}

define i64 @to_signed(x86_fp80 %x) {
  %r = fptosi x86_fp80 %x to i64
  ret i64 %r
}

define i8 @to_byte(x86_fp80 %x) {
  %r = fptoui x86_fp80 %x to i8
  ret i8 %r
}

define i64 @to_unsigned(x86_fp80 %x) {
  %r = fptoui x86_fp80 %x to i64
  ret i64 %r
}

define i32 @to_signed_sse3(x86_fp80 %x) #0 {
  %r = fptosi x86_fp80 %x to i32
  ret i32 %r
}

define i128 @to_wide(x86_fp80 %x) {
  %r = fptoui x86_fp80 %x to i128
  ret i128 %r
}

define x86_fp80 @from_memory(ptr %p) {
  %i = load i32, ptr %p
  %r = sitofp i32 %i to x86_fp80
  ret x86_fp80 %r
}

define x86_fp80 @from_unsigned(i64 %i) {
  %r = uitofp i64 %i to x86_fp80
  ret x86_fp80 %r
}

define double @narrow(x86_fp80 %x, ptr %p) {
  %f = load float, ptr %p
  %e = fpext float %f to x86_fp80
  %s = fadd x86_fp80 %x, %e
  %r = fptrunc x86_fp80 %s to double
  ret double %r
}

define i1 @equal(x86_fp80 %x, x86_fp80 %y) {
  %r = fcmp oeq x86_fp80 %x, %y
  ret i1 %r
}

define x86_fp80 @select_less(x86_fp80 %x, x86_fp80 %y) {
  %c = fcmp olt x86_fp80 %x, %y
  %r = select i1 %c, x86_fp80 %x, x86_fp80 %y
  ret x86_fp80 %r
}

define x86_fp80 @select_signed(x86_fp80 %x, x86_fp80 %y, i32 %i, i32 %j) {
  %c = icmp slt i32 %i, %j
  %r = select i1 %c, x86_fp80 %x, x86_fp80 %y
  ret x86_fp80 %r
}

define x86_fp80 @functions(x86_fp80 %x, x86_fp80 %y) {
  %a = call x86_fp80 @llvm.fabs.f80(x86_fp80 %x)
  %b = call x86_fp80 @llvm.sqrt.f80(x86_fp80 %a)
  %c = call x86_fp80 @llvm.sin.f80(x86_fp80 %b)
  %d = frem x86_fp80 %c, %y
  ret x86_fp80 %d
}

define { x86_fp80, x86_fp80 } @pair(x86_fp80 %x) {
  %a = insertvalue { x86_fp80, x86_fp80 } poison, x86_fp80 %x, 0
  %b = insertvalue { x86_fp80, x86_fp80 } %a, x86_fp80 %x, 1
  ret { x86_fp80, x86_fp80 } %b
}

declare x86_fp80 @llvm.fabs.f80(x86_fp80)
declare x86_fp80 @llvm.sqrt.f80(x86_fp80)
declare x86_fp80 @llvm.sin.f80(x86_fp80)

attributes #0 = { "target-features"="+sse3" }
