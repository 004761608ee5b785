; A random program: csmith 2.3.0 with --seed 19 and few functions, as clang 19 -O0 compiles it. The checksum is
; what gcc's build prints.
; RUN: avarice compile %s -O0 -verify-machineinstrs -o %t.o && cc -no-pie %t.o -o %t && %t > %t.unoptimized
; RUN: avarice compile %s -relocation-model=pic -regalloc=basic -o %t.o && cc -pie %t.o -o %t && %t > %t.basic
; RUN: avarice compile %s -regalloc=fast -o %t.o && cc -no-pie %t.o -o %t && %t > %t.fast
; RUN: diff %t.unoptimized %t.basic && diff %t.unoptimized %t.fast
; RUN: avarice compile %s -verify-machineinstrs -o %t.o && cc -no-pie %t.o -o %t && %t
; OUTPUT:
; checksum = E5C7CC47

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private unnamed_addr constant [2 x i8] c"1\00", align 1
@g_3 = internal global i32 -8, align 4
@.str.1 = private unnamed_addr constant [4 x i8] c"g_3\00", align 1
@g_4 = internal global i32 -1, align 4
@.str.2 = private unnamed_addr constant [4 x i8] c"g_4\00", align 1
@g_5 = internal global i32 -1534738651, align 4
@.str.3 = private unnamed_addr constant [4 x i8] c"g_5\00", align 1
@g_6 = internal global i32 1858575601, align 4
@.str.4 = private unnamed_addr constant [4 x i8] c"g_6\00", align 1
@g_7 = internal global i32 -1, align 4
@.str.5 = private unnamed_addr constant [4 x i8] c"g_7\00", align 1
@g_19 = internal global i16 6, align 2
@.str.6 = private unnamed_addr constant [5 x i8] c"g_19\00", align 1
@g_20 = internal global i8 60, align 1
@.str.7 = private unnamed_addr constant [5 x i8] c"g_20\00", align 1
@crc32_context = internal global i32 -1, align 4
@crc32_tab = internal global [256 x i32] zeroinitializer, align 16
@__const.func_1.l_12 = private unnamed_addr constant [3 x [2 x ptr]] [[2 x ptr] [ptr @g_7, ptr @g_7], [2 x ptr] [ptr null, ptr @g_7], [2 x ptr] [ptr @g_7, ptr null]], align 16
@g_47 = internal global [3 x ptr] [ptr @g_48, ptr @g_48, ptr @g_48], align 16
@g_36 = internal global ptr @g_37, align 8
@g_37 = internal global ptr @g_3, align 8
@g_48 = internal global ptr @g_37, align 8
@.str.8 = private unnamed_addr constant [36 x i8] c"...checksum after hashing %s : %lX\0A\00", align 1
@.str.9 = private unnamed_addr constant [15 x i8] c"checksum = %X\0A\00", align 1

define dso_local i32 @main(i32 noundef %0, ptr noundef %1) #0 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  store i32 0, ptr %3, align 4
  store i32 %0, ptr %4, align 4
  store ptr %1, ptr %5, align 8
  store i32 0, ptr %7, align 4
  %8 = load i32, ptr %4, align 4
  %9 = icmp eq i32 %8, 2
  br i1 %9, label %10, label %17

10:
  %11 = load ptr, ptr %5, align 8
  %12 = getelementptr inbounds ptr, ptr %11, i64 1
  %13 = load ptr, ptr %12, align 8
  %14 = call i32 @strcmp(ptr noundef %13, ptr noundef @.str) #5
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %16, label %17

16:
  store i32 1, ptr %7, align 4
  br label %17

