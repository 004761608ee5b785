; A random program: csmith 2.3.0 with --seed 4 and few functions, as clang 19 -O2 compiles it. The checksum is
; what gcc's build prints.
; RUN: avarice compile %s -O0 -verify-machineinstrs -o %t.o && cc -no-pie %t.o -o %t && %t > %t.unoptimized
; RUN: avarice compile %s -relocation-model=pic -regalloc=basic -o %t.o && cc -pie %t.o -o %t && %t > %t.basic
; RUN: avarice compile %s -regalloc=fast -o %t.o && cc -no-pie %t.o -o %t && %t > %t.fast
; RUN: avarice compile %s -code-model=medium -relocation-model=pic -o %t.o && cc -pie %t.o -o %t && %t | diff - %t.unoptimized
; RUN: avarice compile %s -code-model=large -verify-machineinstrs -o %t.o && cc -no-pie %t.o -o %t && %t | diff - %t.unoptimized
; RUN: avarice compile %s -code-model=large -relocation-model=pic -verify-machineinstrs -o %t.o && cc -pie %t.o -o %t && %t | diff - %t.unoptimized
; RUN: diff %t.unoptimized %t.basic && diff %t.unoptimized %t.fast
; RUN: avarice compile %s -verify-machineinstrs -verify-regalloc -regalloc=ion -o %t.o && cc -no-pie %t.o -o %t && %t | diff - %t.unoptimized
; RUN: avarice compile %s -verify-machineinstrs -verify-regalloc -regalloc=fastalloc -o %t.o && cc -no-pie %t.o -o %t && %t | diff - %t.unoptimized
; RUN: avarice compile %s -verify-machineinstrs -o %t.o && cc -no-pie %t.o -o %t && %t
; OUTPUT:
; checksum = 813C2775

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.S0 = type { i32, i8, i8, i32, i8 }

@.str.1 = private unnamed_addr constant [4 x i8] c"g_6\00", align 1
@g_11 = internal global %struct.S0 { i32 -834882129, i8 -9, i8 12, i32 0, i8 -6 }, align 4
@.str.2 = private unnamed_addr constant [8 x i8] c"g_11.f0\00", align 1
@.str.3 = private unnamed_addr constant [8 x i8] c"g_11.f1\00", align 1
@.str.4 = private unnamed_addr constant [8 x i8] c"g_11.f2\00", align 1
@.str.5 = private unnamed_addr constant [8 x i8] c"g_11.f3\00", align 1
@.str.6 = private unnamed_addr constant [8 x i8] c"g_11.f4\00", align 1
@g_12 = internal global i32 -1792811625, align 4
@.str.7 = private unnamed_addr constant [5 x i8] c"g_12\00", align 1
@.str.8 = private unnamed_addr constant [5 x i8] c"g_13\00", align 1
@.str.9 = private unnamed_addr constant [5 x i8] c"g_27\00", align 1
@.str.10 = private unnamed_addr constant [5 x i8] c"g_29\00", align 1
@.str.11 = private unnamed_addr constant [5 x i8] c"g_47\00", align 1
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
@.str.29 = private unnamed_addr constant [9 x i8] c"g_122[i]\00", align 1
@.str.30 = private unnamed_addr constant [9 x i8] c"g_134.f0\00", align 1
@.str.31 = private unnamed_addr constant [9 x i8] c"g_134.f1\00", align 1
@.str.32 = private unnamed_addr constant [9 x i8] c"g_134.f2\00", align 1
@.str.33 = private unnamed_addr constant [9 x i8] c"g_134.f3\00", align 1
@.str.34 = private unnamed_addr constant [9 x i8] c"g_134.f4\00", align 1
@.str.35 = private unnamed_addr constant [9 x i8] c"g_134.f5\00", align 1
@crc32_context = internal unnamed_addr global i32 -1, align 4
@crc32_tab = internal unnamed_addr global [256 x i32] zeroinitializer, align 16
@g_132 = internal global ptr @g_133, align 8
@g_133 = internal global ptr null, align 8
@.str.36 = private unnamed_addr constant [36 x i8] c"...checksum after hashing %s : %lX\0A\00", align 1
@g_56 = internal global { i32, i8, i8, i8, i8 } { i32 -685805975, i8 48, i8 -80, i8 23, i8 1 }, align 4
@g_69 = internal global { i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8 } { i8 -97, i8 2, i8 0, i8 undef, i8 62, i8 -2, i8 7, i8 undef, i8 119, i8 0, i8 32, i8 0, i8 69, i8 -25, i8 -1, i8 3 }, align 8
@g_134 = internal global { i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8 } { i8 -41, i8 2, i8 0, i8 undef, i8 -39, i8 -3, i8 7, i8 undef, i8 -72, i8 0, i8 16, i8 0, i8 67, i8 6, i8 0, i8 0 }, align 8
@.str.41 = private unnamed_addr constant [15 x i8] c"checksum = %X\0A\00", align 1

