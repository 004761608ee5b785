; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: expected metadata, found '"text"'
;   --> %s:12:15
;    |
; 12 | !0 = !{i32 1, "text"
;    |               ^^^^^^

; RUN: test ! -e %t.o

!0 = !{i32 1, "text"
