; Integers of odd widths and of 128 bits, overflow, variadic functions that are called directly and through pointers,
; structs on the stack, alignment of stack slots: what clang 19 makes of a C program for x86-64.
; Expected output made by the program as llc 19.1.7 builds it.
; REQUIRES: cranelift
; RUN: avarice compile --backend=cranelift -verify-regalloc %s -relocation-model=pic -o %t.o && cc %t.o -o %t -lm && %t > %t.out
; RUN: avarice compile --backend=cranelift -verify-regalloc -O0 %s -relocation-model=pic -o %t.o && cc %t.o -o %t -lm && %t | diff - %t.out
; RUN: avarice compile --backend=cranelift -verify-regalloc -regalloc=fastalloc %s -relocation-model=pic -o %t.o && cc %t.o -o %t -lm && %t | diff - %t.out
; RUN: cat %t.out
; OUTPUT:
; odd 000000000000000000000000006ccf33
; odd_unsigned 00000000000000000000000400d933ed
; odd_wide fffffffc0f9d7f9a6dcf9db63aca111b
; 5 p ed398cfc26d00384a92989ee9ae666e8
; 1 q 91099bbfe8adf80522b53c1b35dd172c
; 1 l 00000000000000006c79758d43cd5354
; many 7e4328bc0f7dfb8bc4eb68fa0ebb5cc6
; 0 5.5 1011.5
; 1197 50 30
; odd ffffffffffffffffffffffffff8b0794
; odd_unsigned 0000000000000000000000013b7c44d1
; odd_wide fffffffd3fddd5d8a815c857e17b376b
; 1 p e15b23f991ac218cc73dac47b231d1ff
; 1 q 1e9f2f13ae1bb28a724800ab0e065dd1
; 1 l 000000000000000034cdebb4f05c1d91
; many fffa530d3fc7d4176b554e1233ca5a94
; 1 5.5 1011.75
; 1216 10 30
; odd ffffffffffffffffffffffffffa548c5
; odd_unsigned 00000000000000000000000a12a730b5
; odd_wide ffffffffffd54b3a65fada9a50a79dda
; 1 p 3bfb20c0f25185259004bcbb340fc16f
; 1 q c404d94464472e381706348fe5a08431
; 1 l 000000000000000064f97701c15112d4
; many fffffa055698b35d7ad5fb7a3fd3504a
; 4 5.5 1012
; 979 50 30
; odd 000000000000000000000000002bef85
; odd_unsigned 0000000000000000000000194d49fed6
; odd_wide fffffff8ba911198e5f772d7bbc0fb06
; 1 p acde9f809defb37bc08b2595fcdb4749
; 1 q 532160881c6730d447ea02ad21825e14
; 1 l 000000000000000040e13d0e22f6fe1c
; many 00000008ba56e44fd9fec25867c90b69
; 9 5.5 1012.25
; 998 20 30
; odd 000000000000000000000000002d0c43
; odd_unsigned 00000000000000000000000ed15dc2c2
; odd_wide ffffffffffffdde746f9ef9e23e082af
; 1 p 5b1fb467bb006cd98a740d8fc907a6fe
; 1 q a4e04b984942aa43a175d9dca9456ad0
; 1 l ffffffffffffffff942a92a63362574c
; many 000000000443171d3cb0bf7d3422e470
; 16 5.5 1012.5
; 1017 40 30

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.big = type { [6 x i64] }
%struct.__va_list_tag = type { i32, i32, ptr, ptr }

