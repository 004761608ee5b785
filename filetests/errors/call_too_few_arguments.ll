; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: the function takes 2 arguments, but 1 are given
;   --> %s:15:30
;    |
; 15 |   %x = call i32 (i32, i32) @g(i32 1)
;    |                              ^^^^^^^

; RUN: test ! -e %t.o

declare i32 @g(i32, i32)

define i32 @f() {
  %x = call i32 (i32, i32) @g(i32 1)
  ret i32 %x
}
