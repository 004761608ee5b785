; An intrinsic that is not declared may be called under one name with several types: each gets its own declaration.
; RUN: avarice opt -S %s | FileCheck %s
; RUN: avarice compile -mtriple=x86_64-linux-gnu %s -o %t.s

; CHECK-LABEL: define i32 @f(
; CHECK-NEXT: %a = call i32 @llvm.umax.i32(i32 %i, i32 3)
; CHECK-NEXT: %b = call <4 x i16> @llvm.umax.v4i16(<4 x i16> %v, <4 x i16> %v)
; CHECK-NEXT: %c = call i64 @llvm.umax.i64(i64 %l, i64 7)
; CHECK-NEXT: %d = call i32 @llvm.umax.i32(i32 %a, i32 5)
define i32 @f(i32 %i, <4 x i16> %v, i64 %l) {
  %a = call i32 @llvm.umax(i32 %i, i32 3)
  %b = call <4 x i16> @llvm.umax(<4 x i16> %v, <4 x i16> %v)
  %c = call i64 @llvm.umax(i64 %l, i64 7)
  %d = call i32 @llvm.umax(i32 %a, i32 5)
  ret i32 %d
}

; CHECK-DAG: declare i32 @llvm.umax.i32(i32, i32)
; CHECK-DAG: declare <4 x i16> @llvm.umax.v4i16(<4 x i16>, <4 x i16>)
; CHECK-DAG: declare i64 @llvm.umax.i64(i64, i64)
