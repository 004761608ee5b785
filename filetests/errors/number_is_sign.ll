; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: '-' needs a number
;   --> %s:13:11
;    |
; 13 |   ret i32 -
;    |           ^

; RUN: test ! -e %t.o

define i32 @f() {
  ret i32 -
}
