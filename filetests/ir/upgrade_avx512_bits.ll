; Comparisons of AVX-512, which give a bit for each element, and operations on such bits: vectors of i1. The bodies are
; what opt 19.1.7 makes.
; RUN: avarice opt -S %s
; OUTPUT:
; ; ModuleID = '%s'
; source_filename = "%s"
;
; define i8 @by_argument(<4 x i32> %a, <4 x i32> %b, i8 %m) {
;   %1 = icmp sge <4 x i32> %a, %b
;   %2 = bitcast i8 %m to <8 x i1>
;   %extract = shufflevector <8 x i1> %2, <8 x i1> %2, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
;   %3 = and <4 x i1> %1, %extract
;   %4 = shufflevector <4 x i1> %3, <4 x i1> zeroinitializer, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
;   %5 = bitcast <8 x i1> %4 to i8
;   %s = or i8 %5, 0
;   ret i8 %s
; }
;
; define i32 @unsigned(<32 x i8> %a, <32 x i8> %b, i32 %m) {
;   %1 = icmp ult <32 x i8> %a, %b
;   %2 = bitcast i32 %m to <32 x i1>
;   %3 = and <32 x i1> %1, %2
;   %4 = bitcast <32 x i1> %3 to i32
;   ret i32 %4
; }
;
; define i8 @numbers(<8 x double> %a, <8 x float> %b, i8 %m) {
;   %1 = bitcast i8 %m to <8 x i1>
;   %r = call <8 x i1> @llvm.x86.avx512.mask.cmp.pd.512(<8 x double> %a, <8 x double> %a, i32 2, <8 x i1> %1, i32 4)
;   %2 = bitcast <8 x i1> %r to i8
;   %3 = call <8 x i1> @llvm.x86.avx512.mask.cmp.ps.256(<8 x float> %b, <8 x float> %b, i32 7, <8 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>)
;   %i = bitcast <8 x i1> %3 to i8
;   %s = xor i8 %2, %i
;   ret i8 %s
; }
;
; define i8 @classes(<2 x double> %a, i8 %m) {
;   %1 = call <2 x i1> @llvm.x86.avx512.fpclass.pd.128(<2 x double> %a, i32 4)
;   %2 = bitcast i8 %m to <8 x i1>
;   %extract = shufflevector <8 x i1> %2, <8 x i1> %2, <2 x i32> <i32 0, i32 1>
;   %3 = and <2 x i1> %1, %extract
;   %4 = shufflevector <2 x i1> %3, <2 x i1> zeroinitializer, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 2, i32 3, i32 2, i32 3>
;   %5 = bitcast <8 x i1> %4 to i8
;   ret i8 %5
; }
;
; define i16 @in_common(<16 x i32> %a, <16 x i32> %b, i16 %m) {
;   %1 = and <16 x i32> %a, %b
;   %2 = icmp eq <16 x i32> %1, zeroinitializer
;   %3 = bitcast i16 %m to <16 x i1>
;   %4 = and <16 x i1> %2, %3
;   %5 = bitcast <16 x i1> %4 to i16
;   ret i16 %5
; }
;
; define <4 x i64> @signs(<4 x i64> %a) {
;   %1 = icmp slt <4 x i64> %a, zeroinitializer
;   %2 = shufflevector <4 x i1> %1, <4 x i1> zeroinitializer, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
;   %3 = bitcast <8 x i1> %2 to i8
;   %4 = bitcast i8 %3 to <8 x i1>
;   %extract = shufflevector <8 x i1> %4, <8 x i1> %4, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
;   %vpmovm2 = sext <4 x i1> %extract to <4 x i64>
;   ret <4 x i64> %vpmovm2
; }
;
; define <2 x i64> @everywhere(i8 %m) {
;   %1 = zext i8 %m to i64
;   %.splatinsert = insertelement <2 x i64> poison, i64 %1, i64 0
;   %.splat = shufflevector <2 x i64> %.splatinsert, <2 x i64> poison, <2 x i32> zeroinitializer
;   ret <2 x i64> %.splat
; }
;
; define i32 @registers(i16 %a, i16 %b) {
;   %1 = bitcast i16 %a to <16 x i1>
;   %2 = bitcast i16 %b to <16 x i1>
;   %3 = xor <16 x i1> %1, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
;   %4 = and <16 x i1> %3, %2
;   %5 = bitcast <16 x i1> %4 to i16
;   %6 = bitcast i16 %5 to <16 x i1>
;   %7 = xor <16 x i1> %6, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
;   %8 = bitcast <16 x i1> %7 to i16
;   %9 = bitcast i16 %8 to <16 x i1>
;   %10 = bitcast i16 %b to <16 x i1>
;   %11 = shufflevector <16 x i1> %9, <16 x i1> %9, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
;   %12 = shufflevector <16 x i1> %10, <16 x i1> %10, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
;   %13 = shufflevector <8 x i1> %12, <8 x i1> %11, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
;   %14 = bitcast <16 x i1> %13 to i16
;   %15 = bitcast i16 %14 to <16 x i1>
;   %16 = bitcast i16 %5 to <16 x i1>
;   %17 = or <16 x i1> %15, %16
;   %18 = bitcast <16 x i1> %17 to i16
;   %19 = icmp eq i16 %18, -1
;   %20 = zext i1 %19 to i32
;   ret i32 %20
; }
;
; declare <8 x i1> @llvm.x86.avx512.mask.cmp.pd.512(<8 x double>, <8 x double>, i32, <8 x i1>, i32)
;
; declare <8 x i1> @llvm.x86.avx512.mask.cmp.ps.256(<8 x float>, <8 x float>, i32, <8 x i1>)
;
; declare <2 x i1> @llvm.x86.avx512.fpclass.pd.128(<2 x double>, i32)

