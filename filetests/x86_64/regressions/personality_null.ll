; A personality that is null is none: no unwinder stops at the function, whose landing pads stay.
; RUN: avarice compile %s -mtriple=x86_64-linux-gnu -verify-machineinstrs -o - | FileCheck %s
; CHECK-LABEL: f:
; CHECK-NOT:  .cfi_personality
; CHECK-NOT:  .cfi_lsda
; CHECK:      callq g
; CHECK:      callq _Unwind_Resume
declare void @g()
define void @f() personality ptr null {
  invoke void @g() to label %done unwind label %pad
done:
  ret void
pad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}
