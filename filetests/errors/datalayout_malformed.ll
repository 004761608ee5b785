; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: invalid data layout: 'not' is not a number in the data layout's 'p:not'
;   --> %s:12:21
;    |
; 12 | target datalayout = "e-p:not-a-size"
;    |                     ^^^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

target datalayout = "e-p:not-a-size"
