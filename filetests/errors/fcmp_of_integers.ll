; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: 'fcmp' compares floating-point numbers, not i32
;   --> %s:13:8
;    |
; 13 |   %c = fcmp oeq i32 %x, 0
;    |        ^^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

define i1 @f(i32 %x) {
  %c = fcmp oeq i32 %x, 0
  ret i1 %c
}
