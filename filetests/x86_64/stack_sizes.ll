; -stack-size-section lists the sizes of stack frames beside the code; frames that grow at run time are not listed. Expected
; output is llc's.
; RUN: llc -mtriple=x86_64-unknown-linux-gnu -stack-size-section %s -o - | grep -A3 stack_sizes
; OUTPUT:
; 	.file	"stack_sizes.ll"
; 	.globl	fixed                           # -- Begin function fixed
; 	.p2align	4, 0x90
; 	.type	fixed,@function
; --
; 	.section	.stack_sizes,"o",@progbits,.text
; 	.quad	.Lfunc_begin0
; 	.ascii	"\270\t"
; 	.text
; --
; 	.section	.stack_sizes,"o",@progbits,.text
; 	.quad	.Lfunc_begin2
; 	.byte	0
; 	.text

; RUN: llc -mtriple=x86_64-unknown-linux-gnu -stack-size-section -function-sections %s -o - | grep -A3 stack_sizes
; OUTPUT:
; 	.file	"stack_sizes.ll"
; 	.section	.text.fixed,"ax",@progbits
; 	.globl	fixed                           # -- Begin function fixed
; 	.p2align	4, 0x90
; --
; 	.section	.stack_sizes,"o",@progbits,.text.fixed
; 	.quad	.Lfunc_begin0
; 	.ascii	"\270\t"
; 	.section	.text.fixed,"ax",@progbits
; --
; 	.section	.stack_sizes,"o",@progbits,.text.none
; 	.quad	.Lfunc_begin2
; 	.byte	0
; 	.section	.text.none,"ax",@progbits

; RUN: llc -mtriple=aarch64-unknown-linux-gnu -stack-size-section -filetype=obj %s -o %t.o
; RUN: objdump -s -j .stack_sizes %t.o | tail -n +4
; OUTPUT:
; Contents of section .stack_sizes:
;  0000 00000000 00000000 c0090000 00000000  ................
;  0010 000000                               ...             

define i32 @fixed() {
  %a = alloca [300 x i32]
  call void @g(ptr %a)
  ret i32 0
}

define i32 @growing(i64 %n) {
  %a = alloca i32, i64 %n
  call void @g(ptr %a)
  ret i32 0
}

define i32 @none() {
  ret i32 1
}

declare void @g(ptr)
