; With -basic-block-sections=all each block has a section of its own, a symbol, and unwind rows that hold without those of
; other sections. Expected output is what llc 19.1.7 prints, but for the address arithmetic of the loop.
; RUN: llc -mtriple=x86_64-unknown-linux-gnu -basic-block-sections=all %s -o -
; OUTPUT:
; 	.text
; 	.file	"f.c"
; 	.section	.text.f,"ax",@progbits
; 	.globl	f                               # -- Begin function f
; 	.p2align	4, 0x90
; 	.type	f,@function
; f:                                      # @f
; 	.cfi_startproc
; # %bb.0:                                # %entry
; 	pushq	%rax
; 	.cfi_def_cfa_offset 16
; 	testb	$1, %dil
; 	je	f.__part.2
; 	jmp	f.__part.1
; .LBB_END0_0:
; 	.cfi_endproc
; 	.section	.text.f,"ax",@progbits,unique,1
; f.__part.1:                             # %a
; 	.cfi_startproc
; 	.cfi_def_cfa %rsp, 16
; 	movl	%esi, %edi
; 	callq	g@PLT
; 	popq	%rcx
; 	.cfi_def_cfa_offset 8
; 	retq
; .LBB_END0_1:
; 	.size	f.__part.1, .LBB_END0_1-f.__part.1
; 	.cfi_endproc
; 	.section	.text.f,"ax",@progbits,unique,2
; f.__part.2:                             # %b
; 	.cfi_startproc
; 	.cfi_def_cfa %rsp, 16
; 	movl	$4, %edi
; 	callq	g@PLT
; 	addl	$3, %eax
; 	popq	%rcx
; 	.cfi_def_cfa_offset 8
; 	retq
; .LBB_END0_2:
; 	.size	f.__part.2, .LBB_END0_2-f.__part.2
; 	.cfi_endproc
; 	.section	.text.f,"ax",@progbits
; .Lfunc_end0:
; 	.size	f, .Lfunc_end0-f
;                                         # -- End function
; 	.section	.text.loop,"ax",@progbits
; 	.globl	loop                            # -- Begin function loop
; 	.p2align	4, 0x90
; 	.type	loop,@function
; loop:                                   # @loop
; 	.cfi_startproc
; # %bb.0:                                # %entry
; 	pushq	%r15
; 	.cfi_def_cfa_offset 16
; 	pushq	%r14
; 	.cfi_def_cfa_offset 24
; 	pushq	%rbx
; 	.cfi_def_cfa_offset 32
; 	.cfi_offset %rbx, -32
; 	.cfi_offset %r14, -24
; 	.cfi_offset %r15, -16
; 	movl	%esi, %ebx
; 	movq	%rdi, %r14
; 	xorl	%r15d, %r15d
; 	jmp	loop.__part.2
; .LBB_END1_0:
; 	.cfi_endproc
; 	.section	.text.loop,"ax",@progbits,unique,3
; 	.p2align	4, 0x90
; loop.__part.1:                          # %next
;                                         #   in Loop: Header=BB1_2 Depth=1
; 	.cfi_startproc
; 	.cfi_def_cfa %rsp, 32
; 	.cfi_offset %rbx, -32
; 	.cfi_offset %r14, -24
; 	.cfi_offset %r15, -16
; 	incq	%r15
; 	cmpq	$100, %r15
; 	je	loop.__part.4
; 	jmp	loop.__part.2
; .LBB_END1_1:
; 	.size	loop.__part.1, .LBB_END1_1-loop.__part.1
; 	.cfi_endproc
; 	.section	.text.loop,"ax",@progbits,unique,4
; loop.__part.2:                          # %head
;                                         # =>This Inner Loop Header: Depth=1
; 	.cfi_startproc
; 	.cfi_def_cfa %rsp, 32
; 	.cfi_offset %rbx, -32
; 	.cfi_offset %r14, -24
; 	.cfi_offset %r15, -16
; 	cmpl	$0, (%r14,%r15,4)
; 	jne	loop.__part.1
; 	jmp	loop.__part.3
; .LBB_END1_2:
; 	.size	loop.__part.2, .LBB_END1_2-loop.__part.2
; 	.cfi_endproc
; 	.section	.text.loop,"ax",@progbits,unique,5
; loop.__part.3:                          # %rare
;                                         #   in Loop: Header=BB1_2 Depth=1
; 	.cfi_startproc
; 	.cfi_def_cfa %rsp, 32
; 	.cfi_offset %rbx, -32
; 	.cfi_offset %r14, -24
; 	.cfi_offset %r15, -16
; 	movl	%ebx, %edi
; 	callq	g@PLT
; 	jmp	loop.__part.1
; .LBB_END1_3:
; 	.size	loop.__part.3, .LBB_END1_3-loop.__part.3
; 	.cfi_endproc
; 	.section	.text.loop,"ax",@progbits,unique,6
; loop.__part.4:                          # %out
; 	.cfi_startproc
; 	.cfi_def_cfa %rsp, 32
; 	.cfi_offset %rbx, -32
; 	.cfi_offset %r14, -24
; 	.cfi_offset %r15, -16
; 	movl	%ebx, %eax
; 	popq	%rbx
; 	.cfi_def_cfa_offset 24
; 	popq	%r14
; 	.cfi_def_cfa_offset 16
; 	popq	%r15
; 	.cfi_def_cfa_offset 8
; 	retq
; .LBB_END1_4:
; 	.size	loop.__part.4, .LBB_END1_4-loop.__part.4
; 	.cfi_endproc
; 	.section	.text.loop,"ax",@progbits
; .Lfunc_end1:
; 	.size	loop, .Lfunc_end1-loop
;                                         # -- End function
; 	.section	".note.GNU-stack","",@progbits

source_filename = "f.c"

define i32 @f(i1 %c, i32 %x) {
entry:
  br i1 %c, label %a, label %b
a:
  %r = call i32 @g(i32 %x)
  ret i32 %r
b:
  %s = call i32 @g(i32 4)
  %t = add i32 %s, 3
  ret i32 %t
}

define i32 @loop(ptr %p, i32 %n) {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %j, %next ]
  %e = getelementptr i32, ptr %p, i64 %i
  %v = load i32, ptr %e
  %z = icmp eq i32 %v, 0
  br i1 %z, label %rare, label %next
rare:
  %q = call i32 @g(i32 %n)
  br label %next
next:
  %j = add i64 %i, 1
  %d = icmp eq i64 %j, 100
  br i1 %d, label %out, label %head
out:
  ret i32 %n
}

declare i32 @g(i32)
