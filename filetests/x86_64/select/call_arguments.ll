; Arguments go to RDI, RSI, RDX, RCX, R8, R9, XMM0-7, then to the stack in order, eight bytes
; each. Small integers are extended where attributes say so.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; pass_nine:                              # @pass_nine
; # %bb.0:
; 	pushq	%rax
; 	subq	$8, %rsp
; 	movl	$1, %edi
; 	movl	$2, %esi
; 	movl	$3, %edx
; 	movl	$4, %ecx
; 	movl	$5, %r8d
; 	movl	$6, %r9d
; 	pushq	$9
; 	pushq	$8
; 	pushq	$7
; 	callq	nine@PLT
; 	addq	$32, %rsp
; 	popq	%rcx
; 	retq
;                                         # -- End function
; take_nine:                              # @take_nine
; # %bb.0:
; 	movslq	16(%rsp), %rax
; 	addq	8(%rsp), %rax
; 	subq	24(%rsp), %rax
; 	retq
;                                         # -- End function
; pass_floats:                            # @pass_floats
; # %bb.0:
; 	subq	$24, %rsp
; 	movsd	%xmm0, (%rsp)
; 	movss	%xmm1, 8(%rsp)
; 	movaps	%xmm0, %xmm1
; 	movaps	%xmm0, %xmm2
; 	movaps	%xmm0, %xmm3
; 	movaps	%xmm0, %xmm4
; 	movaps	%xmm0, %xmm5
; 	movaps	%xmm0, %xmm6
; 	movaps	%xmm0, %xmm7
; 	callq	floats@PLT
; 	addq	$24, %rsp
; 	retq
;                                         # -- End function
; pass_odd_constants:                     # @pass_odd_constants
; # %bb.0:
; 	pushq	%rax
; 	movabsq	$8589934538, %rax               # imm = 0x1FFFFFFCA
; 	subq	$8, %rsp
; 	movq	$-54, %rdi
; 	movabsq	$8589934538, %rsi               # imm = 0x1FFFFFFCA
; 	xorl	%edx, %edx
; 	xorl	%ecx, %ecx
; 	xorl	%r8d, %r8d
; 	xorl	%r9d, %r9d
; 	pushq	$7
; 	pushq	%rax
; 	pushq	$-54
; 	callq	odd@PLT
; 	addq	$32, %rsp
; 	movabsq	$8589934538, %rax               # imm = 0x1FFFFFFCA
; 	popq	%rcx
; 	retq
;                                         # -- End function
; return_odd_constant:                    # @return_odd_constant
; # %bb.0:
; 	movq	$-54, %rax
; 	retq
;                                         # -- End function
; pass_small:                             # @pass_small
; # %bb.0:
; 	pushq	%rax
; 	movzbl	%dil, %eax
; 	movswl	%di, %esi
; 	movl	%eax, %edi
; 	andb	$1, %al
; 	movzbl	%al, %edx
; 	callq	small@PLT
; 	popq	%rax
; 	retq
;                                         # -- End function
; mixed:                                  # @mixed
; # %bb.0:
; 	cvttsd2si	%xmm0, %rax
; 	addq	%rdi, %rax
; 	addq	%rsi, %rax
; 	addq	%rdx, %rax
; 	retq
;                                         # -- End function
; pair_that_does_not_fit:                 # @pair_that_does_not_fit
; # %bb.0:
; 	movq	16(%rsp), %rax
; 	addq	24(%rsp), %rax
; 	retq
;                                         # -- End function
; pair_in_struct:                         # @pair_in_struct
; # %bb.0:
; 	movq	16(%rsp), %rax
; 	addq	24(%rsp), %rax
; 	addq	32(%rsp), %rax
; 	retq
;                                         # -- End function

declare i64 @nine(i64, i64, i64, i64, i64, i64, i64, i32, i64)
declare void @floats(double, double, double, double, double, double, double, double, double, float)
declare void @odd(i33 signext, i33 zeroext, i32, i32, i32, i32, i33 signext, i33 zeroext, i33 zeroext)
declare void @small(i8 zeroext, i16 signext, i1 zeroext)

define i64 @pass_nine() {
  %r = call i64 @nine(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i32 8, i64 9)
  ret i64 %r
}

define i64 @take_nine(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, i32 %h, i64 %i) {
  %w = sext i32 %h to i64
  %s = add i64 %g, %w
  %r = sub i64 %s, %i
  ret i64 %r
}

define void @pass_floats(double %x, float %y) {
  call void @floats(double %x, double %x, double %x, double %x, double %x, double %x, double %x, double %x, double %x, float %y)
  ret void
}

; All 64 bits of the register or slot count.
define i33 @pass_odd_constants() {
  call void @odd(i33 signext -54, i33 zeroext -54, i32 0, i32 0, i32 0, i32 0, i33 signext -54, i33 zeroext -54, i33 zeroext 7)
  ret i33 -54
}

define signext i33 @return_odd_constant() {
  ret i33 -54
}

define void @pass_small(i32 %x) {
  %a = trunc i32 %x to i8
  %b = trunc i32 %x to i16
  %c = trunc i32 %x to i1
  call void @small(i8 zeroext %a, i16 signext %b, i1 zeroext %c)
  ret void
}

define i64 @mixed(i64 %a, double %b, ptr %c, float %d, i128 %e) {
  %f = fptosi double %b to i64
  %g = add i64 %a, %f
  %h = ptrtoint ptr %c to i64
  %i = add i64 %g, %h
  %j = trunc i128 %e to i64
  %k = add i64 %i, %j
  ret i64 %k
}

; The pair does not fit: it goes to the stack whole, and, as in LLVM, all later integers after it.
define i64 @pair_that_does_not_fit(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i128 %f, i64 %g) {
  %s = lshr i128 %f, 64
  %h = trunc i128 %s to i64
  %r = add i64 %h, %g
  ret i64 %r
}

; The same within a struct.
define i64 @pair_in_struct(i64 %a, i64 %b, i64 %c, { i64, i32, i128, i64 } %d, i64 %e) {
  %f = extractvalue { i64, i32, i128, i64 } %d, 2
  %s = lshr i128 %f, 64
  %h = trunc i128 %s to i64
  %g = extractvalue { i64, i32, i128, i64 } %d, 3
  %i = add i64 %h, %g
  %r = add i64 %i, %e
  ret i64 %r
}
