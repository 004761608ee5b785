; A code model that x86-64 does not have.
; RUN: avarice compile -mtriple=x86_64-linux-gnu -code-model=tiny %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: Target does not support the tiny CodeModel

; RUN: test ! -e %t.o

define void @f() {
  ret void
}
