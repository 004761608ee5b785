; Intrinsics that older producers declare with other arguments, without the types that they are used with, or under
; other names become those of LLVM 19, as opt 19.1.7 makes them.
; RUN: avarice opt -S %s | FileCheck %s
; RUN: avarice compile -mtriple=x86_64-linux-gnu -O0 %s -o %t.s

declare void @llvm.memcpy.p0i8.p0i8.i64(ptr, ptr, i64, i32, i1)
declare void @llvm.memmove.p0.p0.i32(ptr, ptr, i32, i32, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i32, i1)
declare i32 @llvm.ctlz.i32(i32)
declare <2 x i64> @llvm.cttz.v2i64(<2 x i64>)
declare i64 @llvm.objectsize.i64(ptr, i1)
declare i32 @llvm.objectsize.i32.p0(ptr, i1, i1)
declare void @llvm.lifetime.start(i64, ptr)
declare void @llvm.lifetime.end.p0i8(i64, ptr)
declare ptr @llvm.invariant.start(i64, ptr)
declare void @llvm.invariant.end(ptr, i64, ptr)
declare <4 x i32> @llvm.masked.load.v4i32(ptr, i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.store.v4i32(<4 x i32>, ptr, i32, <4 x i1>)
declare <4 x i32> @llvm.masked.gather.v4i32(<4 x ptr>, i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.scatter.v4i32(<4 x i32>, <4 x ptr>, i32, <4 x i1>)
declare ptr @llvm.ptr.annotation.p0i8(ptr, ptr, ptr, i32)
declare void @llvm.var.annotation(ptr, ptr, ptr, i32)
declare i32 @llvm.annotation.i32(i32, ptr, ptr, i32)
declare i32 @llvm.flt.rounds()
declare void @llvm.stackprotectorcheck(ptr)
declare ptr @llvm.stacksave()
declare void @llvm.stackrestore(ptr)
declare i32 @llvm.experimental.vector.reduce.add.i32.v4i32(<4 x i32>)
declare float @llvm.experimental.vector.reduce.v2.fadd.f32.v4f32(float, <4 x float>)
declare <2 x i32> @llvm.experimental.vector.extract.v2i32.v4i32(<4 x i32>, i64)
declare <4 x i32> @llvm.experimental.vector.insert.v4i32.v2i32(<4 x i32>, <2 x i32>, i64)
declare <4 x i32> @llvm.experimental.vector.splice.v4i32(<4 x i32>, <4 x i32>, i32)
declare <4 x i32> @llvm.experimental.vector.reverse.v4i32(<4 x i32>)
declare i32 @llvm.bswap(i32)
declare i32 @llvm.ctpop.i33(i32)
declare void @llvm.prefetch(ptr, i32, i32, i32)
declare ptr @llvm.invariant.group.barrier(ptr)
declare ptr @llvm.launder.invariant.group(ptr)
declare double @llvm.powi.f64(double, i32)
declare i1 @llvm.is.constant(i64)

; The alignment of the attribute gives way to that of the argument.
; CHECK-LABEL: define void @memory(
; CHECK-NEXT: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr align 8 %q, i64 %n, i1 false)
; CHECK-NEXT: call void @llvm.memmove.p0.p0.i32(ptr nonnull align 2 %p, ptr align 2 %q, i32 3, i1 true)
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr align 4 %p, i8 0, i64 %n, i1 false)
; CHECK-NEXT: ret void
define void @memory(ptr %p, ptr %q, i64 %n) {
  call void @llvm.memcpy.p0i8.p0i8.i64(ptr %p, ptr align 2 %q, i64 %n, i32 8, i1 false)
  tail call void @llvm.memmove.p0.p0.i32(ptr nonnull %p, ptr %q, i32 3, i32 2, i1 true)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i32 4, i1 false)
  ret void
}

