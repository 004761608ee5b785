; The x87's extended precision.
; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: type x86_fp80 in function `f`
;   --> %s:13:17
;    |
; 13 | define x86_fp80 @f(x86_fp80 %x) {
;    |                 ^^

; RUN: test ! -e %t.o

define x86_fp80 @f(x86_fp80 %x) {
  %r = fadd x86_fp80 %x, %x
  ret x86_fp80 %r
}
