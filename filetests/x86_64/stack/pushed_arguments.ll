; Arguments of calls are pushed where that makes the function smaller. Its frame then has no room for those of any call: the stack
; pointer moves around calls that take some, unwind rows say so if there is no frame pointer, and objects are addressed from where
; it is. Where exceptions are caught, the unwinder is told how many bytes a call has pushed.
; Expected output made by llc 19.1.7, comments and labels left out.
; RUN: avarice compile %s -mtriple=x86_64-unknown-linux-gnu -verify-machineinstrs -o - | sed -e "s|[[:space:]]*#.*||" | grep -E "^[a-z]+:|push|pop|cfi_|%rsp|call"
; OUTPUT:
; 	.file	"pushed_arguments.ll"
; odd:
; 	.cfi_startproc
; 	pushq	%rbx
; 	.cfi_def_cfa_offset 16
; 	.cfi_offset %rbx, -16
; 	subq	$8, %rsp
; 	.cfi_adjust_cfa_offset 8
; 	pushq	%rbx
; 	.cfi_adjust_cfa_offset 8
; 	pushq	$8
; 	.cfi_adjust_cfa_offset 8
; 	pushq	$7
; 	.cfi_adjust_cfa_offset 8
; 	callq	nine@PLT
; 	addq	$24, %rsp
; 	.cfi_adjust_cfa_offset -24
; 	pushq	%rbx
; 	.cfi_adjust_cfa_offset 8
; 	pushq	$8
; 	.cfi_adjust_cfa_offset 8
; 	pushq	%rbx
; 	.cfi_adjust_cfa_offset 8
; 	callq	nine@PLT
; 	addq	$32, %rsp
; 	.cfi_adjust_cfa_offset -32
; 	popq	%rbx
; 	.cfi_def_cfa_offset 8
; 	.cfi_endproc
; loaded:
; 	.cfi_startproc
; 	pushq	%rax
; 	.cfi_def_cfa_offset 16
; 	movq	%rsp, %rdi
; 	callq	use@PLT
; 	subq	$8, %rsp
; 	.cfi_adjust_cfa_offset 8
; 	pushq	8(%rsp)
; 	.cfi_adjust_cfa_offset 8
; 	pushq	$8
; 	.cfi_adjust_cfa_offset 8
; 	pushq	$7
; 	.cfi_adjust_cfa_offset 8
; 	callq	nine@PLT
; 	addq	$32, %rsp
; 	.cfi_adjust_cfa_offset -32
; 	popq	%rax
; 	.cfi_def_cfa_offset 8
; 	.cfi_endproc
; framed:
; 	.cfi_startproc
; 	pushq	%rbp
; 	.cfi_def_cfa_offset 16
; 	.cfi_offset %rbp, -16
; 	movq	%rsp, %rbp
; 	.cfi_def_cfa_register %rbp
; 	subq	$8, %rsp
; 	pushq	%rax
; 	pushq	$8
; 	pushq	$7
; 	callq	nine@PLT
; 	addq	$32, %rsp
; 	popq	%rbp
; 	.cfi_def_cfa %rsp, 8
; 	.cfi_endproc
; aligned:
; 	.cfi_startproc
; 	pushq	%rbp
; 	.cfi_def_cfa_offset 16
; 	.cfi_offset %rbp, -16
; 	movq	%rsp, %rbp
; 	.cfi_def_cfa_register %rbp
; 	pushq	%r14
; 	pushq	%rbx
; 	andq	$-64, %rsp
; 	subq	$64, %rsp
; 	.cfi_offset %rbx, -32
; 	.cfi_offset %r14, -24
; 	movq	%rsp, %r14
; 	callq	use@PLT
; 	subq	$8, %rsp
; 	pushq	%rbx
; 	pushq	$8
; 	pushq	$7
; 	callq	nine@PLT
; 	addq	$32, %rsp
; 	callq	use@PLT
; 	leaq	-16(%rbp), %rsp
; 	popq	%rbx
; 	popq	%r14
; 	popq	%rbp
; 	.cfi_def_cfa %rsp, 8
; 	.cfi_endproc
; quiet:
; 	pushq	%rax
; 	subq	$8, %rsp
; 	pushq	%rax
; 	pushq	$8
; 	pushq	$7
; 	callq	nine@PLT
; 	addq	$32, %rsp
; 	popq	%rax
; pads:
; 	.cfi_startproc
; 	.cfi_personality 3, __gxx_personality_v0
; 	.cfi_lsda 3, .Lexception0
; 	pushq	%rbx
; 	.cfi_def_cfa_offset 16
; 	.cfi_offset %rbx, -16
; 	.cfi_escape 0x2e, 0x20
; 	subq	$8, %rsp
; 	.cfi_adjust_cfa_offset 8
; 	pushq	%rax
; 	.cfi_adjust_cfa_offset 8
; 	pushq	$8
; 	.cfi_adjust_cfa_offset 8
; 	pushq	$7
; 	.cfi_adjust_cfa_offset 8
; 	callq	nine@PLT
; 	addq	$32, %rsp
; 	.cfi_adjust_cfa_offset -32
; 	.cfi_escape 0x2e, 0x0
; 	callq	use@PLT
; 	popq	%rbx
; 	.cfi_def_cfa_offset 8
; 	.cfi_def_cfa_offset 16
; 	.cfi_escape 0x2e, 0x0
; 	callq	use@PLT
; 	.cfi_escape 0x2e, 0x0
; 	callq	_Unwind_Resume@PLT
; 	.cfi_endproc
declare void @many(i64, i64, i64, i64, i64, i64, i64, i64)
declare void @nine(i64, i64, i64, i64, i64, i64, i64, i64, i64)
declare void @use(ptr)
declare i32 @__gxx_personality_v0(...)
define void @odd(i64 %x) {
  call void @nine(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 %x)
  call void @nine(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 %x, i64 8, i64 %x)
  ret void
}
define void @loaded() {
  %a = alloca i64
  call void @use(ptr %a)
  %v = load i64, ptr %a
  call void @nine(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 %v)
  ret void
}
define void @framed(i64 %x) "frame-pointer"="all" {
  call void @nine(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 %x)
  ret void
}
define void @aligned(i64 %x) {
  %a = alloca i64, align 64
  call void @use(ptr %a)
  call void @nine(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 %x)
  call void @use(ptr %a)
  ret void
}
define void @quiet(i64 %x) nounwind {
  call void @nine(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 %x)
  ret void
}
define void @pads(i64 %x) personality ptr @__gxx_personality_v0 {
  invoke void @nine(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 %x) to label %ok unwind label %bad
ok:
  invoke void @use(ptr null) to label %ok2 unwind label %bad
ok2:
  ret void
bad:
  %l = landingpad { ptr, i32 } cleanup
  call void @use(ptr null)
  resume { ptr, i32 } %l
}
