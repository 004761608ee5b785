; A random program: csmith 2.3.0 with --seed 4 and few functions, as clang 19 -O0 compiles it. The checksum is
; what gcc's build prints.
; RUN: avarice compile %s -O0 -verify-machineinstrs -o %t.o && cc -no-pie %t.o -o %t && %t > %t.unoptimized
; RUN: avarice compile %s -relocation-model=pic -regalloc=basic -o %t.o && cc -pie %t.o -o %t && %t > %t.basic
; RUN: avarice compile %s -regalloc=fast -o %t.o && cc -no-pie %t.o -o %t && %t > %t.fast
; RUN: diff %t.unoptimized %t.basic && diff %t.unoptimized %t.fast
; RUN: avarice compile %s -verify-machineinstrs -verify-regalloc -regalloc=ion -o %t.o && cc -no-pie %t.o -o %t && %t | diff - %t.unoptimized
; RUN: avarice compile %s -verify-machineinstrs -verify-regalloc -regalloc=fastalloc -o %t.o && cc -no-pie %t.o -o %t && %t | diff - %t.unoptimized
; RUN: avarice compile %s -verify-machineinstrs -o %t.o && cc -no-pie %t.o -o %t && %t
; OUTPUT:
; checksum = 813C2775

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.S0 = type { i32, i8, i8, i32, i8 }
%struct.S3 = type { i64, i64 }
%struct.S2 = type { i32, i32 }

