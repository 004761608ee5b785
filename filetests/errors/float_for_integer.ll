; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: a floating-point number is of floating-point type, but i32 is expected here
;   --> %s:13:11
;    |
; 13 |   ret i32 1.5
;    |           ^^^

; RUN: test ! -e %t.o

define i32 @f() {
  ret i32 1.5
}
