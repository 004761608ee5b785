; A random program: csmith 2.3.0 with --seed 9 and few functions, as clang 19 -O0 compiles it. The checksum is
; what gcc's build prints.
; RUN: avarice compile %s -O0 -verify-machineinstrs -o %t.o && cc -no-pie %t.o -o %t && %t > %t.unoptimized
; RUN: avarice compile %s -relocation-model=pic -regalloc=basic -o %t.o && cc -pie %t.o -o %t && %t > %t.basic
; RUN: avarice compile %s -regalloc=fast -o %t.o && cc -no-pie %t.o -o %t && %t > %t.fast
; RUN: diff %t.unoptimized %t.basic && diff %t.unoptimized %t.fast
; RUN: avarice compile %s -verify-machineinstrs -verify-regalloc -regalloc=ion -o %t.o && cc -no-pie %t.o -o %t && %t | diff - %t.unoptimized
; RUN: avarice compile %s -verify-machineinstrs -verify-regalloc -regalloc=fastalloc -o %t.o && cc -no-pie %t.o -o %t && %t | diff - %t.unoptimized
; RUN: avarice compile %s -verify-machineinstrs -o %t.o && cc -no-pie %t.o -o %t && %t
; OUTPUT:
; checksum = 9D15676C

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private unnamed_addr constant [2 x i8] c"1\00", align 1
@g_2 = internal global [4 x [3 x i32]] [[3 x i32] [i32 1452366355, i32 1452366355, i32 1452366355], [3 x i32] [i32 -3, i32 -3, i32 -3], [3 x i32] [i32 1452366355, i32 1452366355, i32 1452366355], [3 x i32] [i32 -3, i32 -3, i32 -3]], align 16
@.str.1 = private unnamed_addr constant [10 x i8] c"g_2[i][j]\00", align 1
@.str.2 = private unnamed_addr constant [18 x i8] c"index = [%d][%d]\0A\00", align 1
@g_19 = internal global i32 960394699, align 4
@.str.3 = private unnamed_addr constant [5 x i8] c"g_19\00", align 1
@g_22 = internal global [5 x [3 x i32]] [[3 x i32] [i32 -1842765195, i32 1282029527, i32 9], [3 x i32] [i32 -2036630165, i32 1, i32 -2036630165], [3 x i32] [i32 -2036630165, i32 -1842765195, i32 1], [3 x i32] [i32 -1842765195, i32 -2036630165, i32 -2036630165], [3 x i32] [i32 1, i32 -2036630165, i32 9]], align 16
@.str.4 = private unnamed_addr constant [11 x i8] c"g_22[i][j]\00", align 1
@g_51 = internal global i8 0, align 1
@.str.5 = private unnamed_addr constant [5 x i8] c"g_51\00", align 1
@g_55 = internal global i64 -3, align 8
@.str.6 = private unnamed_addr constant [5 x i8] c"g_55\00", align 1
@g_61 = internal global i16 -7, align 2
@.str.7 = private unnamed_addr constant [5 x i8] c"g_61\00", align 1
@g_63 = internal global i32 1681794682, align 4
@.str.8 = private unnamed_addr constant [5 x i8] c"g_63\00", align 1
@crc32_context = internal global i32 -1, align 4
@crc32_tab = internal global [256 x i32] zeroinitializer, align 16
@__const.func_1.l_68 = private unnamed_addr constant [4 x [1 x ptr]] [[1 x ptr] [ptr getelementptr (i8, ptr @g_22, i64 52)], [1 x ptr] [ptr @g_63], [1 x ptr] [ptr getelementptr (i8, ptr @g_22, i64 52)], [1 x ptr] [ptr @g_63]], align 16
@__const.func_1.l_69 = private unnamed_addr constant [2 x [3 x i32]] [[3 x i32] zeroinitializer, [3 x i32] [i32 -385561112, i32 -385561112, i32 -385561112]], align 16
@__const.func_1.l_50 = private unnamed_addr constant [2 x [5 x ptr]] [[5 x ptr] [ptr @g_51, ptr @g_51, ptr @g_51, ptr @g_51, ptr @g_51], [5 x ptr] [ptr @g_51, ptr @g_51, ptr @g_51, ptr @g_51, ptr @g_51]], align 16
@g_57 = internal global [2 x ptr] zeroinitializer, align 16
@g_58 = internal global ptr getelementptr (i8, ptr @g_57, i64 8), align 8
@__const.func_15.l_20 = private unnamed_addr constant [5 x [3 x i16]] [[3 x i16] zeroinitializer, [3 x i16] [i16 6007, i16 6007, i16 6007], [3 x i16] zeroinitializer, [3 x i16] [i16 6007, i16 6007, i16 6007], [3 x i16] zeroinitializer], align 16
@g_21 = internal global ptr getelementptr (i8, ptr @g_22, i64 28), align 8
@.str.9 = private unnamed_addr constant [36 x i8] c"...checksum after hashing %s : %lX\0A\00", align 1
@.str.10 = private unnamed_addr constant [15 x i8] c"checksum = %X\0A\00", align 1

