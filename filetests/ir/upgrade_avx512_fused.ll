; Fused multiplications and additions of AVX-512 under a mask: which sign changes, what is there otherwise (the first
; argument, zero with `maskz`, the third with `mask3`), the rounding mode of 512 bits and single numbers. The bodies are
; what opt 19.1.7 makes.
; RUN: avarice opt -S %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define <16 x float> @second_negated(<16 x float> %a, <16 x float> %b, <16 x float> %c, i16 %m) {
;   %1 = fneg <16 x float> %b
;   %2 = call <16 x float> @llvm.fma.v16f32(<16 x float> %a, <16 x float> %1, <16 x float> %c)
;   %3 = bitcast i16 %m to <16 x i1>
;   %4 = select <16 x i1> %3, <16 x float> %2, <16 x float> %a
;   %5 = fneg <16 x float> %b
;   %6 = call <16 x float> @llvm.x86.avx512.vfmadd.ps.512(<16 x float> %4, <16 x float> %5, <16 x float> %c, i32 10)
;   ret <16 x float> %6
; }
;
; define <4 x float> @third(<4 x float> %a, <4 x float> %b, <4 x float> %c, i8 %m) {
;   %1 = fneg <4 x float> %c
;   %2 = call <4 x float> @llvm.fma.v4f32(<4 x float> %a, <4 x float> %b, <4 x float> %1)
;   %3 = bitcast i8 %m to <8 x i1>
;   %extract = shufflevector <8 x i1> %3, <8 x i1> %3, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
;   %4 = select <4 x i1> %extract, <4 x float> %2, <4 x float> %c
;   ret <4 x float> %4
; }
;
; define <4 x float> @single(<4 x float> %a, <4 x float> %b, <4 x float> %c, i8 %m) {
;   %1 = fneg <4 x float> %a
;   %2 = fneg <4 x float> %c
;   %3 = extractelement <4 x float> %1, i64 0
;   %4 = extractelement <4 x float> %b, i64 0
;   %5 = extractelement <4 x float> %2, i64 0
;   %6 = call float @llvm.x86.avx512.vfmadd.f32(float %3, float %4, float %5, i32 11)
;   %7 = extractelement <4 x float> %c, i64 0
;   %8 = bitcast i8 %m to <8 x i1>
;   %9 = extractelement <8 x i1> %8, i64 0
;   %10 = select i1 %9, float %6, float %7
;   %11 = insertelement <4 x float> %c, float %10, i64 0
;   ret <4 x float> %11
; }
;
; define <2 x double> @or_zero(<2 x double> %a, <2 x double> %b, <2 x double> %c, i8 %m) {
;   %1 = extractelement <2 x double> %a, i64 0
;   %2 = extractelement <2 x double> %b, i64 0
;   %3 = extractelement <2 x double> %c, i64 0
;   %4 = call double @llvm.fma.f64(double %1, double %2, double %3)
;   %5 = bitcast i8 %m to <8 x i1>
;   %6 = extractelement <8 x i1> %5, i64 0
;   %7 = select i1 %6, double %4, double 0.000000e+00
;   %8 = insertelement <2 x double> %a, double %7, i64 0
;   ret <2 x double> %8
; }
;
; define <4 x double> @in_turn(<4 x double> %a, <4 x double> %b, <4 x double> %c, i8 %m) {
;   %1 = call <4 x double> @llvm.fma.v4f64(<4 x double> %a, <4 x double> %b, <4 x double> %c)
;   %2 = fneg <4 x double> %c
;   %3 = call <4 x double> @llvm.fma.v4f64(<4 x double> %a, <4 x double> %b, <4 x double> %2)
;   %4 = shufflevector <4 x double> %3, <4 x double> %1, <4 x i32> <i32 0, i32 5, i32 2, i32 7>
;   %5 = bitcast i8 %m to <8 x i1>
;   %extract = shufflevector <8 x i1> %5, <8 x i1> %5, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
;   %6 = select <4 x i1> %extract, <4 x double> %4, <4 x double> zeroinitializer
;   ret <4 x double> %6
; }
;
; define <8 x double> @in_turn_rounded(<8 x double> %a, <8 x double> %b, <8 x double> %c, i8 %m) {
;   %1 = fneg <8 x double> %c
;   %2 = call <8 x double> @llvm.x86.avx512.vfmaddsub.pd.512(<8 x double> %a, <8 x double> %b, <8 x double> %1, i32 4)
;   %3 = bitcast i8 %m to <8 x i1>
;   %4 = select <8 x i1> %3, <8 x double> %2, <8 x double> %c
;   ret <8 x double> %4
; }
;
; declare <16 x float> @llvm.x86.avx512.vfmadd.ps.512(<16 x float>, <16 x float>, <16 x float>, i32)
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare <16 x float> @llvm.fma.v16f32(<16 x float>, <16 x float>, <16 x float>) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>) #0
;
; declare float @llvm.x86.avx512.vfmadd.f32(float, float, float, i32)
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare double @llvm.fma.f64(double, double, double) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare <4 x double> @llvm.fma.v4f64(<4 x double>, <4 x double>, <4 x double>) #0
;
; declare <8 x double> @llvm.x86.avx512.vfmaddsub.pd.512(<8 x double>, <8 x double>, <8 x double>, i32)
;
; attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

