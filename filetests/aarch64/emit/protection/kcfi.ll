; Checks of the types of called functions: the number of a function's type before it, a check before each indirect call
; whose trap says which registers have what was found. As llc 19.1.7 does it.
; RUN: avarice compile %s -verify-machineinstrs -o - | FileCheck %s
; RUN: avarice compile %s -o %t.o
target triple = "aarch64-unknown-linux-gnu"

; CHECK:       .word 12345678 // 0xbc614e
; CHECK-NEXT:  calls:
; CHECK:       ldur w16, [x0, #-4]
; CHECK-NEXT:  movk w17, #24910
; CHECK-NEXT:  movk w17, #188, lsl #16
; CHECK-NEXT:  cmp w16, w17
; CHECK-NEXT:  b.eq [[PASS:.Ltmp0]]
; CHECK-NEXT:  brk #0x8220
; CHECK-NEXT:  [[PASS]]:
; CHECK-NEXT:  blr x0
define void @calls(ptr noundef %f) !kcfi_type !1 {
  call void %f() [ "kcfi"(i32 12345678) ]
  ret void
}

; A jump through X16 or X17 takes W9 in its place.
; CHECK:       jumps:
; CHECK:       ldur {{w9|w16}}, [x1{{[67]}}, #-4]
; CHECK:       br x1{{[67]}}
define void @jumps(ptr noundef %f) "branch-target-enforcement" !kcfi_type !1 {
  tail call void %f() [ "kcfi"(i32 12345678) ]
  ret void
}

; CHECK:       .word 12345678
; CHECK:       nop
; CHECK-NEXT:  nop
; CHECK-NEXT:  patchable:
; CHECK:       ldur w16, [x0, #-12]
define void @patchable(ptr noundef %f) "patchable-function-prefix"="2" !kcfi_type !1 {
  call void %f() [ "kcfi"(i32 12345678) ]
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 4, !"kcfi", i32 1}
!1 = !{i32 12345678}