define dso_local i32 @main(i32 noundef %0, ptr noundef %1) #0 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  store i32 0, ptr %3, align 4
  store i32 %0, ptr %4, align 4
  store ptr %1, ptr %5, align 8
  store i32 0, ptr %8, align 4
  %9 = load i32, ptr %4, align 4
  %10 = icmp eq i32 %9, 2
  br i1 %10, label %11, label %18

11:
  %12 = load ptr, ptr %5, align 8
  %13 = getelementptr inbounds ptr, ptr %12, i64 1
  %14 = load ptr, ptr %13, align 8
  %15 = call i32 @strcmp(ptr noundef %14, ptr noundef @.str) #4
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %17, label %18

17:
  store i32 1, ptr %8, align 4
  br label %18

18:
  call void @platform_main_begin()
  call void @crc32_gentab()
  %19 = call signext i8 @func_1()
  store i32 0, ptr %6, align 4
  br label %20

20:
  %21 = load i32, ptr %6, align 4
  %22 = icmp slt i32 %21, 4
  br i1 %22, label %23, label %51

23:
  store i32 0, ptr %7, align 4
  br label %24

24:
  %25 = load i32, ptr %7, align 4
  %26 = icmp slt i32 %25, 3
  br i1 %26, label %27, label %47

27:
  %28 = load i32, ptr %6, align 4
  %29 = sext i32 %28 to i64
  %30 = getelementptr inbounds [4 x [3 x i32]], ptr @g_2, i64 0, i64 %29
  %31 = load i32, ptr %7, align 4
  %32 = sext i32 %31 to i64
  %33 = getelementptr inbounds [3 x i32], ptr %30, i64 0, i64 %32
  %34 = load i32, ptr %33, align 4
  %35 = sext i32 %34 to i64
  %36 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %35, ptr noundef @.str.1, i32 noundef %36)
  %37 = load i32, ptr %8, align 4
  %38 = icmp ne i32 %37, 0
  br i1 %38, label %39, label %43

39:
  %40 = load i32, ptr %6, align 4
  %41 = load i32, ptr %7, align 4
  %42 = call i32 (ptr, ...) @printf(ptr noundef @.str.2, i32 noundef %40, i32 noundef %41)
  br label %43

43:
  br label %44

44:
  %45 = load i32, ptr %7, align 4
  %46 = add nsw i32 %45, 1
  store i32 %46, ptr %7, align 4
  br label %24, !llvm.loop !6

47:
  br label %48

48:
  %49 = load i32, ptr %6, align 4
  %50 = add nsw i32 %49, 1
  store i32 %50, ptr %6, align 4
  br label %20, !llvm.loop !8

51:
  %52 = load i32, ptr @g_19, align 4
  %53 = zext i32 %52 to i64
  %54 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %53, ptr noundef @.str.3, i32 noundef %54)
  store i32 0, ptr %6, align 4
  br label %55

55:
  %56 = load i32, ptr %6, align 4
  %57 = icmp slt i32 %56, 5
  br i1 %57, label %58, label %86

58:
  store i32 0, ptr %7, align 4
  br label %59

59:
  %60 = load i32, ptr %7, align 4
  %61 = icmp slt i32 %60, 3
  br i1 %61, label %62, label %82

62:
  %63 = load i32, ptr %6, align 4
  %64 = sext i32 %63 to i64
  %65 = getelementptr inbounds [5 x [3 x i32]], ptr @g_22, i64 0, i64 %64
  %66 = load i32, ptr %7, align 4
  %67 = sext i32 %66 to i64
  %68 = getelementptr inbounds [3 x i32], ptr %65, i64 0, i64 %67
  %69 = load i32, ptr %68, align 4
  %70 = sext i32 %69 to i64
  %71 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %70, ptr noundef @.str.4, i32 noundef %71)
  %72 = load i32, ptr %8, align 4
  %73 = icmp ne i32 %72, 0
  br i1 %73, label %74, label %78

