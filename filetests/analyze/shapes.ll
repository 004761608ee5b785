; What functions may have besides plain blocks: nothing that reaches a block, exceptions, switches, inline assembly
; that jumps, jumps to addresses, scalable vectors, declarations.
; RUN: avarice analyze liveness --no-trace %s | FileCheck %s
; RUN: avarice analyze liveness --granularity statement --sets per-variable --order worklist %s > /dev/null
; RUN: avarice analyze liveness --json %s > /dev/null
; RUN: avarice analyze liveness --dot %s > /dev/null
; RUN: avarice analyze liveness --stats --no-trace %s > /dev/null
; RUN: avarice analyze dead-code %s > /dev/null
; RUN: avarice analyze uninitialized %s > /dev/null
; RUN: avarice analyze ssa %s > /dev/null
; RUN: avarice analyze def-use %s > /dev/null

declare i32 @outside(i32)
declare i32 @__gxx_personality_v0(...)

; CHECK-LABEL: Function: unreachable
; CHECK-NEXT:  Basic blocks: 3 (2 unreachable)
; CHECK:       ================== result
; CHECK-NEXT:  Basic Block: %entry
; CHECK:       Basic Block: %loop
; CHECK-NEXT:  IN for bb:
; CHECK-NEXT:  0{{$}}
; CHECK-NEXT:  OUT for bb:
; CHECK-NEXT:  0 2{{$}}
define void @unreachable(i32 %a) {
entry:
  ret void

loop:
  %b = phi i32 [ %c, %loop ], [ 0, %start ]
  %c = add i32 %b, %a
  br label %loop

start:
  br label %loop
}

; The result of an invoke is defined where it is called, and not used on the way to the landing pad.
; CHECK-LABEL: Function: exceptions
; CHECK:       ================== result
; CHECK-NEXT:  Basic Block: %normal
; CHECK-NEXT:  IN for bb:
; CHECK-NEXT:  3{{$}}
; CHECK:       Basic Block: %unwind
; CHECK-NEXT:  IN for bb:
; CHECK-NEXT:  1{{$}}
; CHECK:       Basic Block: %entry
; CHECK-NEXT:  IN for bb:
; CHECK-NEXT:  0 1{{$}}
; CHECK-NEXT:  OUT for bb:
; CHECK-NEXT:  1 3{{$}}
define i32 @exceptions(i32 %a, i32 %b) personality ptr @__gxx_personality_v0 {
entry:
  %r = invoke i32 @outside(i32 %a) to label %normal unwind label %unwind

normal:
  ret i32 %r

unwind:
  %pad = landingpad { ptr, i32 } cleanup
  ret i32 %b
}

; CHECK-LABEL: Function: switches
define i32 @switches(i32 %a, i32 %b) {
  switch i32 %a, label %other [
    i32 1, label %one
    i32 2, label %one
    i32 3, label %other
  ]

one:
  %p = phi i32 [ %b, %0 ], [ %b, %0 ]
  ret i32 %p

other:
  unreachable
}

; CHECK-LABEL: Function: jumps
define i32 @jumps(i32 %a, ptr %to) {
entry:
  %x = callbr i32 asm "", "=r,r,!i"(i32 %a) to label %next [label %far]

next:
  indirectbr ptr %to, [label %far, label %next]

far:
  ret i32 %a
}

; CHECK-LABEL: Function: scalable
define <vscale x 4 x i32> @scalable(<vscale x 4 x i32> %a) {
  %slot = alloca <vscale x 4 x i32>
  store <vscale x 4 x i32> %a, ptr %slot
  %b = load <vscale x 4 x i32>, ptr %slot
  ret <vscale x 4 x i32> %b
}
