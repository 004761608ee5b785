; -mul-constant-optimization=false: only powers of two become shifts.
; RUN: avarice compile %s -o - -mtriple=x86_64-linux-gnu -mul-constant-optimization=false | FileCheck %s
; CHECK: imull $5, %edi, %eax
; CHECK: imull $24, %edi, %eax
; CHECK: leal (,%rdi,8), %eax
define i32 @five(i32 %x) {
  %p = mul i32 %x, 5
  ret i32 %p
}
define i32 @twenty_four(i32 %x) {
  %p = mul i32 %x, 24
  ret i32 %p
}
define i32 @eight(i32 %x) {
  %p = mul i32 %x, 8
  ret i32 %p
}