74:
  %75 = load i32, ptr %6, align 4
  %76 = load i32, ptr %7, align 4
  %77 = call i32 (ptr, ...) @printf(ptr noundef @.str.2, i32 noundef %75, i32 noundef %76)
  br label %78

78:
  br label %79

79:
  %80 = load i32, ptr %7, align 4
  %81 = add nsw i32 %80, 1
  store i32 %81, ptr %7, align 4
  br label %59, !llvm.loop !9

82:
  br label %83

83:
  %84 = load i32, ptr %6, align 4
  %85 = add nsw i32 %84, 1
  store i32 %85, ptr %6, align 4
  br label %55, !llvm.loop !10

86:
  %87 = load i8, ptr @g_51, align 1
  %88 = sext i8 %87 to i64
  %89 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %88, ptr noundef @.str.5, i32 noundef %89)
  %90 = load i64, ptr @g_55, align 8
  %91 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %90, ptr noundef @.str.6, i32 noundef %91)
  %92 = load i16, ptr @g_61, align 2
  %93 = sext i16 %92 to i64
  %94 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %93, ptr noundef @.str.7, i32 noundef %94)
  %95 = load i32, ptr @g_63, align 4
  %96 = sext i32 %95 to i64
  %97 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %96, ptr noundef @.str.8, i32 noundef %97)
  %98 = load i32, ptr @crc32_context, align 4
  %99 = zext i32 %98 to i64
  %100 = xor i64 %99, 4294967295
  %101 = trunc i64 %100 to i32
  %102 = load i32, ptr %8, align 4
  call void @platform_main_end(i32 noundef %101, i32 noundef %102)
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
  br label %10, !llvm.loop !11

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
  br label %5, !llvm.loop !12

36:
  ret void
}

define internal signext i8 @func_1() #0 {
  %1 = alloca i64, align 8
  %2 = alloca i64, align 8
  %3 = alloca i64, align 8
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca [4 x [1 x ptr]], align 16
  %7 = alloca [2 x [3 x i32]], align 16
  %8 = alloca i64, align 8
  %9 = alloca [3 x i64], align 16
  %10 = alloca i32, align 4
  %11 = alloca i32, align 4
  %12 = alloca i32, align 4
  %13 = alloca i32, align 4
  %14 = alloca [2 x [5 x ptr]], align 16
  %15 = alloca i32, align 4
  %16 = alloca ptr, align 8
  %17 = alloca ptr, align 8
  %18 = alloca [5 x ptr], align 16
  %19 = alloca i32, align 4
  %20 = alloca i32, align 4
  store i64 2215504787159663391, ptr %1, align 8
  store i64 -1, ptr %2, align 8
  store i64 1, ptr %3, align 8
  store i32 458963460, ptr %4, align 4
  store i32 0, ptr %5, align 4
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %6, ptr align 16 @__const.func_1.l_68, i64 32, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %7, ptr align 16 @__const.func_1.l_69, i64 24, i1 false)
  store i64 649087070318568868, ptr %8, align 8
  store i32 0, ptr %10, align 4
  br label %21

21:
  %22 = load i32, ptr %10, align 4
  %23 = icmp slt i32 %22, 3
  br i1 %23, label %24, label %31

24:
  %25 = load i32, ptr %10, align 4
  %26 = sext i32 %25 to i64
  %27 = getelementptr inbounds [3 x i64], ptr %9, i64 0, i64 %26
  store i64 4500855204310225861, ptr %27, align 8
  br label %28

28:
  %29 = load i32, ptr %10, align 4
  %30 = add nsw i32 %29, 1
  store i32 %30, ptr %10, align 4
  br label %21, !llvm.loop !13

31:
  store i32 -6, ptr @g_2, align 16
  br label %32

32:
  %33 = load i32, ptr @g_2, align 16
  %34 = icmp ne i32 %33, -11
  br i1 %34, label %35, label %116

