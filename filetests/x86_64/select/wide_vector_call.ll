; Vectors of 32 bytes are passed in registers of that size where AVX may be used, as the calling convention says;
; without it, in two.
; RUN: avarice compile %s -mattr=+avx -verify-machineinstrs -o - | FileCheck %s
; RUN: avarice compile %s -mattr=+avx -verify-machineinstrs -O0 -o /dev/null
; RUN: avarice compile %s -verify-machineinstrs -o - | FileCheck %s --check-prefix=SSE

; CHECK-LABEL: sum:
; CHECK-DAG: vextractf128 $1, %ymm0, [[A:%xmm[0-9]+]]
; CHECK-DAG: vextractf128 $1, %ymm1, [[B:%xmm[0-9]+]]
; CHECK-DAG: vaddps %xmm1, %xmm0, %xmm0
; CHECK: vinsertf128 $1, [[C:%xmm[0-9]+]], %ymm0, %ymm0
; CHECK: retq
; SSE-LABEL: sum:
; SSE: addps %xmm2, %xmm0
; SSE: addps %xmm3, %xmm1
define <8 x float> @sum(<8 x float> %a, <8 x float> %b) {
  %r = fadd <8 x float> %a, %b
  ret <8 x float> %r
}

; The registers are counted one for each vector.
; CHECK-LABEL: third:
; CHECK: vaddsd %xmm2, %xmm0, %xmm0
define double @third(<4 x double> %a, <2 x i64> %b, double %c) {
  %x = extractelement <4 x double> %a, i32 0
  %r = fadd double %x, %c
  ret double %r
}

declare <16 x i32> @callee(<16 x i32>, <8 x i32>)

; CHECK-LABEL: caller:
; CHECK: vinsertf128 $1, {{.*}}, %ymm2, %ymm2
; CHECK: callq callee
; CHECK-DAG: vextractf128 $1, %ymm1,
define <4 x i32> @caller(<16 x i32> %v, ptr %p) {
  %w = load <8 x i32>, ptr %p, align 4
  %r = call <16 x i32> @callee(<16 x i32> %v, <8 x i32> %w)
  %h = shufflevector <16 x i32> %r, <16 x i32> poison, <4 x i32> <i32 12, i32 13, i32 14, i32 15>
  ret <4 x i32> %h
}
