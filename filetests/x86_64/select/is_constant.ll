; What is for constants alone is not selected for other values, also without optimization.
; RUN: avarice compile %s -O0 -o - | FileCheck %s
; RUN: avarice compile %s -mtriple=aarch64-linux-gnu -O0 -o - | FileCheck %s
; RUN: avarice compile %s -o - | FileCheck %s
declare i1 @llvm.is.constant.i32(i32)

; CHECK-LABEL: variable:
; CHECK-NOT: constant
; CHECK: register
define void @variable(i32 %x) {
entry:
  %known = call i1 @llvm.is.constant.i32(i32 %x)
  br i1 %known, label %constant, label %register
constant:
  call void asm sideeffect "# constant $0", "i"(i32 %x)
  br label %register
register:
  %p = phi i32 [ %x, %entry ], [ 1, %constant ]
  call void asm sideeffect "# register $0", "r"(i32 %p)
  ret void
}

; CHECK-LABEL: number:
; CHECK: constant {{[$]?}}7
; CHECK-NOT: register
define void @number() {
  %known = call i1 @llvm.is.constant.i32(i32 7)
  br i1 %known, label %constant, label %register
constant:
  call void asm sideeffect "# constant $0", "i"(i32 7)
  ret void
register:
  call void asm sideeffect "# register $0", "r"(i32 7)
  ret void
}
