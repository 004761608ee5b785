; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: 'icmp' compares integers or pointers, not float
;   --> %s:13:8
;    |
; 13 |   %c = icmp eq float %x, 0.0
;    |        ^^^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

define i1 @f(float %x) {
  %c = icmp eq float %x, 0.0
  ret i1 %c
}
