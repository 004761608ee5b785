; A random program: csmith 2.3.0 with --seed 48 and few functions, as clang 19 -O0 compiles it. The checksum is
; what gcc's build prints.
; RUN: avarice compile %s -O0 -verify-machineinstrs -o %t.o && cc -no-pie %t.o -o %t && %t > %t.unoptimized
; RUN: avarice compile %s -relocation-model=pic -regalloc=basic -o %t.o && cc -pie %t.o -o %t && %t > %t.basic
; RUN: avarice compile %s -regalloc=fast -o %t.o && cc -no-pie %t.o -o %t && %t > %t.fast
; RUN: diff %t.unoptimized %t.basic && diff %t.unoptimized %t.fast
; RUN: avarice compile %s -verify-machineinstrs -verify-regalloc -regalloc=ion -o %t.o && cc -no-pie %t.o -o %t && %t | diff - %t.unoptimized
; RUN: avarice compile %s -verify-machineinstrs -verify-regalloc -regalloc=fastalloc -o %t.o && cc -no-pie %t.o -o %t && %t | diff - %t.unoptimized
; RUN: avarice compile %s -verify-machineinstrs -o %t.o && cc -no-pie %t.o -o %t && %t
; OUTPUT:
; checksum = E5733F47

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.S0 = type { i32 }
%struct.S2 = type { [14 x i8] }

@.str = private unnamed_addr constant [2 x i8] c"1\00", align 1
@g_3 = internal global i32 -327870814, align 4
@.str.1 = private unnamed_addr constant [4 x i8] c"g_3\00", align 1
@g_6 = internal global i64 -8625315816363464301, align 8
@.str.2 = private unnamed_addr constant [4 x i8] c"g_6\00", align 1
@g_7 = internal global i16 -5, align 2
@.str.3 = private unnamed_addr constant [4 x i8] c"g_7\00", align 1
@g_8 = internal global i16 455, align 2
@.str.4 = private unnamed_addr constant [4 x i8] c"g_8\00", align 1
@.str.5 = private unnamed_addr constant [8 x i8] c"g_21.f0\00", align 1
@.str.6 = private unnamed_addr constant [8 x i8] c"g_21.f1\00", align 1
@.str.7 = private unnamed_addr constant [8 x i8] c"g_21.f2\00", align 1
@.str.8 = private unnamed_addr constant [8 x i8] c"g_21.f3\00", align 1
@g_33 = internal global [5 x [5 x i8]] [[5 x i8] c"ccccc", [5 x i8] c"\00\03\00\03\00", [5 x i8] c"ccccc", [5 x i8] c"\00\03\00\03\00", [5 x i8] c"ccccc"], align 16
@.str.9 = private unnamed_addr constant [11 x i8] c"g_33[i][j]\00", align 1
@.str.10 = private unnamed_addr constant [18 x i8] c"index = [%d][%d]\0A\00", align 1
@g_35 = internal global i8 -5, align 1
@.str.11 = private unnamed_addr constant [5 x i8] c"g_35\00", align 1
@g_38 = internal global i32 1594525218, align 4
@.str.12 = private unnamed_addr constant [5 x i8] c"g_38\00", align 1
@crc32_context = internal global i32 -1, align 4
@crc32_tab = internal global [256 x i32] zeroinitializer, align 16
@__const.func_1.l_5 = private unnamed_addr constant [3 x [2 x ptr]] [[2 x ptr] [ptr @g_3, ptr @g_3], [2 x ptr] [ptr @g_3, ptr @g_3], [2 x ptr] [ptr @g_3, ptr @g_3]], align 16
@__const.func_13.l_29 = private unnamed_addr constant %struct.S0 { i32 6 }, align 1
@g_37 = internal global ptr @g_38, align 8
@.str.13 = private unnamed_addr constant [36 x i8] c"...checksum after hashing %s : %lX\0A\00", align 1
@g_21 = internal global { i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8 } { i8 -123, i8 6, i8 0, i8 104, i8 7, i8 0, i8 -96, i8 116, i8 3, i8 0, i8 -40, i8 72, i8 0, i8 0 }, align 1
@.str.15 = private unnamed_addr constant [15 x i8] c"checksum = %X\0A\00", align 1

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
  %19 = call zeroext i8 @func_1()
  %20 = load i32, ptr @g_3, align 4
  %21 = sext i32 %20 to i64
  %22 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %21, ptr noundef @.str.1, i32 noundef %22)
  %23 = load i64, ptr @g_6, align 8
  %24 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %23, ptr noundef @.str.2, i32 noundef %24)
  %25 = load volatile i16, ptr @g_7, align 2
  %26 = sext i16 %25 to i64
  %27 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %26, ptr noundef @.str.3, i32 noundef %27)
  %28 = load volatile i16, ptr @g_8, align 2
  %29 = zext i16 %28 to i64
  %30 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %29, ptr noundef @.str.4, i32 noundef %30)
  %31 = load volatile i112, ptr @g_21, align 1
  %32 = and i112 %31, 4194303
  %33 = trunc i112 %32 to i32
  %34 = zext i32 %33 to i64
  %35 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %34, ptr noundef @.str.5, i32 noundef %35)
  %36 = load volatile i112, ptr @g_21, align 1
  %37 = shl i112 %36, 59
  %38 = ashr i112 %37, 81
  %39 = trunc i112 %38 to i32
  %40 = sext i32 %39 to i64
  %41 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %40, ptr noundef @.str.6, i32 noundef %41)
  %42 = load volatile i112, ptr @g_21, align 1
  %43 = lshr i112 %42, 53
  %44 = and i112 %43, 268435455
  %45 = trunc i112 %44 to i32
  %46 = zext i32 %45 to i64
  %47 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %46, ptr noundef @.str.7, i32 noundef %47)
  %48 = load volatile i112, ptr @g_21, align 1
  %49 = lshr i112 %48, 81
  %50 = and i112 %49, 536870911
  %51 = trunc i112 %50 to i32
  %52 = zext i32 %51 to i64
  %53 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %52, ptr noundef @.str.8, i32 noundef %53)
  store i32 0, ptr %6, align 4
  br label %54

