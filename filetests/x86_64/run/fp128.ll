; Arithmetic, comparisons, conversions and calls with __float128, on numbers that are special in one way or another. The
; hashes of the results are those of the program as gcc -O1 compiles it.
; RUN: avarice compile %s -O0 -verify-machineinstrs -o %t.o && cc -no-pie %t.o -lm -o %t && %t > %t.unoptimized
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -regalloc=basic -o %t.o && cc -pie %t.o -lm -o %t && %t > %t.basic
; RUN: avarice compile %s -verify-machineinstrs -regalloc=fast -o %t.o && cc -no-pie %t.o -lm -o %t && %t > %t.fast
; RUN: diff %t.unoptimized %t.basic && diff %t.unoptimized %t.fast
; RUN: avarice compile %s -verify-machineinstrs -verify-regalloc -regalloc=ion -o %t.o && cc -no-pie %t.o -lm -o %t && %t | diff - %t.unoptimized
; RUN: avarice compile %s -verify-machineinstrs -verify-regalloc -regalloc=fastalloc -o %t.o && cc -no-pie %t.o -lm -o %t && %t | diff - %t.unoptimized
; RUN: avarice compile %s -verify-machineinstrs -o %t.o && cc -no-pie %t.o -lm -o %t && %t
; OUTPUT:
; arithmetic aab433b0ef9d21c5
; comparisons 51a9a6a09b679fdf
; control 575eb227a7d0ee51
; conversions 0b86c31f8ce7335a
; x86_fp80 aa34cb8a1b123864

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@v = internal unnamed_addr global [20 x fp128] zeroinitializer, align 16
@.str = private unnamed_addr constant [9 x i8] c"x86_fp80\00", align 1
@fill.base = internal unnamed_addr constant [20 x float] [float 0.000000e+00, float -0.000000e+00, float 1.000000e+00, float -1.000000e+00, float 5.000000e-01, float 3.250000e+00, float -7.750000e+00, float 1.000000e+02, float -3.276900e+04, float 6.550400e+04, float 0x3E701B2B20000000, float 0x37A16C2000000000, float 1.000000e+09, float 0xC1E0000000000000, float 0x43E02207A0000000, float 0x43ED7D8440000000, float 0xC6293E5940000000, float 0x7FF0000000000000, float 0xFFF0000000000000, float 0x7FF8000000000000], align 16
@.str.1 = private unnamed_addr constant [11 x i8] c"arithmetic\00", align 1
@.str.2 = private unnamed_addr constant [12 x i8] c"comparisons\00", align 1
@.str.3 = private unnamed_addr constant [8 x i8] c"control\00", align 1
@.str.4 = private unnamed_addr constant [12 x i8] c"conversions\00", align 1
@opaque.q = internal global i32 0, align 4
@hash = internal unnamed_addr global i64 0, align 8
@.str.5 = private unnamed_addr constant [4 x i8] c"nan\00", align 1
@.str.6 = private unnamed_addr constant [11 x i8] c"%s %016lx\0A\00", align 1

define dso_local noundef i32 @main() local_unnamed_addr #0 {
  %1 = alloca i128, align 16
  br label %2

2:
  %3 = phi i64 [ 0, %0 ], [ %8, %2 ]
  %4 = getelementptr inbounds [20 x float], ptr @fill.base, i64 0, i64 %3
  %5 = load float, ptr %4, align 4
  %6 = fpext float %5 to fp128
  %7 = getelementptr inbounds [20 x fp128], ptr @v, i64 0, i64 %3
  store fp128 %6, ptr %7, align 16
  %8 = add nuw nsw i64 %3, 1
  %9 = icmp eq i64 %8, 20
  br i1 %9, label %10, label %2

10:
  store fp128 0xL999999999999999ABFFF199999999999, ptr getelementptr inbounds (i8, ptr @v, i64 48), align 16
  store fp128 0xL1CC4376F7DA08F3900000000000CC64F, ptr getelementptr inbounds (i8, ptr @v, i64 64), align 16
  store fp128 0xLF4397B050CAE44C67FF8136C69CE8ADF, ptr getelementptr inbounds (i8, ptr @v, i64 80), align 16
  br label %11

