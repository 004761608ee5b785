; A random program: csmith 2.3.0 with --seed 22 and few functions, as clang 19 -O0 compiles it. The checksum is
; what gcc's build prints.
; RUN: avarice compile %s -O0 -verify-machineinstrs -o %t.o && cc -no-pie %t.o -o %t && %t > %t.unoptimized
; RUN: avarice compile %s -relocation-model=pic -regalloc=basic -o %t.o && cc -pie %t.o -o %t && %t > %t.basic
; RUN: avarice compile %s -regalloc=fast -o %t.o && cc -no-pie %t.o -o %t && %t > %t.fast
; RUN: diff %t.unoptimized %t.basic && diff %t.unoptimized %t.fast
; RUN: avarice compile %s -verify-machineinstrs -o %t.o && cc -no-pie %t.o -o %t && %t
; OUTPUT:
; checksum = 82EADF91

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.S0 = type <{ i64, i32 }>

@.str = private unnamed_addr constant [2 x i8] c"1\00", align 1
@g_11 = internal global i32 -1979634147, align 4
@.str.1 = private unnamed_addr constant [5 x i8] c"g_11\00", align 1
@g_15 = internal global i8 -8, align 1
@.str.2 = private unnamed_addr constant [5 x i8] c"g_15\00", align 1
@g_16 = internal global [5 x i8] c"hhhhh", align 1
@.str.3 = private unnamed_addr constant [8 x i8] c"g_16[i]\00", align 1
@.str.4 = private unnamed_addr constant [14 x i8] c"index = [%d]\0A\00", align 1
@g_29 = internal global i32 -1, align 4
@.str.5 = private unnamed_addr constant [5 x i8] c"g_29\00", align 1
@.str.6 = private unnamed_addr constant [8 x i8] c"g_37.f0\00", align 1
@.str.7 = private unnamed_addr constant [8 x i8] c"g_37.f1\00", align 1
@.str.8 = private unnamed_addr constant [8 x i8] c"g_37.f2\00", align 1
@.str.9 = private unnamed_addr constant [8 x i8] c"g_37.f3\00", align 1
@.str.10 = private unnamed_addr constant [8 x i8] c"g_37.f4\00", align 1
@g_110 = internal global i8 -53, align 1
@.str.11 = private unnamed_addr constant [6 x i8] c"g_110\00", align 1
@crc32_context = internal global i32 -1, align 4
@crc32_tab = internal global [256 x i32] zeroinitializer, align 16
@__const.func_1.l_88 = private unnamed_addr constant [2 x [4 x i32]] [[4 x i32] [i32 -552764290, i32 1, i32 -552764290, i32 1], [4 x i32] [i32 -552764290, i32 1, i32 -552764290, i32 1]], align 16
@g_10 = internal global ptr @g_11, align 8
@__const.func_1.l_55 = private unnamed_addr constant [4 x [3 x i64]] [[3 x i64] [i64 5, i64 6938983639243471499, i64 5], [3 x i64] [i64 5, i64 5, i64 5], [3 x i64] [i64 5, i64 6938983639243471499, i64 5], [3 x i64] [i64 5, i64 5, i64 5]], align 16
@g_19 = internal global ptr @g_10, align 8
@.str.12 = private unnamed_addr constant [36 x i8] c"...checksum after hashing %s : %lX\0A\00", align 1
@g_37 = internal constant { i8, i8, i8, i8, i8, i8, [2 x i8], i8, i8, i8, i8 } { i8 25, i8 0, i8 0, i8 0, i8 -22, i8 11, [2 x i8] undef, i8 28, i8 0, i8 4, i8 0 }, align 4
@.str.14 = private unnamed_addr constant [15 x i8] c"checksum = %X\0A\00", align 1

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
  %14 = call i32 @strcmp(ptr noundef %13, ptr noundef @.str) #4
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %16, label %17

16:
  store i32 1, ptr %7, align 4
  br label %17

17:
  call void @platform_main_begin()
  call void @crc32_gentab()
  %18 = call i32 @func_1()
  %19 = load i32, ptr @g_11, align 4
  %20 = sext i32 %19 to i64
  %21 = load i32, ptr %7, align 4
  call void @transparent_crc(i64 noundef %20, ptr noundef @.str.1, i32 noundef %21)
  %22 = load volatile i8, ptr @g_15, align 1
  %23 = sext i8 %22 to i64
  %24 = load i32, ptr %7, align 4
  call void @transparent_crc(i64 noundef %23, ptr noundef @.str.2, i32 noundef %24)
  store i32 0, ptr %6, align 4
  br label %25

25:
  %26 = load i32, ptr %6, align 4
  %27 = icmp slt i32 %26, 5
  br i1 %27, label %28, label %44

28:
  %29 = load i32, ptr %6, align 4
  %30 = sext i32 %29 to i64
  %31 = getelementptr inbounds [5 x i8], ptr @g_16, i64 0, i64 %30
  %32 = load i8, ptr %31, align 1
  %33 = zext i8 %32 to i64
  %34 = load i32, ptr %7, align 4
  call void @transparent_crc(i64 noundef %33, ptr noundef @.str.3, i32 noundef %34)
  %35 = load i32, ptr %7, align 4
  %36 = icmp ne i32 %35, 0
  br i1 %36, label %37, label %40

37:
  %38 = load i32, ptr %6, align 4
  %39 = call i32 (ptr, ...) @printf(ptr noundef @.str.4, i32 noundef %38)
  br label %40