54:
  %55 = load i32, ptr %6, align 4
  %56 = icmp slt i32 %55, 5
  br i1 %56, label %57, label %85

57:
  store i32 0, ptr %7, align 4
  br label %58

58:
  %59 = load i32, ptr %7, align 4
  %60 = icmp slt i32 %59, 5
  br i1 %60, label %61, label %81

61:
  %62 = load i32, ptr %6, align 4
  %63 = sext i32 %62 to i64
  %64 = getelementptr inbounds [5 x [5 x i8]], ptr @g_33, i64 0, i64 %63
  %65 = load i32, ptr %7, align 4
  %66 = sext i32 %65 to i64
  %67 = getelementptr inbounds [5 x i8], ptr %64, i64 0, i64 %66
  %68 = load i8, ptr %67, align 1
  %69 = zext i8 %68 to i64
  %70 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %69, ptr noundef @.str.9, i32 noundef %70)
  %71 = load i32, ptr %8, align 4
  %72 = icmp ne i32 %71, 0
  br i1 %72, label %73, label %77

73:
  %74 = load i32, ptr %6, align 4
  %75 = load i32, ptr %7, align 4
  %76 = call i32 (ptr, ...) @printf(ptr noundef @.str.10, i32 noundef %74, i32 noundef %75)
  br label %77

77:
  br label %78

78:
  %79 = load i32, ptr %7, align 4
  %80 = add nsw i32 %79, 1
  store i32 %80, ptr %7, align 4
  br label %58, !llvm.loop !6

81:
  br label %82

82:
  %83 = load i32, ptr %6, align 4
  %84 = add nsw i32 %83, 1
  store i32 %84, ptr %6, align 4
  br label %54, !llvm.loop !8

