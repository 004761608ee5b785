; A number that no letter of its constraint takes.
; RUN: not avarice compile %s -mtriple=x86_64-unknown-linux-gnu -o %t.o 2>&1 | FileCheck %s

; CHECK: error: unsupported: constraint I of inline assembly for number 32, which is out of its range in function `f`
define i32 @f(i32 %v) {
  %a = call i32 asm "shll $2, $0", "=r,0,I"(i32 %v, i32 32)
  ret i32 %a
}
