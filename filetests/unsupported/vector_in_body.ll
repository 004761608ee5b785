; Vectors inside of a function are refused as those in its signature.
; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: type vector { element: ty16, len: 2, scalable: false } in function `f`
;   --> %s:16:3
;    |
; 16 |   store <2 x i64> %w, ptr %p
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

define void @f(ptr %p) {
  %v = load <2 x i64>, ptr %p
  %w = shl <2 x i64> %v, <i64 3, i64 3>
  store <2 x i64> %w, ptr %p
  ret void
}
