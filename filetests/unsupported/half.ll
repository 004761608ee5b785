; Half precision.
; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: type half in function `f`
;   --> %s:13:13
;    |
; 13 | define half @f(half %x, half %y) {
;    |             ^^

; RUN: test ! -e %t.o

define half @f(half %x, half %y) {
  %r = fadd half %x, %y
  ret half %r
}
