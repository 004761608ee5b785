; Intrinsics of SSE, AVX, FMA and XOP that LLVM has taken back become instructions and intrinsics of every target. The
; output is ours; opt 19.1.7 makes the same of it.
; RUN: avarice opt -S %s | FileCheck %s

declare <4 x float> @llvm.x86.sse.sqrt.ss(<4 x float>)
declare <2 x double> @llvm.x86.sse2.div.sd(<2 x double>, <2 x double>)
declare <16 x i8> @llvm.x86.ssse3.pabs.b.128(<16 x i8>)
declare <16 x i16> @llvm.x86.avx2.psubus.w(<16 x i16>, <16 x i16>)
declare <4 x i32> @llvm.x86.sse41.pmaxud(<4 x i32>, <4 x i32>)
declare <4 x i32> @llvm.x86.sse2.pcmpgt.d(<4 x i32>, <4 x i32>)
declare <2 x i64> @llvm.x86.sse2.pmulu.dq(<4 x i32>, <4 x i32>)
declare <2 x i64> @llvm.x86.sse41.pmuldq(<4 x i32>, <4 x i32>)

; CHECK-LABEL: define void @arithmetic(
; CHECK-NEXT: [[LOW:%.*]] = extractelement <4 x float> %f, i64 0
; CHECK-NEXT: [[ROOT:%.*]] = call float @llvm.sqrt.f32(float [[LOW]])
; CHECK-NEXT: insertelement <4 x float> %f, float [[ROOT]], i64 0
; CHECK-NEXT: [[A:%.*]] = extractelement <2 x double> %d, i32 0
; CHECK-NEXT: [[B:%.*]] = extractelement <2 x double> %d, i32 0
; CHECK-NEXT: [[Q:%.*]] = fdiv double [[A]], [[B]]
; CHECK-NEXT: insertelement <2 x double> %d, double [[Q]], i32 0
; CHECK-NEXT: call <16 x i8> @llvm.abs.v16i8(<16 x i8> %b, i1 false)
; CHECK-NEXT: call <16 x i16> @llvm.usub.sat.v16i16(<16 x i16> %w, <16 x i16> %w)
; CHECK-NEXT: call <4 x i32> @llvm.umax.v4i32(<4 x i32> %i, <4 x i32> %i)
; CHECK-NEXT: [[GT:%.*]] = icmp sgt <4 x i32> %i, %i
; CHECK-NEXT: sext <4 x i1> [[GT]] to <4 x i32>
; CHECK-NEXT: [[L:%.*]] = bitcast <4 x i32> %i to <2 x i64>
; CHECK-NEXT: [[R:%.*]] = bitcast <4 x i32> %i to <2 x i64>
; CHECK-NEXT: [[LE:%.*]] = and <2 x i64> [[L]], <i64 4294967295, i64 4294967295>
; CHECK-NEXT: [[RE:%.*]] = and <2 x i64> [[R]], <i64 4294967295, i64 4294967295>
; CHECK-NEXT: mul <2 x i64> [[LE]], [[RE]]
; CHECK-NEXT: bitcast <4 x i32> %i to <2 x i64>
; CHECK-NEXT: bitcast <4 x i32> %i to <2 x i64>
; CHECK-NEXT: shl <2 x i64> {{.*}}, <i64 32, i64 32>
; CHECK-NEXT: ashr <2 x i64> {{.*}}, <i64 32, i64 32>
; CHECK-NEXT: shl <2 x i64> {{.*}}, <i64 32, i64 32>
; CHECK-NEXT: ashr <2 x i64> {{.*}}, <i64 32, i64 32>
; CHECK-NEXT: mul <2 x i64>
; CHECK-NEXT: ret void
define void @arithmetic(<4 x float> %f, <2 x double> %d, <16 x i8> %b, <16 x i16> %w, <4 x i32> %i) {
  %a1 = call <4 x float> @llvm.x86.sse.sqrt.ss(<4 x float> %f)
  %a2 = call <2 x double> @llvm.x86.sse2.div.sd(<2 x double> %d, <2 x double> %d)
  %a3 = call <16 x i8> @llvm.x86.ssse3.pabs.b.128(<16 x i8> %b)
  %a4 = call <16 x i16> @llvm.x86.avx2.psubus.w(<16 x i16> %w, <16 x i16> %w)
  %a5 = call <4 x i32> @llvm.x86.sse41.pmaxud(<4 x i32> %i, <4 x i32> %i)
  %a6 = call <4 x i32> @llvm.x86.sse2.pcmpgt.d(<4 x i32> %i, <4 x i32> %i)
  %a7 = call <2 x i64> @llvm.x86.sse2.pmulu.dq(<4 x i32> %i, <4 x i32> %i)
  %a8 = call <2 x i64> @llvm.x86.sse41.pmuldq(<4 x i32> %i, <4 x i32> %i)
  ret void
}

declare <2 x double> @llvm.x86.sse2.cvtdq2pd(<4 x i32>)
declare <4 x float> @llvm.x86.vcvtph2ps.128(<8 x i16>)
declare <2 x i64> @llvm.x86.sse41.pmovsxbq(<16 x i8>)
declare <8 x i32> @llvm.x86.avx2.pmovzxwd(<8 x i16>)
declare <4 x float> @llvm.x86.sse.cvtsi642ss(<4 x float>, i64)

; CHECK-LABEL: define void @conversions(
; CHECK-NEXT: [[I:%.*]] = shufflevector <4 x i32> %i, <4 x i32> %i, <2 x i32> <i32 0, i32 1>
; CHECK-NEXT: sitofp <2 x i32> [[I]] to <2 x double>
; CHECK-NEXT: [[H:%.*]] = shufflevector <8 x i16> %w, <8 x i16> %w, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-NEXT: [[HH:%.*]] = bitcast <4 x i16> [[H]] to <4 x half>
; CHECK-NEXT: fpext <4 x half> [[HH]] to <4 x float>
; CHECK-NEXT: [[B:%.*]] = shufflevector <16 x i8> %b, <16 x i8> poison, <2 x i32> <i32 0, i32 1>
; CHECK-NEXT: sext <2 x i8> [[B]] to <2 x i64>
; CHECK-NEXT: [[W:%.*]] = shufflevector <8 x i16> %w, <8 x i16> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
; CHECK-NEXT: zext <8 x i16> [[W]] to <8 x i32>
; CHECK-NEXT: [[N:%.*]] = sitofp i64 %n to float
; CHECK-NEXT: insertelement <4 x float> %f, float [[N]], i64 0
; CHECK-NEXT: ret void
define void @conversions(<4 x i32> %i, <8 x i16> %w, <16 x i8> %b, <4 x float> %f, i64 %n) {
  %c1 = call <2 x double> @llvm.x86.sse2.cvtdq2pd(<4 x i32> %i)
  %c2 = call <4 x float> @llvm.x86.vcvtph2ps.128(<8 x i16> %w)
  %c3 = call <2 x i64> @llvm.x86.sse41.pmovsxbq(<16 x i8> %b)
  %c4 = call <8 x i32> @llvm.x86.avx2.pmovzxwd(<8 x i16> %w)
  %c5 = call <4 x float> @llvm.x86.sse.cvtsi642ss(<4 x float> %f, i64 %n)
  ret void
}

declare <8 x i16> @llvm.x86.sse41.pblendw(<8 x i16>, <8 x i16>, i8)
declare <4 x i32> @llvm.x86.sse2.pshuf.d(<4 x i32>, i8)
declare <8 x i16> @llvm.x86.sse2.pshufh.w(<8 x i16>, i8)
declare <8 x i16> @llvm.x86.sse2.pshufl.w(<8 x i16>, i8)
declare <4 x double> @llvm.x86.avx.vperm2f128.pd.256(<4 x double>, <4 x double>, i8)
declare <4 x double> @llvm.x86.avx.vinsertf128.pd.256(<4 x double>, <2 x double>, i8)
declare <2 x double> @llvm.x86.avx.vextractf128.pd.256(<4 x double>, i8)
declare <2 x i64> @llvm.x86.sse2.psll.dq(<2 x i64>, i32)
declare <2 x i64> @llvm.x86.sse2.psrl.dq.bs(<2 x i64>, i32)
declare <2 x i64> @llvm.x86.sse2.psll.dq.bs(<2 x i64>, i32)

; Zeros come in where the immediate of vperm2f128 has bit 3 or 7, and all of a vector shifted by 16 bytes is zero.
; CHECK-LABEL: define <2 x i64> @shuffles(
; CHECK-NEXT: shufflevector <8 x i16> %w, <8 x i16> %x, <8 x i32> <i32 8, i32 1, i32 10, i32 3, i32 4, i32 5, i32 6, i32 15>
; CHECK-NEXT: shufflevector <4 x i32> %i, <4 x i32> %i, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
; CHECK-NEXT: shufflevector <8 x i16> %w, <8 x i16> %w, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 7, i32 6, i32 5, i32 4>
; CHECK-NEXT: shufflevector <8 x i16> %w, <8 x i16> %w, <8 x i32> <i32 3, i32 2, i32 1, i32 0, i32 4, i32 5, i32 6, i32 7>
; CHECK-NEXT: shufflevector <4 x double> zeroinitializer, <4 x double> %e, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
; CHECK-NEXT: [[PART:%.*]] = shufflevector <2 x double> %c, <2 x double> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 2>
; CHECK-NEXT: shufflevector <4 x double> %d, <4 x double> [[PART]], <4 x i32> <i32 0, i32 1, i32 4, i32 5>
; CHECK-NEXT: shufflevector <4 x double> %d, <4 x double> %d, <2 x i32> <i32 2, i32 3>
; CHECK-NEXT: [[BYTES:%.*]] = bitcast <2 x i64> %q to <16 x i8>
; CHECK-NEXT: [[UP:%.*]] = shufflevector <16 x i8> zeroinitializer, <16 x i8> [[BYTES]], <16 x i32> <i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29>
; CHECK-NEXT: bitcast <16 x i8> [[UP]] to <2 x i64>
; CHECK-NEXT: [[MORE:%.*]] = bitcast <2 x i64> %q to <16 x i8>
; CHECK-NEXT: [[DOWN:%.*]] = shufflevector <16 x i8> [[MORE]], <16 x i8> zeroinitializer, <16 x i32> <i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30>
; CHECK-NEXT: bitcast <16 x i8> [[DOWN]] to <2 x i64>
; CHECK-NEXT: bitcast <2 x i64> %q to <16 x i8>
; CHECK-NEXT: ret <2 x i64> zeroinitializer
define <2 x i64> @shuffles(<8 x i16> %w, <8 x i16> %x, <4 x i32> %i, <4 x double> %d, <4 x double> %e, <2 x double> %c, <2 x i64> %q) {
  %s1 = call <8 x i16> @llvm.x86.sse41.pblendw(<8 x i16> %w, <8 x i16> %x, i8 133)
  %s2 = call <4 x i32> @llvm.x86.sse2.pshuf.d(<4 x i32> %i, i8 27)
  %s3 = call <8 x i16> @llvm.x86.sse2.pshufh.w(<8 x i16> %w, i8 27)
  %s4 = call <8 x i16> @llvm.x86.sse2.pshufl.w(<8 x i16> %w, i8 27)
  %s5 = call <4 x double> @llvm.x86.avx.vperm2f128.pd.256(<4 x double> %d, <4 x double> %e, i8 40)
  %s6 = call <4 x double> @llvm.x86.avx.vinsertf128.pd.256(<4 x double> %d, <2 x double> %c, i8 1)
  %s7 = call <2 x double> @llvm.x86.avx.vextractf128.pd.256(<4 x double> %d, i8 1)
  %s8 = call <2 x i64> @llvm.x86.sse2.psll.dq(<2 x i64> %q, i32 16)
  %s9 = call <2 x i64> @llvm.x86.sse2.psrl.dq.bs(<2 x i64> %q, i32 15)
  %s10 = call <2 x i64> @llvm.x86.sse2.psll.dq.bs(<2 x i64> %q, i32 16)
  ret <2 x i64> %s10
}

declare void @llvm.x86.sse2.storeu.pd(ptr, <2 x double>)
declare void @llvm.x86.sse2.storel.dq(ptr, <4 x i32>)
declare void @llvm.x86.avx.movnt.ps.256(ptr, <8 x float>)
declare void @llvm.x86.sse4a.movnt.sd(ptr, <2 x double>)
declare <2 x i64> @llvm.x86.sse41.movntdqa(ptr)
declare <4 x float> @llvm.x86.avx.vbroadcast.ss(ptr)
declare <4 x i64> @llvm.x86.avx2.vbroadcasti128(ptr)
declare i8 @llvm.x86.addcarryx.u64(i8, i64, i64, ptr)
declare i64 @llvm.x86.rdtscp(ptr)

; CHECK-LABEL: define i64 @memory(
; CHECK-NEXT: store <2 x double> %d, ptr %p, align 1
; CHECK-NEXT: [[Q:%.*]] = bitcast <4 x i32> %i to <2 x i64>
; CHECK-NEXT: [[LOW:%.*]] = extractelement <2 x i64> [[Q]], i64 0
; CHECK-NEXT: store i64 [[LOW]], ptr %p, align 1
; CHECK-NEXT: store <8 x float> %f, ptr %p, align 32, !nontemporal
; CHECK-NEXT: [[D:%.*]] = extractelement <2 x double> %d, i64 0
; CHECK-NEXT: store double [[D]], ptr %p, align 1, !nontemporal
; CHECK-NEXT: load <2 x i64>, ptr %p, align 16, !nontemporal
; CHECK-NEXT: [[ONE:%.*]] = load float, ptr %p, align 4
; CHECK-NEXT: insertelement <4 x float> poison, float [[ONE]], i32 0
; CHECK-NEXT: insertelement <4 x float> {{.*}}, float [[ONE]], i32 1
; CHECK-NEXT: insertelement <4 x float> {{.*}}, float [[ONE]], i32 2
; CHECK-NEXT: insertelement <4 x float> {{.*}}, float [[ONE]], i32 3
; CHECK-NEXT: [[HALF:%.*]] = load <2 x i64>, ptr %p, align 1
; CHECK-NEXT: shufflevector <2 x i64> [[HALF]], <2 x i64> poison, <4 x i32> <i32 0, i32 1, i32 0, i32 1>
; CHECK-NEXT: [[SUM:%.*]] = call { i8, i64 } @llvm.x86.addcarry.64(i8 %c, i64 %n, i64 %n)
; CHECK-NEXT: [[N:%.*]] = extractvalue { i8, i64 } [[SUM]], 1
; CHECK-NEXT: store i64 [[N]], ptr %p, align 1
; CHECK-NEXT: extractvalue { i8, i64 } [[SUM]], 0
; CHECK-NEXT: [[TIME:%.*]] = call { i64, i32 } @llvm.x86.rdtscp()
; CHECK-NEXT: [[CPU:%.*]] = extractvalue { i64, i32 } [[TIME]], 1
; CHECK-NEXT: store i32 [[CPU]], ptr %p, align 1
; CHECK-NEXT: [[CYCLES:%.*]] = extractvalue { i64, i32 } [[TIME]], 0
; CHECK-NEXT: ret i64 [[CYCLES]]
define i64 @memory(ptr %p, <2 x double> %d, <4 x i32> %i, <8 x float> %f, i8 %c, i64 %n) {
  call void @llvm.x86.sse2.storeu.pd(ptr %p, <2 x double> %d)
  call void @llvm.x86.sse2.storel.dq(ptr %p, <4 x i32> %i)
  call void @llvm.x86.avx.movnt.ps.256(ptr %p, <8 x float> %f)
  call void @llvm.x86.sse4a.movnt.sd(ptr %p, <2 x double> %d)
  %m1 = call <2 x i64> @llvm.x86.sse41.movntdqa(ptr %p)
  %m2 = call <4 x float> @llvm.x86.avx.vbroadcast.ss(ptr %p)
  %m3 = call <4 x i64> @llvm.x86.avx2.vbroadcasti128(ptr %p)
  %m4 = call i8 @llvm.x86.addcarryx.u64(i8 %c, i64 %n, i64 %n, ptr %p)
  %m5 = call i64 @llvm.x86.rdtscp(ptr %p)
  ret i64 %m5
}

declare <4 x float> @llvm.x86.fma.vfnmsub.ps(<4 x float>, <4 x float>, <4 x float>)
declare <4 x float> @llvm.x86.fma.vfmsubadd.ps(<4 x float>, <4 x float>, <4 x float>)
declare <2 x double> @llvm.x86.fma4.vfmadd.sd(<2 x double>, <2 x double>, <2 x double>)
declare <2 x i64> @llvm.x86.xop.vpcmov(<2 x i64>, <2 x i64>, <2 x i64>)
declare <16 x i8> @llvm.x86.xop.vpcomgeub(<16 x i8>, <16 x i8>)
declare <2 x i64> @llvm.x86.xop.vpcomq(<2 x i64>, <2 x i64>, i8)
declare <2 x i64> @llvm.x86.xop.vpcomtrueq(<2 x i64>, <2 x i64>)
declare <2 x i64> @llvm.x86.xop.vprotqi(<2 x i64>, i8)

; CHECK-LABEL: define <2 x i64> @extensions(
; CHECK-NEXT: [[A:%.*]] = fneg <4 x float> %f
; CHECK-NEXT: [[C:%.*]] = fneg <4 x float> %f
; CHECK-NEXT: call <4 x float> @llvm.fma.v4f32(<4 x float> [[A]], <4 x float> %f, <4 x float> [[C]])
; CHECK-NEXT: [[N:%.*]] = fneg <4 x float> %f
; CHECK-NEXT: call <4 x float> @llvm.x86.fma.vfmaddsub.ps(<4 x float> %f, <4 x float> %f, <4 x float> [[N]])
; CHECK-NEXT: extractelement <2 x double> %d, i64 0
; CHECK-NEXT: extractelement <2 x double> %d, i64 0
; CHECK-NEXT: extractelement <2 x double> %d, i64 0
; CHECK-NEXT: [[SUM:%.*]] = call double @llvm.fma.f64(
; CHECK-NEXT: insertelement <2 x double> zeroinitializer, double [[SUM]], i64 0
; CHECK-NEXT: [[NOT:%.*]] = xor <2 x i64> %q, <i64 -1, i64 -1>
; CHECK-NEXT: [[YES:%.*]] = and <2 x i64> %q, %q
; CHECK-NEXT: [[NO:%.*]] = and <2 x i64> %q, [[NOT]]
; CHECK-NEXT: or <2 x i64> [[YES]], [[NO]]
; CHECK-NEXT: [[GE:%.*]] = icmp uge <16 x i8> %b, %b
; CHECK-NEXT: sext <16 x i1> [[GE]] to <16 x i8>
; CHECK-NEXT: [[LE:%.*]] = icmp sle <2 x i64> %q, %q
; CHECK-NEXT: sext <2 x i1> [[LE]] to <2 x i64>
; CHECK-NEXT: call <2 x i64> @llvm.fshl.v2i64(<2 x i64> %q, <2 x i64> %q, <2 x i64> <i64 3, i64 3>)
; CHECK-NEXT: ret <2 x i64> <i64 -1, i64 -1>
define <2 x i64> @extensions(<4 x float> %f, <2 x double> %d, <2 x i64> %q, <16 x i8> %b) {
  %x1 = call <4 x float> @llvm.x86.fma.vfnmsub.ps(<4 x float> %f, <4 x float> %f, <4 x float> %f)
  %x2 = call <4 x float> @llvm.x86.fma.vfmsubadd.ps(<4 x float> %f, <4 x float> %f, <4 x float> %f)
  %x3 = call <2 x double> @llvm.x86.fma4.vfmadd.sd(<2 x double> %d, <2 x double> %d, <2 x double> %d)
  %x4 = call <2 x i64> @llvm.x86.xop.vpcmov(<2 x i64> %q, <2 x i64> %q, <2 x i64> %q)
  %x5 = call <16 x i8> @llvm.x86.xop.vpcomgeub(<16 x i8> %b, <16 x i8> %b)
  %x6 = call <2 x i64> @llvm.x86.xop.vpcomq(<2 x i64> %q, <2 x i64> %q, i8 1)
  %x7 = call <2 x i64> @llvm.x86.xop.vprotqi(<2 x i64> %q, i8 3)
  %x8 = call <2 x i64> @llvm.x86.xop.vpcomtrueq(<2 x i64> %q, <2 x i64> %q)
  ret <2 x i64> %x8
}

declare i64 @llvm.x86.sse42.crc32.64.8(i64, i8)
declare i32 @llvm.x86.sse41.ptestc(<4 x float>, <4 x float>)
declare <4 x float> @llvm.x86.sse41.insertps(<4 x float>, <4 x float>, i32)
declare <2 x double> @llvm.x86.xop.vfrcz.sd(<2 x double>, <2 x double>)

; The names are still there, with other types.
; CHECK-LABEL: define i64 @types(
; CHECK-NEXT: [[TEST:%.*]] = bitcast <4 x float> %f to <2 x i64>
; CHECK-NEXT: [[WITH:%.*]] = bitcast <4 x float> %f to <2 x i64>
; CHECK-NEXT: call i32 @llvm.x86.sse41.ptestc(<2 x i64> [[TEST]], <2 x i64> [[WITH]])
; CHECK-NEXT: call <4 x float> @llvm.x86.sse41.insertps(<4 x float> %f, <4 x float> %f, i8 33)
; CHECK-NEXT: call <2 x double> @llvm.x86.xop.vfrcz.sd(<2 x double> %d)
; CHECK-NEXT: [[OLD:%.*]] = trunc i64 %n to i32
; CHECK-NEXT: [[NEW:%.*]] = call i32 @llvm.x86.sse42.crc32.32.8(i32 [[OLD]], i8 7)
; CHECK-NEXT: [[WIDE:%.*]] = zext i32 [[NEW]] to i64
; CHECK-NEXT: ret i64 [[WIDE]]
define i64 @types(<4 x float> %f, <2 x double> %d, i64 %n) {
  %t1 = call i32 @llvm.x86.sse41.ptestc(<4 x float> %f, <4 x float> %f)
  %t2 = call <4 x float> @llvm.x86.sse41.insertps(<4 x float> %f, <4 x float> %f, i32 33)
  %t3 = call <2 x double> @llvm.x86.xop.vfrcz.sd(<2 x double> %d, <2 x double> %d)
  %t4 = call i64 @llvm.x86.sse42.crc32.64.8(i64 %n, i8 7)
  ret i64 %t4
}
; CHECK-NOT: .old
