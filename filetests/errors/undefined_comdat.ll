; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: use of undefined COMDAT group '$none'
;   --> %s:12:25
;    |
; 12 | define void @f() comdat($none) {
;    |                         ^^^^^

; RUN: test ! -e %t.o

define void @f() comdat($none) {
  ret void
}
