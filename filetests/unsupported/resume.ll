; Continuing to unwind.
; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: terminator resume in function `f`
;   --> %s:16:3
;    |
; 16 |   resume { ptr, i32 } %e
;    |   ^^^^^^^^^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

declare i32 @__gxx_personality_v0(...)

define void @f({ ptr, i32 } %e) personality ptr @__gxx_personality_v0 {
  resume { ptr, i32 } %e
}
