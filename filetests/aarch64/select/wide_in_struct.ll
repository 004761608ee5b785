; The words of an integer of 128 bits come in two registers from an even one on, in structs too, but results are where the
; next registers are. As llc 19.1.7 does it.
; RUN: avarice compile %s -mtriple=aarch64-unknown-linux-gnu -o - | FileCheck %s

; CHECK-LABEL: second:
; CHECK: mov x0, x3
; CHECK-NEXT: ret
; CHECK-LABEL: after:
; CHECK: mov x0, x4
; CHECK-NEXT: ret
; CHECK-LABEL: result:
; CHECK-DAG: mov x1, x2
; CHECK-DAG: mov x2, x3
; CHECK: ret

define i64 @second({ i8, i128, i64 } %a) {
  %wide = extractvalue { i8, i128, i64 } %a, 1
  %high = lshr i128 %wide, 64
  %r = trunc i128 %high to i64
  ret i64 %r
}
define i64 @after({ i8, i128, i64 } %a) {
  %r = extractvalue { i8, i128, i64 } %a, 2
  ret i64 %r
}
define { i8, i128 } @result({ i8, i128 } %a) {
  ret { i8, i128 } %a
}