35:
  store i32 -1367907690, ptr %12, align 4
  store i32 7, ptr %13, align 4
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %14, ptr align 16 @__const.func_1.l_50, i64 80, i1 false)
  store i32 0, ptr %15, align 4
  store ptr @g_55, ptr %16, align 8
  store ptr @g_61, ptr %17, align 8
  store i32 0, ptr %19, align 4
  br label %36

36:
  %37 = load i32, ptr %19, align 4
  %38 = icmp slt i32 %37, 5
  br i1 %38, label %39, label %46

39:
  %40 = load i32, ptr %19, align 4
  %41 = sext i32 %40 to i64
  %42 = getelementptr inbounds [5 x ptr], ptr %18, i64 0, i64 %41
  store ptr @g_63, ptr %42, align 8
  br label %43

43:
  %44 = load i32, ptr %19, align 4
  %45 = add nsw i32 %44, 1
  store i32 %45, ptr %19, align 4
  br label %36, !llvm.loop !14

46:
  %47 = load i64, ptr %1, align 8
  %48 = trunc i64 %47 to i32
  %49 = load i32, ptr @g_19, align 4
  %50 = call i64 @func_15(i32 noundef %48, i32 noundef %49)
  %51 = load i32, ptr getelementptr inbounds ([3 x i32], ptr getelementptr inbounds ([4 x [3 x i32]], ptr @g_2, i64 0, i64 3), i64 0, i64 2), align 4
  %52 = trunc i32 %51 to i8
  %53 = call signext i8 @safe_rshift_func_int8_t_s_s(i8 noundef signext %52, i32 noundef 5)
  %54 = load i32, ptr getelementptr inbounds ([4 x [3 x i32]], ptr @g_2, i64 0, i64 2), align 8
  %55 = trunc i32 %54 to i8
  %56 = call signext i8 @safe_sub_func_int8_t_s_s(i8 noundef signext %55, i8 noundef signext 1)
  %57 = load i32, ptr %12, align 4
  %58 = trunc i32 %57 to i16
  %59 = call signext i16 @safe_div_func_int16_t_s_s(i16 noundef signext -3, i16 noundef signext %58)
  %60 = load i32, ptr getelementptr inbounds ([3 x i32], ptr getelementptr inbounds ([4 x [3 x i32]], ptr @g_2, i64 0, i64 2), i64 0, i64 2), align 8
  %61 = call i32 @safe_add_func_uint32_t_u_u(i32 noundef %60, i32 noundef 1)
  %62 = trunc i32 %61 to i8
  %63 = load i32, ptr @g_2, align 16
  %64 = call signext i8 @safe_rshift_func_int8_t_s_s(i8 noundef signext %62, i32 noundef %63)
  %65 = sext i8 %64 to i64
  %66 = load i64, ptr %1, align 8
  %67 = or i64 %65, %66
  %68 = trunc i64 %67 to i8
  %69 = call signext i8 @safe_mul_func_int8_t_s_s(i8 noundef signext %68, i8 noundef signext 5)
  %70 = sext i8 %69 to i64
  %71 = icmp sgt i64 %50, %70
  %72 = zext i1 %71 to i32
  store i32 %72, ptr %13, align 4
  %73 = load i32, ptr getelementptr inbounds ([4 x [3 x i32]], ptr @g_2, i64 0, i64 2), align 8
  %74 = sext i32 %73 to i64
  %75 = icmp sgt i64 %74, 0
  %76 = zext i1 %75 to i32
  store i32 %76, ptr %15, align 4
  %77 = load i32, ptr @g_2, align 16
  br i1 true, label %78, label %79

78:
  br label %79

