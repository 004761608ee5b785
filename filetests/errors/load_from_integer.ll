; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: the address must be a pointer, not i32
;   --> %s:13:18
;    |
; 13 |   %x = load i32, i32 %p
;    |                  ^^^^^^

; RUN: test ! -e %t.o

define i32 @f(i32 %p) {
  %x = load i32, i32 %p
  ret i32 %x
}
