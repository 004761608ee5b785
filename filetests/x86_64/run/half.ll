; Arithmetic, comparisons, conversions and calls with _Float16, on numbers that are special in one way or another. The
; hashes of the results are those of the program as gcc -O1 -fexcess-precision=16 compiles it.
; RUN: avarice compile %s -O0 -verify-machineinstrs -o %t.o && cc -no-pie %t.o -lm -o %t && %t > %t.unoptimized
; RUN: avarice compile %s -relocation-model=pic -verify-machineinstrs -regalloc=basic -o %t.o && cc -pie %t.o -lm -o %t && %t > %t.basic
; RUN: avarice compile %s -verify-machineinstrs -regalloc=fast -o %t.o && cc -no-pie %t.o -lm -o %t && %t > %t.fast
; RUN: diff %t.unoptimized %t.basic && diff %t.unoptimized %t.fast
; RUN: avarice compile %s -verify-machineinstrs -verify-regalloc -regalloc=ion -o %t.o && cc -no-pie %t.o -lm -o %t && %t | diff - %t.unoptimized
; RUN: avarice compile %s -verify-machineinstrs -verify-regalloc -regalloc=fastalloc -o %t.o && cc -no-pie %t.o -lm -o %t && %t | diff - %t.unoptimized
; RUN: avarice compile %s -verify-machineinstrs -o %t.o && cc -no-pie %t.o -lm -o %t && %t
; OUTPUT:
; arithmetic 33589e6174a9e134
; comparisons 583d221c0b6dd16f
; control 9793e558be6a9a72
; conversions ee9783fa91a0d720
; vectors be586ef2697d464f

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@v = internal unnamed_addr global [20 x half] zeroinitializer, align 16
@.str = private unnamed_addr constant [8 x i8] c"vectors\00", align 1
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
  %6 = fptrunc float %5 to half
  %7 = getelementptr inbounds [20 x half], ptr @v, i64 0, i64 %3
  store half %6, ptr %7, align 2
  %8 = add nuw nsw i64 %3, 1
  %9 = icmp eq i64 %8, 20
  br i1 %9, label %10, label %2

10:
  store half 0xH03FF, ptr getelementptr inbounds (i8, ptr @v, i64 6), align 2
  br label %11

11:
  %12 = phi i64 [ 0, %10 ], [ %19, %18 ]
  %13 = getelementptr inbounds [20 x half], ptr @v, i64 0, i64 %12
  %14 = load half, ptr %13, align 2
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
  %23 = getelementptr inbounds [20 x half], ptr @v, i64 0, i64 %22
  %24 = load half, ptr %23, align 2
  %25 = tail call fastcc half @add(half noundef %14, half noundef %24)
  tail call fastcc void @see(half noundef %25)
  %26 = tail call fastcc half @sub(half noundef %14, half noundef %24)
  tail call fastcc void @see(half noundef %26)
  %27 = tail call fastcc half @mul(half noundef %14, half noundef %24)
  tail call fastcc void @see(half noundef %27)
  %28 = tail call fastcc half @quo(half noundef %14, half noundef %24)
  tail call fastcc void @see(half noundef %28)
  %29 = tail call fastcc half @neg(half noundef %14)
  tail call fastcc void @see(half noundef %29)
  %30 = tail call fastcc half @mix(half noundef %14, half noundef %24)
  tail call fastcc void @see(half noundef %30)
  %31 = add nuw nsw i64 %22, 1
  %32 = icmp eq i64 %31, 20
  br i1 %32, label %18, label %21

33:
  %34 = phi i64 [ 0, %15 ], [ %40, %39 ]
  %35 = getelementptr inbounds [20 x half], ptr @v, i64 0, i64 %34
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
  %44 = load half, ptr %35, align 2
  %45 = getelementptr inbounds [20 x half], ptr @v, i64 0, i64 %43
  %46 = load half, ptr %45, align 2
  %47 = tail call fastcc i32 @cmp(half noundef %44, half noundef %46)
  %48 = zext nneg i32 %47 to i64
  tail call fastcc void @seei(i64 noundef %48)
  %49 = tail call fastcc half @sel(half noundef %44, half noundef %46)
  tail call fastcc void @see(half noundef %49)
  %50 = tail call fastcc half @abst(half noundef %44)
  tail call fastcc void @see(half noundef %50)
  %51 = tail call fastcc half @sign(half noundef %44, half noundef %46)
  tail call fastcc void @see(half noundef %51)
  %52 = add nuw nsw i64 %43, 1
  %53 = icmp eq i64 %52, 20
  br i1 %53, label %39, label %42

