//! The place that a constraint of an inline assembly operand allows.

use avarice_ir::Value;
use avarice_lower::select::{AsmConstant, AsmPlace};
use avarice_lower::{PartType, Result};
use avarice_target::{PhysReg, RegClass};

use super::{Selector, Width, sub_phys};
use crate::asm::condition_names;
use crate::assemble::whole_register;
use crate::{TARGET, class, reg, sub};

/// The registers of the x87 unit that a text names `st(0)` to `st(6)`.
const X87_REGS: [PhysReg; 7] = [
    reg::FP0,
    reg::FP1,
    reg::FP2,
    reg::FP3,
    reg::FP4,
    reg::FP5,
    reg::FP6,
];

/// A kind of registers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bank {
    /// General registers.
    General,
    /// SSE registers.
    Sse,
    /// Registers of the x87 unit.
    X87,
}

impl Bank {
    /// The bank of a register.
    pub fn of_reg(register: PhysReg) -> Self {
        if X87_REGS.contains(&register) {
            Self::X87
        } else if TARGET.class(class::VR128).contains(register) {
            Self::Sse
        } else {
            Self::General
        }
    }

    /// The bank of a class.
    pub fn of_class(class: RegClass) -> Self {
        let first = TARGET.class(class).order.first();
        first.map_or(Self::General, |first| Self::of_reg(*first))
    }
}

impl Selector<'_, '_> {
    /// Where an operand goes. Of several possibilities the first of these is taken, as llc does: an immediate if it is
    /// one, memory, any register of a class, one register. Outputs that memory is possible for have no part.
    pub(super) fn choose_place(
        &self,
        code: &str,
        part: PartType,
        input: Option<Value>,
    ) -> Result<AsmPlace> {
        for choice in choices(code) {
            if input.is_some_and(|value| self.takes_immediate(choice, value)) {
                return Ok(AsmPlace::Immediate);
            }
        }
        for choice in choices(code) {
            let name = choice.strip_prefix('{');
            if let Some(name) = name.and_then(|name| name.strip_suffix('}')) {
                return self.named_place(name, part);
            }
        }
        let has = |letters: &[char]| choices(code).any(|choice| choice.starts_with(letters));
        if has(&['m', 'o', 'V']) && input.is_some() {
            return Ok(AsmPlace::Memory);
        }
        let mut letters = choices(code);
        if let Some(class) = letters.find_map(|letter| self.letter_class(letter, part)) {
            return Ok(AsmPlace::Class(class));
        }
        let mut letters = choices(code);
        if let Some(place) = letters.find_map(|letter| letter_register(letter, part)) {
            return Ok(AsmPlace::Phys(place));
        }
        if has(&['g', 'X']) && input.is_some() {
            return Ok(AsmPlace::Memory);
        }
        match input.and_then(|value| self.const_signed(value)) {
            Some(number) => self.unsupported(format!(
                "constraint {code} of inline assembly for number {number}, which is out of its range"
            )),
            None => self.unsupported(format!(
                "constraint {code} of inline assembly for this operand"
            )),
        }
    }

    /// The class of registers that a letter means for `part`.
    fn letter_class(&self, letter: &str, part: PartType) -> Option<RegClass> {
        let sse = match part {
            PartType::Float | PartType::Int(32) => Some(class::FR32),
            PartType::Double | PartType::Int(64) | PartType::Pointer => Some(class::FR64),
            PartType::Half => Some(self.target.class(part)),
            PartType::Vector { .. } => Some(class::VR128),
            PartType::Int(_) | PartType::X86Fp80 => None,
        };
        match letter {
            "r" | "q" | "R" | "l" | "g" => match part {
                PartType::Float => Some(class::GR32),
                PartType::Double => Some(class::GR64),
                _ => part.is_int().then(|| self.asm_class(part, false)),
            },
            "Q" => part.is_int().then(|| self.asm_class(part, true)),
            "x" | "v" | "Yi" | "Yt" | "Y2" => sse,
            "X" => match part.is_int() {
                true => Some(self.asm_class(part, false)),
                false => sse,
            },
            "f" => matches!(part, PartType::Float | PartType::Double | PartType::X86Fp80)
                .then_some(class::RFP80),
            _ => None,
        }
    }

    /// The class of registers that hold `part` for the text.
    pub(super) fn asm_class(&self, part: PartType, with_high_byte: bool) -> RegClass {
        if !part.is_int() {
            return self.target.class(part);
        }
        match (operand_width(part), with_high_byte) {
            (Width::W8, false) => class::GR8,
            (Width::W16, false) => class::GR16,
            (Width::W32, false) => class::GR32,
            (Width::W64, false) => class::GR64,
            (Width::W8, true) => class::GR8_ABCD_L,
            (Width::W16, true) => class::GR16_ABCD,
            (Width::W32, true) => class::GR32_ABCD,
            (Width::W64, true) => class::GR64_ABCD,
        }
    }