40:
  br label %41

41:
  %42 = load i32, ptr %6, align 4
  %43 = add nsw i32 %42, 1
  store i32 %43, ptr %6, align 4
  br label %25, !llvm.loop !6

44:
  %45 = load i32, ptr @g_29, align 4
  %46 = zext i32 %45 to i64
  %47 = load i32, ptr %7, align 4
  call void @transparent_crc(i64 noundef %46, ptr noundef @.str.5, i32 noundef %47)
  %48 = load volatile i64, ptr @g_37, align 4
  %49 = and i64 %48, 33554431
  %50 = trunc i64 %49 to i32
  %51 = zext i32 %50 to i64
  %52 = load i32, ptr %7, align 4
  call void @transparent_crc(i64 noundef %51, ptr noundef @.str.6, i32 noundef %52)
  %53 = load i32, ptr %7, align 4
  call void @transparent_crc(i64 noundef -22, ptr noundef @.str.7, i32 noundef %53)
  %54 = load i32, ptr %7, align 4
  call void @transparent_crc(i64 noundef 2, ptr noundef @.str.8, i32 noundef %54)
  %55 = load volatile i32, ptr getelementptr inbounds (%struct.S0, ptr @g_37, i32 0, i32 1), align 4
  %56 = shl i32 %55, 17
  %57 = ashr i32 %56, 17
  %58 = sext i32 %57 to i64
  %59 = load i32, ptr %7, align 4
  call void @transparent_crc(i64 noundef %58, ptr noundef @.str.9, i32 noundef %59)
  %60 = load i32, ptr %7, align 4
  call void @transparent_crc(i64 noundef 8, ptr noundef @.str.10, i32 noundef %60)
  %61 = load i8, ptr @g_110, align 1
  %62 = zext i8 %61 to i64
  %63 = load i32, ptr %7, align 4
  call void @transparent_crc(i64 noundef %62, ptr noundef @.str.11, i32 noundef %63)
  %64 = load i32, ptr @crc32_context, align 4
  %65 = zext i32 %64 to i64
  %66 = xor i64 %65, 4294967295
  %67 = trunc i64 %66 to i32
  %68 = load i32, ptr %7, align 4
  call void @platform_main_end(i32 noundef %67, i32 noundef %68)
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
  br label %10, !llvm.loop !8

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
  br label %5, !llvm.loop !9

36:
  ret void
}

define internal i32 @func_1() #0 {
  %1 = alloca i32, align 4
  %2 = alloca ptr, align 8
  %3 = alloca [2 x [4 x i32]], align 16
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  %9 = alloca ptr, align 8
  %10 = alloca i32, align 4
  %11 = alloca [3 x i64], align 16
  %12 = alloca i32, align 4
  %13 = alloca [4 x [3 x i64]], align 16
  %14 = alloca ptr, align 8
  %15 = alloca ptr, align 8
  %16 = alloca i32, align 4
  %17 = alloca i32, align 4
  %18 = alloca i32, align 4
  %19 = alloca [4 x i16], align 2
  %20 = alloca i32, align 4
  %21 = alloca i16, align 2
  %22 = alloca i32, align 4
  %23 = alloca ptr, align 8
  %24 = alloca ptr, align 8
  %25 = alloca ptr, align 8
  %26 = alloca [5 x ptr], align 16
  %27 = alloca i32, align 4
  %28 = alloca i32, align 4
  %29 = alloca i32, align 4
  %30 = alloca i32, align 4
  store i32 1, ptr %1, align 4
  store ptr @g_29, ptr %2, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %3, ptr align 16 @__const.func_1.l_88, i64 32, i1 false)
  store ptr @g_10, ptr %4, align 8
  %31 = load i32, ptr %1, align 4
  %32 = sext i32 %31 to i64
  %33 = load i32, ptr %1, align 4
  %34 = trunc i32 %33 to i16
  %35 = call i32 @func_2(i64 noundef %32, i16 noundef zeroext %34)
  %36 = icmp ne i32 %35, 0
  br i1 %36, label %37, label %203

37:
  store i32 2045079138, ptr %7, align 4
  store i32 1, ptr %8, align 4
  store i32 -10, ptr %1, align 4
  br label %38

38:
  %39 = load i32, ptr %1, align 4
  %40 = icmp slt i32 %39, 18
  br i1 %40, label %41, label %170

41:
  store ptr @g_29, ptr %9, align 8
  store i32 2, ptr %10, align 4
  store i32 0, ptr %12, align 4
  br label %42

42:
  %43 = load i32, ptr %12, align 4
  %44 = icmp slt i32 %43, 3
  br i1 %44, label %45, label %52

45:
  %46 = load i32, ptr %12, align 4
  %47 = sext i32 %46 to i64
  %48 = getelementptr inbounds [3 x i64], ptr %11, i64 0, i64 %47
  store i64 -4, ptr %48, align 8
  br label %49

49:
  %50 = load i32, ptr %12, align 4
  %51 = add nsw i32 %50, 1
  store i32 %51, ptr %12, align 4
  br label %42, !llvm.loop !10

52:
  %53 = load i8, ptr @g_16, align 1
  %54 = zext i8 %53 to i32
  %55 = icmp ne i32 %54, 0
  br i1 %55, label %85, label %56

