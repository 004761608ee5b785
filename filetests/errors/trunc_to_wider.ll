; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: 'trunc' cannot convert i32 to i64
;   --> %s:13:8
;    |
; 13 |   %y = trunc i32 %x to i64
;    |        ^^^^^^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

define i64 @f(i32 %x) {
  %y = trunc i32 %x to i64
  ret i64 %y
}
