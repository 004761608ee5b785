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
