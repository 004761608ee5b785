; A thread-local variable of a shared library needs a call for its address.
; RUN: avarice compile %s -relocation-model=pic -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: thread-local variable in a shared library in function `f`
;   --> %s:16:3
;    |
; 16 |   %r = load i32, ptr @t
;    |   ^^^^^^^^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

@t = external thread_local global i32

define i32 @f() {
  %r = load i32, ptr @t
  ret i32 %r
}
