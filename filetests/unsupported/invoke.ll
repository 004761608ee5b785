; Calls that unwind into the function.
; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: instruction landingpad in function `f`
;   --> %s:22:3
;    |
; 22 |   %pad = landingpad { ptr, i32 } catch ptr null
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

declare void @may_throw()
declare i32 @__gxx_personality_v0(...)

define i32 @f() personality ptr @__gxx_personality_v0 {
entry:
  invoke void @may_throw() to label %good unwind label %bad
good:
  ret i32 0
bad:
  %pad = landingpad { ptr, i32 } catch ptr null
  ret i32 1
}
