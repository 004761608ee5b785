; A random program: csmith 2.3.0 with --seed 48 and few functions, as clang 19 -O2 compiles it. The checksum is
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

@.str.1 = private unnamed_addr constant [4 x i8] c"g_3\00", align 1
@.str.2 = private unnamed_addr constant [4 x i8] c"g_6\00", align 1
@g_7 = internal global i16 -5, align 2
@.str.3 = private unnamed_addr constant [4 x i8] c"g_7\00", align 1
@g_8 = internal global i16 455, align 2
@.str.4 = private unnamed_addr constant [4 x i8] c"g_8\00", align 1
@.str.5 = private unnamed_addr constant [8 x i8] c"g_21.f0\00", align 1
@.str.6 = private unnamed_addr constant [8 x i8] c"g_21.f1\00", align 1
@.str.7 = private unnamed_addr constant [8 x i8] c"g_21.f2\00", align 1
@.str.8 = private unnamed_addr constant [8 x i8] c"g_21.f3\00", align 1
@g_33 = internal unnamed_addr global [5 x [5 x i8]] [[5 x i8] c"ccccc", [5 x i8] c"\00\03\00\03\00", [5 x i8] c"ccccc", [5 x i8] c"\00\03\00\03\00", [5 x i8] c"ccccc"], align 16
@.str.9 = private unnamed_addr constant [11 x i8] c"g_33[i][j]\00", align 1
@.str.10 = private unnamed_addr constant [18 x i8] c"index = [%d][%d]\0A\00", align 1
@.str.11 = private unnamed_addr constant [5 x i8] c"g_35\00", align 1
@g_38 = internal global i32 1594525218, align 4
@.str.12 = private unnamed_addr constant [5 x i8] c"g_38\00", align 1
@crc32_context = internal unnamed_addr global i32 -1, align 4
@crc32_tab = internal unnamed_addr global [256 x i32] zeroinitializer, align 16
@g_37 = internal global ptr @g_38, align 8
@.str.13 = private unnamed_addr constant [36 x i8] c"...checksum after hashing %s : %lX\0A\00", align 1
@g_21 = internal global { i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8, i8 } { i8 -123, i8 6, i8 0, i8 104, i8 7, i8 0, i8 -96, i8 116, i8 3, i8 0, i8 -40, i8 72, i8 0, i8 0 }, align 16
@.str.15 = private unnamed_addr constant [15 x i8] c"checksum = %X\0A\00", align 1

define dso_local noundef i32 @main(i32 noundef %0, ptr nocapture noundef readonly %1) local_unnamed_addr #0 {
  %3 = alloca [14 x i8], align 1
  %4 = alloca [14 x i8], align 1
  %5 = icmp eq i32 %0, 2
  br i1 %5, label %6, label %19

6:
  %7 = getelementptr inbounds i8, ptr %1, i64 8
  %8 = load ptr, ptr %7, align 8, !tbaa !5
  %9 = load i8, ptr %8, align 1
  %10 = icmp eq i8 %9, 49
  br i1 %10, label %11, label %15

11:
  %12 = getelementptr inbounds i8, ptr %8, i64 1
  %13 = load i8, ptr %12, align 1
  %14 = icmp ne i8 %13, 0
  br label %15

15:
  %16 = phi i1 [ true, %6 ], [ %14, %11 ]
  %17 = xor i1 %16, true
  %18 = zext i1 %17 to i32
  br label %19

19:
  %20 = phi i1 [ true, %2 ], [ %16, %15 ]
  %21 = phi i32 [ 0, %2 ], [ %18, %15 ]
  br label %22

