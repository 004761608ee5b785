; Vectors that no registers hold as arguments and results: element by element, in a register of 32 bytes with AVX, or in more
; registers than one.
; RUN: avarice compile %s -o - | FileCheck %s --check-prefixes=CHECK,SSE
; RUN: avarice compile %s -mattr=+avx2 -o - | FileCheck %s --check-prefixes=CHECK,AVX
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: third:
; SSE: movd %edx, [[THIRD:%xmm[0-9]+]]
; AVX-NOT: %edx
; AVX: retq
define i32 @third(<6 x i32> %v) {
  %r = extractelement <6 x i32> %v, i32 2
  ret i32 %r
}

; CHECK-LABEL: sum:
; CHECK-DAG: %dil,
; CHECK-DAG: %sil,
; CHECK-DAG: %dl,
define i8 @sum(<3 x i8> %v) {
  %a = extractelement <3 x i8> %v, i32 0
  %b = extractelement <3 x i8> %v, i32 1
  %c = extractelement <3 x i8> %v, i32 2
  %d = add i8 %a, %b
  %r = add i8 %d, %c
  ret i8 %r
}

; CHECK-LABEL: call:
; SSE: callq six
; AVX: vinsertf128 $1, {{.*}}, %ymm0, %ymm0
; AVX: callq six
declare void @six(<6 x i32>)
define void @call(ptr %p) {
  %v = load <6 x i32>, ptr %p
  call void @six(<6 x i32> %v)
  ret void
}
