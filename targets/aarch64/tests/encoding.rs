//! Every row that has an encoding, with sample operands: our text, assembled by the GNU assembler, against
//! our bytes.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::path::PathBuf;

use avarice_emit::{CodeBuffer, McOperand};
use avarice_target::{InstrDesc, InstrFlags, Opcode, PhysReg};
use avarice_target_aarch64::encode::encoder::encode;
use avarice_target_aarch64::encode::mc_inst::McInst;
use avarice_target_aarch64::{TARGET, aliases, asm, reg};
use avarice_target_facts::assembler::assemble as assemble_lines;
use object::{Object, ObjectSection};

/// How many variants of sample operands there are.
const VARIANTS: usize = 6;

/// Variants besides, for instructions that have other names then: which operands are register 31.
const ALIAS_VARIANTS: &[&[usize]] = &[&[0], &[1], &[1, 2], &[3], &[0, 1]];

/// The last variant: all registers are the same.
const SAME: usize = VARIANTS + ALIAS_VARIANTS.len();

/// What the assembler is asked to know.
const MARCH: &str = "-march=armv8.6-a+crypto+sha3+sm4+fp16+fp16fml+dotprod+memtag+rng+sb+ssbs+predres\
    +flagm+pauth+bf16+i8mm+ls64+profile+tme";

/// The bytes of one instruction.
fn bytes_of(inst: &McInst) -> Result<Vec<u8>, String> {
    let mut buffer = CodeBuffer::default();
    encode(inst, &[], &mut buffer).map_err(|e| e.to_string())?;
    Ok(buffer.finish(|_, _| {}).bytes)
}

/// The kind of the operand that begins at flat index `at`; empty for the second half of one.
fn kind_at(desc: &InstrDesc, at: usize) -> &'static str {
    let found = desc.names.iter().position(|(_, i)| usize::from(*i) == at);
    found.map_or("", |i| desc.kinds[i])
}

fn register(desc: &InstrDesc, at: usize, variant: usize) -> Option<PhysReg> {
    let class = TARGET.class(desc.operands[at].class?);
    let usable: Vec<PhysReg> = class
        .order
        .iter()
        .copied()
        .filter(|r| TARGET.reg(*r).encoding < 32)
        .collect();
    let mut start = variant * 5 + at * 3;
    if variant == SAME {
        start = 30;
    } else if variant >= VARIANTS && ALIAS_VARIANTS[variant - VARIANTS].contains(&at) {
        return usable.into_iter().find(|r| TARGET.reg(*r).encoding == 31);
    }
    (!usable.is_empty()).then(|| usable[start % usable.len()])
}

