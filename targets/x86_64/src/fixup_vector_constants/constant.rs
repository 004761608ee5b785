//! Constants by their bytes.
//!
//! ```text
//!   <4 x i32> <i32 1, i32 undef, i32 1, i32 2>
//!   elements  1, undefined, 1, 2       of 4 bytes each
//!   bytes     01 00 00 00  00 00 00 00  01 00 00 00  02 00 00 00
//! ```

use avarice_ir::constant::ConstKind;
use avarice_ir::printer::{print_double, print_float};
use avarice_ir::types::TypeData;
use avarice_ir::{Const, Module, Type};
use avarice_mir::ConstPoolValue;

use super::forms::Form;

/// What the elements of a constant are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// Integers.
    Integer,
    Half,
    BFloat,
    Float,
    Double,
    /// Something else, of which only the bytes count.
    Other,
}

/// A number, or a vector of numbers, of whole bytes each.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Constant {
    kind: Kind,
    /// Bytes of an element.
    size: usize,
    /// All elements, the first first; undefined ones as zeros, unless all others are equal.
    bytes: Vec<u8>,
    /// By element: whether it is defined.
    defined: Vec<bool>,
    /// Whether it is a number alone.
    is_scalar: bool,
}

/// The kind and the bytes of elements of a type, if it has whole bytes.
fn element(module: &Module, ty: Type) -> Option<(Kind, usize)> {
    Some(match module.types[ty] {
        TypeData::Integer(bits) if bits % 8 == 0 => (Kind::Integer, bits as usize / 8),
        TypeData::Half => (Kind::Half, 2),
        TypeData::BFloat => (Kind::BFloat, 2),
        TypeData::Float => (Kind::Float, 4),
        TypeData::Double => (Kind::Double, 8),
        TypeData::Fp128 => (Kind::Other, 16),
        _ => return None,
    })
}

impl Constant {
    /// The constant that an entry of a pool is; `None` if it is no number and no vector of numbers.
    pub(super) fn of(module: &Module, value: &ConstPoolValue) -> Option<Self> {
        match value {
            ConstPoolValue::Ir(id) => Self::of_const(module, *id),
            ConstPoolValue::Bytes(bytes, text) => Self::of_text(bytes, text),
        }
    }

    /// A constant of the module.
    fn of_const(module: &Module, id: Const) -> Option<Self> {
        let data = &module.consts[id];
        let (ty, count) = match module.types[data.ty] {
            TypeData::Vector {
                element,
                len,
                scalable: false,
            } => (element, usize::try_from(len).ok()?),
            _ => (data.ty, 1),
        };
        let (kind, size) = element(module, ty)?;
        let mut constant = Self {
            kind,
            size,
            bytes: vec![0; size * count],
            defined: vec![true; count],
            is_scalar: ty == data.ty,
        };
        match &data.kind {
            ConstKind::Zero => {}
            ConstKind::Undef | ConstKind::Poison => constant.defined.fill(false),
            ConstKind::Splat(part) => {
                for at in 0..count {
                    constant.write(module, at, *part)?;
                }
            }
            ConstKind::Aggregate(parts) if parts.len() == count => {
                for (at, part) in parts.iter().enumerate() {
                    constant.write(module, at, *part)?;
                }
                constant.fill_undefined();
            }
            _ if count == 1 => constant.write(module, 0, id)?,
            _ => return None,
        }
        Some(constant)
    }

    /// Writes element `at`.
    fn write(&mut self, module: &Module, at: usize, part: Const) -> Option<()> {
        let size = self.size;
        let place = &mut self.bytes[at * size..(at + 1) * size];
        let words: &[u64] = match &module.consts[part].kind {
            ConstKind::Int(word) | ConstKind::Float(word) => &[*word],
            ConstKind::BigInt(words) => words,
            ConstKind::BigFloat(words) => words,
            ConstKind::Undef | ConstKind::Poison => {
                self.defined[at] = false;
                return Some(());
            }
            _ => return None,
        };
        let bytes = words.iter().flat_map(|word| word.to_le_bytes());
        for (to, from) in place.iter_mut().zip(bytes) {
            *to = from;
        }
        Some(())
    }

    /// Makes undefined elements the one that all others are, if they are equal.
    fn fill_undefined(&mut self) {
        let Some(first) = self.defined.iter().position(|defined| *defined) else {
            return;
        };
        let parts: Vec<&[u8]> = self.bytes.chunks(self.size).collect();
        let mut known = parts.iter().zip(&self.defined).filter(|(_, known)| **known);
        if known.all(|(part, _)| *part == parts[first]) {
            self.bytes = parts[first].repeat(parts.len());
        }
    }

    /// A constant that only its text says: `<4 x i32> …`, `double …`.
    fn of_text(bytes: &[u8], text: &str) -> Option<Self> {
        let inner = match text.strip_prefix('<') {
            Some(vector) => vector.split_once(" x ")?.1,
            None => text,
        };
        let word = inner.split([' ', '>']).next()?;
        let (kind, size) = match word {
            "half" => (Kind::Half, 2),
            "bfloat" => (Kind::BFloat, 2),
            "float" => (Kind::Float, 4),
            "double" => (Kind::Double, 8),
            "fp128" => (Kind::Other, 16),
            _ => {
                let bits: usize = word.strip_prefix('i')?.parse().ok()?;
                (
                    Kind::Integer,
                    bits.checked_div(8).filter(|_| bits.is_multiple_of(8))?,
                )
            }
        };
        if size == 0 || !bytes.len().is_multiple_of(size) {
            return None;
        }
        Some(Self {
            kind,
            size,
            bytes: bytes.to_vec(),
            defined: vec![true; bytes.len() / size],
            is_scalar: !text.starts_with('<'),
        })
    }

