//! Intrinsics of x86 that stand for one instruction, whose row says where the arguments go.
//!
//! Those of SSE and SSE2 that optimizations know are with the other intrinsics on vectors (`vector/intrinsic.rs`).
//! Where both are wider than a register, the instruction does for each register what it does for the halves of 256
//! bits: no intrinsic here has halves that depend on each other.

use Form::{
    Blend, Carry, Counter, Direct, Flag, Mask, MaskedStore, Memory, Nothing, Order, Pair, Random,
    Text, Twice,
};
use avarice_ir::{Global, Inst, Value};
use avarice_lower::select::{Conditions, Integers};
use avarice_lower::{PartType, Result, VectorShape};
use avarice_mir::{MemFlags, MiFlags, Operand, Reg};
use avarice_target::{InstrFlags, Opcode, PhysReg};
use smallvec::SmallVec;

use super::compare::{Cc, Condition};
use super::int::{OR, SHL};
use super::{Selector, Width};
use crate::subtarget::Features;
use crate::{TARGET, class, op, reg};

/// What an intrinsic is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// `opcode arguments`, in the order of the row's operands.
    Direct(Opcode),
    /// `opcode argument, argument`
    Twice(Opcode),
    /// A comparison of the lowest numbers, as 0 or 1.
    Order(Opcode, Test),
    /// `opcode arguments`, then a flag as 0 or 1.
    Flag(Opcode, Cc),
    /// The signs of lanes as the bits of an integer: so many from each register.
    Mask(Opcode, u32),
    /// `opcode address`: accesses so many bytes.
    Memory(Opcode, u64),
    /// `opcode first, second` with the third in XMM0, or in any register with AVX.
    Blend(Opcode, Opcode),
    /// Comparison of texts.
    Text(Opcode, Found),
    /// Addition or subtraction with a carry, and the carry of the result.
    Carry(Opcode),
    /// A random number, and whether there is one.
    Random(Opcode),
    /// 64 bits in EDX and EAX, with the argument in a register.
    Pair(Opcode, Option<PhysReg>),
    /// `RDTSCP`
    Counter,
    /// `MASKMOVDQU`
    MaskedStore,
    /// Nothing: what it is for is never necessary.
    Nothing,
}

impl Form {
    /// The arguments that it has at least.
    fn arguments(self) -> usize {
        match self {
            Direct(_) | Random(_) | Pair(_, None) | Counter | Nothing => 0,
            Twice(_) | Mask(..) | Memory(..) | Pair(_, Some(_)) => 1,
            Order(..) | Flag(..) => 2,
            Blend(..) | Text(..) | Carry(_) | MaskedStore => 3,
        }
    }
}

/// A comparison of two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Test {
    Eq,
    Neq,
    Lt,
    Le,
    Gt,
    Ge,
}

/// What is asked for of a comparison of texts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Found {
    /// Where.
    Index,
    /// For each place.
    Mask,
    /// A flag.
    Flag(Cc),
}

