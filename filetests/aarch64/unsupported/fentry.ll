; AArch64 has no call of a profiler before the prologue; llc leaves a comment in assembly and fails on objects.
; RUN: not avarice compile %s -o - 2>&1 | FileCheck %s
; RUN: not avarice compile %s -filetype=obj -o - 2>&1 | FileCheck %s
; CHECK: unsupported: attribute "fentry-call"="true" in function `profiled`
target triple = "aarch64-unknown-linux-gnu"
define void @profiled() "fentry-call"="true" {
  ret void
}
