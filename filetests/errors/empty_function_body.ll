; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: a function's body has at least one block
;   --> %s:13:1
;    |
; 13 | }
;    | ^

; RUN: test ! -e %t.o

define void @f() {
}