11:
  %12 = phi i64 [ 0, %10 ], [ %19, %18 ]
  %13 = getelementptr inbounds [20 x fp128], ptr @v, i64 0, i64 %12
  %14 = load fp128, ptr %13, align 16
  br label %21

15:
  %16 = load i64, ptr @hash, align 8
  %17 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.6, ptr noundef nonnull @.str.1, i64 noundef %16)
  store i64 -3750763034362895579, ptr @hash, align 8
  br label %33

18:
  %19 = add nuw nsw i64 %12, 1
  %20 = icmp eq i64 %19, 20
  br i1 %20, label %15, label %11

21:
  %22 = phi i64 [ 0, %11 ], [ %31, %21 ]
  %23 = getelementptr inbounds [20 x fp128], ptr @v, i64 0, i64 %22
  %24 = load fp128, ptr %23, align 16
  %25 = tail call fastcc fp128 @add(fp128 noundef %14, fp128 noundef %24)
  tail call fastcc void @see(fp128 noundef %25)
  %26 = tail call fastcc fp128 @sub(fp128 noundef %14, fp128 noundef %24)
  tail call fastcc void @see(fp128 noundef %26)
  %27 = tail call fastcc fp128 @mul(fp128 noundef %14, fp128 noundef %24)
  tail call fastcc void @see(fp128 noundef %27)
  %28 = tail call fastcc fp128 @quo(fp128 noundef %14, fp128 noundef %24)
  tail call fastcc void @see(fp128 noundef %28)
  %29 = tail call fastcc fp128 @neg(fp128 noundef %14)
  tail call fastcc void @see(fp128 noundef %29)
  %30 = tail call fastcc fp128 @mix(fp128 noundef %14, fp128 noundef %24)
  tail call fastcc void @see(fp128 noundef %30)
  %31 = add nuw nsw i64 %22, 1
  %32 = icmp eq i64 %31, 20
  br i1 %32, label %18, label %21

33:
  %34 = phi i64 [ 0, %15 ], [ %40, %39 ]
  %35 = getelementptr inbounds [20 x fp128], ptr @v, i64 0, i64 %34
  br label %42

36:
  %37 = load i64, ptr @hash, align 8
  %38 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.6, ptr noundef nonnull @.str.2, i64 noundef %37)
  store i64 -3750763034362895579, ptr @hash, align 8
  br label %54

39:
  %40 = add nuw nsw i64 %34, 1
  %41 = icmp eq i64 %40, 20
  br i1 %41, label %36, label %33

42:
  %43 = phi i64 [ 0, %33 ], [ %52, %42 ]
  %44 = load fp128, ptr %35, align 16
  %45 = getelementptr inbounds [20 x fp128], ptr @v, i64 0, i64 %43
  %46 = load fp128, ptr %45, align 16
  %47 = tail call fastcc i32 @cmp(fp128 noundef %44, fp128 noundef %46)
  %48 = zext nneg i32 %47 to i64
  tail call fastcc void @seei(i64 noundef %48)
  %49 = tail call fastcc fp128 @sel(fp128 noundef %44, fp128 noundef %46)
  tail call fastcc void @see(fp128 noundef %49)
  %50 = tail call fastcc fp128 @abst(fp128 noundef %44)
  tail call fastcc void @see(fp128 noundef %50)
  %51 = tail call fastcc fp128 @sign(fp128 noundef %44, fp128 noundef %46)
  tail call fastcc void @see(fp128 noundef %51)
  %52 = add nuw nsw i64 %43, 1
  %53 = icmp eq i64 %52, 20
  br i1 %53, label %39, label %42

54:
  %55 = phi i64 [ 0, %36 ], [ %63, %62 ]
  %56 = getelementptr inbounds [20 x fp128], ptr @v, i64 0, i64 %55
  %57 = load fp128, ptr %56, align 16
  %58 = trunc nuw nsw i64 %55 to i32
  br label %65

59:
  %60 = load i64, ptr @hash, align 8
  %61 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.6, ptr noundef nonnull @.str.3, i64 noundef %60)
  store i64 -3750763034362895579, ptr @hash, align 8
  br label %77

62:
  %63 = add nuw nsw i64 %55, 1
  %64 = icmp eq i64 %63, 20
  br i1 %64, label %59, label %54

