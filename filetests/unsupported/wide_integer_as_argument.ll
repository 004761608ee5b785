; Integers of 65 to 127 bits as arguments.
; RUN: not avarice compile %s -mtriple=x86_64-unknown-linux-gnu -o %t.o 2>&1 | FileCheck %s

; CHECK: error: unsupported: i65 as an argument or in an aggregate in function `f`
define void @f(ptr %p, i65 %a) {
  store i65 %a, ptr %p
  ret void
}
