; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: expected an instruction, but the text ends here
;   --> %s:15:1
;    |
; 15 |
;    | ^

; RUN: test ! -e %t.o

define i32 @f(i32 %x) {
entry:
  %y = add i32 %x, 1