79:
  %80 = phi i1 [ false, %46 ], [ true, %78 ]
  %81 = zext i1 %80 to i32
  %82 = trunc i32 %81 to i16
  %83 = load i64, ptr %2, align 8
  %84 = trunc i64 %83 to i16
  %85 = call signext i16 @safe_div_func_int16_t_s_s(i16 noundef signext %82, i16 noundef signext %84)
  %86 = load i32, ptr getelementptr inbounds ([3 x i32], ptr getelementptr inbounds ([5 x [3 x i32]], ptr @g_22, i64 0, i64 2), i64 0, i64 1), align 4
  %87 = sext i32 %86 to i64
  %88 = load ptr, ptr %16, align 8
  %89 = load i64, ptr %88, align 8
  %90 = and i64 %89, %87
  store i64 %90, ptr %88, align 8
  %91 = load i64, ptr %2, align 8
  %92 = trunc i64 %91 to i32
  %93 = load i8, ptr @g_51, align 1
  %94 = sext i8 %93 to i64
  %95 = load i64, ptr %3, align 8
  %96 = trunc i64 %95 to i32
  %97 = load i32, ptr getelementptr inbounds ([3 x i32], ptr getelementptr inbounds ([4 x [3 x i32]], ptr @g_2, i64 0, i64 1), i64 0, i64 2), align 4
  %98 = trunc i32 %97 to i8
  %99 = call signext i16 @func_7(i64 noundef %90, i32 noundef %92, i64 noundef %94, i32 noundef %96, i8 noundef zeroext %98)
  %100 = load ptr, ptr %17, align 8
  store i16 %99, ptr %100, align 2
  %101 = load i8, ptr @g_51, align 1
  %102 = sext i8 %101 to i16
  %103 = call signext i16 @safe_sub_func_int16_t_s_s(i16 noundef signext %99, i16 noundef signext %102)
  %104 = trunc i16 %103 to i8
  store i8 %104, ptr @g_51, align 1
  %105 = sext i8 %104 to i32
  %106 = load i32, ptr getelementptr inbounds ([3 x i32], ptr getelementptr inbounds ([4 x [3 x i32]], ptr @g_2, i64 0, i64 2), i64 0, i64 1), align 4
  %107 = icmp sle i32 %105, %106
  %108 = zext i1 %107 to i32
  %109 = load i32, ptr %4, align 4
  %110 = and i32 %109, %108
  store i32 %110, ptr %4, align 4
  br label %111

111:
  %112 = load i32, ptr @g_2, align 16
  %113 = sext i32 %112 to i64
  %114 = call i64 @safe_sub_func_uint64_t_u_u(i64 noundef %113, i64 noundef 5)
  %115 = trunc i64 %114 to i32
  store i32 %115, ptr @g_2, align 16
  br label %32, !llvm.loop !15

116:
  store i64 10, ptr %2, align 8
  br label %117

117:
  %118 = load i64, ptr %2, align 8
  %119 = icmp sgt i64 %118, 8
  br i1 %119, label %120, label %134

120:
  %121 = load i32, ptr %4, align 4
  %122 = icmp ne i32 %121, 0
  br i1 %122, label %123, label %124

123:
  br label %124

124:
  %125 = phi i1 [ false, %120 ], [ true, %123 ]
  %126 = zext i1 %125 to i32
  %127 = load i32, ptr %5, align 4
  %128 = and i32 %127, %126
  store i32 %128, ptr %5, align 4
  br label %129

129:
  %130 = load i64, ptr %2, align 8
  %131 = trunc i64 %130 to i32
  %132 = call i32 @safe_sub_func_uint32_t_u_u(i32 noundef %131, i32 noundef 6)
  %133 = zext i32 %132 to i64
  store i64 %133, ptr %2, align 8
  br label %117, !llvm.loop !16

134:
  %135 = load i64, ptr %8, align 8
  %136 = add i64 %135, 1
  store i64 %136, ptr %8, align 8
  %137 = getelementptr inbounds [3 x i64], ptr %9, i64 0, i64 2
  %138 = load i64, ptr %137, align 16
  %139 = trunc i64 %138 to i8
  ret i8 %139
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
  %15 = call i32 (ptr, ...) @printf(ptr noundef @.str.9, ptr noundef %11, i64 noundef %14)
  br label %16

16:
  ret void
}

declare i32 @printf(ptr noundef, ...) #2

define internal void @platform_main_end(i32 noundef %0, i32 noundef %1) #0 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  store i32 %1, ptr %4, align 4
  %5 = load i32, ptr %3, align 4
  %6 = call i32 (ptr, ...) @printf(ptr noundef @.str.10, i32 noundef %5)
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #3

define internal signext i16 @safe_sub_func_int16_t_s_s(i16 noundef signext %0, i16 noundef signext %1) #0 {
  %3 = alloca i16, align 2
  %4 = alloca i16, align 2
  store i16 %0, ptr %3, align 2
  store i16 %1, ptr %4, align 2
  %5 = load i16, ptr %3, align 2
  %6 = sext i16 %5 to i32
  %7 = load i16, ptr %4, align 2
  %8 = sext i16 %7 to i32
  %9 = sub nsw i32 %6, %8
  %10 = trunc i32 %9 to i16
  ret i16 %10
}