22:
  %23 = phi i64 [ 0, %19 ], [ %66, %22 ]
  %24 = phi <4 x i32> [ <i32 0, i32 1, i32 2, i32 3>, %19 ], [ %67, %22 ]
  %25 = and <4 x i32> %24, <i32 1, i32 1, i32 1, i32 1>
  %26 = icmp eq <4 x i32> %25, zeroinitializer
  %27 = lshr <4 x i32> %24, <i32 1, i32 1, i32 1, i32 1>
  %28 = xor <4 x i32> %27, <i32 -306674912, i32 -306674912, i32 -306674912, i32 -306674912>
  %29 = select <4 x i1> %26, <4 x i32> %27, <4 x i32> %28
  %30 = and <4 x i32> %29, <i32 1, i32 1, i32 1, i32 1>
  %31 = icmp eq <4 x i32> %30, zeroinitializer
  %32 = lshr <4 x i32> %29, <i32 1, i32 1, i32 1, i32 1>
  %33 = xor <4 x i32> %32, <i32 -306674912, i32 -306674912, i32 -306674912, i32 -306674912>
  %34 = select <4 x i1> %31, <4 x i32> %32, <4 x i32> %33
  %35 = and <4 x i32> %34, <i32 1, i32 1, i32 1, i32 1>
  %36 = icmp eq <4 x i32> %35, zeroinitializer
  %37 = lshr <4 x i32> %34, <i32 1, i32 1, i32 1, i32 1>
  %38 = xor <4 x i32> %37, <i32 -306674912, i32 -306674912, i32 -306674912, i32 -306674912>
  %39 = select <4 x i1> %36, <4 x i32> %37, <4 x i32> %38
  %40 = and <4 x i32> %39, <i32 1, i32 1, i32 1, i32 1>
  %41 = icmp eq <4 x i32> %40, zeroinitializer
  %42 = lshr <4 x i32> %39, <i32 1, i32 1, i32 1, i32 1>
  %43 = xor <4 x i32> %42, <i32 -306674912, i32 -306674912, i32 -306674912, i32 -306674912>
  %44 = select <4 x i1> %41, <4 x i32> %42, <4 x i32> %43
  %45 = and <4 x i32> %44, <i32 1, i32 1, i32 1, i32 1>
  %46 = icmp eq <4 x i32> %45, zeroinitializer
  %47 = lshr <4 x i32> %44, <i32 1, i32 1, i32 1, i32 1>
  %48 = xor <4 x i32> %47, <i32 -306674912, i32 -306674912, i32 -306674912, i32 -306674912>
  %49 = select <4 x i1> %46, <4 x i32> %47, <4 x i32> %48
  %50 = and <4 x i32> %49, <i32 1, i32 1, i32 1, i32 1>
  %51 = icmp eq <4 x i32> %50, zeroinitializer
  %52 = lshr <4 x i32> %49, <i32 1, i32 1, i32 1, i32 1>
  %53 = xor <4 x i32> %52, <i32 -306674912, i32 -306674912, i32 -306674912, i32 -306674912>
  %54 = select <4 x i1> %51, <4 x i32> %52, <4 x i32> %53
  %55 = and <4 x i32> %54, <i32 1, i32 1, i32 1, i32 1>
  %56 = icmp eq <4 x i32> %55, zeroinitializer
  %57 = lshr <4 x i32> %54, <i32 1, i32 1, i32 1, i32 1>
  %58 = xor <4 x i32> %57, <i32 -306674912, i32 -306674912, i32 -306674912, i32 -306674912>
  %59 = select <4 x i1> %56, <4 x i32> %57, <4 x i32> %58
  %60 = and <4 x i32> %59, <i32 1, i32 1, i32 1, i32 1>
  %61 = icmp eq <4 x i32> %60, zeroinitializer
  %62 = lshr <4 x i32> %59, <i32 1, i32 1, i32 1, i32 1>
  %63 = xor <4 x i32> %62, <i32 -306674912, i32 -306674912, i32 -306674912, i32 -306674912>
  %64 = select <4 x i1> %61, <4 x i32> %62, <4 x i32> %63
  %65 = getelementptr inbounds [256 x i32], ptr @crc32_tab, i64 0, i64 %23
  store <4 x i32> %64, ptr %65, align 16, !tbaa !9
  %66 = add nuw i64 %23, 4
  %67 = add <4 x i32> %24, <i32 4, i32 4, i32 4, i32 4>
  %68 = icmp eq i64 %66, 256
  br i1 %68, label %69, label %22, !llvm.loop !11

