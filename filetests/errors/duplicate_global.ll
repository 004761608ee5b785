; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: redefinition of '@x'
;   --> %s:13:1
;    |
; 13 | @x = global i64 1
;    | ^^

; RUN: test ! -e %t.o

@x = global i32 0
@x = global i64 1
