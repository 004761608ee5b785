; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: this block does not end with a terminator
;   --> %s:16:1
;    |
; 16 | }
;    | ^

; RUN: test ! -e %t.o

define i32 @f(i32 %x) {
entry:
  ret i32 %x
  %y = add i32 %x, 1
}