65:
  %66 = phi i64 [ 0, %54 ], [ %75, %65 ]
  %67 = getelementptr inbounds [20 x fp128], ptr @v, i64 0, i64 %66
  %68 = load fp128, ptr %67, align 16
  %69 = trunc nuw nsw i64 %66 to i32
  %70 = tail call fastcc fp128 @loop(fp128 noundef %57, fp128 noundef %68, i32 noundef %69)
  tail call fastcc void @see(fp128 noundef %70)
  %71 = tail call fastcc fp128 @live(fp128 noundef %57, fp128 noundef %68)
  tail call fastcc void @see(fp128 noundef %71)
  %72 = fadd fp128 %57, %68
  %73 = fsub fp128 %57, %68
  %74 = tail call fastcc fp128 @many(i32 noundef %58, fp128 noundef %57, i64 noundef %66, fp128 noundef %68, fp128 noundef %72, fp128 noundef %73, fp128 noundef %68, fp128 noundef %57, fp128 noundef %68, fp128 noundef %57, fp128 noundef %68)
  tail call fastcc void @see(fp128 noundef %74)
  %75 = add nuw nsw i64 %66, 1
  %76 = icmp eq i64 %75, 20
  br i1 %76, label %62, label %65

77:
  %78 = phi i64 [ 88172645463325252, %59 ], [ %85, %131 ]
  %79 = phi i32 [ 0, %59 ], [ %135, %131 ]
  %80 = shl i64 %78, 13
  %81 = xor i64 %80, %78
  %82 = lshr i64 %81, 7
  %83 = xor i64 %82, %81
  %84 = shl i64 %83, 17
  %85 = xor i64 %84, %83
  %86 = and i32 %79, 63
  %87 = zext nneg i32 %86 to i64
  %88 = ashr i64 %85, %87
  %89 = trunc i64 %88 to i8
  %90 = trunc i64 %88 to i16
  %91 = trunc i64 %88 to i32
  %92 = tail call fastcc fp128 @froms(i8 noundef signext %89, i16 noundef signext %90, i32 noundef %91, i64 noundef %88)
  tail call fastcc void @see(fp128 noundef %92)
  %93 = tail call fastcc fp128 @fromu(i8 noundef zeroext %89, i16 noundef zeroext %90, i32 noundef %91, i64 noundef %88)
  tail call fastcc void @see(fp128 noundef %93)
  %94 = sext i64 %88 to i128
  %95 = and i32 %79, 31
  %96 = zext nneg i32 %95 to i128
  %97 = shl nsw i128 %94, %96
  %98 = zext i64 %88 to i128
  %99 = zext nneg i32 %86 to i128
  %100 = shl nuw nsw i128 %98, %99
  %101 = trunc i128 %97 to i64
  %102 = lshr i128 %97, 64
  %103 = trunc nuw i128 %102 to i64
  %104 = trunc i128 %100 to i64
  %105 = lshr i128 %100, 64
  %106 = trunc nuw nsw i128 %105 to i64
  %107 = tail call fastcc fp128 @fromw(i64 noundef %101, i64 noundef %103, i64 noundef %104, i64 noundef %106)
  tail call fastcc void @see(fp128 noundef %107)
  %108 = and i64 %88, 127
  %109 = uitofp nneg i64 %108 to fp128
  %110 = fadd fp128 %109, 0xL00000000000000003FFE000000000000
  %111 = tail call fastcc i64 @tos(fp128 noundef %110)
  tail call fastcc void @seei(i64 noundef %111)
  %112 = tail call fastcc i64 @tou(fp128 noundef %110)
  tail call fastcc void @seei(i64 noundef %112)
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %1) #9
  %113 = tail call fastcc { i64, i64 } @tow(fp128 noundef %110)
  %114 = extractvalue { i64, i64 } %113, 0
  %115 = extractvalue { i64, i64 } %113, 1
  %116 = zext i64 %115 to i128
  %117 = shl nuw i128 %116, 64
  %118 = zext i64 %114 to i128
  %119 = or disjoint i128 %117, %118
  store i128 %119, ptr %1, align 16
  %120 = load i64, ptr @hash, align 8
  br label %121

