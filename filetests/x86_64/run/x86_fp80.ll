; Arithmetic, comparisons, conversions and calls with long double, on numbers that are special in one way or another. The
; hashes of the results are those of the program as gcc -O1 compiles it.
; RUN: avarice compile %s -O0 -verify-machineinstrs -o %t.o && cc -no-pie %t.o -lm -o %t && %t > %t.unoptimized
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -regalloc=basic -o %t.o && cc -pie %t.o -lm -o %t && %t > %t.basic
; RUN: avarice compile %s -verify-machineinstrs -regalloc=fast -o %t.o && cc -no-pie %t.o -lm -o %t && %t > %t.fast
; RUN: diff %t.unoptimized %t.basic && diff %t.unoptimized %t.fast
; RUN: avarice compile %s -verify-machineinstrs -verify-regalloc -regalloc=ion -o %t.o && cc -no-pie %t.o -lm -o %t && %t | diff - %t.unoptimized
; RUN: avarice compile %s -verify-machineinstrs -verify-regalloc -regalloc=fastalloc -o %t.o && cc -no-pie %t.o -lm -o %t && %t | diff - %t.unoptimized
; RUN: avarice compile %s -verify-machineinstrs -o %t.o && cc -no-pie %t.o -lm -o %t && %t
; OUTPUT:
; arithmetic a7684c7f1b36b9f5
; comparisons eff475eae9fb5a2b
; control 52048132930da7c0
; conversions b6e62a1e221377e5
; 4e+100
; -6.375000 4.000000e+00
; 14.1421356237309505 -2 0.999999999999999998

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.__va_list_tag = type { i32, i32, ptr, ptr }

@v = internal unnamed_addr global [20 x x86_fp80] zeroinitializer, align 16
@.str = private unnamed_addr constant [8 x i8] c"%.15Lg\0A\00", align 1
@.str.1 = private unnamed_addr constant [9 x i8] c"%Lf %Le\0A\00", align 1
@.str.2 = private unnamed_addr constant [22 x i8] c"%.18Lg %.18Lg %.18Lg\0A\00", align 1
@fill.base = internal unnamed_addr constant [20 x float] [float 0.000000e+00, float -0.000000e+00, float 1.000000e+00, float -1.000000e+00, float 5.000000e-01, float 3.250000e+00, float -7.750000e+00, float 1.000000e+02, float -3.276900e+04, float 6.550400e+04, float 0x3E701B2B20000000, float 0x37A16C2000000000, float 1.000000e+09, float 0xC1E0000000000000, float 0x43E02207A0000000, float 0x43ED7D8440000000, float 0xC6293E5940000000, float 0x7FF0000000000000, float 0xFFF0000000000000, float 0x7FF8000000000000], align 16
@.str.3 = private unnamed_addr constant [11 x i8] c"arithmetic\00", align 1
@.str.4 = private unnamed_addr constant [12 x i8] c"comparisons\00", align 1
@.str.5 = private unnamed_addr constant [8 x i8] c"control\00", align 1
@.str.6 = private unnamed_addr constant [12 x i8] c"conversions\00", align 1
@.str.7 = private unnamed_addr constant [4 x i8] c"nan\00", align 1
@.str.8 = private unnamed_addr constant [11 x i8] c"%s %016lx\0A\00", align 1
@hash = internal unnamed_addr global i64 0, align 8
@opaque.q = internal global i32 0, align 4

define dso_local noundef i32 @main() local_unnamed_addr #0 {
  %1 = alloca i128, align 16
  %2 = alloca { x86_fp80, x86_fp80 }, align 16
  %3 = alloca { x86_fp80, x86_fp80 }, align 16
  br label %4

4:
  %5 = phi i64 [ 0, %0 ], [ %10, %4 ]
  %6 = getelementptr inbounds [20 x float], ptr @fill.base, i64 0, i64 %5
  %7 = load float, ptr %6, align 4
  %8 = fpext float %7 to x86_fp80
  %9 = getelementptr inbounds [20 x x86_fp80], ptr @v, i64 0, i64 %5
  store x86_fp80 %8, ptr %9, align 16
  %10 = add nuw nsw i64 %5, 1
  %11 = icmp eq i64 %10, 20
  br i1 %11, label %12, label %4

12:
  store x86_fp80 0xKBFFF8CCCCCCCCCCCCCCD, ptr getelementptr inbounds (i8, ptr @v, i64 48), align 16
  store x86_fp80 0xK00000000000000000001, ptr getelementptr inbounds (i8, ptr @v, i64 64), align 16
  store x86_fp80 0xK7FFEFFFFFFFFFFFFFFFF, ptr getelementptr inbounds (i8, ptr @v, i64 80), align 16
  br label %13

13:
  %14 = phi i64 [ 0, %12 ], [ %21, %20 ]
  %15 = getelementptr inbounds [20 x x86_fp80], ptr @v, i64 0, i64 %14
  %16 = load x86_fp80, ptr %15, align 16
  br label %23

17:
  %18 = load i64, ptr @hash, align 8
  %19 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.8, ptr noundef nonnull @.str.3, i64 noundef %18)
  store i64 -3750763034362895579, ptr @hash, align 8
  br label %35

