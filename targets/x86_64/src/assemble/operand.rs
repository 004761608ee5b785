//! Operands of assembly.

use avarice_emit::FixupTarget;
use avarice_target::PhysReg;

use super::SYMBOL_MARK;
use super::statement::number;
use crate::encode::mc_inst::{McOperand, SymbolOperand};
use crate::target_flags::{MO_DTPOFF, MO_GOTPCREL, MO_GOTTPOFF, MO_PLT, MO_TLSGD, MO_TPOFF};
use crate::{TARGET, reg};

/// What may follow a symbol: the kind of reference.
const SUFFIXES: [(&str, u16); 6] = [
    ("PLT", MO_PLT),
    ("GOTPCREL", MO_GOTPCREL),
    ("GOTTPOFF", MO_GOTTPOFF),
    ("TPOFF", MO_TPOFF),
    ("DTPOFF", MO_DTPOFF),
    ("TLSGD", MO_TLSGD),
];

/// What names in the text stand for.
pub(super) struct Symbols<'a> {
    /// Symbols that operands of the instruction were, by number.
    pub(super) numbered: &'a [SymbolOperand],
    /// What a name stands for, if that is known.
    pub(super) named: &'a dyn Fn(&str) -> Option<FixupTarget>,
}

impl Symbols<'_> {
    fn symbol(&self, name: &str) -> Option<SymbolOperand> {
        if let Some(index) = name.strip_prefix(SYMBOL_MARK) {
            return self.numbered.get(index.parse::<usize>().ok()?).copied();
        }
        let (name, flags) = match name.split_once('@') {
            Some((name, suffix)) => {
                let mut known = SUFFIXES.iter();
                (name, known.find(|(text, _)| *text == suffix)?.1)
            }
            None => (name, 0),
        };
        Some(SymbolOperand {
            target: (self.named)(name)?,
            offset: 0,
            flags,
        })
    }

    /// A sum of numbers and at most one symbol.
    pub(super) fn value(&self, text: &str) -> Option<McOperand> {
        let mut symbol = None;
        let mut sum: i64 = 0;
        let mut rest = text.trim();
        if rest.is_empty() {
            return None;
        }
        while !rest.is_empty() {
            let sign = rest.starts_with(['+', '-']);
            let start = usize::from(sign);
            let end = rest[start..]
                .find(['+', '-'])
                .map_or(rest.len(), |at| start + at);
            let term = rest[start..end].trim();
            let is_negative = rest.starts_with('-');
            rest = &rest[end..];
            match number(term) {
                // "4+-8" and "4+" have terms without digits.
                None if term.is_empty() => {
                    if is_negative {
                        return None;
                    }
                }
                Some(value) if is_negative => sum = sum.wrapping_sub(value),
                Some(value) => sum = sum.wrapping_add(value),
                None if symbol.is_some() || is_negative => return None,
                None => symbol = Some(self.symbol(term)?),
            }
        }
        Some(match symbol {
            Some(mut symbol) => {
                symbol.offset += sum;
                McOperand::Symbol(symbol)
            }
            None => McOperand::Imm(sum),
        })
    }

    /// `$5`, `$symbol`
    pub(super) fn immediate(&self, text: &str) -> Option<McOperand> {
        self.value(text.strip_prefix('$')?.trim())
    }

    /// `%fs:8(%rax,%rcx,4)`: base, scale, index, displacement, segment.
    pub(super) fn memory(&self, text: &str) -> Option<[McOperand; 5]> {
        let (segment, text) = match text.split_once(':') {
            Some((segment, rest)) => (register(segment)?, rest.trim()),
            None => (PhysReg::NONE, text),
        };
        let (displacement, registers) = match text.find('(') {
            Some(at) => (text[..at].trim(), Some(text[at + 1..].strip_suffix(')')?)),
            None => (text, None),
        };
        if displacement.starts_with(['%', '$']) {
            return None;
        }
        let displacement = match displacement {
            "" => McOperand::Imm(0),
            text => self.value(text)?,
        };
        let (mut base, mut index, mut scale) = (PhysReg::NONE, PhysReg::NONE, 1);
        let fields = registers.unwrap_or("").split(',');
        for (at, field) in fields.map(str::trim).enumerate() {
            match (at, field) {
                (_, "") => {}
                (0, field) => base = register(field)?,
                (1, field) => index = register(field)?,
                (2, field) => scale = number(field)?,
                _ => return None,
            }
        }
        Some([
            McOperand::Reg(base),
            McOperand::Imm(scale),
            McOperand::Reg(index),
            displacement,
            McOperand::Reg(segment),
        ])
    }
}

/// `%eax`, `%st(1)`
pub(super) fn register(text: &str) -> Option<PhysReg> {
    let name = text.trim().strip_prefix('%')?;
    if name == "st" {
        return Some(reg::ST0);
    }
    let stack = name
        .strip_prefix("st(")
        .and_then(|name| name.strip_suffix(')'));
    match stack {
        Some(number) => TARGET.reg_by_name(&format!("st{}", number.trim())),
        None => TARGET.reg_by_name(name),
    }
}
