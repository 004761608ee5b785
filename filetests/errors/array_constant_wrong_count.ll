; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: the type has 3 elements, but the constant has 2
;   --> %s:12:25
;    |
; 12 | @a = constant [3 x i32] [i32 1, i32 2]
;    |                         ^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

@a = constant [3 x i32] [i32 1, i32 2]