20:
  %21 = add nuw nsw i64 %14, 1
  %22 = icmp eq i64 %21, 20
  br i1 %22, label %17, label %13

23:
  %24 = phi i64 [ 0, %13 ], [ %33, %23 ]
  %25 = getelementptr inbounds [20 x x86_fp80], ptr @v, i64 0, i64 %24
  %26 = load x86_fp80, ptr %25, align 16
  %27 = tail call fastcc x86_fp80 @add(x86_fp80 noundef %16, x86_fp80 noundef %26)
  tail call fastcc void @see(x86_fp80 noundef %27)
  %28 = tail call fastcc x86_fp80 @sub(x86_fp80 noundef %16, x86_fp80 noundef %26)
  tail call fastcc void @see(x86_fp80 noundef %28)
  %29 = tail call fastcc x86_fp80 @mul(x86_fp80 noundef %16, x86_fp80 noundef %26)
  tail call fastcc void @see(x86_fp80 noundef %29)
  %30 = tail call fastcc x86_fp80 @quo(x86_fp80 noundef %16, x86_fp80 noundef %26)
  tail call fastcc void @see(x86_fp80 noundef %30)
  %31 = tail call fastcc x86_fp80 @neg(x86_fp80 noundef %16)
  tail call fastcc void @see(x86_fp80 noundef %31)
  %32 = tail call fastcc x86_fp80 @mix(x86_fp80 noundef %16, x86_fp80 noundef %26)
  tail call fastcc void @see(x86_fp80 noundef %32)
  %33 = add nuw nsw i64 %24, 1
  %34 = icmp eq i64 %33, 20
  br i1 %34, label %20, label %23

35:
  %36 = phi i64 [ 0, %17 ], [ %42, %41 ]
  %37 = getelementptr inbounds [20 x x86_fp80], ptr @v, i64 0, i64 %36
  br label %44

38:
  %39 = load i64, ptr @hash, align 8
  %40 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.8, ptr noundef nonnull @.str.4, i64 noundef %39)
  store i64 -3750763034362895579, ptr @hash, align 8
  br label %56

41:
  %42 = add nuw nsw i64 %36, 1
  %43 = icmp eq i64 %42, 20
  br i1 %43, label %38, label %35

44:
  %45 = phi i64 [ 0, %35 ], [ %54, %44 ]
  %46 = load x86_fp80, ptr %37, align 16
  %47 = getelementptr inbounds [20 x x86_fp80], ptr @v, i64 0, i64 %45
  %48 = load x86_fp80, ptr %47, align 16
  %49 = tail call fastcc i32 @cmp(x86_fp80 noundef %46, x86_fp80 noundef %48)
  %50 = zext nneg i32 %49 to i64
  tail call fastcc void @seei(i64 noundef %50)
  %51 = tail call fastcc x86_fp80 @sel(x86_fp80 noundef %46, x86_fp80 noundef %48)
  tail call fastcc void @see(x86_fp80 noundef %51)
  %52 = tail call fastcc x86_fp80 @abst(x86_fp80 noundef %46)
  tail call fastcc void @see(x86_fp80 noundef %52)
  %53 = tail call fastcc x86_fp80 @sign(x86_fp80 noundef %46, x86_fp80 noundef %48)
  tail call fastcc void @see(x86_fp80 noundef %53)
  %54 = add nuw nsw i64 %45, 1
  %55 = icmp eq i64 %54, 20
  br i1 %55, label %41, label %44

56:
  %57 = phi i64 [ 0, %38 ], [ %65, %64 ]
  %58 = getelementptr inbounds [20 x x86_fp80], ptr @v, i64 0, i64 %57
  %59 = load x86_fp80, ptr %58, align 16
  %60 = trunc nuw nsw i64 %57 to i32
  br label %67

61:
  %62 = load i64, ptr @hash, align 8
  %63 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.8, ptr noundef nonnull @.str.5, i64 noundef %62)
  store i64 -3750763034362895579, ptr @hash, align 8
  br label %79

64:
  %65 = add nuw nsw i64 %57, 1
  %66 = icmp eq i64 %65, 20
  br i1 %66, label %61, label %56

67:
  %68 = phi i64 [ 0, %56 ], [ %77, %67 ]
  %69 = getelementptr inbounds [20 x x86_fp80], ptr @v, i64 0, i64 %68
  %70 = load x86_fp80, ptr %69, align 16
  %71 = trunc nuw nsw i64 %68 to i32
  %72 = tail call fastcc x86_fp80 @loop(x86_fp80 noundef %59, x86_fp80 noundef %70, i32 noundef %71)
  tail call fastcc void @see(x86_fp80 noundef %72)
  %73 = tail call fastcc x86_fp80 @live(x86_fp80 noundef %59, x86_fp80 noundef %70)
  tail call fastcc void @see(x86_fp80 noundef %73)
  %74 = fadd x86_fp80 %59, %70
  %75 = fsub x86_fp80 %59, %70
  %76 = tail call fastcc x86_fp80 @many(i32 noundef %60, x86_fp80 noundef %59, i64 noundef %68, x86_fp80 noundef %70, x86_fp80 noundef %74, x86_fp80 noundef %75, x86_fp80 noundef %70, x86_fp80 noundef %59, x86_fp80 noundef %70, x86_fp80 noundef %59, x86_fp80 noundef %70)
  tail call fastcc void @see(x86_fp80 noundef %76)
  %77 = add nuw nsw i64 %68, 1
  %78 = icmp eq i64 %77, 20
  br i1 %78, label %64, label %67