define dso_local noundef i32 @main(i32 noundef %0, ptr nocapture noundef readonly %1) local_unnamed_addr #0 {
  %3 = icmp eq i32 %0, 2
  br i1 %3, label %4, label %17

4:
  %5 = getelementptr inbounds i8, ptr %1, i64 8
  %6 = load ptr, ptr %5, align 8, !tbaa !5
  %7 = load i8, ptr %6, align 1
  %8 = icmp eq i8 %7, 49
  br i1 %8, label %9, label %13

9:
  %10 = getelementptr inbounds i8, ptr %6, i64 1
  %11 = load i8, ptr %10, align 1
  %12 = icmp ne i8 %11, 0
  br label %13

13:
  %14 = phi i1 [ true, %4 ], [ %12, %9 ]
  %15 = xor i1 %14, true
  %16 = zext i1 %15 to i32
  br label %17

17:
  %18 = phi i1 [ true, %2 ], [ %14, %13 ]
  %19 = phi i32 [ 0, %2 ], [ %16, %13 ]
  br label %20

20:
  %21 = phi i64 [ 0, %17 ], [ %64, %20 ]
  %22 = phi <4 x i32> [ <i32 0, i32 1, i32 2, i32 3>, %17 ], [ %65, %20 ]
  %23 = and <4 x i32> %22, <i32 1, i32 1, i32 1, i32 1>
  %24 = icmp eq <4 x i32> %23, zeroinitializer
  %25 = lshr <4 x i32> %22, <i32 1, i32 1, i32 1, i32 1>
  %26 = xor <4 x i32> %25, <i32 -306674912, i32 -306674912, i32 -306674912, i32 -306674912>
  %27 = select <4 x i1> %24, <4 x i32> %25, <4 x i32> %26
  %28 = and <4 x i32> %27, <i32 1, i32 1, i32 1, i32 1>
  %29 = icmp eq <4 x i32> %28, zeroinitializer
  %30 = lshr <4 x i32> %27, <i32 1, i32 1, i32 1, i32 1>
  %31 = xor <4 x i32> %30, <i32 -306674912, i32 -306674912, i32 -306674912, i32 -306674912>
  %32 = select <4 x i1> %29, <4 x i32> %30, <4 x i32> %31
  %33 = and <4 x i32> %32, <i32 1, i32 1, i32 1, i32 1>
  %34 = icmp eq <4 x i32> %33, zeroinitializer
  %35 = lshr <4 x i32> %32, <i32 1, i32 1, i32 1, i32 1>
  %36 = xor <4 x i32> %35, <i32 -306674912, i32 -306674912, i32 -306674912, i32 -306674912>
  %37 = select <4 x i1> %34, <4 x i32> %35, <4 x i32> %36
  %38 = and <4 x i32> %37, <i32 1, i32 1, i32 1, i32 1>
  %39 = icmp eq <4 x i32> %38, zeroinitializer
  %40 = lshr <4 x i32> %37, <i32 1, i32 1, i32 1, i32 1>
  %41 = xor <4 x i32> %40, <i32 -306674912, i32 -306674912, i32 -306674912, i32 -306674912>
  %42 = select <4 x i1> %39, <4 x i32> %40, <4 x i32> %41
  %43 = and <4 x i32> %42, <i32 1, i32 1, i32 1, i32 1>
  %44 = icmp eq <4 x i32> %43, zeroinitializer
  %45 = lshr <4 x i32> %42, <i32 1, i32 1, i32 1, i32 1>
  %46 = xor <4 x i32> %45, <i32 -306674912, i32 -306674912, i32 -306674912, i32 -306674912>
  %47 = select <4 x i1> %44, <4 x i32> %45, <4 x i32> %46
  %48 = and <4 x i32> %47, <i32 1, i32 1, i32 1, i32 1>
  %49 = icmp eq <4 x i32> %48, zeroinitializer
  %50 = lshr <4 x i32> %47, <i32 1, i32 1, i32 1, i32 1>
  %51 = xor <4 x i32> %50, <i32 -306674912, i32 -306674912, i32 -306674912, i32 -306674912>
  %52 = select <4 x i1> %49, <4 x i32> %50, <4 x i32> %51
  %53 = and <4 x i32> %52, <i32 1, i32 1, i32 1, i32 1>
  %54 = icmp eq <4 x i32> %53, zeroinitializer
  %55 = lshr <4 x i32> %52, <i32 1, i32 1, i32 1, i32 1>
  %56 = xor <4 x i32> %55, <i32 -306674912, i32 -306674912, i32 -306674912, i32 -306674912>
  %57 = select <4 x i1> %54, <4 x i32> %55, <4 x i32> %56
  %58 = and <4 x i32> %57, <i32 1, i32 1, i32 1, i32 1>
  %59 = icmp eq <4 x i32> %58, zeroinitializer
  %60 = lshr <4 x i32> %57, <i32 1, i32 1, i32 1, i32 1>
  %61 = xor <4 x i32> %60, <i32 -306674912, i32 -306674912, i32 -306674912, i32 -306674912>
  %62 = select <4 x i1> %59, <4 x i32> %60, <4 x i32> %61
  %63 = getelementptr inbounds [256 x i32], ptr @crc32_tab, i64 0, i64 %21
  store <4 x i32> %62, ptr %63, align 16, !tbaa !9
  %64 = add nuw i64 %21, 4
  %65 = add <4 x i32> %22, <i32 4, i32 4, i32 4, i32 4>
  %66 = icmp eq i64 %64, 256
  br i1 %66, label %67, label %20, !llvm.loop !11

