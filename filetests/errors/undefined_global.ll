; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: use of undefined value '@missing'
;   --> %s:13:17
;    |
; 13 |   %x = call i32 @missing()
;    |                 ^^^^^^^^

; RUN: test ! -e %t.o

define i32 @f() {
  %x = call i32 @missing()
  ret i32 %x
}
