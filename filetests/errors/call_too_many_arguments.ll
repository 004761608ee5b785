; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: the function takes 1 argument, but 2 are given
;   --> %s:15:25
;    |
; 15 |   %x = call i32 (i32) @g(i32 1, i32 2)
;    |                         ^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

declare i32 @g(i32)

define i32 @f() {
  %x = call i32 (i32) @g(i32 1, i32 2)
  ret i32 %x
}
