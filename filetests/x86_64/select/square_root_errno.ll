; A square root is computed by an instruction, and called for only where the library would set errno; not with -O0, with
; optnone, or where it is disabled.
; RUN: avarice compile %s -mtriple=x86_64-unknown-linux-gnu -verify-machineinstrs -o - | FileCheck %s
; RUN: avarice compile %s -mtriple=x86_64-unknown-linux-gnu -O0 -o - | FileCheck %s --check-prefix=NONE
; RUN: avarice compile %s -mtriple=x86_64-unknown-linux-gnu -disable-partial-libcall-inlining -o - | FileCheck %s --check-prefix=NONE
; CHECK-LABEL: root:
; CHECK:     ucomisd
; CHECK-NEXT: jb
; CHECK:     sqrtsd
; CHECK:     {{callq|jmp}} sqrt
; CHECK-LABEL: sum:
; CHECK:     sqrtss
; CHECK:     callq sqrtf
; CHECK-LABEL: kept:
; CHECK-NOT: sqrtsd
; CHECK:     callq sqrt
; NONE-NOT: sqrts{{[sd]}}

declare double @sqrt(double)
declare float @sqrtf(float)
define double @root(double %x) {
  %r = call double @sqrt(double %x)
  ret double %r
}
define float @sum(float %x, float %y) {
  %r = call float @sqrtf(float %x)
  %s = fadd float %r, %y
  ret float %s
}
define double @kept(double %x) optnone noinline {
  %r = call double @sqrt(double %x)
  ret double %r
}

; What writes no memory sets no errno.
; CHECK-LABEL: pure:
; CHECK:     sqrtsd
; CHECK-NOT: sqrt
define double @pure(double %x) {
  %r = call double @sqrt(double %x) memory(none)
  ret double %r
}
