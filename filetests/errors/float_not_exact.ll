; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: this number is not exactly representable as float
;   --> %s:13:13
;    |
; 13 |   ret float 0.1
;    |             ^^^

; RUN: test ! -e %t.o

define float @f() {
  ret float 0.1
}