121:
  %122 = phi i64 [ 0, %77 ], [ %129, %121 ]
  %123 = phi i64 [ %120, %77 ], [ %128, %121 ]
  %124 = getelementptr inbounds i8, ptr %1, i64 %122
  %125 = load i8, ptr %124, align 1
  %126 = zext i8 %125 to i64
  %127 = xor i64 %123, %126
  %128 = mul i64 %127, 1099511628211
  %129 = add nuw nsw i64 %122, 1
  %130 = icmp eq i64 %129, 16
  br i1 %130, label %131, label %121

131:
  store i64 %128, ptr @hash, align 8
  %132 = sitofp i64 %88 to fp128
  %133 = tail call fastcc fp128 @viaf(fp128 noundef %132)
  tail call fastcc void @see(fp128 noundef %133)
  %134 = tail call fastcc fp128 @viad(fp128 noundef %132, fp128 noundef %110)
  tail call fastcc void @see(fp128 noundef %134)
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %1) #9
  %135 = add nuw nsw i32 %79, 1
  %136 = icmp eq i32 %135, 200
  br i1 %136, label %137, label %77

137:
  %138 = phi i64 [ %147, %146 ], [ 0, %131 ]
  %139 = getelementptr inbounds [20 x fp128], ptr @v, i64 0, i64 %138
  %140 = load fp128, ptr %139, align 16
  %141 = fcmp oge fp128 %140, 0xL00000000000000000000000000000000
  %142 = fcmp olt fp128 %140, 0xL0000000000000000403F000000000000
  %143 = and i1 %141, %142
  br i1 %143, label %144, label %146

144:
  %145 = tail call fastcc i64 @big(fp128 noundef %140)
  tail call fastcc void @seei(i64 noundef %145)
  br label %146

146:
  %147 = add nuw nsw i64 %138, 1
  %148 = icmp eq i64 %147, 20
  br i1 %148, label %149, label %137

149:
  %150 = load i64, ptr @hash, align 8
  %151 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.6, ptr noundef nonnull @.str.4, i64 noundef %150)
  store i64 -3750763034362895579, ptr @hash, align 8
  br label %155

152:
  %153 = load i64, ptr @hash, align 8
  %154 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.6, ptr noundef nonnull @.str, i64 noundef %153)
  store i64 -3750763034362895579, ptr @hash, align 8
  ret i32 0

155:
  %156 = phi i64 [ 0, %149 ], [ %160, %155 ]
  %157 = getelementptr inbounds [20 x fp128], ptr @v, i64 0, i64 %156
  %158 = load fp128, ptr %157, align 16
  %159 = tail call fastcc fp128 @viax(fp128 noundef %158)
  tail call fastcc void @see(fp128 noundef %159)
  %160 = add nuw nsw i64 %156, 1
  %161 = icmp eq i64 %160, 20
  br i1 %161, label %152, label %155
}

declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

define internal fastcc void @see(fp128 noundef %0) unnamed_addr #2 {
  %2 = alloca fp128, align 16
  store fp128 %0, ptr %2, align 16
  %3 = fcmp uno fp128 %0, 0xL00000000000000000000000000000000
  %4 = load i64, ptr @hash, align 8
  br i1 %3, label %5, label %15

5:
  %6 = phi i64 [ %13, %5 ], [ 0, %1 ]
  %7 = phi i64 [ %12, %5 ], [ %4, %1 ]
  %8 = getelementptr inbounds i8, ptr @.str.5, i64 %6
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
  %24 = icmp eq i64 %23, 16
  br i1 %24, label %25, label %15

25:
  %26 = phi i64 [ %12, %5 ], [ %22, %15 ]
  store i64 %26, ptr @hash, align 8
  ret void
}

define internal fastcc noundef fp128 @viax(fp128 noundef %0) unnamed_addr #3 {
  %2 = fptrunc fp128 %0 to x86_fp80
  %3 = fpext x86_fp80 %2 to fp128
  ret fp128 %3
}

declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

define internal fastcc noundef fp128 @add(fp128 noundef %0, fp128 noundef %1) unnamed_addr #3 {
  %3 = fadd fp128 %0, %1
  ret fp128 %3
}

define internal fastcc noundef fp128 @sub(fp128 noundef %0, fp128 noundef %1) unnamed_addr #3 {
  %3 = fsub fp128 %0, %1
  ret fp128 %3
}

