; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: there is no metadata node of this kind
;   --> %s:12:6
;    |
; 12 | !0 = !DINonsense(line: 3)
;    |      ^^^^^^^^^^^

; RUN: test ! -e %t.o

!0 = !DINonsense(line: 3)
