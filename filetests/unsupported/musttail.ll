; A call that must reuse the caller's frame.
; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: musttail call in function `f`
;   --> %s:16:3
;    |
; 16 |   %r = musttail call i32 @g(i32 %x)
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

declare i32 @g(i32)

define i32 @f(i32 %x) {
  %r = musttail call i32 @g(i32 %x)
  ret i32 %r
}
