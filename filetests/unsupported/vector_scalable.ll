; Vectors whose length is not known, inside of a function.
; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: type <vscale x 2 x i64> in function `f`
;   --> %s:16:3
;    |
; 16 |   store <vscale x 2 x i64> %w, ptr %p
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

define void @f(ptr %p) {
  %v = load <vscale x 2 x i64>, ptr %p
  %w = shl <vscale x 2 x i64> %v, %v
  store <vscale x 2 x i64> %w, ptr %p
  ret void
}