69:
  call void @llvm.lifetime.start.p0(i64 14, ptr nonnull %4)
  %70 = load volatile i16, ptr @g_8, align 2, !tbaa !15
  %71 = add i16 %70, 1
  store volatile i16 %71, ptr @g_8, align 2, !tbaa !15
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 1 %4, ptr align 1 @g_21, i64 14, i1 true), !tbaa.struct !17
  %72 = load volatile i112, ptr @g_21, align 16
  call void @llvm.lifetime.start.p0(i64 14, ptr nonnull %3)
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 1 %3, ptr align 1 @g_21, i64 14, i1 true), !tbaa.struct !17
  %73 = load volatile i112, ptr @g_21, align 16
  store i8 0, ptr getelementptr inbounds (i8, ptr @g_33, i64 22), align 2, !tbaa !18
  %74 = load volatile ptr, ptr @g_37, align 8, !tbaa !5
  store i32 1, ptr %74, align 4, !tbaa !9
  call void @llvm.lifetime.end.p0(i64 14, ptr nonnull %3)
  %75 = load volatile i112, ptr @g_21, align 16
  call void @llvm.lifetime.end.p0(i64 14, ptr nonnull %4)
  tail call fastcc void @transparent_crc(i64 noundef -327870814, ptr noundef nonnull @.str.1, i32 noundef %21)
  tail call fastcc void @transparent_crc(i64 noundef -8625315816363464301, ptr noundef nonnull @.str.2, i32 noundef %21)
  %76 = load volatile i16, ptr @g_7, align 2, !tbaa !15
  %77 = sext i16 %76 to i64
  tail call fastcc void @transparent_crc(i64 noundef %77, ptr noundef nonnull @.str.3, i32 noundef %21)
  %78 = load volatile i16, ptr @g_8, align 2, !tbaa !15
  %79 = zext i16 %78 to i64
  tail call fastcc void @transparent_crc(i64 noundef %79, ptr noundef nonnull @.str.4, i32 noundef %21)
  %80 = load volatile i112, ptr @g_21, align 16
  %81 = trunc i112 %80 to i64
  %82 = and i64 %81, 4194303
  tail call fastcc void @transparent_crc(i64 noundef %82, ptr noundef nonnull @.str.5, i32 noundef %21)
  %83 = load volatile i112, ptr @g_21, align 16
  %84 = shl i112 %83, 59
  %85 = ashr i112 %84, 81
  %86 = trunc nsw i112 %85 to i64
  tail call fastcc void @transparent_crc(i64 noundef %86, ptr noundef nonnull @.str.6, i32 noundef %21)
  %87 = load volatile i112, ptr @g_21, align 16
  %88 = lshr i112 %87, 53
  %89 = trunc nuw nsw i112 %88 to i64
  %90 = and i64 %89, 268435455
  tail call fastcc void @transparent_crc(i64 noundef %90, ptr noundef nonnull @.str.7, i32 noundef %21)
  %91 = load volatile i112, ptr @g_21, align 16
  %92 = lshr i112 %91, 81
  %93 = trunc nuw nsw i112 %92 to i64
  %94 = and i64 %93, 536870911
  tail call fastcc void @transparent_crc(i64 noundef %94, ptr noundef nonnull @.str.8, i32 noundef %21)
  br label %95

95:
  %96 = phi i64 [ 0, %69 ], [ %137, %136 ]
  %97 = getelementptr inbounds [5 x [5 x i8]], ptr @g_33, i64 0, i64 %96, i64 0
  %98 = load i8, ptr %97, align 1, !tbaa !18
  %99 = zext i8 %98 to i64
  tail call fastcc void @transparent_crc(i64 noundef %99, ptr noundef nonnull @.str.9, i32 noundef %21)
  br i1 %20, label %100, label %113

