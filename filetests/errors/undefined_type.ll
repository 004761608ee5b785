; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: use of undefined type '%nowhere'
;   --> %s:13:13
;    |
; 13 |   %x = load %nowhere, ptr %p
;    |             ^^^^^^^^

; RUN: test ! -e %t.o

define void @f(ptr %p) {
  %x = load %nowhere, ptr %p
  ret void
}
