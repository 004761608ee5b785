; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: branch to the entry block
;   --> %s:14:3
;    |
; 14 |   br label %entry
;    |   ^^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

define void @f() {
entry:
  br label %entry
}
