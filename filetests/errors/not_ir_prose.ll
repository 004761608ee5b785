; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: expected a definition, found 'This'
;   --> %s:12:1
;    |
; 12 | This is a shopping list: apples, pears and a loaf of bread.
;    | ^^^^

; RUN: test ! -e %t.o

This is a shopping list: apples, pears and a loaf of bread.
