; Vector operations are not lowered yet.
; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: type vector { element: ty15, len: 4, scalable: false } in function `f`
;   --> %s:13:18
;    |
; 13 | define <4 x i32> @f(<4 x i32> %a, <4 x i32> %b) {
;    |                  ^^

; RUN: test ! -e %t.o

define <4 x i32> @f(<4 x i32> %a, <4 x i32> %b) {
  %r = add <4 x i32> %a, %b
  ret <4 x i32> %r
}