79:
  %80 = phi i64 [ 88172645463325252, %61 ], [ %87, %133 ]
  %81 = phi i32 [ 0, %61 ], [ %137, %133 ]
  %82 = shl i64 %80, 13
  %83 = xor i64 %82, %80
  %84 = lshr i64 %83, 7
  %85 = xor i64 %84, %83
  %86 = shl i64 %85, 17
  %87 = xor i64 %86, %85
  %88 = and i32 %81, 63
  %89 = zext nneg i32 %88 to i64
  %90 = ashr i64 %87, %89
  %91 = trunc i64 %90 to i8
  %92 = trunc i64 %90 to i16
  %93 = trunc i64 %90 to i32
  %94 = tail call fastcc x86_fp80 @froms(i8 noundef signext %91, i16 noundef signext %92, i32 noundef %93, i64 noundef %90)
  tail call fastcc void @see(x86_fp80 noundef %94)
  %95 = tail call fastcc x86_fp80 @fromu(i8 noundef zeroext %91, i16 noundef zeroext %92, i32 noundef %93, i64 noundef %90)
  tail call fastcc void @see(x86_fp80 noundef %95)
  %96 = sext i64 %90 to i128
  %97 = and i32 %81, 31
  %98 = zext nneg i32 %97 to i128
  %99 = shl nsw i128 %96, %98
  %100 = zext i64 %90 to i128
  %101 = zext nneg i32 %88 to i128
  %102 = shl nuw nsw i128 %100, %101
  %103 = trunc i128 %99 to i64
  %104 = lshr i128 %99, 64
  %105 = trunc nuw i128 %104 to i64
  %106 = trunc i128 %102 to i64
  %107 = lshr i128 %102, 64
  %108 = trunc nuw nsw i128 %107 to i64
  %109 = tail call fastcc x86_fp80 @fromw(i64 noundef %103, i64 noundef %105, i64 noundef %106, i64 noundef %108)
  tail call fastcc void @see(x86_fp80 noundef %109)
  %110 = and i64 %90, 127
  %111 = uitofp nneg i64 %110 to x86_fp80
  %112 = fadd x86_fp80 %111, 0xK3FFE8000000000000000
  %113 = tail call fastcc i64 @tos(x86_fp80 noundef %112)
  tail call fastcc void @seei(i64 noundef %113)
  %114 = tail call fastcc i64 @tou(x86_fp80 noundef %112)
  tail call fastcc void @seei(i64 noundef %114)
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %1) #13
  %115 = tail call fastcc { i64, i64 } @tow(x86_fp80 noundef %112)
  %116 = extractvalue { i64, i64 } %115, 0
  %117 = extractvalue { i64, i64 } %115, 1
  %118 = zext i64 %117 to i128
  %119 = shl nuw i128 %118, 64
  %120 = zext i64 %116 to i128
  %121 = or disjoint i128 %119, %120
  store i128 %121, ptr %1, align 16
  %122 = load i64, ptr @hash, align 8
  br label %123

123:
  %124 = phi i64 [ 0, %79 ], [ %131, %123 ]
  %125 = phi i64 [ %122, %79 ], [ %130, %123 ]
  %126 = getelementptr inbounds i8, ptr %1, i64 %124
  %127 = load i8, ptr %126, align 1
  %128 = zext i8 %127 to i64
  %129 = xor i64 %125, %128
  %130 = mul i64 %129, 1099511628211
  %131 = add nuw nsw i64 %124, 1
  %132 = icmp eq i64 %131, 16
  br i1 %132, label %133, label %123

133:
  store i64 %130, ptr @hash, align 8
  %134 = sitofp i64 %90 to x86_fp80
  %135 = tail call fastcc x86_fp80 @viaf(x86_fp80 noundef %134)
  tail call fastcc void @see(x86_fp80 noundef %135)
  %136 = tail call fastcc x86_fp80 @viad(x86_fp80 noundef %134, x86_fp80 noundef %112)
  tail call fastcc void @see(x86_fp80 noundef %136)
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %1) #13
  %137 = add nuw nsw i32 %81, 1
  %138 = icmp eq i32 %137, 200
  br i1 %138, label %139, label %79

139:
  %140 = phi i64 [ %149, %148 ], [ 0, %133 ]
  %141 = getelementptr inbounds [20 x x86_fp80], ptr @v, i64 0, i64 %140
  %142 = load x86_fp80, ptr %141, align 16
  %143 = fcmp oge x86_fp80 %142, 0xK00000000000000000000
  %144 = fcmp olt x86_fp80 %142, 0xK403F8000000000000000
  %145 = and i1 %143, %144
  br i1 %145, label %146, label %148

