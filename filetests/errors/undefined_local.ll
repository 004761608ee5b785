; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: use of undefined value '%z'
;   --> %s:13:20
;    |
; 13 |   %y = add i32 %x, %z
;    |                    ^^

; RUN: test ! -e %t.o

define i32 @f(i32 %x) {
  %y = add i32 %x, %z
  ret i32 %y
}
