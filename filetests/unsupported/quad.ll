; Quadruple precision.
; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: type fp128 in function `f`
;   --> %s:13:14
;    |
; 13 | define fp128 @f(fp128 %x, fp128 %y) {
;    |              ^^

; RUN: test ! -e %t.o

define fp128 @f(fp128 %x, fp128 %y) {
  %r = fmul fp128 %x, %y
  ret fp128 %r
}
