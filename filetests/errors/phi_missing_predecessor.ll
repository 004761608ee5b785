; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: phi without a value for predecessor %entry
;   --> %s:18:3
;    |
; 18 |   %x = phi i32 [ 1, %a ]
;    |   ^^^^^^^^^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

define i32 @f(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %x = phi i32 [ 1, %a ]
  ret i32 %x
}
