; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: a 'cmpxchg' cannot have this memory ordering
;   --> %s:13:8
;    |
; 13 |   %r = cmpxchg ptr %p, i32 0, i32 1 unordered monotonic
;    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

define void @f(ptr %p) {
  %r = cmpxchg ptr %p, i32 0, i32 1 unordered monotonic
  ret void
}