; CHECK-LABEL: define i32 @numbers(
; CHECK-NEXT: %lead = call i32 @llvm.ctlz.i32(i32 %i, i1 false)
; CHECK-NEXT: %trail = call <2 x i64> @llvm.cttz.v2i64(<2 x i64> %v, i1 false)
; CHECK-NEXT: %swap = call i32 @llvm.bswap.i32(i32 %lead)
; CHECK-NEXT: %count = call i32 @llvm.ctpop.i32(i32 %swap)
; CHECK-NEXT: %mode = call i32 @llvm.get.rounding()
; CHECK-NEXT: %power = call double @llvm.powi.f64.i32(double %d, i32 3)
; CHECK-NEXT: %known = call i1 @llvm.is.constant.i64(i64 %n)
define i32 @numbers(i32 %i, <2 x i64> %v, double %d, i64 %n) {
  %lead = call i32 @llvm.ctlz.i32(i32 %i)
  %trail = call <2 x i64> @llvm.cttz.v2i64(<2 x i64> %v)
  %swap = call i32 @llvm.bswap(i32 %lead)
  %count = call i32 @llvm.ctpop.i33(i32 %swap)
  %mode = call i32 @llvm.flt.rounds()
  %power = call double @llvm.powi.f64(double %d, i32 3)
  %known = call i1 @llvm.is.constant(i64 %n)
  ret i32 %count
}

; CHECK-LABEL: define i64 @objects(
; CHECK-NEXT: %size = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 true, i1 false, i1 false)
; CHECK-NEXT: %small = call i32 @llvm.objectsize.i32.p0(ptr %p, i1 false, i1 true, i1 false)
; CHECK-NEXT: call void @llvm.lifetime.start.p0(i64 4, ptr %p)
; CHECK-NEXT: call void @llvm.lifetime.end.p0(i64 4, ptr %p)
; CHECK-NEXT: %fixed = call ptr @llvm.invariant.start.p0(i64 4, ptr %p)
; CHECK-NEXT: call void @llvm.invariant.end.p0(ptr %fixed, i64 4, ptr %p)
; CHECK-NEXT: %noted = call ptr @llvm.ptr.annotation.p0.p0(ptr %p, ptr %p, ptr %p, i32 3, ptr null)
; CHECK-NEXT: call void @llvm.var.annotation.p0.p0(ptr %p, ptr %p, ptr %p, i32 3, ptr null)
; CHECK-NEXT: %number = call i32 @llvm.annotation.i32.p0(i32 7, ptr %p, ptr %p, i32 3)
; CHECK-NEXT: %stack = call ptr @llvm.stacksave.p0()
; CHECK-NEXT: call void @llvm.stackrestore.p0(ptr %stack)
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr %p, i32 0, i32 0, i32 1)
; CHECK-NEXT: %one = call ptr @llvm.launder.invariant.group.p0(ptr %p)
; CHECK-NEXT: %two = call ptr @llvm.launder.invariant.group.p0(ptr %p)
; CHECK-NEXT: ret i64 %size
define i64 @objects(ptr %p) {
  %size = call i64 @llvm.objectsize.i64(ptr %p, i1 true)
  %small = call i32 @llvm.objectsize.i32.p0(ptr %p, i1 false, i1 true)
  call void @llvm.lifetime.start(i64 4, ptr %p)
  call void @llvm.lifetime.end.p0i8(i64 4, ptr %p)
  %fixed = call ptr @llvm.invariant.start(i64 4, ptr %p)
  call void @llvm.invariant.end(ptr %fixed, i64 4, ptr %p)
  %noted = call ptr @llvm.ptr.annotation.p0i8(ptr %p, ptr %p, ptr %p, i32 3)
  call void @llvm.var.annotation(ptr %p, ptr %p, ptr %p, i32 3)
  %number = call i32 @llvm.annotation.i32(i32 7, ptr %p, ptr %p, i32 3)
  %stack = call ptr @llvm.stacksave()
  call void @llvm.stackrestore(ptr %stack)
  call void @llvm.stackprotectorcheck(ptr %p)
  call void @llvm.prefetch(ptr %p, i32 0, i32 0, i32 1)
  %one = call ptr @llvm.invariant.group.barrier(ptr %p)
  %two = call ptr @llvm.launder.invariant.group(ptr %p)
  ret i64 %size
}

; CHECK-LABEL: define <4 x i32> @vectors(
; CHECK-NEXT: %load = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %p, i32 4, <4 x i1> %m, <4 x i32> %v)
; CHECK-NEXT: call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr %p, i32 4, <4 x i1> %m)
; CHECK-NEXT: %gather = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %ps, i32 4, <4 x i1> %m, <4 x i32> %v)
; CHECK-NEXT: call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %v, <4 x ptr> %ps, i32 4, <4 x i1> %m)
; CHECK-NEXT: %sum = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v)
; CHECK-NEXT: %fsum = call float @llvm.vector.reduce.fadd.v4f32(float 0.000000e+00, <4 x float> %f)
; CHECK-NEXT: %part = call <2 x i32> @llvm.vector.extract.v2i32.v4i32(<4 x i32> %v, i64 2)
; CHECK-NEXT: %whole = call <4 x i32> @llvm.vector.insert.v4i32.v2i32(<4 x i32> %v, <2 x i32> %part, i64 0)
; CHECK-NEXT: %spliced = call <4 x i32> @llvm.vector.splice.v4i32(<4 x i32> %whole, <4 x i32> %v, i32 1)
; CHECK-NEXT: %reversed = call <4 x i32> @llvm.vector.reverse.v4i32(<4 x i32> %spliced)
define <4 x i32> @vectors(ptr %p, <4 x i32> %v, <4 x i1> %m, <4 x ptr> %ps, <4 x float> %f) {
  %load = call <4 x i32> @llvm.masked.load.v4i32(ptr %p, i32 4, <4 x i1> %m, <4 x i32> %v)
  call void @llvm.masked.store.v4i32(<4 x i32> %v, ptr %p, i32 4, <4 x i1> %m)
  %gather = call <4 x i32> @llvm.masked.gather.v4i32(<4 x ptr> %ps, i32 4, <4 x i1> %m, <4 x i32> %v)
  call void @llvm.masked.scatter.v4i32(<4 x i32> %v, <4 x ptr> %ps, i32 4, <4 x i1> %m)
  %sum = call i32 @llvm.experimental.vector.reduce.add.i32.v4i32(<4 x i32> %v)
  %fsum = call float @llvm.experimental.vector.reduce.v2.fadd.f32.v4f32(float 0.0, <4 x float> %f)
  %part = call <2 x i32> @llvm.experimental.vector.extract.v2i32.v4i32(<4 x i32> %v, i64 2)
  %whole = call <4 x i32> @llvm.experimental.vector.insert.v4i32.v2i32(<4 x i32> %v, <2 x i32> %part, i64 0)
  %spliced = call <4 x i32> @llvm.experimental.vector.splice.v4i32(<4 x i32> %whole, <4 x i32> %v, i32 1)
  %reversed = call <4 x i32> @llvm.experimental.vector.reverse.v4i32(<4 x i32> %spliced)
  ret <4 x i32> %reversed
}

; Nothing declares the old forms any more.
; CHECK-NOT: @llvm.experimental.vector
; CHECK-NOT: @llvm.stackprotectorcheck
; CHECK-NOT: @llvm.invariant.group.barrier
; CHECK-NOT: .old
