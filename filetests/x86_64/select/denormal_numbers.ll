; Where the machine may take the smallest numbers for zero (denormal-fp-math, denormal-fp-math-f32), nothing about them is
; computed ahead of time; other numbers are.
; RUN: avarice opt -passes=instcombine %s -o - | FileCheck %s --check-prefix=KEPT
; RUN: sed 's/preserve-sign,preserve-sign/ieee,ieee/' %s > %t.ll && avarice opt -passes=instcombine %t.ll -o - | FileCheck %s --check-prefix=FOLDED
; RUN: avarice compile %s -o - | FileCheck %s
; RUN: avarice compile -mtriple=aarch64-linux-gnu %s -o - | FileCheck %s

; CHECK: product:
; CHECK: {{f?}}mul{{(sd)?}}

; KEPT-LABEL: @product
; KEPT: fmul double
; FOLDED-LABEL: @product
; FOLDED: ret double 2.964390e-323
define double @product() "denormal-fp-math"="preserve-sign,preserve-sign" {
  %r = fmul double 0x0000000000000003, 2.0
  ret double %r
}

; KEPT-LABEL: @too_small
; KEPT: fmul float
; FOLDED-LABEL: @too_small
; FOLDED: ret float 0x3800000000000000
define float @too_small() "denormal-fp-math-f32"="preserve-sign,preserve-sign" {
  %r = fmul float 0x3810000000000000, 0.5
  ret float %r
}

; KEPT-LABEL: @compared
; KEPT: fcmp oeq double
; FOLDED-LABEL: @compared
; FOLDED: ret i1 false
define i1 @compared() {
  %r = fcmp oeq double 0x0000000000000003, 0.0
  ret i1 %r
}

; KEPT-LABEL: @usual
; KEPT: ret double 6.0
; FOLDED-LABEL: @usual
; FOLDED: ret double 6.0
define double @usual() {
  %r = fmul double 3.0, 2.0
  ret double %r
}
