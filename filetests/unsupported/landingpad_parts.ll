; A landing pad has two registers: what it asks of a third is nowhere.
; RUN: avarice compile %s -mtriple=x86_64-unknown-linux-gnu -o %t.s
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: landingpad with a result of this type in function `f`
;   --> %s:23:3
;    |
; 23 |   %pad = landingpad { ptr, i128 } cleanup
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

; RUN: test ! -e %t.s

declare i32 @__gxx_personality_v0(...)
declare void @g()

define { ptr, i128 } @f() personality ptr @__gxx_personality_v0 {
  invoke void @g() to label %good unwind label %bad

good:
  ret { ptr, i128 } zeroinitializer

bad:
  %pad = landingpad { ptr, i128 } cleanup
  ret { ptr, i128 } %pad
}