85:
  %86 = load i8, ptr @g_35, align 1
  %87 = zext i8 %86 to i64
  %88 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %87, ptr noundef @.str.11, i32 noundef %88)
  %89 = load i32, ptr @g_38, align 4
  %90 = sext i32 %89 to i64
  %91 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %90, ptr noundef @.str.12, i32 noundef %91)
  %92 = load i32, ptr @crc32_context, align 4
  %93 = zext i32 %92 to i64
  %94 = xor i64 %93, 4294967295
  %95 = trunc i64 %94 to i32
  %96 = load i32, ptr %8, align 4
  call void @platform_main_end(i32 noundef %95, i32 noundef %96)
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
  br label %10, !llvm.loop !9

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
  br label %5, !llvm.loop !10

36:
  ret void
}

define internal zeroext i8 @func_1() #0 {
  %1 = alloca ptr, align 8
  %2 = alloca ptr, align 8
  %3 = alloca [3 x [2 x ptr]], align 16
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca [4 x i32], align 16
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  %10 = alloca %struct.S2, align 1
  store ptr @g_3, ptr %1, align 8
  store ptr null, ptr %2, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %3, ptr align 16 @__const.func_1.l_5, i64 48, i1 false)
  store ptr @g_3, ptr %4, align 8
  store ptr null, ptr %5, align 8
  store ptr %5, ptr %6, align 8
  store i32 0, ptr %8, align 4
  br label %11

11:
  %12 = load i32, ptr %8, align 4
  %13 = icmp slt i32 %12, 4
  br i1 %13, label %14, label %21

14:
  %15 = load i32, ptr %8, align 4
  %16 = sext i32 %15 to i64
  %17 = getelementptr inbounds [4 x i32], ptr %7, i64 0, i64 %16
  store i32 -332892088, ptr %17, align 4
  br label %18

18:
  %19 = load i32, ptr %8, align 4
  %20 = add nsw i32 %19, 1
  store i32 %20, ptr %8, align 4
  br label %11, !llvm.loop !11

21:
  %22 = load volatile i16, ptr @g_8, align 2
  %23 = add i16 %22, 1
  store volatile i16 %23, ptr @g_8, align 2
  %24 = getelementptr inbounds [3 x [2 x ptr]], ptr %3, i64 0, i64 1
  %25 = getelementptr inbounds [2 x ptr], ptr %24, i64 0, i64 1
  %26 = load ptr, ptr %25, align 8
  %27 = load ptr, ptr %1, align 8
  %28 = load i32, ptr %27, align 4
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %10, ptr align 1 @g_21, i64 14, i1 true)
  %29 = load volatile i112, ptr @g_21, align 1
  %30 = lshr i112 %29, 53
  %31 = and i112 %30, 268435455
  %32 = trunc i112 %31 to i32
  %33 = zext i32 %32 to i64
  %34 = icmp ne i64 %33, 15332
  %35 = zext i1 %34 to i32
  %36 = sext i32 %35 to i64
  %37 = load i64, ptr @g_6, align 8
  %38 = icmp eq i64 %36, %37
  %39 = zext i1 %38 to i32
  %40 = load i64, ptr @g_6, align 8
  %41 = trunc i64 %40 to i32
  %42 = call i32 @safe_add_func_uint32_t_u_u(i32 noundef %39, i32 noundef %41)
  %43 = load ptr, ptr %4, align 8
  %44 = load i32, ptr @g_3, align 4
  %45 = trunc i32 %44 to i16
  %46 = call ptr @func_13(i32 noundef 0, i32 noundef %42, ptr noundef @g_3, ptr noundef %43, i16 noundef zeroext %45)
  %47 = load ptr, ptr %6, align 8
  store ptr %46, ptr %47, align 8
  %48 = call i64 @func_11(ptr noundef %46)
  %49 = load i32, ptr @g_3, align 4
  %50 = sext i32 %49 to i64
  %51 = icmp eq i64 %48, %50
  %52 = zext i1 %51 to i32
  %53 = icmp slt i32 %28, %52
  %54 = zext i1 %53 to i32
  %55 = icmp eq ptr %26, null
  %56 = zext i1 %55 to i32
  %57 = getelementptr inbounds [4 x i32], ptr %7, i64 0, i64 1
  store i32 %56, ptr %57, align 4
  %58 = load volatile i112, ptr @g_21, align 1
  %59 = lshr i112 %58, 81
  %60 = and i112 %59, 536870911
  %61 = trunc i112 %60 to i32
  %62 = trunc i32 %61 to i8
  ret i8 %62
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
  %15 = call i32 (ptr, ...) @printf(ptr noundef @.str.13, ptr noundef %11, i64 noundef %14)
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
  %6 = call i32 (ptr, ...) @printf(ptr noundef @.str.15, i32 noundef %5)
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #3

