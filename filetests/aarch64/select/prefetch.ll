; Prefetches: no memory operand, offsets in the instruction, addresses with an index. What llc 19 makes of it but for the index, which
; it has in the instruction.
; RUN: avarice compile %s -mtriple=aarch64-linux-gnu -verify-machineinstrs -o - | FileCheck %s
; RUN: avarice compile %s -mtriple=aarch64-linux-gnu -O0 -verify-machineinstrs -o - | FileCheck %s --check-prefix=O0

@g = global i32 0

; CHECK-LABEL: kinds:
; CHECK: ldr [[G:x[0-9]+]], [{{x[0-9]+}}, {{#?}}:got_lo12:g]
; CHECK: prfm pldl1keep, [[[G]]]
; CHECK: prfm pstl1keep, [x0]
; CHECK: prfm pldl2keep, [x0]
; CHECK: prfm pldl1strm, [x0]
; CHECK: prfm plil1keep, [x0]
; O0-LABEL: kinds:
; O0: prfm pldl1keep
define void @kinds(ptr %p) {
  call void @llvm.prefetch.p0(ptr @g, i32 0, i32 3, i32 1)
  call void @llvm.prefetch.p0(ptr %p, i32 1, i32 3, i32 1)
  call void @llvm.prefetch.p0(ptr %p, i32 0, i32 2, i32 1)
  call void @llvm.prefetch.p0(ptr %p, i32 0, i32 0, i32 1)
  call void @llvm.prefetch.p0(ptr %p, i32 0, i32 3, i32 0)
  ret void
}

; CHECK-LABEL: offsets:
; CHECK: prfm pldl1keep, [x0, #64]
; CHECK: prfum pldl1keep, [x0, #-8]
; CHECK: prfm pldl1keep, [x{{[0-9]+}}]
; O0-LABEL: offsets:
; O0: ret
define void @offsets(ptr %p, i64 %i) {
  %a = getelementptr i8, ptr %p, i64 64
  call void @llvm.prefetch.p0(ptr %a, i32 0, i32 3, i32 1)
  %b = getelementptr i8, ptr %p, i64 -8
  call void @llvm.prefetch.p0(ptr %b, i32 0, i32 3, i32 1)
  %c = getelementptr i64, ptr %p, i64 %i
  call void @llvm.prefetch.p0(ptr %c, i32 0, i32 3, i32 1)
  ret void
}

declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
