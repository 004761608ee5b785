; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: expected ',' or '}' in the struct type, but the text ends here
;   --> %s:13:1
;    |
; 13 |
;    | ^

; RUN: test ! -e %t.o

%pair = type { i32, i64
