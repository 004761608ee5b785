; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: 'add' takes integer operands, not ptr
;   --> %s:13:8
;    |
; 13 |   %q = add ptr %p, %p
;    |        ^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

define ptr @f(ptr %p) {
  %q = add ptr %p, %p
  ret ptr %q
}
