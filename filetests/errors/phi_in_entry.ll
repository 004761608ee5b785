; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: phi with a value for %entry, which is no predecessor
;   --> %s:14:3
;    |
; 14 |   %x = phi i32 [ 1, %entry ]
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

define i32 @f() {
entry:
  %x = phi i32 [ 1, %entry ]
  ret i32 %x
}
