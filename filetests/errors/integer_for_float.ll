; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: an integer is of integer type, but float is expected here
;   --> %s:13:13
;    |
; 13 |   ret float 1
;    |             ^

; RUN: test ! -e %t.o

define float @f() {
  ret float 1
}
