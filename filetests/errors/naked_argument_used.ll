; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: argument of a naked function is used
;   --> %s:16:3
;    |
; 16 |   %q = phi ptr [ %q2, %loop ], [ %p, %entry ]
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

define void @f(ptr %p) naked {
entry:
  br label %loop
loop:
  %q = phi ptr [ %q2, %loop ], [ %p, %entry ]
  %q2 = getelementptr i8, ptr %q, i64 1
  store i8 1, ptr %q
  br label %loop
}
