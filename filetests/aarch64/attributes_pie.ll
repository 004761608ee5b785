; The module flag "PIE Level" makes of a thread-local variable of position-independent code one of the executable.
; RUN: avarice compile -mtriple=aarch64-linux-gnu -relocation-model=pic %s -o - | FileCheck %s

; CHECK-LABEL: address:
; CHECK: mrs x
; CHECK: :tprel_hi12:x
define ptr @address() nounwind {
  %p = call ptr @llvm.threadlocal.address.p0(ptr @x)
  ret ptr %p
}

@x = internal thread_local global i32 0
declare ptr @llvm.threadlocal.address.p0(ptr)

!llvm.module.flags = !{!0, !1}
!0 = !{i32 8, !"PIC Level", i32 2}
!1 = !{i32 7, !"PIE Level", i32 2}