    /// The place `{name}`: a register, or a condition of the flags.
    fn named_place(&self, name: &str, part: PartType) -> Result<AsmPlace> {
        if let Some(condition) = name.strip_prefix("@cc") {
            let mut names = condition_names();
            return match names.find(|(_, name)| *name == condition) {
                Some((number, _)) => Ok(AsmPlace::Flag(number)),
                None => self.unsupported(format!("condition {condition} of inline assembly")),
            };
        }
        if let Some(place) = x87_register(name) {
            let fits = matches!(part, PartType::Float | PartType::Double | PartType::X86Fp80);
            return match fits {
                true => Ok(AsmPlace::Phys(place)),
                false => self.unsupported(format!(
                    "register {name} of inline assembly for this operand"
                )),
            };
        }
        let Some(found) = TARGET.reg_by_name(name) else {
            return self.unsupported(format!("register {name} of inline assembly"));
        };
        // Any name of a register stands for the part of the operand's size, but a high byte for itself.
        let whole = whole_register(found);
        let bank = Bank::of_reg(found);
        let place = match bank {
            Bank::General => sub_phys(whole, operand_width(part)),
            _ => found,
        };
        let is_high_byte = TARGET.sub_reg(whole, sub::SUB_8BIT_HI) == found;
        let class = match bank {
            Bank::General => self.letter_class("r", part),
            _ => self.letter_class("x", part),
        };
        let fits = class.is_some_and(|class| TARGET.class(class).contains(place));
        match fits && !is_high_byte {
            true => Ok(AsmPlace::Phys(place)),
            false => self.unsupported(format!(
                "register {name} of inline assembly for this operand"
            )),
        }
    }

    /// Whether a letter of a constraint takes `value` as an immediate.
    fn takes_immediate(&self, letter: &str, value: Value) -> bool {
        let (unsigned, signed) = match self.asm_constant(value) {
            Some(AsmConstant::Number(unsigned, signed)) => (unsigned, signed),
            Some(AsmConstant::Address) => return matches!(letter, "i" | "s" | "g" | "X" | "e"),
            None => return false,
        };
        match letter {
            "i" | "n" | "g" | "X" => true,
            "K" => i8::try_from(signed).is_ok(),
            "e" => i32::try_from(signed).is_ok(),
            "L" => matches!(unsigned, 0xff | 0xffff | 0xffff_ffff),
            letter => {
                let row = LARGEST.iter().find(|(name, _)| *name == letter);
                row.is_some_and(|(_, most)| unsigned <= *most)
            }
        }
    }
}

/// The x87 register that a text names `st(1)`, or `st` for the first.
pub(super) fn x87_register(name: &str) -> Option<PhysReg> {
    let number = name
        .strip_prefix("st(")
        .and_then(|rest| rest.strip_suffix(')'));
    let index: usize = match number {
        Some(number) => number.parse().ok()?,
        None => (name == "st").then_some(0)?,
    };
    X87_REGS.get(index).copied()
}

/// The one register that a letter means for `part`.
fn letter_register(letter: &str, part: PartType) -> Option<PhysReg> {
    let whole = match letter {
        "a" => reg::RAX,
        "b" => reg::RBX,
        "c" => reg::RCX,
        "d" => reg::RDX,
        "S" => reg::RSI,
        "D" => reg::RDI,
        "Yz" => return (!matches!(part, PartType::X86Fp80)).then_some(reg::XMM0),
        "t" => return (!part.is_int()).then_some(reg::FP0),
        "u" => return (!part.is_int()).then_some(reg::FP1),
        _ => return None,
    };
    part.is_int().then(|| sub_phys(whole, operand_width(part)))
}

/// The largest number that a letter of a constraint takes, for those that take numbers from 0 on.
const LARGEST: [(&str, u64); 6] = [
    ("I", 31),
    ("J", 63),
    ("M", 3),
    ("N", 255),
    ("O", 127),
    ("Z", u32::MAX as u64),
];

/// What the letters of a constraint leave to choose: single letters, and names in braces.
fn choices(code: &str) -> impl Iterator<Item = &str> {
    let mut rest = code;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = match first {
            '{' => rest.find('}').map_or(rest.len(), |at| at + 1),
            'Y' => rest.len().min(2),
            first => first.len_utf8(),
        };
        let (choice, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
        rest = after;
        Some(choice)
    })
}

/// The width of the register that an operand is in for the text.
pub(super) fn operand_width(part: PartType) -> Width {
    match part.bits() {
        0..=8 => Width::W8,
        9..=16 => Width::W16,
        17..=32 => Width::W32,
        _ => Width::W64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_letters_and_names() {
        let found: Vec<&str> = choices("N{dx}YzrY").collect();
        assert_eq!(found, ["N", "{dx}", "Yz", "r", "Y"]);
    }

    #[test]
    fn x87_registers_have_numbers() {
        assert_eq!(x87_register("st"), Some(reg::FP0));
        assert_eq!(x87_register("st(6)"), Some(reg::FP6));
        assert_eq!(x87_register("st(7)"), None);
    }
}
