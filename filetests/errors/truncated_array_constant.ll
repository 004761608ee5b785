; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: expected type, but the text ends here
;   --> %s:13:1
;    |
; 13 |
;    | ^

; RUN: test ! -e %t.o

@table = constant [3 x i32] [i32 1, i32 2,