define internal signext i16 @func_7(i64 noundef %0, i32 noundef %1, i64 noundef %2, i32 noundef %3, i8 noundef zeroext %4) #0 {
  %6 = alloca i64, align 8
  %7 = alloca i32, align 4
  %8 = alloca i64, align 8
  %9 = alloca i32, align 4
  %10 = alloca i8, align 1
  %11 = alloca i8, align 1
  store i64 %0, ptr %6, align 8
  store i32 %1, ptr %7, align 4
  store i64 %2, ptr %8, align 8
  store i32 %3, ptr %9, align 4
  store i8 %4, ptr %10, align 1
  store i8 2, ptr %11, align 1
  %12 = load ptr, ptr getelementptr inbounds ([2 x ptr], ptr @g_57, i64 0, i64 1), align 8
  %13 = load volatile ptr, ptr @g_58, align 8
  store ptr %12, ptr %13, align 8
  %14 = load i8, ptr %11, align 1
  %15 = sext i8 %14 to i16
  ret i16 %15
}

define internal signext i16 @safe_div_func_int16_t_s_s(i16 noundef signext %0, i16 noundef signext %1) #0 {
  %3 = alloca i16, align 2
  %4 = alloca i16, align 2
  store i16 %0, ptr %3, align 2
  store i16 %1, ptr %4, align 2
  %5 = load i16, ptr %4, align 2
  %6 = sext i16 %5 to i32
  %7 = icmp eq i32 %6, 0
  br i1 %7, label %16, label %8

8:
  %9 = load i16, ptr %3, align 2
  %10 = sext i16 %9 to i32
  %11 = icmp eq i32 %10, -32768
  br i1 %11, label %12, label %19

12:
  %13 = load i16, ptr %4, align 2
  %14 = sext i16 %13 to i32
  %15 = icmp eq i32 %14, -1
  br i1 %15, label %16, label %19

16:
  %17 = load i16, ptr %3, align 2
  %18 = sext i16 %17 to i32
  br label %25

19:
  %20 = load i16, ptr %3, align 2
  %21 = sext i16 %20 to i32
  %22 = load i16, ptr %4, align 2
  %23 = sext i16 %22 to i32
  %24 = sdiv i32 %21, %23
  br label %25

25:
  %26 = phi i32 [ %18, %16 ], [ %24, %19 ]
  %27 = trunc i32 %26 to i16
  ret i16 %27
}

define internal i64 @func_15(i32 noundef %0, i32 noundef %1) #0 {
  %3 = alloca i64, align 8
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca [5 x [3 x i16]], align 16
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  %11 = alloca i32, align 4
  %12 = alloca i32, align 4
  %13 = alloca i32, align 4
  %14 = alloca ptr, align 8
  %15 = alloca ptr, align 8
  %16 = alloca ptr, align 8
  %17 = alloca ptr, align 8
  %18 = alloca ptr, align 8
  %19 = alloca [5 x ptr], align 16
  %20 = alloca i32, align 4
  %21 = alloca i32, align 4
  %22 = alloca [4 x i32], align 16
  %23 = alloca i32, align 4
  store i32 %0, ptr %4, align 4
  store i32 %1, ptr %5, align 4
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %6, ptr align 16 @__const.func_15.l_20, i64 30, i1 false)
  store i32 1351122012, ptr %7, align 4
  store i32 0, ptr %4, align 4
  br label %24

24:
  %25 = load i32, ptr %4, align 4
  %26 = icmp ule i32 %25, 2
  br i1 %26, label %27, label %106

27:
  store i32 -6, ptr %10, align 4
  %28 = getelementptr inbounds [5 x [3 x i16]], ptr %6, i64 0, i64 2
  %29 = getelementptr inbounds [3 x i16], ptr %28, i64 0, i64 0
  %30 = load i16, ptr %29, align 4
  %31 = icmp ne i16 %30, 0
  br i1 %31, label %32, label %33

32:
  br label %106

33:
  store i32 0, ptr @g_19, align 4
  br label %34

34:
  %35 = load i32, ptr @g_19, align 4
  %36 = icmp ule i32 %35, 2
  br i1 %36, label %37, label %72