56:
  %57 = load ptr, ptr %9, align 8
  %58 = load i32, ptr %57, align 4
  %59 = add i32 %58, -1
  store i32 %59, ptr %57, align 4
  %60 = load i32, ptr %1, align 4
  %61 = xor i32 %58, %60
  %62 = load i32, ptr %10, align 4
  %63 = call i32 @safe_mod_func_uint32_t_u_u(i32 noundef %61, i32 noundef %62)
  %64 = trunc i32 %63 to i8
  %65 = load i8, ptr getelementptr inbounds ([5 x i8], ptr @g_16, i64 0, i64 1), align 1
  %66 = call zeroext i8 @safe_sub_func_uint8_t_u_u(i8 noundef zeroext %64, i8 noundef zeroext %65)
  %67 = zext i8 %66 to i32
  %68 = icmp ne i32 %67, 0
  br i1 %68, label %69, label %77

69:
  %70 = load i32, ptr %1, align 4
  %71 = trunc i32 %70 to i8
  %72 = load i32, ptr %7, align 4
  %73 = trunc i32 %72 to i8
  %74 = call zeroext i8 @safe_mul_func_uint8_t_u_u(i8 noundef zeroext %71, i8 noundef zeroext %73)
  %75 = zext i8 %74 to i32
  %76 = icmp ne i32 %75, 0
  br label %77

77:
  %78 = phi i1 [ false, %56 ], [ %76, %69 ]
  %79 = zext i1 %78 to i32
  %80 = sext i32 %79 to i64
  %81 = load i8, ptr @g_16, align 1
  %82 = zext i8 %81 to i64
  %83 = call i64 @safe_div_func_uint64_t_u_u(i64 noundef %80, i64 noundef %82)
  %84 = icmp ne i64 %83, 0
  br label %85

85:
  %86 = phi i1 [ true, %52 ], [ %84, %77 ]
  %87 = zext i1 %86 to i32
  %88 = load ptr, ptr @g_10, align 8
  store i32 %87, ptr %88, align 4
  %89 = load i32, ptr %8, align 4
  %90 = xor i32 %89, %87
  store i32 %90, ptr %8, align 4
  %91 = load ptr, ptr @g_10, align 8
  store i32 1, ptr %91, align 4
  %92 = load i32, ptr %8, align 4
  %93 = load ptr, ptr @g_10, align 8
  %94 = load i32, ptr %93, align 4
  %95 = or i32 %94, %92
  store i32 %95, ptr %93, align 4
  %96 = load i8, ptr getelementptr inbounds ([5 x i8], ptr @g_16, i64 0, i64 1), align 1
  %97 = zext i8 %96 to i32
  %98 = xor i32 %95, %97
  %99 = icmp ne i32 %98, 0
  br i1 %99, label %100, label %103

100:
  %101 = load i32, ptr %7, align 4
  %102 = load ptr, ptr @g_10, align 8
  store i32 %101, ptr %102, align 4
  br label %164

103:
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %13, ptr align 16 @__const.func_1.l_55, i64 96, i1 false)
  store ptr %7, ptr %14, align 8
  store ptr %10, ptr %15, align 8
  %104 = load i32, ptr %1, align 4
  %105 = icmp ne i32 %104, 0
  br i1 %105, label %106, label %107

106:
  br label %170

107:
  %108 = load i32, ptr %10, align 4
  %109 = icmp ne i32 %108, 0
  br i1 %109, label %110, label %111

110:
  br label %170

111:
  %112 = getelementptr inbounds [3 x i64], ptr %11, i64 0, i64 2
  %113 = load i64, ptr %112, align 16
  %114 = load i32, ptr %1, align 4
  %115 = trunc i32 %114 to i16
  %116 = load i32, ptr %7, align 4
  %117 = trunc i32 %116 to i16
  %118 = load i32, ptr @g_29, align 4
  %119 = trunc i32 %118 to i16
  %120 = load i32, ptr @g_29, align 4
  %121 = trunc i32 %120 to i8
  %122 = load volatile i32, ptr getelementptr inbounds (%struct.S0, ptr @g_37, i32 0, i32 1), align 4
  %123 = shl i32 %122, 17
  %124 = ashr i32 %123, 17
  %125 = call signext i8 @safe_rshift_func_int8_t_s_s(i8 noundef signext %121, i32 noundef %124)
  %126 = sext i8 %125 to i16
  %127 = getelementptr inbounds [3 x i64], ptr %11, i64 0, i64 2
  %128 = load i64, ptr %127, align 16
  %129 = trunc i64 %128 to i32
  %130 = call zeroext i16 @safe_lshift_func_uint16_t_u_s(i16 noundef zeroext %126, i32 noundef %129)
  %131 = call signext i16 @safe_lshift_func_int16_t_s_u(i16 noundef signext %130, i32 noundef 5)
  %132 = call signext i16 @safe_mul_func_int16_t_s_s(i16 noundef signext %119, i16 noundef signext %131)
  %133 = call signext i16 @safe_mul_func_int16_t_s_s(i16 noundef signext %117, i16 noundef signext %132)
  %134 = sext i16 %133 to i64
  %135 = or i64 %134, 0
  %136 = getelementptr inbounds [4 x [3 x i64]], ptr %13, i64 0, i64 3
  %137 = getelementptr inbounds [3 x i64], ptr %136, i64 0, i64 1
  %138 = load i64, ptr %137, align 8
  %139 = icmp eq i64 0, %138
  %140 = zext i1 %139 to i32
  %141 = trunc i32 %140 to i16
  %142 = call signext i16 @safe_sub_func_int16_t_s_s(i16 noundef signext %115, i16 noundef signext %141)
  %143 = sext i16 %142 to i64
  %144 = load i32, ptr %8, align 4
  %145 = sext i32 %144 to i64
  %146 = call i64 @safe_add_func_int64_t_s_s(i64 noundef %143, i64 noundef %145)
  %147 = load ptr, ptr @g_10, align 8
  %148 = load i32, ptr %147, align 4
  %149 = sext i32 %148 to i64
  %150 = xor i64 %146, %149
  %151 = icmp ult i64 %113, %150
  %152 = zext i1 %151 to i32
  %153 = getelementptr inbounds [4 x [3 x i64]], ptr %13, i64 0, i64 3
  %154 = getelementptr inbounds [3 x i64], ptr %153, i64 0, i64 0
  %155 = load i64, ptr %154, align 8
  %156 = trunc i64 %155 to i32
  %157 = call i32 @safe_sub_func_int32_t_s_s(i32 noundef %152, i32 noundef %156)
  %158 = load ptr, ptr %14, align 8
  store i32 %157, ptr %158, align 4
  %159 = load ptr, ptr @g_10, align 8
  %160 = load i32, ptr %159, align 4
  %161 = load ptr, ptr %15, align 8
  %162 = load i32, ptr %161, align 4
  %163 = xor i32 %162, %160
  store i32 %163, ptr %161, align 4
  br label %164

