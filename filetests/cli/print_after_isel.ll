; -print-after-isel: each function as it is selected, before all passes.
; RUN: avarice compile -print-after-isel -filter-print-funcs=f %s -o /dev/null 2>&1 | FileCheck %s
; CHECK:      # After Instruction Selection:
; CHECK-NEXT: # Machine code for function f: IsSSA, TracksLiveness
; CHECK:      # End machine code for function f.
; CHECK-NOT:  function g
target triple = "aarch64-unknown-linux-gnu"
define i32 @f(i32 %a) {
  %b = add i32 %a, 1
  ret i32 %b
}

define void @g() {
  ret void
}
