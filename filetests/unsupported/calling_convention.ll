; The calling convention of another system.
; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: calling convention win64cc in function `f`
;   --> %s:13:20
;    |
; 13 | define win64cc i64 @f(i64 %x) {
;    |                    ^^

; RUN: test ! -e %t.o

define win64cc i64 @f(i64 %x) {
  ret i64 %x
}
