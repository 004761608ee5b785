; The fast algorithm of regalloc2 moves results behind the call: not where that ends a block.
; RUN: avarice compile %s -mtriple=x86_64 -regalloc=fastalloc -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported with regalloc2: landing pads and fastalloc, in function 'pads'

declare i32 @may(i32)

declare i32 @__gxx_personality_v0(...)

define i32 @pads(i32 %a, i32 %b) personality ptr @__gxx_personality_v0 {
entry:
  %r = invoke i32 @may(i32 %a)
          to label %good unwind label %bad

good:
  ret i32 %r

bad:
  %p = landingpad { ptr, i32 }
          cleanup
  ret i32 %b
}
