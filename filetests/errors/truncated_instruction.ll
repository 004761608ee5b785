; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: expected a value, but the text ends here
;   --> %s:13:19
;    |
; 13 |   %y = add i32 %x,
;    |                   ^

; RUN: test ! -e %t.o

define i32 @f(i32 %x) {
  %y = add i32 %x,