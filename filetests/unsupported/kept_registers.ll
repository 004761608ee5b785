; What functions that keep more registers than others for their callers cannot do yet.
; RUN: split-file %s %t
; RUN: avarice compile %t/vectors.ll -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: vector registers that a function keeps whose stack is realigned, in function 'vectors'

; RUN: avarice compile %t/landing_pad.ll -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: landing pads in a function that keeps the registers of exceptions, in function 'landing_pad'

; RUN: avarice compile %t/probes.ll -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: stack probes in a function that keeps their registers, in function 'probes'

; RUN: avarice compile %t/tail_call.ll -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: unsupported: musttail call in a function that keeps more registers in function `tail_call`
;  --> %t/tail_call.ll:4:3
;   |
; 4 |   ret void
;   |   ^^^^^^^^

;--- vectors.ll
declare void @other()
define void @vectors() "no_caller_saved_registers" "stackrealign" {
  call void @other()
  ret void
}
;--- landing_pad.ll
declare void @other()
declare i32 @__gxx_personality_v0(...)
define preserve_mostcc void @landing_pad() personality ptr @__gxx_personality_v0 {
  invoke void @other() to label %done unwind label %pad
done:
  ret void
pad:
  %caught = landingpad { ptr, i32 } catch ptr null
  ret void
}
;--- probes.ll
declare void @other(ptr)
define preserve_mostcc void @probes() "probe-stack"="inline-asm" {
  %object = alloca [10000 x i8]
  call void @other(ptr %object)
  ret void
}
;--- tail_call.ll
declare preserve_mostcc void @other(i64)
define preserve_mostcc void @tail_call(i64 %a) {
  musttail call preserve_mostcc void @other(i64 %a)
  ret void
}