@.str = private unnamed_addr constant [2 x i8] c"1\00", align 1
@g_6 = internal global i64 -5372128917067492142, align 8
@.str.1 = private unnamed_addr constant [4 x i8] c"g_6\00", align 1
@g_11 = internal global %struct.S0 { i32 -834882129, i8 -9, i8 12, i32 0, i8 -6 }, align 4
@.str.2 = private unnamed_addr constant [8 x i8] c"g_11.f0\00", align 1
@.str.3 = private unnamed_addr constant [8 x i8] c"g_11.f1\00", align 1
@.str.4 = private unnamed_addr constant [8 x i8] c"g_11.f2\00", align 1
@.str.5 = private unnamed_addr constant [8 x i8] c"g_11.f3\00", align 1
@.str.6 = private unnamed_addr constant [8 x i8] c"g_11.f4\00", align 1
@g_12 = internal global i32 -1792811625, align 4
@.str.7 = private unnamed_addr constant [5 x i8] c"g_12\00", align 1
@g_13 = internal global i32 1, align 4
@.str.8 = private unnamed_addr constant [5 x i8] c"g_13\00", align 1
@g_27 = internal global i32 1, align 4
@.str.9 = private unnamed_addr constant [5 x i8] c"g_27\00", align 1
@g_29 = internal global i16 -1, align 2
@.str.10 = private unnamed_addr constant [5 x i8] c"g_29\00", align 1
@g_47 = internal global i64 -5552653102842582820, align 8
@.str.11 = private unnamed_addr constant [5 x i8] c"g_47\00", align 1
@g_48 = internal global i8 1, align 1
@.str.12 = private unnamed_addr constant [5 x i8] c"g_48\00", align 1
@.str.13 = private unnamed_addr constant [8 x i8] c"g_56.f0\00", align 1
@.str.14 = private unnamed_addr constant [8 x i8] c"g_56.f1\00", align 1
@.str.15 = private unnamed_addr constant [8 x i8] c"g_56.f2\00", align 1
@.str.16 = private unnamed_addr constant [8 x i8] c"g_56.f3\00", align 1
@.str.17 = private unnamed_addr constant [11 x i8] c"g_66[i].f0\00", align 1
@.str.18 = private unnamed_addr constant [11 x i8] c"g_66[i].f1\00", align 1
@.str.19 = private unnamed_addr constant [11 x i8] c"g_66[i].f2\00", align 1
@.str.20 = private unnamed_addr constant [11 x i8] c"g_66[i].f3\00", align 1
@.str.21 = private unnamed_addr constant [14 x i8] c"index = [%d]\0A\00", align 1
@.str.22 = private unnamed_addr constant [8 x i8] c"g_69.f0\00", align 1
@.str.23 = private unnamed_addr constant [8 x i8] c"g_69.f1\00", align 1
@.str.24 = private unnamed_addr constant [8 x i8] c"g_69.f2\00", align 1
@.str.25 = private unnamed_addr constant [8 x i8] c"g_69.f3\00", align 1
@.str.26 = private unnamed_addr constant [8 x i8] c"g_69.f4\00", align 1
@.str.27 = private unnamed_addr constant [8 x i8] c"g_69.f5\00", align 1
@g_94 = internal global [4 x i32] [i32 -3, i32 -3, i32 -3, i32 -3], align 16
@.str.28 = private unnamed_addr constant [8 x i8] c"g_94[i]\00", align 1
@g_122 = internal constant [2 x i64] [i64 1, i64 1], align 16
@.str.29 = private unnamed_addr constant [9 x i8] c"g_122[i]\00", align 1
@.str.30 = private unnamed_addr constant [9 x i8] c"g_134.f0\00", align 1
@.str.31 = private unnamed_addr constant [9 x i8] c"g_134.f1\00", align 1
@.str.32 = private unnamed_addr constant [9 x i8] c"g_134.f2\00", align 1
@.str.33 = private unnamed_addr constant [9 x i8] c"g_134.f3\00", align 1
@.str.34 = private unnamed_addr constant [9 x i8] c"g_134.f4\00", align 1
@.str.35 = private unnamed_addr constant [9 x i8] c"g_134.f5\00", align 1
@crc32_context = internal global i32 -1, align 4
@crc32_tab = internal global [256 x i32] zeroinitializer, align 16
@g_132 = internal global ptr @g_133, align 8
@__const.func_2.l_130 = private unnamed_addr constant [2 x [5 x ptr]] [[5 x ptr] [ptr @g_11, ptr @g_11, ptr @g_11, ptr @g_11, ptr @g_11], [5 x ptr] [ptr @g_11, ptr @g_11, ptr @g_11, ptr @g_11, ptr @g_11]], align 16
@__const.func_7.l_28 = private unnamed_addr constant [4 x [2 x ptr]] [[2 x ptr] zeroinitializer, [2 x ptr] [ptr @g_13, ptr null], [2 x ptr] [ptr null, ptr @g_13], [2 x ptr] zeroinitializer], align 16
@g_133 = internal global ptr null, align 8
@.str.36 = private unnamed_addr constant [36 x i8] c"...checksum after hashing %s : %lX\0A\00", align 1
@g_56 = internal global { i32, i8, i8, i8, i8 } { i32 -685805975, i8 48, i8 -80, i8 23, i8 1 }, align 1
@g_66 = internal global [4 x { i32, i8, i8, i8, i8 }] [{ i32, i8, i8, i8, i8 } { i32 -6, i8 -30, i8 15, i8 48, i8 1 }, { i32, i8, i8, i8, i8 } { i32 -6, i8 -30, i8 15, i8 48, i8 1 }, { i32, i8, i8, i8, i8 } { i32 -6, i8 -30, i8 15, i8 48, i8 1 }, { i32, i8, i8, i8, i8 } { i32 -6, i8 -30, i8 15, i8 48, i8 1 }], align 16
@g_69 = internal global { i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8 } { i8 -97, i8 2, i8 0, i8 undef, i8 62, i8 -2, i8 7, i8 undef, i8 119, i8 0, i8 32, i8 0, i8 69, i8 -25, i8 -1, i8 3 }, align 4
@g_134 = internal global { i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8 } { i8 -41, i8 2, i8 0, i8 undef, i8 -39, i8 -3, i8 7, i8 undef, i8 -72, i8 0, i8 16, i8 0, i8 67, i8 6, i8 0, i8 0 }, align 4
@.str.41 = private unnamed_addr constant [15 x i8] c"checksum = %X\0A\00", align 1

