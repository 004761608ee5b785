; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: '%x' has type i64, but i32 is expected here
;   --> %s:15:24
;    |
; 15 |   %y = call i32 @g(i32 %x)
;    |                        ^^

; RUN: test ! -e %t.o

declare i32 @g(i32)

define i32 @f(i64 %x) {
  %y = call i32 @g(i32 %x)
  ret i32 %y
}
