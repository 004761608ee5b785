; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: use of undefined metadata '!4'
;   --> %s:13:20
;    |
; 13 |   ret void, !note !4
;    |                    ^

; RUN: test ! -e %t.o

define void @f() {
  ret void, !note !4
}