54:
  %55 = phi i64 [ 0, %36 ], [ %63, %62 ]
  %56 = getelementptr inbounds [20 x half], ptr @v, i64 0, i64 %55
  %57 = load half, ptr %56, align 2
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
  %67 = getelementptr inbounds [20 x half], ptr @v, i64 0, i64 %66
  %68 = load half, ptr %67, align 2
  %69 = trunc nuw nsw i64 %66 to i32
  %70 = tail call fastcc half @loop(half noundef %57, half noundef %68, i32 noundef %69)
  tail call fastcc void @see(half noundef %70)
  %71 = tail call fastcc half @live(half noundef %57, half noundef %68)
  tail call fastcc void @see(half noundef %71)
  %72 = fadd half %57, %68
  %73 = fsub half %57, %68
  %74 = tail call fastcc half @many(i32 noundef %58, half noundef %57, i64 noundef %66, half noundef %68, half noundef %72, half noundef %73, half noundef %68, half noundef %57, half noundef %68, half noundef %57, half noundef %68)
  tail call fastcc void @see(half noundef %74)
  %75 = add nuw nsw i64 %66, 1
  %76 = icmp eq i64 %75, 20
  br i1 %76, label %62, label %65

77:
  %78 = phi i64 [ 88172645463325252, %59 ], [ %85, %131 ]
  %79 = phi i32 [ 0, %59 ], [ %134, %131 ]
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
  %92 = tail call fastcc half @froms(i8 noundef signext %89, i16 noundef signext %90, i32 noundef %91, i64 noundef %88)
  tail call fastcc void @see(half noundef %92)
  %93 = tail call fastcc half @fromu(i8 noundef zeroext %89, i16 noundef zeroext %90, i32 noundef %91, i64 noundef %88)
  tail call fastcc void @see(half noundef %93)
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
  %107 = tail call fastcc half @fromw(i64 noundef %101, i64 noundef %103, i64 noundef %104, i64 noundef %106)
  tail call fastcc void @see(half noundef %107)
  %108 = and i64 %88, 127
  %109 = uitofp nneg i64 %108 to half
  %110 = fadd half %109, 0xH3800
  %111 = tail call fastcc i64 @tos(half noundef %110)
  tail call fastcc void @seei(i64 noundef %111)
  %112 = tail call fastcc i64 @tou(half noundef %110)
  tail call fastcc void @seei(i64 noundef %112)
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %1) #11
  %113 = tail call fastcc { i64, i64 } @tow(half noundef %110)
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
  %132 = sitofp i64 %88 to half
  tail call fastcc void @see(half noundef %132)
  %133 = tail call fastcc half @viad(half noundef %132, half noundef %110)
  tail call fastcc void @see(half noundef %133)
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %1) #11
  %134 = add nuw nsw i32 %79, 1
  %135 = icmp eq i32 %134, 200
  br i1 %135, label %136, label %77

136:
  %137 = phi i64 [ %146, %145 ], [ 0, %131 ]
  %138 = getelementptr inbounds [20 x half], ptr @v, i64 0, i64 %137
  %139 = load half, ptr %138, align 2
  %140 = fcmp oge half %139, 0xH0000
  %141 = fcmp olt half %139, 0xH7BFF
  %142 = and i1 %140, %141
  br i1 %142, label %143, label %145

143:
  %144 = tail call fastcc i64 @big(half noundef %139)
  tail call fastcc void @seei(i64 noundef %144)
  br label %145

145:
  %146 = add nuw nsw i64 %137, 1
  %147 = icmp eq i64 %146, 20
  br i1 %147, label %148, label %136

148:
  %149 = load i64, ptr @hash, align 8
  %150 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.6, ptr noundef nonnull @.str.4, i64 noundef %149)
  store i64 -3750763034362895579, ptr @hash, align 8
  br label %154

151:
  %152 = load i64, ptr @hash, align 8
  %153 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.6, ptr noundef nonnull @.str, i64 noundef %152)
  store i64 -3750763034362895579, ptr @hash, align 8
  ret i32 0

154:
  %155 = phi i64 [ 0, %148 ], [ %163, %162 ]
  %156 = phi <8 x half> [ <half 0xH3C00, half 0xH4000, half 0xH4300, half 0xHC400, half 0xH4500, half 0xH4600, half 0xH4700, half 0xH4800>, %148 ], [ %161, %162 ]
  %157 = getelementptr inbounds [20 x half], ptr @v, i64 0, i64 %155
  %158 = load half, ptr %157, align 2
  %159 = trunc nuw nsw i64 %155 to i32
  %160 = tail call fastcc <8 x half> @put(<8 x half> noundef %156, half noundef %158, i32 noundef %159)
  %161 = tail call fastcc <8 x half> @vec(<8 x half> noundef %160)
  br label %165