17:
  call void @platform_main_begin()
  call void @crc32_gentab()
  %18 = call signext i16 @func_1()
  %19 = load i32, ptr @g_3, align 4
  %20 = sext i32 %19 to i64
  %21 = load i32, ptr %7, align 4
  call void @transparent_crc(i64 noundef %20, ptr noundef @.str.1, i32 noundef %21)
  %22 = load volatile i32, ptr @g_4, align 4
  %23 = sext i32 %22 to i64
  %24 = load i32, ptr %7, align 4
  call void @transparent_crc(i64 noundef %23, ptr noundef @.str.2, i32 noundef %24)
  %25 = load i32, ptr @g_5, align 4
  %26 = sext i32 %25 to i64
  %27 = load i32, ptr %7, align 4
  call void @transparent_crc(i64 noundef %26, ptr noundef @.str.3, i32 noundef %27)
  %28 = load volatile i32, ptr @g_6, align 4
  %29 = sext i32 %28 to i64
  %30 = load i32, ptr %7, align 4
  call void @transparent_crc(i64 noundef %29, ptr noundef @.str.4, i32 noundef %30)
  %31 = load i32, ptr @g_7, align 4
  %32 = sext i32 %31 to i64
  %33 = load i32, ptr %7, align 4
  call void @transparent_crc(i64 noundef %32, ptr noundef @.str.5, i32 noundef %33)
  %34 = load volatile i16, ptr @g_19, align 2
  %35 = sext i16 %34 to i64
  %36 = load i32, ptr %7, align 4
  call void @transparent_crc(i64 noundef %35, ptr noundef @.str.6, i32 noundef %36)
  %37 = load volatile i8, ptr @g_20, align 1
  %38 = zext i8 %37 to i64
  %39 = load i32, ptr %7, align 4
  call void @transparent_crc(i64 noundef %38, ptr noundef @.str.7, i32 noundef %39)
  %40 = load i32, ptr @crc32_context, align 4
  %41 = zext i32 %40 to i64
  %42 = xor i64 %41, 4294967295
  %43 = trunc i64 %42 to i32
  %44 = load i32, ptr %7, align 4
  call void @platform_main_end(i32 noundef %43, i32 noundef %44)
  ret i32 0
}

declare i32 @strcmp(ptr noundef, ptr noundef) #1

define internal void @platform_main_begin() #0 {
  ret void
}

define internal void @crc32_gentab() #0 {
  %1 = alloca i32, align 4
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i32 -306674912, ptr %2, align 4
  store i32 0, ptr %3, align 4
  br label %5

5:
  %6 = load i32, ptr %3, align 4
  %7 = icmp slt i32 %6, 256
  br i1 %7, label %8, label %36

8:
  %9 = load i32, ptr %3, align 4
  store i32 %9, ptr %1, align 4
  store i32 8, ptr %4, align 4
  br label %10

10:
  %11 = load i32, ptr %4, align 4
  %12 = icmp sgt i32 %11, 0
  br i1 %12, label %13, label %28

13:
  %14 = load i32, ptr %1, align 4
  %15 = and i32 %14, 1
  %16 = icmp ne i32 %15, 0
  br i1 %16, label %17, label %21

17:
  %18 = load i32, ptr %1, align 4
  %19 = lshr i32 %18, 1
  %20 = xor i32 %19, -306674912
  store i32 %20, ptr %1, align 4
  br label %24

21:
  %22 = load i32, ptr %1, align 4
  %23 = lshr i32 %22, 1
  store i32 %23, ptr %1, align 4
  br label %24

24:
  br label %25

25:
  %26 = load i32, ptr %4, align 4
  %27 = add nsw i32 %26, -1
  store i32 %27, ptr %4, align 4
  br label %10, !llvm.loop !6

28:
  %29 = load i32, ptr %1, align 4
  %30 = load i32, ptr %3, align 4
  %31 = sext i32 %30 to i64
  %32 = getelementptr inbounds [256 x i32], ptr @crc32_tab, i64 0, i64 %31
  store i32 %29, ptr %32, align 4
  br label %33

33:
  %34 = load i32, ptr %3, align 4
  %35 = add nsw i32 %34, 1
  store i32 %35, ptr %3, align 4
  br label %5, !llvm.loop !8

36:
  ret void
}

define internal signext i16 @func_1() #0 {
  %1 = alloca [2 x i32], align 4
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca [3 x [2 x ptr]], align 16
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i8, align 1
  %8 = alloca ptr, align 8
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  %11 = alloca ptr, align 8
  %12 = alloca ptr, align 8
  %13 = alloca ptr, align 8
  %14 = alloca [4 x [5 x ptr]], align 16
  %15 = alloca i32, align 4
  %16 = alloca i32, align 4
  store i32 280348593, ptr %2, align 4
  store i32 0, ptr %3, align 4
  br label %17