146:
  %147 = tail call fastcc i64 @big(x86_fp80 noundef %142)
  tail call fastcc void @seei(i64 noundef %147)
  br label %148

148:
  %149 = add nuw nsw i64 %140, 1
  %150 = icmp eq i64 %149, 20
  br i1 %150, label %151, label %139

151:
  %152 = load i64, ptr @hash, align 8
  %153 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.8, ptr noundef nonnull @.str.6, i64 noundef %152)
  store i64 -3750763034362895579, ptr @hash, align 8
  %154 = tail call x86_fp80 (i32, ...) @sum(i32 poison, x86_fp80 noundef 0xK3FFFC000000000000000, i32 noundef 2, double noundef 2.500000e-01, x86_fp80 noundef 0xKC0008800000000000000, i32 noundef 3, double noundef 1.000000e+00, x86_fp80 noundef 0xK414B924D692CA61BE758, i32 noundef 4, double noundef 2.000000e+00)
  %155 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str, x86_fp80 noundef %154)
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %2) #13
  %156 = getelementptr inbounds i8, ptr %2, i64 16
  store x86_fp80 0xK3FFFC000000000000000, ptr %2, align 16
  store x86_fp80 0xK40008000000000000000, ptr %156, align 16
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %3) #13
  %157 = getelementptr inbounds i8, ptr %3, i64 16
  store x86_fp80 0xKBFFD8000000000000000, ptr %3, align 16
  store x86_fp80 0xK4000C000000000000000, ptr %157, align 16
  %158 = tail call fastcc { x86_fp80, x86_fp80 } @cmul(ptr noundef nonnull byval({ x86_fp80, x86_fp80 }) align 16 %2, ptr noundef nonnull byval({ x86_fp80, x86_fp80 }) align 16 %3)
  %159 = extractvalue { x86_fp80, x86_fp80 } %158, 0
  %160 = extractvalue { x86_fp80, x86_fp80 } %158, 1
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %2) #13
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %3) #13
  %161 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.1, x86_fp80 noundef %159, x86_fp80 noundef %160)
  %162 = load x86_fp80, ptr getelementptr inbounds (i8, ptr @v, i64 112), align 16
  %163 = fmul x86_fp80 %162, 0xK40008000000000000000
  %164 = tail call x86_fp80 @sqrtl(x86_fp80 noundef %163) #13
  %165 = load x86_fp80, ptr getelementptr inbounds (i8, ptr @v, i64 48), align 16
  %166 = tail call x86_fp80 @llvm.floor.f80(x86_fp80 %165)
  %167 = load x86_fp80, ptr getelementptr inbounds (i8, ptr @v, i64 112), align 16
  %168 = tail call x86_fp80 @fmodl(x86_fp80 noundef %167, x86_fp80 noundef %165) #13
  %169 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.2, x86_fp80 noundef %164, x86_fp80 noundef %166, x86_fp80 noundef %168)
  ret i32 0
}

declare noundef i32 @printf(ptr nocapture noundef readonly, ...) local_unnamed_addr #1

define internal x86_fp80 @sum(i32 %0, ...) unnamed_addr #2 {
  %2 = alloca [1 x %struct.__va_list_tag], align 16
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %2) #13
  call void @llvm.va_start.p0(ptr nonnull %2)
  %3 = getelementptr inbounds i8, ptr %2, i64 8
  %4 = getelementptr inbounds i8, ptr %2, i64 4
  %5 = load ptr, ptr %3, align 8
  %6 = load i32, ptr %2, align 16
  %7 = load i32, ptr %4, align 4
  %8 = getelementptr inbounds i8, ptr %2, i64 16
  %9 = load ptr, ptr %8, align 16
  br label %11

10:
  call void @llvm.va_end.p0(ptr %2)
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %2) #13
  ret x86_fp80 %49

11:
  %12 = phi i32 [ 0, %1 ], [ %50, %43 ]
  %13 = phi x86_fp80 [ 0xK00000000000000000000, %1 ], [ %49, %43 ]
  %14 = phi ptr [ %5, %1 ], [ %45, %43 ]
  %15 = phi i32 [ %6, %1 ], [ %30, %43 ]
  %16 = phi i32 [ %7, %1 ], [ %44, %43 ]
  %17 = getelementptr inbounds i8, ptr %14, i64 15
  %18 = call align 16 ptr @llvm.ptrmask.p0.i64(ptr nonnull %17, i64 -16)
  %19 = getelementptr i8, ptr %18, i64 16
  store ptr %19, ptr %3, align 8
  %20 = load x86_fp80, ptr %18, align 16
  %21 = fadd x86_fp80 %13, %20
  %22 = icmp ult i32 %15, 41
  br i1 %22, label %23, label %27

23:
  %24 = zext nneg i32 %15 to i64
  %25 = getelementptr i8, ptr %9, i64 %24
  %26 = add nuw nsw i32 %15, 8
  store i32 %26, ptr %2, align 16
  br label %29

27:
  %28 = getelementptr i8, ptr %18, i64 24
  store ptr %28, ptr %3, align 8
  br label %29

