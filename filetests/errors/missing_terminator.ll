; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: the block before this label does not end with a terminator
;   --> %s:15:1
;    |
; 15 | next:
;    | ^^^^^

; RUN: test ! -e %t.o

define void @f(i32 %x) {
entry:
  %y = add i32 %x, 1
next:
  ret void
}
