; A comparison that is added is an increment on its condition; one of numbers with two conditions, an increment and a
; choice.
; RUN: avarice compile %s -mtriple=aarch64-unknown-linux-gnu -o - | FileCheck %s

; CHECK-LABEL: one_more:
; CHECK: cmp w1, #5
; CHECK-NEXT: cinc w0, w0, gt
; CHECK-NEXT: ret
; CHECK-LABEL: wide:
; CHECK: fcmp d0, d1
; CHECK-NEXT: cinc x8, x0, vc
; CHECK-NEXT: csel x0, x0, x8, eq
; CHECK-NEXT: ret
; CHECK-LABEL: unordered:
; CHECK: fcmp d0, d1
; CHECK-NEXT: cinc w8, w0, le
; CHECK-NEXT: csel w0, w0, w8, mi
; CHECK-NEXT: ret

define i32 @one_more(i32 %base, i32 %x) {
  %c = icmp sgt i32 %x, 5
  %bit = zext i1 %c to i32
  %r = add i32 %base, %bit
  ret i32 %r
}
define i64 @wide(i64 %base, double %x, double %y) {
  %c = fcmp one double %x, %y
  %bit = zext i1 %c to i64
  %r = add i64 %bit, %base
  ret i64 %r
}
define i32 @unordered(i32 %base, double %x, double %y) {
  %c = fcmp ueq double %x, %y
  %bit = zext i1 %c to i32
  %r = add i32 %bit, %base
  ret i32 %r
}
