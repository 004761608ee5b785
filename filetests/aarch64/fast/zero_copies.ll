; Thousands of variables that are copies of the zero register: the code is compiled in a moment, also where assertions check
; allocations without being asked to.
; RUN: avarice compile -mtriple=aarch64-linux-gnu -O0 -verify-machineinstrs %s -o - | FileCheck %s

; CHECK-LABEL: product:
; CHECK-COUNT-1000: mul x
; CHECK: ret
define i4096 @product(i4096 %a, i4096 %b) {
  %product = mul i4096 %a, %b
  ret i4096 %product
}
