; Removing redundant stores looks at siblings of the spilled register that are so new that they have no
; live interval yet; that ended in a panic. The coalescer leaves a register here whose PHI values are read by
; PHI values only, which is no error.
; RUN: avarice compile %s -filetype=obj -o %t.o
; RUN: avarice compile %s -filetype=obj -verify-machineinstrs -o %t.o

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%0 = type { i8, i8, i16, i32, i32, i32, %1 }
%1 = type { ptr }

define i32 @sqlite3_step(ptr %0, i1 %1, ptr %2, i8 %3, i1 %4, i64 %5, ptr %6, ptr %7, i1 %8, i32 %9) {
  br label %11

11:                                               ; preds = %10
  br label %12

12:                                               ; preds = %11
  br i1 false, label %57, label %13

13:                                               ; preds = %12
  br label %15

14:                                               ; No predecessors!
  br label %15

15:                                               ; preds = %14, %13
  %16 = phi i1 [ false, %13 ], [ false, %14 ]
  br i1 false, label %19, label %17

17:                                               ; preds = %15
  br label %18

18:                                               ; preds = %17
  br label %19

19:                                               ; preds = %18, %15
  br i1 %1, label %57, label %20

20:                                               ; preds = %19
  br i1 %1, label %22, label %21

21:                                               ; preds = %20
  br label %24

22:                                               ; preds = %20
  br i1 false, label %24, label %23

23:                                               ; preds = %22
  br label %24

24:                                               ; preds = %23, %22, %21
  br label %25

25:                                               ; preds = %24
  br label %27

26:                                               ; preds = %45
  br label %27

27:                                               ; preds = %26, %25
  %28 = phi i32 [ 0, %25 ], [ 0, %26 ]
  %29 = phi i32 [ 0, %25 ], [ %43, %26 ]
  %30 = phi i32 [ 1, %25 ], [ 0, %26 ]
  %31 = phi ptr [ null, %25 ], [ %42, %26 ]
  %32 = phi i32 [ 0, %25 ], [ %41, %26 ]
  br label %33

33:                                               ; preds = %27
  %34 = load ptr, ptr %2, align 8
  br i1 %16, label %35, label %40

35:                                               ; preds = %33
  %36 = or i32 %32, 0
  %37 = call fastcc i32 null(ptr %7, i32 0, i32 0)
  br label %38

38:                                               ; preds = %35
  %39 = or i32 0, %29
  br label %40

40:                                               ; preds = %38, %33
  %41 = phi i32 [ %32, %33 ], [ %36, %38 ]
  %42 = phi ptr [ %31, %33 ], [ null, %38 ]
  %43 = phi i32 [ 0, %33 ], [ %39, %38 ]
  br i1 %4, label %44, label %49

44:                                               ; preds = %40
  br i1 %1, label %49, label %45

45:                                               ; preds = %44
  %46 = icmp eq i8 %3, 0
  %47 = icmp sgt i32 %30, 0
  %48 = and i1 %47, %46
  br i1 %48, label %49, label %26

49:                                               ; preds = %45, %44, %40
  %50 = phi i32 [ 0, %40 ], [ %9, %44 ], [ %28, %45 ]
  store i32 %50, ptr %6, align 4
  %51 = getelementptr %0, ptr %34, i64 %5
  %52 = load atomic i32, ptr %0 monotonic, align 8
  br i1 %8, label %53, label %57

53:                                               ; preds = %49
  %54 = getelementptr i8, ptr %51, i64 1
  %55 = load i8, ptr %54, align 1
  %cond = icmp eq i8 %55, 0
  br i1 %cond, label %56, label %57

56:                                               ; preds = %53
  br label %57

57:                                               ; preds = %56, %53, %49, %19, %12
  ret i32 0
}