67:
  %68 = load volatile ptr, ptr @g_132, align 8, !tbaa !5
  store ptr @g_11, ptr %68, align 8, !tbaa !5
  tail call fastcc void @transparent_crc(i64 noundef 0, ptr noundef nonnull @.str.1, i32 noundef %19)
  %69 = load volatile i32, ptr @g_11, align 4, !tbaa !15
  %70 = zext i32 %69 to i64
  tail call fastcc void @transparent_crc(i64 noundef %70, ptr noundef nonnull @.str.2, i32 noundef %19)
  %71 = load volatile i8, ptr getelementptr inbounds (i8, ptr @g_11, i64 4), align 4, !tbaa !17
  %72 = sext i8 %71 to i64
  tail call fastcc void @transparent_crc(i64 noundef %72, ptr noundef nonnull @.str.3, i32 noundef %19)
  %73 = load i8, ptr getelementptr inbounds (i8, ptr @g_11, i64 5), align 1
  %74 = zext i8 %73 to i64
  tail call fastcc void @transparent_crc(i64 noundef %74, ptr noundef nonnull @.str.4, i32 noundef %19)
  %75 = load i32, ptr getelementptr inbounds (i8, ptr @g_11, i64 8), align 4, !tbaa !18
  %76 = zext i32 %75 to i64
  tail call fastcc void @transparent_crc(i64 noundef %76, ptr noundef nonnull @.str.5, i32 noundef %19)
  %77 = load i8, ptr getelementptr inbounds (i8, ptr @g_11, i64 12), align 4, !tbaa !19
  %78 = sext i8 %77 to i64
  tail call fastcc void @transparent_crc(i64 noundef %78, ptr noundef nonnull @.str.6, i32 noundef %19)
  %79 = load volatile i32, ptr @g_12, align 4, !tbaa !9
  %80 = sext i32 %79 to i64
  tail call fastcc void @transparent_crc(i64 noundef %80, ptr noundef nonnull @.str.7, i32 noundef %19)
  tail call fastcc void @transparent_crc(i64 noundef 10, ptr noundef nonnull @.str.8, i32 noundef %19)
  tail call fastcc void @transparent_crc(i64 noundef 1, ptr noundef nonnull @.str.9, i32 noundef %19)
  tail call fastcc void @transparent_crc(i64 noundef 65535, ptr noundef nonnull @.str.10, i32 noundef %19)
  tail call fastcc void @transparent_crc(i64 noundef -5552653102842582820, ptr noundef nonnull @.str.11, i32 noundef %19)
  tail call fastcc void @transparent_crc(i64 noundef 1, ptr noundef nonnull @.str.12, i32 noundef %19)
  %81 = load volatile i32, ptr @g_56, align 4, !tbaa !20
  %82 = sext i32 %81 to i64
  tail call fastcc void @transparent_crc(i64 noundef %82, ptr noundef nonnull @.str.13, i32 noundef %19)
  %83 = load volatile i32, ptr getelementptr inbounds (i8, ptr @g_56, i64 4), align 4
  %84 = shl i32 %83, 20
  %85 = ashr exact i32 %84, 20
  %86 = sext i32 %85 to i64
  tail call fastcc void @transparent_crc(i64 noundef %86, ptr noundef nonnull @.str.14, i32 noundef %19)
  %87 = load volatile i32, ptr getelementptr inbounds (i8, ptr @g_56, i64 4), align 4
  %88 = shl i32 %87, 13
  %89 = ashr i32 %88, 25
  %90 = sext i32 %89 to i64
  tail call fastcc void @transparent_crc(i64 noundef %90, ptr noundef nonnull @.str.15, i32 noundef %19)
  %91 = load volatile i32, ptr getelementptr inbounds (i8, ptr @g_56, i64 4), align 4
  %92 = lshr i32 %91, 19
  %93 = and i32 %92, 4095
  %94 = zext nneg i32 %93 to i64
  tail call fastcc void @transparent_crc(i64 noundef %94, ptr noundef nonnull @.str.16, i32 noundef %19)
  tail call fastcc void @transparent_crc(i64 noundef -6, ptr noundef nonnull @.str.17, i32 noundef %19)
  tail call fastcc void @transparent_crc(i64 noundef -30, ptr noundef nonnull @.str.18, i32 noundef %19)
  tail call fastcc void @transparent_crc(i64 noundef 0, ptr noundef nonnull @.str.19, i32 noundef %19)
  tail call fastcc void @transparent_crc(i64 noundef 38, ptr noundef nonnull @.str.20, i32 noundef %19)
  br i1 %18, label %98, label %95

