; Flags of the module ask for stack probes, unless a function says otherwise. As llc 19.1.7 does it.
; RUN: avarice compile -verify-machineinstrs %s -o - | FileCheck %s

target triple = "aarch64-unknown-linux-gnu"

declare void @use(ptr)

; CHECK-LABEL: by_module:
; CHECK:       sub sp, sp, #2, lsl #12
; CHECK:       str xzr, [sp]
; CHECK:       sub sp, sp, #816
; CHECK:       bl use
define void @by_module() uwtable {
  %a = alloca [9000 x i8]
  call void @use(ptr %a)
  ret void
}

; CHECK-LABEL: by_function:
; CHECK:       sub sp, sp, #1, lsl #12
; CHECK:       str xzr, [sp]
; CHECK:       sub sp, sp, #1, lsl #12
; CHECK:       str xzr, [sp]
; CHECK:       sub sp, sp, #816
define void @by_function() "stack-probe-size"="4096" uwtable {
  %a = alloca [9000 x i8]
  call void @use(ptr %a)
  ret void
}

; CHECK-LABEL: not_at_all:
; CHECK-NOT:   xzr
; CHECK:       ret
define void @not_at_all() "probe-stack"="" {
  %a = alloca [9000 x i8]
  call void @use(ptr %a)
  ret void
}

!llvm.module.flags = !{!0, !1}
!0 = !{i32 1, !"probe-stack", !"inline-asm"}
!1 = !{i32 8, !"stack-probe-size", i32 8192}
