; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: expected a definition, found 'function'
;   --> %s:14:1
;    |
; 14 | function void @f() {
;    | ^^^^^^^^

; RUN: test ! -e %t.o

declare void @g()

function void @f() {
  ret void
}
