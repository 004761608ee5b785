; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: operand i32 %x is not defined on every path to its use
;   --> %s:19:3
;    |
; 19 |   ret i32 %x
;    |   ^^^^^^^^^^

; RUN: test ! -e %t.o

define i32 @f(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  %x = add i32 1, 2
  br label %b
b:
  ret i32 %x
}
