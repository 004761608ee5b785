; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: expected a metadata node, found 'i32'
;   --> %s:12:17
;    |
; 12 | !llvm.ident = !{i32 1}
;    |                 ^^^

; RUN: test ! -e %t.o

!llvm.ident = !{i32 1}
