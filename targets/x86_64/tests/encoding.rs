//! Every row that has an encoding, with sample operands: our bytes against an independent
//! disassembler (`iced-x86`), and our text, assembled by the GNU assembler, against our bytes.

use std::fmt::Write;

use avarice_emit::CodeBuffer;
use avarice_target::{InstrDesc, InstrFlags, OperandType, PhysReg};
use avarice_target_facts::assembler::assemble as assemble_lines;
use avarice_target_x86_64::encode::encoder::encode;
use avarice_target_x86_64::encode::mc_inst::{McInst, McOperand, shorten};
use avarice_target_x86_64::encoding_row::{Form, X86Encoding};
use avarice_target_x86_64::{TARGET, asm, class, reg};
use iced_x86::{Decoder, DecoderOptions, OpKind};
use object::{Object, ObjectSection};

/// How many variants of sample operands there are.
const VARIANTS: usize = 6;

/// The bytes of one instruction.
fn bytes_of(inst: &McInst) -> Result<Vec<u8>, String> {
    let mut buffer = CodeBuffer::default();
    encode(inst, &[], &mut buffer).map_err(|e| e.to_string())?;
    let code = buffer.finish(|_, _| {});
    Ok(code.bytes)
}

/// Base, scale, index, displacement, segment by variant.
fn memory(variant: usize, index_class: Option<PhysReg>) -> [McOperand; 5] {
    let none = PhysReg::NONE;
    let (base, scale, index, displacement, segment) = match variant {
        0 => (reg::RAX, 1, none, 0, none),
        1 => (reg::R13, 8, reg::R14, 0, none),
        2 => (reg::RSP, 1, none, 127, none),
        3 => (reg::RBP, 2, reg::RCX, -129, reg::FS),
        4 => (none, 4, reg::R9, 0x1234, none),
        _ => (reg::R12, 1, none, -128, none),
    };
    let index = match index_class {
        Some(vector) if variant.is_multiple_of(2) => vector,
        Some(vector) => PhysReg(vector.0 + 9),
        None => index,
    };
    [
        McOperand::Reg(base),
        McOperand::Imm(scale),
        McOperand::Reg(index),
        McOperand::Imm(displacement),
        McOperand::Reg(segment),
    ]
}

/// The kind of the operand that begins at flat index `at`, and whether one does.
fn kind_at(desc: &InstrDesc, at: usize) -> &'static str {
    let found = desc.names.iter().position(|(_, i)| usize::from(*i) == at);
    found.map_or("", |i| desc.kinds[i])
}

fn register(desc: &InstrDesc, at: usize, variant: usize, seed: usize) -> Option<PhysReg> {
    let class = TARGET.class(desc.operands[at].class?);
    let usable: Vec<PhysReg> = class
        .order
        .iter()
        .copied()
        .filter(|r| {
            let desc = TARGET.reg(*r);
            // High bytes and stack pointers have their own tests; EVEX and APX registers have no rows.
            desc.encoding < 16
                && !matches!(*r, reg::AH | reg::BH | reg::CH | reg::DH)
                && !desc.name.ends_with("ip")
                && *r != reg::CS
                && !desc.name.ends_with('h')
        })
        .collect();
    let start = variant * 5 + seed * 3;
    (!usable.is_empty()).then(|| usable[start % usable.len()])
}

/// Sample operands of a row; `None` if the row takes what the sample cannot be.
fn sample(
    desc: &'static InstrDesc,
    opcode: avarice_target::Opcode,
    variant: usize,
) -> Option<McInst> {
    let mut operands: Vec<McOperand> = Vec::new();
    while operands.len() < desc.operands.len() {
        let at = operands.len();
        let row = &desc.operands[at];
        let kind = kind_at(desc, at);
        if let Ok(tied) = usize::try_from(row.tied_to) {
            operands.push(operands[tied]);
        } else if kind.starts_with("srcidx") {
            operands.extend([reg::RSI, PhysReg::NONE].map(McOperand::Reg));
        } else if kind.starts_with("dstidx") {
            operands.push(McOperand::Reg(reg::RDI));
        } else if kind.starts_with("offset") {
            operands.extend([
                McOperand::Imm(0x1122_3344_5566_7788),
                McOperand::Reg(PhysReg::NONE),
            ]);
        } else if kind.contains("mem") && kind != "u8imm" {
            let index = match kind {
                kind if kind.starts_with("vx") => Some(reg::XMM1),
                kind if kind.starts_with("vy") => Some(reg::YMM1),
                _ => None,
            };
            let mut memory = memory(variant, index);
            if kind.starts_with("lea") {
                memory[4] = McOperand::Reg(PhysReg::NONE);
            }
            operands.extend(memory);
        } else if row.class.is_some() {
            operands.push(McOperand::Reg(register(desc, at, variant, at)?));
        } else if row.kind == OperandType::PC_REL {
            return None;
        } else {
            operands.push(McOperand::Imm(immediate(kind, variant)));
        }
    }
    let mut inst = McInst::new(opcode, &operands);
    shorten(&mut inst);
    Some(inst)
}

