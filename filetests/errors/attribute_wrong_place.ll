; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: 'noreturn' is not an attribute of a parameter
;   --> %s:12:20
;    |
; 12 | define void @f(i32 noreturn %x) {
;    |                    ^^^^^^^^

; RUN: test ! -e %t.o

define void @f(i32 noreturn %x) {
  ret void
}