95:
  %96 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.21, i32 noundef 0)
  tail call fastcc void @transparent_crc(i64 noundef -6, ptr noundef nonnull @.str.17, i32 noundef %19)
  tail call fastcc void @transparent_crc(i64 noundef -30, ptr noundef nonnull @.str.18, i32 noundef %19)
  tail call fastcc void @transparent_crc(i64 noundef 0, ptr noundef nonnull @.str.19, i32 noundef %19)
  tail call fastcc void @transparent_crc(i64 noundef 38, ptr noundef nonnull @.str.20, i32 noundef %19)
  %97 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.21, i32 noundef 1)
  br label %99

98:
  tail call fastcc void @transparent_crc(i64 noundef -6, ptr noundef nonnull @.str.17, i32 noundef %19)
  tail call fastcc void @transparent_crc(i64 noundef -30, ptr noundef nonnull @.str.18, i32 noundef %19)
  tail call fastcc void @transparent_crc(i64 noundef 0, ptr noundef nonnull @.str.19, i32 noundef %19)
  tail call fastcc void @transparent_crc(i64 noundef 38, ptr noundef nonnull @.str.20, i32 noundef %19)
  br label %99

99:
  tail call fastcc void @transparent_crc(i64 noundef -6, ptr noundef nonnull @.str.17, i32 noundef %19)
  tail call fastcc void @transparent_crc(i64 noundef -30, ptr noundef nonnull @.str.18, i32 noundef %19)
  tail call fastcc void @transparent_crc(i64 noundef 0, ptr noundef nonnull @.str.19, i32 noundef %19)
  tail call fastcc void @transparent_crc(i64 noundef 38, ptr noundef nonnull @.str.20, i32 noundef %19)
  br i1 %18, label %103, label %100

