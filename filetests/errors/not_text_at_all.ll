; The input is the beginning of an object file.
; RUN: avarice compile %S/Inputs/object.ll -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: this character has no meaning here
;  --> %S/Inputs/object.ll:1:1
;   |
; 1 | �ELF��������������>���������������������������������������������������������������������������������
;   | ^

; RUN: test ! -e %t.o
