; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: more than one parameter with sret
;   --> %s:12:13
;    |
; 12 | define void @f(ptr sret(i32) %a, ptr sret(i32) %b) {
;    |             ^^

; RUN: test ! -e %t.o

define void @f(ptr sret(i32) %a, ptr sret(i32) %b) {
  ret void
}
