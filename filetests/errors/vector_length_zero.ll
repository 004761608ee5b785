; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: a vector has at least one element
;   --> %s:12:17
;    |
; 12 | define void @f(<0 x i32> %x) {
;    |                 ^

; RUN: test ! -e %t.o

define void @f(<0 x i32> %x) {
  ret void
}
