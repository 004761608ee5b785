; Integers of odd widths and of 128 bits, overflow, variadic functions that are called directly and through pointers,
; structs on the stack, alignment of stack slots: what clang 19 makes of a C program for AArch64.
; Expected output made by the program as llc 19.1.7 builds it.
; REQUIRES: cranelift
; RUN: avarice compile --backend=cranelift -verify-regalloc %s -relocation-model=pic -o %t.o && aarch64-linux-gnu-gcc -static %t.o -o %t -lm && qemu-aarch64 %t > %t.out
; RUN: avarice compile --backend=cranelift -verify-regalloc -O0 %s -relocation-model=pic -o %t.o && aarch64-linux-gnu-gcc -static %t.o -o %t -lm && qemu-aarch64 %t | diff - %t.out
; RUN: avarice compile --backend=cranelift -verify-regalloc -regalloc=fastalloc %s -relocation-model=pic -o %t.o && aarch64-linux-gnu-gcc -static %t.o -o %t -lm && qemu-aarch64 %t | diff - %t.out
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
; 1235 50 30
; odd 000000000000000000000000002bef85
; odd_unsigned 0000000000000000000000194d49fed6
; odd_wide fffffff8ba911198e5f772d7bbc0fb06
; 1 p acde9f809defb37bc08b2595fcdb4749
; 1 q 532160881c6730d447ea02ad21825e14
; 1 l 000000000000000040e13d0e22f6fe1c
; many 00000008ba56e44fd9fec25867c90b69
; 9 5.5 1012.25
; 1254 20 30
; odd 000000000000000000000000002d0c43
; odd_unsigned 00000000000000000000000ed15dc2c2
; odd_wide ffffffffffffdde746f9ef9e23e082af
; 1 p 5b1fb467bb006cd98a740d8fc907a6fe
; 1 q a4e04b984942aa43a175d9dca9456ad0
; 1 l ffffffffffffffff942a92a63362574c
; many 000000000443171d3cb0bf7d3422e470
; 16 5.5 1012.5
; 1273 40 30

target datalayout = "e-m:e-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux-gnu"