/// Intrinsics under their names without `llvm.x86.`, sorted.
#[rustfmt::skip]
const TABLE: &[(&str, Form)] = &[
    ("addcarry.32", Carry(op::ADC32rr)),
    ("addcarry.64", Carry(op::ADC64rr)),
    ("aesni.aesdec", Direct(op::AESDECrr)),
    ("aesni.aesdeclast", Direct(op::AESDECLASTrr)),
    ("aesni.aesenc", Direct(op::AESENCrr)),
    ("aesni.aesenclast", Direct(op::AESENCLASTrr)),
    ("aesni.aesimc", Direct(op::AESIMCrr)),
    ("aesni.aeskeygenassist", Direct(op::AESKEYGENASSIST128rr)),
    ("avx.addsub.pd.256", Direct(op::ADDSUBPDrr)),
    ("avx.addsub.ps.256", Direct(op::ADDSUBPSrr)),
    ("avx.blendv.pd.256", Blend(op::BLENDVPDrr0, op::VBLENDVPDrrr)),
    ("avx.blendv.ps.256", Blend(op::BLENDVPSrr0, op::VBLENDVPSrrr)),
    ("avx.cmp.pd.256", Direct(op::CMPPDrri)),
    ("avx.cmp.ps.256", Direct(op::CMPPSrri)),
    ("avx.cvt.ps2dq.256", Direct(op::CVTPS2DQrr)),
    ("avx.cvtt.ps2dq.256", Direct(op::CVTTPS2DQrr)),
    ("avx.dp.ps.256", Direct(op::DPPSrri)),
    ("avx.hadd.pd.256", Direct(op::HADDPDrr)),
    ("avx.hadd.ps.256", Direct(op::HADDPSrr)),
    ("avx.hsub.pd.256", Direct(op::HSUBPDrr)),
    ("avx.hsub.ps.256", Direct(op::HSUBPSrr)),
    ("avx.max.pd.256", Direct(op::MAXPDrr)),
    ("avx.max.ps.256", Direct(op::MAXPSrr)),
    ("avx.min.pd.256", Direct(op::MINPDrr)),
    ("avx.min.ps.256", Direct(op::MINPSrr)),
    ("avx.movmsk.pd.256", Mask(op::MOVMSKPDrr, 2)),
    ("avx.movmsk.ps.256", Mask(op::MOVMSKPSrr, 4)),
    ("avx.rcp.ps.256", Direct(op::RCPPSr)),
    ("avx.round.pd.256", Direct(op::ROUNDPDri)),
    ("avx.round.ps.256", Direct(op::ROUNDPSri)),
    ("avx.rsqrt.ps.256", Direct(op::RSQRTPSr)),
    ("avx.vpermilvar.pd", Direct(op::VPERMILPDrr)),
    ("avx.vpermilvar.pd.256", Direct(op::VPERMILPDrr)),
    ("avx.vpermilvar.ps", Direct(op::VPERMILPSrr)),
    ("avx.vpermilvar.ps.256", Direct(op::VPERMILPSrr)),
    ("avx.vtestc.pd", Flag(op::VTESTPDrr, Cc::B)),
    ("avx.vtestc.ps", Flag(op::VTESTPSrr, Cc::B)),
    ("avx.vtestnzc.pd", Flag(op::VTESTPDrr, Cc::A)),
    ("avx.vtestnzc.ps", Flag(op::VTESTPSrr, Cc::A)),
    ("avx.vtestz.pd", Flag(op::VTESTPDrr, Cc::E)),
    ("avx.vtestz.ps", Flag(op::VTESTPSrr, Cc::E)),
    ("avx.vzeroupper", Nothing),
    ("avx2.packssdw", Direct(op::PACKSSDWrr)),
    ("avx2.packsswb", Direct(op::PACKSSWBrr)),
    ("avx2.packusdw", Direct(op::PACKUSDWrr)),
    ("avx2.packuswb", Direct(op::PACKUSWBrr)),
    ("avx2.pavg.b", Direct(op::PAVGBrr)),
    ("avx2.pavg.w", Direct(op::PAVGWrr)),
    ("avx2.pblendvb", Blend(op::PBLENDVBrr0, op::VPBLENDVBrrr)),
    ("avx2.phadd.d", Direct(op::PHADDDrr)),
    ("avx2.phadd.sw", Direct(op::PHADDSWrr)),
    ("avx2.phadd.w", Direct(op::PHADDWrr)),
    ("avx2.phsub.d", Direct(op::PHSUBDrr)),
    ("avx2.phsub.sw", Direct(op::PHSUBSWrr)),
    ("avx2.phsub.w", Direct(op::PHSUBWrr)),
    ("avx2.pmadd.ub.sw", Direct(op::PMADDUBSWrr)),
    ("avx2.pmadd.wd", Direct(op::PMADDWDrr)),
    ("avx2.pmovmskb", Mask(op::PMOVMSKBrr, 16)),
    ("avx2.pmul.hr.sw", Direct(op::PMULHRSWrr)),
    ("avx2.pmulh.w", Direct(op::PMULHWrr)),
    ("avx2.pmulhu.w", Direct(op::PMULHUWrr)),
    ("avx2.psad.bw", Direct(op::PSADBWrr)),
    ("avx2.pshuf.b", Direct(op::PSHUFBrr)),
    ("avx2.psign.b", Direct(op::PSIGNBrr)),
    ("avx2.psign.d", Direct(op::PSIGNDrr)),
    ("avx2.psign.w", Direct(op::PSIGNWrr)),
    ("avx2.psll.d", Direct(op::PSLLDrr)),
    ("avx2.psll.q", Direct(op::PSLLQrr)),
    ("avx2.psll.w", Direct(op::PSLLWrr)),
    ("avx2.psllv.d", Direct(op::VPSLLVDrr)),
    ("avx2.psllv.d.256", Direct(op::VPSLLVDrr)),
    ("avx2.psllv.q", Direct(op::VPSLLVQrr)),
    ("avx2.psllv.q.256", Direct(op::VPSLLVQrr)),
    ("avx2.psra.d", Direct(op::PSRADrr)),
    ("avx2.psra.w", Direct(op::PSRAWrr)),
    ("avx2.psrav.d", Direct(op::VPSRAVDrr)),
    ("avx2.psrav.d.256", Direct(op::VPSRAVDrr)),
    ("avx2.psrl.d", Direct(op::PSRLDrr)),
    ("avx2.psrl.q", Direct(op::PSRLQrr)),
    ("avx2.psrl.w", Direct(op::PSRLWrr)),
    ("avx2.psrlv.d", Direct(op::VPSRLVDrr)),
    ("avx2.psrlv.d.256", Direct(op::VPSRLVDrr)),
    ("avx2.psrlv.q", Direct(op::VPSRLVQrr)),
    ("avx2.psrlv.q.256", Direct(op::VPSRLVQrr)),
    ("bmi.bextr.32", Direct(op::BEXTR32rr)),
    ("bmi.bextr.64", Direct(op::BEXTR64rr)),
    ("bmi.bzhi.32", Direct(op::BZHI32rr)),
    ("bmi.bzhi.64", Direct(op::BZHI64rr)),
    ("bmi.pdep.32", Direct(op::PDEP32rr)),
    ("bmi.pdep.64", Direct(op::PDEP64rr)),
    ("bmi.pext.32", Direct(op::PEXT32rr)),
    ("bmi.pext.64", Direct(op::PEXT64rr)),
    ("clflushopt", Memory(op::CLFLUSHOPT, 1)),
    ("clwb", Memory(op::CLWB, 1)),
    ("fma.vfmaddsub.pd", Direct(op::VFMADDSUB213PDr)),
    ("fma.vfmaddsub.pd.256", Direct(op::VFMADDSUB213PDr)),
    ("fma.vfmaddsub.ps", Direct(op::VFMADDSUB213PSr)),
    ("fma.vfmaddsub.ps.256", Direct(op::VFMADDSUB213PSr)),
    ("int", Direct(op::INT)),
    ("pclmulqdq", Direct(op::PCLMULQDQrri)),
    ("rdfsbase.32", Direct(op::RDFSBASE)),
    ("rdfsbase.64", Direct(op::RDFSBASE64)),
    ("rdgsbase.32", Direct(op::RDGSBASE)),
    ("rdgsbase.64", Direct(op::RDGSBASE64)),
    ("rdpmc", Pair(op::RDPMC, Some(reg::ECX))),
    ("rdrand.16", Random(op::RDRAND16r)),
    ("rdrand.32", Random(op::RDRAND32r)),
    ("rdrand.64", Random(op::RDRAND64r)),
    ("rdseed.16", Random(op::RDSEED16r)),
    ("rdseed.32", Random(op::RDSEED32r)),
    ("rdseed.64", Random(op::RDSEED64r)),
    ("rdtsc", Pair(op::RDTSC, None)),
    ("rdtscp", Counter),
    ("sha1msg1", Direct(op::SHA1MSG1rr)),
    ("sha1msg2", Direct(op::SHA1MSG2rr)),
    ("sha1nexte", Direct(op::SHA1NEXTErr)),
    ("sha1rnds4", Direct(op::SHA1RNDS4rri)),
    ("sha256msg1", Direct(op::SHA256MSG1rr)),
    ("sha256msg2", Direct(op::SHA256MSG2rr)),
    ("sha256rnds2", Blend(op::SHA256RNDS2rr, op::SHA256RNDS2rr)),
    ("sse.cmp.ss", Direct(op::CMPSSrri_Int)),
    ("sse.comieq.ss", Order(op::COMISSrr_Int, Test::Eq)),
    ("sse.comige.ss", Order(op::COMISSrr_Int, Test::Ge)),
    ("sse.comigt.ss", Order(op::COMISSrr_Int, Test::Gt)),
    ("sse.comile.ss", Order(op::COMISSrr_Int, Test::Le)),
    ("sse.comilt.ss", Order(op::COMISSrr_Int, Test::Lt)),
    ("sse.comineq.ss", Order(op::COMISSrr_Int, Test::Neq)),
    ("sse.cvtss2si", Direct(op::CVTSS2SIrr_Int)),
    ("sse.cvtss2si64", Direct(op::CVTSS2SI64rr_Int)),
    ("sse.cvttss2si", Direct(op::CVTTSS2SIrr_Int)),
    ("sse.cvttss2si64", Direct(op::CVTTSS2SI64rr_Int)),
    ("sse.ldmxcsr", Memory(op::LDMXCSR, 4)),
    ("sse.rcp.ss", Twice(op::RCPSSr_Int)),
    ("sse.rsqrt.ss", Twice(op::RSQRTSSr_Int)),
    ("sse.sfence", Direct(op::SFENCE)),
    ("sse.stmxcsr", Memory(op::STMXCSR, 4)),
    ("sse.ucomieq.ss", Order(op::UCOMISSrr_Int, Test::Eq)),
    ("sse.ucomige.ss", Order(op::UCOMISSrr_Int, Test::Ge)),
    ("sse.ucomigt.ss", Order(op::UCOMISSrr_Int, Test::Gt)),
    ("sse.ucomile.ss", Order(op::UCOMISSrr_Int, Test::Le)),
    ("sse.ucomilt.ss", Order(op::UCOMISSrr_Int, Test::Lt)),
    ("sse.ucomineq.ss", Order(op::UCOMISSrr_Int, Test::Neq)),
    ("sse2.clflush", Memory(op::CLFLUSH, 1)),
    ("sse2.cmp.sd", Direct(op::CMPSDrri_Int)),
    ("sse2.comieq.sd", Order(op::COMISDrr_Int, Test::Eq)),
    ("sse2.comige.sd", Order(op::COMISDrr_Int, Test::Ge)),
    ("sse2.comigt.sd", Order(op::COMISDrr_Int, Test::Gt)),
    ("sse2.comile.sd", Order(op::COMISDrr_Int, Test::Le)),
    ("sse2.comilt.sd", Order(op::COMISDrr_Int, Test::Lt)),
    ("sse2.comineq.sd", Order(op::COMISDrr_Int, Test::Neq)),
    ("sse2.cvtsd2si", Direct(op::CVTSD2SIrr_Int)),
    ("sse2.cvtsd2si64", Direct(op::CVTSD2SI64rr_Int)),
    ("sse2.cvtsd2ss", Direct(op::CVTSD2SSrr_Int)),
    ("sse2.cvttsd2si", Direct(op::CVTTSD2SIrr_Int)),
    ("sse2.cvttsd2si64", Direct(op::CVTTSD2SI64rr_Int)),
    ("sse2.lfence", Direct(op::LFENCE)),
    ("sse2.maskmov.dqu", MaskedStore),
    ("sse2.mfence", Direct(op::MFENCE)),
    ("sse2.pause", Direct(op::PAUSE)),
    ("sse2.ucomieq.sd", Order(op::UCOMISDrr_Int, Test::Eq)),
    ("sse2.ucomige.sd", Order(op::UCOMISDrr_Int, Test::Ge)),
    ("sse2.ucomigt.sd", Order(op::UCOMISDrr_Int, Test::Gt)),
    ("sse2.ucomile.sd", Order(op::UCOMISDrr_Int, Test::Le)),
    ("sse2.ucomilt.sd", Order(op::UCOMISDrr_Int, Test::Lt)),
    ("sse2.ucomineq.sd", Order(op::UCOMISDrr_Int, Test::Neq)),
    ("sse3.addsub.pd", Direct(op::ADDSUBPDrr)),
    ("sse3.addsub.ps", Direct(op::ADDSUBPSrr)),
    ("sse3.hadd.pd", Direct(op::HADDPDrr)),
    ("sse3.hadd.ps", Direct(op::HADDPSrr)),
    ("sse3.hsub.pd", Direct(op::HSUBPDrr)),
    ("sse3.hsub.ps", Direct(op::HSUBPSrr)),
    ("sse3.ldu.dq", Memory(op::LDDQUrm, 16)),
    ("sse41.blendvpd", Blend(op::BLENDVPDrr0, op::VBLENDVPDrrr)),
    ("sse41.blendvps", Blend(op::BLENDVPSrr0, op::VBLENDVPSrrr)),
    ("sse41.dppd", Direct(op::DPPDrri)),
    ("sse41.dpps", Direct(op::DPPSrri)),
    ("sse41.insertps", Direct(op::INSERTPSrr)),
    ("sse41.mpsadbw", Direct(op::MPSADBWrri)),
    ("sse41.packusdw", Direct(op::PACKUSDWrr)),
    ("sse41.pblendvb", Blend(op::PBLENDVBrr0, op::VPBLENDVBrrr)),
    ("sse41.phminposuw", Direct(op::PHMINPOSUWrr)),
    ("sse41.ptestc", Flag(op::PTESTrr, Cc::B)),
    ("sse41.ptestnzc", Flag(op::PTESTrr, Cc::A)),
    ("sse41.ptestz", Flag(op::PTESTrr, Cc::E)),
    ("sse41.round.pd", Direct(op::ROUNDPDri)),
    ("sse41.round.ps", Direct(op::ROUNDPSri)),
    ("sse41.round.sd", Direct(op::ROUNDSDri_Int)),
    ("sse41.round.ss", Direct(op::ROUNDSSri_Int)),
    ("sse42.crc32.32.16", Direct(op::CRC32r32r16)),
    ("sse42.crc32.32.32", Direct(op::CRC32r32r32)),
    ("sse42.crc32.32.8", Direct(op::CRC32r32r8)),
    ("sse42.crc32.64.64", Direct(op::CRC32r64r64)),
    ("sse42.pcmpestri128", Text(op::PCMPESTRIrri, Found::Index)),
    ("sse42.pcmpestria128", Text(op::PCMPESTRIrri, Found::Flag(Cc::A))),
    ("sse42.pcmpestric128", Text(op::PCMPESTRIrri, Found::Flag(Cc::B))),
    ("sse42.pcmpestrio128", Text(op::PCMPESTRIrri, Found::Flag(Cc::O))),
    ("sse42.pcmpestris128", Text(op::PCMPESTRIrri, Found::Flag(Cc::S))),
    ("sse42.pcmpestriz128", Text(op::PCMPESTRIrri, Found::Flag(Cc::E))),
    ("sse42.pcmpestrm128", Text(op::PCMPESTRMrri, Found::Mask)),
    ("sse42.pcmpistri128", Text(op::PCMPISTRIrri, Found::Index)),
    ("sse42.pcmpistria128", Text(op::PCMPISTRIrri, Found::Flag(Cc::A))),
    ("sse42.pcmpistric128", Text(op::PCMPISTRIrri, Found::Flag(Cc::B))),
    ("sse42.pcmpistrio128", Text(op::PCMPISTRIrri, Found::Flag(Cc::O))),
    ("sse42.pcmpistris128", Text(op::PCMPISTRIrri, Found::Flag(Cc::S))),
    ("sse42.pcmpistriz128", Text(op::PCMPISTRIrri, Found::Flag(Cc::E))),
    ("sse42.pcmpistrm128", Text(op::PCMPISTRMrri, Found::Mask)),
    ("sse4a.extrq", Direct(op::EXTRQ)),
    ("sse4a.extrqi", Direct(op::EXTRQI)),
    ("sse4a.insertq", Direct(op::INSERTQ)),
    ("sse4a.insertqi", Direct(op::INSERTQI)),
    ("ssse3.phadd.d.128", Direct(op::PHADDDrr)),
    ("ssse3.phadd.sw.128", Direct(op::PHADDSWrr)),
    ("ssse3.phadd.w.128", Direct(op::PHADDWrr)),
    ("ssse3.phsub.d.128", Direct(op::PHSUBDrr)),
    ("ssse3.phsub.sw.128", Direct(op::PHSUBSWrr)),
    ("ssse3.phsub.w.128", Direct(op::PHSUBWrr)),
    ("ssse3.pmadd.ub.sw.128", Direct(op::PMADDUBSWrr)),
    ("ssse3.pmul.hr.sw.128", Direct(op::PMULHRSWrr)),
    ("ssse3.pshuf.b.128", Direct(op::PSHUFBrr)),
    ("ssse3.psign.b.128", Direct(op::PSIGNBrr)),
    ("ssse3.psign.d.128", Direct(op::PSIGNDrr)),
    ("ssse3.psign.w.128", Direct(op::PSIGNWrr)),
    ("subborrow.32", Carry(op::SBB32rr)),
    ("subborrow.64", Carry(op::SBB64rr)),
    ("vcvtps2ph.128", Direct(op::VCVTPS2PHrr)),
    ("xend", Direct(op::XEND)),
    ("xgetbv", Pair(op::XGETBV, Some(reg::ECX))),
];