164:
  br label %165

165:
  %166 = load i32, ptr %1, align 4
  %167 = trunc i32 %166 to i16
  %168 = call signext i16 @safe_add_func_int16_t_s_s(i16 noundef signext %167, i16 noundef signext 8)
  %169 = sext i16 %168 to i32
  store i32 %169, ptr %1, align 4
  br label %38, !llvm.loop !11

170:
  %171 = call signext i8 @safe_rshift_func_int8_t_s_s(i8 noundef signext 1, i32 noundef 7)
  %172 = sext i8 %171 to i64
  %173 = icmp ult i64 %172, -5197161427361750307
  %174 = zext i1 %173 to i32
  %175 = sext i32 %174 to i64
  %176 = icmp ne i64 -3664830439783749404, %175
  %177 = zext i1 %176 to i32
  %178 = trunc i32 %177 to i16
  %179 = load i32, ptr %1, align 4
  %180 = trunc i32 %179 to i16
  %181 = call zeroext i16 @safe_mul_func_uint16_t_u_u(i16 noundef zeroext %178, i16 noundef zeroext %180)
  %182 = zext i16 %181 to i64
  %183 = icmp sge i64 1, %182
  br i1 %183, label %184, label %187

184:
  %185 = load i32, ptr %1, align 4
  %186 = icmp ne i32 %185, 0
  br label %187

187:
  %188 = phi i1 [ false, %170 ], [ %186, %184 ]
  %189 = zext i1 %188 to i32
  %190 = sext i32 %189 to i64
  %191 = xor i64 %190, 65050
  %192 = icmp uge i64 %191, 1
  %193 = zext i1 %192 to i32
  %194 = load ptr, ptr %2, align 8
  %195 = icmp ne ptr @g_29, %194
  %196 = zext i1 %195 to i32
  %197 = call i32 @safe_sub_func_uint32_t_u_u(i32 noundef 289241855, i32 noundef -1)
  %198 = trunc i32 %197 to i16
  %199 = call signext i16 @safe_mul_func_int16_t_s_s(i16 noundef signext 7829, i16 noundef signext %198)
  %200 = sext i16 %199 to i32
  %201 = load volatile ptr, ptr @g_19, align 8
  %202 = load ptr, ptr %201, align 8
  store i32 %200, ptr %202, align 4
  br label %376

203:
  store i32 -10, ptr %18, align 4
  store i32 0, ptr %20, align 4
  br label %204

204:
  %205 = load i32, ptr %20, align 4
  %206 = icmp slt i32 %205, 4
  br i1 %206, label %207, label %214

207:
  %208 = load i32, ptr %20, align 4
  %209 = sext i32 %208 to i64
  %210 = getelementptr inbounds [4 x i16], ptr %19, i64 0, i64 %209
  store i16 0, ptr %210, align 2
  br label %211

211:
  %212 = load i32, ptr %20, align 4
  %213 = add nsw i32 %212, 1
  store i32 %213, ptr %20, align 4
  br label %204, !llvm.loop !12

214:
  store i32 29, ptr @g_29, align 4
  br label %215

215:
  %216 = load i32, ptr @g_29, align 4
  %217 = icmp ult i32 %216, 45
  br i1 %217, label %218, label %347

218:
  store i16 16070, ptr %21, align 2
  store i32 1912915379, ptr %22, align 4
  store i32 -10, ptr @g_11, align 4
  br label %219

219:
  %220 = load i32, ptr @g_11, align 4
  %221 = icmp sgt i32 %220, 11
  br i1 %221, label %222, label %254