17:
  %18 = load i32, ptr %3, align 4
  %19 = icmp slt i32 %18, 2
  br i1 %19, label %20, label %27

20:
  %21 = load i32, ptr %3, align 4
  %22 = sext i32 %21 to i64
  %23 = getelementptr inbounds [2 x i32], ptr %1, i64 0, i64 %22
  store i32 -1711316891, ptr %23, align 4
  br label %24

24:
  %25 = load i32, ptr %3, align 4
  %26 = add nsw i32 %25, 1
  store i32 %26, ptr %3, align 4
  br label %17, !llvm.loop !9

27:
  store i32 1, ptr @g_3, align 4
  br label %28

28:
  %29 = load i32, ptr @g_3, align 4
  %30 = icmp sge i32 %29, 0
  br i1 %30, label %31, label %150

31:
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %4, ptr align 16 @__const.func_1.l_12, i64 48, i1 false)
  store i32 0, ptr @g_5, align 4
  br label %32

32:
  %33 = load i32, ptr @g_5, align 4
  %34 = icmp sle i32 %33, 1
  br i1 %34, label %35, label %60

35:
  store i8 1, ptr %7, align 1
  store i32 0, ptr @g_7, align 4
  br label %36

36:
  %37 = load i32, ptr @g_7, align 4
  %38 = icmp sle i32 %37, 1
  br i1 %38, label %39, label %56

39:
  %40 = getelementptr inbounds [3 x [2 x ptr]], ptr %4, i64 0, i64 0
  %41 = getelementptr inbounds [2 x ptr], ptr %40, i64 0, i64 0
  store ptr %41, ptr %8, align 8
  %42 = load i32, ptr @g_3, align 4
  %43 = sext i32 %42 to i64
  %44 = getelementptr inbounds [2 x i32], ptr %1, i64 0, i64 %43
  %45 = load i32, ptr %44, align 4
  %46 = getelementptr inbounds [3 x [2 x ptr]], ptr %4, i64 0, i64 0
  %47 = getelementptr inbounds [2 x ptr], ptr %46, i64 0, i64 0
  %48 = load ptr, ptr %47, align 16
  %49 = load i8, ptr %7, align 1
  %50 = zext i8 %49 to i32
  %51 = call ptr @func_8(i32 noundef %45, ptr noundef %48, i32 noundef %50)
  %52 = load ptr, ptr %8, align 8
  store ptr %51, ptr %52, align 8
  br label %53

53:
  %54 = load i32, ptr @g_7, align 4
  %55 = add nsw i32 %54, 1
  store i32 %55, ptr @g_7, align 4
  br label %36, !llvm.loop !10

56:
  br label %57

57:
  %58 = load i32, ptr @g_5, align 4
  %59 = add nsw i32 %58, 1
  store i32 %59, ptr @g_5, align 4
  br label %32, !llvm.loop !11

60:
  store i32 1, ptr @g_5, align 4
  br label %61

61:
  %62 = load i32, ptr @g_5, align 4
  %63 = icmp sge i32 %62, 0
  br i1 %63, label %64, label %142

64:
  store i32 821702277, ptr %10, align 4
  %65 = getelementptr inbounds [3 x [2 x ptr]], ptr %4, i64 0, i64 0
  %66 = getelementptr inbounds [2 x ptr], ptr %65, i64 0, i64 0
  store ptr %66, ptr %11, align 8
  store ptr %11, ptr %12, align 8
  store i32 1, ptr @g_7, align 4
  br label %67

67:
  %68 = load i32, ptr @g_7, align 4
  %69 = icmp sge i32 %68, 0
  br i1 %69, label %70, label %138

