; Shuffles of AVX-512 by an immediate, broadcasts, single numbers, and vectors that are packed in memory or in registers.
; The bodies are what opt 19.1.7 makes.
; RUN: avarice opt -S %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define <32 x i8> @bytes(<32 x i8> %a, <32 x i8> %b, i32 %m) {
;   %palignr1 = shufflevector <32 x i8> %b, <32 x i8> %a, <32 x i32> <i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 32, i32 33, i32 34, i32 35, i32 36, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 48, i32 49, i32 50, i32 51, i32 52>
;   %1 = bitcast i32 %m to <32 x i1>
;   %2 = select <32 x i1> %1, <32 x i8> %palignr1, <32 x i8> %b
;   %palignr = shufflevector <32 x i8> %2, <32 x i8> zeroinitializer, <32 x i32> <i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 32, i32 33, i32 34, i32 35, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 48, i32 49, i32 50, i32 51>
;   ret <32 x i8> zeroinitializer
; }
;
; define <8 x i64> @elements(<8 x i64> %a, <8 x i64> %b, i8 %m) {
;   %palignr = shufflevector <8 x i64> %b, <8 x i64> %a, <8 x i32> <i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10>
;   %1 = bitcast i8 %m to <8 x i1>
;   %2 = select <8 x i1> %1, <8 x i64> %palignr, <8 x i64> %b
;   ret <8 x i64> %2
; }
;
; define <8 x double> @registers(<8 x double> %a, <8 x double> %b, i8 %m) {
;   %1 = shufflevector <8 x double> %a, <8 x double> %b, <8 x i32> <i32 6, i32 7, i32 4, i32 5, i32 10, i32 11, i32 8, i32 9>
;   %2 = bitcast i8 %m to <8 x i1>
;   %3 = select <8 x i1> %2, <8 x double> %1, <8 x double> %b
;   ret <8 x double> %3
; }
;
; define <8 x float> @pairs(<8 x float> %a, <8 x float> %b, i8 %m) {
;   %1 = shufflevector <8 x float> %a, <8 x float> %b, <8 x i32> <i32 2, i32 3, i32 9, i32 8, i32 6, i32 7, i32 13, i32 12>
;   %2 = bitcast i8 %m to <8 x i1>
;   %3 = select <8 x i1> %2, <8 x float> %1, <8 x float> %b
;   ret <8 x float> %3
; }
;
; define <8 x i32> @number(i32 %n, <8 x i32> %a, i8 %m) {
;   %.splatinsert = insertelement <8 x i32> poison, i32 %n, i64 0
;   %.splat = shufflevector <8 x i32> %.splatinsert, <8 x i32> poison, <8 x i32> zeroinitializer
;   %1 = bitcast i8 %m to <8 x i1>
;   %2 = select <8 x i1> %1, <8 x i32> %.splat, <8 x i32> %a
;   ret <8 x i32> %2
; }
;
; define <16 x i16> @lowest(<8 x i16> %a, <16 x i16> %b, i16 %m) {
;   %1 = shufflevector <8 x i16> %a, <8 x i16> poison, <16 x i32> zeroinitializer
;   %2 = bitcast i16 %m to <16 x i1>
;   %3 = select <16 x i1> %2, <16 x i16> %1, <16 x i16> %b
;   ret <16 x i16> %3
; }
;
; define <4 x float> @move(<4 x float> %a, <4 x float> %b, i8 %m) {
;   %1 = and i8 %m, 1
;   %2 = icmp ne i8 %1, 0
;   %3 = extractelement <4 x float> %b, i64 0
;   %4 = select i1 %2, float %3, float 0.000000e+00
;   %5 = insertelement <4 x float> %a, float %4, i64 0
;   ret <4 x float> %5
; }
;
; define <2 x double> @convert(<2 x double> %a, i32 %n) {
;   %1 = uitofp i32 %n to double
;   %2 = insertelement <2 x double> %a, double %1, i64 0
;   ret <2 x double> %2
; }
;
; define <8 x i64> @packed(ptr %p, <4 x float> %a, <8 x i64> %b, i8 %m) {
;   %1 = bitcast i8 %m to <8 x i1>
;   %extract = shufflevector <8 x i1> %1, <8 x i1> %1, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
;   %2 = call <4 x float> @llvm.masked.expandload.v4f32(ptr %p, <4 x i1> %extract, <4 x float> %a)
;   %3 = and i8 %m, 1
;   %4 = bitcast i8 %3 to <8 x i1>
;   %extract1 = shufflevector <8 x i1> %4, <8 x i1> %4, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
;   call void @llvm.masked.store.v4f32.p0(<4 x float> %2, ptr %p, i32 1, <4 x i1> %extract1)
;   %5 = bitcast i8 %m to <8 x i1>
;   call void @llvm.masked.compressstore.v8i64(<8 x i64> %b, ptr %p, <8 x i1> %5)
;   %6 = bitcast i8 %m to <8 x i1>
;   %7 = call <8 x i64> @llvm.x86.avx512.mask.compress.v8i64(<8 x i64> %b, <8 x i64> %b, <8 x i1> %6)
;   ret <8 x i64> %7
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn memory(read)
; declare <4 x float> @llvm.masked.expandload.v4f32(ptr nocapture, <4 x i1>, <4 x float>) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: write)
; declare void @llvm.masked.compressstore.v8i64(<8 x i64>, ptr nocapture, <8 x i1>) #1
;
; declare <8 x i64> @llvm.x86.avx512.mask.compress.v8i64(<8 x i64>, <8 x i64>, <8 x i1>)
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: write)
; declare void @llvm.masked.store.v4f32.p0(<4 x float>, ptr nocapture, i32 immarg, <4 x i1>) #1
;
; attributes #0 = { nocallback nofree nosync nounwind willreturn memory(read) }
; attributes #1 = { nocallback nofree nosync nounwind willreturn memory(argmem: write) }

