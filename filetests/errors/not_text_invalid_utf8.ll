; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: this character has no meaning here
;   --> %s:13:3
;    |
; 13 |   ï¿½ï¿½ ret void
;    |   ^

; RUN: test ! -e %t.o

define void @f() {
  ÿþ ret void
}