/// Numbers that an operand of a kind takes, edges first; none if the kind is left out.
fn numbers(kind: &str) -> Vec<i64> {
    let range = |low: i64, high: i64| vec![low, high, (low + high) / 2, low + 1, high - 1, low];
    match kind {
        "VectorIndexB" | "imm0_15" | "imm32_0_15" | "sys_cr_op" => range(0, 15),
        "VectorIndexH" | "imm0_7" | "vecshiftL8" => range(0, 7),
        "VectorIndexS" | "complexrotateop" => range(0, 3),
        "VectorIndexD" | "complexrotateopodd" | "imm0_1" | "timm0_1" => vec![0, 1],
        "VectorIndex0" => vec![0],
        "VectorIndex1" => vec![1],
        "ccode" => range(0, 13),
        "addsub_shifted_imm32"
        | "addsub_shifted_imm64"
        | "uimm12s1"
        | "uimm12s2"
        | "uimm12s4"
        | "uimm12s8"
        | "uimm12s16" => range(0, 4095),
        "logical_imm32" => vec![0x000, 0x03c, 0x0c7, 0x7de, 0x171, 0x05d],
        "logical_imm64" => vec![0x1000, 0x03c, 0x1fbe, 0x1041, 0x171, 0x0c7],
        "movimm32_imm" | "timm32_0_65535" | "timm64_0_65535" | "uimm16" => range(0, 65535),
        "movimm32_shift" => vec![0, 16],
        "movimm64_shift" => vec![0, 48, 16, 32],
        "logical_vec_shift" => vec![0, 24, 8, 16],
        "logical_vec_hw_shift" => vec![0, 8],
        "move_vec_shift" => vec![264, 272],
        "arith_extendlsl64" => vec![3 << 3, (7 << 3) | 4, (3 << 3) | 2],
        "lsl_imm3_shift_operand" => range(1, 7),
        "fpimm8" | "fpimm16" | "fpimm32" | "fpimm64" | "simdimmtype10" | "imm0_255"
        | "uimm8_32b" | "uimm8_64b" => range(0, 255),
        "simm8_32b" | "simm8_64b" => range(-128, 127),
        "simm7s4" | "simm7s8" | "simm7s16" => range(-64, 63),
        "simm9" | "simm9s16" => range(-256, 255),
        "simm10Scaled" => range(-512, 511),
        "uimm6" | "uimm6s16" | "imm0_63" | "vecshiftL64" => range(0, 63),
        "imm0_31" | "imm32_0_31" | "tbz_imm0_31_diag" | "timm0_31" | "vecshiftL32" | "prfop" => {
            range(0, 31)
        }
        "tbz_imm32_63" => range(32, 63),
        "imm0_127" => range(40, 127),
        "vecshiftL16" => range(0, 15),
        "vecshiftR8" | "vecshiftR16Narrow" => range(1, 8),
        "vecshiftR16" | "vecshiftR32Narrow" => range(1, 16),
        "vecshiftR32" | "vecshiftR64Narrow" => range(1, 32),
        "vecshiftR64" => range(1, 64),
        "barrier_op" => vec![15, 11, 10, 9, 7, 3],
        "barrier_nxs_op" => vec![16, 28, 20, 24],
        "mrs_sysreg_op" | "msr_sysreg_op" => vec![0xde82, 0xc000],
        "am_b_target" | "am_bl_target" | "am_brcond" | "am_tbrcond" | "am_ldrlit" => range(-64, 63),
        "i32imm" => range(0, 7),
        _ if kind.starts_with("fixedpoint_") => match kind.ends_with("i32") {
            true => range(1, 32),
            false => range(1, 64),
        },
        _ => Vec::new(),
    }
}

/// Sample operands of a row; `None` if the row takes what the sample cannot be.
fn sample(desc: &'static InstrDesc, opcode: Opcode, variant: usize) -> Option<McInst> {
    let mut operands: Vec<McOperand> = Vec::new();
    while operands.len() < desc.operands.len() {
        let at = operands.len();
        let row = &desc.operands[at];
        let kind = kind_at(desc, at);
        if let Ok(tied) = usize::try_from(row.tied_to) {
            operands.push(operands[tied]);
        } else if kind.starts_with("ro_") {
            let bits = variant as i64;
            operands.extend([bits & 1, bits >> 1 & 1].map(McOperand::Imm));
        } else if row.class.is_some() {
            operands.push(McOperand::Reg(register(desc, at, variant)?));
            let types: &[i64] = match kind {
                _ if kind.starts_with("arith_shifted_reg") => &[0, 1, 2],
                _ if kind.starts_with("logical_shifted_reg") => &[0, 1, 2, 3],
                "arith_extended_reg32to64_i64"
                | "arith_extended_reg32_i64"
                | "arith_extended_reg32_i32" => &[0, 1, 2, 4, 5, 6],
                _ => continue,
            };
            let of_type = types[variant % types.len()];
            let amount = variant as i64 % 5;
            operands.push(McOperand::Imm(match kind.contains("shifted") {
                true => (of_type << 6) | (amount * 7),
                false => (of_type << 3) | amount,
            }));
        } else {
            let all = numbers(kind);
            operands.push(McOperand::Imm(*all.get(variant % all.len().max(1))?));
            if kind.starts_with("addsub") {
                operands.push(McOperand::Imm([0, 12][variant % 2]));
            }
        }
    }
    Some(McInst::new(opcode, &operands))
}

/// Whether an instruction becomes bytes.
fn has_bytes(desc: &InstrDesc) -> bool {
    desc.encoding.is_some() && !desc.has(InstrFlags::PSEUDO) && !desc.asm.is_empty()
}

fn may_be_refused(desc: &InstrDesc) -> bool {
    let mut needs = desc.predicates.iter();
    needs.any(|predicate| MAY_BE_REFUSED.contains(predicate))
}

