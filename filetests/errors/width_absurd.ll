; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: the width of an integer type must be between 1 and 8388608 bits
;   --> %s:12:16
;    |
; 12 | define void @f(i16777216 %x) {
;    |                ^^^^^^^^^

; RUN: test ! -e %t.o

define void @f(i16777216 %x) {
  ret void
}