define dso_local i32 @main(i32 noundef %0, ptr noundef %1) #0 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  %9 = alloca %struct.S3, align 4
  store i32 0, ptr %3, align 4
  store i32 %0, ptr %4, align 4
  store ptr %1, ptr %5, align 8
  store i32 0, ptr %8, align 4
  %10 = load i32, ptr %4, align 4
  %11 = icmp eq i32 %10, 2
  br i1 %11, label %12, label %19

12:
  %13 = load ptr, ptr %5, align 8
  %14 = getelementptr inbounds ptr, ptr %13, i64 1
  %15 = load ptr, ptr %14, align 8
  %16 = call i32 @strcmp(ptr noundef %15, ptr noundef @.str) #4
  %17 = icmp eq i32 %16, 0
  br i1 %17, label %18, label %19

18:
  store i32 1, ptr %8, align 4
  br label %19

19:
  call void @platform_main_begin()
  call void @crc32_gentab()
  %20 = call { i64, i64 } @func_1()
  %21 = getelementptr inbounds { i64, i64 }, ptr %9, i32 0, i32 0
  %22 = extractvalue { i64, i64 } %20, 0
  store i64 %22, ptr %21, align 4
  %23 = getelementptr inbounds { i64, i64 }, ptr %9, i32 0, i32 1
  %24 = extractvalue { i64, i64 } %20, 1
  store i64 %24, ptr %23, align 4
  %25 = load i64, ptr @g_6, align 8
  %26 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %25, ptr noundef @.str.1, i32 noundef %26)
  %27 = load volatile i32, ptr @g_11, align 4
  %28 = zext i32 %27 to i64
  %29 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %28, ptr noundef @.str.2, i32 noundef %29)
  %30 = load volatile i8, ptr getelementptr inbounds (%struct.S0, ptr @g_11, i32 0, i32 1), align 4
  %31 = sext i8 %30 to i64
  %32 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %31, ptr noundef @.str.3, i32 noundef %32)
  %33 = load i8, ptr getelementptr inbounds (%struct.S0, ptr @g_11, i32 0, i32 2), align 1
  %34 = zext i8 %33 to i32
  %35 = zext i32 %34 to i64
  %36 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %35, ptr noundef @.str.4, i32 noundef %36)
  %37 = load i32, ptr getelementptr inbounds (%struct.S0, ptr @g_11, i32 0, i32 3), align 4
  %38 = zext i32 %37 to i64
  %39 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %38, ptr noundef @.str.5, i32 noundef %39)
  %40 = load i8, ptr getelementptr inbounds (%struct.S0, ptr @g_11, i32 0, i32 4), align 4
  %41 = sext i8 %40 to i64
  %42 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %41, ptr noundef @.str.6, i32 noundef %42)
  %43 = load volatile i32, ptr @g_12, align 4
  %44 = sext i32 %43 to i64
  %45 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %44, ptr noundef @.str.7, i32 noundef %45)
  %46 = load i32, ptr @g_13, align 4
  %47 = sext i32 %46 to i64
  %48 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %47, ptr noundef @.str.8, i32 noundef %48)
  %49 = load i32, ptr @g_27, align 4
  %50 = sext i32 %49 to i64
  %51 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %50, ptr noundef @.str.9, i32 noundef %51)
  %52 = load i16, ptr @g_29, align 2
  %53 = zext i16 %52 to i64
  %54 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %53, ptr noundef @.str.10, i32 noundef %54)
  %55 = load i64, ptr @g_47, align 8
  %56 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %55, ptr noundef @.str.11, i32 noundef %56)
  %57 = load i8, ptr @g_48, align 1
  %58 = sext i8 %57 to i64
  %59 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %58, ptr noundef @.str.12, i32 noundef %59)
  %60 = load volatile i32, ptr @g_56, align 1
  %61 = sext i32 %60 to i64
  %62 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %61, ptr noundef @.str.13, i32 noundef %62)
  %63 = load volatile i32, ptr getelementptr inbounds (%struct.S2, ptr @g_56, i32 0, i32 1), align 1
  %64 = shl i32 %63, 20
  %65 = ashr i32 %64, 20
  %66 = sext i32 %65 to i64
  %67 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %66, ptr noundef @.str.14, i32 noundef %67)
  %68 = load volatile i32, ptr getelementptr inbounds (%struct.S2, ptr @g_56, i32 0, i32 1), align 1
  %69 = shl i32 %68, 13
  %70 = ashr i32 %69, 25
  %71 = sext i32 %70 to i64
  %72 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %71, ptr noundef @.str.15, i32 noundef %72)
  %73 = load volatile i32, ptr getelementptr inbounds (%struct.S2, ptr @g_56, i32 0, i32 1), align 1
  %74 = lshr i32 %73, 19
  %75 = and i32 %74, 4095
  %76 = zext i32 %75 to i64
  %77 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %76, ptr noundef @.str.16, i32 noundef %77)
  store i32 0, ptr %6, align 4
  br label %78

