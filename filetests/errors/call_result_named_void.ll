; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: an instruction without result cannot have a name
;   --> %s:15:3
;    |
; 15 |   %x = call void @g()
;    |   ^^

; RUN: test ! -e %t.o

declare void @g()

define void @f() {
  %x = call void @g()
  ret void
}
