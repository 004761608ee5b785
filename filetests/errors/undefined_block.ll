; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: use of undefined block '%entry2'
;   --> %s:14:32
;    |
; 14 |   br i1 %c, label %then, label %entry2
;    |                                ^^^^^^^

; RUN: test ! -e %t.o

define void @f(i1 %c) {
entry:
  br i1 %c, label %then, label %entry2
then:
  ret void
}
