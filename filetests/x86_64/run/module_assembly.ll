; Assembly beside the functions: code and data of its own, which functions call and which calls them.
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -o %t.o && cc %t.o -o %t && %t > %t.out
; RUN: avarice compile %s -relocation-model=pic -o %t.s && cc %t.s -o %t && %t | diff - %t.out
; RUN: cat %t.out
; OUTPUT:
; 15 -6 42 7 text#;" end 3 12 9

module asm "# A function with a loop, in AT&T syntax."
module asm "\09.text"
module asm "\09.p2align 4, 0x90"
module asm "\09.globl\09sum_to"
module asm "\09.type\09sum_to, @function"
module asm "sum_to:\09.cfi_startproc"
module asm "\09xorl %eax, %eax; 1: addl %edi, %eax"
module asm "\09decl %edi /* to zero */"
module asm "\09jne 1b"
module asm "\09jmp 1f; ud2"
module asm "1:\09retq"
module asm "\09.cfi_endproc"
module asm "\09.size\09sum_to, .-sum_to"
module asm "\09.hidden inner"
module asm "inner: negl %edi\0A\09call negate_twice@PLT\0A\09ret"
module asm ".globl through_pointer\0Athrough_pointer: pushq %rax"
module asm "\09leaq 4+table(%rip), %rcx"
module asm "\09movslq (%rcx), %rax\0A addq %rcx, %rax"
module asm "\09call *%rax\0A popq %rcx; ret"
module asm ".pushsection .rodata\0A.balign 4"
module asm "table: .long inner - table, inner - ., 5 + 2"
module asm ".set alias, table + 8"
module asm ".globl alias, text, distance, words, answer"
module asm "text: .asciz \22text#;\\\22\22, \22 end\22"
module asm "distance: .byte 2f - 1f; 1: .short 3, 0x0c; .byte 9; 2:"
module asm ".popsection"
module asm "\09.data\0Awords: .quad table, answer + 8\0A\09.section .bss\0Ablank: .zero 16"
module asm "\09.section custom,\22aw\22,@progbits\0Aanswer: .quad 42"

@alias = external hidden global i32
@text = external hidden global [8 x i8]
@distance = external hidden global i8
@words = external hidden global [2 x ptr]
@format = constant [32 x i8] c"%d %d %ld %d %s%s %d %d %d\0A\00\00\00\00\00"

declare i32 @sum_to(i32)
declare i32 @through_pointer(i32)
declare i32 @printf(ptr, ...)

define i32 @negate_twice(i32 %x) {
  %r = mul i32 %x, 2
  ret i32 %r
}

define i32 @main() {
  %a = call i32 @sum_to(i32 5)
  %b = call i32 @through_pointer(i32 3)
  %end = getelementptr i8, ptr @words, i64 8
  %behind = load ptr, ptr %end
  %place = getelementptr i8, ptr %behind, i64 -8
  %c = load i64, ptr %place
  %d = load i32, ptr @alias
  %second = getelementptr i8, ptr @text, i64 8
  %byte = load i8, ptr @distance
  %e = sext i8 %byte to i32
  %p = getelementptr i8, ptr @distance, i64 3
  %short = load i16, ptr %p, align 1
  %f = sext i16 %short to i32
  %q = getelementptr i8, ptr @distance, i64 5
  %last = load i8, ptr %q
  %g = sext i8 %last to i32
  %h = sub i32 %e, 2
  %z = call i32 (ptr, ...) @printf(ptr @format, i32 %a, i32 %b, i64 %c, i32 %d, ptr @text, ptr %second, i32 %h, i32 %f, i32 %g)
  ret i32 0
}
