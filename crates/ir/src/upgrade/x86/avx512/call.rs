//! Intrinsics of AVX-512 that are another intrinsic and a mask.

/// Names after `llvm.x86.avx512.mask.`, separated by white space, and in the same order the names after `llvm.x86.` of
/// the intrinsics without mask.
#[rustfmt::skip]
const ROWS: &[(&str, &str)] = &[
    ("conflict.d.128 conflict.d.256 conflict.d.512 conflict.q.128 conflict.q.256 conflict.q.512",
     "avx512.conflict.d.128 avx512.conflict.d.256 avx512.conflict.d.512 \
      avx512.conflict.q.128 avx512.conflict.q.256 avx512.conflict.q.512"),
    ("cvtpd2dq.256 cvtpd2ps.256 cvttpd2dq.256 cvttps2dq.128 cvttps2dq.256",
     "avx.cvt.pd2dq.256 avx.cvt.pd2.ps.256 avx.cvtt.pd2dq.256 sse2.cvttps2dq avx.cvtt.ps2dq.256"),
    ("dbpsadbw.128 dbpsadbw.256 dbpsadbw.512",
     "avx512.dbpsadbw.128 avx512.dbpsadbw.256 avx512.dbpsadbw.512"),
    ("max.ps.128 max.ps.256 max.pd.128 max.pd.256",
     "sse.max.ps avx.max.ps.256 sse2.max.pd avx.max.pd.256"),
    ("min.ps.128 min.ps.256 min.pd.128 min.pd.256",
     "sse.min.ps avx.min.ps.256 sse2.min.pd avx.min.pd.256"),
    ("packssdw.128 packssdw.256 packssdw.512", "sse2.packssdw.128 avx2.packssdw avx512.packssdw.512"),
    ("packsswb.128 packsswb.256 packsswb.512", "sse2.packsswb.128 avx2.packsswb avx512.packsswb.512"),
    ("packusdw.128 packusdw.256 packusdw.512", "sse41.packusdw avx2.packusdw avx512.packusdw.512"),
    ("packuswb.128 packuswb.256 packuswb.512", "sse2.packuswb.128 avx2.packuswb avx512.packuswb.512"),
    ("pavg.b.128 pavg.b.256 pavg.b.512", "sse2.pavg.b avx2.pavg.b avx512.pavg.b.512"),
    ("pavg.w.128 pavg.w.256 pavg.w.512", "sse2.pavg.w avx2.pavg.w avx512.pavg.w.512"),
    ("permvar.df.256 permvar.df.512 permvar.di.256 permvar.di.512",
     "avx512.permvar.df.256 avx512.permvar.df.512 avx512.permvar.di.256 avx512.permvar.di.512"),
    ("permvar.hi.128 permvar.hi.256 permvar.hi.512",
     "avx512.permvar.hi.128 avx512.permvar.hi.256 avx512.permvar.hi.512"),
    ("permvar.qi.128 permvar.qi.256 permvar.qi.512",
     "avx512.permvar.qi.128 avx512.permvar.qi.256 avx512.permvar.qi.512"),
    ("permvar.sf.256 permvar.sf.512 permvar.si.256 permvar.si.512",
     "avx2.permps avx512.permvar.sf.512 avx2.permd avx512.permvar.si.512"),
    ("pmaddubs.w.128 pmaddubs.w.256 pmaddubs.w.512",
     "ssse3.pmadd.ub.sw.128 avx2.pmadd.ub.sw avx512.pmaddubs.w.512"),
    ("pmaddw.d.128 pmaddw.d.256 pmaddw.d.512", "sse2.pmadd.wd avx2.pmadd.wd avx512.pmaddw.d.512"),
    ("pmul.hr.sw.128 pmul.hr.sw.256 pmul.hr.sw.512",
     "ssse3.pmul.hr.sw.128 avx2.pmul.hr.sw avx512.pmul.hr.sw.512"),
    ("pmulh.w.128 pmulh.w.256 pmulh.w.512", "sse2.pmulh.w avx2.pmulh.w avx512.pmulh.w.512"),
    ("pmulhu.w.128 pmulhu.w.256 pmulhu.w.512", "sse2.pmulhu.w avx2.pmulhu.w avx512.pmulhu.w.512"),
    ("pmultishift.qb.128 pmultishift.qb.256 pmultishift.qb.512",
     "avx512.pmultishift.qb.128 avx512.pmultishift.qb.256 avx512.pmultishift.qb.512"),
    ("pshuf.b.128 pshuf.b.256 pshuf.b.512", "ssse3.pshuf.b.128 avx2.pshuf.b avx512.pshuf.b.512"),
    ("vpermilvar.pd.128 vpermilvar.pd.256 vpermilvar.pd.512",
     "avx.vpermilvar.pd avx.vpermilvar.pd.256 avx512.vpermilvar.pd.512"),
    ("vpermilvar.ps.128 vpermilvar.ps.256 vpermilvar.ps.512",
     "avx.vpermilvar.ps avx.vpermilvar.ps.256 avx512.vpermilvar.ps.512"),
    // Shifts by one number, by an immediate, and by a number for each element.
    ("psll.w.128 psll.w.256 psll.w.512 psll.d.128 psll.d.256 psll.d psll.q.128 psll.q.256 psll.q",
     "sse2.psll.w avx2.psll.w avx512.psll.w.512 sse2.psll.d avx2.psll.d avx512.psll.d.512 \
      sse2.psll.q avx2.psll.q avx512.psll.q.512"),
    ("psll.wi.128 psll.wi.256 psll.wi.512 psll.di.128 psll.di.256 psll.di.512 \
      psll.qi.128 psll.qi.256 psll.qi.512 pslli.d pslli.q",
     "sse2.pslli.w avx2.pslli.w avx512.pslli.w.512 sse2.pslli.d avx2.pslli.d avx512.pslli.d.512 \
      sse2.pslli.q avx2.pslli.q avx512.pslli.q.512 avx512.pslli.d.512 avx512.pslli.q.512"),
    ("psllv8.hi psllv16.hi psllv32hi psllv4.si psllv8.si psllv.d psllv2.di psllv4.di psllv.q",
     "avx512.psllv.w.128 avx512.psllv.w.256 avx512.psllv.w.512 avx2.psllv.d avx2.psllv.d.256 \
      avx512.psllv.d.512 avx2.psllv.q avx2.psllv.q.256 avx512.psllv.q.512"),
    ("psrl.w.128 psrl.w.256 psrl.w.512 psrl.d.128 psrl.d.256 psrl.d psrl.q.128 psrl.q.256 psrl.q",
     "sse2.psrl.w avx2.psrl.w avx512.psrl.w.512 sse2.psrl.d avx2.psrl.d avx512.psrl.d.512 \
      sse2.psrl.q avx2.psrl.q avx512.psrl.q.512"),
    ("psrl.wi.128 psrl.wi.256 psrl.wi.512 psrl.di.128 psrl.di.256 psrl.di.512 \
      psrl.qi.128 psrl.qi.256 psrl.qi.512 psrli.d psrli.q",
     "sse2.psrli.w avx2.psrli.w avx512.psrli.w.512 sse2.psrli.d avx2.psrli.d avx512.psrli.d.512 \
      sse2.psrli.q avx2.psrli.q avx512.psrli.q.512 avx512.psrli.d.512 avx512.psrli.q.512"),
    ("psrlv8.hi psrlv16.hi psrlv32hi psrlv4.si psrlv8.si psrlv.d psrlv2.di psrlv4.di psrlv.q",
     "avx512.psrlv.w.128 avx512.psrlv.w.256 avx512.psrlv.w.512 avx2.psrlv.d avx2.psrlv.d.256 \
      avx512.psrlv.d.512 avx2.psrlv.q avx2.psrlv.q.256 avx512.psrlv.q.512"),
    ("psra.w.128 psra.w.256 psra.w.512 psra.d.128 psra.d.256 psra.d psra.q.128 psra.q.256 psra.q",
     "sse2.psra.w avx2.psra.w avx512.psra.w.512 sse2.psra.d avx2.psra.d avx512.psra.d.512 \
      avx512.psra.q.128 avx512.psra.q.256 avx512.psra.q.512"),
    ("psra.wi.128 psra.wi.256 psra.wi.512 psra.di.128 psra.di.256 psra.di.512 \
      psra.qi.128 psra.qi.256 psra.qi.512 psrai.d psrai.q",
     "sse2.psrai.w avx2.psrai.w avx512.psrai.w.512 sse2.psrai.d avx2.psrai.d avx512.psrai.d.512 \
      avx512.psrai.q.128 avx512.psrai.q.256 avx512.psrai.q.512 avx512.psrai.d.512 avx512.psrai.q.512"),
    ("psrav8.hi psrav16.hi psrav32.hi psrav4.si psrav8.si psrav.d psrav.q.128 psrav.q.256 psrav.q",
     "avx512.psrav.w.128 avx512.psrav.w.256 avx512.psrav.w.512 avx2.psrav.d avx2.psrav.d.256 \
      avx512.psrav.d.512 avx512.psrav.q.128 avx512.psrav.q.256 avx512.psrav.q.512"),
];

/// The intrinsic without mask for one of this name (after `llvm.x86.avx512.mask.`).
pub(super) fn find(name: &str) -> Option<&'static str> {
    ROWS.iter().find_map(|(old, new)| {
        let mut pairs = old
            .split_ascii_whitespace()
            .zip(new.split_ascii_whitespace());
        pairs.find(|(old, _)| *old == name).map(|(_, new)| new)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_as_many_new_names_as_old_ones() {
        for (old, new) in ROWS {
            let count = |names: &str| names.split_ascii_whitespace().count();
            assert_eq!(count(old), count(new), "{old}");
        }
        assert_eq!(find("psra.qi.256"), Some("avx512.psrai.q.256"));
    }
}
