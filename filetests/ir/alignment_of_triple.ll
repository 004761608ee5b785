; A module that states a triple but no data layout has the alignments of the triple's target, as with opt 19.1.7: i64 has 8
; bytes, where LLVM's own layout says 4, and variables of AArch64 have at least 4.
; RUN: avarice opt -S %s | FileCheck %s

target triple = "aarch64-unknown-linux-gnu"

; CHECK-LABEL: define i64 @f(
; CHECK-NEXT: %a = alloca [3 x i8], align 4
; CHECK-NEXT: store i64 1, ptr %p, align 8
; CHECK-NEXT: %b = load i64, ptr %p, align 8
define i64 @f(ptr %p) {
  %a = alloca [3 x i8]
  store i64 1, ptr %p
  %b = load i64, ptr %p
  ret i64 %b
}
