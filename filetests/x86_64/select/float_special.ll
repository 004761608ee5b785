; Saturating conversions to wide integers, frexp, classes: made of other operations before selection.
; RUN: avarice compile -O2 %s -verify-machineinstrs -o - | FileCheck %s

define i128 @saturate(double %x) {
; CHECK-LABEL: saturate:
; CHECK: callq __fixdfti
; CHECK-DAG: ucomisd
; CHECK: cmov
  %r = call i128 @llvm.fptosi.sat.i128.f64(double %x)
  ret i128 %r
}

define i32 @exponent(float %x) {
; CHECK-LABEL: exponent:
; CHECK: callq frexpf
  %r = call { float, i32 } @llvm.frexp.f32.i32(float %x)
  %e = extractvalue { float, i32 } %r, 1
  ret i32 %e
}

define i1 @is_nan(x86_fp80 %x) {
; CHECK-LABEL: is_nan:
; CHECK: fstpt
  %r = call i1 @llvm.is.fpclass.f80(x86_fp80 %x, i32 3)
  ret i1 %r
}

define x86_fp80 @least(x86_fp80 %x, x86_fp80 %y) {
; CHECK-LABEL: least:
; CHECK: fucomi
; CHECK: retq
  %r = call x86_fp80 @llvm.minimum.f80(x86_fp80 %x, x86_fp80 %y)
  ret x86_fp80 %r
}

declare i128 @llvm.fptosi.sat.i128.f64(double)
declare { float, i32 } @llvm.frexp.f32.i32(float)
declare i1 @llvm.is.fpclass.f80(x86_fp80, i32)
declare x86_fp80 @llvm.minimum.f80(x86_fp80, x86_fp80)