29:
  %30 = phi i32 [ %26, %23 ], [ %15, %27 ]
  %31 = phi ptr [ %19, %23 ], [ %28, %27 ]
  %32 = phi ptr [ %25, %23 ], [ %19, %27 ]
  %33 = load i32, ptr %32, align 4
  %34 = sitofp i32 %33 to x86_fp80
  %35 = fmul x86_fp80 %21, %34
  %36 = icmp ult i32 %16, 161
  br i1 %36, label %37, label %41

37:
  %38 = zext nneg i32 %16 to i64
  %39 = getelementptr i8, ptr %9, i64 %38
  %40 = add nuw nsw i32 %16, 16
  store i32 %40, ptr %4, align 4
  br label %43

41:
  %42 = getelementptr i8, ptr %31, i64 8
  store ptr %42, ptr %3, align 8
  br label %43

43:
  %44 = phi i32 [ %40, %37 ], [ %16, %41 ]
  %45 = phi ptr [ %31, %37 ], [ %42, %41 ]
  %46 = phi ptr [ %39, %37 ], [ %31, %41 ]
  %47 = load double, ptr %46, align 8
  %48 = fpext double %47 to x86_fp80
  %49 = fsub x86_fp80 %35, %48
  %50 = add nuw nsw i32 %12, 1
  %51 = icmp eq i32 %50, 3
  br i1 %51, label %10, label %11
}

declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #3

define internal fastcc { x86_fp80, x86_fp80 } @cmul(ptr nocapture noundef readonly byval({ x86_fp80, x86_fp80 }) align 16 %0, ptr nocapture noundef readonly byval({ x86_fp80, x86_fp80 }) align 16 %1) unnamed_addr #4 {
  %3 = load x86_fp80, ptr %0, align 16
  %4 = load x86_fp80, ptr %1, align 16
  %5 = fmul x86_fp80 %3, %4
  %6 = getelementptr inbounds i8, ptr %0, i64 16
  %7 = load x86_fp80, ptr %6, align 16
  %8 = getelementptr inbounds i8, ptr %1, i64 16
  %9 = load x86_fp80, ptr %8, align 16
  %10 = fmul x86_fp80 %7, %9
  %11 = fsub x86_fp80 %5, %10
  %12 = fmul x86_fp80 %3, %9
  %13 = fmul x86_fp80 %4, %7
  %14 = fadd x86_fp80 %13, %12
  %15 = insertvalue { x86_fp80, x86_fp80 } poison, x86_fp80 %11, 0
  %16 = insertvalue { x86_fp80, x86_fp80 } %15, x86_fp80 %14, 1
  ret { x86_fp80, x86_fp80 } %16
}

declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #3

declare x86_fp80 @sqrtl(x86_fp80 noundef) local_unnamed_addr #5

declare x86_fp80 @llvm.floor.f80(x86_fp80) #6

declare x86_fp80 @fmodl(x86_fp80 noundef, x86_fp80 noundef) local_unnamed_addr #5

define internal fastcc void @see(x86_fp80 noundef %0) unnamed_addr #7 {
  %2 = alloca x86_fp80, align 16
  store x86_fp80 %0, ptr %2, align 16
  %3 = fcmp uno x86_fp80 %0, 0xK00000000000000000000
  %4 = load i64, ptr @hash, align 8
  br i1 %3, label %5, label %15

5:
  %6 = phi i64 [ %13, %5 ], [ 0, %1 ]
  %7 = phi i64 [ %12, %5 ], [ %4, %1 ]
  %8 = getelementptr inbounds i8, ptr @.str.7, i64 %6
  %9 = load i8, ptr %8, align 1
  %10 = zext i8 %9 to i64
  %11 = xor i64 %7, %10
  %12 = mul i64 %11, 1099511628211
  %13 = add nuw nsw i64 %6, 1
  %14 = icmp eq i64 %13, 3
  br i1 %14, label %25, label %5

15:
  %16 = phi i64 [ %23, %15 ], [ 0, %1 ]
  %17 = phi i64 [ %22, %15 ], [ %4, %1 ]
  %18 = getelementptr inbounds i8, ptr %2, i64 %16
  %19 = load i8, ptr %18, align 1
  %20 = zext i8 %19 to i64
  %21 = xor i64 %17, %20
  %22 = mul i64 %21, 1099511628211
  %23 = add nuw nsw i64 %16, 1
  %24 = icmp eq i64 %23, 10
  br i1 %24, label %25, label %15

25:
  %26 = phi i64 [ %12, %5 ], [ %22, %15 ]
  store i64 %26, ptr @hash, align 8
  ret void
}

define internal fastcc noundef x86_fp80 @add(x86_fp80 noundef %0, x86_fp80 noundef %1) unnamed_addr #8 {
  %3 = fadd x86_fp80 %0, %1
  ret x86_fp80 %3
}

define internal fastcc noundef x86_fp80 @sub(x86_fp80 noundef %0, x86_fp80 noundef %1) unnamed_addr #8 {
  %3 = fsub x86_fp80 %0, %1
  ret x86_fp80 %3
}