@print = dso_local global ptr @printf, align 8
@total = dso_local global ptr @sum, align 8
@seed = internal global i64 7, align 8
@.str = private unnamed_addr constant [4 x i8] c"odd\00", align 1
@.str.1 = private unnamed_addr constant [13 x i8] c"odd_unsigned\00", align 1
@.str.2 = private unnamed_addr constant [9 x i8] c"odd_wide\00", align 1
@.str.3 = private unnamed_addr constant [4 x i8] c"%d \00", align 1
@.str.4 = private unnamed_addr constant [2 x i8] c"p\00", align 1
@.str.5 = private unnamed_addr constant [2 x i8] c"q\00", align 1
@.str.6 = private unnamed_addr constant [2 x i8] c"l\00", align 1
@.str.7 = private unnamed_addr constant [5 x i8] c"many\00", align 1
@.str.8 = private unnamed_addr constant [10 x i8] c"%g %g %g\0A\00", align 1
@.str.9 = private unnamed_addr constant [11 x i8] c"%ld %d %d\0A\00", align 1
@.str.10 = private unnamed_addr constant [19 x i8] c"%s %016llx%016llx\0A\00", align 1

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local signext i24 @odd(i24 noundef signext %0, i24 noundef signext %1) local_unnamed_addr #0 {
  %3 = mul nsw i24 %1, %0
  %4 = sext i24 %3 to i32
  %5 = add nsw i32 %4, -5
  %6 = or i24 %1, 1
  %7 = sext i24 %6 to i32
  %8 = sdiv i32 %5, %7
  %9 = ashr i24 %0, 3
  %10 = zext i24 %9 to i32
  %11 = shl i24 %1, 2
  %12 = zext i24 %11 to i32
  %13 = sub nsw i32 %10, %12
  %14 = add nsw i32 %13, %8
  %15 = trunc i32 %14 to i24
  ret i24 %15
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local range(i64 0, 137438953472) i64 @odd_unsigned(i64 noundef %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = trunc i64 %0 to i37
  %4 = trunc i64 %1 to i37
  %5 = mul i37 %4, %3
  %6 = add i37 %5, 11
  %7 = or i37 %4, 1
  %8 = urem i37 %6, %7
  %9 = lshr i37 %3, 5
  %10 = shl i37 %4, 9
  %11 = xor i37 %10, %9
  %12 = xor i37 %11, %8
  %13 = zext i37 %12 to i64
  ret i64 %13
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local { i64, i64 } @odd_wide(i64 noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3) local_unnamed_addr #0 {
  %5 = alloca i100, align 16
  %6 = zext i64 %1 to i100
  %7 = shl i100 %6, 64
  %8 = zext i64 %0 to i100
  %9 = or disjoint i100 %7, %8
  %10 = zext i64 %3 to i100
  %11 = shl i100 %10, 64
  %12 = zext i64 %2 to i100
  %13 = or disjoint i100 %11, %12
  %14 = mul nsw i100 %13, %9
  %15 = or i100 %13, 1
  %16 = sdiv i100 %14, %15
  %17 = ashr i100 %9, 13
  %18 = tail call i100 @llvm.smin.i100(i100 %9, i100 %13)
  %19 = sub i100 %18, %17
  %20 = add i100 %19, %16
  store i100 %20, ptr %5, align 16
  %21 = load i64, ptr %5, align 16
  %22 = insertvalue { i64, i64 } poison, i64 %21, 0
  %23 = getelementptr inbounds i8, ptr %5, i64 8
  %24 = load i64, ptr %23, align 8
  %25 = insertvalue { i64, i64 } %22, i64 %24, 1
  ret { i64, i64 } %25
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: write) uwtable
define dso_local range(i32 0, 8) i32 @overflows(i64 noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, ptr nocapture noundef writeonly %4) local_unnamed_addr #1 {
  %6 = zext i64 %1 to i128
  %7 = shl nuw i128 %6, 64
  %8 = zext i64 %0 to i128
  %9 = or disjoint i128 %7, %8
  %10 = zext i64 %3 to i128
  %11 = shl nuw i128 %10, 64
  %12 = zext i64 %2 to i128
  %13 = or disjoint i128 %11, %12
  %14 = tail call { i128, i1 } @llvm.smul.with.overflow.i128(i128 %9, i128 %13)
  %15 = extractvalue { i128, i1 } %14, 1
  %16 = extractvalue { i128, i1 } %14, 0
  %17 = zext i1 %15 to i32
  %18 = tail call { i128, i1 } @llvm.sadd.with.overflow.i128(i128 %16, i128 %13)
  %19 = extractvalue { i128, i1 } %18, 1
  %20 = extractvalue { i128, i1 } %18, 0
  %21 = select i1 %19, i32 2, i32 0
  %22 = or disjoint i32 %21, %17
  %23 = tail call { i128, i1 } @llvm.ssub.with.overflow.i128(i128 %9, i128 %20)
  %24 = extractvalue { i128, i1 } %23, 1
  %25 = extractvalue { i128, i1 } %23, 0
  store i128 %25, ptr %4, align 16
  %26 = select i1 %24, i32 4, i32 0
  %27 = or disjoint i32 %22, %26
  ret i32 %27
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { i128, i1 } @llvm.smul.with.overflow.i128(i128, i128) #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { i128, i1 } @llvm.sadd.with.overflow.i128(i128, i128) #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { i128, i1 } @llvm.ssub.with.overflow.i128(i128, i128) #2

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: write) uwtable
define dso_local range(i32 0, 2) i32 @overflows_unsigned(i64 noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, ptr nocapture noundef writeonly %4) local_unnamed_addr #1 {
  %6 = zext i64 %1 to i128
  %7 = shl nuw i128 %6, 64
  %8 = zext i64 %0 to i128
  %9 = or disjoint i128 %7, %8
  %10 = zext i64 %3 to i128
  %11 = shl nuw i128 %10, 64
  %12 = zext i64 %2 to i128
  %13 = or disjoint i128 %11, %12
  %14 = tail call { i128, i1 } @llvm.umul.with.overflow.i128(i128 %9, i128 %13)
  %15 = extractvalue { i128, i1 } %14, 1
  %16 = extractvalue { i128, i1 } %14, 0
  store i128 %16, ptr %4, align 16
  %17 = zext i1 %15 to i32
  ret i32 %17
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { i128, i1 } @llvm.umul.with.overflow.i128(i128, i128) #2

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: write) uwtable
define dso_local range(i32 0, 2) i32 @overflows_long(i64 noundef %0, i64 noundef %1, ptr nocapture noundef writeonly %2) local_unnamed_addr #1 {
  %4 = tail call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %0, i64 %1)
  %5 = extractvalue { i64, i1 } %4, 1
  %6 = extractvalue { i64, i1 } %4, 0
  store i64 %6, ptr %2, align 8
  %7 = zext i1 %5 to i32
  ret i32 %7
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { i64, i1 } @llvm.smul.with.overflow.i64(i64, i64) #2

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: read) uwtable
define dso_local { i64, i64 } @many(i64 noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, i64 noundef %4, i128 noundef %5, i64 noundef %6, ptr nocapture noundef readonly byval(%struct.big) align 16 %7, double noundef %8, i128 noundef %9, <2 x float> %10) local_unnamed_addr #3 {
  %12 = mul nsw i64 %1, %0
  %13 = sext i64 %12 to i128
  %14 = add nsw i128 %13, %5
  %15 = mul nsw i64 %3, %2
  %16 = sext i64 %15 to i128
  %17 = add nsw i128 %14, %16
  %18 = mul nsw i64 %6, %4
  %19 = sext i64 %18 to i128
  %20 = add nsw i128 %17, %19
  %21 = load i64, ptr %7, align 16
  %22 = getelementptr inbounds i8, ptr %7, i64 40
  %23 = load i64, ptr %22, align 8
  %24 = mul nsw i64 %23, %21
  %25 = sext i64 %24 to i128
  %26 = fptosi double %8 to i128
  %27 = mul nsw i128 %9, 3
  %28 = shufflevector <2 x float> %10, <2 x float> poison, <2 x i32> <i32 1, i32 poison>
  %29 = fmul <2 x float> %28, %10
  %30 = extractelement <2 x float> %29, i64 0
  %31 = fptosi float %30 to i128
  %32 = add i128 %20, %26
  %33 = add i128 %32, %27
  %34 = add i128 %33, %31
  %35 = add i128 %34, %25
  %36 = trunc i128 %35 to i64
  %37 = lshr i128 %35, 64
  %38 = trunc nuw i128 %37 to i64
  %39 = insertvalue { i64, i64 } poison, i64 %36, 0
  %40 = insertvalue { i64, i64 } %39, i64 %38, 1
  ret { i64, i64 } %40
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local <2 x float> @half(<2 x float> %0, <2 x float> %1) local_unnamed_addr #4 {
  %3 = shufflevector <2 x float> %1, <2 x float> poison, <2 x i32> <i32 1, i32 poison>
  %4 = fmul <2 x float> %3, %0
  %5 = shufflevector <2 x float> %0, <2 x float> poison, <2 x i32> <i32 1, i32 poison>
  %6 = fadd <2 x float> %5, %1
  %7 = shufflevector <2 x float> %4, <2 x float> %6, <2 x i32> <i32 0, i32 2>
  ret <2 x float> %7
}

