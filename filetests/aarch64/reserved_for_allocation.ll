; Registers that -reserve-regs-for-regalloc names are not allocated; names of no register are ignored, as by llc.
; RUN: llc -mtriple=aarch64-unknown-linux-gnu %s -o - | FileCheck %s --check-prefix=ALL
; RUN: llc -mtriple=aarch64-unknown-linux-gnu -reserve-regs-for-regalloc=X8,X9,FP,Q1 %s -o - | FileCheck %s
; RUN: llc -mtriple=x86_64-unknown-linux-gnu -reserve-regs-for-regalloc=X8 %s -o - | FileCheck %s --check-prefix=X86

; ALL: x8
; CHECK-LABEL: f:
; CHECK-NOT: {{[wx](8|9)[^0-9]}}
; CHECK: ret
; X86: retq
define i64 @f(ptr %p) {
  %a = load volatile i64, ptr %p
  %b = load volatile i64, ptr %p
  %c = load volatile i64, ptr %p
  %d = mul i64 %a, %b
  %e = mul i64 %d, %c
  %g = add i64 %e, %a
  ret i64 %g
}