impl Selector<'_, '_> {
    /// Selects a call of an intrinsic of x86.
    pub(super) fn lower_x86_intrinsic(&mut self, inst: Inst, global: Global) -> Result<()> {
        let name = self.module.globals[global].name_str();
        let own = name.strip_prefix("llvm.x86.");
        let found = own.and_then(|own| TABLE.binary_search_by_key(&own, |row| row.0).ok());
        let Some(found) = found else {
            return self.unsupported(format!("intrinsic {name}"));
        };
        let form = TABLE[found].1;
        // The last operand is the callee.
        if self.function.num_operands(inst) <= form.arguments() {
            return self.unsupported(format!("intrinsic {name} with so few arguments"));
        }
        match form {
            Direct(opcode) => self.lower_direct(inst, opcode, false),
            Twice(opcode) => self.lower_direct(inst, opcode, true),
            Order(opcode, test) => self.lower_order(inst, opcode, test),
            Flag(opcode, cc) => {
                let [left, right] = self.operands(inst);
                self.emit_compared(opcode, left, right)?;
                self.finish_flag(inst, Condition::One(cc))
            }
            Mask(opcode, bits) => self.lower_signs(inst, opcode, bits),
            Memory(opcode, bytes) => self.lower_own_access(inst, opcode, bytes),
            Blend(opcode, vex) => self.lower_blend(inst, opcode, vex),
            Text(opcode, found) => self.lower_text(inst, opcode, found),
            Carry(opcode) => self.lower_carry(inst, opcode),
            Random(opcode) => self.lower_random(inst, opcode),
            Pair(opcode, argument) => self.lower_register_pair(inst, opcode, argument),
            Counter => self.lower_counter(inst),
            MaskedStore => self.lower_masked_store(inst),
            Nothing => Ok(()),
        }
    }

