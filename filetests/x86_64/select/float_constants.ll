; Constants in the pool are written as in LLVM IR: six digits if these tell them, else bits. What is written can be
; read again.
; RUN: avarice compile %s -stop-after=finalize-isel -o - | FileCheck %s
; RUN: avarice compile %s -stop-after=finalize-isel -o %t.mir
; RUN: avarice compile %t.mir -start-after=finalize-isel -o - | FileCheck %s --check-prefix=ASM

target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: name: f
; CHECK-DAG:   value: {{ *}}'double 1.000000e+03'
; CHECK-DAG:   value: {{ *}}double 1.000000e-01
; CHECK-DAG:   value: {{ *}}'float 1.500000e+00'
; CHECK-DAG:   value: {{ *}}float 0x3FB99999A0000000
; CHECK-DAG:   value: {{ *}}double -1.250000e-01
; ASM-LABEL: f:
; ASM:       addsd
; ASM:       addss
define double @f(double %a, float %b, ptr %p) {
  %1 = fadd double %a, 1000.0
  %2 = fadd double %1, 0.1
  %3 = fadd float %b, 1.5
  %4 = fadd float %3, 0x3FB99999A0000000
  store float %4, ptr %p
  %5 = fmul double %2, -0.125
  ret double %5
}