%struct.small = type { float, float }
%struct.__va_list = type { ptr, ptr, ptr, i32, i32 }
%struct.big = type { [6 x i64] }

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
define dso_local i24 @odd(i24 noundef %0, i24 noundef %1) local_unnamed_addr #0 {
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
define dso_local noundef i37 @odd_unsigned(i37 noundef %0, i37 noundef %1) local_unnamed_addr #0 {
  %3 = mul i37 %1, %0
  %4 = add i37 %3, 11
  %5 = or i37 %1, 1
  %6 = urem i37 %4, %5
  %7 = lshr i37 %0, 5
  %8 = shl i37 %1, 9
  %9 = xor i37 %8, %7
  %10 = xor i37 %9, %6
  ret i37 %10
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local i100 @odd_wide(i100 noundef %0, i100 noundef %1) local_unnamed_addr #0 {
  %3 = mul nsw i100 %1, %0
  %4 = or i100 %1, 1
  %5 = sdiv i100 %3, %4
  %6 = ashr i100 %0, 13
  %7 = tail call i100 @llvm.smin.i100(i100 %0, i100 %1)
  %8 = sub i100 %7, %6
  %9 = add i100 %8, %5
  ret i100 %9
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: write) uwtable
define dso_local range(i32 0, 8) i32 @overflows(i128 noundef %0, i128 noundef %1, ptr nocapture noundef writeonly %2) local_unnamed_addr #1 {
  %4 = tail call { i128, i1 } @llvm.smul.with.overflow.i128(i128 %0, i128 %1)
  %5 = extractvalue { i128, i1 } %4, 1
  %6 = extractvalue { i128, i1 } %4, 0
  %7 = zext i1 %5 to i32
  %8 = tail call { i128, i1 } @llvm.sadd.with.overflow.i128(i128 %6, i128 %1)
  %9 = extractvalue { i128, i1 } %8, 1
  %10 = extractvalue { i128, i1 } %8, 0
  %11 = select i1 %9, i32 2, i32 0
  %12 = or disjoint i32 %11, %7
  %13 = tail call { i128, i1 } @llvm.ssub.with.overflow.i128(i128 %0, i128 %10)
  %14 = extractvalue { i128, i1 } %13, 1
  %15 = extractvalue { i128, i1 } %13, 0
  store i128 %15, ptr %2, align 16
  %16 = select i1 %14, i32 4, i32 0
  %17 = or disjoint i32 %12, %16
  ret i32 %17
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { i128, i1 } @llvm.smul.with.overflow.i128(i128, i128) #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { i128, i1 } @llvm.sadd.with.overflow.i128(i128, i128) #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { i128, i1 } @llvm.ssub.with.overflow.i128(i128, i128) #2

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: write) uwtable
define dso_local range(i32 0, 2) i32 @overflows_unsigned(i128 noundef %0, i128 noundef %1, ptr nocapture noundef writeonly %2) local_unnamed_addr #1 {
  %4 = tail call { i128, i1 } @llvm.umul.with.overflow.i128(i128 %0, i128 %1)
  %5 = extractvalue { i128, i1 } %4, 1
  %6 = extractvalue { i128, i1 } %4, 0
  store i128 %6, ptr %2, align 16
  %7 = zext i1 %5 to i32
  ret i32 %7
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
define dso_local i128 @many(i64 noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, i64 noundef %4, i128 noundef %5, i64 noundef %6, ptr nocapture noundef readonly %7, double noundef %8, i128 noundef %9, [2 x float] alignstack(8) %10) local_unnamed_addr #3 {
  %12 = extractvalue [2 x float] %10, 0
  %13 = extractvalue [2 x float] %10, 1
  %14 = mul nsw i64 %1, %0
  %15 = sext i64 %14 to i128
  %16 = add nsw i128 %15, %5
  %17 = mul nsw i64 %3, %2
  %18 = sext i64 %17 to i128
  %19 = add nsw i128 %16, %18
  %20 = mul nsw i64 %6, %4
  %21 = sext i64 %20 to i128
  %22 = add nsw i128 %19, %21
  %23 = load i64, ptr %7, align 16
  %24 = getelementptr inbounds i8, ptr %7, i64 40
  %25 = load i64, ptr %24, align 8
  %26 = mul nsw i64 %25, %23
  %27 = sext i64 %26 to i128
  %28 = fptosi double %8 to i128
  %29 = mul nsw i128 %9, 3
  %30 = fmul float %12, %13
  %31 = fptosi float %30 to i128
  %32 = add i128 %22, %28
  %33 = add i128 %32, %29
  %34 = add i128 %33, %31
  %35 = add i128 %34, %27
  ret i128 %35
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local %struct.small @half([2 x float] alignstack(8) %0, [2 x float] alignstack(8) %1) local_unnamed_addr #0 {
  %3 = extractvalue [2 x float] %0, 0
  %4 = extractvalue [2 x float] %0, 1
  %5 = extractvalue [2 x float] %1, 0
  %6 = extractvalue [2 x float] %1, 1
  %7 = fmul float %3, %6
  %8 = fadd float %4, %5
  %9 = insertvalue %struct.small poison, float %7, 0
  %10 = insertvalue %struct.small %9, float %8, 1
  ret %struct.small %10
}

; Function Attrs: nofree noinline norecurse nosync nounwind uwtable
define dso_local double @sum(i32 noundef %0, ...) #4 {
  %2 = alloca %struct.__va_list, align 8
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %2) #12
  call void @llvm.va_start.p0(ptr nonnull %2)
  %3 = icmp sgt i32 %0, 0
  br i1 %3, label %4, label %14

4:                                                ; preds = %1
  %5 = load ptr, ptr %2, align 8
  %6 = getelementptr inbounds i8, ptr %2, i64 28
  %7 = getelementptr inbounds i8, ptr %2, i64 16
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds i8, ptr %2, i64 24
  %10 = getelementptr inbounds i8, ptr %2, i64 8
  %11 = load ptr, ptr %10, align 8
  %12 = load i32, ptr %6, align 4
  %13 = load i32, ptr %9, align 8
  br label %16

