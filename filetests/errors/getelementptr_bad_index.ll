; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: index 2 does not select an element of { i32, i64 }
;   --> %s:13:8
;    |
; 13 |   %q = getelementptr { i32, i64 }, ptr %p, i64 0, i32 5
;    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

define ptr @f(ptr %p) {
  %q = getelementptr { i32, i64 }, ptr %p, i64 0, i32 5
  ret ptr %q
}
