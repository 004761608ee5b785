; RUN: avarice compile %T/missing.ll -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: cannot read '%T/missing.ll': No such file or directory (os error 2)

; RUN: test ! -e %t.o