declare <16 x float> @llvm.x86.avx512.mask.vfnmadd.ps.512(<16 x float>, <16 x float>, <16 x float>, i16, i32)
declare <4 x float> @llvm.x86.avx512.mask3.vfmsub.ps.128(<4 x float>, <4 x float>, <4 x float>, i8)
declare <4 x float> @llvm.x86.avx512.mask3.vfnmsub.ss(<4 x float>, <4 x float>, <4 x float>, i8, i32)
declare <2 x double> @llvm.x86.avx512.maskz.vfmadd.sd(<2 x double>, <2 x double>, <2 x double>, i8, i32)
declare <4 x double> @llvm.x86.avx512.maskz.vfmaddsub.pd.256(<4 x double>, <4 x double>, <4 x double>, i8)
declare <8 x double> @llvm.x86.avx512.mask3.vfmsubadd.pd.512(<8 x double>, <8 x double>, <8 x double>, i8, i32)

define <16 x float> @second_negated(<16 x float> %a, <16 x float> %b, <16 x float> %c, i16 %m) {
  %now = call <16 x float> @llvm.x86.avx512.mask.vfnmadd.ps.512(<16 x float> %a, <16 x float> %b, <16 x float> %c, i16 %m, i32 4)
  %up = call <16 x float> @llvm.x86.avx512.mask.vfnmadd.ps.512(<16 x float> %now, <16 x float> %b, <16 x float> %c, i16 -1, i32 10)
  ret <16 x float> %up
}

define <4 x float> @third(<4 x float> %a, <4 x float> %b, <4 x float> %c, i8 %m) {
  %r = call <4 x float> @llvm.x86.avx512.mask3.vfmsub.ps.128(<4 x float> %a, <4 x float> %b, <4 x float> %c, i8 %m)
  ret <4 x float> %r
}

define <4 x float> @single(<4 x float> %a, <4 x float> %b, <4 x float> %c, i8 %m) {
  %r = call <4 x float> @llvm.x86.avx512.mask3.vfnmsub.ss(<4 x float> %a, <4 x float> %b, <4 x float> %c, i8 %m, i32 11)
  ret <4 x float> %r
}

define <2 x double> @or_zero(<2 x double> %a, <2 x double> %b, <2 x double> %c, i8 %m) {
  %r = call <2 x double> @llvm.x86.avx512.maskz.vfmadd.sd(<2 x double> %a, <2 x double> %b, <2 x double> %c, i8 %m, i32 4)
  ret <2 x double> %r
}

define <4 x double> @in_turn(<4 x double> %a, <4 x double> %b, <4 x double> %c, i8 %m) {
  %r = call <4 x double> @llvm.x86.avx512.maskz.vfmaddsub.pd.256(<4 x double> %a, <4 x double> %b, <4 x double> %c, i8 %m)
  ret <4 x double> %r
}

define <8 x double> @in_turn_rounded(<8 x double> %a, <8 x double> %b, <8 x double> %c, i8 %m) {
  %r = call <8 x double> @llvm.x86.avx512.mask3.vfmsubadd.pd.512(<8 x double> %a, <8 x double> %b, <8 x double> %c, i8 %m, i32 4)
  ret <8 x double> %r
}
