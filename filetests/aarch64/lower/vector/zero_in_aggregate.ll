; A zero in an aggregate of zeros that is a short vector is in a register of 8 bytes, as any short vector.
; RUN: avarice compile %s -mtriple=aarch64-unknown-linux-gnu -verify-machineinstrs -o - | FileCheck %s
; CHECK-LABEL: chosen:
; CHECK: str d{{[0-9]+}}, [x0]

define void @chosen(ptr %to, <2 x i1> %mask, <2 x float> %other) {
  %zero = extractvalue [2 x { i16, <2 x float>, double }] zeroinitializer, 1, 1
  %r = select <2 x i1> %mask, <2 x float> %other, <2 x float> %zero
  store <2 x float> %r, ptr %to
  ret void
}