100:
  %101 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.21, i32 noundef 2)
  tail call fastcc void @transparent_crc(i64 noundef -6, ptr noundef nonnull @.str.17, i32 noundef %19)
  tail call fastcc void @transparent_crc(i64 noundef -30, ptr noundef nonnull @.str.18, i32 noundef %19)
  tail call fastcc void @transparent_crc(i64 noundef 0, ptr noundef nonnull @.str.19, i32 noundef %19)
  tail call fastcc void @transparent_crc(i64 noundef 38, ptr noundef nonnull @.str.20, i32 noundef %19)
  %102 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.21, i32 noundef 3)
  br label %104

103:
  tail call fastcc void @transparent_crc(i64 noundef -6, ptr noundef nonnull @.str.17, i32 noundef %19)
  tail call fastcc void @transparent_crc(i64 noundef -30, ptr noundef nonnull @.str.18, i32 noundef %19)
  tail call fastcc void @transparent_crc(i64 noundef 0, ptr noundef nonnull @.str.19, i32 noundef %19)
  tail call fastcc void @transparent_crc(i64 noundef 38, ptr noundef nonnull @.str.20, i32 noundef %19)
  br label %104

104:
  %105 = load i64, ptr @g_69, align 8
  %106 = shl i64 %105, 44
  %107 = ashr exact i64 %106, 44
  tail call fastcc void @transparent_crc(i64 noundef %107, ptr noundef nonnull @.str.22, i32 noundef %19)
  %108 = load i64, ptr @g_69, align 8
  %109 = shl i64 %108, 13
  %110 = ashr i64 %109, 45
  tail call fastcc void @transparent_crc(i64 noundef %110, ptr noundef nonnull @.str.23, i32 noundef %19)
  %111 = load volatile i64, ptr getelementptr inbounds (i8, ptr @g_69, i64 8), align 8
  %112 = and i64 %111, 262143
  tail call fastcc void @transparent_crc(i64 noundef %112, ptr noundef nonnull @.str.24, i32 noundef %19)
  %113 = load i64, ptr getelementptr inbounds (i8, ptr @g_69, i64 8), align 8
  %114 = shl i64 %113, 39
  %115 = ashr i64 %114, 57
  tail call fastcc void @transparent_crc(i64 noundef %115, ptr noundef nonnull @.str.25, i32 noundef %19)
  %116 = load i64, ptr getelementptr inbounds (i8, ptr @g_69, i64 8), align 8
  %117 = shl i64 %116, 6
  %118 = ashr i64 %117, 38
  tail call fastcc void @transparent_crc(i64 noundef %118, ptr noundef nonnull @.str.26, i32 noundef %19)
  %119 = load i64, ptr getelementptr inbounds (i8, ptr @g_69, i64 8), align 8
  %120 = lshr i64 %119, 58
  %121 = and i64 %120, 1
  tail call fastcc void @transparent_crc(i64 noundef %121, ptr noundef nonnull @.str.27, i32 noundef %19)
  %122 = load volatile i32, ptr @g_94, align 16, !tbaa !9
  %123 = sext i32 %122 to i64
  tail call fastcc void @transparent_crc(i64 noundef %123, ptr noundef nonnull @.str.28, i32 noundef %19)
  br i1 %18, label %124, label %131

124:
  %125 = load volatile i32, ptr getelementptr inbounds (i8, ptr @g_94, i64 4), align 4, !tbaa !9
  %126 = sext i32 %125 to i64
  tail call fastcc void @transparent_crc(i64 noundef %126, ptr noundef nonnull @.str.28, i32 noundef %19)
  %127 = load volatile i32, ptr getelementptr inbounds (i8, ptr @g_94, i64 8), align 8, !tbaa !9
  %128 = sext i32 %127 to i64
  tail call fastcc void @transparent_crc(i64 noundef %128, ptr noundef nonnull @.str.28, i32 noundef %19)
  %129 = load volatile i32, ptr getelementptr inbounds (i8, ptr @g_94, i64 12), align 4, !tbaa !9
  %130 = sext i32 %129 to i64
  tail call fastcc void @transparent_crc(i64 noundef %130, ptr noundef nonnull @.str.28, i32 noundef %19)
  tail call fastcc void @transparent_crc(i64 noundef 1, ptr noundef nonnull @.str.29, i32 noundef %19)
  tail call fastcc void @transparent_crc(i64 noundef 1, ptr noundef nonnull @.str.29, i32 noundef %19)
  br label %144

