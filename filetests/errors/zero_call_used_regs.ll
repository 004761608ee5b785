; A value of the attribute that is not known.
; RUN: not avarice compile %s -o - 2>&1 | FileCheck %s
; CHECK: unsupported: attribute "zero-call-used-regs"="some" in function `f`
target triple = "x86_64-unknown-linux-gnu"
define void @f() "zero-call-used-regs"="some" {
  ret void
}
