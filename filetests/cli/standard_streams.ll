; `-` is standard input and standard output; without an input, standard input is read; without an output,
; standard output is written. What is read so is machine code if it begins like it.
; RUN: avarice compile - -o - < %s | FileCheck %s
; RUN: avarice compile < %s | FileCheck %s
; RUN: cat %s | avarice compile -filetype=asm | FileCheck %s
; RUN: avarice compile %s -stop-after=finalize-isel -o - | avarice compile - -o - | FileCheck %s
; RUN: avarice compile %s -stop-after=virtregrewriter -o - | avarice compile -x mir -start-after=virtregrewriter - -o - | FileCheck %s
; RUN: avarice compile %s -filetype=obj -o - | head -c 4 | grep -q ELF

; An error names the input so.
; RUN: echo "define" | not avarice compile - -o %t.o 2>&1 | FileCheck %s -check-prefix=ERROR
; ERROR: <stdin>:2:1

; CHECK-LABEL: f:
; CHECK:       movl %edi, %eax
; CHECK-NEXT:  retq
define i32 @f(i32 %x) {
  ret i32 %x
}
