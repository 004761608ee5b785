; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: this is the name of a block, not of a value
;   --> %s:16:16
;    |
; 16 |   %x = add i32 %a, 1
;    |                ^^

; RUN: test ! -e %t.o

define i32 @f() {
entry:
  br label %a
a:
  %x = add i32 %a, 1
  ret i32 %x
}
