; RUN: avarice compile %s -mtriple=x86_64-unknown-linux-gnu -stop-after=finalize-isel -o - | FileCheck %s
; Scalar floating point: memory operands, comparisons that need two flags, masks.

; CHECK-LABEL: name: {{ *}}add_load
; CHECK: [[A:%[0-9]+]]:fr64 = COPY $xmm0
; CHECK: nofpexcept ADDSDrm [[A]]{{.*}}, 1, $noreg, 0, $noreg, implicit $mxcsr :: (load (s64) from %ir.p)
define double @add_load(double %a, ptr %p) {
  %b = load double, ptr %p
  %r = fadd double %a, %b
  ret double %r
}

; CHECK-LABEL: name: {{ *}}negate
; CHECK: value: {{ *}}'<2 x double> <double -0.000000e+00, double -0.000000e+00>'
; CHECK: XORPSrm %{{.*}}, $rip, 1, $noreg, %const.0, $noreg :: (load (s128) from constant-pool)
define double @negate(double %a) {
  %r = fneg double %a
  ret double %r
}

; CHECK-LABEL: name: {{ *}}equal
; CHECK: CMPSDrri %{{[0-9]+}}{{.*}}, %{{[0-9]+}}{{.*}}, 0, implicit $mxcsr
; CHECK: MOVSDto64rr
; CHECK: AND32ri %{{.*}}, 1,
define i1 @equal(double %a, double %b) {
  %r = fcmp oeq double %a, %b
  ret i1 %r
}

; CHECK-LABEL: name: {{ *}}branch_equal
; CHECK: UCOMISSrr
; CHECK-NEXT: JCC_1 [[NO:%bb\.[0-9]+]], 5, implicit $eflags
; CHECK-NEXT: JCC_1 [[NO]], 10, implicit $eflags
define i32 @branch_equal(float %a, float %b) {
  %c = fcmp oeq float %a, %b
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}

; `a < b ? a : b` is the instruction, with its second operand where either is NaN.
; CHECK-LABEL: name: {{ *}}minimum_idiom
; CHECK: [[B:%[0-9]+]]:fr64 = COPY $xmm1
; CHECK: [[A:%[0-9]+]]:fr64 = COPY $xmm0
; CHECK: MINSDrr [[A]]{{.*}}, [[B]]
define double @minimum_idiom(double %a, double %b) {
  %c = fcmp olt double %a, %b
  %r = select i1 %c, double %a, double %b
  ret double %r
}

; CHECK-LABEL: name: {{ *}}masked_select
; CHECK: CMPSDrri %{{.*}}, 1, implicit $mxcsr
; CHECK: ANDPSrr
; CHECK: ANDNPSrr
; CHECK: ORPSrr
define double @masked_select(double %a, double %b, double %x, double %y) {
  %c = fcmp olt double %a, %b
  %r = select i1 %c, double %x, double %y
  ret double %r
}

; Two selects under the same condition share a branch.
; CHECK-LABEL: name: {{ *}}shared_branch
; CHECK: TEST8ri
; CHECK-NEXT: JCC_1 %bb.2, 5, implicit $eflags
; CHECK: bb.2
; CHECK: fr64 = PHI
; CHECK-NEXT: fr64 = PHI
; CHECK-NOT: JCC_1
define { double, double } @shared_branch(i1 %c, { double, double } %a, { double, double } %b) {
  %r = select i1 %c, { double, double } %a, { double, double } %b
  ret { double, double } %r
}

; CHECK-LABEL: name: {{ *}}remainder
; CHECK: CALL64pcrel32 {{.*}}&fmodf, csr_64, implicit $rsp, implicit $ssp, implicit $xmm0, implicit $xmm1,
define float @remainder(float %a, float %b) {
  %r = frem float %a, %b
  ret float %r
}

; CHECK-LABEL: name: {{ *}}unsigned_to_double
; CHECK: MOV64toPQIrr
; CHECK: PUNPCKLDQrm
; CHECK: SUBPDrm
; CHECK: UNPCKHPDrr
; CHECK: ADDSDrr
define double @unsigned_to_double(i64 %a) {
  %r = uitofp i64 %a to double
  ret double %r
}