162:
  %163 = add nuw nsw i64 %155, 1
  %164 = icmp eq i64 %163, 9
  br i1 %164, label %151, label %154

165:
  %166 = phi i32 [ 0, %154 ], [ %168, %165 ]
  %167 = extractelement <8 x half> %161, i32 %166
  tail call fastcc void @see(half noundef %167)
  %168 = add nuw nsw i32 %166, 1
  %169 = icmp eq i32 %168, 8
  br i1 %169, label %162, label %165
}

declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

define internal fastcc noundef <8 x half> @vec(<8 x half> noundef %0) unnamed_addr #2 {
  %2 = fmul <8 x half> %0, <half 0xH3800, half 0xHBC00, half 0xH4000, half 0xH4200, half 0xH4400, half 0xH5640, half 0xH4600, half 0xH4700>
  %3 = fadd <8 x half> %2, %0
  ret <8 x half> %3
}

define internal fastcc <8 x half> @put(<8 x half> noundef %0, half noundef %1, i32 noundef %2) unnamed_addr #2 {
  %4 = and i32 %2, 7
  %5 = insertelement <8 x half> %0, half %1, i32 %4
  %6 = and i32 %2, 3
  %7 = extractelement <8 x half> %5, i32 %6
  %8 = insertelement <8 x half> %5, half %7, i64 2
  ret <8 x half> %8
}

define internal fastcc void @see(half noundef %0) unnamed_addr #3 {
  %2 = alloca half, align 2
  store half %0, ptr %2, align 2
  %3 = fcmp uno half %0, 0xH0000
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
  %24 = icmp eq i64 %23, 2
  br i1 %24, label %25, label %15

25:
  %26 = phi i64 [ %12, %5 ], [ %22, %15 ]
  store i64 %26, ptr @hash, align 8
  ret void
}

declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

define internal fastcc noundef half @add(half noundef %0, half noundef %1) unnamed_addr #4 {
  %3 = fadd half %0, %1
  ret half %3
}

define internal fastcc noundef half @sub(half noundef %0, half noundef %1) unnamed_addr #4 {
  %3 = fsub half %0, %1
  ret half %3
}

define internal fastcc noundef half @mul(half noundef %0, half noundef %1) unnamed_addr #4 {
  %3 = fmul half %0, %1
  ret half %3
}

define internal fastcc noundef half @quo(half noundef %0, half noundef %1) unnamed_addr #4 {
  %3 = fdiv half %0, %1
  ret half %3
}

define internal fastcc noundef half @neg(half noundef %0) unnamed_addr #4 {
  %2 = fneg half %0
  ret half %2
}

define internal fastcc noundef half @mix(half noundef %0, half noundef %1) unnamed_addr #4 {
  %3 = fadd half %0, %1
  %4 = fsub half %0, %1
  %5 = fmul half %3, %4
  %6 = fmul half %0, %1
  %7 = fadd half %6, 0xH3C00
  %8 = fdiv half %5, %7
  %9 = fadd half %1, 0xH4100
  %10 = fmul half %9, %0
  %11 = fsub half %8, %10
  ret half %11
}

define internal fastcc void @seei(i64 noundef %0) unnamed_addr #3 {
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

define internal fastcc range(i32 0, 1024) i32 @cmp(half noundef %0, half noundef %1) unnamed_addr #4 {
  %3 = fcmp olt half %0, %1
  %4 = zext i1 %3 to i32
  %5 = fcmp ugt half %0, %1
  %6 = or disjoint i32 %4, 2
  %7 = select i1 %5, i32 %4, i32 %6
  %8 = fcmp ogt half %0, %1
  %9 = or disjoint i32 %7, 4
  %10 = select i1 %8, i32 %9, i32 %7
  %11 = fcmp ult half %0, %1
  %12 = or disjoint i32 %10, 8
  %13 = select i1 %11, i32 %10, i32 %12
  %14 = fcmp oeq half %0, %1
  %15 = or i32 %13, 16
  %16 = select i1 %14, i32 %15, i32 %13
  %17 = fcmp une half %0, %1
  %18 = or i32 %16, 32
  %19 = select i1 %17, i32 %18, i32 %16
  %20 = fcmp uno half %0, %1
  %21 = select i1 %20, i32 64, i32 0
  %22 = fcmp one half %0, %1
  %23 = select i1 %22, i32 128, i32 0
  %24 = select i1 %3, i32 0, i32 256
  %25 = select i1 %11, i32 512, i32 0
  %26 = or disjoint i32 %23, %21
  %27 = or disjoint i32 %26, %24
  %28 = or disjoint i32 %27, %25
  %29 = or i32 %28, %19
  ret i32 %29
}