define internal i64 @func_11(ptr noundef %0) #0 {
  %2 = alloca ptr, align 8
  %3 = alloca i64, align 8
  store ptr %0, ptr %2, align 8
  store i64 -1, ptr %3, align 8
  %4 = load i64, ptr %3, align 8
  ret i64 %4
}

define internal ptr @func_13(i32 noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef %3, i16 noundef zeroext %4) #0 {
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca i16, align 2
  %11 = alloca i8, align 1
  %12 = alloca %struct.S0, align 1
  %13 = alloca ptr, align 8
  %14 = alloca i32, align 4
  %15 = alloca ptr, align 8
  %16 = alloca ptr, align 8
  %17 = alloca i16, align 2
  %18 = alloca %struct.S2, align 1
  store i32 %0, ptr %6, align 4
  store i32 %1, ptr %7, align 4
  store ptr %2, ptr %8, align 8
  store ptr %3, ptr %9, align 8
  store i16 %4, ptr %10, align 2
  store i8 97, ptr %11, align 1
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %12, ptr align 1 @__const.func_13.l_29, i64 4, i1 false)
  store ptr @g_3, ptr %13, align 8
  store i32 -2001647267, ptr %14, align 4
  store ptr getelementptr inbounds ([5 x i8], ptr getelementptr inbounds ([5 x [5 x i8]], ptr @g_33, i64 0, i64 4), i64 0, i64 2), ptr %15, align 8
  store ptr @g_35, ptr %16, align 8
  store i16 -15314, ptr %17, align 2
  %19 = load i8, ptr %11, align 1
  %20 = sext i8 %19 to i32
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %18, ptr align 1 @g_21, i64 14, i1 true)
  %21 = load ptr, ptr %13, align 8
  %22 = icmp eq ptr @g_3, %21
  %23 = zext i1 %22 to i32
  %24 = trunc i32 %23 to i8
  %25 = call signext i8 @safe_unary_minus_func_int8_t_s(i8 noundef signext %24)
  %26 = sext i8 %25 to i32
  %27 = load ptr, ptr %13, align 8
  %28 = load i32, ptr %27, align 4
  %29 = icmp ne i32 %26, %28
  %30 = zext i1 %29 to i32
  %31 = load i32, ptr %14, align 4
  %32 = icmp ne i32 %30, %31
  %33 = zext i1 %32 to i32
  %34 = load ptr, ptr %13, align 8
  %35 = load i32, ptr %34, align 4
  %36 = icmp slt i32 0, %35
  %37 = zext i1 %36 to i32
  %38 = trunc i32 %37 to i16
  %39 = load ptr, ptr %13, align 8
  %40 = load i32, ptr %39, align 4
  %41 = call zeroext i16 @safe_lshift_func_uint16_t_u_s(i16 noundef zeroext %38, i32 noundef %40)
  %42 = zext i16 %41 to i32
  %43 = load volatile i112, ptr @g_21, align 1
  %44 = lshr i112 %43, 81
  %45 = and i112 %44, 536870911
  %46 = trunc i112 %45 to i32
  %47 = xor i32 %42, %46
  %48 = sext i32 %47 to i64
  %49 = and i64 %48, 0
  %50 = trunc i64 %49 to i8
  %51 = load ptr, ptr %15, align 8
  store i8 %50, ptr %51, align 1
  %52 = zext i8 %50 to i32
  %53 = load ptr, ptr %16, align 8
  %54 = load i8, ptr %53, align 1
  %55 = zext i8 %54 to i32
  %56 = and i32 %55, %52
  %57 = trunc i32 %56 to i8
  store i8 %57, ptr %53, align 1
  %58 = load i16, ptr %17, align 2
  %59 = zext i16 %58 to i32
  %60 = call zeroext i8 @safe_lshift_func_uint8_t_u_u(i8 noundef zeroext %57, i32 noundef %59)
  %61 = zext i8 %60 to i32
  %62 = icmp ne i32 %20, %61
  %63 = zext i1 %62 to i32
  %64 = load i32, ptr %7, align 4
  %65 = zext i32 %64 to i64
  %66 = icmp sge i64 %65, 2671
  %67 = zext i1 %66 to i32
  %68 = load volatile ptr, ptr @g_37, align 8
  store i32 %67, ptr %68, align 4
  ret ptr @g_3
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