222:
  store ptr %1, ptr %23, align 8
  %223 = load i32, ptr %1, align 4
  %224 = sext i32 %223 to i64
  %225 = icmp eq i64 0, %224
  %226 = zext i1 %225 to i32
  %227 = load ptr, ptr @g_10, align 8
  %228 = icmp eq ptr %227, null
  %229 = zext i1 %228 to i32
  %230 = load i32, ptr %18, align 4
  %231 = icmp uge i32 %229, %230
  %232 = zext i1 %231 to i32
  %233 = trunc i32 %232 to i16
  %234 = load i32, ptr %1, align 4
  %235 = call signext i16 @safe_lshift_func_int16_t_s_u(i16 noundef signext %233, i32 noundef %234)
  %236 = sext i16 %235 to i32
  %237 = and i32 %226, %236
  br i1 true, label %239, label %238

238:
  br label %239

239:
  %240 = phi i1 [ true, %222 ], [ true, %238 ]
  %241 = zext i1 %240 to i32
  %242 = load ptr, ptr %23, align 8
  store i32 0, ptr %242, align 4
  %243 = load volatile ptr, ptr @g_19, align 8
  %244 = load ptr, ptr %243, align 8
  %245 = load i32, ptr %244, align 4
  %246 = icmp ne i32 %245, 0
  br i1 %246, label %247, label %248

247:
  br label %249

248:
  br label %249

249:
  %250 = load i32, ptr @g_11, align 4
  %251 = sext i32 %250 to i64
  %252 = call i64 @safe_add_func_int64_t_s_s(i64 noundef %251, i64 noundef 8)
  %253 = trunc i64 %252 to i32
  store i32 %253, ptr @g_11, align 4
  br label %219, !llvm.loop !13

254:
  store ptr %21, ptr %24, align 8
  store ptr @g_10, ptr %25, align 8
  store i32 1776008340, ptr %27, align 4
  store i32 0, ptr %28, align 4
  br label %255

255:
  %256 = load i32, ptr %28, align 4
  %257 = icmp slt i32 %256, 5
  br i1 %257, label %258, label %265

258:
  %259 = load i32, ptr %28, align 4
  %260 = sext i32 %259 to i64
  %261 = getelementptr inbounds [5 x ptr], ptr %26, i64 0, i64 %260
  store ptr %25, ptr %261, align 8
  br label %262

262:
  %263 = load i32, ptr %28, align 4
  %264 = add nsw i32 %263, 1
  store i32 %264, ptr %28, align 4
  br label %255, !llvm.loop !14

265:
  %266 = load i32, ptr @g_29, align 4
  %267 = trunc i32 %266 to i16
  %268 = load ptr, ptr %24, align 8
  store i16 %267, ptr %268, align 2
  store ptr @g_10, ptr %4, align 8
  %269 = icmp ne ptr %25, %25
  %270 = zext i1 %269 to i32
  %271 = trunc i32 %270 to i16
  %272 = load volatile i64, ptr @g_37, align 4
  %273 = and i64 %272, 33554431
  %274 = trunc i64 %273 to i32
  %275 = trunc i32 %274 to i16
  %276 = call signext i16 @safe_mul_func_int16_t_s_s(i16 noundef signext %271, i16 noundef signext %275)
  %277 = getelementptr inbounds [4 x i16], ptr %19, i64 0, i64 1
  %278 = load i16, ptr %277, align 2
  %279 = sext i16 %278 to i32
  %280 = load i32, ptr @g_11, align 4
  %281 = xor i32 %279, %280
  %282 = xor i32 1, %281
  %283 = load ptr, ptr %25, align 8
  %284 = load ptr, ptr %283, align 8
  store i32 %282, ptr %284, align 4
  %285 = icmp ne i32 %282, 0
  br i1 %285, label %290, label %286

286:
  %287 = load i8, ptr getelementptr inbounds ([5 x i8], ptr @g_16, i64 0, i64 1), align 1
  %288 = zext i8 %287 to i32
  %289 = icmp ne i32 %288, 0
  br label %290

290:
  %291 = phi i1 [ true, %265 ], [ %289, %286 ]
  %292 = zext i1 %291 to i32
  %293 = icmp sge i32 %292, 2
  br i1 %293, label %294, label %295

294:
  br label %295

295:
  %296 = phi i1 [ false, %290 ], [ true, %294 ]
  %297 = zext i1 %296 to i32
  %298 = load i32, ptr %27, align 4
  %299 = and i32 %297, %298
  %300 = zext i32 %299 to i64
  %301 = icmp slt i64 %300, 188
  %302 = zext i1 %301 to i32
  %303 = trunc i32 %302 to i16
  %304 = getelementptr inbounds [2 x [4 x i32]], ptr %3, i64 0, i64 1
  %305 = getelementptr inbounds [4 x i32], ptr %304, i64 0, i64 2
  %306 = load i32, ptr %305, align 8
  %307 = call zeroext i16 @safe_rshift_func_uint16_t_u_s(i16 noundef zeroext %303, i32 noundef %306)
  %308 = zext i16 %307 to i32
  %309 = icmp ne i32 %308, 0
  br i1 %309, label %315, label %310

310:
  %311 = load ptr, ptr %4, align 8
  %312 = load ptr, ptr %311, align 8
  %313 = load i32, ptr %312, align 4
  %314 = icmp ne i32 %313, 0
  br label %315

