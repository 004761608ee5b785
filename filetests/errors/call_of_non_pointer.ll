; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: '%x' has type i32, but ptr is expected here
;   --> %s:13:13
;    |
; 13 |   call void %x()
;    |             ^^

; RUN: test ! -e %t.o

define void @f(i32 %x) {
  call void %x()
  ret void
}
