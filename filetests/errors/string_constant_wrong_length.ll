; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: this string has type [5 x i8], but [4 x i8] is expected here
;   --> %s:12:24
;    |
; 12 | @s = constant [4 x i8] c"hello"
;    |                        ^^^^^^^^

; RUN: test ! -e %t.o

@s = constant [4 x i8] c"hello"
