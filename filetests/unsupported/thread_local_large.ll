; Thread-local variables of other linked objects in the large code model of AArch64.
; RUN: avarice compile %s -mtriple=aarch64-linux-gnu -code-model=large -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: ELF TLS only supported in small memory model or in local exec TLS model in function `f`
;   --> %s:17:3
;    |
; 17 |   %r = load i32, ptr @elsewhere
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

; RUN: test ! -e %t.o
; RUN: avarice compile %s -mtriple=aarch64-linux-gnu -code-model=tiny -o %t.o

@elsewhere = external thread_local global i32

define i32 @f() {
  %r = load i32, ptr @elsewhere
  ret i32 %r
}
