; Intrinsics of AVX-512 under a mask that have one without: the call and a select; with a rounding mode, with `maskz`
; (zero otherwise), with three vectors. The bodies are what opt 19.1.7 makes.
; RUN: avarice opt -S %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define <16 x i8> @without_mask(<16 x i8> %a, <16 x i8> %b, i16 %m) {
;   %1 = call <16 x i8> @llvm.x86.ssse3.pshuf.b.128(<16 x i8> %a, <16 x i8> %b)
;   %2 = call <16 x i8> @llvm.x86.ssse3.pshuf.b.128(<16 x i8> %1, <16 x i8> %b)
;   %3 = bitcast i16 %m to <16 x i1>
;   %4 = select <16 x i1> %3, <16 x i8> %2, <16 x i8> zeroinitializer
;   ret <16 x i8> %4
; }
;
; define <4 x i64> @by_immediate(<4 x i64> %a, <4 x i64> %b, i8 %m) {
;   %1 = call <4 x i64> @llvm.x86.avx512.psrai.q.256(<4 x i64> %a, i32 3)
;   %2 = bitcast i8 %m to <8 x i1>
;   %extract = shufflevector <8 x i1> %2, <8 x i1> %2, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
;   %3 = select <4 x i1> %extract, <4 x i64> %1, <4 x i64> %b
;   ret <4 x i64> %3
; }
;
; define <16 x float> @rounded(<16 x float> %a, <16 x float> %b, i16 %m) {
;   %1 = call <16 x float> @llvm.x86.avx512.mul.ps.512(<16 x float> %a, <16 x float> %b, i32 10)
;   %2 = bitcast i16 %m to <16 x i1>
;   %3 = select <16 x i1> %2, <16 x float> %1, <16 x float> %a
;   ret <16 x float> %3
; }
;
; define <8 x double> @root(<8 x double> %a, <8 x double> %b, i8 %m) {
;   %1 = call <8 x double> @llvm.sqrt.v8f64(<8 x double> %a)
;   %2 = bitcast i8 %m to <8 x i1>
;   %3 = select <8 x i1> %2, <8 x double> %1, <8 x double> %b
;   %4 = call <8 x double> @llvm.x86.avx512.sqrt.pd.512(<8 x double> %3, i32 10)
;   ret <8 x double> %4
; }
;
; define <8 x double> @converted(<8 x i64> %a, <8 x double> %b, i8 %m) {
;   %cvt = uitofp <8 x i64> %a to <8 x double>
;   %1 = bitcast i8 %m to <8 x i1>
;   %2 = select <8 x i1> %1, <8 x double> %cvt, <8 x double> %b
;   %3 = call <8 x double> @llvm.x86.avx512.uitofp.round.v8f64.v8i64(<8 x i64> %a, i32 9)
;   %4 = bitcast i8 %m to <8 x i1>
;   %5 = select <8 x i1> %4, <8 x double> %3, <8 x double> %2
;   ret <8 x double> %5
; }
;
; define <4 x i32> @three(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c, i8 %m) {
;   %1 = call <4 x i32> @llvm.x86.avx512.vpdpbusd.128(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c)
;   %2 = bitcast i8 %m to <8 x i1>
;   %extract = shufflevector <8 x i1> %2, <8 x i1> %2, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
;   %3 = select <4 x i1> %extract, <4 x i32> %1, <4 x i32> zeroinitializer
;   %4 = call <4 x i32> @llvm.fshl.v4i32(<4 x i32> %3, <4 x i32> %3, <4 x i32> <i32 5, i32 5, i32 5, i32 5>)
;   %5 = bitcast i8 %m to <8 x i1>
;   %extract1 = shufflevector <8 x i1> %5, <8 x i1> %5, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
;   %6 = select <4 x i1> %extract1, <4 x i32> %4, <4 x i32> %c
;   ret <4 x i32> %6
; }
;
; define <8 x i32> @table(<8 x i32> %index, <8 x i32> %a, <8 x i32> %b, i8 %m) {
;   %1 = call <8 x i32> @llvm.x86.avx512.vpermi2var.d.256(<8 x i32> %a, <8 x i32> %index, <8 x i32> %b)
;   %2 = bitcast i8 %m to <8 x i1>
;   %3 = select <8 x i1> %2, <8 x i32> %1, <8 x i32> %a
;   ret <8 x i32> %3
; }
;
; define <4 x double> @index(<4 x double> %a, <4 x i64> %index, <4 x double> %b, i8 %m) {
;   %1 = call <4 x double> @llvm.x86.avx512.vpermi2var.pd.256(<4 x double> %a, <4 x i64> %index, <4 x double> %b)
;   %2 = bitcast <4 x i64> %index to <4 x double>
;   %3 = bitcast i8 %m to <8 x i1>
;   %extract = shufflevector <8 x i1> %3, <8 x i1> %3, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
;   %4 = select <4 x i1> %extract, <4 x double> %1, <4 x double> %2
;   ret <4 x double> %4
; }
;
; define <8 x i64> @shift_of_two(<8 x i64> %a, <8 x i64> %b, <8 x i64> %c, i8 %m) {
;   %1 = call <8 x i64> @llvm.fshr.v8i64(<8 x i64> %b, <8 x i64> %a, <8 x i64> %c)
;   %2 = bitcast i8 %m to <8 x i1>
;   %3 = select <8 x i1> %2, <8 x i64> %1, <8 x i64> zeroinitializer
;   ret <8 x i64> %3
; }
;
; define <8 x i16> @bfloat(<8 x float> %a) {
;   %r = call <8 x bfloat> @llvm.x86.avx512bf16.cvtneps2bf16.256(<8 x float> %a)
;   %1 = bitcast <8 x bfloat> %r to <8 x i16>
;   ret <8 x i16> %1
; }
;
; define <4 x float> @factors(<4 x float> %a, <4 x i32> %b, <4 x i32> %c) {
;   %1 = bitcast <4 x i32> %b to <8 x bfloat>
;   %2 = bitcast <4 x i32> %c to <8 x bfloat>
;   %r = call <4 x float> @llvm.x86.avx512bf16.dpbf16ps.128(<4 x float> %a, <8 x bfloat> %1, <8 x bfloat> %2)
;   ret <4 x float> %r
; }
;
; declare <16 x i8> @llvm.x86.ssse3.pshuf.b.128(<16 x i8>, <16 x i8>)
;
; declare <4 x i64> @llvm.x86.avx512.psrai.q.256(<4 x i64>, i32)
;
; declare <16 x float> @llvm.x86.avx512.mul.ps.512(<16 x float>, <16 x float>, i32)
;
; declare <8 x double> @llvm.x86.avx512.sqrt.pd.512(<8 x double>, i32)
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare <8 x double> @llvm.sqrt.v8f64(<8 x double>) #0
;
; declare <8 x double> @llvm.x86.avx512.uitofp.round.v8f64.v8i64(<8 x i64>, i32)
;
; declare <4 x i32> @llvm.x86.avx512.vpdpbusd.128(<4 x i32>, <4 x i32>, <4 x i32>)
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare <4 x i32> @llvm.fshl.v4i32(<4 x i32>, <4 x i32>, <4 x i32>) #0
;
; declare <8 x i32> @llvm.x86.avx512.vpermi2var.d.256(<8 x i32>, <8 x i32>, <8 x i32>)
;
; declare <4 x double> @llvm.x86.avx512.vpermi2var.pd.256(<4 x double>, <4 x i64>, <4 x double>)
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare <8 x i64> @llvm.fshr.v8i64(<8 x i64>, <8 x i64>, <8 x i64>) #0
;
; declare <8 x bfloat> @llvm.x86.avx512bf16.cvtneps2bf16.256(<8 x float>)
;
; declare <4 x float> @llvm.x86.avx512bf16.dpbf16ps.128(<4 x float>, <8 x bfloat>, <8 x bfloat>)
;
; attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

