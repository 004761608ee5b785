; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: the length of an array must be between 0 and 2^64 - 1
;   --> %s:12:14
;    |
; 12 | @a = global [99999999999999999999999999 x i8] zeroinitializer
;    |              ^^^^^^^^^^^^^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

@a = global [99999999999999999999999999 x i8] zeroinitializer