315:
  %316 = phi i1 [ true, %295 ], [ %314, %310 ]
  %317 = zext i1 %316 to i32
  %318 = xor i32 %317, 8
  %319 = trunc i32 %318 to i8
  %320 = load i8, ptr @g_16, align 1
  %321 = call signext i8 @safe_sub_func_int8_t_s_s(i8 noundef signext %319, i8 noundef signext %320)
  %322 = call zeroext i8 @safe_mul_func_uint8_t_u_u(i8 noundef zeroext %321, i8 noundef zeroext 1)
  %323 = zext i8 %322 to i64
  %324 = icmp sgt i64 46, %323
  %325 = zext i1 %324 to i32
  %326 = load i32, ptr %22, align 4
  %327 = call i32 @safe_mod_func_int32_t_s_s(i32 noundef %325, i32 noundef %326)
  %328 = trunc i32 %327 to i8
  %329 = getelementptr inbounds [2 x [4 x i32]], ptr %3, i64 0, i64 1
  %330 = getelementptr inbounds [4 x i32], ptr %329, i64 0, i64 2
  %331 = load i32, ptr %330, align 8
  %332 = call signext i8 @safe_rshift_func_int8_t_s_s(i8 noundef signext %328, i32 noundef %331)
  %333 = sext i8 %332 to i32
  %334 = load i8, ptr @g_110, align 1
  %335 = zext i8 %334 to i32
  %336 = xor i32 %335, %333
  %337 = trunc i32 %336 to i8
  store i8 %337, ptr @g_110, align 1
  %338 = load ptr, ptr %25, align 8
  %339 = load ptr, ptr %338, align 8
  %340 = load i32, ptr %339, align 4
  %341 = icmp ne i32 %340, 0
  br i1 %341, label %342, label %343

342:
  br label %347

343:
  br label %344

344:
  %345 = load i32, ptr @g_29, align 4
  %346 = add i32 %345, 1
  store i32 %346, ptr @g_29, align 4
  br label %215, !llvm.loop !15

347:
  store i32 3, ptr @g_29, align 4
  br label %348

348:
  %349 = load i32, ptr @g_29, align 4
  %350 = icmp eq i32 %349, 44
  br i1 %350, label %351, label %375

351:
  store i32 0, ptr %1, align 4
  br label %352

352:
  %353 = load i32, ptr %1, align 4
  %354 = icmp sle i32 %353, 1
  br i1 %354, label %355, label %371

355:
  %356 = load ptr, ptr @g_10, align 8
  store i32 0, ptr %356, align 4
  %357 = load i32, ptr %1, align 4
  %358 = sext i32 %357 to i64
  %359 = getelementptr inbounds [2 x [4 x i32]], ptr %3, i64 0, i64 %358
  %360 = load i32, ptr %1, align 4
  %361 = add nsw i32 %360, 2
  %362 = sext i32 %361 to i64
  %363 = getelementptr inbounds [4 x i32], ptr %359, i64 0, i64 %362
  %364 = load i32, ptr %363, align 4
  %365 = icmp ne i32 %364, 0
  br i1 %365, label %366, label %367

366:
  br label %371

367:
  br label %368

368:
  %369 = load i32, ptr %1, align 4
  %370 = add nsw i32 %369, 1
  store i32 %370, ptr %1, align 4
  br label %352, !llvm.loop !16

371:
  br label %372

372:
  %373 = load i32, ptr @g_29, align 4
  %374 = call i32 @safe_add_func_uint32_t_u_u(i32 noundef %373, i32 noundef 9)
  store i32 %374, ptr @g_29, align 4
  br label %348, !llvm.loop !17

375:
  br label %376

376:
  ret i32 2
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
  %15 = call i32 (ptr, ...) @printf(ptr noundef @.str.12, ptr noundef %11, i64 noundef %14)
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
  %6 = call i32 (ptr, ...) @printf(ptr noundef @.str.14, i32 noundef %5)
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #3

define internal i32 @func_2(i64 noundef %0, i16 noundef zeroext %1) #0 {
  %3 = alloca i64, align 8
  %4 = alloca i16, align 2
  store i64 %0, ptr %3, align 8
  store i16 %1, ptr %4, align 2
  %5 = load ptr, ptr @g_10, align 8
  %6 = load i16, ptr %4, align 2
  %7 = zext i16 %6 to i32
  %8 = call ptr @func_6(ptr noundef %5, ptr noundef @g_11, i32 noundef %7)
  %9 = load volatile ptr, ptr @g_19, align 8
  store ptr %8, ptr %9, align 8
  %10 = load volatile ptr, ptr @g_19, align 8
  %11 = load ptr, ptr %10, align 8
  %12 = load i32, ptr %11, align 4
  ret i32 %12
}

define internal i64 @safe_div_func_uint64_t_u_u(i64 noundef %0, i64 noundef %1) #0 {
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  store i64 %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load i64, ptr %4, align 8
  %6 = icmp eq i64 %5, 0
  br i1 %6, label %7, label %9

7:
  %8 = load i64, ptr %3, align 8
  br label %13

9:
  %10 = load i64, ptr %3, align 8
  %11 = load i64, ptr %4, align 8
  %12 = udiv i64 %10, %11
  br label %13

13:
  %14 = phi i64 [ %8, %7 ], [ %12, %9 ]
  ret i64 %14
}

define internal zeroext i8 @safe_sub_func_uint8_t_u_u(i8 noundef zeroext %0, i8 noundef zeroext %1) #0 {
  %3 = alloca i8, align 1
  %4 = alloca i8, align 1
  store i8 %0, ptr %3, align 1
  store i8 %1, ptr %4, align 1
  %5 = load i8, ptr %3, align 1
  %6 = zext i8 %5 to i32
  %7 = load i8, ptr %4, align 1
  %8 = zext i8 %7 to i32
  %9 = sub nsw i32 %6, %8
  %10 = trunc i32 %9 to i8
  ret i8 %10
}

