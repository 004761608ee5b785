; What is live but never read any more, since the constants in it were computed again where they were read, is spilled
; too: into its slot go constants that no variable holds.
; RUN: avarice compile %s -mtriple=x86_64 -O2 -verify-regalloc -print-after=virtregrewriter -filetype=null 2>&1 | FileCheck %s
; CHECK-LABEL: code for function func_12:
; CHECK: MOV32mi %stack.[[SLOT:[0-9]+]], 1, $noreg, 0, $noreg, 1 :: (store (s32) into %stack.[[SLOT]])

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"


declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #0

define ptr @func_12(ptr %0, ptr %1, i1 %2, i32 %3) #1 {
  %5 = alloca i32, i32 0, align 4
  %6 = alloca ptr, i32 0, align 8
  %7 = alloca i8, i32 0, align 1
  %8 = alloca ptr, i32 0, align 8
  %9 = alloca ptr, i32 0, align 8
  store i32 -385104677, ptr %5, align 4
  br label %10

10:                                               ; preds = %21, %4
  store ptr %6, ptr %8, align 8
  store ptr %5, ptr %9, align 8
  %11 = load ptr, ptr %6, align 8
  %12 = call ptr null(i16 0, i8 0, ptr %1, i32 0, ptr null)
  br i1 %2, label %21, label %13

13:                                               ; preds = %10
  %14 = load ptr, ptr %9, align 8
  %15 = load i32, ptr %14, align 4
  %16 = call ptr null(i16 0, i8 0, ptr null, i32 0, ptr null)
  %17 = load ptr, ptr %8, align 8
  store ptr %16, ptr %17, align 8
  %18 = call i16 null(i16 0, i16 0)
  %19 = call i16 @safe_lshift_func_uint16_t_u_u(i16 %18, i32 %3)
  %20 = load ptr, ptr %9, align 8
  store i32 1, ptr %20, align 4
  br label %21

21:                                               ; preds = %13, %10
  call void @llvm.memcpy.p0.p0.i64(ptr %0, ptr null, i64 1, i1 false)
  %22 = load i8, ptr %7, align 1
  %23 = or i8 %22, 1
  store i8 %23, ptr %7, align 1
  br label %10
}

define i16 @safe_lshift_func_uint16_t_u_u(i16 %0, i32 %1) #2 {
  %3 = icmp uge i32 %1, 1
  br i1 %3, label %7, label %4

4:                                                ; preds = %2
  %5 = zext i16 %0 to i32
  %6 = icmp sgt i32 %5, 0
  br i1 %6, label %7, label %8

7:                                                ; preds = %4, %2
  ret i16 0

8:                                                ; preds = %4
  ret i16 0
}

attributes #0 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #1 = { "frame-pointer"="all" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" }
attributes #2 = { "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" }
