; Quotients by powers of two.
; RUN: avarice opt -S -passes=instcombine -verify-each %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define double @half(double %x) {
;   %a = fmul double %x, 5.000000e-01
;   %b = fmul nnan double %a, -4.000000e+00
;   ret double %b
; }
;
; define float @single(float %x) {
;   %a = fmul float %x, 1.250000e-01
;   ret float %a
; }
;
; define double @stays(double %x) {
;   %a = fdiv double %x, 3.000000e+00
;   %b = fdiv double %a, 0x7FE0000000000000
;   %c = fdiv double %b, 0.000000e+00
;   ret double %c
; }
;
; define double @rounded(double %x) {
; entry:
;   %c = fcmp olt double %x, 0.000000e+00
;   br i1 %c, label %a, label %b
;
; a:                                                ; preds = %entry
;   br label %join
;
; b:                                                ; preds = %entry
;   br label %join
;
; join:                                             ; preds = %b, %a
;   %0 = phi double [ -5.000000e-01, %a ], [ 5.000000e-01, %b ]
;   %r = fadd double %x, %0
;   ret double %r
; }

define double @half(double %x) {
  %a = fdiv double %x, 2.0
  %b = fdiv nnan double %a, -0.25
  ret double %b
}

define float @single(float %x) {
  %a = fdiv float %x, 8.0
  ret float %a
}

; Neither is a power of two with a normal inverse.
define double @stays(double %x) {
  %a = fdiv double %x, 3.0
  %b = fdiv double %a, 0x7FE0000000000000
  %c = fdiv double %b, 0.0
  ret double %c
}

; What is added on one way and subtracted on the other is a choice of what is added.
define double @rounded(double %x) {
entry:
  %c = fcmp olt double %x, 0.0
  br i1 %c, label %a, label %b
a:
  %p = fsub double %x, 0.5
  br label %join
b:
  %q = fadd double %x, 0.5
  br label %join
join:
  %r = phi double [ %p, %a ], [ %q, %b ]
  ret double %r
}
