; -function-sections and -data-sections.
; RUN: avarice compile %s -o - -function-sections -data-sections
; OUTPUT:
; 	.text
; 	.file	"sections_of_their_own.ll"
; 	.section	.text.first,"ax",@progbits
; 	.globl	first                           # -- Begin function first
; 	.p2align	4, 0x90
; 	.type	first,@function
; first:                                  # @first
; 	.cfi_startproc
; # %bb.0:
; 	retq
; .Lfunc_end0:
; 	.size	first, .Lfunc_end0-first
; 	.cfi_endproc
;                                         # -- End function
; 	.section	.text.second,"ax",@progbits
; 	.p2align	4, 0x90                         # -- Begin function second
; 	.type	second,@function
; second:                                 # @second
; 	.cfi_startproc
; # %bb.0:
; 	movl	zero(%rip), %eax
; 	retq
; .Lfunc_end1:
; 	.size	second, .Lfunc_end1-second
; 	.cfi_endproc
;                                         # -- End function
; 	.section	.text.third,"ax",@progbits
; 	.globl	third                           # -- Begin function third
; 	.p2align	4, 0x90
; 	.type	third,@function
; third:                                  # @third
; 	.cfi_startproc
; # %bb.0:
; 	movl	$second, %eax
; 	retq
; .Lfunc_end2:
; 	.size	third, .Lfunc_end2-third
; 	.cfi_endproc
;                                         # -- End function
; 	.type	variable,@object                # @variable
; 	.section	.data.variable,"aw",@progbits
; 	.globl	variable
; 	.p2align	2, 0x0
; variable:
; 	.long	1                               # 0x1
; 	.size	variable, 4
;
; 	.type	zero,@object                    # @zero
; 	.section	.bss.zero,"aw",@nobits
; 	.p2align	2, 0x0
; zero:
; 	.long	0                               # 0x0
; 	.size	zero, 4
;
; 	.type	constant,@object                # @constant
; 	.section	.rodata.constant,"a",@progbits
; 	.globl	constant
; 	.p2align	2, 0x0
; constant:
; 	.long	2                               # 0x2
; 	.size	constant, 4
;
; 	.type	.Lstring,@object                # @string
; 	.section	.rodata.str1.1,"aMS",@progbits,1
; .Lstring:
; 	.asciz	"hi"
; 	.size	.Lstring, 3
;
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
