; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: phi after other instructions of its block
;   --> %s:17:3
;    |
; 17 |   %x = phi i32 [ 1, %entry ]
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

define i32 @f(i32 %v) {
entry:
  br label %a
a:
  %y = add i32 %v, 1
  %x = phi i32 [ 1, %entry ]
  ret i32 %x
}
