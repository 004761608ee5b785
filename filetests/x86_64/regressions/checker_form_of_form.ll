; A form with memory of an instruction is where some values come from: the checker of allocations looks for its own forms.
; RUN: avarice compile -mtriple=x86_64-linux-gnu -mattr=+avx -verify-regalloc -verify-machineinstrs %s -o - | FileCheck %s
; CHECK-LABEL: test:

declare half @llvm.vector.reduce.fadd.v1f16(half, <1 x half>)

declare i1 @llvm.vector.reduce.and.v32i1(<32 x i1>)

define void @test() {
entry:
  br label %loop4

loop4:
  %v81 = fcmp uno <1 x half> zeroinitializer, zeroinitializer
  %v82 = select <1 x i1> %v81, <1 x half> <half 0xH7E00>, <1 x half> zeroinitializer
  %v83 = bitcast <1 x half> %v82 to bfloat
  %v86 = insertvalue <{ { i64, <8 x i8>, i16, float, bfloat } }> zeroinitializer, bfloat %v83, 0, 4
  %v92 = call <4 x i8> null(i64 0, <{ { i64, <8 x i8>, i16, float, bfloat } }> %v86, i32 0, i1 false, <2 x i32> zeroinitializer)
  store <1 x half> <half 0xH7E00>, ptr null, align 1
  br label %left29

left29:
  br i1 false, label %loop4, label %left4

left4:
  br label %loop251

loop251:
  %v258 = phi i64 [ 0, %left4 ], [ %next251, %place395.0 ]
  %v271 = call i1 @llvm.vector.reduce.and.v32i1(<32 x i1> zeroinitializer)
  br i1 %v271, label %then272, label %end272

then272:
  %v276 = fcmp uno <1 x half> zeroinitializer, zeroinitializer
  %v277 = select <1 x i1> %v276, <1 x half> <half 0xH7E00>, <1 x half> zeroinitializer
  %v278 = fmul <1 x half> zeroinitializer, %v277
  %v279 = sitofp <1 x i32> zeroinitializer to <1 x half>
  br label %end272

end272:
  %v287 = phi i128 [ 0, %then272 ], [ 1, %loop251 ]
  %v295 = load <1 x half>, ptr null, align 1
  %v317 = call half @llvm.vector.reduce.fadd.v1f16(half 0xH0000, <1 x half> zeroinitializer)
  %v318 = alloca { double, float, [1 x i48], i32 }, i32 0, align 16
  %v342 = trunc <1 x i8> <i8 1> to <1 x i1>
  %v345 = select <1 x i1> %v342, <1 x half> <half 0xH3C00>, <1 x half> %v295
  %v347 = extractelement <1 x half> %v345, i32 0
  %v348 = fcmp uno half %v347, 0xH0000
  br label %place395.0

place395.0:
  store i128 %v287, ptr null, align 1
  store <1 x half> <half 0xH7E00>, ptr null, align 1
  %next251 = or i64 %v258, 0
  br label %loop251
}