define internal fastcc noundef half @sel(half noundef %0, half noundef %1) unnamed_addr #4 {
  %3 = fcmp olt half %0, %1
  %4 = select i1 %3, half %0, half %1
  ret half %4
}

define internal fastcc noundef half @abst(half noundef %0) unnamed_addr #4 {
  %2 = tail call half @llvm.fabs.f16(half %0)
  ret half %2
}

define internal fastcc noundef half @sign(half noundef %0, half noundef %1) unnamed_addr #4 {
  %3 = fpext half %0 to float
  %4 = fpext half %1 to float
  %5 = tail call float @llvm.copysign.f32(float %3, float %4)
  %6 = fptrunc float %5 to half
  ret half %6
}

define internal fastcc half @loop(half noundef %0, half noundef %1, i32 noundef %2) unnamed_addr #5 {
  %4 = icmp sgt i32 %2, 0
  br i1 %4, label %7, label %5

5:
  %6 = phi half [ 0xH0000, %3 ], [ %20, %19 ]
  ret half %6

7:
  %8 = phi i32 [ %24, %19 ], [ 0, %3 ]
  %9 = phi half [ %23, %19 ], [ 0xH3C00, %3 ]
  %10 = phi half [ %20, %19 ], [ 0xH0000, %3 ]
  %11 = and i32 %8, 1
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %16, label %13

13:
  %14 = fmul half %9, %0
  %15 = fadd half %10, %14
  br label %19

16:
  %17 = fdiv half %1, %9
  %18 = fsub half %10, %17
  br label %19

19:
  %20 = phi half [ %15, %13 ], [ %18, %16 ]
  %21 = fmul half %9, 0xH3E00
  %22 = uitofp nneg i32 %8 to half
  %23 = fadd half %21, %22
  %24 = add nuw nsw i32 %8, 1
  %25 = icmp eq i32 %24, %2
  br i1 %25, label %5, label %7
}

define internal fastcc half @live(half noundef %0, half noundef %1) unnamed_addr #6 {
  %3 = fadd half %0, %1
  %4 = fsub half %0, %1
  %5 = fmul half %0, %1
  %6 = fdiv half %0, %1
  %7 = fmul half %3, %4
  %8 = fmul half %3, %5
  %9 = fmul half %3, %6
  %10 = fmul half %4, %5
  %11 = fmul half %4, %6
  %12 = fmul half %5, %6
  tail call fastcc void @opaque()
  %13 = fsub half %3, %4
  %14 = fmul half %12, %13
  %15 = fadd half %11, %14
  %16 = fmul half %10, %15
  %17 = fadd half %9, %16
  %18 = fmul half %8, %17
  %19 = fadd half %7, %18
  %20 = fmul half %6, %19
  %21 = fadd half %5, %20
  %22 = fmul half %4, %21
  %23 = fadd half %3, %22
  %24 = fmul half %5, %7
  %25 = fmul half %6, %24
  %26 = fmul half %7, %25
  %27 = fmul half %8, %26
  %28 = fmul half %9, %27
  %29 = fmul half %10, %28
  %30 = fmul half %11, %29
  %31 = fmul half %12, %30
  %32 = fadd half %31, %23
  ret half %32
}

define internal fastcc half @many(i32 noundef %0, half noundef %1, i64 noundef %2, half noundef %3, half noundef %4, half noundef %5, half noundef %6, half noundef %7, half noundef %8, half noundef %9, half noundef %10) unnamed_addr #4 {
  %12 = sitofp i32 %0 to half
  %13 = fmul half %12, %1
  %14 = sitofp i64 %2 to half
  %15 = fmul half %14, %3
  %16 = fadd half %13, %15
  %17 = fmul half %4, 0xH4200
  %18 = fadd half %16, %17
  %19 = fmul half %5, 0xH4400
  %20 = fsub half %18, %19
  %21 = fadd half %20, %6
  %22 = fmul half %7, %8
  %23 = fsub half %21, %22
  %24 = fdiv half %9, %10
  %25 = fadd half %23, %24
  ret half %25
}

define internal fastcc noundef half @froms(i8 noundef signext %0, i16 noundef signext %1, i32 noundef %2, i64 noundef %3) unnamed_addr #4 {
  %5 = sitofp i8 %0 to half
  %6 = sitofp i16 %1 to half
  %7 = sitofp i32 %2 to half
  %8 = fmul half %6, %7
  %9 = fadd half %8, %5
  %10 = sitofp i64 %3 to half
  %11 = fsub half %9, %10
  ret half %11
}

