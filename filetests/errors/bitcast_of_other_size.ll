; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: 'bitcast' cannot convert i64 to float
;   --> %s:13:8
;    |
; 13 |   %y = bitcast i64 %x to float
;    |        ^^^^^^^^^^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

define float @f(i64 %x) {
  %y = bitcast i64 %x to float
  ret float %y
}
