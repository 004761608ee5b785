; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: '%y' is already defined in this function
;   --> %s:14:3
;    |
; 14 |   %y = add i32 %x, 2
;    |   ^^

; RUN: test ! -e %t.o

define i32 @f(i32 %x) {
  %y = add i32 %x, 1
  %y = add i32 %x, 2
  ret i32 %y
}
