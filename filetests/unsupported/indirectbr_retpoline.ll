; An indirectbr is an indirect branch, which code with retpolines may not have.
; RUN: not avarice compile %s -mattr=+retpoline -o - 2>&1 | FileCheck %s
; CHECK: unsupported: indirectbr with retpolines or lvi-cfi
; CHECK: indirectbr ptr %p
target triple = "x86_64-unknown-linux-gnu"
define i32 @branches(ptr %p) {
  indirectbr ptr %p, [label %one, label %two]
one:
  ret i32 1
two:
  ret i32 2
}
