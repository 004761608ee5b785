; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: this string has no closing quote
;   --> %s:12:28
;    |
; 12 | @text = constant [6 x i8] c"hello
;    |                            ^

; RUN: test ! -e %t.o

@text = constant [6 x i8] c"hello
