; Numbers of 80 bits: arithmetic on the x87 stack, conversions through memory, constants, conditions.
; RUN: avarice compile -O2 %s -verify-machineinstrs -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; polynomial:                             # @polynomial
; # %bb.0:
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
;                                         # -- End function
; .LCPI1_0:
; .LCPI1_1:
; constants:                              # @constants
; # %bb.0:
; 	fldt	8(%rsp)
; 	fld1
; 	faddp	%st, %st(1)
; 	flds	.LCPI1_1(%rip)
; 	fmulp	%st, %st(1)
; 	fldt	.LCPI1_0(%rip)
; 	fsubrp	%st, %st(1)
; 	retq
;                                         # -- End function
; to_signed:                              # @to_signed
; # %bb.0:
; 	fldt	8(%rsp)
; 	fnstcw	-12(%rsp)
; 	movzwl	-12(%rsp), %eax
; 	orl	$3072, %eax                     # imm = 0xC00
; 	movw	%ax, -14(%rsp)
; 	fldcw	-14(%rsp)
; 	fistpll	-8(%rsp)
; 	fldcw	-12(%rsp)
; 	movq	-8(%rsp), %rax
; 	retq
;                                         # -- End function
; to_byte:                                # @to_byte
; # %bb.0:
; 	fldt	8(%rsp)
; 	fnstcw	-8(%rsp)
; 	movzwl	-8(%rsp), %eax
; 	orl	$3072, %eax                     # imm = 0xC00
; 	movw	%ax, -10(%rsp)
; 	fldcw	-10(%rsp)
; 	fistpl	-4(%rsp)
; 	fldcw	-8(%rsp)
; 	movl	-4(%rsp), %eax
;                                         # kill: def $al killed $al killed $eax
; 	retq
;                                         # -- End function
; .LCPI4_0:
; to_unsigned:                            # @to_unsigned
; # %bb.0:
; 	fldt	8(%rsp)
; 	flds	.LCPI4_0(%rip)
; 	xorl	%eax, %eax
; 	fxch	%st(1)
; 	fucomi	%st(1), %st
; 	setae	%al
; 	fldz
; 	fcmovnb	%st(2), %st
; 	fstp	%st(2)
; 	fsubp	%st, %st(1)
; 	fnstcw	-12(%rsp)
; 	movzwl	-12(%rsp), %ecx
; 	orl	$3072, %ecx                     # imm = 0xC00
; 	movw	%cx, -14(%rsp)
; 	fldcw	-14(%rsp)
; 	fistpll	-8(%rsp)
; 	fldcw	-12(%rsp)
; 	shlq	$63, %rax
; 	xorq	-8(%rsp), %rax
; 	retq
;                                         # -- End function
; to_signed_sse3:                         # @to_signed_sse3
; # %bb.0:
; 	fldt	8(%rsp)
; 	fisttpl	-4(%rsp)
; 	movl	-4(%rsp), %eax
; 	retq
;                                         # -- End function
; to_wide:                                # @to_wide
; # %bb.0:
; 	subq	$24, %rsp
; 	fldt	32(%rsp)
; 	fstpt	(%rsp)
; 	callq	__fixunsxfti@PLT
; 	addq	$24, %rsp
; 	retq
;                                         # -- End function
; from_memory:                            # @from_memory
; # %bb.0:
; 	fildl	(%rdi)
; 	retq
;                                         # -- End function
; .LCPI8_0:
; from_unsigned:                          # @from_unsigned
; # %bb.0:
; 	movq	%rdi, -8(%rsp)
; 	fildll	-8(%rsp)
; 	flds	.LCPI8_0(%rip)
; 	fldz
; 	testq	%rdi, %rdi
; 	js	.LBB8_2
; # %bb.1:
; 	fstp	%st(1)
; 	fldz
; .LBB8_2:
; 	fstp	%st(0)
; 	faddp	%st, %st(1)
; 	retq
;                                         # -- End function
; narrow:                                 # @narrow
; # %bb.0:
; 	fldt	8(%rsp)
; 	flds	(%rdi)
; 	faddp	%st, %st(1)
; 	fstpl	-8(%rsp)
; 	movsd	-8(%rsp), %xmm0                 # xmm0 = mem[0],zero
; 	retq
;                                         # -- End function
; equal:                                  # @equal
; # %bb.0:
; 	fldt	8(%rsp)
; 	fldt	24(%rsp)
; 	fxch	%st(1)
; 	fucompi	%st(1), %st
; 	fstp	%st(0)
; 	sete	%cl
; 	setnp	%al
; 	andb	%cl, %al
; 	retq
;                                         # -- End function
; select_less:                            # @select_less
; # %bb.0:
; 	fldt	8(%rsp)
; 	fldt	24(%rsp)
; 	fucomi	%st(1), %st
; 	fcmovnbe	%st(1), %st
; 	fstp	%st(1)
; 	retq
;                                         # -- End function
; select_signed:                          # @select_signed
; # %bb.0:
; 	fldt	8(%rsp)
; 	fldt	24(%rsp)
; 	cmpl	%esi, %edi
; 	jl	.LBB12_2
; # %bb.1:
; 	fstp	%st(1)
; 	fldz
; .LBB12_2:
; 	fstp	%st(0)
; 	retq
;                                         # -- End function
; functions:                              # @functions
; # %bb.0:
; 	subq	$56, %rsp
; 	fldt	64(%rsp)
; 	fldt	80(%rsp)
; 	fstpt	44(%rsp)                        # 10-byte Folded Spill
; 	fabs
; 	fsqrt
; 	fstpt	(%rsp)
; 	callq	sinl@PLT
; 	fstpt	(%rsp)
; 	fldt	44(%rsp)                        # 10-byte Folded Reload
; 	fstpt	16(%rsp)
; 	callq	fmodl@PLT
; 	addq	$56, %rsp
; 	retq
;                                         # -- End function
; pair:                                   # @pair
; # %bb.0:
; 	fldt	8(%rsp)
; 	fld	%st(0)
; 	fxch	%st(1)
; 	retq
;                                         # -- End function

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
