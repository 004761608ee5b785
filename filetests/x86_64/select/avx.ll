; Vector instructions have their VEX forms where AVX may be used, and none of the others is among them.
; RUN: avarice compile %s -mattr=+avx2 -verify-machineinstrs -o - | FileCheck %s
; RUN: avarice compile %s -mcpu=haswell -verify-machineinstrs -O0 -o %t.s
; RUN: not grep -E "^[[:space:]](mov[au]p|movs[sd]|movd|movq.*xmm|add[ps]|mul[ps]|cvt|xorps|sqrt|pcmp|pxor|ucom)" %t.s
; RUN: avarice compile %s -verify-machineinstrs -o - | FileCheck %s --check-prefix=SSE

; The sources stay what they are: no copies.
; CHECK-LABEL: three_operands:
; CHECK: vmulsd %xmm1, %xmm0, %xmm2
; CHECK-NEXT: vaddsd %xmm1, %xmm0, %xmm0
; CHECK-NEXT: vdivsd %xmm2, %xmm0, %xmm0
; CHECK-NEXT: retq
; SSE-LABEL: three_operands:
; SSE: movapd
define double @three_operands(double %a, double %b) {
  %p = fmul double %a, %b
  %s = fadd double %a, %b
  %r = fdiv double %s, %p
  ret double %r
}

; What the upper part of the result is comes from a register that holds nothing else.
; CHECK-LABEL: conversions:
; CHECK: vcvtsi2sd %edi, [[X:%xmm[1-9]+]], [[X]]
; CHECK: vcvtss2sd %xmm0, %xmm0, %xmm0
define double @conversions(i32 %i, float %f) {
  %a = sitofp i32 %i to double
  %b = fpext float %f to double
  %r = fadd double %b, %a
  ret double %r
}

; CHECK-LABEL: root:
; CHECK: vsqrtsd %xmm0, %xmm0, %xmm0
; CHECK: vroundsd $9, %xmm0, %xmm0, %xmm0
define double @root(double %x) {
  %a = call double @llvm.sqrt.f64(double %x)
  %b = call double @llvm.floor.f64(double %a)
  ret double %b
}

; Memory need not be aligned.
; CHECK-LABEL: memory:
; CHECK: vpaddd (%rdi), %xmm0, %xmm0
; SSE-LABEL: memory:
; SSE: movdqu (%rdi), %xmm1
define <4 x i32> @memory(<4 x i32> %v, ptr %p) {
  %x = load <4 x i32>, ptr %p, align 4
  %r = add <4 x i32> %v, %x
  ret <4 x i32> %r
}

; CHECK-LABEL: choice:
; CHECK: vpcmpgtd %xmm1, %xmm0, [[M:%xmm[0-9]+]]
; CHECK: vpblendvb [[M]], %xmm2, %xmm3, %xmm0
define <4 x i32> @choice(<4 x i32> %a, <4 x i32> %b, <4 x i32> %x, <4 x i32> %y) {
  %c = icmp sgt <4 x i32> %a, %b
  %r = select <4 x i1> %c, <4 x i32> %x, <4 x i32> %y
  ret <4 x i32> %r
}

; CHECK-LABEL: shifts:
; CHECK: vpsrlvd %xmm1, %xmm0, %xmm0
; CHECK: vpsllvd .LCPI{{[0-9_]+}}(%rip), %xmm0, %xmm0
define <4 x i32> @shifts(<4 x i32> %a, <4 x i32> %b) {
  %x = lshr <4 x i32> %a, %b
  %y = shl <4 x i32> %x, <i32 1, i32 2, i32 3, i32 4>
  ret <4 x i32> %y
}

declare void @callee()

; Spills and copies as well.
; CHECK-LABEL: spill:
; CHECK: vmovsd %xmm0, {{.*}}(%rsp)
; CHECK: callq callee
; CHECK: vmovsd {{.*}}(%rsp), %xmm0
define double @spill(double %x) {
  call void @callee()
  ret double %x
}

; The attribute says it for one function.
; CHECK-LABEL: attribute:
; CHECK: vaddss
; SSE-LABEL: attribute:
; SSE: vaddss %xmm1, %xmm0, %xmm0
define float @attribute(float %x, float %y) #0 {
  %r = fadd float %x, %y
  ret float %r
}

declare double @llvm.sqrt.f64(double)
declare double @llvm.floor.f64(double)
attributes #0 = { "target-features"="+avx" }
