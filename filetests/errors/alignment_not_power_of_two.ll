; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: an alignment is a power of two of at most 2^32
;   --> %s:13:32
;    |
; 13 |   %x = load i32, ptr %p, align 3
;    |                                ^

; RUN: test ! -e %t.o

define i32 @f(ptr %p) {
  %x = load i32, ptr %p, align 3
  ret i32 %x
}
