; Vectors of one integer of 8, 16, 32 or 64 bits, or of one pointer, are passed and returned in vector registers; others
; of one element are passed as the element. As llc 19.1.7 does it; of what it copies, only the number matters.
; RUN: avarice compile %s -mtriple=aarch64-unknown-linux-gnu -verify-machineinstrs -o - | FileCheck %s
; RUN: avarice compile %s -mtriple=aarch64-unknown-linux-gnu -verify-machineinstrs -O0 -filetype=null
; CHECK-LABEL: r16:
; CHECK: fmov s0, s1
; CHECK-NEXT: ret
; CHECK-LABEL: r8:
; CHECK: fmov s0, s1
; CHECK-NEXT: ret
; CHECK-LABEL: r1:
; CHECK: ubfx w0, w1, #0, #1
; CHECK-NEXT: ret
; CHECK-LABEL: r24:
; CHECK: mov w0, w1
; CHECK-NEXT: ret
; CHECK-LABEL: rf:
; CHECK: fmov s0, s1
; CHECK-NEXT: ret
; CHECK-LABEL: rd:
; CHECK: fmov d0, d1
; CHECK-NEXT: ret
; CHECK-LABEL: rh:
; CHECK: fmov s0, s1
; CHECK-NEXT: ret
; CHECK-LABEL: rb:
; CHECK: fmov s0, s1
; CHECK-NEXT: ret
; CHECK-LABEL: rq:
; CHECK: mov v0.16b, v1.16b
; CHECK-NEXT: ret
; CHECK-LABEL: rp:
; CHECK: fmov d0, d1
; CHECK-NEXT: ret
; CHECK-LABEL: ar:
; CHECK-DAG: fmov d0, d2
; CHECK-DAG: fmov d1, d3
; CHECK: ret
; CHECK-LABEL: ar32:
; CHECK-DAG: fmov s0, s2
; CHECK-DAG: fmov s1, s3
; CHECK: ret
; CHECK-LABEL: st:
; CHECK-DAG: mov x0, x1
; CHECK-DAG: fmov d0, d1
; CHECK: ret
; CHECK-LABEL: stack:
; CHECK-DAG: str x{{[0-9]+}}, [sp]
; CHECK-DAG: str w{{[0-9]+}}, [sp, #24]
; CHECK: bl take
; CHECK-LABEL: instack:
; CHECK: ldrb w{{[0-9]+}}, [sp, #16]
; CHECK: ldrb w{{[0-9]+}}, [sp, #24]

define <1 x i64> @r64(<1 x i64> %a, <1 x i64> %b) {
  %r = add <1 x i64> %a, %b
  ret <1 x i64> %r
}
define <1 x i32> @r32(<1 x i32> %a, <1 x i32> %b) {
  %r = add <1 x i32> %a, %b
  ret <1 x i32> %r
}
define <1 x i16> @r16(<1 x i16> %a, <1 x i16> %b) {
  ret <1 x i16> %b
}
define <1 x i8> @r8(<1 x i8> %a, <1 x i8> %b) {
  ret <1 x i8> %b
}
define <1 x i1> @r1(<1 x i1> %a, <1 x i1> %b) {
  ret <1 x i1> %b
}
define <1 x i24> @r24(<1 x i24> %a, <1 x i24> %b) {
  ret <1 x i24> %b
}
define <1 x i128> @r128(<1 x i128> %a, <1 x i128> %b) {
  ret <1 x i128> %b
}
define <1 x float> @rf(<1 x float> %a, <1 x float> %b) {
  ret <1 x float> %b
}
define <1 x double> @rd(<1 x double> %a, <1 x double> %b) {
  ret <1 x double> %b
}
define <1 x half> @rh(<1 x half> %a, <1 x half> %b) {
  ret <1 x half> %b
}
define <1 x bfloat> @rb(<1 x bfloat> %a, <1 x bfloat> %b) {
  ret <1 x bfloat> %b
}
define <1 x fp128> @rq(<1 x fp128> %a, <1 x fp128> %b) {
  ret <1 x fp128> %b
}
define <1 x ptr> @rp(<1 x ptr> %a, <1 x ptr> %b) {
  ret <1 x ptr> %b
}
define [2 x <1 x i64>] @ar([2 x <1 x i64>] %a, [2 x <1 x i64>] %b) {
  ret [2 x <1 x i64>] %b
}
define [2 x <1 x i32>] @ar32([2 x <1 x i32>] %a, [2 x <1 x i32>] %b) {
  ret [2 x <1 x i32>] %b
}
define {<1 x i64>, i64} @st({<1 x i64>, i64} %a, {<1 x i64>, i64} %b) {
  ret {<1 x i64>, i64} %b
}
declare void @take(i64, i64, i64, i64, i64, i64, i64, i64, double, double, double, double, double, double, double, double, <1 x i64>, <1 x i32>, <1 x i8>, i8)
define void @stack(<1 x i64> %a, <1 x i32> %b, <1 x i8> %c) {
  call void @take(i64 1, i64 1, i64 1, i64 1, i64 1, i64 1, i64 1, i64 1, double 1.0, double 1.0, double 1.0, double 1.0, double 1.0, double 1.0, double 1.0, double 1.0, <1 x i64> %a, <1 x i32> %b, <1 x i8> %c, i8 7)
  ret void
}
define i8 @instack(i64, i64, i64, i64, i64, i64, i64, i64, double, double, double, double, double, double, double, double, <1 x i64> %a, <1 x i32> %b, <1 x i8> %c, i8 %d) {
  %e = extractelement <1 x i8> %c, i32 0
  %f = add i8 %e, %d
  ret i8 %f
}
