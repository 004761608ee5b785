; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: phi with a value for %entry, which is no predecessor
;   --> %s:18:3
;    |
; 18 |   %x = phi i32 [ 1, %a ], [ 2, %entry ]
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

define i32 @f() {
entry:
  br label %a
a:
  br label %b
b:
  %x = phi i32 [ 1, %a ], [ 2, %entry ]
  ret i32 %x
}