131:
  %132 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.21, i32 noundef 0)
  %133 = load volatile i32, ptr getelementptr inbounds (i8, ptr @g_94, i64 4), align 4, !tbaa !9
  %134 = sext i32 %133 to i64
  tail call fastcc void @transparent_crc(i64 noundef %134, ptr noundef nonnull @.str.28, i32 noundef %19)
  %135 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.21, i32 noundef 1)
  %136 = load volatile i32, ptr getelementptr inbounds (i8, ptr @g_94, i64 8), align 8, !tbaa !9
  %137 = sext i32 %136 to i64
  tail call fastcc void @transparent_crc(i64 noundef %137, ptr noundef nonnull @.str.28, i32 noundef %19)
  %138 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.21, i32 noundef 2)
  %139 = load volatile i32, ptr getelementptr inbounds (i8, ptr @g_94, i64 12), align 4, !tbaa !9
  %140 = sext i32 %139 to i64
  tail call fastcc void @transparent_crc(i64 noundef %140, ptr noundef nonnull @.str.28, i32 noundef %19)
  %141 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.21, i32 noundef 3)
  tail call fastcc void @transparent_crc(i64 noundef 1, ptr noundef nonnull @.str.29, i32 noundef %19)
  %142 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.21, i32 noundef 0)
  tail call fastcc void @transparent_crc(i64 noundef 1, ptr noundef nonnull @.str.29, i32 noundef %19)
  %143 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.21, i32 noundef 1)
  br label %144

144:
  %145 = load i64, ptr @g_134, align 8
  %146 = shl i64 %145, 44
  %147 = ashr exact i64 %146, 44
  tail call fastcc void @transparent_crc(i64 noundef %147, ptr noundef nonnull @.str.30, i32 noundef %19)
  %148 = load i64, ptr @g_134, align 8
  %149 = shl i64 %148, 13
  %150 = ashr i64 %149, 45
  tail call fastcc void @transparent_crc(i64 noundef %150, ptr noundef nonnull @.str.31, i32 noundef %19)
  %151 = load volatile i64, ptr getelementptr inbounds (i8, ptr @g_134, i64 8), align 8
  %152 = and i64 %151, 262143
  tail call fastcc void @transparent_crc(i64 noundef %152, ptr noundef nonnull @.str.32, i32 noundef %19)
  %153 = load i64, ptr getelementptr inbounds (i8, ptr @g_134, i64 8), align 8
  %154 = shl i64 %153, 39
  %155 = ashr i64 %154, 57
  tail call fastcc void @transparent_crc(i64 noundef %155, ptr noundef nonnull @.str.33, i32 noundef %19)
  %156 = load i64, ptr getelementptr inbounds (i8, ptr @g_134, i64 8), align 8
  %157 = shl i64 %156, 6
  %158 = ashr i64 %157, 38
  tail call fastcc void @transparent_crc(i64 noundef %158, ptr noundef nonnull @.str.34, i32 noundef %19)
  %159 = load i64, ptr getelementptr inbounds (i8, ptr @g_134, i64 8), align 8
  %160 = lshr i64 %159, 58
  %161 = and i64 %160, 1
  tail call fastcc void @transparent_crc(i64 noundef %161, ptr noundef nonnull @.str.35, i32 noundef %19)
  %162 = load i32, ptr @crc32_context, align 4, !tbaa !9
  %163 = xor i32 %162, -1
  %164 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.41, i32 noundef %163)
  ret i32 0
}