78:
  %79 = load i32, ptr %6, align 4
  %80 = icmp slt i32 %79, 4
  br i1 %80, label %81, label %125

81:
  %82 = load i32, ptr %6, align 4
  %83 = sext i32 %82 to i64
  %84 = getelementptr inbounds [4 x %struct.S2], ptr @g_66, i64 0, i64 %83
  %85 = getelementptr inbounds %struct.S2, ptr %84, i32 0, i32 0
  %86 = load i32, ptr %85, align 8
  %87 = sext i32 %86 to i64
  %88 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %87, ptr noundef @.str.17, i32 noundef %88)
  %89 = load i32, ptr %6, align 4
  %90 = sext i32 %89 to i64
  %91 = getelementptr inbounds [4 x %struct.S2], ptr @g_66, i64 0, i64 %90
  %92 = getelementptr inbounds %struct.S2, ptr %91, i32 0, i32 1
  %93 = load i32, ptr %92, align 4
  %94 = shl i32 %93, 20
  %95 = ashr i32 %94, 20
  %96 = sext i32 %95 to i64
  %97 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %96, ptr noundef @.str.18, i32 noundef %97)
  %98 = load i32, ptr %6, align 4
  %99 = sext i32 %98 to i64
  %100 = getelementptr inbounds [4 x %struct.S2], ptr @g_66, i64 0, i64 %99
  %101 = getelementptr inbounds %struct.S2, ptr %100, i32 0, i32 1
  %102 = load i32, ptr %101, align 4
  %103 = shl i32 %102, 13
  %104 = ashr i32 %103, 25
  %105 = sext i32 %104 to i64
  %106 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %105, ptr noundef @.str.19, i32 noundef %106)
  %107 = load i32, ptr %6, align 4
  %108 = sext i32 %107 to i64
  %109 = getelementptr inbounds [4 x %struct.S2], ptr @g_66, i64 0, i64 %108
  %110 = getelementptr inbounds %struct.S2, ptr %109, i32 0, i32 1
  %111 = load i32, ptr %110, align 4
  %112 = lshr i32 %111, 19
  %113 = and i32 %112, 4095
  %114 = zext i32 %113 to i64
  %115 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %114, ptr noundef @.str.20, i32 noundef %115)
  %116 = load i32, ptr %8, align 4
  %117 = icmp ne i32 %116, 0
  br i1 %117, label %118, label %121

118:
  %119 = load i32, ptr %6, align 4
  %120 = call i32 (ptr, ...) @printf(ptr noundef @.str.21, i32 noundef %119)
  br label %121

121:
  br label %122

122:
  %123 = load i32, ptr %6, align 4
  %124 = add nsw i32 %123, 1
  store i32 %124, ptr %6, align 4
  br label %78, !llvm.loop !6

