; Direct, indirect, through memory, variadic (AL counts vector registers), noreturn; a value that
; lives across a call needs a preserved register.
; RUN: avarice compile %s -o - | grep -v -e '^[[:space:]][.]' -e '^[.]Lfunc'
; OUTPUT:
; indirect:                               # @indirect
; # %bb.0:
; 	pushq	%rax
; 	movq	%rdi, %rax
; 	movl	$1, %edi
; 	callq	*%rax
; 	popq	%rax
; 	retq
;                                         # -- End function
; from_table:                             # @from_table
; # %bb.0:
; 	pushq	%rax
; 	movq	table@GOTPCREL(%rip), %rax
; 	callq	*(%rax,%rdi,8)
; 	popq	%rax
; 	retq
;                                         # -- End function
; variadic:                               # @variadic
; # %bb.0:
; 	pushq	%rax
; 	movl	$3, %esi
; 	movb	$1, %al
; 	callq	printf@PLT
; 	popq	%rcx
; 	retq
;                                         # -- End function
; variadic_integers:                      # @variadic_integers
; # %bb.0:
; 	pushq	%rax
; 	movl	$3, %esi
; 	xorl	%eax, %eax
; 	callq	printf@PLT
; 	popq	%rcx
; 	retq
;                                         # -- End function
; never_returns:                          # @never_returns
; # %bb.0:
; 	pushq	%rax
; 	callq	stop@PLT
;                                         # -- End function
; live_across:                            # @live_across
; # %bb.0:
; 	pushq	%r14
; 	pushq	%rbx
; 	pushq	%rax
; 	movq	%rdi, %rbx
; 	callq	get@PLT
; 	movq	%rax, %r14
; 	movq	%rax, %rdi
; 	callq	get@PLT
; 	addq	%rbx, %r14
; 	addq	%r14, %rax
; 	addq	$8, %rsp
; 	popq	%rbx
; 	popq	%r14
; 	retq
;                                         # -- End function
; float_across:                           # @float_across
; # %bb.0:
; 	pushq	%rax
; 	movsd	%xmm0, (%rsp)                   # 8-byte Spill
; 	movl	$1, %edi
; 	callq	get@PLT
; 	cvtsi2sd	%rax, %xmm1
; 	movsd	(%rsp), %xmm0                   # 8-byte Reload
;                                         # xmm0 = mem[0],zero
; 	addsd	%xmm1, %xmm0
; 	popq	%rax
; 	retq
;                                         # -- End function

@table = external global [4 x ptr]

declare i32 @printf(ptr, ...)
declare void @stop() noreturn
declare i64 @get(i64)

define void @indirect(ptr %f) {
  call void %f(i32 1)
  ret void
}

define void @from_table(i64 %i) {
  %a = getelementptr [4 x ptr], ptr @table, i64 0, i64 %i
  %f = load ptr, ptr %a
  call void %f()
  ret void
}

define i32 @variadic(ptr %format, double %x) {
  %r = call i32 (ptr, ...) @printf(ptr %format, double %x, i32 3)
  ret i32 %r
}

define i32 @variadic_integers(ptr %format) {
  %r = call i32 (ptr, ...) @printf(ptr %format, i64 3)
  ret i32 %r
}

define void @never_returns() {
  call void @stop() noreturn
  unreachable
}

define i64 @live_across(i64 %x) {
  %a = call i64 @get(i64 %x)
  %b = call i64 @get(i64 %a)
  %s = add i64 %a, %b
  %r = add i64 %s, %x
  ret i64 %r
}

define double @float_across(double %x) {
  %a = call i64 @get(i64 1)
  %f = sitofp i64 %a to double
  %r = fadd double %x, %f
  ret double %r
}
