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

; So are those in structs, between what else is there.
; CHECK-LABEL: in_struct:
; CHECK: vaddps %xmm2, %xmm0, %xmm0
; CHECK: retq
; SSE-LABEL: in_struct:
; SSE: addps %xmm3,
define <4 x float> @in_struct({ float, <8 x float>, <4 x float> } %a) {
  %s = extractvalue { float, <8 x float>, <4 x float> } %a, 0
  %v = insertelement <4 x float> zeroinitializer, float %s, i32 0
  %w = extractvalue { float, <8 x float>, <4 x float> } %a, 2
  %r = fadd <4 x float> %v, %w
  ret <4 x float> %r
}

; Six registers of 16 bytes are too many for a result, three of 32 are not.
; CHECK-LABEL: returned:
; CHECK: vinsertf128 $1, {{.*}}, %ymm2, %ymm2
; CHECK: retq
; SSE-LABEL: returned:
; SSE: movq %rdi, %rax
; SSE: retq
define { <16 x float>, <8 x float> } @returned(<8 x float> %a, <16 x float> %b) {
  %r = insertvalue { <16 x float>, <8 x float> } poison, <16 x float> %b, 0
  %s = insertvalue { <16 x float>, <8 x float> } %r, <8 x float> %a, 1
  ret { <16 x float>, <8 x float> } %s
}

; CHECK-LABEL: receiver:
; CHECK: callq returned
; CHECK-NEXT: vextractf128 $1, %ymm2, %xmm0
; SSE-LABEL: receiver:
; SSE: movq %rsp, %rdi
; SSE: callq returned
define <4 x float> @receiver(<8 x float> %a, <16 x float> %b) {
  %r = call { <16 x float>, <8 x float> } @returned(<8 x float> %a, <16 x float> %b)
  %s = extractvalue { <16 x float>, <8 x float> } %r, 1
  %t = shufflevector <8 x float> %s, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  ret <4 x float> %t
}

; Only the function's own features count.
; SSE-LABEL: own_features:
; SSE: callq returned
; SSE-NEXT: vextractf128 $1, %ymm2, %xmm0
define <4 x float> @own_features(<8 x float> %a, <16 x float> %b) "target-features"="+avx" {
  %r = call { <16 x float>, <8 x float> } @returned(<8 x float> %a, <16 x float> %b)
  %s = extractvalue { <16 x float>, <8 x float> } %r, 1
  %t = shufflevector <8 x float> %s, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  ret <4 x float> %t
}
