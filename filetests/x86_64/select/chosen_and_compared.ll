; A number that a select chooses and one of its two conditions compares is computed before both.
; RUN: avarice compile -mtriple=x86_64-linux-gnu -verify-machineinstrs %s -o - | FileCheck %s
; CHECK-LABEL: chosen:
; CHECK: andl $12, %edi
; CHECK: cmov
; CHECK: cmov
define i32 @chosen(i32 %x, i32 %y, i32 %z) {
  %m = and i32 %x, 12
  %p = icmp eq i32 %m, 0
  %q = icmp slt i32 %y, %z
  %c = or i1 %p, %q
  %r = select i1 %c, i32 %y, i32 %m
  ret i32 %r
}