70:
  store ptr null, ptr %13, align 8
  call void @llvm.memset.p0.i64(ptr align 16 %14, i8 0, i64 160, i1 false)
  %71 = getelementptr inbounds [4 x [5 x ptr]], ptr %14, i32 0, i32 0
  %72 = getelementptr inbounds [5 x ptr], ptr %71, i32 0, i32 0
  store ptr getelementptr (i8, ptr @g_47, i64 16), ptr %72, align 16
  %73 = getelementptr inbounds [5 x ptr], ptr %71, i32 0, i32 2
  store ptr getelementptr (i8, ptr @g_47, i64 16), ptr %73, align 16
  %74 = getelementptr inbounds [5 x ptr], ptr %71, i32 0, i32 4
  store ptr getelementptr (i8, ptr @g_47, i64 16), ptr %74, align 16
  %75 = getelementptr inbounds [4 x [5 x ptr]], ptr %14, i32 0, i32 2
  %76 = getelementptr inbounds [5 x ptr], ptr %75, i32 0, i32 0
  store ptr getelementptr (i8, ptr @g_47, i64 16), ptr %76, align 16
  %77 = getelementptr inbounds [5 x ptr], ptr %75, i32 0, i32 2
  store ptr getelementptr (i8, ptr @g_47, i64 16), ptr %77, align 16
  %78 = getelementptr inbounds [5 x ptr], ptr %75, i32 0, i32 4
  store ptr getelementptr (i8, ptr @g_47, i64 16), ptr %78, align 16
  %79 = load i32, ptr @g_3, align 4
  %80 = sext i32 %79 to i64
  %81 = getelementptr inbounds [2 x i32], ptr %1, i64 0, i64 %80
  %82 = load i32, ptr %81, align 4
  %83 = load i32, ptr @g_3, align 4
  %84 = sext i32 %83 to i64
  %85 = getelementptr inbounds [2 x i32], ptr %1, i64 0, i64 %84
  %86 = load i32, ptr %85, align 4
  %87 = load volatile i8, ptr @g_20, align 1
  %88 = zext i8 %87 to i64
  %89 = icmp ult i64 0, %88
  br i1 %89, label %90, label %112

90:
  %91 = load volatile i32, ptr @g_6, align 4
  %92 = load i32, ptr @g_7, align 4
  %93 = sext i32 %92 to i64
  %94 = getelementptr inbounds [3 x [2 x ptr]], ptr %4, i64 0, i64 %93
  %95 = load i32, ptr @g_5, align 4
  %96 = sext i32 %95 to i64
  %97 = getelementptr inbounds [2 x ptr], ptr %94, i64 0, i64 %96
  %98 = load ptr, ptr %97, align 8
  %99 = load ptr, ptr @g_36, align 8
  %100 = call signext i8 @func_32(i32 noundef %91, ptr noundef %98, ptr noundef %99)
  %101 = load i32, ptr @g_3, align 4
  %102 = trunc i32 %101 to i8
  %103 = call signext i8 @safe_add_func_int8_t_s_s(i8 noundef signext %100, i8 noundef signext %102)
  %104 = sext i8 %103 to i64
  %105 = load i32, ptr @g_3, align 4
  %106 = sext i32 %105 to i64
  %107 = call i64 @safe_sub_func_uint64_t_u_u(i64 noundef %104, i64 noundef %106)
  %108 = load i32, ptr %10, align 4
  %109 = zext i32 %108 to i64
  %110 = icmp ugt i64 %107, %109
  %111 = zext i1 %110 to i32
  br label %112

112:
  %113 = phi i1 [ false, %70 ], [ true, %90 ]
  %114 = zext i1 %113 to i32
  %115 = load i32, ptr %10, align 4
  %116 = or i32 %114, %115
  %117 = load i32, ptr @g_3, align 4
  %118 = sext i32 %117 to i64
  %119 = getelementptr inbounds [2 x i32], ptr %1, i64 0, i64 %118
  %120 = load i32, ptr @g_7, align 4
  %121 = call ptr @func_8(i32 noundef %86, ptr noundef %119, i32 noundef %120)
  %122 = getelementptr inbounds [3 x [2 x ptr]], ptr %4, i64 0, i64 0
  %123 = getelementptr inbounds [2 x ptr], ptr %122, i64 0, i64 0
  store ptr %121, ptr %123, align 16
  %124 = getelementptr inbounds [2 x i32], ptr %1, i64 0, i64 1
  %125 = icmp ne ptr %121, %124
  %126 = zext i1 %125 to i32
  %127 = trunc i32 %126 to i16
  %128 = call zeroext i16 @safe_add_func_uint16_t_u_u(i16 noundef zeroext %127, i16 noundef zeroext 3394)
  %129 = zext i16 %128 to i32
  %130 = icmp eq i32 %82, %129
  %131 = zext i1 %130 to i32
  %132 = load i32, ptr %2, align 4
  %133 = or i32 %132, 1
  store i32 %133, ptr %2, align 4
  %134 = load ptr, ptr %12, align 8
  store ptr %134, ptr %12, align 8
  br label %135

