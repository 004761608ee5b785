; Where operands of inline assembly are: of several possibilities an immediate, then memory, then a register. An output that an
; input is tied to is in a register and goes to memory from there.
; RUN: avarice compile %s -mtriple=aarch64-linux-gnu -verify-machineinstrs -o - | FileCheck %s
; RUN: avarice compile %s -mtriple=aarch64-linux-gnu -O0 -verify-machineinstrs -o - | FileCheck %s --check-prefix=O0

; CHECK-LABEL: tied:
; CHECK: add [[R:w[0-9]+]], [[R]], #1
; CHECK-NEXT: //NO_APP
; CHECK-NEXT: str [[R]], [x0]
define void @tied(ptr %p, i32 %x) {
  call void asm sideeffect "add ${0:w}, ${0:w}, #1", "=*imr,0"(ptr elementtype(i32) %p, i32 %x)
  ret void
}

; O0-LABEL: tied:
; O0: add [[R:w[0-9]+]], [[R]], #1
; O0: str [[R]], [x{{[0-9]+}}]

; CHECK-LABEL: both:
; CHECK: mov [[A:x[0-9]+]], [[B:x[0-9]+]]
; CHECK-NEXT: //NO_APP
; CHECK-DAG: mov [[P:x[0-9]+]], x0
; CHECK-DAG: mov x0, [[B]]
; CHECK: str [[A]], [[[P]]]
define i64 @both(ptr %p, i64 %x) {
  %r = call i64 asm "mov $1, $0", "=r,=*r,0"(ptr elementtype(i64) %p, i64 %x)
  ret i64 %r
}

; CHECK-LABEL: either:
; CHECK: str w0, [sp, #[[#SLOT:]]]
; CHECK: // [x
; CHECK: // 5
define void @either(i32 %x) {
  call void asm sideeffect "// $0", "imr"(i32 %x)
  call void asm sideeffect "// $0", "imr"(i32 5)
  ret void
}
