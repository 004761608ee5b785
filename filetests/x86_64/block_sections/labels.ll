; -basic-block-sections=labels lists the addresses of blocks in .llvm_bb_addr_map. Expected output is what llc 19.1.7 prints, but for the address arithmetic of the loop.
; RUN: llc -mtriple=x86_64-unknown-linux-gnu -basic-block-sections=labels %s -o -
; OUTPUT:
; 	.text
; 	.file	"f.c"
; 	.globl	f                               # -- Begin function f
; 	.p2align	4, 0x90
; 	.type	f,@function
; f:                                      # @f
; .Lfunc_begin0:
; 	.cfi_startproc
; # %bb.0:                                # %entry
; 	pushq	%rax
; 	.cfi_def_cfa_offset 16
; 	testb	$1, %dil
; 	je	.LBB0_2
; .LBB_END0_0:
; .LBB0_1:                                # %a
; 	movl	%esi, %edi
; 	callq	g@PLT
; 	popq	%rcx
; 	.cfi_def_cfa_offset 8
; 	retq
; .LBB_END0_1:
; .LBB0_2:                                # %b
; 	.cfi_def_cfa_offset 16
; 	movl	$4, %edi
; 	callq	g@PLT
; 	addl	$3, %eax
; 	popq	%rcx
; 	.cfi_def_cfa_offset 8
; 	retq
; .LBB_END0_2:
; .Lfunc_end0:
; 	.size	f, .Lfunc_end0-f
; 	.cfi_endproc
; 	.section	.llvm_bb_addr_map,"o",@llvm_bb_addr_map,.text
; 	.byte	2                               # version
; 	.byte	0                               # feature
; 	.quad	.Lfunc_begin0                   # function address
; 	.byte	3                               # number of basic blocks
; 	.byte	0                               # BB id
; 	.uleb128 .Lfunc_begin0-.Lfunc_begin0
; 	.uleb128 .LBB_END0_0-.Lfunc_begin0
; 	.byte	8
; 	.byte	1                               # BB id
; 	.uleb128 .LBB0_1-.LBB_END0_0
; 	.uleb128 .LBB_END0_1-.LBB0_1
; 	.byte	1
; 	.byte	2                               # BB id
; 	.uleb128 .LBB0_2-.LBB_END0_1
; 	.uleb128 .LBB_END0_2-.LBB0_2
; 	.byte	1
; 	.text
;                                         # -- End function
; 	.globl	loop                            # -- Begin function loop
; 	.p2align	4, 0x90
; 	.type	loop,@function
; loop:                                   # @loop
; .Lfunc_begin1:
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
; 	jmp	.LBB1_2
; .LBB_END1_0:
; 	.p2align	4, 0x90
; .LBB1_1:                                # %next
;                                         #   in Loop: Header=BB1_2 Depth=1
; 	incq	%r15
; 	cmpq	$100, %r15
; 	je	.LBB1_4
; .LBB_END1_1:
; .LBB1_2:                                # %head
;                                         # =>This Inner Loop Header: Depth=1
; 	cmpl	$0, (%r14,%r15,4)
; 	jne	.LBB1_1
; .LBB_END1_2:
; .LBB1_3:                                # %rare
;                                         #   in Loop: Header=BB1_2 Depth=1
; 	movl	%ebx, %edi
; 	callq	g@PLT
; 	jmp	.LBB1_1
; .LBB_END1_3:
; .LBB1_4:                                # %out
; 	movl	%ebx, %eax
; 	popq	%rbx
; 	.cfi_def_cfa_offset 24
; 	popq	%r14
; 	.cfi_def_cfa_offset 16
; 	popq	%r15
; 	.cfi_def_cfa_offset 8
; 	retq
; .LBB_END1_4:
; .Lfunc_end1:
; 	.size	loop, .Lfunc_end1-loop
; 	.cfi_endproc
; 	.section	.llvm_bb_addr_map,"o",@llvm_bb_addr_map,.text
; 	.byte	2                               # version
; 	.byte	0                               # feature
; 	.quad	.Lfunc_begin1                   # function address
; 	.byte	5                               # number of basic blocks
; 	.byte	0                               # BB id
; 	.uleb128 .Lfunc_begin1-.Lfunc_begin1
; 	.uleb128 .LBB_END1_0-.Lfunc_begin1
; 	.byte	0
; 	.byte	3                               # BB id
; 	.uleb128 .LBB1_1-.LBB_END1_0
; 	.uleb128 .LBB_END1_1-.LBB1_1
; 	.byte	8
; 	.byte	1                               # BB id
; 	.uleb128 .LBB1_2-.LBB_END1_1
; 	.uleb128 .LBB_END1_2-.LBB1_2
; 	.byte	8
; 	.byte	2                               # BB id
; 	.uleb128 .LBB1_3-.LBB_END1_2
; 	.uleb128 .LBB_END1_3-.LBB1_3
; 	.byte	0
; 	.byte	4                               # BB id
; 	.uleb128 .LBB1_4-.LBB_END1_3
; 	.uleb128 .LBB_END1_4-.LBB1_4
; 	.byte	1
; 	.text
;                                         # -- End function
; 	.section	".note.GNU-stack","",@progbits

; RUN: llc -mtriple=x86_64-unknown-linux-gnu -basic-block-sections=labels -filetype=obj %s -o %t.o
; RUN: objdump -s -j .llvm_bb_addr_map %t.o | tail -n +4
; OUTPUT:
; Contents of section .llvm_bb_addr_map:
;  0000 02000000 00000000 00000300 00070801  ................
;  0010 00090102 000f0102 00000000 00000000  ................
;  0020 00050000 0f000301 09080100 07080200  ................
;  0030 09000400 0801                        ......          

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
