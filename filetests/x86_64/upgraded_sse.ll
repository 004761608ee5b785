; What older producers wrote as intrinsics of SSE is selected as the instructions that these intrinsics stood for.
; RUN: avarice compile -mtriple=x86_64-linux-gnu -mattr=+sse4.1 %s -o - | FileCheck %s

declare <8 x i16> @llvm.x86.sse2.padds.w(<8 x i16>, <8 x i16>)
declare <2 x i64> @llvm.x86.sse2.pmulu.dq(<4 x i32>, <4 x i32>)
declare <4 x i32> @llvm.x86.sse2.pshuf.d(<4 x i32>, i8)
declare void @llvm.x86.sse.storeu.ps(ptr, <4 x float>)
declare i64 @llvm.x86.rdtscp(ptr)

; CHECK-LABEL: add:
; CHECK: paddsw %xmm1, %xmm0
define <8 x i16> @add(<8 x i16> %a, <8 x i16> %b) {
  %r = call <8 x i16> @llvm.x86.sse2.padds.w(<8 x i16> %a, <8 x i16> %b)
  ret <8 x i16> %r
}

; CHECK-LABEL: multiply:
; CHECK: pmuludq
define <2 x i64> @multiply(<4 x i32> %a, <4 x i32> %b) {
  %r = call <2 x i64> @llvm.x86.sse2.pmulu.dq(<4 x i32> %a, <4 x i32> %b)
  ret <2 x i64> %r
}

; CHECK-LABEL: shuffle:
; CHECK: pshufd $27, %xmm0, %xmm0
define <4 x i32> @shuffle(<4 x i32> %a) {
  %r = call <4 x i32> @llvm.x86.sse2.pshuf.d(<4 x i32> %a, i8 27)
  ret <4 x i32> %r
}

; CHECK-LABEL: store:
; CHECK: movups %xmm0, (%rdi)
define void @store(ptr %p, <4 x float> %a) {
  call void @llvm.x86.sse.storeu.ps(ptr %p, <4 x float> %a)
  ret void
}

; CHECK-LABEL: time:
; CHECK: rdtscp
; CHECK: movl %ecx, (%
define i64 @time(ptr %p) {
  %r = call i64 @llvm.x86.rdtscp(ptr %p)
  ret i64 %r
}