define internal fastcc void @transparent_crc(i64 noundef %0, ptr noundef %1, i32 noundef %2) unnamed_addr #0 {
  %4 = load i32, ptr @crc32_context, align 4, !tbaa !9
  %5 = lshr i32 %4, 8
  %6 = zext i32 %4 to i64
  %7 = xor i64 %6, %0
  %8 = and i64 %7, 255
  %9 = getelementptr inbounds [256 x i32], ptr @crc32_tab, i64 0, i64 %8
  %10 = load i32, ptr %9, align 4, !tbaa !9
  %11 = xor i32 %5, %10
  %12 = lshr i64 %0, 8
  %13 = lshr i32 %11, 8
  %14 = zext i32 %11 to i64
  %15 = xor i64 %12, %14
  %16 = and i64 %15, 255
  %17 = getelementptr inbounds [256 x i32], ptr @crc32_tab, i64 0, i64 %16
  %18 = load i32, ptr %17, align 4, !tbaa !9
  %19 = xor i32 %13, %18
  %20 = lshr i64 %0, 16
  %21 = lshr i32 %19, 8
  %22 = zext i32 %19 to i64
  %23 = xor i64 %20, %22
  %24 = and i64 %23, 255
  %25 = getelementptr inbounds [256 x i32], ptr @crc32_tab, i64 0, i64 %24
  %26 = load i32, ptr %25, align 4, !tbaa !9
  %27 = xor i32 %21, %26
  %28 = lshr i64 %0, 24
  %29 = lshr i32 %27, 8
  %30 = zext i32 %27 to i64
  %31 = xor i64 %28, %30
  %32 = and i64 %31, 255
  %33 = getelementptr inbounds [256 x i32], ptr @crc32_tab, i64 0, i64 %32
  %34 = load i32, ptr %33, align 4, !tbaa !9
  %35 = xor i32 %29, %34
  %36 = lshr i64 %0, 32
  %37 = lshr i32 %35, 8
  %38 = zext i32 %35 to i64
  %39 = xor i64 %36, %38
  %40 = and i64 %39, 255
  %41 = getelementptr inbounds [256 x i32], ptr @crc32_tab, i64 0, i64 %40
  %42 = load i32, ptr %41, align 4, !tbaa !9
  %43 = xor i32 %37, %42
  %44 = lshr i64 %0, 40
  %45 = lshr i32 %43, 8
  %46 = zext i32 %43 to i64
  %47 = xor i64 %44, %46
  %48 = and i64 %47, 255
  %49 = getelementptr inbounds [256 x i32], ptr @crc32_tab, i64 0, i64 %48
  %50 = load i32, ptr %49, align 4, !tbaa !9
  %51 = xor i32 %45, %50
  %52 = lshr i64 %0, 48
  %53 = lshr i32 %51, 8
  %54 = zext i32 %51 to i64
  %55 = xor i64 %52, %54
  %56 = and i64 %55, 255
  %57 = getelementptr inbounds [256 x i32], ptr @crc32_tab, i64 0, i64 %56
  %58 = load i32, ptr %57, align 4, !tbaa !9
  %59 = xor i32 %53, %58
  %60 = lshr i64 %0, 56
  %61 = lshr i32 %59, 8
  %62 = and i32 %59, 255
  %63 = zext nneg i32 %62 to i64
  %64 = xor i64 %60, %63
  %65 = getelementptr inbounds [256 x i32], ptr @crc32_tab, i64 0, i64 %64
  %66 = load i32, ptr %65, align 4, !tbaa !9
  %67 = xor i32 %61, %66
  store i32 %67, ptr @crc32_context, align 4, !tbaa !9
  %68 = icmp eq i32 %2, 0
  br i1 %68, label %73, label %69

69:
  %70 = xor i32 %67, -1
  %71 = zext i32 %70 to i64
  %72 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.36, ptr noundef %1, i64 noundef %71)
  br label %73

73:
  ret void
}

declare noundef i32 @printf(ptr nocapture noundef readonly, ...) local_unnamed_addr #1

attributes #0 = { nofree nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.module.flags = !{!0, !1, !2, !3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!5 = !{!6, !6, i64 0}
!6 = !{!"any pointer", !7, i64 0}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C/C++ TBAA"}
!9 = !{!10, !10, i64 0}
!10 = !{!"int", !7, i64 0}
!11 = distinct !{!11, !12, !13, !14}
!12 = !{!"llvm.loop.mustprogress"}
!13 = !{!"llvm.loop.isvectorized", i32 1}
!14 = !{!"llvm.loop.unroll.runtime.disable"}
!15 = !{!16, !10, i64 0}
!16 = !{!"S0", !10, i64 0, !7, i64 4, !10, i64 5, !10, i64 8, !7, i64 12}
!17 = !{!16, !7, i64 4}
!18 = !{!16, !10, i64 8}
!19 = !{!16, !7, i64 12}
!20 = !{!21, !10, i64 0}
!21 = !{!"S2", !10, i64 0, !10, i64 4, !10, i64 5, !10, i64 6}
