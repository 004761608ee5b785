; Registers that features reserve are not used, and those that calls are to save are saved by who changes them.
; RUN: avarice compile -mtriple=aarch64-linux-gnu %s -o - | FileCheck %s

; CHECK-LABEL: reserved:
; CHECK-NOT: {{[xw]([1-79]|1[0-58]|2[0-8])[],]}}
; CHECK: .size reserved
define void @reserved(ptr %p) nounwind "target-features"="+reserve-x1,+reserve-x2,+reserve-x3,+reserve-x4,+reserve-x5,+reserve-x6,+reserve-x7,+reserve-x9,+reserve-x10,+reserve-x11,+reserve-x12,+reserve-x13,+reserve-x14,+reserve-x15,+reserve-x18,+reserve-x20,+reserve-x21,+reserve-x22,+reserve-x23,+reserve-x24,+reserve-x25,+reserve-x26,+reserve-x27,+reserve-x28" {
  %a = load volatile i64, ptr %p
  %b = load volatile i64, ptr %p
  %c = load volatile i64, ptr %p
  %d = load volatile i64, ptr %p
  %e = load volatile i64, ptr %p
  %f = load volatile i64, ptr %p
  store volatile i64 %a, ptr %p
  store volatile i64 %b, ptr %p
  store volatile i64 %c, ptr %p
  store volatile i64 %d, ptr %p
  store volatile i64 %e, ptr %p
  store volatile i64 %f, ptr %p
  ret void
}

; CHECK-LABEL: saved:
; CHECK-DAG: x8
; CHECK-DAG: x9
; CHECK-DAG: x10
; CHECK-DAG: x15
; CHECK-DAG: x18
; CHECK: //APP
; CHECK: .size saved
define void @saved() nounwind "target-features"="+call-saved-x8,+call-saved-x9,+call-saved-x10,+call-saved-x11,+call-saved-x12,+call-saved-x13,+call-saved-x14,+call-saved-x15,+call-saved-x18" {
  call void asm sideeffect "nop", "~{x8},~{x9},~{x10},~{x11},~{x12},~{x13},~{x14},~{x15},~{x18}"()
  ret void
}
