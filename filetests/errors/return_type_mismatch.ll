; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: this returns i64, but the function's result is i32
;   --> %s:13:7
;    |
; 13 |   ret i64 %x
;    |       ^^^^^^

; RUN: test ! -e %t.o

define i32 @f(i64 %x) {
  ret i64 %x
}