; Function Attrs: nofree noinline norecurse nosync nounwind uwtable
define dso_local double @sum(i32 noundef %0, ...) #5 {
  %2 = alloca [1 x %struct.__va_list_tag], align 16
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %2) #13
  call void @llvm.va_start.p0(ptr nonnull %2)
  %3 = icmp sgt i32 %0, 0
  br i1 %3, label %4, label %13

4:                                                ; preds = %1
  %5 = load i32, ptr %2, align 16
  %6 = getelementptr inbounds i8, ptr %2, i64 4
  %7 = getelementptr inbounds i8, ptr %2, i64 8
  %8 = getelementptr inbounds i8, ptr %2, i64 16
  %9 = load ptr, ptr %8, align 16
  %10 = getelementptr inbounds i8, ptr %2, i64 8
  %11 = load i32, ptr %6, align 4
  %12 = load ptr, ptr %7, align 8
  br label %15

13:                                               ; preds = %50, %1
  %14 = phi double [ 0.000000e+00, %1 ], [ %55, %50 ]
  call void @llvm.va_end.p0(ptr %2)
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %2) #13
  ret double %14

15:                                               ; preds = %4, %50
  %16 = phi ptr [ %12, %4 ], [ %51, %50 ]
  %17 = phi i32 [ %11, %4 ], [ %52, %50 ]
  %18 = phi i32 [ 0, %4 ], [ %56, %50 ]
  %19 = phi double [ 0.000000e+00, %4 ], [ %55, %50 ]
  %20 = phi i32 [ %5, %4 ], [ %53, %50 ]
  %21 = and i32 %18, 1
  %22 = icmp eq i32 %21, 0
  br i1 %22, label %36, label %23

