; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: expected an integer predicate such as 'eq' or 'slt', found 'oeq'
;   --> %s:13:13
;    |
; 13 |   %c = icmp oeq i32 %x, 0
;    |             ^^^

; RUN: test ! -e %t.o

define i1 @f(i32 %x) {
  %c = icmp oeq i32 %x, 0
  ret i1 %c
}