135:
  %136 = load i32, ptr @g_7, align 4
  %137 = sub nsw i32 %136, 1
  store i32 %137, ptr @g_7, align 4
  br label %67, !llvm.loop !12

138:
  br label %139

139:
  %140 = load i32, ptr @g_5, align 4
  %141 = sub nsw i32 %140, 1
  store i32 %141, ptr @g_5, align 4
  br label %61, !llvm.loop !13

142:
  %143 = load i32, ptr @g_3, align 4
  %144 = sext i32 %143 to i64
  %145 = getelementptr inbounds [2 x i32], ptr %1, i64 0, i64 %144
  %146 = load ptr, ptr @g_36, align 8
  store ptr %145, ptr %146, align 8
  br label %147

147:
  %148 = load i32, ptr @g_3, align 4
  %149 = sub nsw i32 %148, 1
  store i32 %149, ptr @g_3, align 4
  br label %28, !llvm.loop !14

150:
  %151 = load i32, ptr %2, align 4
  %152 = trunc i32 %151 to i16
  ret i16 %152
}

define internal void @transparent_crc(i64 noundef %0, ptr noundef %1, i32 noundef %2) #0 {
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  store i64 %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %7 = load i64, ptr %4, align 8
  call void @crc32_8bytes(i64 noundef %7)
  %8 = load i32, ptr %6, align 4
  %9 = icmp ne i32 %8, 0
  br i1 %9, label %10, label %16

10:
  %11 = load ptr, ptr %5, align 8
  %12 = load i32, ptr @crc32_context, align 4
  %13 = zext i32 %12 to i64
  %14 = xor i64 %13, 4294967295
  %15 = call i32 (ptr, ...) @printf(ptr noundef @.str.8, ptr noundef %11, i64 noundef %14)
  br label %16

16:
  ret void
}

define internal void @platform_main_end(i32 noundef %0, i32 noundef %1) #0 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  store i32 %1, ptr %4, align 4
  %5 = load i32, ptr %3, align 4
  %6 = call i32 (ptr, ...) @printf(ptr noundef @.str.9, i32 noundef %5)
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #2

define internal ptr @func_8(i32 noundef %0, ptr noundef %1, i32 noundef %2) #0 {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  %9 = alloca ptr, align 8
  %10 = alloca [3 x [5 x ptr]], align 16
  %11 = alloca i32, align 4
  %12 = alloca i32, align 4
  store i32 %0, ptr %4, align 4
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  store i32 -505926606, ptr %7, align 4
  store i32 -1897663757, ptr %8, align 4
  store i32 0, ptr %6, align 4
  br label %13

13:
  %14 = load i32, ptr %6, align 4
  %15 = icmp uge i32 %14, 4
  br i1 %15, label %16, label %42