23:                                               ; preds = %15
  %24 = icmp ult i32 %17, 161
  br i1 %24, label %25, label %29

25:                                               ; preds = %23
  %26 = zext nneg i32 %17 to i64
  %27 = getelementptr i8, ptr %9, i64 %26
  %28 = add nuw nsw i32 %17, 16
  store i32 %28, ptr %6, align 4
  br label %31

29:                                               ; preds = %23
  %30 = getelementptr i8, ptr %16, i64 8
  store ptr %30, ptr %7, align 8
  br label %31

31:                                               ; preds = %29, %25
  %32 = phi ptr [ %16, %25 ], [ %30, %29 ]
  %33 = phi i32 [ %28, %25 ], [ %17, %29 ]
  %34 = phi ptr [ %27, %25 ], [ %16, %29 ]
  %35 = load double, ptr %34, align 8
  br label %50

36:                                               ; preds = %15
  %37 = icmp ult i32 %20, 41
  br i1 %37, label %38, label %42

38:                                               ; preds = %36
  %39 = zext nneg i32 %20 to i64
  %40 = getelementptr i8, ptr %9, i64 %39
  %41 = add nuw nsw i32 %20, 8
  store i32 %41, ptr %2, align 16
  br label %44

42:                                               ; preds = %36
  %43 = getelementptr i8, ptr %16, i64 8
  store ptr %43, ptr %10, align 8
  br label %44

44:                                               ; preds = %42, %38
  %45 = phi ptr [ %16, %38 ], [ %43, %42 ]
  %46 = phi i32 [ %41, %38 ], [ %20, %42 ]
  %47 = phi ptr [ %40, %38 ], [ %16, %42 ]
  %48 = load i64, ptr %47, align 8
  %49 = sitofp i64 %48 to double
  br label %50

