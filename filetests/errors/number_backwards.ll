; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: this value must be numbered 4 or greater
;   --> %s:14:3
;    |
; 14 |   %2 = add i32 %0, 2
;    |   ^^

; RUN: test ! -e %t.o

define i32 @f(i32 %0) {
  %3 = add i32 %0, 1
  %2 = add i32 %0, 2
  ret i32 %2
}