37:
  store i32 -6, ptr %11, align 4
  %38 = load i32, ptr @g_19, align 4
  %39 = add i32 %38, 1
  %40 = zext i32 %39 to i64
  %41 = getelementptr inbounds [5 x [3 x i16]], ptr %6, i64 0, i64 %40
  %42 = load i32, ptr @g_19, align 4
  %43 = zext i32 %42 to i64
  %44 = getelementptr inbounds [3 x i16], ptr %41, i64 0, i64 %43
  %45 = load i16, ptr %44, align 2
  %46 = sext i16 %45 to i32
  %47 = load volatile ptr, ptr @g_21, align 8
  store i32 %46, ptr %47, align 4
  %48 = load i32, ptr %4, align 4
  %49 = icmp ne i32 %48, 0
  br i1 %49, label %50, label %66

50:
  store ptr getelementptr inbounds ([3 x i32], ptr getelementptr inbounds ([5 x [3 x i32]], ptr @g_22, i64 0, i64 2), i64 0, i64 1), ptr %14, align 8
  store ptr getelementptr inbounds ([3 x i32], ptr getelementptr inbounds ([5 x [3 x i32]], ptr @g_22, i64 0, i64 2), i64 0, i64 1), ptr %15, align 8
  store ptr %11, ptr %16, align 8
  store ptr null, ptr %17, align 8
  store ptr getelementptr inbounds ([3 x i32], ptr getelementptr inbounds ([5 x [3 x i32]], ptr @g_22, i64 0, i64 2), i64 0, i64 1), ptr %18, align 8
  store i32 -1543658629, ptr %20, align 4
  store i32 0, ptr %21, align 4
  br label %51

51:
  %52 = load i32, ptr %21, align 4
  %53 = icmp slt i32 %52, 5
  br i1 %53, label %54, label %61

54:
  %55 = load i32, ptr %21, align 4
  %56 = sext i32 %55 to i64
  %57 = getelementptr inbounds [5 x ptr], ptr %19, i64 0, i64 %56
  store ptr null, ptr %57, align 8
  br label %58

58:
  %59 = load i32, ptr %21, align 4
  %60 = add nsw i32 %59, 1
  store i32 %60, ptr %21, align 4
  br label %51, !llvm.loop !17

61:
  %62 = load i32, ptr %10, align 4
  %63 = add i32 %62, -1
  store i32 %63, ptr %10, align 4
  %64 = load i32, ptr @g_22, align 16
  %65 = sext i32 %64 to i64
  store i64 %65, ptr %3, align 8
  br label %111

66:
  %67 = load i32, ptr %5, align 4
  %68 = sext i32 %67 to i64
  store i64 %68, ptr %3, align 8
  br label %111

69:                                               ; No predecessors!
  %70 = load i32, ptr @g_19, align 4
  %71 = add i32 %70, 1
  store i32 %71, ptr @g_19, align 4
  br label %34, !llvm.loop !18

72:
  store i32 0, ptr @g_19, align 4
  br label %73

73:
  %74 = load i32, ptr @g_19, align 4
  %75 = icmp ule i32 %74, 2
  br i1 %75, label %76, label %102

76:
  store i32 0, ptr %23, align 4
  br label %77

77:
  %78 = load i32, ptr %23, align 4
  %79 = icmp slt i32 %78, 4
  br i1 %79, label %80, label %87

80:
  %81 = load i32, ptr %23, align 4
  %82 = sext i32 %81 to i64
  %83 = getelementptr inbounds [4 x i32], ptr %22, i64 0, i64 %82
  store i32 1, ptr %83, align 4
  br label %84

84:
  %85 = load i32, ptr %23, align 4
  %86 = add nsw i32 %85, 1
  store i32 %86, ptr %23, align 4
  br label %77, !llvm.loop !19

87:
  store i32 0, ptr %5, align 4
  br label %88

88:
  %89 = load i32, ptr %5, align 4
  %90 = icmp sle i32 %89, 2
  br i1 %90, label %91, label %98

91:
  %92 = getelementptr inbounds [4 x i32], ptr %22, i64 0, i64 3
  %93 = load i32, ptr %92, align 4
  %94 = sext i32 %93 to i64
  store i64 %94, ptr %3, align 8
  br label %111

95:                                               ; No predecessors!
  %96 = load i32, ptr %5, align 4
  %97 = add nsw i32 %96, 1
  store i32 %97, ptr %5, align 4
  br label %88, !llvm.loop !20