struct Case {
    desc: &'static InstrDesc,
    text: String,
    bytes: Vec<u8>,
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (index, desc) in TARGET.instrs.iter().enumerate() {
        if !has_bytes(desc) {
            continue;
        }
        for variant in 0..=SAME {
            let Some(inst) = sample(desc, Opcode::from_index(index), variant) else {
                continue;
            };
            if variant >= VARIANTS && aliases::text_of(&inst) == desc.asm {
                continue;
            }
            let mut text = String::new();
            let name = desc.name;
            let bytes = bytes_of(&inst).unwrap_or_else(|e| panic!("{name}: {e}"));
            asm::print_plain(&inst, &mut text).unwrap_or_else(|e| panic!("{name}: {e}"));
            cases.push(Case { desc, text, bytes });
        }
    }
    cases
}

/// What the assembler makes of each text, `None` where it refuses.
fn assemble(texts: &[&str]) -> Vec<Option<Vec<u8>>> {
    let (file, wanted) = assemble_lines("aarch64-linux-gnu-as", &[MARCH], texts.len(), |wanted| {
        let mut text = String::new();
        for (index, line) in texts.iter().enumerate() {
            let body = if wanted[index] {
                line.trim_end()
            } else {
                "nop"
            };
            let _ = writeln!(text, "{body}");
        }
        text
    });
    let file = object::File::parse(&*file).expect("an object");
    let text = file.section_by_name(".text").expect("code");
    let code = text.data().expect("bytes").chunks(4);
    assert_eq!(code.len(), texts.len(), "one word a line");
    let results = code.zip(&wanted);
    results
        .map(|(word, wanted)| wanted.then(|| word.to_vec()))
        .collect()
}

/// Features that an assembler of 2023 may not know.
const MAY_BE_REFUSED: &[&str] = &[
    "HasMOPS",
    "HasTHE",
    "HasD128",
    "HasCSSC",
    "HasFP8",
    "HasRCPC3",
    "HasPAuthLR",
    "HasLSE128",
    "HasFP8FMA",
    "HasFAMINMAX",
    "HasGCS",
    "HasLUT",
    "HasLS64",
    "HasFP8DOT4",
    "HasFP8DOT2",
    "HasCPA",
    "HasWFxT",
    "HasBRBE",
    "HasXS",
    "HasTRACEV8_4",
    "HasITE",
    "HasHBC",
];

/// Rows without samples: their text has names of fields of the processor's state and of prefetches, which no code
/// of ours has; and addresses of symbols, which `filetests/aarch64/emit/relocations.ll` is about.
const NO_SAMPLE: &[&str] = &[
    "ADR",
    "ADRP",
    "MSRpstateImm1",
    "MSRpstateImm4",
    "MSRpstatesvcrImm1",
    "RPRFM",
];

