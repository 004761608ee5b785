; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: expected '{' before the function's body, found 'sometimes'
;   --> %s:12:18
;    |
; 12 | define void @f() sometimes {
;    |                  ^^^^^^^^^

; RUN: test ! -e %t.o

define void @f() sometimes {
  ret void
}