14:                                               ; preds = %57, %1
  %15 = phi double [ 0.000000e+00, %1 ], [ %62, %57 ]
  call void @llvm.va_end.p0(ptr %2)
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %2) #12
  ret double %15

16:                                               ; preds = %4, %57
  %17 = phi i32 [ %13, %4 ], [ %58, %57 ]
  %18 = phi i32 [ %12, %4 ], [ %59, %57 ]
  %19 = phi i32 [ 0, %4 ], [ %63, %57 ]
  %20 = phi double [ 0.000000e+00, %4 ], [ %62, %57 ]
  %21 = phi ptr [ %5, %4 ], [ %60, %57 ]
  %22 = and i32 %19, 1
  %23 = icmp eq i32 %22, 0
  br i1 %23, label %40, label %24

24:                                               ; preds = %16
  %25 = icmp sgt i32 %18, -1
  br i1 %25, label %32, label %26

26:                                               ; preds = %24
  %27 = add nsw i32 %18, 16
  store i32 %27, ptr %6, align 4
  %28 = icmp slt i32 %18, -15
  br i1 %28, label %29, label %32

29:                                               ; preds = %26
  %30 = sext i32 %18 to i64
  %31 = getelementptr inbounds i8, ptr %8, i64 %30
  br label %35

32:                                               ; preds = %26, %24
  %33 = phi i32 [ %27, %26 ], [ %18, %24 ]
  %34 = getelementptr inbounds i8, ptr %21, i64 8
  store ptr %34, ptr %2, align 8
  br label %35

35:                                               ; preds = %32, %29
  %36 = phi i32 [ %27, %29 ], [ %33, %32 ]
  %37 = phi ptr [ %21, %29 ], [ %34, %32 ]
  %38 = phi ptr [ %31, %29 ], [ %21, %32 ]
  %39 = load double, ptr %38, align 8
  br label %57

40:                                               ; preds = %16
  %41 = icmp sgt i32 %17, -1
  br i1 %41, label %48, label %42

42:                                               ; preds = %40
  %43 = add nsw i32 %17, 8
  store i32 %43, ptr %9, align 8
  %44 = icmp slt i32 %17, -7
  br i1 %44, label %45, label %48

45:                                               ; preds = %42
  %46 = sext i32 %17 to i64
  %47 = getelementptr inbounds i8, ptr %11, i64 %46
  br label %51

48:                                               ; preds = %42, %40
  %49 = phi i32 [ %43, %42 ], [ %17, %40 ]
  %50 = getelementptr inbounds i8, ptr %21, i64 8
  store ptr %50, ptr %2, align 8
  br label %51

51:                                               ; preds = %48, %45
  %52 = phi i32 [ %43, %45 ], [ %49, %48 ]
  %53 = phi ptr [ %21, %45 ], [ %50, %48 ]
  %54 = phi ptr [ %47, %45 ], [ %21, %48 ]
  %55 = load i64, ptr %54, align 8
  %56 = sitofp i64 %55 to double
  br label %57

57:                                               ; preds = %51, %35
  %58 = phi i32 [ %17, %35 ], [ %52, %51 ]
  %59 = phi i32 [ %36, %35 ], [ %18, %51 ]
  %60 = phi ptr [ %37, %35 ], [ %53, %51 ]
  %61 = phi double [ %39, %35 ], [ %56, %51 ]
  %62 = fadd double %20, %61
  %63 = add nuw nsw i32 %19, 1
  %64 = icmp eq i32 %63, %0
  br i1 %64, label %14, label %16
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #5

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p0(ptr) #6

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #5

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end.p0(ptr) #6

; Function Attrs: nofree noinline norecurse nosync nounwind memory(none) uwtable
define dso_local i64 @aligned(i64 noundef %0) local_unnamed_addr #7 {
  %2 = alloca [128 x i8], align 64
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %2) #12
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
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %2) #12
  ret i64 %17

