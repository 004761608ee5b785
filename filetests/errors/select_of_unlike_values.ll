; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: the two values of a 'select' must have the same type
;   --> %s:13:8
;    |
; 13 |   %z = select i1 %c, i32 %x, i64 %y
;    |        ^^^^^^^^^^^^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

define i32 @f(i1 %c, i32 %x, i64 %y) {
  %z = select i1 %c, i32 %x, i64 %y
  ret i32 %z
}
