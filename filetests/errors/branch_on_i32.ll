; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: the condition of a 'br' is an i1, not i32
;   --> %s:14:6
;    |
; 14 |   br i32 %c, label %a, label %a
;    |      ^^^^^^

; RUN: test ! -e %t.o

define void @f(i32 %c) {
entry:
  br i32 %c, label %a, label %a
a:
  ret void
}