125:
  %126 = load i64, ptr @g_69, align 4
  %127 = shl i64 %126, 44
  %128 = ashr i64 %127, 44
  %129 = trunc i64 %128 to i32
  %130 = sext i32 %129 to i64
  %131 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %130, ptr noundef @.str.22, i32 noundef %131)
  %132 = load i64, ptr @g_69, align 4
  %133 = shl i64 %132, 13
  %134 = ashr i64 %133, 45
  %135 = trunc i64 %134 to i32
  %136 = sext i32 %135 to i64
  %137 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %136, ptr noundef @.str.23, i32 noundef %137)
  %138 = load volatile i64, ptr getelementptr inbounds (%struct.S3, ptr @g_69, i32 0, i32 1), align 4
  %139 = and i64 %138, 262143
  %140 = trunc i64 %139 to i32
  %141 = zext i32 %140 to i64
  %142 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %141, ptr noundef @.str.24, i32 noundef %142)
  %143 = load i64, ptr getelementptr inbounds (%struct.S3, ptr @g_69, i32 0, i32 1), align 4
  %144 = shl i64 %143, 39
  %145 = ashr i64 %144, 57
  %146 = trunc i64 %145 to i32
  %147 = sext i32 %146 to i64
  %148 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %147, ptr noundef @.str.25, i32 noundef %148)
  %149 = load i64, ptr getelementptr inbounds (%struct.S3, ptr @g_69, i32 0, i32 1), align 4
  %150 = shl i64 %149, 6
  %151 = ashr i64 %150, 38
  %152 = trunc i64 %151 to i32
  %153 = sext i32 %152 to i64
  %154 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %153, ptr noundef @.str.26, i32 noundef %154)
  %155 = load i64, ptr getelementptr inbounds (%struct.S3, ptr @g_69, i32 0, i32 1), align 4
  %156 = lshr i64 %155, 58
  %157 = and i64 %156, 1
  %158 = trunc i64 %157 to i32
  %159 = zext i32 %158 to i64
  %160 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %159, ptr noundef @.str.27, i32 noundef %160)
  store i32 0, ptr %6, align 4
  br label %161

161:
  %162 = load i32, ptr %6, align 4
  %163 = icmp slt i32 %162, 4
  br i1 %163, label %164, label %180

164:
  %165 = load i32, ptr %6, align 4
  %166 = sext i32 %165 to i64
  %167 = getelementptr inbounds [4 x i32], ptr @g_94, i64 0, i64 %166
  %168 = load volatile i32, ptr %167, align 4
  %169 = sext i32 %168 to i64
  %170 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %169, ptr noundef @.str.28, i32 noundef %170)
  %171 = load i32, ptr %8, align 4
  %172 = icmp ne i32 %171, 0
  br i1 %172, label %173, label %176

173:
  %174 = load i32, ptr %6, align 4
  %175 = call i32 (ptr, ...) @printf(ptr noundef @.str.21, i32 noundef %174)
  br label %176

176:
  br label %177

177:
  %178 = load i32, ptr %6, align 4
  %179 = add nsw i32 %178, 1
  store i32 %179, ptr %6, align 4
  br label %161, !llvm.loop !8

180:
  store i32 0, ptr %6, align 4
  br label %181

181:
  %182 = load i32, ptr %6, align 4
  %183 = icmp slt i32 %182, 2
  br i1 %183, label %184, label %199

184:
  %185 = load i32, ptr %6, align 4
  %186 = sext i32 %185 to i64
  %187 = getelementptr inbounds [2 x i64], ptr @g_122, i64 0, i64 %186
  %188 = load i64, ptr %187, align 8
  %189 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %188, ptr noundef @.str.29, i32 noundef %189)
  %190 = load i32, ptr %8, align 4
  %191 = icmp ne i32 %190, 0
  br i1 %191, label %192, label %195

192:
  %193 = load i32, ptr %6, align 4
  %194 = call i32 (ptr, ...) @printf(ptr noundef @.str.21, i32 noundef %193)
  br label %195

195:
  br label %196