#[test]
fn assembler_agrees() {
    let cases = cases();
    assert!(cases.len() > 15_000, "only {} cases", cases.len());
    let texts: Vec<&str> = cases.iter().map(|case| case.text.as_str()).collect();
    let mut failures = String::new();
    let mut proved = HashSet::new();
    for (case, result) in cases.iter().zip(assemble(&texts)) {
        let needs = case.desc.predicates;
        match result {
            Some(bytes) if bytes == case.bytes => {
                proved.insert(case.desc.name);
            }
            None if may_be_refused(case.desc) => {}
            result => {
                let (name, text) = (case.desc.name, case.text.trim());
                let ours = &case.bytes;
                let _ = writeln!(
                    failures,
                    "{name:24} {needs:?} {text:50} ours {ours:02x?} as {result:02x?}"
                );
            }
        }
    }
    for desc in TARGET.instrs {
        let is_known = may_be_refused(desc) || NO_SAMPLE.contains(&desc.name);
        if has_bytes(desc) && !proved.contains(desc.name) && !is_known {
            let _ = writeln!(failures, "{:24} has no sample", desc.name);
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

/// The opcodes that selection, pseudos, frames and the passes after allocation name in the sources.
fn named_opcodes() -> Vec<String> {
    let mut folders = vec![PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut names = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("a source file");
            let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
            names.extend(words.map(str::to_owned));
        }
    }
    names
}

/// Opcodes without bytes that the sources name: pseudos that are replaced, or that are text only.
const REPLACED: &[&str] = &[
    "ADDSWrr",
    "ADDSXrr",
    "ADDWrr",
    "ADDXrr",
    "ADDlowTLS",
    "ADJCALLSTACKDOWN",
    "ADJCALLSTACKUP",
    "AESIMCrrTied",
    "AESMCrrTied",
    "ANDSWrr",
    "ANDSXrr",
    "ANDWrr",
    "ANDXrr",
    "BICSWrr",
    "BICSXrr",
    "BICWrr",
    "BICXrr",
    "BLRNoIP",
    "BLR_BTI",
    "BLR_RVMARKER",
    "BR_JumpTable",
    "BSPv16i8",
    "BSPv8i8",
    "BUNDLE",
    "CATCHRET",
    "CFI_INSTRUCTION",
    "CMP_SWAP_128",
    "CMP_SWAP_128_ACQUIRE",
    "CMP_SWAP_128_MONOTONIC",
    "CMP_SWAP_128_RELEASE",
    "CMP_SWAP_16",
    "CMP_SWAP_32",
    "CMP_SWAP_64",
    "CMP_SWAP_8",
    "COALESCER_BARRIER_FPR128",
    "COALESCER_BARRIER_FPR16",
    "COALESCER_BARRIER_FPR32",
    "COALESCER_BARRIER_FPR64",
    "COPY",
    "DBG_PHI",
    "EMITBKEY",
    "EONWrr",
    "EONXrr",
    "EORWrr",
    "EORXrr",
    "F128CSEL",
    "FENTRY_CALL",
    "FMOVD0",
    "FMOVH0",
    "FMOVS0",
    "G_UBFX",
    "IMPLICIT_DEF",
    "INLINEASM",
    "INLINEASM_BR",
    "INSERT_SUBREG",
    "JumpTableDest16",
    "JumpTableDest32",
    "JumpTableDest8",
    "KCFI_CHECK",
    "KILL",
    "LOAD_STACK_GUARD",
    "LOADgot",
    "MOVaddr",
    "MOVaddrBA",
    "MOVaddrCP",
    "MOVaddrEXT",
    "MOVaddrJT",
    "MOVaddrTLS",
    "MOVbaseTLS",
    "MOVi32imm",
    "MOVi64imm",
    "MRS_FPCR",
    "MSR_FPCR",
    "ORNWrr",
    "ORNXrr",
    "ORRWrr",
    "ORRXrr",
    "PATCHABLE_FUNCTION_ENTER",
    "PATCHPOINT",
    "PAUTH_BLEND",
    "PAUTH_EPILOGUE",
    "PAUTH_PROLOGUE",
    "PHI",
    "PROBED_STACKALLOC_DYN",
    "REG_SEQUENCE",
    "RET_ReallyLR",
    "SEH_AddFP",
    "SEH_StackAlloc",
    "SPACE",
    "STACKMAP",
    "STATEPOINT",
    "STGloop_wback",
    "STZGloop_wback",
    "SUBREG_TO_REG",
    "SUBSWrr",
    "SUBSXrr",
    "SUBWrr",
    "SUBXrr",
    "SpeculationBarrierISBDSBEndBB",
    "SpeculationBarrierSBEndBB",
    "StoreSwiftAsyncContext",
    "TAGPstack",
    "TCRETURNdi",
    "TCRETURNri",
    "TCRETURNriALL",
    "TCRETURNrinotx16",
    "TCRETURNrix16x17",
    "TCRETURNrix17",
    "TLSDESCCALL",
    "TLSDESC_CALLSEQ",
];

/// What has bytes is proved above; what has none is known to be replaced.
#[test]
fn named_opcodes_have_encodings() {
    let rows: HashMap<&str, &InstrDesc> = TARGET.instrs.iter().map(|d| (d.name, d)).collect();
    let names: HashSet<String> = named_opcodes().into_iter().collect();
    let used: Vec<_> = names.iter().filter_map(|n| rows.get(n.as_str())).collect();
    assert!(used.len() > 1_000, "only {} opcodes", used.len());
    let without = used.iter().filter(|desc| !has_bytes(desc));
    let mut without: Vec<_> = without.map(|desc| desc.name).collect();
    without.sort_unstable();
    assert_eq!(without, REPLACED);
}

#[test]
fn numbers_that_do_not_fit_are_refused() {
    let registers = [reg::X0, reg::X1].map(McOperand::Reg);
    let [dst, src] = registers;
    let inst = McInst::new(
        avarice_target_aarch64::op::LDRXui,
        &[dst, src, McOperand::Imm(1 << 20)],
    );
    let error = bytes_of(&inst).expect_err("the offset has twelve bits");
    assert!(error.contains("does not fit"), "{error}");
}
