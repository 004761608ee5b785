; A declared function may return a vector whose next power of two is more than 32 bits count, if no call uses it.
; RUN: avarice compile %s -mtriple=x86_64-linux-gnu -o - | FileCheck %s
; RUN: avarice compile %s -mtriple=aarch64-linux-gnu -o - | FileCheck %s
; CHECK: f:
; CHECK: ret
declare <4294967295 x float> @huge(<4294967295 x i8>)
define void @f() {
  ret void
}