196:
  %197 = load i32, ptr %6, align 4
  %198 = add nsw i32 %197, 1
  store i32 %198, ptr %6, align 4
  br label %181, !llvm.loop !9

199:
  %200 = load i64, ptr @g_134, align 4
  %201 = shl i64 %200, 44
  %202 = ashr i64 %201, 44
  %203 = trunc i64 %202 to i32
  %204 = sext i32 %203 to i64
  %205 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %204, ptr noundef @.str.30, i32 noundef %205)
  %206 = load i64, ptr @g_134, align 4
  %207 = shl i64 %206, 13
  %208 = ashr i64 %207, 45
  %209 = trunc i64 %208 to i32
  %210 = sext i32 %209 to i64
  %211 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %210, ptr noundef @.str.31, i32 noundef %211)
  %212 = load volatile i64, ptr getelementptr inbounds (%struct.S3, ptr @g_134, i32 0, i32 1), align 4
  %213 = and i64 %212, 262143
  %214 = trunc i64 %213 to i32
  %215 = zext i32 %214 to i64
  %216 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %215, ptr noundef @.str.32, i32 noundef %216)
  %217 = load i64, ptr getelementptr inbounds (%struct.S3, ptr @g_134, i32 0, i32 1), align 4
  %218 = shl i64 %217, 39
  %219 = ashr i64 %218, 57
  %220 = trunc i64 %219 to i32
  %221 = sext i32 %220 to i64
  %222 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %221, ptr noundef @.str.33, i32 noundef %222)
  %223 = load i64, ptr getelementptr inbounds (%struct.S3, ptr @g_134, i32 0, i32 1), align 4
  %224 = shl i64 %223, 6
  %225 = ashr i64 %224, 38
  %226 = trunc i64 %225 to i32
  %227 = sext i32 %226 to i64
  %228 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %227, ptr noundef @.str.34, i32 noundef %228)
  %229 = load i64, ptr getelementptr inbounds (%struct.S3, ptr @g_134, i32 0, i32 1), align 4
  %230 = lshr i64 %229, 58
  %231 = and i64 %230, 1
  %232 = trunc i64 %231 to i32
  %233 = zext i32 %232 to i64
  %234 = load i32, ptr %8, align 4
  call void @transparent_crc(i64 noundef %233, ptr noundef @.str.35, i32 noundef %234)
  %235 = load i32, ptr @crc32_context, align 4
  %236 = zext i32 %235 to i64
  %237 = xor i64 %236, 4294967295
  %238 = trunc i64 %237 to i32
  %239 = load i32, ptr %8, align 4
  call void @platform_main_end(i32 noundef %238, i32 noundef %239)
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
  br label %10, !llvm.loop !10

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
  br label %5, !llvm.loop !11

36:
  ret void
}

define internal { i64, i64 } @func_1() #0 {
  %1 = alloca %struct.S3, align 4
  %2 = alloca ptr, align 8
  %3 = alloca i32, align 4
  %4 = alloca ptr, align 8
  store ptr @g_11, ptr %2, align 8
  store i32 1098565056, ptr %3, align 4
  store ptr null, ptr %4, align 8
  %5 = load i64, ptr @g_6, align 8
  %6 = trunc i64 %5 to i32
  %7 = load ptr, ptr %2, align 8
  %8 = call ptr @func_7(ptr noundef %7, ptr noundef @g_11)
  %9 = load i32, ptr %3, align 4
  %10 = load i32, ptr %3, align 4
  %11 = icmp sgt i32 %9, %10
  %12 = zext i1 %11 to i32
  %13 = load i32, ptr %3, align 4
  %14 = icmp sge i32 %12, %13
  %15 = zext i1 %14 to i32
  %16 = call ptr @func_2(i32 noundef %6, ptr noundef %8, ptr noundef @g_11)
  %17 = load volatile ptr, ptr @g_132, align 8
  store ptr %16, ptr %17, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %1, ptr align 4 @g_134, i64 16, i1 false)
  %18 = load { i64, i64 }, ptr %1, align 4
  ret { i64, i64 } %18
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
  %15 = call i32 (ptr, ...) @printf(ptr noundef @.str.36, ptr noundef %11, i64 noundef %14)
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
  %6 = call i32 (ptr, ...) @printf(ptr noundef @.str.41, i32 noundef %5)
  ret void
}