define internal fastcc noundef half @fromu(i8 noundef zeroext %0, i16 noundef zeroext %1, i32 noundef %2, i64 noundef %3) unnamed_addr #4 {
  %5 = uitofp i8 %0 to half
  %6 = uitofp i16 %1 to half
  %7 = uitofp i32 %2 to half
  %8 = fmul half %6, %7
  %9 = fadd half %8, %5
  %10 = uitofp i64 %3 to half
  %11 = fsub half %9, %10
  ret half %11
}

define internal fastcc half @fromw(i64 noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3) unnamed_addr #4 {
  %5 = zext i64 %1 to i128
  %6 = shl nuw i128 %5, 64
  %7 = zext i64 %0 to i128
  %8 = or disjoint i128 %6, %7
  %9 = zext nneg i64 %3 to i128
  %10 = shl nuw nsw i128 %9, 64
  %11 = zext i64 %2 to i128
  %12 = or disjoint i128 %10, %11
  %13 = sitofp i128 %8 to half
  %14 = uitofp nneg i128 %12 to half
  %15 = fsub half %13, %14
  ret half %15
}

define internal fastcc i64 @tos(half noundef %0) unnamed_addr #4 {
  %2 = fptosi half %0 to i8
  %3 = sext i8 %2 to i32
  %4 = fptosi half %0 to i16
  %5 = sext i16 %4 to i32
  %6 = fptosi half %0 to i32
  %7 = add i32 %5, %6
  %8 = add i32 %7, %3
  %9 = sext i32 %8 to i64
  %10 = fptosi half %0 to i64
  %11 = add nsw i64 %9, %10
  ret i64 %11
}

define internal fastcc i64 @tou(half noundef %0) unnamed_addr #4 {
  %2 = fptoui half %0 to i8
  %3 = zext i8 %2 to i32
  %4 = fptoui half %0 to i16
  %5 = zext i16 %4 to i32
  %6 = fptoui half %0 to i32
  %7 = add nuw nsw i32 %5, %6
  %8 = add nuw nsw i32 %7, %3
  %9 = zext i32 %8 to i64
  %10 = fptoui half %0 to i64
  %11 = add nuw nsw i64 %9, %10
  ret i64 %11
}

define internal fastcc { i64, i64 } @tow(half noundef %0) unnamed_addr #4 {
  %2 = fptosi half %0 to i128
  %3 = fmul half %0, %0
  %4 = fptoui half %3 to i128
  %5 = add nsw i128 %4, %2
  %6 = trunc i128 %5 to i64
  %7 = lshr i128 %5, 64
  %8 = trunc nuw i128 %7 to i64
  %9 = insertvalue { i64, i64 } poison, i64 %6, 0
  %10 = insertvalue { i64, i64 } %9, i64 %8, 1
  ret { i64, i64 } %10
}

define internal fastcc noundef half @viad(half noundef %0, half noundef %1) unnamed_addr #4 {
  %3 = fadd half %0, %1
  ret half %3
}

define internal fastcc i64 @big(half noundef %0) unnamed_addr #4 {
  %2 = fptoui half %0 to i64
  ret i64 %2
}

declare float @llvm.copysign.f32(float, float) #7

define internal fastcc void @opaque() unnamed_addr #8 {
  %1 = load volatile i32, ptr @opaque.q, align 4
  %2 = add nsw i32 %1, 1
  store volatile i32 %2, ptr @opaque.q, align 4
  ret void
}

declare noundef i32 @printf(ptr nocapture noundef readonly, ...) local_unnamed_addr #9

declare half @llvm.fabs.f16(half) #10

attributes #0 = { nofree nounwind uwtable "min-legal-vector-width"="128" "no-trapping-math"="true" "stack-protector-buffer-size"="8"  }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="128" "no-trapping-math"="true" "stack-protector-buffer-size"="8"  }
attributes #3 = { nofree noinline norecurse nosync nounwind memory(readwrite, argmem: none, inaccessiblemem: none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8"  }
attributes #4 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8"  }
attributes #5 = { nofree noinline norecurse nosync nounwind memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8"  }
attributes #6 = { nofree noinline norecurse nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8"  }
attributes #7 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #8 = { nofree noinline norecurse nounwind memory(readwrite, argmem: none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8"  }
attributes #9 = { nofree nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8"  }
attributes #10 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #11 = { nounwind }
