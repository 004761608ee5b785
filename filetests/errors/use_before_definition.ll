; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: operand i32 %y is not defined on every path to its use
;   --> %s:13:3
;    |
; 13 |   %x = add i32 %y, 1
;    |   ^^^^^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

define i32 @f(i32 %v) {
  %x = add i32 %y, 1
  %y = add i32 %v, 1
  ret i32 %x
}
