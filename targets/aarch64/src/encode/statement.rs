//! Parses one statement of inline assembly as an instruction, by the rows' asm strings.
//!
//! ```text
//!   "ldr w1, [x0, #8]"     held against  "ldr\t$Rt, [$Rn, $offset]"  of the rows with this name
//! ```
//!
//! Of several rows that match, the first is taken: they are the same instruction. Aliases of an instruction
//! ([`crate::aliases`]) are supported as far as programs use them in inline assembly.

use avarice_emit::{EmitError, McOperand, refused_asm};
use avarice_mir::Block;
use avarice_target::{InstrDesc, InstrFlags, Opcode, PhysReg};

use super::mc_inst::McInst;
use super::system_registers::system_register;
use crate::immediates::{is_logical, logical_bits};
use crate::{TARGET, asm, class, reg};

/// What the label of a block begins with in a statement; its number follows.
pub(super) const BLOCK_MARK: char = '\u{2}';

/// Statements that stand for others.
const WHOLE: &[(&str, &str)] = &[
    ("nop", "hint #0"),
    ("yield", "hint #1"),
    ("wfe", "hint #2"),
    ("wfi", "hint #3"),
    ("sev", "hint #4"),
    ("sevl", "hint #5"),
    ("isb", "isb #15"),
    ("clrex", "clrex #15"),
    ("ret", "ret x30"),
];

/// The instruction that `text` says.
///
/// # Errors
/// If no row has it.
pub(super) fn parse(text: &str) -> Result<McInst, EmitError> {
    let lower = text.to_ascii_lowercase();
    let whole = WHOLE.iter().find(|(name, _)| *name == lower);
    let rewritten = whole.map(|(_, other)| other.to_string());
    let lower = rewritten.or_else(|| renamed(&lower)).unwrap_or(lower);
    let (name, operands) = lower.split_once([' ', '\t']).unwrap_or((&lower, ""));
    let rows = TARGET.instrs.iter().enumerate();
    let mut found = rows.filter_map(|(index, row)| {
        let is_real = row.encoding.is_some() && !row.has(InstrFlags::PSEUDO);
        let pattern = first_alternative(row.asm);
        let (row_name, row_operands) = pattern.split_once('\t').unwrap_or((&pattern, ""));
        if !is_real {
            return None;
        }
        // A condition is part of the name.
        let condition = match row_name.strip_suffix("$cond") {
            Some(before) => Some(name.strip_prefix(before)?),
            None => (row_name == name).then_some(None)?,
        };
        let given = match_operands(row, row_operands, operands.trim(), condition)?;
        Some(McInst::new(Opcode::from_index(index), &given))
    });
    found
        .next()
        .ok_or_else(|| refused_asm(format!("'{text}' in an object")))
}

/// `mov`, `cmp` and tests of single bits by the names of what they are.
fn renamed(text: &str) -> Option<String> {
    let (name, operands) = text.split_once([' ', '\t'])?;
    let (first, second) = operands.split_once(',')?;
    let (first, second) = (first.trim(), second.trim());
    let zero = format!("{}zr", first.chars().next()?);
    let is_number = second.starts_with('#') || second.starts_with(|c: char| c.is_ascii_digit());
    match name {
        "mov" if is_number => Some(format!("movz {first}, {second}")),
        "mov" if !first.starts_with('v') => Some(format!("orr {first}, {zero}, {second}")),
        "cmp" => Some(format!("subs {zero}, {first}, {second}")),
        // A bit of the lower half is tested in the register of 32 bits.
        "tbz" | "tbnz" if first.starts_with('x') => {
            let (bit, _) = second.split_once(',')?;
            let is_low = (0..32).contains(&number(bit.trim())?);
            is_low.then(|| format!("{name} w{}, {second}", &first[1..]))
        }
        _ => None,
    }
}

/// An asm string with the first of each pair of alternatives.
fn first_alternative(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['$', '{', '|', '}']) {
        out.push_str(&rest[..at]);
        let mark = rest.as_bytes()[at];
        rest = &rest[at + 1..];
        match mark {
            b'$' => {
                out.push('$');
                if let Some(braced) = rest.strip_prefix('{') {
                    let (name, after) = braced.split_once('}').unwrap_or((braced, ""));
                    out.push_str(name);
                    rest = after;
                }
            }
            b'|' => rest = rest.split_once('}').map_or("", |(_, rest)| rest),
            _ => {}
        }
    }
    out.push_str(rest);
    out
}

