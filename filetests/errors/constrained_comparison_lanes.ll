; A comparison of numbers gives one bit, not a vector of them.
; RUN: avarice compile %s -o %t.o
; EXIT: 1
; OUTPUT(stderr):
; error: llvm.experimental.constrained.fcmp between values with different lanes
;   --> %s:16:3
;    |
; 16 |   %r = call <2 x i1> @llvm.experimental.constrained.fcmp.f64(double %x, double %y, metadata !"oeq", metadata !"fpexcept.strict") strictfp
;    |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

; RUN: test ! -e %t.o

declare <2 x i1> @llvm.experimental.constrained.fcmp.f64(double, double, metadata, metadata)

define <2 x i1> @f(double %x, double %y) strictfp {
  %r = call <2 x i1> @llvm.experimental.constrained.fcmp.f64(double %x, double %y, metadata !"oeq", metadata !"fpexcept.strict") strictfp
  ret <2 x i1> %r
}
