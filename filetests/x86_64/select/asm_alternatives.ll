; Constraints with alternatives: the same one is taken for all operands, the first of those that fit best.
; RUN: avarice compile %s -o - | FileCheck %s
; RUN: avarice compile %s -O0 -verify-machineinstrs -o /dev/null
; RUN: avarice compile %s -mtriple=aarch64-linux-gnu -verify-machineinstrs -o - | FileCheck %s --check-prefix=A64
; RUN: avarice compile %s -mtriple=aarch64-linux-gnu -O0 -verify-machineinstrs -o /dev/null

; CHECK-LABEL: tied:
; CHECK: # %r{{[a-z]+}} %r{{[a-z]+}} -{{[0-9]+}}(%rsp)
; A64-LABEL: tied:
; A64: # x{{[0-9]+}} x{{[0-9]+}} [{{.*}}]
define double @tied(double %x) {
  %both = call { double, double } asm sideeffect "# $0 $1 $3", "=r|r,=r|r,%0|0,m|r"(double %x, i32 8)
  %r = extractvalue { double, double } %both, 0
  ret double %r
}

; A number weighs more than memory, and memory more than a register.
; CHECK-LABEL: weights:
; CHECK: # $5
; A64-LABEL: weights:
; A64: # 5
define void @weights() {
  call void asm sideeffect "# $0", "r|i"(i32 5)
  ret void
}

; CHECK-LABEL: aggregate:
; CHECK: # %r[[REG:[a-z0-9]+]]
; CHECK: movq %r[[REG]], (%rdi)
; A64-LABEL: aggregate:
; A64: # x[[REG:[0-9]+]]
; A64: str x[[REG]], [x0]
define void @aggregate(ptr %p) {
  call void asm "# $0", "=*r"(ptr elementtype({ float, float }) %p)
  ret void
}
