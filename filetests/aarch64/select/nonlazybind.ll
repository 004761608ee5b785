; A call of a function that is bound before the program runs reads its address from the global offset table; so does
; whoever asks for the address of a symbol that may be nowhere.
; RUN: avarice compile -mtriple=aarch64-linux-gnu %s -o - | FileCheck %s

declare i32 @eager(i32) nonlazybind
declare dso_local i32 @own(i32) nonlazybind
@maybe = extern_weak dso_local global i32

; CHECK-LABEL: calls:
; CHECK: adrp [[PAGE:x[0-9]+]], :got:eager
; CHECK: ldr [[TARGET:x[0-9]+]], {{\[}}[[PAGE]], :got_lo12:eager]
; CHECK: blr [[TARGET]]
; CHECK: bl own
define i32 @calls(i32 %x) {
  %r = call i32 @eager(i32 %x)
  %s = call i32 @own(i32 %r)
  ret i32 %s
}

; CHECK-LABEL: address:
; CHECK: adrp x0, :got:maybe
define ptr @address() {
  ret ptr @maybe
}

; The module asks the same for calls of the runtime.
; CHECK-LABEL: remainder:
; CHECK: adrp [[PAGE:x[0-9]+]], :got:fmod
; CHECK: ldr [[TARGET:x[0-9]+]], {{\[}}[[PAGE]], :got_lo12:fmod]
; CHECK: blr [[TARGET]]
define double @remainder(double %x, double %y) {
  %r = frem double %x, %y
  ret double %r
}

!llvm.module.flags = !{!0}
!0 = !{i32 7, !"RtLibUseGOT", i32 1}