50:                                               ; preds = %44, %31
  %51 = phi ptr [ %32, %31 ], [ %45, %44 ]
  %52 = phi i32 [ %33, %31 ], [ %17, %44 ]
  %53 = phi i32 [ %20, %31 ], [ %46, %44 ]
  %54 = phi double [ %35, %31 ], [ %49, %44 ]
  %55 = fadd double %19, %54
  %56 = add nuw nsw i32 %18, 1
  %57 = icmp eq i32 %56, %0
  br i1 %57, label %13, label %15
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #6

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p0(ptr) #7

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #6

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end.p0(ptr) #7

; Function Attrs: nofree noinline norecurse nosync nounwind memory(none) uwtable
define dso_local i64 @aligned(i64 noundef %0) local_unnamed_addr #8 {
  %2 = alloca [128 x i8], align 64
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %2) #13
  br label %3

3:                                                ; preds = %1, %3
  %4 = phi i64 [ 0, %1 ], [ %8, %3 ]
  %5 = add nsw i64 %4, %0
  %6 = trunc i64 %5 to i8
  %7 = getelementptr inbounds [128 x i8], ptr %2, i64 0, i64 %4
  store i8 %6, ptr %7, align 1
  %8 = add nuw nsw i64 %4, 1
  %9 = icmp eq i64 %8, 128
  br i1 %9, label %11, label %3

10:                                               ; preds = %11
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %2) #13
  ret i64 %17

11:                                               ; preds = %3, %11
  %12 = phi i64 [ %18, %11 ], [ 0, %3 ]
  %13 = phi i64 [ %17, %11 ], [ 0, %3 ]
  %14 = getelementptr inbounds [128 x i8], ptr %2, i64 0, i64 %12
  %15 = load i8, ptr %14, align 1
  %16 = sext i8 %15 to i64
  %17 = add nsw i64 %13, %16
  %18 = add nuw nsw i64 %12, 7
  %19 = icmp ult i64 %12, 121
  br i1 %19, label %11, label %10
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local range(i32 10, 51) i32 @cases(i64 noundef %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = zext i64 %1 to i128
  %4 = shl nuw i128 %3, 64
  %5 = zext i64 %0 to i128
  %6 = or disjoint i128 %4, %5
  switch i128 %6, label %10 [
    i128 1, label %11
    i128 1267650600228229401496703205376, label %7
    i128 77, label %8
    i128 92233720368547758083, label %9
  ]

7:                                                ; preds = %2
  br label %11

8:                                                ; preds = %2
  br label %11

9:                                                ; preds = %2
  br label %11

10:                                               ; preds = %2
  br label %11

11:                                               ; preds = %2, %10, %9, %8, %7
  %12 = phi i32 [ 50, %10 ], [ 40, %9 ], [ 30, %8 ], [ 20, %7 ], [ 10, %2 ]
  ret i32 %12
}

; Function Attrs: nofree nounwind
declare noundef i32 @printf(ptr nocapture noundef readonly, ...) #9

; Function Attrs: nounwind uwtable
define dso_local noundef i32 @main() local_unnamed_addr #10 {
  %1 = alloca i128, align 16
  %2 = alloca i128, align 16
  %3 = alloca i64, align 8
  %4 = alloca %struct.big, align 16
  %5 = load volatile i64, ptr @seed, align 8
  %6 = getelementptr inbounds i8, ptr %4, i64 8
  %7 = getelementptr inbounds i8, ptr %4, i64 16
  %8 = getelementptr inbounds i8, ptr %4, i64 24
  %9 = getelementptr inbounds i8, ptr %4, i64 32
  %10 = getelementptr inbounds i8, ptr %4, i64 40
  br label %12

11:                                               ; preds = %12
  ret i32 0

