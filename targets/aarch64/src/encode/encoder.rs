//! Instructions to words: the fixed bits of the row, and the operands in their fields.
//!
//! ```text
//!   ADDXri $x0, $x1, 16, 0      <10010001 imm[13:0] Rn[4:0] Rd[4:0]>
//!                                         └ 16      └ 1     └ 0
//! ```
//!
//! Most operands are in their fields unchanged; a [`Rule`] says what has to be computed. A symbol or a
//! block leaves its field empty and adds a fixup.

use std::sync::LazyLock;

use avarice_emit::{CodeBuffer, EmitError, FixupTarget, Label, McOperand};
use avarice_target::{EncodingField, EncodingRow, InstrDesc};

use super::mc_inst::McInst;
use super::relocations::{Field, reloc};
use crate::target_flags::{FRAGMENT_MASK, HI12};
use crate::{TARGET, op};

/// How the value of an operand becomes what its fields hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rule {
    /// As it is.
    Value,
    /// As it is, or part of an address.
    Address(Field),
    /// A number minus the value: shifts to the right, fraction bits.
    CountDown(u8),
    /// A number, and the next operand says whether it is shifted by 12.
    AddImmediate,
    /// Whether the index is sign-extended, and in the next operand whether it is scaled.
    MemoryExtend,
    /// A shift by a number of bytes.
    ByteShift,
    /// A shift by 8 or 16 bits that shifts in ones.
    OnesShift,
}

/// What encoding takes from the rows, by opcode.
struct Rules {
    /// The fixed bits of the word.
    words: Vec<u32>,
    /// Where the rules of the row's fields begin.
    starts: Vec<u32>,
    /// The rule of each field of all rows.
    rules: Vec<Rule>,
}

static RULES: LazyLock<Rules> = LazyLock::new(|| {
    let mut all = Rules {
        words: TARGET.instrs.iter().map(fixed_bits).collect(),
        starts: Vec::with_capacity(TARGET.instrs.len()),
        rules: Vec::new(),
    };
    for row in TARGET.instrs {
        all.starts.push(all.rules.len() as u32);
        let fields = row.encoding.map_or(&[][..], |encoding| encoding.fields);
        all.rules
            .extend(fields.iter().map(|field| rule_of(row, field)));
    }
    all
});

/// The fixed bits of a row. Bits that it leaves open are the number of a register that is not there: 31 for
/// general registers, 0 for vectors.
fn fixed_bits(row: &InstrDesc) -> u32 {
    let is_vector = |feature: &&str| matches!(*feature, "HasNEON" | "HasFPARMv8" | "HasFullFP16");
    row.encoding
        .map_or(0, |encoding| match row.predicates.iter().any(is_vector) {
            true => encoding.opcode,
            false => encoding.opcode | encoding.bits,
        })
}

/// The kind of the named operand that begins at flat operand `index`.
pub(crate) fn kind_at(row: &InstrDesc, index: u8) -> Option<&'static str> {
    let at = row.names.iter().position(|(_, first)| *first == index)?;
    row.kinds.get(at).copied()
}

fn rule_of(row: &InstrDesc, field: &EncodingField) -> Rule {
    let Some(kind) = kind_at(row, field.operand) else {
        return Rule::Value;
    };
    match kind {
        "adrlabel" => Rule::Address(Field::Adr),
        "adrplabel" => Rule::Address(Field::Adrp),
        "am_b_target" => Rule::Address(Field::Jump26),
        "am_bl_target" => Rule::Address(Field::Call26),
        "am_brcond" => Rule::Address(Field::Branch19),
        "am_tbrcond" => Rule::Address(Field::Branch14),
        "am_ldrlit" => Rule::Address(Field::Literal19),
        "movimm32_imm" => Rule::Address(Field::Move16),
        "uimm12s1" => Rule::Address(Field::Offset12(0)),
        "uimm12s2" => Rule::Address(Field::Offset12(1)),
        "uimm12s4" => Rule::Address(Field::Offset12(2)),
        "uimm12s8" => Rule::Address(Field::Offset12(3)),
        "uimm12s16" => Rule::Address(Field::Offset12(4)),
        "addsub_shifted_imm32" | "addsub_shifted_imm64" => Rule::AddImmediate,
        "vecshiftR8" | "vecshiftR16Narrow" => Rule::CountDown(8),
        "vecshiftR16" | "vecshiftR32Narrow" => Rule::CountDown(16),
        "vecshiftR32" | "vecshiftR64Narrow" => Rule::CountDown(32),
        "vecshiftR64" => Rule::CountDown(64),
        "logical_vec_shift" | "logical_vec_hw_shift" => Rule::ByteShift,
        "move_vec_shift" => Rule::OnesShift,
        _ if kind.starts_with("fixedpoint_") => Rule::CountDown(64),
        _ if kind.starts_with("ro_") => Rule::MemoryExtend,
        _ => Rule::Value,
    }
}

/// Appends the word of `inst`. `labels` are those of the function's blocks, by id.
///
/// # Errors
/// If the row has no encoding or an operand does not fit its field.
pub fn encode(inst: &McInst, labels: &[Label], buffer: &mut CodeBuffer) -> Result<(), EmitError> {
    if inst.opcode == op::TLSDESCCALL
        && let McOperand::Symbol(symbol) = inst.operand(0)?
    {
        // No code: the relocation marks the call that follows.
        buffer.fixup(reloc::TLSDESC_CALL, symbol.target, symbol.offset);
        return Ok(());
    }
    let word = word_of(inst, |rule, _, operand| {
        fixup(labels, inst, rule, operand, buffer)
    })?;
    buffer.put(&word.to_le_bytes());
    Ok(())
}