    /// The exception flags of an instruction: exceptions are not observed.
    fn exception_flags(opcode: Opcode) -> MiFlags {
        match TARGET.instr(opcode).has(InstrFlags::FP_EXCEPTION) {
            true => MiFlags::NOFPEXCEPT,
            false => MiFlags::empty(),
        }
    }

    /// Number of registers of a value, which is a vector or in one.
    fn registers_of(&self, value: Value) -> usize {
        let shape = VectorShape::of(&self.module.types, self.ty(value));
        shape.map_or(1, VectorShape::parts)
    }

    /// The use operands of `opcode` for register `part` of the result, from the arguments in order.
    fn direct_operands(
        &mut self,
        inst: Inst,
        opcode: Opcode,
        part: usize,
        twice: bool,
    ) -> Result<SmallVec<[Operand; 4]>> {
        let row = TARGET.instr(opcode);
        let mut operands = SmallVec::new();
        for (index, operand) in row.operands[usize::from(row.num_defs)..].iter().enumerate() {
            let value = self.function.operand(inst, if twice { 0 } else { index });
            operands.push(match operand.class {
                None => match self.const_int(value) {
                    Some(number) => Operand::imm(number as i64),
                    None => return self.unsupported("intrinsic without a constant argument"),
                },
                Some(class::GR16) => {
                    let src = self.use_value(value)?;
                    Operand::reg(self.exact(src, Width::W16))
                }
                Some(_) => {
                    let part = part.min(self.registers_of(value) - 1);
                    Operand::reg(self.use_part(value, part)?)
                }
            });
        }
        Ok(operands)
    }