define internal ptr @func_2(i32 noundef %0, ptr noundef %1, ptr noundef %2) #0 {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca [2 x [5 x ptr]], align 16
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  store i32 %0, ptr %5, align 4
  store ptr %1, ptr %6, align 8
  store ptr %2, ptr %7, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %8, ptr align 16 @__const.func_2.l_130, i64 80, i1 false)
  store i64 0, ptr @g_6, align 8
  br label %11

11:
  %12 = load i64, ptr @g_6, align 8
  %13 = icmp ule i64 %12, 3
  br i1 %13, label %14, label %21

14:
  %15 = getelementptr inbounds [2 x [5 x ptr]], ptr %8, i64 0, i64 0
  %16 = getelementptr inbounds [5 x ptr], ptr %15, i64 0, i64 3
  %17 = load ptr, ptr %16, align 8
  store ptr %17, ptr %4, align 8
  br label %22

18:                                               ; No predecessors!
  %19 = load i64, ptr @g_6, align 8
  %20 = add i64 %19, 1
  store i64 %20, ptr @g_6, align 8
  br label %11, !llvm.loop !12

21:
  store ptr @g_11, ptr %4, align 8
  br label %22

22:
  %23 = load ptr, ptr %4, align 8
  ret ptr %23
}

define internal ptr @func_7(ptr noundef %0, ptr noundef %1) #0 {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca i8, align 1
  %8 = alloca i32, align 4
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca [4 x [2 x ptr]], align 16
  %13 = alloca i64, align 8
  %14 = alloca [5 x [5 x ptr]], align 16
  %15 = alloca ptr, align 8
  %16 = alloca ptr, align 8
  %17 = alloca ptr, align 8
  %18 = alloca i32, align 4
  %19 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  store ptr %1, ptr %4, align 8
  store i32 -1131388029, ptr %5, align 4
  store ptr null, ptr %6, align 8
  store i8 -65, ptr %7, align 1
  store i32 8, ptr %8, align 4
  store ptr @g_13, ptr %9, align 8
  store ptr @g_11, ptr %10, align 8
  store i32 10, ptr @g_13, align 4
  br label %20

20:
  %21 = load i32, ptr @g_13, align 4
  %22 = icmp eq i32 %21, 26
  br i1 %22, label %23, label %65

