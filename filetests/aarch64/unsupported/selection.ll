; Instructions are selected for Linux only.
; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: selection for arm64-apple-macosx14.0.0, which has the passes on .mir

; RUN: test ! -e %t.o

target triple = "arm64-apple-macosx14.0.0"

define void @f() {
  ret void
}
