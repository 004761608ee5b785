; RUN: not avarice compile %s -mtriple=x86_64-unknown-linux-gnu -o %t.o 2>&1 | FileCheck %s
; Registers do not say what memory holds for these widths.

; CHECK: error: unsupported: i65 in memory or as an argument in function `f`
define void @f(ptr %p, i64 %a) {
  %x = zext i64 %a to i65
  store i65 %x, ptr %p
  ret void
}