    fn lower_direct(&mut self, inst: Inst, opcode: Opcode, twice: bool) -> Result<()> {
        if TARGET.instr(opcode).num_defs == 0 {
            let operands = self.direct_operands(inst, opcode, 0, twice)?;
            self.emit(opcode).ops(&operands).done();
            return Ok(());
        }
        let Some(result) = self.function.insts[inst].result.expand() else {
            return Ok(());
        };
        for part in 0..self.registers_of(result) {
            let dst = match self.requested(result, part) {
                dst if dst.is_none() => continue,
                dst => dst,
            };
            let operands = self.direct_operands(inst, opcode, part, twice)?;
            let emit = self.emit(opcode).def(dst).ops(&operands);
            emit.flags(Self::exception_flags(opcode)).done();
        }
        Ok(())
    }

    // ---- Flags --------------------------------------------------------------------------------

    /// Makes the result of `inst` 0 or 1.
    fn finish_flag(&mut self, inst: Inst, condition: Condition) -> Result<()> {
        let bit = self.set(condition);
        let dst = self.result_reg(inst)?;
        self.emit(op::MOVZX32rr8).def(dst).reg(bit).done();
        Ok(())
    }

    fn emit_compared(&mut self, opcode: Opcode, left: Value, right: Value) -> Result<()> {
        let (left, right) = (self.use_part(left, 0)?, self.use_part(right, 0)?);
        let emit = self.emit(opcode).reg(left).reg(right).keep_flags();
        emit.flags(Self::exception_flags(opcode)).done();
        Ok(())
    }

