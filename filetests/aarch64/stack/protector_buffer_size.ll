; An array of four bytes needs a guard where "stack-protector-buffer-size" says that four are enough.
; RUN: avarice compile -mtriple=aarch64-linux-gnu %s -o - | FileCheck %s

declare void @use(ptr)

; CHECK-LABEL: small_arrays:
; CHECK: __stack_chk_guard
; CHECK: .size small_arrays
define void @small_arrays() nounwind ssp "stack-protector-buffer-size"="4" {
  %array = alloca [4 x i8]
  call void @use(ptr %array)
  ret void
}

; CHECK-LABEL: large_arrays:
; CHECK-NOT: __stack_chk_guard
; CHECK: .size large_arrays
define void @large_arrays() nounwind ssp "stack-protector-buffer-size"="8" {
  %array = alloca [4 x i8]
  call void @use(ptr %array)
  ret void
}