define internal i32 @safe_mod_func_uint32_t_u_u(i32 noundef %0, i32 noundef %1) #0 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  store i32 %1, ptr %4, align 4
  %5 = load i32, ptr %4, align 4
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %7, label %9

7:
  %8 = load i32, ptr %3, align 4
  br label %13

9:
  %10 = load i32, ptr %3, align 4
  %11 = load i32, ptr %4, align 4
  %12 = urem i32 %10, %11
  br label %13

13:
  %14 = phi i32 [ %8, %7 ], [ %12, %9 ]
  ret i32 %14
}

define internal zeroext i8 @safe_mul_func_uint8_t_u_u(i8 noundef zeroext %0, i8 noundef zeroext %1) #0 {
  %3 = alloca i8, align 1
  %4 = alloca i8, align 1
  store i8 %0, ptr %3, align 1
  store i8 %1, ptr %4, align 1
  %5 = load i8, ptr %3, align 1
  %6 = zext i8 %5 to i32
  %7 = load i8, ptr %4, align 1
  %8 = zext i8 %7 to i32
  %9 = mul i32 %6, %8
  %10 = trunc i32 %9 to i8
  ret i8 %10
}

define internal i32 @safe_sub_func_int32_t_s_s(i32 noundef %0, i32 noundef %1) #0 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  store i32 %1, ptr %4, align 4
  %5 = load i32, ptr %3, align 4
  %6 = load i32, ptr %4, align 4
  %7 = xor i32 %5, %6
  %8 = load i32, ptr %3, align 4
  %9 = load i32, ptr %3, align 4
  %10 = load i32, ptr %4, align 4
  %11 = xor i32 %9, %10
  %12 = and i32 %11, -2147483648
  %13 = xor i32 %8, %12
  %14 = load i32, ptr %4, align 4
  %15 = sub nsw i32 %13, %14
  %16 = load i32, ptr %4, align 4
  %17 = xor i32 %15, %16
  %18 = and i32 %7, %17
  %19 = icmp slt i32 %18, 0
  br i1 %19, label %20, label %22

20:
  %21 = load i32, ptr %3, align 4
  br label %26

22:
  %23 = load i32, ptr %3, align 4
  %24 = load i32, ptr %4, align 4
  %25 = sub nsw i32 %23, %24
  br label %26

26:
  %27 = phi i32 [ %21, %20 ], [ %25, %22 ]
  ret i32 %27
}

define internal i64 @safe_add_func_int64_t_s_s(i64 noundef %0, i64 noundef %1) #0 {
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  store i64 %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load i64, ptr %3, align 8
  %6 = icmp sgt i64 %5, 0
  br i1 %6, label %7, label %15

7:
  %8 = load i64, ptr %4, align 8
  %9 = icmp sgt i64 %8, 0
  br i1 %9, label %10, label %15

10:
  %11 = load i64, ptr %3, align 8
  %12 = load i64, ptr %4, align 8
  %13 = sub nsw i64 9223372036854775807, %12
  %14 = icmp sgt i64 %11, %13
  br i1 %14, label %26, label %15

15:
  %16 = load i64, ptr %3, align 8
  %17 = icmp slt i64 %16, 0
  br i1 %17, label %18, label %28

18:
  %19 = load i64, ptr %4, align 8
  %20 = icmp slt i64 %19, 0
  br i1 %20, label %21, label %28

21:
  %22 = load i64, ptr %3, align 8
  %23 = load i64, ptr %4, align 8
  %24 = sub nsw i64 -9223372036854775808, %23
  %25 = icmp slt i64 %22, %24
  br i1 %25, label %26, label %28

26:
  %27 = load i64, ptr %3, align 8
  br label %32

28:
  %29 = load i64, ptr %3, align 8
  %30 = load i64, ptr %4, align 8
  %31 = add nsw i64 %29, %30
  br label %32

32:
  %33 = phi i64 [ %27, %26 ], [ %31, %28 ]
  ret i64 %33
}

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

define internal signext i16 @safe_mul_func_int16_t_s_s(i16 noundef signext %0, i16 noundef signext %1) #0 {
  %3 = alloca i16, align 2
  %4 = alloca i16, align 2
  store i16 %0, ptr %3, align 2
  store i16 %1, ptr %4, align 2
  %5 = load i16, ptr %3, align 2
  %6 = sext i16 %5 to i32
  %7 = load i16, ptr %4, align 2
  %8 = sext i16 %7 to i32
  %9 = mul nsw i32 %6, %8
  %10 = trunc i32 %9 to i16
  ret i16 %10
}

define internal signext i16 @safe_lshift_func_int16_t_s_u(i16 noundef signext %0, i32 noundef %1) #0 {
  %3 = alloca i16, align 2
  %4 = alloca i32, align 4
  store i16 %0, ptr %3, align 2
  store i32 %1, ptr %4, align 4
  %5 = load i16, ptr %3, align 2
  %6 = sext i16 %5 to i32
  %7 = icmp slt i32 %6, 0
  br i1 %7, label %17, label %8

8:
  %9 = load i32, ptr %4, align 4
  %10 = icmp uge i32 %9, 32
  br i1 %10, label %17, label %11