declare <16 x i8> @llvm.x86.avx512.mask.pshuf.b.128(<16 x i8>, <16 x i8>, <16 x i8>, i16)
declare <4 x i64> @llvm.x86.avx512.mask.psra.qi.256(<4 x i64>, i32, <4 x i64>, i8)
declare <16 x float> @llvm.x86.avx512.mask.mul.ps.512(<16 x float>, <16 x float>, <16 x float>, i16, i32)
declare <8 x double> @llvm.x86.avx512.mask.sqrt.pd.512(<8 x double>, <8 x double>, i8, i32)
declare <8 x double> @llvm.x86.avx512.mask.cvtuqq2pd.512(<8 x i64>, <8 x double>, i8, i32)
declare <4 x i32> @llvm.x86.avx512.maskz.vpdpbusd.128(<4 x i32>, <4 x i32>, <4 x i32>, i8)
declare <8 x i32> @llvm.x86.avx512.mask.vpermt2var.d.256(<8 x i32>, <8 x i32>, <8 x i32>, i8)
declare <4 x double> @llvm.x86.avx512.mask.vpermi2var.pd.256(<4 x double>, <4 x i64>, <4 x double>, i8)
declare <8 x i64> @llvm.x86.avx512.maskz.vpshrdv.q.512(<8 x i64>, <8 x i64>, <8 x i64>, i8)
declare <4 x i32> @llvm.x86.avx512.mask.prol.d.128(<4 x i32>, i32, <4 x i32>, i8)
declare <8 x i16> @llvm.x86.avx512bf16.cvtneps2bf16.256(<8 x float>)
declare <4 x float> @llvm.x86.avx512bf16.dpbf16ps.128(<4 x float>, <4 x i32>, <4 x i32>)

