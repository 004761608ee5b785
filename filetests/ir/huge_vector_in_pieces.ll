; A declared function returns a vector that would be passed in more pieces than code can have: nothing is taken apart if no
; call uses it, and a call is refused.
; RUN: avarice compile %s -mtriple=x86_64-linux-gnu -o - | FileCheck %s
; RUN: avarice compile %s -mtriple=aarch64-linux-gnu -o - | FileCheck %s
; CHECK: f:
; CHECK: ret
declare <4294967295 x i96> @huge(<4294967295 x i8>)
define void @f() {
  ret void
}
