; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: expected type, found 'integer'
;   --> %s:12:8
;    |
; 12 | define integer @f() {
;    |        ^^^^^^^

; RUN: test ! -e %t.o

define integer @f() {
  ret integer 0
}