declare i8 @llvm.x86.avx512.mask.cmp.d.128(<4 x i32>, <4 x i32>, i32, i8)
declare i32 @llvm.x86.avx512.mask.ucmp.b.256(<32 x i8>, <32 x i8>, i32, i32)
declare i8 @llvm.x86.avx512.mask.cmp.pd.512(<8 x double>, <8 x double>, i32, i8, i32)
declare <8 x i1> @llvm.x86.avx512.cmp.ps.256(<8 x float>, <8 x float>, i32)
declare i8 @llvm.x86.avx512.mask.fpclass.pd.128(<2 x double>, i32, i8)
declare i16 @llvm.x86.avx512.ptestnm.d.512(<16 x i32>, <16 x i32>, i16)
declare i8 @llvm.x86.avx512.cvtq2mask.256(<4 x i64>)
declare <4 x i64> @llvm.x86.avx512.cvtmask2q.256(i8)
declare <2 x i64> @llvm.x86.avx512.broadcastmb.128(i8)
declare i16 @llvm.x86.avx512.kandn.w(i16, i16)
declare i16 @llvm.x86.avx512.knot.w(i16)
declare i32 @llvm.x86.avx512.kortestc.w(i16, i16)
declare i16 @llvm.x86.avx512.kunpck.bw(i16, i16)

define i8 @by_argument(<4 x i32> %a, <4 x i32> %b, i8 %m) {
  %r = call i8 @llvm.x86.avx512.mask.cmp.d.128(<4 x i32> %a, <4 x i32> %b, i32 5, i8 %m)
  %never = call i8 @llvm.x86.avx512.mask.cmp.d.128(<4 x i32> %a, <4 x i32> %b, i32 3, i8 -1)
  %s = or i8 %r, %never
  ret i8 %s
}

define i32 @unsigned(<32 x i8> %a, <32 x i8> %b, i32 %m) {
  %r = call i32 @llvm.x86.avx512.mask.ucmp.b.256(<32 x i8> %a, <32 x i8> %b, i32 1, i32 %m)
  ret i32 %r
}

define i8 @numbers(<8 x double> %a, <8 x float> %b, i8 %m) {
  %r = call i8 @llvm.x86.avx512.mask.cmp.pd.512(<8 x double> %a, <8 x double> %a, i32 2, i8 %m, i32 4)
  %v = call <8 x i1> @llvm.x86.avx512.cmp.ps.256(<8 x float> %b, <8 x float> %b, i32 7)
  %i = bitcast <8 x i1> %v to i8
  %s = xor i8 %r, %i
  ret i8 %s
}

define i8 @classes(<2 x double> %a, i8 %m) {
  %r = call i8 @llvm.x86.avx512.mask.fpclass.pd.128(<2 x double> %a, i32 4, i8 %m)
  ret i8 %r
}

define i16 @in_common(<16 x i32> %a, <16 x i32> %b, i16 %m) {
  %r = call i16 @llvm.x86.avx512.ptestnm.d.512(<16 x i32> %a, <16 x i32> %b, i16 %m)
  ret i16 %r
}

define <4 x i64> @signs(<4 x i64> %a) {
  %bits = call i8 @llvm.x86.avx512.cvtq2mask.256(<4 x i64> %a)
  %r = call <4 x i64> @llvm.x86.avx512.cvtmask2q.256(i8 %bits)
  ret <4 x i64> %r
}

define <2 x i64> @everywhere(i8 %m) {
  %r = call <2 x i64> @llvm.x86.avx512.broadcastmb.128(i8 %m)
  ret <2 x i64> %r
}

define i32 @registers(i16 %a, i16 %b) {
  %and = call i16 @llvm.x86.avx512.kandn.w(i16 %a, i16 %b)
  %not = call i16 @llvm.x86.avx512.knot.w(i16 %and)
  %both = call i16 @llvm.x86.avx512.kunpck.bw(i16 %not, i16 %b)
  %ones = call i32 @llvm.x86.avx512.kortestc.w(i16 %both, i16 %and)
  ret i32 %ones
}