define internal fastcc noundef x86_fp80 @mul(x86_fp80 noundef %0, x86_fp80 noundef %1) unnamed_addr #8 {
  %3 = fmul x86_fp80 %0, %1
  ret x86_fp80 %3
}

define internal fastcc noundef x86_fp80 @quo(x86_fp80 noundef %0, x86_fp80 noundef %1) unnamed_addr #8 {
  %3 = fdiv x86_fp80 %0, %1
  ret x86_fp80 %3
}

define internal fastcc noundef x86_fp80 @neg(x86_fp80 noundef %0) unnamed_addr #8 {
  %2 = fneg x86_fp80 %0
  ret x86_fp80 %2
}

define internal fastcc noundef x86_fp80 @mix(x86_fp80 noundef %0, x86_fp80 noundef %1) unnamed_addr #8 {
  %3 = fadd x86_fp80 %0, %1
  %4 = fsub x86_fp80 %0, %1
  %5 = fmul x86_fp80 %3, %4
  %6 = fmul x86_fp80 %0, %1
  %7 = fadd x86_fp80 %6, 0xK3FFF8000000000000000
  %8 = fdiv x86_fp80 %5, %7
  %9 = fadd x86_fp80 %1, 0xK4000A000000000000000
  %10 = fmul x86_fp80 %9, %0
  %11 = fsub x86_fp80 %8, %10
  ret x86_fp80 %11
}

define internal fastcc void @seei(i64 noundef %0) unnamed_addr #7 {
  %2 = alloca i64, align 8
  store i64 %0, ptr %2, align 8
  %3 = load i64, ptr @hash, align 8
  br label %4

4:
  %5 = phi i64 [ 0, %1 ], [ %12, %4 ]
  %6 = phi i64 [ %3, %1 ], [ %11, %4 ]
  %7 = getelementptr inbounds i8, ptr %2, i64 %5
  %8 = load i8, ptr %7, align 1
  %9 = zext i8 %8 to i64
  %10 = xor i64 %6, %9
  %11 = mul i64 %10, 1099511628211
  %12 = add nuw nsw i64 %5, 1
  %13 = icmp eq i64 %12, 8
  br i1 %13, label %14, label %4

14:
  store i64 %11, ptr @hash, align 8
  ret void
}

define internal fastcc range(i32 0, 1024) i32 @cmp(x86_fp80 noundef %0, x86_fp80 noundef %1) unnamed_addr #8 {
  %3 = fcmp olt x86_fp80 %0, %1
  %4 = zext i1 %3 to i32
  %5 = fcmp ugt x86_fp80 %0, %1
  %6 = or disjoint i32 %4, 2
  %7 = select i1 %5, i32 %4, i32 %6
  %8 = fcmp ogt x86_fp80 %0, %1
  %9 = or disjoint i32 %7, 4
  %10 = select i1 %8, i32 %9, i32 %7
  %11 = fcmp ult x86_fp80 %0, %1
  %12 = or disjoint i32 %10, 8
  %13 = select i1 %11, i32 %10, i32 %12
  %14 = fcmp oeq x86_fp80 %0, %1
  %15 = or i32 %13, 16
  %16 = select i1 %14, i32 %15, i32 %13
  %17 = fcmp une x86_fp80 %0, %1
  %18 = or i32 %16, 32
  %19 = select i1 %17, i32 %18, i32 %16
  %20 = fcmp uno x86_fp80 %0, %1
  %21 = select i1 %20, i32 64, i32 0
  %22 = fcmp one x86_fp80 %0, %1
  %23 = select i1 %22, i32 128, i32 0
  %24 = select i1 %3, i32 0, i32 256
  %25 = select i1 %11, i32 512, i32 0
  %26 = or disjoint i32 %23, %21
  %27 = or disjoint i32 %26, %24
  %28 = or disjoint i32 %27, %25
  %29 = or i32 %28, %19
  ret i32 %29
}

define internal fastcc noundef x86_fp80 @sel(x86_fp80 noundef %0, x86_fp80 noundef %1) unnamed_addr #8 {
  %3 = fcmp olt x86_fp80 %0, %1
  %4 = select i1 %3, x86_fp80 %0, x86_fp80 %1
  ret x86_fp80 %4
}

define internal fastcc noundef x86_fp80 @abst(x86_fp80 noundef %0) unnamed_addr #8 {
  %2 = tail call x86_fp80 @llvm.fabs.f80(x86_fp80 %0)
  ret x86_fp80 %2
}

define internal fastcc noundef x86_fp80 @sign(x86_fp80 noundef %0, x86_fp80 noundef %1) unnamed_addr #8 {
  %3 = tail call x86_fp80 @llvm.copysign.f80(x86_fp80 %0, x86_fp80 %1)
  ret x86_fp80 %3
}

define internal fastcc x86_fp80 @loop(x86_fp80 noundef %0, x86_fp80 noundef %1, i32 noundef %2) unnamed_addr #9 {
  %4 = icmp sgt i32 %2, 0
  br i1 %4, label %7, label %5

5:
  %6 = phi x86_fp80 [ 0xK00000000000000000000, %3 ], [ %20, %19 ]
  ret x86_fp80 %6

