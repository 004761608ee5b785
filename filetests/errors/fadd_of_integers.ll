; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: 'fadd' takes floating-point operands, not i32
;   --> %s:13:8
;    |
; 13 |   %y = fadd i32 %x, %x
;    |        ^^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

define i32 @f(i32 %x) {
  %y = fadd i32 %x, %x
  ret i32 %y
}
