; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: expected an instruction, found 'addd'
;   --> %s:13:8
;    |
; 13 |   %y = addd i32 %x, 1
;    |        ^^^^

; RUN: test ! -e %t.o

define i32 @f(i32 %x) {
  %y = addd i32 %x, 1
  ret i32 %y
}
