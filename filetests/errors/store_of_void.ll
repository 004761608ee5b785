; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: 'void' is only allowed as the result of a function
;   --> %s:13:9
;    |
; 13 |   store void undef, ptr %p
;    |         ^^^^

; RUN: test ! -e %t.o

define void @f(ptr %p) {
  store void undef, ptr %p
  ret void
}