/// The operands of a row for which `pattern` is `text`, and whose name has a `condition`.
fn match_operands(
    row: &InstrDesc,
    pattern: &str,
    text: &str,
    condition: Option<&str>,
) -> Option<Vec<McOperand>> {
    let mut operands: Vec<Option<McOperand>> = vec![None; row.operands.len()];
    if let Some(condition) = condition {
        set_operand(row, "cond", condition, &mut operands)?;
    }
    let (mut pattern, mut text) = (pattern, text);
    loop {
        (pattern, text) = (pattern.trim_start(), text.trim_start());
        let Some(first) = pattern.chars().next() else {
            break;
        };
        // An offset of zero may be left out.
        if let Some(offset) = pattern.strip_prefix(", $")
            && text.starts_with(']')
        {
            let (name, after) = operand_name(offset);
            set_operand(row, name, "#0", &mut operands)?;
            pattern = after;
            continue;
        }
        if first != '$' {
            text = text.strip_prefix(first)?;
            pattern = &pattern[1..];
            continue;
        }
        let (name, after) = operand_name(&pattern[1..]);
        let end = match after.trim_start().chars().next() {
            // What follows a shift that may be left out is nothing.
            None | Some('$') => text.len(),
            // The bracket may come directly after a base.
            Some(next) => text.find(next).or_else(|| text.find(']'))?,
        };
        set_operand(row, name, text[..end].trim(), &mut operands)?;
        (pattern, text) = (after, &text[end..]);
        if let Some(shift) = pattern.strip_prefix('$') {
            let (name, after) = operand_name(shift);
            set_operand(row, name, "#0", &mut operands)?;
            pattern = after;
        }
    }
    if !text.is_empty() {
        return None;
    }
    for index in 0..operands.len() {
        let tied = usize::try_from(row.operands[index].tied_to).ok();
        operands[index] = operands[index].or(tied.and_then(|tied| operands[tied]));
    }
    // What a definition is tied to may be named instead of the definition.
    for index in 0..operands.len() {
        if let (Ok(tied), Some(known)) = (
            usize::try_from(row.operands[index].tied_to),
            operands[index],
        ) {
            operands[tied].get_or_insert(known);
        }
    }
    operands.into_iter().collect()
}

/// The name at the beginning of `text`, and what follows it.
fn operand_name(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    text.split_at(end.unwrap_or(text.len()))
}

/// Gives the operand `name` of the row the value that `text` says.
fn set_operand(
    row: &InstrDesc,
    name: &str,
    text: &str,
    operands: &mut [Option<McOperand>],
) -> Option<()> {
    let at = row.names.iter().position(|(known, _)| *known == name)?;
    let (first, kind) = (usize::from(row.names[at].1), row.kinds[at]);
    if let Some(class) = row.operands.get(first)?.class {
        let found = register(text)?;
        let order = TARGET.class(class).order.iter().copied();
        let number = TARGET.reg(found).encoding;
        let is_vector = text.starts_with('v');
        let register = match is_vector {
            true => order
                .into_iter()
                .find(|reg| TARGET.reg(*reg).encoding == number),
            false => TARGET.class(class).contains(found).then_some(found),
        }?;
        operands[first] = Some(McOperand::Reg(register));
        match kind {
            _ if kind.starts_with("arith_shifted") || kind.starts_with("logical_shifted") => {
                *operands.get_mut(first + 1)? = Some(McOperand::Imm(0));
            }
            _ if kind.starts_with("arith_extended") || kind.starts_with("VecList") => return None,
            _ => {}
        }
        return Some(());
    }
    if let Some(number) = text.strip_prefix(BLOCK_MARK) {
        let is_target = matches!(
            kind,
            "am_b_target" | "am_brcond" | "am_tbrcond" | "adrlabel"
        );
        let block = is_target.then(|| number.parse::<u32>().ok())??;
        operands[first] = Some(McOperand::Block(Block::from_u32(block)));
        return Some(());
    }
    if kind.starts_with("addsub_shifted_imm") {
        let value = number(text)?;
        let (value, shift) = match value {
            0..0x1000 => (value, 0),
            _ if value & 0xfff == 0 => (value >> 12, 12),
            _ => return None,
        };
        *operands.get_mut(first + 1)? = Some(McOperand::Imm(shift));
        operands[first] = Some(McOperand::Imm(value));
        return Some(());
    }
    operands[first] = Some(McOperand::Imm(immediate(kind, text)?));
    Some(())
}

/// The number that an operand of a kind holds for `text`.
fn immediate(kind: &str, text: &str) -> Option<i64> {
    Some(match kind {
        "ccode" => asm::condition_number(text)?,
        "barrier_op" => asm::barrier_number(text).or_else(|| number(text))?,
        "prfop" => asm::prefetch_number(text).or_else(|| number(text))?,
        "mrs_sysreg_op" | "msr_sysreg_op" => system_register(text)?,
        "logical_imm32" | "logical_imm64" => {
            let value = number(text)? as u64;
            let value = match kind {
                "logical_imm32" => (value & 0xffff_ffff) | value << 32,
                _ => value,
            };
            is_logical(value).then(|| logical_bits(value))?
        }
        "tbz_imm0_31_diag" => number(text).filter(|bit| (0..32).contains(bit))?,
        "tbz_imm32_63" => number(text).filter(|bit| (32..64).contains(bit))?,
        _ => {
            let scale = asm::scale_of(kind);
            let value = number(text)?;
            (value % scale == 0).then_some(value / scale)?
        }
    })
}

/// `#16`, `0x10`, `-1`
fn number(text: &str) -> Option<i64> {
    let text = text.strip_prefix('#').unwrap_or(text).trim();
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let value = match digits.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).ok()? as i64,
        None => digits.parse::<i64>().ok()?,
    };
    Some(value.wrapping_mul(sign))
}

/// The register of a name; a vector is its register of 128 bits.
fn register(text: &str) -> Option<PhysReg> {
    match text {
        "x29" => return Some(reg::FP),
        "x30" => return Some(reg::LR),
        _ => {}
    }
    match text.strip_prefix('v') {
        Some(number) => TARGET.reg_by_name(&format!("q{number}")),
        None => TARGET.reg_by_name(text),
    }
    .filter(|found| !TARGET.class(class::CCR).contains(*found))
}
