; Patterns of several operations that are one or two instructions.
; As llc 19.1.7 selects them.
; RUN: avarice compile %s -mtriple=aarch64-unknown-linux-gnu -verify-machineinstrs -o - | FileCheck %s

; CHECK-LABEL: cmn:
; CHECK: cmn w0, w1
; CHECK: cset w0, eq
; CHECK: ret
; CHECK-LABEL: smulh:
; CHECK: smulh x0, x0, x1
; CHECK: ret
; CHECK-LABEL: umulh:
; CHECK: umulh x0, x0, x1
; CHECK: ret
; CHECK-LABEL: c7:
; CHECK: mov x0, #6148914691236517205
; CHECK: movk x0, #21846
; CHECK: ret
; CHECK-LABEL: c11:
; CHECK: mov x0, #1229782938247303441
; CHECK: movk x0, #8465
; CHECK: ret
; CHECK-LABEL: rev16:
; CHECK: rev16 w0, w0
; CHECK: ret
; CHECK-LABEL: fabd:
; CHECK: fabd s0, s0, s1
; CHECK: ret
; CHECK-LABEL: floorcvt:
; CHECK: fcvtms x0, d0
; CHECK: ret
; CHECK-LABEL: sov:
; CHECK: adds w0, w0, w1
; CHECK: cset w1, vs
; CHECK: ret

define i1 @cmn(i32 %a, i32 %b) {
  %n = sub i32 0, %b
  %r = icmp eq i32 %a, %n
  ret i1 %r
}
define i64 @smulh(i64 %a, i64 %b) {
  %x = sext i64 %a to i128
  %y = sext i64 %b to i128
  %m = mul i128 %x, %y
  %h = lshr i128 %m, 64
  %r = trunc i128 %h to i64
  ret i64 %r
}
define i64 @umulh(i64 %a, i64 %b) {
  %x = zext i64 %a to i128
  %y = zext i64 %b to i128
  %m = mul i128 %x, %y
  %h = lshr i128 %m, 64
  %r = trunc i128 %h to i64
  ret i64 %r
}
define i64 @c7() {
  ret i64 6148914691236517206
}
define i64 @c11() {
  ret i64 1229782938247307537
}
define i32 @rev16(i32 %a) {
  %x = call i32 @llvm.bswap.i32(i32 %a)
  %r = call i32 @llvm.fshl.i32(i32 %x, i32 %x, i32 16)
  ret i32 %r
}
define float @fabd(float %a, float %b) {
  %s = fsub float %a, %b
  %r = call float @llvm.fabs.f32(float %s)
  ret float %r
}
define i64 @floorcvt(double %a) {
  %f = call double @llvm.floor.f64(double %a)
  %r = fptosi double %f to i64
  ret i64 %r
}
define {i32, i1} @sov(i32 %a, i32 %b) {
  %r = call {i32, i1} @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
  ret {i32, i1} %r
}
declare i32 @llvm.fshl.i32(i32,i32,i32)
declare i32 @llvm.bswap.i32(i32)
declare float @llvm.fabs.f32(float)
declare {i32, i1} @llvm.sadd.with.overflow.i32(i32, i32)
declare double @llvm.floor.f64(double)
