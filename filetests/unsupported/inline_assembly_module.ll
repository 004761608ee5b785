; Assembly beside the functions.
; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported at emission: module assembly

; RUN: test ! -e %t.o

module asm ".globl there"

define void @f() {
  ret void
}
