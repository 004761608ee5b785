; The amount of a funnel shift counts modulo the width, however large the constant is. Holds for llc-19's output, too.
; RUN: avarice compile -mtriple=x86_64-linux-gnu %s -o - | FileCheck %s

; CHECK-LABEL: large:
; CHECK-DAG: psrlq $19, %xmm1
; CHECK-DAG: psllq $45, %xmm0
define <2 x i64> @large(<2 x i64> %a, <2 x i64> %b) {
  %r = call <2 x i64> @llvm.fshl.v2i64(<2 x i64> %a, <2 x i64> %b, <2 x i64> <i64 -6578874387546284179, i64 -6578874387546284179>)
  ret <2 x i64> %r
}