7:
  %8 = phi i32 [ %24, %19 ], [ 0, %3 ]
  %9 = phi x86_fp80 [ %23, %19 ], [ 0xK3FFF8000000000000000, %3 ]
  %10 = phi x86_fp80 [ %20, %19 ], [ 0xK00000000000000000000, %3 ]
  %11 = and i32 %8, 1
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %16, label %13

13:
  %14 = fmul x86_fp80 %9, %0
  %15 = fadd x86_fp80 %10, %14
  br label %19

16:
  %17 = fdiv x86_fp80 %1, %9
  %18 = fsub x86_fp80 %10, %17
  br label %19

19:
  %20 = phi x86_fp80 [ %15, %13 ], [ %18, %16 ]
  %21 = fmul x86_fp80 %9, 0xK3FFFC000000000000000
  %22 = uitofp nneg i32 %8 to x86_fp80
  %23 = fadd x86_fp80 %21, %22
  %24 = add nuw nsw i32 %8, 1
  %25 = icmp eq i32 %24, %2
  br i1 %25, label %5, label %7
}

define internal fastcc x86_fp80 @live(x86_fp80 noundef %0, x86_fp80 noundef %1) unnamed_addr #10 {
  %3 = fadd x86_fp80 %0, %1
  %4 = fsub x86_fp80 %0, %1
  %5 = fmul x86_fp80 %0, %1
  %6 = fdiv x86_fp80 %0, %1
  %7 = fmul x86_fp80 %3, %4
  %8 = fmul x86_fp80 %3, %5
  %9 = fmul x86_fp80 %3, %6
  %10 = fmul x86_fp80 %4, %5
  %11 = fmul x86_fp80 %4, %6
  %12 = fmul x86_fp80 %5, %6
  tail call fastcc void @opaque()
  %13 = fsub x86_fp80 %3, %4
  %14 = fmul x86_fp80 %12, %13
  %15 = fadd x86_fp80 %11, %14
  %16 = fmul x86_fp80 %10, %15
  %17 = fadd x86_fp80 %9, %16
  %18 = fmul x86_fp80 %8, %17
  %19 = fadd x86_fp80 %7, %18
  %20 = fmul x86_fp80 %6, %19
  %21 = fadd x86_fp80 %5, %20
  %22 = fmul x86_fp80 %4, %21
  %23 = fadd x86_fp80 %3, %22
  %24 = fmul x86_fp80 %5, %7
  %25 = fmul x86_fp80 %6, %24
  %26 = fmul x86_fp80 %7, %25
  %27 = fmul x86_fp80 %8, %26
  %28 = fmul x86_fp80 %9, %27
  %29 = fmul x86_fp80 %10, %28
  %30 = fmul x86_fp80 %11, %29
  %31 = fmul x86_fp80 %12, %30
  %32 = fadd x86_fp80 %31, %23
  ret x86_fp80 %32
}

define internal fastcc x86_fp80 @many(i32 noundef %0, x86_fp80 noundef %1, i64 noundef %2, x86_fp80 noundef %3, x86_fp80 noundef %4, x86_fp80 noundef %5, x86_fp80 noundef %6, x86_fp80 noundef %7, x86_fp80 noundef %8, x86_fp80 noundef %9, x86_fp80 noundef %10) unnamed_addr #8 {
  %12 = sitofp i32 %0 to x86_fp80
  %13 = fmul x86_fp80 %12, %1
  %14 = sitofp i64 %2 to x86_fp80
  %15 = fmul x86_fp80 %14, %3
  %16 = fadd x86_fp80 %13, %15
  %17 = fmul x86_fp80 %4, 0xK4000C000000000000000
  %18 = fadd x86_fp80 %16, %17
  %19 = fmul x86_fp80 %5, 0xK40018000000000000000
  %20 = fsub x86_fp80 %18, %19
  %21 = fadd x86_fp80 %20, %6
  %22 = fmul x86_fp80 %7, %8
  %23 = fsub x86_fp80 %21, %22
  %24 = fdiv x86_fp80 %9, %10
  %25 = fadd x86_fp80 %23, %24
  ret x86_fp80 %25
}

define internal fastcc noundef x86_fp80 @froms(i8 noundef signext %0, i16 noundef signext %1, i32 noundef %2, i64 noundef %3) unnamed_addr #8 {
  %5 = sitofp i8 %0 to x86_fp80
  %6 = sitofp i16 %1 to x86_fp80
  %7 = sitofp i32 %2 to x86_fp80
  %8 = fmul x86_fp80 %6, %7
  %9 = fadd x86_fp80 %8, %5
  %10 = sitofp i64 %3 to x86_fp80
  %11 = fsub x86_fp80 %9, %10
  ret x86_fp80 %11
}

define internal fastcc noundef x86_fp80 @fromu(i8 noundef zeroext %0, i16 noundef zeroext %1, i32 noundef %2, i64 noundef %3) unnamed_addr #8 {
  %5 = uitofp i8 %0 to x86_fp80
  %6 = uitofp i16 %1 to x86_fp80
  %7 = uitofp i32 %2 to x86_fp80
  %8 = fmul x86_fp80 %6, %7
  %9 = fadd x86_fp80 %8, %5
  %10 = uitofp i64 %3 to x86_fp80
  %11 = fsub x86_fp80 %9, %10
  ret x86_fp80 %11
}

