; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: 'insertelement' takes a vector, an element of its type and an integer
;   --> %s:13:8
;    |
; 13 |   %y = insertelement i32 %x, i32 1, i32 0
;    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

define i32 @f(i32 %x) {
  %y = insertelement i32 %x, i32 1, i32 0
  ret i32 %y
}