define internal fastcc noundef fp128 @mul(fp128 noundef %0, fp128 noundef %1) unnamed_addr #3 {
  %3 = fmul fp128 %0, %1
  ret fp128 %3
}

define internal fastcc noundef fp128 @quo(fp128 noundef %0, fp128 noundef %1) unnamed_addr #3 {
  %3 = fdiv fp128 %0, %1
  ret fp128 %3
}

define internal fastcc noundef fp128 @neg(fp128 noundef %0) unnamed_addr #3 {
  %2 = fneg fp128 %0
  ret fp128 %2
}

define internal fastcc noundef fp128 @mix(fp128 noundef %0, fp128 noundef %1) unnamed_addr #3 {
  %3 = fadd fp128 %0, %1
  %4 = fsub fp128 %0, %1
  %5 = fmul fp128 %3, %4
  %6 = fmul fp128 %0, %1
  %7 = fadd fp128 %6, 0xL00000000000000003FFF000000000000
  %8 = fdiv fp128 %5, %7
  %9 = fadd fp128 %1, 0xL00000000000000004000400000000000
  %10 = fmul fp128 %9, %0
  %11 = fsub fp128 %8, %10
  ret fp128 %11
}

define internal fastcc void @seei(i64 noundef %0) unnamed_addr #2 {
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

define internal fastcc range(i32 0, 1024) i32 @cmp(fp128 noundef %0, fp128 noundef %1) unnamed_addr #3 {
  %3 = fcmp olt fp128 %0, %1
  %4 = zext i1 %3 to i32
  %5 = fcmp ugt fp128 %0, %1
  %6 = or disjoint i32 %4, 2
  %7 = select i1 %5, i32 %4, i32 %6
  %8 = fcmp ogt fp128 %0, %1
  %9 = or disjoint i32 %7, 4
  %10 = select i1 %8, i32 %9, i32 %7
  %11 = fcmp ult fp128 %0, %1
  %12 = or disjoint i32 %10, 8
  %13 = select i1 %11, i32 %10, i32 %12
  %14 = fcmp oeq fp128 %0, %1
  %15 = or i32 %13, 16
  %16 = select i1 %14, i32 %15, i32 %13
  %17 = fcmp une fp128 %0, %1
  %18 = or i32 %16, 32
  %19 = select i1 %17, i32 %18, i32 %16
  %20 = fcmp uno fp128 %0, %1
  %21 = select i1 %20, i32 64, i32 0
  %22 = fcmp one fp128 %0, %1
  %23 = select i1 %22, i32 128, i32 0
  %24 = select i1 %3, i32 0, i32 256
  %25 = select i1 %11, i32 512, i32 0
  %26 = or disjoint i32 %23, %21
  %27 = or disjoint i32 %26, %24
  %28 = or disjoint i32 %27, %25
  %29 = or i32 %28, %19
  ret i32 %29
}

define internal fastcc noundef fp128 @sel(fp128 noundef %0, fp128 noundef %1) unnamed_addr #3 {
  %3 = fcmp olt fp128 %0, %1
  %4 = select i1 %3, fp128 %0, fp128 %1
  ret fp128 %4
}

define internal fastcc noundef fp128 @abst(fp128 noundef %0) unnamed_addr #3 {
  %2 = fcmp olt fp128 %0, 0xL00000000000000000000000000000000
  %3 = fneg fp128 %0
  %4 = select i1 %2, fp128 %3, fp128 %0
  ret fp128 %4
}

define internal fastcc noundef fp128 @sign(fp128 noundef %0, fp128 noundef %1) unnamed_addr #3 {
  %3 = tail call fp128 @llvm.copysign.f128(fp128 %0, fp128 %1)
  ret fp128 %3
}

define internal fastcc fp128 @loop(fp128 noundef %0, fp128 noundef %1, i32 noundef %2) unnamed_addr #4 {
  %4 = icmp sgt i32 %2, 0
  br i1 %4, label %7, label %5

5:
  %6 = phi fp128 [ 0xL00000000000000000000000000000000, %3 ], [ %20, %19 ]
  ret fp128 %6

7:
  %8 = phi i32 [ %24, %19 ], [ 0, %3 ]
  %9 = phi fp128 [ %23, %19 ], [ 0xL00000000000000003FFF000000000000, %3 ]
  %10 = phi fp128 [ %20, %19 ], [ 0xL00000000000000000000000000000000, %3 ]
  %11 = and i32 %8, 1
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %16, label %13