98:
  br label %99

99:
  %100 = load i32, ptr @g_19, align 4
  %101 = add i32 %100, 1
  store i32 %101, ptr @g_19, align 4
  br label %73, !llvm.loop !21

102:
  br label %103

103:
  %104 = load i32, ptr %4, align 4
  %105 = add i32 %104, 1
  store i32 %105, ptr %4, align 4
  br label %24, !llvm.loop !22

106:
  %107 = getelementptr inbounds [5 x [3 x i16]], ptr %6, i64 0, i64 4
  %108 = getelementptr inbounds [3 x i16], ptr %107, i64 0, i64 2
  %109 = load i16, ptr %108, align 4
  %110 = sext i16 %109 to i64
  store i64 %110, ptr %3, align 8
  br label %111

111:
  %112 = load i64, ptr %3, align 8
  ret i64 %112
}

define internal signext i8 @safe_mul_func_int8_t_s_s(i8 noundef signext %0, i8 noundef signext %1) #0 {
  %3 = alloca i8, align 1
  %4 = alloca i8, align 1
  store i8 %0, ptr %3, align 1
  store i8 %1, ptr %4, align 1
  %5 = load i8, ptr %3, align 1
  %6 = sext i8 %5 to i32
  %7 = load i8, ptr %4, align 1
  %8 = sext i8 %7 to i32
  %9 = mul nsw i32 %6, %8
  %10 = trunc i32 %9 to i8
  ret i8 %10
}

define internal signext i8 @safe_rshift_func_int8_t_s_s(i8 noundef signext %0, i32 noundef %1) #0 {
  %3 = alloca i8, align 1
  %4 = alloca i32, align 4
  store i8 %0, ptr %3, align 1
  store i32 %1, ptr %4, align 4
  %5 = load i8, ptr %3, align 1
  %6 = sext i8 %5 to i32
  %7 = icmp slt i32 %6, 0
  br i1 %7, label %14, label %8

8:
  %9 = load i32, ptr %4, align 4
  %10 = icmp slt i32 %9, 0
  br i1 %10, label %14, label %11

11:
  %12 = load i32, ptr %4, align 4
  %13 = icmp sge i32 %12, 32
  br i1 %13, label %14, label %17

14:
  %15 = load i8, ptr %3, align 1
  %16 = sext i8 %15 to i32
  br label %22

17:
  %18 = load i8, ptr %3, align 1
  %19 = sext i8 %18 to i32
  %20 = load i32, ptr %4, align 4
  %21 = ashr i32 %19, %20
  br label %22

22:
  %23 = phi i32 [ %16, %14 ], [ %21, %17 ]
  %24 = trunc i32 %23 to i8
  ret i8 %24
}

define internal i32 @safe_add_func_uint32_t_u_u(i32 noundef %0, i32 noundef %1) #0 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  store i32 %1, ptr %4, align 4
  %5 = load i32, ptr %3, align 4
  %6 = load i32, ptr %4, align 4
  %7 = add i32 %5, %6
  ret i32 %7
}

define internal signext i8 @safe_sub_func_int8_t_s_s(i8 noundef signext %0, i8 noundef signext %1) #0 {
  %3 = alloca i8, align 1
  %4 = alloca i8, align 1
  store i8 %0, ptr %3, align 1
  store i8 %1, ptr %4, align 1
  %5 = load i8, ptr %3, align 1
  %6 = sext i8 %5 to i32
  %7 = load i8, ptr %4, align 1
  %8 = sext i8 %7 to i32
  %9 = sub nsw i32 %6, %8
  %10 = trunc i32 %9 to i8
  ret i8 %10
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

define internal i32 @safe_sub_func_uint32_t_u_u(i32 noundef %0, i32 noundef %1) #0 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  store i32 %1, ptr %4, align 4
  %5 = load i32, ptr %3, align 4
  %6 = load i32, ptr %4, align 4
  %7 = sub i32 %5, %6
  ret i32 %7
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
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { nounwind willreturn memory(read) }

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
!16 = distinct !{!16, !7}
!17 = distinct !{!17, !7}
!18 = distinct !{!18, !7}
!19 = distinct !{!19, !7}
!20 = distinct !{!20, !7}
!21 = distinct !{!21, !7}
!22 = distinct !{!22, !7}
