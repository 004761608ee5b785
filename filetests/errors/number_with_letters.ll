; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: expected an instruction, found 'abc'
;   --> %s:13:13
;    |
; 13 |   ret i32 12abc
;    |             ^^^

; RUN: test ! -e %t.o

define i32 @f() {
  ret i32 12abc
}
