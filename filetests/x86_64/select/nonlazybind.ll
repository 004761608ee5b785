; Calls of functions that are bound before the program runs read addresses from the global offset table, and so do calls
; of the runtime if the module says so.
; Expected code made by llc 19.1.7.
; RUN: avarice compile -mtriple=x86_64-linux-gnu %s -o - | FileCheck %s

declare i32 @eager(i32) nonlazybind
declare dso_local i32 @own(i32) nonlazybind
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; CHECK-LABEL: calls:
; CHECK: callq *eager@GOTPCREL(%rip)
; CHECK: callq own{{$}}
define i32 @calls(i32 %x) {
  %r = call i32 @eager(i32 %x)
  %s = call i32 @own(i32 %r)
  ret i32 %s
}

; CHECK-LABEL: jumps:
; CHECK: jmpq *eager@GOTPCREL(%rip)
define i32 @jumps(i32 %x) {
  %r = tail call i32 @eager(i32 %x)
  ret i32 %r
}

; CHECK-LABEL: copies:
; CHECK: callq *memcpy@GOTPCREL(%rip)
define void @copies(ptr %a, ptr %b, i64 %n) {
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 %n, i1 false)
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 7, !"RtLibUseGOT", i32 1}
