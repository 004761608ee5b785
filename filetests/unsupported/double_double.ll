; Numbers of two doubles, which only PowerPC has.
; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: type ppc_fp128 in function `f`
;   --> %s:13:18
;    |
; 13 | define ppc_fp128 @f(ppc_fp128 %x, ppc_fp128 %y) {
;    |                  ^^

; RUN: test ! -e %t.o

define ppc_fp128 @f(ppc_fp128 %x, ppc_fp128 %y) {
  %r = fmul ppc_fp128 %x, %y
  ret ppc_fp128 %r
}