    /// Less is greater of the operands exchanged: then numbers that are none are not less.
    fn lower_order(&mut self, inst: Inst, opcode: Opcode, test: Test) -> Result<()> {
        let [left, right] = self.operands(inst);
        let (left, right) = match test {
            Test::Lt | Test::Le => (right, left),
            _ => (left, right),
        };
        self.emit_compared(opcode, left, right)?;
        let condition = match test {
            Test::Eq => Condition::Both(Cc::E, Cc::Np),
            Test::Neq => Condition::Either(Cc::Ne, Cc::P),
            Test::Lt | Test::Gt => Condition::One(Cc::A),
            Test::Le | Test::Ge => Condition::One(Cc::Ae),
        };
        self.finish_flag(inst, condition)
    }

    fn lower_signs(&mut self, inst: Inst, opcode: Opcode, bits: u32) -> Result<()> {
        let value = self.function.operand(inst, 0);
        let mut all = Reg::NONE;
        for part in 0..self.registers_of(value) {
            let src = self.use_part(value, part)?;
            let signs = self.new_reg(PartType::Int(32));
            self.emit(opcode).def(signs).reg(src).done();
            all = match part {
                0 => signs,
                _ => {
                    let signs = self.shift(&SHL, Width::W32, signs, bits * part as u32);
                    self.alu(&OR, Width::W32, all, signs)
                }
            };
        }
        let dst = self.result_reg(inst)?;
        self.define(dst, all);
        Ok(())
    }