13:
  %14 = fmul fp128 %9, %0
  %15 = fadd fp128 %10, %14
  br label %19

16:
  %17 = fdiv fp128 %1, %9
  %18 = fsub fp128 %10, %17
  br label %19

19:
  %20 = phi fp128 [ %15, %13 ], [ %18, %16 ]
  %21 = fmul fp128 %9, 0xL00000000000000003FFF800000000000
  %22 = uitofp nneg i32 %8 to fp128
  %23 = fadd fp128 %21, %22
  %24 = add nuw nsw i32 %8, 1
  %25 = icmp eq i32 %24, %2
  br i1 %25, label %5, label %7
}

define internal fastcc fp128 @live(fp128 noundef %0, fp128 noundef %1) unnamed_addr #5 {
  %3 = fadd fp128 %0, %1
  %4 = fsub fp128 %0, %1
  %5 = fmul fp128 %0, %1
  %6 = fdiv fp128 %0, %1
  %7 = fmul fp128 %3, %4
  %8 = fmul fp128 %3, %5
  %9 = fmul fp128 %3, %6
  %10 = fmul fp128 %4, %5
  %11 = fmul fp128 %4, %6
  %12 = fmul fp128 %5, %6
  tail call fastcc void @opaque()
  %13 = fsub fp128 %3, %4
  %14 = fmul fp128 %12, %13
  %15 = fadd fp128 %11, %14
  %16 = fmul fp128 %10, %15
  %17 = fadd fp128 %9, %16
  %18 = fmul fp128 %8, %17
  %19 = fadd fp128 %7, %18
  %20 = fmul fp128 %6, %19
  %21 = fadd fp128 %5, %20
  %22 = fmul fp128 %4, %21
  %23 = fadd fp128 %3, %22
  %24 = fmul fp128 %5, %7
  %25 = fmul fp128 %6, %24
  %26 = fmul fp128 %7, %25
  %27 = fmul fp128 %8, %26
  %28 = fmul fp128 %9, %27
  %29 = fmul fp128 %10, %28
  %30 = fmul fp128 %11, %29
  %31 = fmul fp128 %12, %30
  %32 = fadd fp128 %31, %23
  ret fp128 %32
}

define internal fastcc fp128 @many(i32 noundef %0, fp128 noundef %1, i64 noundef %2, fp128 noundef %3, fp128 noundef %4, fp128 noundef %5, fp128 noundef %6, fp128 noundef %7, fp128 noundef %8, fp128 noundef %9, fp128 noundef %10) unnamed_addr #3 {
  %12 = sitofp i32 %0 to fp128
  %13 = fmul fp128 %12, %1
  %14 = sitofp i64 %2 to fp128
  %15 = fmul fp128 %14, %3
  %16 = fadd fp128 %13, %15
  %17 = fmul fp128 %4, 0xL00000000000000004000800000000000
  %18 = fadd fp128 %16, %17
  %19 = fmul fp128 %5, 0xL00000000000000004001000000000000
  %20 = fsub fp128 %18, %19
  %21 = fadd fp128 %20, %6
  %22 = fmul fp128 %7, %8
  %23 = fsub fp128 %21, %22
  %24 = fdiv fp128 %9, %10
  %25 = fadd fp128 %23, %24
  ret fp128 %25
}

define internal fastcc noundef fp128 @froms(i8 noundef signext %0, i16 noundef signext %1, i32 noundef %2, i64 noundef %3) unnamed_addr #3 {
  %5 = sitofp i8 %0 to fp128
  %6 = sitofp i16 %1 to fp128
  %7 = sitofp i32 %2 to fp128
  %8 = fmul fp128 %6, %7
  %9 = fadd fp128 %8, %5
  %10 = sitofp i64 %3 to fp128
  %11 = fsub fp128 %9, %10
  ret fp128 %11
}

define internal fastcc noundef fp128 @fromu(i8 noundef zeroext %0, i16 noundef zeroext %1, i32 noundef %2, i64 noundef %3) unnamed_addr #3 {
  %5 = uitofp i8 %0 to fp128
  %6 = uitofp i16 %1 to fp128
  %7 = uitofp i32 %2 to fp128
  %8 = fmul fp128 %6, %7
  %9 = fadd fp128 %8, %5
  %10 = uitofp i64 %3 to fp128
  %11 = fsub fp128 %9, %10
  ret fp128 %11
}

