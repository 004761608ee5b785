; Bit casts of vectors of one element, which have the registers of vectors or of scalars. What llc 19 makes of them.
; RUN: avarice compile %s -mtriple=aarch64-linux-gnu -verify-machineinstrs -o - | FileCheck %s
; RUN: avarice compile %s -mtriple=aarch64-linux-gnu -O0 -verify-machineinstrs -o %t.s

; CHECK-LABEL: a:
; CHECK: fmov d0, x0
; CHECK: ret
define <1 x double> @a(i64 %x) {
  %r = bitcast i64 %x to <1 x double>
  ret <1 x double> %r
}

; CHECK-LABEL: b:
; CHECK: fmov x0, d0
; CHECK: ret
define i64 @b(<1 x double> %x) {
  %r = bitcast <1 x double> %x to i64
  ret i64 %r
}

; CHECK-LABEL: c:
; CHECK-NOT: fmov {{[xd]}}0, {{[xd]}}
; CHECK: ret
define <1 x i64> @c(double %x) {
  %r = bitcast double %x to <1 x i64>
  ret <1 x i64> %r
}

; CHECK-LABEL: d:
; CHECK-NOT: fmov {{[xd]}}0, {{[xd]}}
; CHECK: ret
define double @d(<1 x i64> %x) {
  %r = bitcast <1 x i64> %x to double
  ret double %r
}

; CHECK-LABEL: e:
; CHECK-NOT: fmov {{[xd]}}0, {{[xd]}}
; CHECK: ret
define <1 x double> @e(<1 x i64> %x) {
  %r = bitcast <1 x i64> %x to <1 x double>
  ret <1 x double> %r
}

; CHECK-LABEL: f:
; CHECK-NOT: fmov {{[xd]}}0, {{[xd]}}
; CHECK: ret
define <2 x float> @f(<1 x double> %x) {
  %r = bitcast <1 x double> %x to <2 x float>
  ret <2 x float> %r
}

; CHECK-LABEL: g:
; CHECK-NOT: fmov {{[xd]}}0, {{[xd]}}
; CHECK: ret
define <1 x double> @g(<4 x i16> %x) {
  %r = bitcast <4 x i16> %x to <1 x double>
  ret <1 x double> %r
}