23:
  store ptr @g_27, ptr %11, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %12, ptr align 16 @__const.func_7.l_28, i64 64, i1 false)
  store i64 4, ptr %13, align 8
  store ptr %11, ptr %14, align 8
  %24 = getelementptr inbounds ptr, ptr %14, i64 1
  %25 = getelementptr inbounds [4 x [2 x ptr]], ptr %12, i64 0, i64 0
  %26 = getelementptr inbounds [2 x ptr], ptr %25, i64 0, i64 0
  store ptr %26, ptr %24, align 8
  %27 = getelementptr inbounds ptr, ptr %14, i64 2
  %28 = getelementptr inbounds [4 x [2 x ptr]], ptr %12, i64 0, i64 0
  %29 = getelementptr inbounds [2 x ptr], ptr %28, i64 0, i64 0
  store ptr %29, ptr %27, align 8
  %30 = getelementptr inbounds ptr, ptr %14, i64 3
  store ptr %11, ptr %30, align 8
  %31 = getelementptr inbounds ptr, ptr %14, i64 4
  store ptr %11, ptr %31, align 8
  %32 = getelementptr inbounds [5 x ptr], ptr %14, i64 1
  store ptr %11, ptr %32, align 8
  %33 = getelementptr inbounds ptr, ptr %32, i64 1
  store ptr null, ptr %33, align 8
  %34 = getelementptr inbounds ptr, ptr %32, i64 2
  store ptr %11, ptr %34, align 8
  %35 = getelementptr inbounds ptr, ptr %32, i64 3
  store ptr null, ptr %35, align 8
  %36 = getelementptr inbounds ptr, ptr %32, i64 4
  store ptr %11, ptr %36, align 8
  %37 = getelementptr inbounds [5 x ptr], ptr %14, i64 2
  store ptr %11, ptr %37, align 8
  %38 = getelementptr inbounds ptr, ptr %37, i64 1
  store ptr %11, ptr %38, align 8
  %39 = getelementptr inbounds ptr, ptr %37, i64 2
  %40 = getelementptr inbounds [4 x [2 x ptr]], ptr %12, i64 0, i64 0
  %41 = getelementptr inbounds [2 x ptr], ptr %40, i64 0, i64 0
  store ptr %41, ptr %39, align 8
  %42 = getelementptr inbounds ptr, ptr %37, i64 3
  %43 = getelementptr inbounds [4 x [2 x ptr]], ptr %12, i64 0, i64 0
  %44 = getelementptr inbounds [2 x ptr], ptr %43, i64 0, i64 0
  store ptr %44, ptr %42, align 8
  %45 = getelementptr inbounds ptr, ptr %37, i64 4
  store ptr %11, ptr %45, align 8
  %46 = getelementptr inbounds [5 x ptr], ptr %14, i64 3
  store ptr %6, ptr %46, align 8
  %47 = getelementptr inbounds ptr, ptr %46, i64 1
  store ptr null, ptr %47, align 8
  %48 = getelementptr inbounds ptr, ptr %46, i64 2
  store ptr %6, ptr %48, align 8
  %49 = getelementptr inbounds ptr, ptr %46, i64 3
  store ptr null, ptr %49, align 8
  %50 = getelementptr inbounds ptr, ptr %46, i64 4
  store ptr %6, ptr %50, align 8
  %51 = getelementptr inbounds [5 x ptr], ptr %14, i64 4
  store ptr %11, ptr %51, align 8
  %52 = getelementptr inbounds ptr, ptr %51, i64 1
  %53 = getelementptr inbounds [4 x [2 x ptr]], ptr %12, i64 0, i64 0
  %54 = getelementptr inbounds [2 x ptr], ptr %53, i64 0, i64 0
  store ptr %54, ptr %52, align 8
  %55 = getelementptr inbounds ptr, ptr %51, i64 2
  %56 = getelementptr inbounds [4 x [2 x ptr]], ptr %12, i64 0, i64 0
  %57 = getelementptr inbounds [2 x ptr], ptr %56, i64 0, i64 0
  store ptr %57, ptr %55, align 8
  %58 = getelementptr inbounds ptr, ptr %51, i64 3
  store ptr %11, ptr %58, align 8
  %59 = getelementptr inbounds ptr, ptr %51, i64 4
  store ptr %11, ptr %59, align 8
  store ptr @g_47, ptr %15, align 8
  store ptr null, ptr %16, align 8
  store ptr %16, ptr %17, align 8
  br label %60

60:
  %61 = load i32, ptr @g_13, align 4
  %62 = sext i32 %61 to i64
  %63 = call i64 @safe_add_func_uint64_t_u_u(i64 noundef %62, i64 noundef 7)
  %64 = trunc i64 %63 to i32
  store i32 %64, ptr @g_13, align 4
  br label %20, !llvm.loop !13

65:
  %66 = load ptr, ptr %10, align 8
  ret ptr %66
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #3

define internal i64 @safe_add_func_uint64_t_u_u(i64 noundef %0, i64 noundef %1) #0 {
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  store i64 %0, ptr %3, align 8
  store i64 %1, ptr %4, align 8
  %5 = load i64, ptr %3, align 8
  %6 = load i64, ptr %4, align 8
  %7 = add i64 %5, %6
  ret i64 %7
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
