; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: use of undefined value '@nowhere'
;   --> %s:12:21
;    |
; 12 | @a = alias i32, ptr @nowhere
;    |                     ^^^^^^^^

; RUN: test ! -e %t.o

@a = alias i32, ptr @nowhere
