; Square roots of what is not below zero set no errno.
; RUN: avarice opt -S -passes=instcombine -verify-each %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; declare double @sqrt(double)
;
; declare float @sqrtf(float)
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare double @llvm.fmuladd.f64(double, double, double) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare float @llvm.fabs.f32(float) #0
;
; define double @distance(double %x, double %y) {
;   %a = fmul double %x, %x
;   %b = call double @llvm.fmuladd.f64(double %y, double %y, double %a)
;   %c = call double @llvm.sqrt.f64(double %b)
;   ret double %c
; }
;
; define float @others(i32 %n, float %y, i1 %k) {
;   %x = uitofp i32 %n to float
;   %z = call float @llvm.fabs.f32(float %y)
;   %s = select i1 %k, float %x, float %z
;   %t = fadd float %s, 2.000000e+00
;   %r = call float @llvm.sqrt.f32(float %t)
;   ret float %r
; }
;
; define double @may_be_negative(double %x, double %y) {
;   %a = fmul double %x, %y
;   %b = call double @sqrt(double %a)
;   %c = fadd double %b, -1.000000e+00
;   %d = call double @sqrt(double %c)
;   ret double %d
; }
;
; define double @is_another(double %x) {
;   %a = fmul double %x, %x
;   %b = call double @sqrt(double %a) #1
;   ret double %b
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare double @llvm.sqrt.f64(double) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare float @llvm.sqrt.f32(float) #0
;
; attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
; attributes #1 = { nobuiltin }
declare double @sqrt(double)
declare float @sqrtf(float)
declare double @llvm.fmuladd.f64(double, double, double)
declare float @llvm.fabs.f32(float)

define double @distance(double %x, double %y) {
  %a = fmul double %x, %x
  %b = call double @llvm.fmuladd.f64(double %y, double %y, double %a)
  %c = tail call double @sqrt(double %b)
  ret double %c
}

define float @others(i32 %n, float %y, i1 %k) {
  %x = uitofp i32 %n to float
  %z = call float @llvm.fabs.f32(float %y)
  %s = select i1 %k, float %x, float %z
  %t = fadd float %s, 2.0
  %r = call float @sqrtf(float %t)
  ret float %r
}

define double @may_be_negative(double %x, double %y) {
  %a = fmul double %x, %y
  %b = call double @sqrt(double %a)
  %c = fadd double %b, -1.0
  %d = call double @sqrt(double %c)
  ret double %d
}

define double @is_another(double %x) {
  %a = fmul double %x, %x
  %b = call double @sqrt(double %a) nobuiltin
  ret double %b
}
