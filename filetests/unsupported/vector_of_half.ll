; Vectors of elements that have no registers.
; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: type half in function `f`
;   --> %s:13:19
;    |
; 13 | define <4 x half> @f(<4 x half> %a, <4 x half> %b) {
;    |                   ^^

; RUN: test ! -e %t.o

define <4 x half> @f(<4 x half> %a, <4 x half> %b) {
  %r = fadd <4 x half> %a, %b
  ret <4 x half> %r
}
