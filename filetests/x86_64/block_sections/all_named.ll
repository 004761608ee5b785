; -unique-basic-block-section-names tells sections of blocks apart by their symbols. Expected output is what llc 19.1.7
; prints, but for the address arithmetic of the loop.
; RUN: llc -mtriple=x86_64-unknown-linux-gnu -basic-block-sections=all -unique-basic-block-section-names -frame-pointer=all -basic-block-address-map %s -o -
; OUTPUT:
; 	.text
; 	.file	"f.c"
; 	.section	.text.f,"ax",@progbits
; 	.globl	f                               # -- Begin function f
; 	.p2align	4, 0x90
; 	.type	f,@function
; f:                                      # @f
; .Lfunc_begin0:
; 	.cfi_startproc
; # %bb.0:                                # %entry
; 	pushq	%rbp
; 	.cfi_def_cfa_offset 16
; 	.cfi_offset %rbp, -16
; 	movq	%rsp, %rbp
; 	.cfi_def_cfa_register %rbp
; 	testb	$1, %dil
; 	je	f.__part.2
; 	jmp	f.__part.1
; .LBB_END0_0:
; 	.cfi_endproc
; 	.section	.text.f.f.__part.1,"ax",@progbits
; f.__part.1:                             # %a
; 	.cfi_startproc
; 	.cfi_def_cfa %rbp, 16
; 	.cfi_offset %rbp, -16
; 	movl	%esi, %edi
; 	callq	g@PLT
; 	popq	%rbp
; 	.cfi_def_cfa %rsp, 8
; 	retq
; .LBB_END0_1:
; 	.size	f.__part.1, .LBB_END0_1-f.__part.1
; 	.cfi_endproc
; 	.section	.text.f.f.__part.2,"ax",@progbits
; f.__part.2:                             # %b
; 	.cfi_startproc
; 	.cfi_def_cfa %rbp, 16
; 	.cfi_offset %rbp, -16
; 	movl	$4, %edi
; 	callq	g@PLT
; 	addl	$3, %eax
; 	popq	%rbp
; 	.cfi_def_cfa %rsp, 8
; 	retq
; .LBB_END0_2:
; 	.size	f.__part.2, .LBB_END0_2-f.__part.2
; 	.cfi_endproc
; 	.section	.text.f,"ax",@progbits
; .Lfunc_end0:
; 	.size	f, .Lfunc_end0-f
; 	.section	.llvm_bb_addr_map,"o",@llvm_bb_addr_map,.text.f
; 	.byte	2                               # version
; 	.byte	8                               # feature
; 	.byte	3                               # number of basic block ranges
; 	.quad	.Lfunc_begin0                   # base address
; 	.byte	1                               # number of basic blocks
; 	.byte	0                               # BB id
; 	.uleb128 .Lfunc_begin0-.Lfunc_begin0
; 	.uleb128 .LBB_END0_0-.Lfunc_begin0
; 	.byte	8
; 	.quad	f.__part.1                      # base address
; 	.byte	1                               # number of basic blocks
; 	.byte	1                               # BB id
; 	.uleb128 f.__part.1-f.__part.1
; 	.uleb128 .LBB_END0_1-f.__part.1
; 	.byte	1
; 	.quad	f.__part.2                      # base address
; 	.byte	1                               # number of basic blocks
; 	.byte	2                               # BB id
; 	.uleb128 f.__part.2-f.__part.2
; 	.uleb128 .LBB_END0_2-f.__part.2
; 	.byte	1
; 	.section	.text.f,"ax",@progbits
;                                         # -- End function
; 	.section	.text.loop,"ax",@progbits
; 	.globl	loop                            # -- Begin function loop
; 	.p2align	4, 0x90
; 	.type	loop,@function
; loop:                                   # @loop
; .Lfunc_begin1:
; 	.cfi_startproc
; # %bb.0:                                # %entry
; 	pushq	%rbp
; 	.cfi_def_cfa_offset 16
; 	.cfi_offset %rbp, -16
; 	movq	%rsp, %rbp
; 	.cfi_def_cfa_register %rbp
; 	pushq	%r15
; 	pushq	%r14
; 	pushq	%rbx
; 	pushq	%rax
; 	.cfi_offset %rbx, -40
; 	.cfi_offset %r14, -32
; 	.cfi_offset %r15, -24
; 	movl	%esi, %ebx
; 	movq	%rdi, %r14
; 	xorl	%r15d, %r15d
; 	jmp	loop.__part.2
; .LBB_END1_0:
; 	.cfi_endproc
; 	.section	.text.loop.loop.__part.1,"ax",@progbits
; 	.p2align	4, 0x90
; loop.__part.1:                          # %next
;                                         #   in Loop: Header=BB1_2 Depth=1
; 	.cfi_startproc
; 	.cfi_def_cfa %rbp, 16
; 	.cfi_offset %rbp, -16
; 	.cfi_offset %rbx, -40
; 	.cfi_offset %r14, -32
; 	.cfi_offset %r15, -24
; 	incq	%r15
; 	cmpq	$100, %r15
; 	je	loop.__part.4
; 	jmp	loop.__part.2
; .LBB_END1_1:
; 	.size	loop.__part.1, .LBB_END1_1-loop.__part.1
; 	.cfi_endproc
; 	.section	.text.loop.loop.__part.2,"ax",@progbits
; loop.__part.2:                          # %head
;                                         # =>This Inner Loop Header: Depth=1
; 	.cfi_startproc
; 	.cfi_def_cfa %rbp, 16
; 	.cfi_offset %rbp, -16
; 	.cfi_offset %rbx, -40
; 	.cfi_offset %r14, -32
; 	.cfi_offset %r15, -24
; 	cmpl	$0, (%r14,%r15,4)
; 	jne	loop.__part.1
; 	jmp	loop.__part.3
; .LBB_END1_2:
; 	.size	loop.__part.2, .LBB_END1_2-loop.__part.2
; 	.cfi_endproc
; 	.section	.text.loop.loop.__part.3,"ax",@progbits
; loop.__part.3:                          # %rare
;                                         #   in Loop: Header=BB1_2 Depth=1
; 	.cfi_startproc
; 	.cfi_def_cfa %rbp, 16
; 	.cfi_offset %rbp, -16
; 	.cfi_offset %rbx, -40
; 	.cfi_offset %r14, -32
; 	.cfi_offset %r15, -24
; 	movl	%ebx, %edi
; 	callq	g@PLT
; 	jmp	loop.__part.1
; .LBB_END1_3:
; 	.size	loop.__part.3, .LBB_END1_3-loop.__part.3
; 	.cfi_endproc
; 	.section	.text.loop.loop.__part.4,"ax",@progbits
; loop.__part.4:                          # %out
; 	.cfi_startproc
; 	.cfi_def_cfa %rbp, 16
; 	.cfi_offset %rbp, -16
; 	.cfi_offset %rbx, -40
; 	.cfi_offset %r14, -32
; 	.cfi_offset %r15, -24
; 	movl	%ebx, %eax
; 	addq	$8, %rsp
; 	popq	%rbx
; 	popq	%r14
; 	popq	%r15
; 	popq	%rbp
; 	.cfi_def_cfa %rsp, 8
; 	retq
; .LBB_END1_4:
; 	.size	loop.__part.4, .LBB_END1_4-loop.__part.4
; 	.cfi_endproc
; 	.section	.text.loop,"ax",@progbits
; .Lfunc_end1:
; 	.size	loop, .Lfunc_end1-loop
; 	.section	.llvm_bb_addr_map,"o",@llvm_bb_addr_map,.text.loop
; 	.byte	2                               # version
; 	.byte	8                               # feature
; 	.byte	5                               # number of basic block ranges
; 	.quad	.Lfunc_begin1                   # base address
; 	.byte	1                               # number of basic blocks
; 	.byte	0                               # BB id
; 	.uleb128 .Lfunc_begin1-.Lfunc_begin1
; 	.uleb128 .LBB_END1_0-.Lfunc_begin1
; 	.byte	0
; 	.quad	loop.__part.1                   # base address
; 	.byte	1                               # number of basic blocks
; 	.byte	3                               # BB id
; 	.uleb128 loop.__part.1-loop.__part.1
; 	.uleb128 .LBB_END1_1-loop.__part.1
; 	.byte	8
; 	.quad	loop.__part.2                   # base address
; 	.byte	1                               # number of basic blocks
; 	.byte	1                               # BB id
; 	.uleb128 loop.__part.2-loop.__part.2
; 	.uleb128 .LBB_END1_2-loop.__part.2
; 	.byte	8
; 	.quad	loop.__part.3                   # base address
; 	.byte	1                               # number of basic blocks
; 	.byte	2                               # BB id
; 	.uleb128 loop.__part.3-loop.__part.3
; 	.uleb128 .LBB_END1_3-loop.__part.3
; 	.byte	0
; 	.quad	loop.__part.4                   # base address
; 	.byte	1                               # number of basic blocks
; 	.byte	4                               # BB id
; 	.uleb128 loop.__part.4-loop.__part.4
; 	.uleb128 .LBB_END1_4-loop.__part.4
; 	.byte	1
; 	.section	.text.loop,"ax",@progbits
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