    /// Its bytes.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Whether all elements are defined.
    pub(super) fn is_defined(&self) -> bool {
        self.defined.iter().all(|defined| *defined)
    }

    /// The constant of `bytes` whose elements have `size`: of the kind of this one's, if there is one of that size.
    fn rebuilt(&self, bytes: Vec<u8>, size: usize) -> Self {
        let size = if matches!(size, 1 | 2 | 4) { size } else { 8 };
        let natural = match self.kind {
            Kind::Half | Kind::BFloat => 2,
            Kind::Float => 4,
            Kind::Double => 8,
            Kind::Integer | Kind::Other => 0,
        };
        Self {
            kind: if natural == size {
                self.kind
            } else {
                Kind::Integer
            },
            size,
            defined: vec![true; bytes.len() / size],
            is_scalar: false,
            bytes,
        }
    }

    /// The part of `bits` that is repeated in all of it.
    pub(super) fn repeated(&self, bits: u32) -> Option<Self> {
        let width = bits as usize / 8;
        if width == 0 || !self.bytes.len().is_multiple_of(width) {
            return None;
        }
        let first = &self.bytes[..width];
        let size = self.size.min(width);
        if self.bytes.chunks(width).all(|part| part == first) {
            return Some(self.rebuilt(first.to_vec(), size));
        }
        if self.is_defined() || !width.is_multiple_of(self.size) {
            return None;
        }
        // Undefined elements are whatever the same place in other parts has.
        let count = width / self.size;
        let mut sequence: Vec<Option<&[u8]>> = vec![None; count];
        for (at, part) in self.bytes.chunks(self.size).enumerate() {
            let known = &mut sequence[at % count];
            match known {
                _ if !self.defined[at] => {}
                Some(known) if *known != part => return None,
                _ => *known = Some(part),
            }
        }
        let zeros = vec![0; self.size];
        let parts = sequence.iter().map(|part| part.unwrap_or(&zeros));
        Some(self.rebuilt(parts.flatten().copied().collect(), size))
    }

    /// Its bytes in a register of `bits`.
    fn in_register(&self, bits: u32) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        bytes.resize(bits as usize / 8, 0);
        bytes
    }

    /// What a load of `bits` reads that clears the rest of a register of `register` bits.
    pub(super) fn lowest(&self, bits: u32, register: u32) -> Option<Self> {
        let width = bits as usize / 8;
        let bytes = self.in_register(register);
        if width >= bytes.len() || bytes[width..].iter().any(|byte| *byte != 0) {
            return None;
        }
        if width > self.size && width.is_multiple_of(self.size) {
            // As in llc, all of it stays in memory.
            return Some(self.rebuilt(bytes, self.size));
        }
        Some(Self {
            kind: Kind::Integer,
            size: width,
            defined: vec![true],
            is_scalar: true,
            bytes: bytes[..width].to_vec(),
        })
    }

    /// The narrow elements that `form` extends to what a register of `register` bits holds.
    pub(super) fn narrow(&self, form: &Form, register: u32, is_signed: bool) -> Option<Self> {
        let bytes = self.in_register(register);
        let (wide, narrow) = (bytes.len() / form.elements as usize, form.bits as usize / 8);
        let mut result = Vec::new();
        for part in bytes.chunks(wide) {
            let (low, high) = part.split_at(narrow);
            let is_negative = low.last().is_some_and(|byte| byte & 0x80 != 0);
            let extension = if is_signed && is_negative { 0xff } else { 0 };
            if high.iter().any(|byte| *byte != extension) {
                return None;
            }
            result.extend_from_slice(low);
        }
        Some(self.rebuilt(result, narrow))
    }

    /// Its text, with its type.
    pub(super) fn text(&self) -> String {
        let parts: Vec<String> = self
            .bytes
            .chunks(self.size)
            .map(|part| self.element_text(part))
            .collect();
        let ty = match self.kind {
            Kind::Half => "half".to_owned(),
            Kind::BFloat => "bfloat".to_owned(),
            Kind::Float => "float".to_owned(),
            Kind::Double => "double".to_owned(),
            Kind::Integer | Kind::Other => format!("i{}", self.size * 8),
        };
        if self.is_scalar {
            return self.element_text(&self.bytes);
        }
        if self.bytes.iter().all(|byte| *byte == 0) {
            return format!("<{} x {ty}> zeroinitializer", parts.len());
        }
        format!("<{} x {ty}> <{}>", parts.len(), parts.join(", "))
    }

    /// One element with its type.
    fn element_text(&self, part: &[u8]) -> String {
        let mut word = [0; 8];
        for (to, from) in word.iter_mut().zip(part) {
            *to = *from;
        }
        let word = u64::from_le_bytes(word);
        match self.kind {
            Kind::Half => format!("half 0xH{word:04X}"),
            Kind::BFloat => format!("bfloat 0xR{word:04X}"),
            Kind::Float => print_float(word as u32),
            Kind::Double => print_double(word),
            Kind::Integer | Kind::Other => {
                let bits = self.size * 8;
                let signed = (word << (64 - bits) as u32) as i64 >> (64 - bits);
                format!("i{bits} {signed}")
            }
        }
    }
}