/// The word of `inst`, without what `symbolic` adds for each operand that is a symbol or a block: it gets the rule and the
/// index of the operand too.
fn word_of(
    inst: &McInst,
    mut symbolic: impl FnMut(Rule, u8, McOperand) -> Result<u32, EmitError>,
) -> Result<u32, EmitError> {
    let row = inst.desc();
    let Some(encoding) = row.encoding else {
        let text = format!("{} has no encoding", row.name);
        return Err(EmitError::unsupported(text));
    };
    let start = RULES.starts[inst.opcode.index()] as usize;
    let rules = &RULES.rules[start..start + encoding.fields.len()];
    let mut word = RULES.words[inst.opcode.index()];
    let mut fixed = None;
    for (field, rule) in encoding.fields.iter().zip(rules) {
        let operand = inst.operand(field.operand)?;
        let value = match operand {
            McOperand::Reg(reg) => i64::from(TARGET.reg(reg).encoding),
            McOperand::Imm(_) => {
                let value = rule.apply(inst, field.operand)?;
                check_width(&encoding, field, value, row)?;
                value
            }
            McOperand::Symbol(_) | McOperand::Block(_) => {
                if fixed != Some(field.operand) {
                    fixed = Some(field.operand);
                    word |= symbolic(*rule, field.operand, operand)?;
                }
                0
            }
        };
        let mask = (1u64 << field.width) - 1;
        word |= ((value as u64 >> field.low & mask) as u32) << field.at;
    }
    Ok(word)
}

/// A field that refers to a symbol or a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NotedField {
    pub(crate) field: Field,
    /// The index of the operand.
    pub(crate) operand: u8,
}

/// The word of `inst` before symbols and blocks are known, and where these go.
///
/// # Errors
/// As [`encode`].
pub(crate) fn encode_noting(inst: &McInst) -> Result<(u32, Vec<NotedField>), EmitError> {
    let mut noted = Vec::new();
    let word = word_of(inst, |rule, index, operand| {
        let field = rule.field().ok_or_else(|| symbol_refused(inst))?;
        noted.push(NotedField {
            field,
            operand: index,
        });
        Ok(shift_bit(field, operand))
    })?;
    Ok((word, noted))
}

/// The bit that says that the upper half of an offset is added shifted.
fn shift_bit(field: Field, operand: McOperand) -> u32 {
    let flags = match operand {
        McOperand::Symbol(symbol) => symbol.flags,
        _ => 0,
    };
    let shifted = field == Field::Add12 && flags & FRAGMENT_MASK == HI12;
    u32::from(shifted) << 22
}

fn symbol_refused(inst: &McInst) -> EmitError {
    EmitError::unsupported(format!("{} with a symbol", inst.desc().name))
}

impl Rule {
    /// The field of a symbol or block, if it may be one.
    fn field(self) -> Option<Field> {
        match self {
            Self::Address(field) => Some(field),
            Self::AddImmediate => Some(Field::Add12),
            _ => None,
        }
    }

    /// What the fields of the operand at `index` hold. The operand is a number.
    fn apply(self, inst: &McInst, index: u8) -> Result<i64, EmitError> {
        let number = |index| -> Result<i64, EmitError> {
            let no_number = || EmitError::unsupported("symbol where a number has to be");
            inst.operand(index)?.imm().ok_or_else(no_number)
        };
        let value = number(index)?;
        Ok(match self {
            Self::Value | Self::Address(_) => value,
            Self::CountDown(from) => i64::from(from) - value,
            Self::AddImmediate => match number(index + 1)? & 0x3f {
                0 => value,
                _ => value | 1 << 12,
            },
            Self::MemoryExtend => value << 1 | number(index + 1)?,
            Self::ByteShift => (value & 0x3f) / 8,
            Self::OnesShift => i64::from(value & 0x3f != 8),
        })
    }
}

/// Refuses a number that does not fit into its fields, signed or unsigned.
fn check_width(
    encoding: &EncodingRow,
    field: &EncodingField,
    value: i64,
    row: &InstrDesc,
) -> Result<(), EmitError> {
    let fields = encoding.fields.iter();
    let same = fields.filter(|other| other.operand == field.operand);
    let bits = same.map(|other| other.low + other.width).max();
    let limit = 1i64 << bits.unwrap_or(0);
    // Counts stand for themselves modulo the size of the element.
    if (-limit..=2 * limit).contains(&value) {
        return Ok(());
    }
    let text = format!("{} with the number {value}, which does not fit", row.name);
    Err(EmitError::unsupported(text))
}

/// Notes the fixup of a symbolic operand; returns the bits that go with it.
fn fixup(
    labels: &[Label],
    inst: &McInst,
    rule: Rule,
    operand: McOperand,
    buffer: &mut CodeBuffer,
) -> Result<u32, EmitError> {
    let refused = || symbol_refused(inst);
    let field = rule.field().ok_or_else(refused)?;
    let (target, addend, flags) = match operand {
        McOperand::Symbol(symbol) => (symbol.target, symbol.offset, symbol.flags),
        McOperand::Block(block) => {
            let label = labels.get(block.as_u32() as usize);
            (FixupTarget::Label(*label.ok_or_else(refused)?), 0, 0)
        }
        _ => return Err(refused()),
    };
    let kind = match inst.relocation {
        Some(kind) => kind,
        None => field.relocation(flags).ok_or_else(refused)?,
    };
    buffer.fixup(kind, target, addend);
    Ok(shift_bit(field, operand))
}
