; Blocks along the path of a profile are copied. A path that is none is left alone with a warning. Expected output is what
; llc 19.1.7 prints, but for the address arithmetic of the loop.
; RUN: echo 'v1' > %t.txt
; RUN: echo 'f loop' >> %t.txt
; RUN: echo 'p 0 4 3' >> %t.txt
; RUN: echo 'p 2 3 1' >> %t.txt
; RUN: echo 'c 0 1 2 3.2 1.1 3' >> %t.txt
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
;                                         # =>This Loop Header: Depth=1
;                                         #     Child Loop BB1_3 Depth 2
; 	cmpl	$0, (%r14,%r15,4)
; 	jne	.LBB1_1
; .LBB1_3:                                # %rare
;                                         #   Parent Loop BB1_2 Depth=1
;                                         # =>  This Inner Loop Header: Depth=2
; 	movl	%ebx, %edi
; 	callq	g@PLT
; # %bb.5:                                # %next
;                                         #   in Loop: Header=BB1_3 Depth=2
; 	incq	%r15
; 	cmpq	$100, %r15
; 	je	loop.cold
; # %bb.6:                                # %head
;                                         #   in Loop: Header=BB1_3 Depth=2
; 	cmpl	$0, (%r14,%r15,4)
; 	je	.LBB1_3
; 	.p2align	4, 0x90
; .LBB1_1:                                # %next
;                                         #   in Loop: Header=BB1_2 Depth=1
; 	incq	%r15
; 	cmpq	$100, %r15
; 	je	loop.cold
; 	jmp	.LBB1_2
; .LBB_END1_1:
; 	.cfi_endproc
; 	.section	.text.split.loop,"ax",@progbits
; loop.cold:                              # %out
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
; 	.size	loop.cold, .LBB_END1_4-loop.cold
; 	.cfi_endproc
; 	.section	.text.hot.loop,"ax",@progbits
; .Lfunc_end1:
; 	.size	loop, .Lfunc_end1-loop
;                                         # -- End function
; 	.section	".note.GNU-stack","",@progbits

; RUN: llc -mtriple=x86_64-unknown-linux-gnu -basic-block-sections=%t.txt %s -o %t.s
; OUTPUT(stderr):
; warning: block #4 is not a successor of block #0 in function loop

; RUN: llc -mtriple=x86_64-unknown-linux-gnu -basic-block-sections=%t.txt -stop-after=bbsections-prepare -simplify-mir %s -o - | grep 'bb_id\|_1 %%bb'
; OUTPUT:
;   bb.0.entry (bb_id 0):
;     JCC_1 %bb.2, 4, implicit killed $eflags
;   bb.1.a (bb_id 1):
;   bb.2.b (bb_id 2):
;   bb.0.entry (bb_id 0):
;   bb.2.head (bb_id 1):
;     JCC_1 %bb.1, 5, implicit $eflags
;   bb.3.rare (bb_id 2):
;   bb.5.next (bb_id 3 2):
;     JCC_1 %bb.4, 4, implicit $eflags
;   bb.6.head (bb_id 1 1):
;     JCC_1 %bb.3, 4, implicit $eflags
;   bb.1.next (align 16, bb_id 3):
;     JCC_1 %bb.4, 4, implicit $eflags
;     JMP_1 %bb.2
;   bb.4.out (bbsections Cold, bb_id 4):

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