define internal fastcc fp128 @fromw(i64 noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3) unnamed_addr #3 {
  %5 = zext i64 %1 to i128
  %6 = shl nuw i128 %5, 64
  %7 = zext i64 %0 to i128
  %8 = or disjoint i128 %6, %7
  %9 = zext nneg i64 %3 to i128
  %10 = shl nuw nsw i128 %9, 64
  %11 = zext i64 %2 to i128
  %12 = or disjoint i128 %10, %11
  %13 = sitofp i128 %8 to fp128
  %14 = uitofp nneg i128 %12 to fp128
  %15 = fsub fp128 %13, %14
  ret fp128 %15
}

define internal fastcc i64 @tos(fp128 noundef %0) unnamed_addr #3 {
  %2 = fptosi fp128 %0 to i8
  %3 = sext i8 %2 to i32
  %4 = fptosi fp128 %0 to i16
  %5 = sext i16 %4 to i32
  %6 = fptosi fp128 %0 to i32
  %7 = add i32 %5, %6
  %8 = add i32 %7, %3
  %9 = sext i32 %8 to i64
  %10 = fptosi fp128 %0 to i64
  %11 = add nsw i64 %9, %10
  ret i64 %11
}

define internal fastcc i64 @tou(fp128 noundef %0) unnamed_addr #3 {
  %2 = fptoui fp128 %0 to i8
  %3 = zext i8 %2 to i32
  %4 = fptoui fp128 %0 to i16
  %5 = zext i16 %4 to i32
  %6 = fptoui fp128 %0 to i32
  %7 = add i32 %5, %6
  %8 = add i32 %7, %3
  %9 = zext i32 %8 to i64
  %10 = fptoui fp128 %0 to i64
  %11 = add i64 %9, %10
  ret i64 %11
}

define internal fastcc { i64, i64 } @tow(fp128 noundef %0) unnamed_addr #3 {
  %2 = fptosi fp128 %0 to i128
  %3 = fmul fp128 %0, %0
  %4 = fptoui fp128 %3 to i128
  %5 = add nsw i128 %4, %2
  %6 = trunc i128 %5 to i64
  %7 = lshr i128 %5, 64
  %8 = trunc nuw i128 %7 to i64
  %9 = insertvalue { i64, i64 } poison, i64 %6, 0
  %10 = insertvalue { i64, i64 } %9, i64 %8, 1
  ret { i64, i64 } %10
}

define internal fastcc noundef fp128 @viaf(fp128 noundef %0) unnamed_addr #3 {
  %2 = fptrunc fp128 %0 to float
  %3 = fpext float %2 to fp128
  ret fp128 %3
}

define internal fastcc noundef fp128 @viad(fp128 noundef %0, fp128 noundef %1) unnamed_addr #3 {
  %3 = fptrunc fp128 %0 to double
  %4 = fpext double %3 to fp128
  %5 = fadd fp128 %4, %1
  ret fp128 %5
}

define internal fastcc i64 @big(fp128 noundef %0) unnamed_addr #3 {
  %2 = fptoui fp128 %0 to i64
  ret i64 %2
}

declare fp128 @llvm.copysign.f128(fp128, fp128) #6

define internal fastcc void @opaque() unnamed_addr #7 {
  %1 = load volatile i32, ptr @opaque.q, align 4
  %2 = add nsw i32 %1, 1
  store volatile i32 %2, ptr @opaque.q, align 4
  ret void
}

declare noundef i32 @printf(ptr nocapture noundef readonly, ...) local_unnamed_addr #8

attributes #0 = { nofree nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8"  }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nofree noinline norecurse nosync nounwind memory(readwrite, argmem: none, inaccessiblemem: none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8"  }
attributes #3 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8"  }
attributes #4 = { nofree noinline norecurse nosync nounwind memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8"  }
attributes #5 = { nofree noinline norecurse nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8"  }
attributes #6 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { nofree noinline norecurse nounwind memory(readwrite, argmem: none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8"  }
attributes #8 = { nofree nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8"  }
attributes #9 = { nounwind }
