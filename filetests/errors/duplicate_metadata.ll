; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: redefinition of metadata '!0'
;   --> %s:13:2
;    |
; 13 | !0 = !{i32 2}
;    |  ^

; RUN: test ! -e %t.o

!0 = !{i32 1}
!0 = !{i32 2}
