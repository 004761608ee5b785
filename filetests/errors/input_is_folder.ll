; RUN: avarice compile %T -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: cannot read '%T': Is a directory (os error 21)

; RUN: test ! -e %t.o