define internal fastcc x86_fp80 @fromw(i64 noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3) unnamed_addr #8 {
  %5 = zext i64 %1 to i128
  %6 = shl nuw i128 %5, 64
  %7 = zext i64 %0 to i128
  %8 = or disjoint i128 %6, %7
  %9 = zext nneg i64 %3 to i128
  %10 = shl nuw nsw i128 %9, 64
  %11 = zext i64 %2 to i128
  %12 = or disjoint i128 %10, %11
  %13 = sitofp i128 %8 to x86_fp80
  %14 = uitofp nneg i128 %12 to x86_fp80
  %15 = fsub x86_fp80 %13, %14
  ret x86_fp80 %15
}

define internal fastcc i64 @tos(x86_fp80 noundef %0) unnamed_addr #8 {
  %2 = fptosi x86_fp80 %0 to i8
  %3 = sext i8 %2 to i32
  %4 = fptosi x86_fp80 %0 to i16
  %5 = sext i16 %4 to i32
  %6 = fptosi x86_fp80 %0 to i32
  %7 = add i32 %5, %6
  %8 = add i32 %7, %3
  %9 = sext i32 %8 to i64
  %10 = fptosi x86_fp80 %0 to i64
  %11 = add nsw i64 %9, %10
  ret i64 %11
}

define internal fastcc i64 @tou(x86_fp80 noundef %0) unnamed_addr #8 {
  %2 = fptoui x86_fp80 %0 to i8
  %3 = zext i8 %2 to i32
  %4 = fptoui x86_fp80 %0 to i16
  %5 = zext i16 %4 to i32
  %6 = fptoui x86_fp80 %0 to i32
  %7 = add i32 %5, %6
  %8 = add i32 %7, %3
  %9 = zext i32 %8 to i64
  %10 = fptoui x86_fp80 %0 to i64
  %11 = add i64 %9, %10
  ret i64 %11
}

define internal fastcc { i64, i64 } @tow(x86_fp80 noundef %0) unnamed_addr #8 {
  %2 = fptosi x86_fp80 %0 to i128
  %3 = fmul x86_fp80 %0, %0
  %4 = fptoui x86_fp80 %3 to i128
  %5 = add nsw i128 %4, %2
  %6 = trunc i128 %5 to i64
  %7 = lshr i128 %5, 64
  %8 = trunc nuw i128 %7 to i64
  %9 = insertvalue { i64, i64 } poison, i64 %6, 0
  %10 = insertvalue { i64, i64 } %9, i64 %8, 1
  ret { i64, i64 } %10
}

define internal fastcc noundef x86_fp80 @viaf(x86_fp80 noundef %0) unnamed_addr #8 {
  %2 = fptrunc x86_fp80 %0 to float
  %3 = fpext float %2 to x86_fp80
  ret x86_fp80 %3
}

define internal fastcc noundef x86_fp80 @viad(x86_fp80 noundef %0, x86_fp80 noundef %1) unnamed_addr #8 {
  %3 = fptrunc x86_fp80 %0 to double
  %4 = fpext double %3 to x86_fp80
  %5 = fadd x86_fp80 %4, %1
  ret x86_fp80 %5
}

define internal fastcc i64 @big(x86_fp80 noundef %0) unnamed_addr #8 {
  %2 = fptoui x86_fp80 %0 to i64
  ret i64 %2
}

declare x86_fp80 @llvm.fabs.f80(x86_fp80) #6

declare x86_fp80 @llvm.copysign.f80(x86_fp80, x86_fp80) #6

define internal fastcc void @opaque() unnamed_addr #11 {
  %1 = load volatile i32, ptr @opaque.q, align 4
  %2 = add nsw i32 %1, 1
  store volatile i32 %2, ptr @opaque.q, align 4
  ret void
}

declare void @llvm.va_start.p0(ptr) #12

declare ptr @llvm.ptrmask.p0.i64(ptr, i64) #6

declare void @llvm.va_end.p0(ptr) #12

attributes #0 = { nofree nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8"  }
attributes #1 = { nofree nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8"  }
attributes #2 = { nofree noinline norecurse nosync nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8"  }
attributes #3 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(argmem: read) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8"  }
attributes #5 = { mustprogress nofree nounwind willreturn memory(write) "no-trapping-math"="true" "stack-protector-buffer-size"="8"  }
attributes #6 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { nofree noinline norecurse nosync nounwind memory(readwrite, argmem: none, inaccessiblemem: none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8"  }
attributes #8 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8"  }
attributes #9 = { nofree noinline norecurse nosync nounwind memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8"  }
attributes #10 = { nofree noinline norecurse nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8"  }
attributes #11 = { nofree noinline norecurse nounwind memory(readwrite, argmem: none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8"  }
attributes #12 = { mustprogress nocallback nofree nosync nounwind willreturn }
attributes #13 = { nounwind }