    /// The index is in ECX, the mask in XMM0. Texts with lengths have these in EAX and EDX.
    fn lower_text(&mut self, inst: Inst, opcode: Opcode, found: Found) -> Result<()> {
        let values: SmallVec<[Value; 5]> = self.function.operands(inst).collect();
        let (texts, lengths) = match values[..] {
            [first, first_length, second, second_length, _, ..]
                if matches!(opcode, op::PCMPESTRIrri | op::PCMPESTRMrri) =>
            {
                ([first, second], Some([first_length, second_length]))
            }
            [first, second, ..] => ([first, second], None),
            _ => return self.unsupported("intrinsic with these arguments"),
        };
        let control = values[if lengths.is_some() { 4 } else { 2 }];
        let Some(control) = self.const_int(control) else {
            return self.unsupported("intrinsic without a constant argument");
        };
        let [first, second] = texts;
        let (first, second) = (self.use_part(first, 0)?, self.use_part(second, 0)?);
        if let Some([first, second]) = lengths {
            let (first, second) = (self.use_value(first)?, self.use_value(second)?);
            self.emit_copy(reg::EAX, first);
            self.emit_copy(reg::EDX, second);
        }
        let emit = self.emit(opcode).reg(first).reg(second);
        let emit = emit.imm(control as i64);
        match found {
            Found::Flag(cc) => {
                emit.keep_flags().done_with_dead(&[reg::ECX]);
                return self.finish_flag(inst, Condition::One(cc));
            }
            _ => emit.done(),
        };
        let dst = self.result_reg(inst)?;
        self.emit_copy(
            dst,
            if found == Found::Index {
                reg::ECX
            } else {
                reg::XMM0
            },
        );
        Ok(())
    }

    // ---- Memory -------------------------------------------------------------------------------

    fn lower_own_access(&mut self, inst: Inst, opcode: Opcode, bytes: u64) -> Result<()> {
        let pointer = self.function.operand(inst, 0);
        let address = self.address(pointer)?;
        let row = TARGET.instr(opcode);
        let flags = match opcode {
            op::STMXCSR => MemFlags::STORE,
            op::LDMXCSR | op::LDDQUrm => MemFlags::LOAD,
            _ => MemFlags::LOAD | MemFlags::STORE,
        };
        let mem = self.mem_operand(flags, pointer, 0, bytes, 1);
        if row.num_defs == 0 {
            let emit = self.emit(opcode).ops(&address.operands());
            emit.mem(mem).done();
            return Ok(());
        }
        let dst = self.result_reg(inst)?;
        let emit = self.emit(opcode).def(dst).ops(&address.operands());
        emit.mem(mem).done();
        Ok(())
    }

    /// Bytes to where RDI points.
    fn lower_masked_store(&mut self, inst: Inst) -> Result<()> {
        let [value, mask, pointer] = self.operands(inst);
        let (value, mask) = (self.use_part(value, 0)?, self.use_part(mask, 0)?);
        let pointer = self.use_value(pointer)?;
        self.emit_copy(reg::RDI, pointer);
        self.emit(op::MASKMOVDQU64).reg(value).reg(mask).done();
        Ok(())
    }

    // ---- Others -------------------------------------------------------------------------------

    fn lower_blend(&mut self, inst: Inst, opcode: Opcode, vex: Opcode) -> Result<()> {
        let Some(result) = self.function.insts[inst].result.expand() else {
            return Ok(());
        };
        let anywhere = vex != opcode && self.features().contains(Features::AVX);
        for part in 0..self.registers_of(result) {
            let dst = match self.requested(result, part) {
                dst if dst.is_none() => continue,
                dst => dst,
            };
            let [first, second, third] = self.operands(inst);
            let (first, second) = (self.use_part(first, part)?, self.use_part(second, part)?);
            let third = self.use_part(third, part)?;
            if anywhere {
                let emit = self.emit(vex).def(dst).reg(first).reg(second);
                emit.reg(third).done();
                continue;
            }
            self.emit_copy(reg::XMM0, third);
            self.emit(opcode).def(dst).reg(first).reg(second).done();
        }
        Ok(())
    }

