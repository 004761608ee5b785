; The check of a callee's type stands in the bundle of a call that returns twice and the mark after it.
; RUN: avarice compile %s -mtriple=aarch64-linux-gnu -verify-machineinstrs -o - | FileCheck %s
; CHECK-LABEL: f:
; CHECK:      ldur w16, [x0, #-4]
; CHECK:      cmp w16, w17
; CHECK:      brk
; CHECK:      blr x0
; CHECK-NEXT: hint #36
define void @f(ptr %x) "branch-target-enforcement" {
  call void %x() returns_twice [ "kcfi"(i32 12345678) ]
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 4, !"kcfi", i32 1}
