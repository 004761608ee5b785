; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: this returns i32, but the function's result is void
;   --> %s:13:7
;    |
; 13 |   ret i32 0
;    |       ^^^^^

; RUN: test ! -e %t.o

define void @f() {
  ret i32 0
}