fn immediate(kind: &str, variant: usize) -> i64 {
    match kind {
        "ccode" => variant as i64 * 3 % 16,
        "u4imm" => variant as i64,
        "u8imm" | "i32u8imm" | "i64u8imm" | "i16u8imm" => 4 + variant as i64,
        kind if kind.contains("i8imm") || kind == "i8imm" => -5 - variant as i64,
        "i16imm" => 0x1234 + variant as i64,
        "i64imm" => 0x1122_3344_5566_7788,
        _ => 0x0123_4567 + variant as i64,
    }
}

/// Rows that 64-bit code can have.
fn rows() -> impl Iterator<Item = (avarice_target::Opcode, &'static InstrDesc)> {
    TARGET
        .instrs
        .iter()
        .enumerate()
        .filter_map(|(index, desc)| {
            let usable = desc.encoding.is_some()
            && !desc.has(InstrFlags::PSEUDO)
            && !desc.asm.is_empty()
            // Replaced by RET when lowered.
            && !desc.name.starts_with("EH_RETURN")
            && !desc.predicates.contains(&"Not64BitMode");
            usable.then_some((avarice_target::Opcode::from_index(index), desc))
        })
}

struct Case {
    name: &'static str,
    inst: McInst,
    text: String,
    bytes: Vec<u8>,
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (opcode, desc) in rows() {
        for variant in 0..VARIANTS {
            let Some(inst) = sample(desc, opcode, variant) else {
                break;
            };
            let mut text = String::new();
            let name = desc.name;
            let bytes = bytes_of(&inst).unwrap_or_else(|e| panic!("{name}: {e}"));
            asm::print_plain(&inst, &mut text).unwrap_or_else(|e| panic!("{name}: {e}"));
            cases.push(Case {
                name,
                inst,
                text,
                bytes,
            });
        }
    }
    cases
}

/// What the assembler makes of each text, `None` where it refuses.
fn assemble(texts: &[&str]) -> Vec<Option<Vec<u8>>> {
    let (file, wanted) = assemble_lines("as", &["--64"], texts.len(), |wanted| {
        let mut text = String::new();
        for (index, line) in texts.iter().enumerate() {
            let body = if wanted[index] { line.trim_end() } else { "" };
            // One line each, so that messages name the index.
            let _ = writeln!(text, ".LS{index}: {}", body.replace('\n', ";"));
        }
        let _ = writeln!(text, ".LS{}:\n.section .lengths", texts.len());
        for index in 0..=texts.len() {
            let _ = writeln!(text, ".long .LS{index}-.LS0");
        }
        text
    });
    let file = object::File::parse(&*file).expect("an object");
    let data = |name| file.section_by_name(name).and_then(|s| s.data().ok());
    let (code, lengths) = (
        data(".text").unwrap_or(&[]),
        data(".lengths").unwrap_or(&[]),
    );
    let offsets: Vec<usize> = lengths
        .chunks(4)
        .map(|c| u32::from_le_bytes(c.try_into().expect("four bytes")) as usize)
        .collect();
    let results = offsets.windows(2).zip(&wanted);
    results
        .map(|(w, wanted)| wanted.then(|| code[w[0]..w[1]].to_vec()))
        .collect()
}