define <16 x i8> @without_mask(<16 x i8> %a, <16 x i8> %b, i16 %m) {
  %all = call <16 x i8> @llvm.x86.avx512.mask.pshuf.b.128(<16 x i8> %a, <16 x i8> %b, <16 x i8> %b, i16 -1)
  %some = call <16 x i8> @llvm.x86.avx512.mask.pshuf.b.128(<16 x i8> %all, <16 x i8> %b, <16 x i8> zeroinitializer, i16 %m)
  ret <16 x i8> %some
}

define <4 x i64> @by_immediate(<4 x i64> %a, <4 x i64> %b, i8 %m) {
  %r = call <4 x i64> @llvm.x86.avx512.mask.psra.qi.256(<4 x i64> %a, i32 3, <4 x i64> %b, i8 %m)
  ret <4 x i64> %r
}

define <16 x float> @rounded(<16 x float> %a, <16 x float> %b, i16 %m) {
  %r = call <16 x float> @llvm.x86.avx512.mask.mul.ps.512(<16 x float> %a, <16 x float> %b, <16 x float> %a, i16 %m, i32 10)
  ret <16 x float> %r
}

define <8 x double> @root(<8 x double> %a, <8 x double> %b, i8 %m) {
  %now = call <8 x double> @llvm.x86.avx512.mask.sqrt.pd.512(<8 x double> %a, <8 x double> %b, i8 %m, i32 4)
  %up = call <8 x double> @llvm.x86.avx512.mask.sqrt.pd.512(<8 x double> %now, <8 x double> %b, i8 -1, i32 10)
  ret <8 x double> %up
}

define <8 x double> @converted(<8 x i64> %a, <8 x double> %b, i8 %m) {
  %now = call <8 x double> @llvm.x86.avx512.mask.cvtuqq2pd.512(<8 x i64> %a, <8 x double> %b, i8 %m, i32 4)
  %down = call <8 x double> @llvm.x86.avx512.mask.cvtuqq2pd.512(<8 x i64> %a, <8 x double> %now, i8 %m, i32 9)
  ret <8 x double> %down
}

define <4 x i32> @three(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c, i8 %m) {
  %r = call <4 x i32> @llvm.x86.avx512.maskz.vpdpbusd.128(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c, i8 %m)
  %s = call <4 x i32> @llvm.x86.avx512.mask.prol.d.128(<4 x i32> %r, i32 5, <4 x i32> %c, i8 %m)
  ret <4 x i32> %s
}

define <8 x i32> @table(<8 x i32> %index, <8 x i32> %a, <8 x i32> %b, i8 %m) {
  %r = call <8 x i32> @llvm.x86.avx512.mask.vpermt2var.d.256(<8 x i32> %index, <8 x i32> %a, <8 x i32> %b, i8 %m)
  ret <8 x i32> %r
}

define <4 x double> @index(<4 x double> %a, <4 x i64> %index, <4 x double> %b, i8 %m) {
  %r = call <4 x double> @llvm.x86.avx512.mask.vpermi2var.pd.256(<4 x double> %a, <4 x i64> %index, <4 x double> %b, i8 %m)
  ret <4 x double> %r
}

define <8 x i64> @shift_of_two(<8 x i64> %a, <8 x i64> %b, <8 x i64> %c, i8 %m) {
  %r = call <8 x i64> @llvm.x86.avx512.maskz.vpshrdv.q.512(<8 x i64> %a, <8 x i64> %b, <8 x i64> %c, i8 %m)
  ret <8 x i64> %r
}

define <8 x i16> @bfloat(<8 x float> %a) {
  %r = call <8 x i16> @llvm.x86.avx512bf16.cvtneps2bf16.256(<8 x float> %a)
  ret <8 x i16> %r
}

define <4 x float> @factors(<4 x float> %a, <4 x i32> %b, <4 x i32> %c) {
  %r = call <4 x float> @llvm.x86.avx512bf16.dpbf16ps.128(<4 x float> %a, <4 x i32> %b, <4 x i32> %c)
  ret <4 x float> %r
}
