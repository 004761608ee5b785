; Atomic accesses of 16 bytes.
; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: atomic access of this type in function `f`
;   --> %s:14:3
;    |
; 14 |   %r = load atomic fp128, ptr %p seq_cst, align 16
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

define fp128 @f(ptr %p) {
  %r = load atomic fp128, ptr %p seq_cst, align 16
  ret fp128 %r
}
