; Features that change what code means are refused where they are asked for, by a function or on the command line.
; RUN: not avarice compile -mtriple=x86_64 %s -o - 2>&1 | FileCheck %s
; CHECK:      error: unsupported: feature +soft-float in function `f`
; CHECK-NEXT: features.ll:[[@LINE+6]]:13
; RUN: not avarice compile -mtriple=aarch64 -mattr=+strict-align %s -o - 2>&1 | FileCheck %s --check-prefix=ALIGN
; ALIGN: error: unsupported: feature +strict-align in function `f`
; RUN: not avarice compile -mtriple=x86_64 -mattr=-cmov %s -o - 2>&1 | FileCheck %s --check-prefix=CMOV
; CMOV: error: unsupported: feature -cmov in function `f`

define void @f() "target-features"="+sse2,+soft-float" {
  ret void
}