declare <32 x i8> @llvm.x86.avx512.mask.palignr.256(<32 x i8>, <32 x i8>, i32, <32 x i8>, i32)
declare <8 x i64> @llvm.x86.avx512.mask.valign.q.512(<8 x i64>, <8 x i64>, i32, <8 x i64>, i8)
declare <8 x double> @llvm.x86.avx512.mask.shuf.f64x2(<8 x double>, <8 x double>, i32, <8 x double>, i8)
declare <8 x float> @llvm.x86.avx512.mask.shuf.ps.256(<8 x float>, <8 x float>, i32, <8 x float>, i8)
declare <8 x i32> @llvm.x86.avx512.mask.pbroadcast.d.gpr.256(i32, <8 x i32>, i8)
declare <16 x i16> @llvm.x86.avx512.pbroadcastw.256(<8 x i16>, <16 x i16>, i16)
declare <4 x float> @llvm.x86.avx512.mask.move.ss(<4 x float>, <4 x float>, <4 x float>, i8)
declare <2 x double> @llvm.x86.avx512.cvtusi2sd(<2 x double>, i32)
declare <4 x float> @llvm.x86.avx512.mask.expand.load.ps.128(ptr, <4 x float>, i8)
declare void @llvm.x86.avx512.mask.compress.store.q.512(ptr, <8 x i64>, i8)
declare <8 x i64> @llvm.x86.avx512.mask.compress.q.512(<8 x i64>, <8 x i64>, i8)
declare void @llvm.x86.avx512.mask.store.ss(ptr, <4 x float>, i8)

define <32 x i8> @bytes(<32 x i8> %a, <32 x i8> %b, i32 %m) {
  %r = call <32 x i8> @llvm.x86.avx512.mask.palignr.256(<32 x i8> %a, <32 x i8> %b, i32 5, <32 x i8> %b, i32 %m)
  %s = call <32 x i8> @llvm.x86.avx512.mask.palignr.256(<32 x i8> %r, <32 x i8> %b, i32 20, <32 x i8> %b, i32 -1)
  %t = call <32 x i8> @llvm.x86.avx512.mask.palignr.256(<32 x i8> %s, <32 x i8> %b, i32 40, <32 x i8> %s, i32 %m)
  ret <32 x i8> %t
}

define <8 x i64> @elements(<8 x i64> %a, <8 x i64> %b, i8 %m) {
  %r = call <8 x i64> @llvm.x86.avx512.mask.valign.q.512(<8 x i64> %a, <8 x i64> %b, i32 11, <8 x i64> %b, i8 %m)
  ret <8 x i64> %r
}

define <8 x double> @registers(<8 x double> %a, <8 x double> %b, i8 %m) {
  %r = call <8 x double> @llvm.x86.avx512.mask.shuf.f64x2(<8 x double> %a, <8 x double> %b, i32 27, <8 x double> %b, i8 %m)
  ret <8 x double> %r
}

define <8 x float> @pairs(<8 x float> %a, <8 x float> %b, i8 %m) {
  %r = call <8 x float> @llvm.x86.avx512.mask.shuf.ps.256(<8 x float> %a, <8 x float> %b, i32 30, <8 x float> %b, i8 %m)
  ret <8 x float> %r
}

define <8 x i32> @number(i32 %n, <8 x i32> %a, i8 %m) {
  %r = call <8 x i32> @llvm.x86.avx512.mask.pbroadcast.d.gpr.256(i32 %n, <8 x i32> %a, i8 %m)
  ret <8 x i32> %r
}

define <16 x i16> @lowest(<8 x i16> %a, <16 x i16> %b, i16 %m) {
  %r = call <16 x i16> @llvm.x86.avx512.pbroadcastw.256(<8 x i16> %a, <16 x i16> %b, i16 %m)
  ret <16 x i16> %r
}

define <4 x float> @move(<4 x float> %a, <4 x float> %b, i8 %m) {
  %r = call <4 x float> @llvm.x86.avx512.mask.move.ss(<4 x float> %a, <4 x float> %b, <4 x float> zeroinitializer, i8 %m)
  ret <4 x float> %r
}

define <2 x double> @convert(<2 x double> %a, i32 %n) {
  %r = call <2 x double> @llvm.x86.avx512.cvtusi2sd(<2 x double> %a, i32 %n)
  ret <2 x double> %r
}

define <8 x i64> @packed(ptr %p, <4 x float> %a, <8 x i64> %b, i8 %m) {
  %v = call <4 x float> @llvm.x86.avx512.mask.expand.load.ps.128(ptr %p, <4 x float> %a, i8 %m)
  call void @llvm.x86.avx512.mask.store.ss(ptr %p, <4 x float> %v, i8 %m)
  call void @llvm.x86.avx512.mask.compress.store.q.512(ptr %p, <8 x i64> %b, i8 %m)
  %r = call <8 x i64> @llvm.x86.avx512.mask.compress.q.512(<8 x i64> %b, <8 x i64> %b, i8 %m)
  ret <8 x i64> %r
}
