; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: '%x' has type i64, but i32 is expected here
;   --> %s:13:16
;    |
; 13 |   %y = add i32 %x, 1
;    |                ^^

; RUN: test ! -e %t.o

define i32 @f(i64 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}
