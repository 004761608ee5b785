; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: 'shl' takes integer operands, not float
;   --> %s:13:8
;    |
; 13 |   %y = shl float %x, %x
;    |        ^^^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

define float @f(float %x) {
  %y = shl float %x, %x
  ret float %y
}