12:                                               ; preds = %0, %12
  %13 = phi i64 [ 0, %0 ], [ %108, %12 ]
  %14 = phi i64 [ %5, %0 ], [ %16, %12 ]
  %15 = mul i64 %14, 6364136223846793005
  %16 = add i64 %15, 1442695040888963407
  %17 = zext i64 %16 to i128
  %18 = shl nuw i128 %17, 64
  %19 = mul i64 %16, 31
  %20 = zext i64 %19 to i128
  %21 = or disjoint i128 %18, %20
  %22 = mul nuw nsw i64 %13, 9
  %23 = zext nneg i64 %22 to i128
  %24 = ashr i128 %21, %23
  %25 = shl nuw nsw i64 %13, 2
  %26 = lshr i64 %16, %25
  %27 = zext i64 %26 to i128
  %28 = add nsw i128 %27, -1000
  %29 = trunc i64 %16 to i24
  %30 = lshr i64 %16, 24
  %31 = trunc i64 %30 to i24
  %32 = tail call signext i24 @odd(i24 noundef signext %29, i24 noundef signext %31)
  %33 = sext i24 %32 to i64
  %34 = ashr i24 %32, 23
  %35 = sext i24 %34 to i64
  tail call fastcc void @show(ptr noundef nonnull @.str, i64 noundef %33, i64 noundef %35)
  %36 = lshr i64 %16, 20
  %37 = and i64 %16, 137438953471
  %38 = and i64 %36, 137438953471
  %39 = tail call i64 @odd_unsigned(i64 noundef %37, i64 noundef %38)
  tail call fastcc void @show(ptr noundef nonnull @.str.1, i64 noundef %39, i64 noundef 0)
  %40 = shl i128 %24, 28
  %41 = ashr exact i128 %40, 28
  %42 = trunc i128 %24 to i64
  %43 = lshr i128 %41, 64
  %44 = trunc nuw i128 %43 to i64
  %45 = trunc i128 %28 to i64
  %46 = lshr i128 %28, 64
  %47 = trunc nuw i128 %46 to i64
  %48 = tail call { i64, i64 } @odd_wide(i64 noundef %42, i64 noundef %44, i64 noundef %45, i64 noundef %47)
  %49 = extractvalue { i64, i64 } %48, 0
  %50 = extractvalue { i64, i64 } %48, 1
  %51 = zext i64 %50 to i100
  %52 = shl i100 %51, 64
  %53 = sext i100 %52 to i128
  %54 = lshr exact i128 %53, 64
  %55 = trunc nuw i128 %54 to i64
  tail call fastcc void @show(ptr noundef nonnull @.str.2, i64 noundef %49, i64 noundef %55)
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %1) #13
  store i128 0, ptr %1, align 16
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %2) #13
  store i128 0, ptr %2, align 16
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %3) #13
  store i64 0, ptr %3, align 8
  %56 = lshr i128 %24, 64
  %57 = trunc nuw i128 %56 to i64
  %58 = call i32 @overflows(i64 noundef %42, i64 noundef %57, i64 noundef %45, i64 noundef %47, ptr noundef nonnull %1)
  %59 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.3, i32 noundef %58)
  %60 = load i128, ptr %1, align 16
  %61 = trunc i128 %60 to i64
  %62 = lshr i128 %60, 64
  %63 = trunc nuw i128 %62 to i64
  tail call fastcc void @show(ptr noundef nonnull @.str.4, i64 noundef %61, i64 noundef %63)
  %64 = call i32 @overflows_unsigned(i64 noundef %42, i64 noundef %57, i64 noundef %45, i64 noundef %47, ptr noundef nonnull %2)
  %65 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.3, i32 noundef %64)
  %66 = load i128, ptr %2, align 16
  %67 = trunc i128 %66 to i64
  %68 = lshr i128 %66, 64
  %69 = trunc nuw i128 %68 to i64
  tail call fastcc void @show(ptr noundef nonnull @.str.5, i64 noundef %67, i64 noundef %69)
  %70 = call i32 @overflows_long(i64 noundef %16, i64 noundef %45, ptr noundef nonnull %3)
  %71 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.3, i32 noundef %70)
  %72 = load i64, ptr %3, align 8
  %73 = ashr i64 %72, 63
  tail call fastcc void @show(ptr noundef nonnull @.str.6, i64 noundef %72, i64 noundef %73)
  call void @llvm.lifetime.start.p0(i64 48, ptr nonnull %4) #13
  store i64 %13, ptr %4, align 16
  store i64 1, ptr %6, align 8
  store i64 2, ptr %7, align 16
  store i64 3, ptr %8, align 8
  store i64 4, ptr %9, align 16
  store i64 %16, ptr %10, align 8
  %74 = trunc nuw nsw i64 %13 to i32
  %75 = uitofp nneg i32 %74 to float
  %76 = insertelement <2 x float> <float poison, float 2.500000e+00>, float %75, i64 0
  %77 = trunc nuw nsw i64 %13 to i32
  %78 = uitofp nneg i32 %77 to double
  %79 = fmul double %78, 1.500000e+00
  %80 = tail call { i64, i64 } @many(i64 noundef %13, i64 noundef 2, i64 noundef 3, i64 noundef 4, i64 noundef 5, i128 noundef %24, i64 noundef 6, ptr noundef nonnull byval(%struct.big) align 16 %4, double noundef %79, i128 noundef %28, <2 x float> %76)
  %81 = extractvalue { i64, i64 } %80, 0
  %82 = extractvalue { i64, i64 } %80, 1
  tail call fastcc void @show(ptr noundef nonnull @.str.7, i64 noundef %81, i64 noundef %82)
  %83 = insertelement <2 x float> <float 3.000000e+00, float poison>, float %75, i64 1
  %84 = tail call <2 x float> @half(<2 x float> %76, <2 x float> %83)
  %85 = load volatile ptr, ptr @print, align 8
  %86 = extractelement <2 x float> %84, i64 0
  %87 = fpext float %86 to double
  %88 = extractelement <2 x float> %84, i64 1
  %89 = fpext float %88 to double
  %90 = load volatile ptr, ptr @total, align 8
  %91 = fmul double %78, 2.500000e-01
  %92 = tail call double (i32, ...) %90(i32 noundef 6, i64 noundef 1, double noundef 2.500000e+00, i64 noundef 3, double noundef %91, i64 noundef 5, double noundef 1.000000e+03) #13
  %93 = tail call i32 (ptr, ...) %85(ptr noundef nonnull @.str.8, double noundef %87, double noundef %89, double noundef %92) #13
  %94 = load volatile ptr, ptr @print, align 8
  %95 = tail call i64 @aligned(i64 noundef %13)
  %96 = icmp eq i64 %13, 3
  %97 = icmp eq i64 %13, 4
  %98 = zext nneg i64 %13 to i128
  %99 = select i1 %97, i128 92233720368547758083, i128 %98
  %100 = trunc i128 %99 to i64
  %101 = lshr i128 %99, 64
  %102 = trunc nuw nsw i128 %101 to i64
  %103 = select i1 %96, i64 0, i64 %100
  %104 = select i1 %96, i64 68719476736, i64 %102
  %105 = tail call i32 @cases(i64 noundef %103, i64 noundef %104)
  %106 = tail call i32 @cases(i64 noundef 77, i64 noundef 0)
  %107 = tail call i32 (ptr, ...) %94(ptr noundef nonnull @.str.9, i64 noundef %95, i32 noundef %105, i32 noundef %106) #13
  call void @llvm.lifetime.end.p0(i64 48, ptr nonnull %4) #13
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #13
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %2) #13
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %1) #13
  %108 = add nuw nsw i64 %13, 1
  %109 = icmp eq i64 %108, 5
  br i1 %109, label %11, label %12
}

; Function Attrs: nofree noinline nounwind uwtable
define internal fastcc void @show(ptr noundef %0, i64 noundef %1, i64 noundef %2) unnamed_addr #11 {
  %4 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.10, ptr noundef %0, i64 noundef %2, i64 noundef %1)
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i100 @llvm.smin.i100(i100, i100) #12

attributes #0 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(none) uwtable }
attributes #1 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: write) uwtable }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: read) uwtable }
attributes #4 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(none) uwtable }
attributes #5 = { nofree noinline norecurse nosync nounwind uwtable }
attributes #6 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #7 = { mustprogress nocallback nofree nosync nounwind willreturn }
attributes #8 = { nofree noinline norecurse nosync nounwind memory(none) uwtable }
attributes #9 = { nofree nounwind }
attributes #10 = { nounwind uwtable }
attributes #11 = { nofree noinline nounwind uwtable }
attributes #12 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #13 = { nounwind }
