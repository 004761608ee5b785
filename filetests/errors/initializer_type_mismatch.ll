; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: expected a value, found 'i64'
;   --> %s:12:17
;    |
; 12 | @x = global i32 i64 5
;    |                 ^^^

; RUN: test ! -e %t.o

@x = global i32 i64 5
