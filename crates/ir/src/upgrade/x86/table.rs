//! The names, and what replaces them.

use crate::inst::{BinaryOp, CastOp, IntPredicate};
use crate::intrinsics::Intrinsic;

use super::Recipe::{self, *};

/// Names after `llvm.x86.`, separated by white space, with their recipe; `*` stands for any rest. The first row that
/// has a name counts.
#[rustfmt::skip]
pub(super) const ROWS: &[(&str, Recipe)] = &[
    ("sse.sqrt.ps sse2.sqrt.pd avx.sqrt.p*", Generic(Intrinsic::Sqrt, 1)),
    ("sse.sqrt.ss sse2.sqrt.sd", LowSqrt),
    ("sse.add.ss sse2.add.sd", LowBinary(BinaryOp::FAdd)),
    ("sse.sub.ss sse2.sub.sd", LowBinary(BinaryOp::FSub)),
    ("sse.mul.ss sse2.mul.sd", LowBinary(BinaryOp::FMul)),
    ("sse.div.ss sse2.div.sd", LowBinary(BinaryOp::FDiv)),
    ("ssse3.pabs.b.128 ssse3.pabs.w.128 ssse3.pabs.d.128 avx2.pabs.*", Abs),
    ("sse2.padds.* avx2.padds.*", Generic(Intrinsic::SaddSat, 2)),
    ("sse2.paddus.* avx2.paddus.*", Generic(Intrinsic::UaddSat, 2)),
    ("sse2.psubs.* avx2.psubs.*", Generic(Intrinsic::SsubSat, 2)),
    ("sse2.psubus.* avx2.psubus.*", Generic(Intrinsic::UsubSat, 2)),
    ("sse2.pmaxs.w sse41.pmaxsb sse41.pmaxsd avx2.pmaxs.*", Generic(Intrinsic::Smax, 2)),
    ("sse2.pmaxu.b sse41.pmaxuw sse41.pmaxud avx2.pmaxu.*", Generic(Intrinsic::Umax, 2)),
    ("sse2.pmins.w sse41.pminsb sse41.pminsd avx2.pmins.*", Generic(Intrinsic::Smin, 2)),
    ("sse2.pminu.b sse41.pminuw sse41.pminud avx2.pminu.*", Generic(Intrinsic::Umin, 2)),
    ("sse2.pcmpeq.* avx2.pcmpeq.*", Compare(IntPredicate::Eq)),
    ("sse2.pcmpgt.* avx2.pcmpgt.*", Compare(IntPredicate::Sgt)),
    ("sse2.pmulu.dq avx2.pmulu.dq", MultiplyEven { signed: false }),
    ("sse41.pmuldq avx2.pmul.dq", MultiplyEven { signed: true }),
    ("sse2.cvtdq2pd sse2.cvtdq2ps avx.cvtdq2.pd.256 avx.cvtdq2.ps.256", Convert(CastOp::SiToFp)),
    ("sse2.cvtps2pd avx.cvt.ps2.pd.256", Convert(CastOp::FpExt)),
    ("sse.cvtsi2ss sse.cvtsi642ss sse2.cvtsi2sd sse2.cvtsi642sd", ConvertLow(CastOp::SiToFp)),
    ("avx512.cvtusi2sd", ConvertLow(CastOp::UiToFp)),
    ("sse2.cvtss2sd", ConvertLow(CastOp::FpExt)),
    ("vcvtph2ps.128 vcvtph2ps.256", ConvertHalf),
    ("sse41.pmovsx* avx2.pmovsx*", Extend(CastOp::SExt)),
    ("sse41.pmovzx* avx2.pmovzx*", Extend(CastOp::ZExt)),
    ("sse41.blendpd sse41.blendps sse41.pblendw avx.blend.p* avx2.pblendw avx2.pblendd.*", Blend),
    ("sse2.pshuf.d avx.vpermil.*", PermuteElements),
    ("sse2.pshufh.w", PermuteHigh),
    ("sse2.pshufl.w", PermuteLow),
    ("avx.vperm2f128.* avx2.vperm2i128", PermuteHalves),
    ("avx.vbroadcast.s*", BroadcastLoad),
    ("avx.vbroadcastf128.* avx2.vbroadcasti128", BroadcastHalf),
    ("avx2.pbroadcast* avx2.vbroadcast*", Broadcast),
    ("avx512.pmul.dq.512", MultiplyEven { signed: true }),
    ("avx512.pmulu.dq.512", MultiplyEven { signed: false }),
    ("avx512.padds.*", Generic(Intrinsic::SaddSat, 2)),
    ("avx512.psubs.*", Generic(Intrinsic::SsubSat, 2)),
    ("avx512.vbroadcast.s*", BroadcastLoad),
    ("avx512.storent.*", StoreNontemporal),
    ("avx512.psll.dq.512", ShiftBytes { left: true, bits: false }),
    ("avx512.psrl.dq.512", ShiftBytes { left: false, bits: false }),
    ("avx.vextractf128.* avx2.vextracti128", ExtractPart),
    ("avx.vinsertf128.* avx2.vinserti128", InsertPart),
    ("sse2.psll.dq avx2.psll.dq", ShiftBytes { left: true, bits: true }),
    ("sse2.psrl.dq avx2.psrl.dq", ShiftBytes { left: false, bits: true }),
    ("sse2.psll.dq.bs avx2.psll.dq.bs", ShiftBytes { left: true, bits: false }),
    ("sse2.psrl.dq.bs avx2.psrl.dq.bs", ShiftBytes { left: false, bits: false }),
    ("sse.storeu.* sse2.storeu.* avx.storeu.*", StoreUnaligned),
    ("sse2.storel.dq", StoreLow),
    ("avx.movnt.*", StoreNontemporal),
    ("sse4a.movnt.*", StoreLowNontemporal),
    ("sse41.movntdqa avx2.movntdqa avx512.movntdqa", LoadNontemporal),
    ("fma.vfmadd.* fma.vfmsub.* fma.vfnmadd.* fma.vfnmsub.* fma.vfmsubadd.* \
      fma4.vfmadd.s*", Fused),
    ("xop.vpcmov xop.vpcmov.256", SelectBits),
    ("xop.vpcom*", XopCompare),
    ("xop.vprot* avx512.prol*", Rotate { right: false }),
    ("avx512.pror*", Rotate { right: true }),
    ("xop.vfrcz.ss xop.vfrcz.sd", FirstOnly),
    ("xop.vpermil2*", IntegerThird),
    ("addcarryx.u32 addcarryx.u64 addcarry.u32 addcarry.u64 subborrow.u32 subborrow.u64", Carry),
    ("rdtscp", Counter),
    ("sse42.crc32.64.8", Checksum),
    ("sse41.dppd sse41.dpps sse41.insertps sse41.mpsadbw avx.dp.ps.256 avx2.mpsadbw", ByteImmediate),
    ("sse41.ptestc sse41.ptestz sse41.ptestnzc", TestBits),
    ("seh.recoverfp", RecoverFrame),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_is_hidden_by_an_earlier_row() {
        for (at, (patterns, _)) in ROWS.iter().enumerate() {
            for pattern in patterns.split_ascii_whitespace() {
                let name = pattern.trim_end_matches('*');
                let first = ROWS.iter().position(|(earlier, _)| {
                    earlier
                        .split_ascii_whitespace()
                        .any(|p| super::super::matches(p, name))
                });
                assert_eq!(first, Some(at), "{pattern}");
            }
        }
    }
}
