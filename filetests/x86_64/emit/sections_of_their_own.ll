; -function-sections and -data-sections.
; RUN: avarice compile %s -o - -function-sections -data-sections
; OUTPUT:
; 	.text
; 	.section	.text.first,"ax",@progbits
; 	.globl	first
; 	.p2align	4, 0x90
; 	.type	first,@function
; first:
; 	.cfi_startproc
; .LBB0_0:
; 	retq
; .Lfunc_end0:
; 	.size	first, .Lfunc_end0-first
; 	.cfi_endproc
; 	.section	.text.second,"ax",@progbits
; 	.p2align	4, 0x90
; 	.type	second,@function
; second:
; 	.cfi_startproc
; .LBB1_0:
; 	movl	zero(%rip), %eax
; 	retq
; .Lfunc_end1:
; 	.size	second, .Lfunc_end1-second
; 	.cfi_endproc
; 	.section	.text.third,"ax",@progbits
; 	.globl	third
; 	.p2align	4, 0x90
; 	.type	third,@function
; third:
; 	.cfi_startproc
; .LBB2_0:
; 	movl	$second, %eax
; 	retq
; .Lfunc_end2:
; 	.size	third, .Lfunc_end2-third
; 	.cfi_endproc
; 	.type	variable,@object
; 	.section	.data.variable,"aw",@progbits
; 	.globl	variable
; 	.p2align	2
; variable:
; 	.byte	1
; 	.zero	3
; 	.size	variable, 4
; 	.type	zero,@object
; 	.section	.bss.zero,"aw",@nobits
; 	.p2align	2
; zero:
; 	.zero	4
; 	.size	zero, 4
; 	.type	constant,@object
; 	.section	.rodata.constant,"a",@progbits
; 	.globl	constant
; 	.p2align	2
; constant:
; 	.byte	2
; 	.zero	3
; 	.size	constant, 4
; 	.type	.Lstring,@object
; 	.section	.rodata.str1.1,"aMS",@progbits,1
; .Lstring:
; 	.ascii	"hi"
; 	.zero	1
; 	.size	.Lstring, 3
; 	.section	".note.GNU-stack","",@progbits

@variable = global i32 1
@zero = internal global i32 0
@constant = constant i32 2
@string = private unnamed_addr constant [3 x i8] c"hi\00"

define void @first() {
  ret void
}

define internal i32 @second() {
  %r = load i32, ptr @zero
  ret i32 %r
}

define ptr @third() {
  ret ptr @second
}