/// Rows of features that an assembler of 2023 may not know, prefixes that stand alone, and `notrack` beside a segment,
/// which it takes for two of a kind.
const MAY_BE_REFUSED: &[&str] = &[
    "AADD",
    "AAND",
    "AOR",
    "AXOR",
    "CALL64m_NT",
    "ENQCMD",
    "ERET",
    "JMP64m_NT",
    "LKGS",
    "PBNDKB",
    "URDMSR",
    "UWRMSR",
    "VPDPW",
    "VSHA512",
    "VSM3",
    "VSM4",
    "MOVDIR64B32",
    "ADDR16_PREFIX",
    "ES_PREFIX",
    "SS_PREFIX",
];

#[test]
fn assembler_agrees() {
    let cases = cases();
    assert!(cases.len() > 20_000, "only {} cases", cases.len());
    let texts: Vec<&str> = cases.iter().map(|case| case.text.as_str()).collect();
    let mut failures = String::new();
    for (case, result) in cases.iter().zip(assemble(&texts)) {
        let may_be_refused = MAY_BE_REFUSED
            .iter()
            .any(|head| case.name.starts_with(head));
        match result {
            Some(bytes) if bytes == case.bytes => {}
            None if may_be_refused => {}
            result => {
                let (name, text) = (case.name, case.text.trim());
                let ours = &case.bytes;
                let _ = writeln!(
                    failures,
                    "{name:24} {text:50} ours {ours:02x?} as {result:02x?}"
                );
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

/// Rows that 64-bit code cannot have with the sample operands, or that the disassembler does not know.
const NOT_DISASSEMBLED: &[&str] = &[
    "XCHG16ar",
    "XCHG32ar",
    "XCHG64ar",
    "MONTMUL",
    "MOV64cr",
    "MOV64rc",
    "MOV64dr",
    "MOV64rd",
    "MOV8ao16",
    "MOV16ao16",
    "MOV32ao16",
    "MOV8o16a",
    "MOV16o16a",
    "MOV32o16a",
    "URDMSR",
    "UWRMSR",
];

/// Names of the registers that `inst` names, memory operands included; general registers of any width
/// by number.
fn registers_of(inst: &iced_x86::Instruction) -> Vec<String> {
    let operands = (0..inst.op_count())
        .filter(|i| inst.op_kind(*i) == OpKind::Register)
        .map(|i| inst.op_register(i));
    operands
        .chain([
            inst.memory_base(),
            inst.memory_index(),
            inst.segment_prefix(),
        ])
        .map(|register| match register.is_gpr() {
            true => format!("general {}", register.full_register().number()),
            false => format!("{register:?}").to_lowercase(),
        })
        .collect()
}

/// The same for one of our registers.
fn name_of(reg: PhysReg) -> String {
    let is_general = [class::GR8, class::GR16, class::GR32, class::GR64]
        .iter()
        .any(|class| TARGET.class(*class).contains(reg));
    let desc = TARGET.reg(reg);
    match is_general && reg != reg::RIP {
        true => format!("general {}", desc.encoding),
        false => desc.name.to_owned(),
    }
}

#[test]
fn disassembler_agrees() {
    let mut failures = String::new();
    for case in cases() {
        let form = case
            .inst
            .desc()
            .encoding
            .map(|row| X86Encoding::decode(row).form);
        let skipped = NOT_DISASSEMBLED
            .iter()
            .any(|head| case.name.starts_with(head));
        if form == Some(Form::PrefixByte) || case.name.ends_with("_PREFIX") || skipped {
            continue;
        }
        let mut decoder = Decoder::with_ip(64, &case.bytes, 0, DecoderOptions::NONE);
        let inst = decoder.decode();
        let found = registers_of(&inst);
        let missing = case.inst.operands.iter().any(|operand| {
            let reg = operand.reg();
            !reg.is_none() && !found.contains(&name_of(reg))
        });
        // String instructions and the like have registers in our rows that theirs imply.
        let implied = matches!(
            form,
            Some(Form::RawFrmSrc | Form::RawFrmDst | Form::RawFrmDstSrc | Form::RawFrm)
        );
        if inst.is_invalid() || inst.len() != case.bytes.len() || (missing && !implied) {
            let text = case.text.trim();
            let _ = writeln!(
                failures,
                "{} {:02x?} {text} {found:?}",
                case.name, case.bytes
            );
        }
    }
    assert!(failures.is_empty(), "{failures}");
}