16:
  store ptr %7, ptr %9, align 8
  store ptr %7, ptr %10, align 8
  %17 = getelementptr inbounds ptr, ptr %10, i64 1
  store ptr @g_3, ptr %17, align 8
  %18 = getelementptr inbounds ptr, ptr %10, i64 2
  store ptr %7, ptr %18, align 8
  %19 = getelementptr inbounds ptr, ptr %10, i64 3
  store ptr @g_3, ptr %19, align 8
  %20 = getelementptr inbounds ptr, ptr %10, i64 4
  store ptr %7, ptr %20, align 8
  %21 = getelementptr inbounds [5 x ptr], ptr %10, i64 1
  store ptr %7, ptr %21, align 8
  %22 = getelementptr inbounds ptr, ptr %21, i64 1
  store ptr %7, ptr %22, align 8
  %23 = getelementptr inbounds ptr, ptr %21, i64 2
  store ptr %7, ptr %23, align 8
  %24 = getelementptr inbounds ptr, ptr %21, i64 3
  store ptr %7, ptr %24, align 8
  %25 = getelementptr inbounds ptr, ptr %21, i64 4
  store ptr %7, ptr %25, align 8
  %26 = getelementptr inbounds [5 x ptr], ptr %10, i64 2
  store ptr %7, ptr %26, align 8
  %27 = getelementptr inbounds ptr, ptr %26, i64 1
  store ptr @g_3, ptr %27, align 8
  %28 = getelementptr inbounds ptr, ptr %26, i64 2
  store ptr %7, ptr %28, align 8
  %29 = getelementptr inbounds ptr, ptr %26, i64 3
  store ptr @g_3, ptr %29, align 8
  %30 = getelementptr inbounds ptr, ptr %26, i64 4
  store ptr %7, ptr %30, align 8
  %31 = load i32, ptr %7, align 4
  %32 = load ptr, ptr %9, align 8
  store i32 %31, ptr %32, align 4
  %33 = load i32, ptr %4, align 4
  %34 = and i32 %33, %31
  store i32 %34, ptr %4, align 4
  %35 = load volatile i8, ptr @g_20, align 1
  %36 = add i8 %35, 1
  store volatile i8 %36, ptr @g_20, align 1
  br label %37

37:
  %38 = load i32, ptr %6, align 4
  %39 = trunc i32 %38 to i8
  %40 = call zeroext i8 @safe_add_func_uint8_t_u_u(i8 noundef zeroext %39, i8 noundef zeroext 1)
  %41 = zext i8 %40 to i32
  store i32 %41, ptr %6, align 4
  br label %13, !llvm.loop !15

42:
  %43 = load i32, ptr %7, align 4
  %44 = load i32, ptr %4, align 4
  store i32 %44, ptr %8, align 4
  ret ptr @g_3
}

declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #3

define internal zeroext i16 @safe_add_func_uint16_t_u_u(i16 noundef zeroext %0, i16 noundef zeroext %1) #0 {
  %3 = alloca i16, align 2
  %4 = alloca i16, align 2
  store i16 %0, ptr %3, align 2
  store i16 %1, ptr %4, align 2
  %5 = load i16, ptr %3, align 2
  %6 = zext i16 %5 to i32
  %7 = load i16, ptr %4, align 2
  %8 = zext i16 %7 to i32
  %9 = add nsw i32 %6, %8
  %10 = trunc i32 %9 to i16
  ret i16 %10
}

define internal i64 @safe_sub_func_uint64_t_u_u(i64 noundef %0, i64 noundef %1) #0 {
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  store i64 %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load i64, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = sub i64 %5, %6
  ret i64 %7
}

define internal signext i8 @safe_add_func_int8_t_s_s(i8 noundef signext %0, i8 noundef signext %1) #0 {
  %3 = alloca i8, align 1
  %4 = alloca i8, align 1
  store i8 %0, ptr %3, align 1
  store i8 %1, ptr %4, align 1
  %5 = load i8, ptr %3, align 1
  %6 = sext i8 %5 to i32
  %7 = load i8, ptr %4, align 1
  %8 = sext i8 %7 to i32
  %9 = add nsw i32 %6, %8
  %10 = trunc i32 %9 to i8
  ret i8 %10
}

define internal signext i8 @func_32(i32 noundef %0, ptr noundef %1, ptr noundef %2) #0 {
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i32, align 4
  store i32 %0, ptr %4, align 4
  store ptr %1, ptr %5, align 8
  store ptr %2, ptr %6, align 8
  store i32 1, ptr %7, align 4
  %8 = load i32, ptr %7, align 4
  %9 = add i32 %8, 1
  store i32 %9, ptr %7, align 4
  %10 = load i32, ptr %7, align 4
  %11 = trunc i32 %10 to i8
  ret i8 %11
}

