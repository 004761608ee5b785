; What is live but never read any more, since the constants in it were computed again where they were read, is spilled
; too: into its slot go constants that no variable holds.
; RUN: avarice compile %s -mtriple=x86_64 -O2 -verify-regalloc -print-after=virtregrewriter -filetype=null 2>&1 | FileCheck %s
; CHECK-LABEL: code for function func_12:
; CHECK: MOV32mi %stack.[[SLOT:[0-9]+]], 1, $noreg, 0, $noreg, 1 :: (store (s32) into %stack.[[SLOT]])

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #0

define ptr @func_12(ptr %0, ptr %1, i1 %2, i32 %3) #1 {
  br label %5

5:
  %6 = phi ptr [ undef, %4 ], [ %14, %13 ]
  %7 = phi i32 [ -385104677, %4 ], [ %15, %13 ]
  %8 = phi i8 [ undef, %4 ], [ %16, %13 ]
  %9 = call ptr null(i16 0, i8 0, ptr %1, i32 0, ptr null)
  br i1 %2, label %13, label %10

10:
  %11 = call ptr null(i16 0, i8 0, ptr null, i32 0, ptr null)
  %12 = call i16 null(i16 0, i16 0)
  br label %13

13:
  %14 = phi ptr [ %6, %5 ], [ %11, %10 ]
  %15 = phi i32 [ %7, %5 ], [ 1, %10 ]
  call void @llvm.memcpy.p0.p0.i64(ptr %0, ptr null, i64 1, i1 false)
  %16 = or i8 %8, 1
  br label %5
}

attributes #0 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #1 = { "frame-pointer"="all" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" }
