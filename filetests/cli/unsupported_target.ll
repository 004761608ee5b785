; A target that is not here.
; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: target 'sparc-sun-solaris'
; note: supported: x86_64 and aarch64 on Linux; aarch64 elsewhere from .mir on

; RUN: test ! -e %t.o
; RUN: avarice compile %s -mtriple=x86_64-linux-gnu -o %t.o
; RUN: test -s %t.o

target triple = "sparc-sun-solaris"

define void @f() {
  ret void
}
