; Vectors of 32 bytes are in memory where a function takes further arguments, and where registers are used up. Places,
; and the alignment of the stack that callees count on, are llc 19.1.7's.
; RUN: avarice compile -mattr=+avx %s -o - | FileCheck %s

declare i32 @variadic(i32, <8 x i32>, ...)

; CHECK-LABEL: calls_variadic:
; CHECK:     andq $-32, %rsp
; CHECK-DAG: vmovaps %xmm0, (%rsp)
; CHECK-DAG: vmovaps %xmm{{[1-9]+}}, 16(%rsp)
; CHECK:     vmovaps %xmm1, %xmm0
; CHECK:     movb $1, %al
; CHECK:     callq variadic
define i32 @calls_variadic(<8 x i32> %x, double %y) {
  %r = call i32 (i32, <8 x i32>, ...) @variadic(i32 1, <8 x i32> %x, double %y)
  ret i32 %r
}

; CHECK-LABEL: ninth:
; CHECK-DAG: vmovaps 8(%rsp), %xmm
; CHECK-DAG: vinsertf128 $1, 24(%rsp), %ymm
define <8 x float> @ninth(<8 x float> %a, <8 x float> %b, <8 x float> %c, <8 x float> %d, <8 x float> %e, <8 x float> %f, <8 x float> %g, <8 x float> %h, <8 x float> %i) {
  ret <8 x float> %i
}