11:                                               ; preds = %3, %11
  %12 = phi i64 [ %18, %11 ], [ 0, %3 ]
  %13 = phi i64 [ %17, %11 ], [ 0, %3 ]
  %14 = getelementptr inbounds [128 x i8], ptr %2, i64 0, i64 %12
  %15 = load i8, ptr %14, align 1
  %16 = zext i8 %15 to i64
  %17 = add nuw nsw i64 %13, %16
  %18 = add nuw nsw i64 %12, 7
  %19 = icmp ult i64 %12, 121
  br i1 %19, label %11, label %10
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local range(i32 10, 51) i32 @cases(i128 noundef %0) local_unnamed_addr #0 {
  switch i128 %0, label %5 [
    i128 1, label %6
    i128 1267650600228229401496703205376, label %2
    i128 77, label %3
    i128 92233720368547758083, label %4
  ]

2:                                                ; preds = %1
  br label %6

3:                                                ; preds = %1
  br label %6

4:                                                ; preds = %1
  br label %6

5:                                                ; preds = %1
  br label %6

6:                                                ; preds = %1, %5, %4, %3, %2
  %7 = phi i32 [ 50, %5 ], [ 40, %4 ], [ 30, %3 ], [ 20, %2 ], [ 10, %1 ]
  ret i32 %7
}

; Function Attrs: nofree nounwind
declare noundef i32 @printf(ptr nocapture noundef readonly, ...) #8

