; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: a declaration is 'external' or 'extern_weak'
;   --> %s:12:9
;    |
; 12 | declare internal void @f()
;    |         ^^^^^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

declare internal void @f()
