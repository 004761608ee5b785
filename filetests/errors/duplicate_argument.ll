; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: '%x' is already defined in this function
;   --> %s:12:27
;    |
; 12 | define i32 @f(i32 %x, i32 %x) {
;    |                           ^^

; RUN: test ! -e %t.o

define i32 @f(i32 %x, i32 %x) {
  ret i32 %x
}
