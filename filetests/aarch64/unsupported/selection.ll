; Instructions are not selected for AArch64.
; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: selection for aarch64, which has the passes on .mir

; RUN: test ! -e %t.o

target triple = "aarch64-unknown-linux-gnu"

define void @f() {
  ret void
}