11:
  %12 = load i16, ptr %3, align 2
  %13 = sext i16 %12 to i32
  %14 = load i32, ptr %4, align 4
  %15 = ashr i32 32767, %14
  %16 = icmp sgt i32 %13, %15
  br i1 %16, label %17, label %20

17:
  %18 = load i16, ptr %3, align 2
  %19 = sext i16 %18 to i32
  br label %25

20:
  %21 = load i16, ptr %3, align 2
  %22 = sext i16 %21 to i32
  %23 = load i32, ptr %4, align 4
  %24 = shl i32 %22, %23
  br label %25

25:
  %26 = phi i32 [ %19, %17 ], [ %24, %20 ]
  %27 = trunc i32 %26 to i16
  ret i16 %27
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

define internal signext i16 @safe_add_func_int16_t_s_s(i16 noundef signext %0, i16 noundef signext %1) #0 {
  %3 = alloca i16, align 2
  %4 = alloca i16, align 2
  store i16 %0, ptr %3, align 2
  store i16 %1, ptr %4, align 2
  %5 = load i16, ptr %3, align 2
  %6 = sext i16 %5 to i32
  %7 = load i16, ptr %4, align 2
  %8 = sext i16 %7 to i32
  %9 = add nsw i32 %6, %8
  %10 = trunc i32 %9 to i16
  ret i16 %10
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

define internal zeroext i16 @safe_mul_func_uint16_t_u_u(i16 noundef zeroext %0, i16 noundef zeroext %1) #0 {
  %3 = alloca i16, align 2
  %4 = alloca i16, align 2
  store i16 %0, ptr %3, align 2
  store i16 %1, ptr %4, align 2
  %5 = load i16, ptr %3, align 2
  %6 = zext i16 %5 to i32
  %7 = load i16, ptr %4, align 2
  %8 = zext i16 %7 to i32
  %9 = mul i32 %6, %8
  %10 = trunc i32 %9 to i16
  ret i16 %10
}

define internal i32 @safe_mod_func_int32_t_s_s(i32 noundef %0, i32 noundef %1) #0 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  store i32 %1, ptr %4, align 4
  %5 = load i32, ptr %4, align 4
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %13, label %7

7:
  %8 = load i32, ptr %3, align 4
  %9 = icmp eq i32 %8, -2147483648
  br i1 %9, label %10, label %15

10:
  %11 = load i32, ptr %4, align 4
  %12 = icmp eq i32 %11, -1
  br i1 %12, label %13, label %15

13:
  %14 = load i32, ptr %3, align 4
  br label %19

15:
  %16 = load i32, ptr %3, align 4
  %17 = load i32, ptr %4, align 4
  %18 = srem i32 %16, %17
  br label %19

19:
  %20 = phi i32 [ %14, %13 ], [ %18, %15 ]
  ret i32 %20
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

define internal zeroext i16 @safe_rshift_func_uint16_t_u_s(i16 noundef zeroext %0, i32 noundef %1) #0 {
  %3 = alloca i16, align 2
  %4 = alloca i32, align 4
  store i16 %0, ptr %3, align 2
  store i32 %1, ptr %4, align 4
  %5 = load i32, ptr %4, align 4
  %6 = icmp slt i32 %5, 0
  br i1 %6, label %10, label %7

7:
  %8 = load i32, ptr %4, align 4
  %9 = icmp sge i32 %8, 32
  br i1 %9, label %10, label %13

10:
  %11 = load i16, ptr %3, align 2
  %12 = zext i16 %11 to i32
  br label %18

13:
  %14 = load i16, ptr %3, align 2
  %15 = zext i16 %14 to i32
  %16 = load i32, ptr %4, align 4
  %17 = ashr i32 %15, %16
  br label %18

18:
  %19 = phi i32 [ %12, %10 ], [ %17, %13 ]
  %20 = trunc i32 %19 to i16
  ret i16 %20
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

define internal ptr @func_6(ptr noundef %0, ptr noundef %1, i32 noundef %2) #0 {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca ptr, align 8
  %8 = alloca [1 x ptr], align 8
  %9 = alloca i32, align 4
  store ptr %0, ptr %4, align 8
  store ptr %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  store ptr @g_11, ptr %7, align 8
  store i32 0, ptr %9, align 4
  br label %10

10:
  %11 = load i32, ptr %9, align 4
  %12 = icmp slt i32 %11, 1
  br i1 %12, label %13, label %20

13:
  %14 = load i32, ptr %9, align 4
  %15 = sext i32 %14 to i64
  %16 = getelementptr inbounds [1 x ptr], ptr %8, i64 0, i64 %15
  store ptr @g_11, ptr %16, align 8
  br label %17

17:
  %18 = load i32, ptr %9, align 4
  %19 = add nsw i32 %18, 1
  store i32 %19, ptr %9, align 4
  br label %10, !llvm.loop !18

20:
  %21 = load ptr, ptr %5, align 8
  store ptr %21, ptr @g_10, align 8
  %22 = load i8, ptr getelementptr inbounds ([5 x i8], ptr @g_16, i64 0, i64 1), align 1
  %23 = add i8 %22, -1
  store i8 %23, ptr getelementptr inbounds ([5 x i8], ptr @g_16, i64 0, i64 1), align 1
  %24 = load ptr, ptr %4, align 8
  ret ptr %24
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