    /// The carry comes into the flag by an addition that overflows if it is not zero.
    fn lower_carry(&mut self, inst: Inst, opcode: Opcode) -> Result<()> {
        let [carry, left, right] = self.operands(inst);
        let (carry, left) = (self.use_value(carry)?, self.use_value(left)?);
        let right = self.use_value(right)?;
        let unused = self.new_reg(PartType::Int(8));
        let emit = self.emit(op::ADD8ri).def(unused).reg(carry);
        emit.imm(-1).keep_flags().done();
        let wanted = self.own_results(inst)?;
        let part = match opcode {
            op::ADC32rr | op::SBB32rr => PartType::Int(32),
            _ => PartType::Int(64),
        };
        let dst = match wanted[1].is_none() {
            true => self.new_reg(part),
            false => wanted[1],
        };
        let emit = self.emit(opcode).def(dst).reg(left).reg(right);
        emit.keep_flags().done();
        if !wanted[0].is_none() {
            self.emit_set(wanted[0], Condition::One(Cc::B));
        }
        Ok(())
    }

    /// The registers asked for of a result of two elements.
    ///
    /// # Errors
    /// If it has not two.
    fn own_results(&self, inst: Inst) -> Result<[Reg; 2]> {
        let parts = self.parts(self.function.insts[inst].ty)?.len();
        match self.function.insts[inst].result.expand() {
            Some(result) if parts == 2 => Ok([0, 1].map(|part| self.requested(result, part))),
            _ => self.unsupported("target intrinsic with a result that is not of two parts"),
        }
    }

    fn lower_random(&mut self, inst: Inst, opcode: Opcode) -> Result<()> {
        let wanted = self.own_results(inst)?;
        let width = match opcode {
            op::RDRAND16r | op::RDSEED16r => Width::W16,
            op::RDRAND32r | op::RDSEED32r => Width::W32,
            _ => Width::W64,
        };
        let number = self.new_exact(width);
        self.emit(opcode).def(number).keep_flags().done();
        if !wanted[1].is_none() {
            let bit = self.set(Condition::One(Cc::B));
            self.emit(op::MOVZX32rr8).def(wanted[1]).reg(bit).done();
        }
        if !wanted[0].is_none() {
            self.define_exact(wanted[0], number, width);
        }
        Ok(())
    }

    /// `dst = RDX << 32 | RAX`, whose upper halves are zero.
    fn emit_joined_pair(&mut self, dst: Reg) {
        let (low, high) = (
            self.new_reg(PartType::Int(64)),
            self.new_reg(PartType::Int(64)),
        );
        self.emit_copy(low, reg::RAX);
        self.emit_copy(high, reg::RDX);
        let high = self.shift(&SHL, Width::W64, high, 32);
        self.emit(op::OR64rr).def(dst).reg(low).reg(high).done();
    }

    fn lower_register_pair(
        &mut self,
        inst: Inst,
        opcode: Opcode,
        argument: Option<PhysReg>,
    ) -> Result<()> {
        if let Some(place) = argument {
            let value = self.function.operand(inst, 0);
            let value = self.use_value(value)?;
            self.emit_copy(place, value);
        }
        let dst = self.result_reg(inst)?;
        if opcode != op::XGETBV {
            self.emit(opcode).done();
            self.emit_joined_pair(dst);
            return Ok(());
        }
        // Its row has the 32-bit registers.
        self.emit(opcode).done();
        let (low, high) = (
            self.new_reg(PartType::Int(32)),
            self.new_reg(PartType::Int(32)),
        );
        self.emit_copy(low, reg::EAX);
        self.emit_copy(high, reg::EDX);
        let (low, high) = (self.zero_extended_copy(low), self.zero_extended_copy(high));
        let high = self.shift(&SHL, Width::W64, high, 32);
        self.emit(op::OR64rr).def(dst).reg(low).reg(high).done();
        Ok(())
    }

    /// `src`, of 32 bits, with zeros above.
    fn zero_extended_copy(&mut self, src: Reg) -> Reg {
        let moved = self.new_reg(PartType::Int(32));
        self.emit(op::MOV32rr).def(moved).reg(src).done();
        self.zero_extended_64(moved)
    }

    /// The counter and the number of the processor.
    fn lower_counter(&mut self, inst: Inst) -> Result<()> {
        let wanted = self.own_results(inst)?;
        self.emit(op::RDTSCP).done();
        let number = self.new_reg(PartType::Int(64));
        let counter = match wanted[0].is_none() {
            true => self.new_reg(PartType::Int(64)),
            false => wanted[0],
        };
        self.emit_joined_pair(counter);
        self.emit_copy(number, reg::RCX);
        if !wanted[1].is_none() {
            self.copy_low(wanted[1], number, Width::W64, Width::W32);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted() {
        assert!(TABLE.is_sorted_by_key(|row| row.0));
    }

    #[test]
    fn direct_rows_have_at_most_one_result_and_no_memory() {
        for (name, form) in TABLE {
            if let Direct(opcode) | Twice(opcode) = form {
                let row = TARGET.instr(*opcode);
                assert!(row.num_defs <= 1, "{name}");
                assert!(row.operands.len() <= 5, "{name}");
            }
        }
    }
}
