; Inline assembly is not lowered yet.
; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: inline assembly in function `f`
;   --> %s:14:3
;    |
; 14 |   %r = call i64 asm "rdtsc", "={ax},~{dx}"()
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

define i64 @f() {
  %r = call i64 asm "rdtsc", "={ax},~{dx}"()
  ret i64 %r
}
