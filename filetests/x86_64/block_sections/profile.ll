; A profile names the blocks of each section; what it does not name is cold. Expected output is what llc 19.1.7 prints, but for the address arithmetic of the loop.
; RUN: echo 'v1' > %t.txt
; RUN: echo 'f loop' >> %t.txt
; RUN: echo 'c 0 1 3' >> %t.txt
; RUN: echo 'c 4' >> %t.txt
; RUN: llc -mtriple=x86_64-unknown-linux-gnu -basic-block-sections=%t.txt %s -o -
; OUTPUT:
; 	.text
; 	.file	"f.c"
; 	.globl	f                               # -- Begin function f
; 	.p2align	4, 0x90
; 	.type	f,@function
; f:                                      # @f
; 	.cfi_startproc
; # %bb.0:                                # %entry
; 	pushq	%rax
; 	.cfi_def_cfa_offset 16
; 	testb	$1, %dil
; 	je	.LBB0_2
; # %bb.1:                                # %a
; 	movl	%esi, %edi
; 	callq	g@PLT
; 	popq	%rcx
; 	.cfi_def_cfa_offset 8
; 	retq
; .LBB0_2:                                # %b
; 	.cfi_def_cfa_offset 16
; 	movl	$4, %edi
; 	callq	g@PLT
; 	addl	$3, %eax
; 	popq	%rcx
; 	.cfi_def_cfa_offset 8
; 	retq
; .Lfunc_end0:
; 	.size	f, .Lfunc_end0-f
; 	.cfi_endproc
;                                         # -- End function
; 	.section	.text.hot.loop,"ax",@progbits
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
; .LBB1_2:                                # %head
;                                         # =>This Inner Loop Header: Depth=1
; 	cmpl	$0, (%r14,%r15,4)
; 	je	loop.cold
; 	.p2align	4, 0x90
; .LBB1_1:                                # %next
;                                         #   in Loop: Header=BB1_2 Depth=1
; 	incq	%r15
; 	cmpq	$100, %r15
; 	je	loop.__part.1
; 	jmp	.LBB1_2
; .LBB_END1_1:
; 	.cfi_endproc
; 	.section	.text.hot.loop,"ax",@progbits,unique,1
; loop.__part.1:                          # %out
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
; 	.size	loop.__part.1, .LBB_END1_4-loop.__part.1
; 	.cfi_endproc
; 	.section	.text.split.loop,"ax",@progbits
; loop.cold:                              # %rare
;                                         #   in Loop: Header=BB1_2 Depth=1
; 	.cfi_startproc
; 	.cfi_def_cfa %rsp, 32
; 	.cfi_offset %rbx, -32
; 	.cfi_offset %r14, -24
; 	.cfi_offset %r15, -16
; 	movl	%ebx, %edi
; 	callq	g@PLT
; 	jmp	.LBB1_1
; .LBB_END1_3:
; 	.size	loop.cold, .LBB_END1_3-loop.cold
; 	.cfi_endproc
; 	.section	.text.hot.loop,"ax",@progbits
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
