; Integers of more than 128 bits.
; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: type i256 in function `f`
;   --> %s:13:13
;    |
; 13 | define i256 @f(i256 %x, i256 %y) {
;    |             ^^

; RUN: test ! -e %t.o

define i256 @f(i256 %x, i256 %y) {
  %r = add i256 %x, %y
  ret i256 %r
}
