; Vectors of a length that has no register are passed as so many scalars.
; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: vector that is passed element by element in function `f`
;   --> %s:13:15
;    |
; 13 | define double @f(<3 x double> %a) {
;    |               ^^

; RUN: test ! -e %t.o

define double @f(<3 x double> %a) {
  %r = extractelement <3 x double> %a, i64 2
  ret double %r
}
