; Where all lanes of a factor are equal, those with odd numbers need not be brought to the places of the even ones.
; RUN: avarice compile %s -O2 -o - | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: by_one:
; CHECK: pshufd $245, %xmm0
; CHECK-NOT: $245
; CHECK: retq
define <4 x i32> @by_one(<4 x i32> %v, i32 %n) {
  %one = insertelement <4 x i32> poison, i32 %n, i64 0
  %all = shufflevector <4 x i32> %one, <4 x i32> poison, <4 x i32> zeroinitializer
  %r = mul <4 x i32> %v, %all
  ret <4 x i32> %r
}
