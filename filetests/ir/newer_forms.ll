; What LLVM 20 to 22 write: masked loads and stores with the alignment as an attribute, addresses of pointers, a name
; that moved, attributes and flags. They are read as what LLVM 19 has for them.
; RUN: avarice opt -S %s | FileCheck %s
; RUN: avarice compile -mtriple=x86_64 -mattr=+avx2 %s -o %t.s
; RUN: avarice compile -mtriple=aarch64 %s -o %t.s

declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr captures(none), <4 x i1>, <4 x i32>)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr captures(none), <4 x i1>)
declare <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr>, <4 x i1>, <4 x i32>)
declare void @llvm.masked.scatter.v4i32.v4p0(<4 x i32>, <4 x ptr>, <4 x i1>)
declare <4 x i32> @llvm.stepvector.v4i32()

; CHECK-LABEL: define void @masked(
; CHECK-NEXT: %a = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %p, i32 8, <4 x i1> %m, <4 x i32> poison)
; CHECK-NEXT: call void @llvm.masked.store.v4i32.p0(<4 x i32> %a, ptr %p, i32 1, <4 x i1> %m)
; CHECK-NEXT: %b = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %q, i32 4, <4 x i1> %m, <4 x i32> %a)
; CHECK-NEXT: call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %b, <4 x ptr> %q, i32 2, <4 x i1> %m)
define void @masked(ptr %p, <4 x ptr> %q, <4 x i1> %m) {
  %a = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 8 %p, <4 x i1> %m, <4 x i32> poison)
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %a, ptr %p, <4 x i1> %m)
  %b = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %q, <4 x i1> %m, <4 x i32> %a)
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %b, <4 x ptr> align 2 %q, <4 x i1> %m)
  ret void
}

; CHECK-LABEL: define i64 @address(
; CHECK-NEXT: %a = ptrtoint ptr %p to i64
; CHECK-NEXT: %b = sub i64 %a, ptrtoint (ptr @g to i64)
@g = external global i8
define i64 @address(ptr captures(address) %p) {
  %a = ptrtoaddr ptr %p to i64
  %b = sub i64 %a, ptrtoaddr (ptr @g to i64)
  ret i64 %b
}

; CHECK-LABEL: define <4 x i32> @steps(
; CHECK-NEXT: call <4 x i32> @llvm.experimental.stepvector.v4i32()
define <4 x i32> @steps() {
  %r = call <4 x i32> @llvm.stepvector.v4i32()
  ret <4 x i32> %r
}

; CHECK-LABEL: define i1 @flags(
define i1 @flags(ptr initializes((0, 4)) %p, ptr dead_on_return %q, i32 range(i32 0, 9) %n, double %d) {
  %s = getelementptr inbounds nuw i32, ptr %p, i32 %n
  %f = fptrunc nnan double %d to float
  store float %f, ptr %s, align 4
  %r = icmp samesign ult i32 %n, 4
  ret i1 %r
}