; Function Attrs: nounwind uwtable
define dso_local noundef i32 @main() local_unnamed_addr #9 {
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
  %13 = phi i64 [ 0, %0 ], [ %83, %12 ]
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
  %32 = tail call i24 @odd(i24 noundef %29, i24 noundef %31)
  %33 = sext i24 %32 to i128
  tail call fastcc void @show(ptr noundef nonnull @.str, i128 noundef %33)
  %34 = trunc i64 %16 to i37
  %35 = lshr i64 %16, 20
  %36 = trunc i64 %35 to i37
  %37 = tail call i37 @odd_unsigned(i37 noundef %34, i37 noundef %36)
  %38 = zext i37 %37 to i128
  tail call fastcc void @show(ptr noundef nonnull @.str.1, i128 noundef %38)
  %39 = trunc i128 %24 to i100
  %40 = trunc nsw i128 %28 to i100
  %41 = tail call i100 @odd_wide(i100 noundef %39, i100 noundef %40)
  %42 = sext i100 %41 to i128
  tail call fastcc void @show(ptr noundef nonnull @.str.2, i128 noundef %42)
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %1) #12
  store i128 0, ptr %1, align 16
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %2) #12
  store i128 0, ptr %2, align 16
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %3) #12
  store i64 0, ptr %3, align 8
  %43 = call i32 @overflows(i128 noundef %24, i128 noundef %28, ptr noundef nonnull %1)
  %44 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.3, i32 noundef %43)
  %45 = load i128, ptr %1, align 16
  tail call fastcc void @show(ptr noundef nonnull @.str.4, i128 noundef %45)
  %46 = call i32 @overflows_unsigned(i128 noundef %24, i128 noundef %28, ptr noundef nonnull %2)
  %47 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.3, i32 noundef %46)
  %48 = load i128, ptr %2, align 16
  tail call fastcc void @show(ptr noundef nonnull @.str.5, i128 noundef %48)
  %49 = trunc i128 %28 to i64
  %50 = call i32 @overflows_long(i64 noundef %16, i64 noundef %49, ptr noundef nonnull %3)
  %51 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.3, i32 noundef %50)
  %52 = load i64, ptr %3, align 8
  %53 = sext i64 %52 to i128
  tail call fastcc void @show(ptr noundef nonnull @.str.6, i128 noundef %53)
  %54 = trunc nuw nsw i64 %13 to i32
  %55 = uitofp nneg i32 %54 to float
  %56 = trunc nuw nsw i64 %13 to i32
  %57 = uitofp nneg i32 %56 to double
  %58 = fmul double %57, 1.500000e+00
  call void @llvm.lifetime.start.p0(i64 48, ptr nonnull %4) #12
  store i64 %13, ptr %4, align 16
  store i64 1, ptr %6, align 8
  store i64 2, ptr %7, align 16
  store i64 3, ptr %8, align 8
  store i64 4, ptr %9, align 16
  store i64 %16, ptr %10, align 8
  %59 = insertvalue [2 x float] poison, float %55, 0
  %60 = insertvalue [2 x float] %59, float 2.500000e+00, 1
  %61 = call i128 @many(i64 noundef %13, i64 noundef 2, i64 noundef 3, i64 noundef 4, i64 noundef 5, i128 noundef %24, i64 noundef 6, ptr noundef nonnull %4, double noundef %58, i128 noundef %28, [2 x float] alignstack(8) %60)
  call void @llvm.lifetime.end.p0(i64 48, ptr nonnull %4) #12
  tail call fastcc void @show(ptr noundef nonnull @.str.7, i128 noundef %61)
  %62 = insertvalue [2 x float] [float 3.000000e+00, float poison], float %55, 1
  %63 = tail call %struct.small @half([2 x float] alignstack(8) %60, [2 x float] alignstack(8) %62)
  %64 = extractvalue %struct.small %63, 0
  %65 = extractvalue %struct.small %63, 1
  %66 = load volatile ptr, ptr @print, align 8
  %67 = fpext float %64 to double
  %68 = fpext float %65 to double
  %69 = load volatile ptr, ptr @total, align 8
  %70 = fmul double %57, 2.500000e-01
  %71 = tail call double (i32, ...) %69(i32 noundef 6, i64 noundef 1, double noundef 2.500000e+00, i64 noundef 3, double noundef %70, i64 noundef 5, double noundef 1.000000e+03) #12
  %72 = tail call i32 (ptr, ...) %66(ptr noundef nonnull @.str.8, double noundef %67, double noundef %68, double noundef %71) #12
  %73 = load volatile ptr, ptr @print, align 8
  %74 = tail call i64 @aligned(i64 noundef %13)
  %75 = icmp eq i64 %13, 3
  %76 = icmp eq i64 %13, 4
  %77 = zext nneg i64 %13 to i128
  %78 = select i1 %76, i128 92233720368547758083, i128 %77
  %79 = select i1 %75, i128 1267650600228229401496703205376, i128 %78
  %80 = tail call i32 @cases(i128 noundef %79)
  %81 = tail call i32 @cases(i128 noundef 77)
  %82 = tail call i32 (ptr, ...) %73(ptr noundef nonnull @.str.9, i64 noundef %74, i32 noundef %80, i32 noundef %81) #12
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #12
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %2) #12
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %1) #12
  %83 = add nuw nsw i64 %13, 1
  %84 = icmp eq i64 %83, 5
  br i1 %84, label %11, label %12
}

; Function Attrs: nofree noinline nounwind uwtable
define internal fastcc void @show(ptr noundef %0, i128 noundef %1) unnamed_addr #10 {
  %3 = lshr i128 %1, 64
  %4 = trunc nuw i128 %3 to i64
  %5 = trunc i128 %1 to i64
  %6 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.10, ptr noundef %0, i64 noundef %4, i64 noundef %5)
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i100 @llvm.smin.i100(i100, i100) #11

attributes #0 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(none) uwtable }
attributes #1 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: write) uwtable }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: read) uwtable }
attributes #4 = { nofree noinline norecurse nosync nounwind uwtable }
attributes #5 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #6 = { mustprogress nocallback nofree nosync nounwind willreturn }
attributes #7 = { nofree noinline norecurse nosync nounwind memory(none) uwtable }
attributes #8 = { nofree nounwind }
attributes #9 = { nounwind uwtable }
attributes #10 = { nofree noinline nounwind uwtable }
attributes #11 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #12 = { nounwind }