100:
  %101 = getelementptr inbounds [5 x [5 x i8]], ptr @g_33, i64 0, i64 %96, i64 1
  %102 = load i8, ptr %101, align 1, !tbaa !18
  %103 = zext i8 %102 to i64
  tail call fastcc void @transparent_crc(i64 noundef %103, ptr noundef nonnull @.str.9, i32 noundef %21)
  %104 = getelementptr inbounds [5 x [5 x i8]], ptr @g_33, i64 0, i64 %96, i64 2
  %105 = load i8, ptr %104, align 1, !tbaa !18
  %106 = zext i8 %105 to i64
  tail call fastcc void @transparent_crc(i64 noundef %106, ptr noundef nonnull @.str.9, i32 noundef %21)
  %107 = getelementptr inbounds [5 x [5 x i8]], ptr @g_33, i64 0, i64 %96, i64 3
  %108 = load i8, ptr %107, align 1, !tbaa !18
  %109 = zext i8 %108 to i64
  tail call fastcc void @transparent_crc(i64 noundef %109, ptr noundef nonnull @.str.9, i32 noundef %21)
  %110 = getelementptr inbounds [5 x [5 x i8]], ptr @g_33, i64 0, i64 %96, i64 4
  %111 = load i8, ptr %110, align 1, !tbaa !18
  %112 = zext i8 %111 to i64
  tail call fastcc void @transparent_crc(i64 noundef %112, ptr noundef nonnull @.str.9, i32 noundef %21)
  br label %136

113:
  %114 = trunc nuw nsw i64 %96 to i32
  %115 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.10, i32 noundef %114, i32 noundef 0)
  %116 = getelementptr inbounds [5 x [5 x i8]], ptr @g_33, i64 0, i64 %96, i64 1
  %117 = load i8, ptr %116, align 1, !tbaa !18
  %118 = zext i8 %117 to i64
  tail call fastcc void @transparent_crc(i64 noundef %118, ptr noundef nonnull @.str.9, i32 noundef %21)
  %119 = trunc nuw nsw i64 %96 to i32
  %120 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.10, i32 noundef %119, i32 noundef 1)
  %121 = getelementptr inbounds [5 x [5 x i8]], ptr @g_33, i64 0, i64 %96, i64 2
  %122 = load i8, ptr %121, align 1, !tbaa !18
  %123 = zext i8 %122 to i64
  tail call fastcc void @transparent_crc(i64 noundef %123, ptr noundef nonnull @.str.9, i32 noundef %21)
  %124 = trunc nuw nsw i64 %96 to i32
  %125 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.10, i32 noundef %124, i32 noundef 2)
  %126 = getelementptr inbounds [5 x [5 x i8]], ptr @g_33, i64 0, i64 %96, i64 3
  %127 = load i8, ptr %126, align 1, !tbaa !18
  %128 = zext i8 %127 to i64
  tail call fastcc void @transparent_crc(i64 noundef %128, ptr noundef nonnull @.str.9, i32 noundef %21)
  %129 = trunc nuw nsw i64 %96 to i32
  %130 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.10, i32 noundef %129, i32 noundef 3)
  %131 = getelementptr inbounds [5 x [5 x i8]], ptr @g_33, i64 0, i64 %96, i64 4
  %132 = load i8, ptr %131, align 1, !tbaa !18
  %133 = zext i8 %132 to i64
  tail call fastcc void @transparent_crc(i64 noundef %133, ptr noundef nonnull @.str.9, i32 noundef %21)
  %134 = trunc nuw nsw i64 %96 to i32
  %135 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.10, i32 noundef %134, i32 noundef 4)
  br label %136

136:
  %137 = add nuw nsw i64 %96, 1
  %138 = icmp eq i64 %137, 5
  br i1 %138, label %139, label %95, !llvm.loop !19

139:
  tail call fastcc void @transparent_crc(i64 noundef 0, ptr noundef nonnull @.str.11, i32 noundef %21)
  %140 = load i32, ptr @g_38, align 4, !tbaa !9
  %141 = sext i32 %140 to i64
  tail call fastcc void @transparent_crc(i64 noundef %141, ptr noundef nonnull @.str.12, i32 noundef %21)
  %142 = load i32, ptr @crc32_context, align 4, !tbaa !9
  %143 = xor i32 %142, -1
  %144 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.15, i32 noundef %143)
  ret i32 0
}

declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

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
  %72 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.13, ptr noundef %1, i64 noundef %71)
  br label %73

73:
  ret void
}

declare noundef i32 @printf(ptr nocapture noundef readonly, ...) local_unnamed_addr #2

declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #3

attributes #0 = { nofree nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nofree nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }

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
!15 = !{!16, !16, i64 0}
!16 = !{!"short", !7, i64 0}
!17 = !{i64 0, i64 14, !18}
!18 = !{!7, !7, i64 0}
!19 = distinct !{!19, !12}