define internal zeroext i8 @safe_add_func_uint8_t_u_u(i8 noundef zeroext %0, i8 noundef zeroext %1) #0 {
  %3 = alloca i8, align 1
  %4 = alloca i8, align 1
  store i8 %0, ptr %3, align 1
  store i8 %1, ptr %4, align 1
  %5 = load i8, ptr %3, align 1
  %6 = zext i8 %5 to i32
  %7 = load i8, ptr %4, align 1
  %8 = zext i8 %7 to i32
  %9 = add nsw i32 %6, %8
  %10 = trunc i32 %9 to i8
  ret i8 %10
}

define internal void @crc32_8bytes(i64 noundef %0) #0 {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr %2, align 8
  %4 = lshr i64 %3, 0
  %5 = and i64 %4, 255
  %6 = trunc i64 %5 to i8
  call void @crc32_byte(i8 noundef zeroext %6)
  %7 = load i64, ptr %2, align 8
  %8 = lshr i64 %7, 8
  %9 = and i64 %8, 255
  %10 = trunc i64 %9 to i8
  call void @crc32_byte(i8 noundef zeroext %10)
  %11 = load i64, ptr %2, align 8
  %12 = lshr i64 %11, 16
  %13 = and i64 %12, 255
  %14 = trunc i64 %13 to i8
  call void @crc32_byte(i8 noundef zeroext %14)
  %15 = load i64, ptr %2, align 8
  %16 = lshr i64 %15, 24
  %17 = and i64 %16, 255
  %18 = trunc i64 %17 to i8
  call void @crc32_byte(i8 noundef zeroext %18)
  %19 = load i64, ptr %2, align 8
  %20 = lshr i64 %19, 32
  %21 = and i64 %20, 255
  %22 = trunc i64 %21 to i8
  call void @crc32_byte(i8 noundef zeroext %22)
  %23 = load i64, ptr %2, align 8
  %24 = lshr i64 %23, 40
  %25 = and i64 %24, 255
  %26 = trunc i64 %25 to i8
  call void @crc32_byte(i8 noundef zeroext %26)
  %27 = load i64, ptr %2, align 8
  %28 = lshr i64 %27, 48
  %29 = and i64 %28, 255
  %30 = trunc i64 %29 to i8
  call void @crc32_byte(i8 noundef zeroext %30)
  %31 = load i64, ptr %2, align 8
  %32 = lshr i64 %31, 56
  %33 = and i64 %32, 255
  %34 = trunc i64 %33 to i8
  call void @crc32_byte(i8 noundef zeroext %34)
  ret void
}

declare i32 @printf(ptr noundef, ...) #4

define internal void @crc32_byte(i8 noundef zeroext %0) #0 {
  %2 = alloca i8, align 1
  store i8 %0, ptr %2, align 1
  %3 = load i32, ptr @crc32_context, align 4
  %4 = lshr i32 %3, 8
  %5 = and i32 %4, 16777215
  %6 = load i32, ptr @crc32_context, align 4
  %7 = load i8, ptr %2, align 1
  %8 = zext i8 %7 to i32
  %9 = xor i32 %6, %8
  %10 = and i32 %9, 255
  %11 = zext i32 %10 to i64
  %12 = getelementptr inbounds [256 x i32], ptr @crc32_tab, i64 0, i64 %11
  %13 = load i32, ptr %12, align 4
  %14 = xor i32 %5, %13
  store i32 %14, ptr @crc32_context, align 4
  ret void
}

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nounwind willreturn memory(read) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #4 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nounwind willreturn memory(read) }

!llvm.module.flags = !{!0, !1, !2, !3, !4}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{i32 7, !"frame-pointer", i32 2}
!6 = distinct !{!6, !7}
!7 = !{!"llvm.loop.mustprogress"}
!8 = distinct !{!8, !7}
!9 = distinct !{!9, !7}
!10 = distinct !{!10, !7}
!11 = distinct !{!11, !7}
!12 = distinct !{!12, !7}
!13 = distinct !{!13, !7}
!14 = distinct !{!14, !7}
!15 = distinct !{!15, !7}