define internal zeroext i8 @safe_lshift_func_uint8_t_u_u(i8 noundef zeroext %0, i32 noundef %1) #0 {
  %3 = alloca i8, align 1
  %4 = alloca i32, align 4
  store i8 %0, ptr %3, align 1
  store i32 %1, ptr %4, align 4
  %5 = load i32, ptr %4, align 4
  %6 = icmp uge i32 %5, 32
  br i1 %6, label %13, label %7

7:
  %8 = load i8, ptr %3, align 1
  %9 = zext i8 %8 to i32
  %10 = load i32, ptr %4, align 4
  %11 = ashr i32 255, %10
  %12 = icmp sgt i32 %9, %11
  br i1 %12, label %13, label %16

13:
  %14 = load i8, ptr %3, align 1
  %15 = zext i8 %14 to i32
  br label %21

16:
  %17 = load i8, ptr %3, align 1
  %18 = zext i8 %17 to i32
  %19 = load i32, ptr %4, align 4
  %20 = shl i32 %18, %19
  br label %21

21:
  %22 = phi i32 [ %15, %13 ], [ %20, %16 ]
  %23 = trunc i32 %22 to i8
  ret i8 %23
}

define internal zeroext i16 @safe_lshift_func_uint16_t_u_s(i16 noundef zeroext %0, i32 noundef %1) #0 {
  %3 = alloca i16, align 2
  %4 = alloca i32, align 4
  store i16 %0, ptr %3, align 2
  store i32 %1, ptr %4, align 4
  %5 = load i32, ptr %4, align 4
  %6 = icmp slt i32 %5, 0
  br i1 %6, label %16, label %7

7:
  %8 = load i32, ptr %4, align 4
  %9 = icmp sge i32 %8, 32
  br i1 %9, label %16, label %10

10:
  %11 = load i16, ptr %3, align 2
  %12 = zext i16 %11 to i32
  %13 = load i32, ptr %4, align 4
  %14 = ashr i32 65535, %13
  %15 = icmp sgt i32 %12, %14
  br i1 %15, label %16, label %19

16:
  %17 = load i16, ptr %3, align 2
  %18 = zext i16 %17 to i32
  br label %24

19:
  %20 = load i16, ptr %3, align 2
  %21 = zext i16 %20 to i32
  %22 = load i32, ptr %4, align 4
  %23 = shl i32 %21, %22
  br label %24

24:
  %25 = phi i32 [ %18, %16 ], [ %23, %19 ]
  %26 = trunc i32 %25 to i16
  ret i16 %26
}

define internal signext i8 @safe_unary_minus_func_int8_t_s(i8 noundef signext %0) #0 {
  %2 = alloca i8, align 1
  store i8 %0, ptr %2, align 1
  %3 = load i8, ptr %2, align 1
  %4 = sext i8 %3 to i32
  %5 = sub nsw i32 0, %4
  %6 = trunc i32 %5 to i8
  ret i8 %6
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
