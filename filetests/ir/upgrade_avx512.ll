; Operations of AVX-512 under a mask become the operation and a select; with all bits set, the operation alone. The
; output is ours; opt 19.1.7 makes the same of it.
; RUN: avarice opt -S %s | FileCheck %s

declare <16 x i32> @llvm.x86.avx512.mask.padd.d.512(<16 x i32>, <16 x i32>, <16 x i32>, i16)
declare <4 x float> @llvm.x86.avx512.mask.andn.ps.128(<4 x float>, <4 x float>, <4 x float>, i8)
declare i8 @llvm.x86.avx512.mask.pcmpgt.q.256(<4 x i64>, <4 x i64>, i8)
declare <8 x double> @llvm.x86.avx512.mask.loadu.pd.512(ptr, <8 x double>, i8)
declare void @llvm.x86.avx512.mask.store.d.256(ptr, <8 x i32>, i8)

; CHECK-LABEL: define <16 x i32> @masked(
; CHECK-NEXT: [[ALL:%.*]] = add <16 x i32> %a, %b
; CHECK-NEXT: [[SUM:%.*]] = add <16 x i32> [[ALL]], %b
; CHECK-NEXT: [[MASK:%.*]] = bitcast i16 %m to <16 x i1>
; CHECK-NEXT: [[R:%.*]] = select <16 x i1> [[MASK]], <16 x i32> [[SUM]], <16 x i32> %b
; CHECK-NEXT: ret <16 x i32> [[R]]
define <16 x i32> @masked(<16 x i32> %a, <16 x i32> %b, i16 %m) {
  %all = call <16 x i32> @llvm.x86.avx512.mask.padd.d.512(<16 x i32> %a, <16 x i32> %b, <16 x i32> %b, i16 -1)
  %sum = call <16 x i32> @llvm.x86.avx512.mask.padd.d.512(<16 x i32> %all, <16 x i32> %b, <16 x i32> %b, i16 %m)
  ret <16 x i32> %sum
}

; CHECK-LABEL: define <4 x float> @few(
; CHECK-NEXT: [[A:%.*]] = bitcast <4 x float> %a to <4 x i32>
; CHECK-NEXT: [[NOT:%.*]] = xor <4 x i32> [[A]], <i32 -1, i32 -1, i32 -1, i32 -1>
; CHECK-NEXT: [[B:%.*]] = bitcast <4 x float> %b to <4 x i32>
; CHECK-NEXT: [[AND:%.*]] = and <4 x i32> [[NOT]], [[B]]
; CHECK-NEXT: [[F:%.*]] = bitcast <4 x i32> [[AND]] to <4 x float>
; CHECK-NEXT: [[BITS:%.*]] = bitcast i8 %m to <8 x i1>
; CHECK-NEXT: [[LOW:%.*]] = shufflevector <8 x i1> [[BITS]], <8 x i1> [[BITS]], <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-NEXT: select <4 x i1> [[LOW]], <4 x float> [[F]], <4 x float> %b
define <4 x float> @few(<4 x float> %a, <4 x float> %b, i8 %m) {
  %r = call <4 x float> @llvm.x86.avx512.mask.andn.ps.128(<4 x float> %a, <4 x float> %b, <4 x float> %b, i8 %m)
  ret <4 x float> %r
}

; CHECK-LABEL: define i8 @bits(
; CHECK-NEXT: [[GT:%.*]] = icmp sgt <4 x i64> %a, %b
; CHECK-NEXT: [[M:%.*]] = bitcast i8 %m to <8 x i1>
; CHECK-NEXT: [[L:%.*]] = shufflevector <8 x i1> [[M]], <8 x i1> [[M]], <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-NEXT: [[AND:%.*]] = and <4 x i1> [[GT]], [[L]]
; CHECK-NEXT: [[W:%.*]] = shufflevector <4 x i1> [[AND]], <4 x i1> zeroinitializer, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
; CHECK-NEXT: bitcast <8 x i1> [[W]] to i8
define i8 @bits(<4 x i64> %a, <4 x i64> %b, i8 %m) {
  %r = call i8 @llvm.x86.avx512.mask.pcmpgt.q.256(<4 x i64> %a, <4 x i64> %b, i8 %m)
  ret i8 %r
}

; CHECK-LABEL: define <8 x double> @memory(
; CHECK-NEXT: store <8 x i32> %v, ptr %p, align 32
; CHECK-NEXT: [[M:%.*]] = bitcast i8 %m to <8 x i1>
; CHECK-NEXT: call void @llvm.masked.store.v8i32.p0(<8 x i32> %v, ptr %p, i32 32, <8 x i1> [[M]])
; CHECK-NEXT: [[N:%.*]] = bitcast i8 %m to <8 x i1>
; CHECK-NEXT: call <8 x double> @llvm.masked.load.v8f64.p0(ptr %p, i32 1, <8 x i1> [[N]], <8 x double> %d)
define <8 x double> @memory(ptr %p, <8 x i32> %v, <8 x double> %d, i8 %m) {
  call void @llvm.x86.avx512.mask.store.d.256(ptr %p, <8 x i32> %v, i8 -1)
  call void @llvm.x86.avx512.mask.store.d.256(ptr %p, <8 x i32> %v, i8 %m)
  %r = call <8 x double> @llvm.x86.avx512.mask.loadu.pd.512(ptr %p, <8 x double> %d, i8 %m)
  ret <8 x double> %r
}

declare <8 x double> @llvm.x86.avx512.mask.movddup.512(<8 x double>, <8 x double>, i8)
declare <8 x i32> @llvm.x86.avx512.mask.punpckhd.q.256(<8 x i32>, <8 x i32>, <8 x i32>, i8)
declare <4 x i64> @llvm.x86.avx512.mask.perm.di.256(<4 x i64>, i32, <4 x i64>, i8)
declare <8 x i32> @llvm.x86.avx512.mask.broadcasti32x4.256(<4 x i32>, <8 x i32>, i8)

; CHECK-LABEL: define void @shuffles(
; CHECK-NEXT: shufflevector <8 x double> %d, <8 x double> %d, <8 x i32> <i32 0, i32 0, i32 2, i32 2, i32 4, i32 4, i32 6, i32 6>
; CHECK-NEXT: shufflevector <8 x i32> %i, <8 x i32> %i, <8 x i32> <i32 2, i32 10, i32 3, i32 11, i32 6, i32 14, i32 7, i32 15>
; CHECK-NEXT: shufflevector <4 x i64> %q, <4 x i64> %q, <4 x i32> <i32 3, i32 0, i32 1, i32 2>
; CHECK-NEXT: shufflevector <4 x i32> %s, <4 x i32> %s, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3>
define void @shuffles(<8 x double> %d, <8 x i32> %i, <4 x i64> %q, <4 x i32> %s) {
  %a = call <8 x double> @llvm.x86.avx512.mask.movddup.512(<8 x double> %d, <8 x double> %d, i8 -1)
  %b = call <8 x i32> @llvm.x86.avx512.mask.punpckhd.q.256(<8 x i32> %i, <8 x i32> %i, <8 x i32> %i, i8 -1)
  %c = call <4 x i64> @llvm.x86.avx512.mask.perm.di.256(<4 x i64> %q, i32 147, <4 x i64> %q, i8 -1)
  %e = call <8 x i32> @llvm.x86.avx512.mask.broadcasti32x4.256(<4 x i32> %s, <8 x i32> %i, i8 -1)
  ret void
}

; A name with vectors that no register holds is no intrinsic that there has been: it stays as it is.
declare <4294967295 x float> @llvm.x86.avx512.mask.broadcast.ss.ps.huge(<4 x float>, <4294967295 x float>, i16)
; CHECK: declare <4294967295 x float> @llvm.x86.avx512.mask.broadcast.ss.ps.huge(
