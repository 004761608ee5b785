; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: redefinition of '@f'
;   --> %s:16:13
;    |
; 16 | define void @f() {
;    |             ^^

; RUN: test ! -e %t.o

define void @f() {
  ret void
}

define void @f() {
  ret void
}
