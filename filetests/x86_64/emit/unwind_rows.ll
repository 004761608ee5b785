; Unwind rows follow RSP: pushes, the frame, and after an epilogue in the middle the frame again.
; RUN: avarice compile %s -o -
; OUTPUT:
; 	.text
; 	.file	"unwind_rows.ll"
; 	.globl	pushes                          # -- Begin function pushes
; 	.p2align	4, 0x90
; 	.type	pushes,@function
; pushes:                                 # @pushes
; 	.cfi_startproc
; # %bb.0:                                # %entry
; 	pushq	%rbx
; 	.cfi_def_cfa_offset 16
; 	.cfi_offset %rbx, -16
; 	testq	%rdi, %rdi
; 	je	.LBB0_1
; # %bb.2:                                # %other
; 	callq	g@PLT
; 	movq	%rax, %rbx
; 	movq	%rax, %rdi
; 	callq	g@PLT
; 	addq	%rbx, %rax
; 	popq	%rbx
; 	.cfi_def_cfa_offset 8
; 	retq
; .LBB0_1:                                # %zero
; 	.cfi_def_cfa_offset 16
; 	movl	$7, %edi
; 	callq	g@PLT
; 	popq	%rbx
; 	.cfi_def_cfa_offset 8
; 	retq
; .Lfunc_end0:
; 	.size	pushes, .Lfunc_end0-pushes
; 	.cfi_endproc
;                                         # -- End function
; 	.globl	frame_pointer                   # -- Begin function frame_pointer
; 	.p2align	4, 0x90
; 	.type	frame_pointer,@function
; frame_pointer:                          # @frame_pointer
; 	.cfi_startproc
; # %bb.0:
; 	pushq	%rbp
; 	.cfi_def_cfa_offset 16
; 	.cfi_offset %rbp, -16
; 	movq	%rsp, %rbp
; 	.cfi_def_cfa_register %rbp
; 	pushq	%rbx
; 	pushq	%rax
; 	.cfi_offset %rbx, -24
; 	movq	%rdi, %rbx
; 	movl	$1, %edi
; 	callq	g@PLT
; 	movq	%rax, (%rbx)
; 	addq	$8, %rsp
; 	popq	%rbx
; 	popq	%rbp
; 	.cfi_def_cfa %rsp, 8
; 	retq
; .Lfunc_end1:
; 	.size	frame_pointer, .Lfunc_end1-frame_pointer
; 	.cfi_endproc
;                                         # -- End function
; 	.globl	no_unwind                       # -- Begin function no_unwind
; 	.p2align	4, 0x90
; 	.type	no_unwind,@function
; no_unwind:                              # @no_unwind
; # %bb.0:
; 	pushq	%rbx
; 	movq	%rdi, %rbx
; 	movl	$1, %edi
; 	callq	g@PLT
; 	movq	%rax, (%rbx)
; 	popq	%rbx
; 	retq
; .Lfunc_end2:
; 	.size	no_unwind, .Lfunc_end2-no_unwind
;                                         # -- End function
; 	.globl	no_unwind_with_table            # -- Begin function no_unwind_with_table
; 	.p2align	4, 0x90
; 	.type	no_unwind_with_table,@function
; no_unwind_with_table:                   # @no_unwind_with_table
; 	.cfi_startproc
; # %bb.0:
; 	pushq	%rbx
; 	.cfi_def_cfa_offset 16
; 	.cfi_offset %rbx, -16
; 	movq	%rdi, %rbx
; 	movl	$1, %edi
; 	callq	g@PLT
; 	movq	%rax, (%rbx)
; 	popq	%rbx
; 	.cfi_def_cfa_offset 8
; 	retq
; .Lfunc_end3:
; 	.size	no_unwind_with_table, .Lfunc_end3-no_unwind_with_table
; 	.cfi_endproc
;                                         # -- End function
; 	.section	".note.GNU-stack","",@progbits

declare i64 @g(i64)

define i64 @pushes(i64 %x) {
entry:
  %c = icmp eq i64 %x, 0
  br i1 %c, label %zero, label %other
zero:
  %a = call i64 @g(i64 7)
  ret i64 %a
other:
  %b = call i64 @g(i64 %x)
  %d = call i64 @g(i64 %b)
  %r = add i64 %b, %d
  ret i64 %r
}

define void @frame_pointer(ptr %p) "frame-pointer"="all" {
  %a = call i64 @g(i64 1)
  store i64 %a, ptr %p
  ret void
}

define void @no_unwind(ptr %p) nounwind {
  %a = call i64 @g(i64 1)
  store i64 %a, ptr %p
  ret void
}

define void @no_unwind_with_table(ptr %p) nounwind uwtable {
  %a = call i64 @g(i64 1)
  store i64 %a, ptr %p
  ret void
}
