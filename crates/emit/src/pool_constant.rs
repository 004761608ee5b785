//! Constants of the pool as lists of elements, for comments beside instructions that load them.

use avarice_ir::constant::ConstKind;
use avarice_ir::types::TypeData;
use avarice_ir::{Const, Module, Type};
use avarice_mir::{ConstPoolEntry, ConstPoolValue};
use rustc_apfloat::Float;
use rustc_apfloat::ieee::{Double, Half, Single};

/// A constant of the pool.
#[derive(Clone, PartialEq, Debug)]
pub struct PoolConstant {
    /// Bits of an element.
    pub bits: u32,
    /// Whether it is no vector.
    pub is_scalar: bool,
    /// In order.
    pub elements: Vec<PoolElement>,
}

/// An element of a constant.
#[derive(Clone, PartialEq, Debug)]
pub enum PoolElement {
    /// Anything.
    Undefined,
    /// An integer of at most 64 bits.
    Int(u64),
    /// An integer of two words, the low one first.
    Wide([u64; 2]),
    /// A floating-point number in decimal.
    Float(String),
    /// An address, or a number of another type.
    Other,
}

/// What an element is, whatever its value.
#[derive(Clone, Copy)]
enum Kind {
    Int(u32),
    Half,
    Float,
    Double,
    Other(u32),
}

impl Kind {
    fn of(module: &Module, ty: Type) -> Self {
        match module.types[ty] {
            TypeData::Integer(bits) => Self::Int(bits),
            TypeData::Half => Self::Half,
            TypeData::Float => Self::Float,
            TypeData::Double => Self::Double,
            TypeData::BFloat => Self::Other(16),
            TypeData::X86Fp80 => Self::Other(80),
            TypeData::Fp128 => Self::Other(128),
            _ => Self::Other(64),
        }
    }

    fn of_text(name: &str) -> Self {
        match name {
            "half" => Self::Half,
            "float" => Self::Float,
            "double" => Self::Double,
            "bfloat" => Self::Other(16),
            name => match name.strip_prefix('i').and_then(|bits| bits.parse().ok()) {
                Some(bits) => Self::Int(bits),
                None => Self::Other(64),
            },
        }
    }

    fn bits(self) -> u32 {
        match self {
            Self::Half => 16,
            Self::Float => 32,
            Self::Double => 64,
            Self::Int(bits) | Self::Other(bits) => bits,
        }
    }

    fn element(self, words: [u64; 2]) -> PoolElement {
        // Without room for zeros LLVM always writes an exponent.
        const PADDING: usize = 0;
        let bits = u128::from(words[0]);
        match self {
            Self::Int(size) if size <= 64 => PoolElement::Int(words[0]),
            Self::Int(size) if size <= 128 => PoolElement::Wide(words),
            Self::Half => PoolElement::Float(format!("{:PADDING$}", Half::from_bits(bits))),
            Self::Float => PoolElement::Float(format!("{:PADDING$}", Single::from_bits(bits))),
            Self::Double => PoolElement::Float(format!("{:PADDING$}", Double::from_bits(bits))),
            Self::Int(_) | Self::Other(_) => PoolElement::Other,
        }
    }
}

impl PoolConstant {
    /// The elements of `entry`; `None` if it is neither a number nor a vector of numbers.
    pub(crate) fn of(module: &Module, entry: &ConstPoolEntry) -> Option<Self> {
        match &entry.value {
            ConstPoolValue::Ir(constant) => Self::of_ir(module, *constant),
            ConstPoolValue::Bytes(bytes, text) => Self::of_text(bytes, text),
        }
    }

    fn of_ir(module: &Module, constant: Const) -> Option<Self> {
        let data = &module.consts[constant];
        let element = match module.types[data.ty] {
            TypeData::Vector { element, .. } => Some(element),
            _ => None,
        };
        let kind = Kind::of(module, element.unwrap_or(data.ty));
        let of_scalar = |constant: Const| match &module.consts[constant].kind {
            ConstKind::Int(value) | ConstKind::Float(value) => kind.element([*value, 0]),
            ConstKind::BigInt(words) => match **words {
                [low, high] => kind.element([low, high]),
                _ => PoolElement::Other,
            },
            ConstKind::Undef | ConstKind::Poison => PoolElement::Undefined,
            _ => PoolElement::Other,
        };
        let elements = match (&data.kind, element) {
            (_, None) => vec![of_scalar(constant)],
            (ConstKind::Aggregate(elements), Some(_)) => {
                elements.iter().map(|element| of_scalar(*element)).collect()
            }
            (ConstKind::Splat(element), Some(_)) => {
                let len = module.types.num_elements(data.ty)?;
                vec![of_scalar(*element); usize::try_from(len).ok().filter(|len| *len <= 64)?]
            }
            _ => return None,
        };
        Some(Self {
            bits: kind.bits(),
            is_scalar: element.is_none(),
            elements,
        })
    }

    fn of_text(bytes: &[u8], text: &str) -> Option<Self> {
        let vector = text.split_once("> <").map(|(_, elements)| elements);
        let texts: Vec<&str> = match vector {
            Some(elements) => elements.trim_end_matches('>').split(", ").collect(),
            None => vec![text],
        };
        let kind = Kind::of_text(texts.first()?.split_once(' ')?.0);
        let size = bytes.len() / texts.len();
        if size == 0 || size > 16 || size * texts.len() != bytes.len() {
            return None;
        }
        let element = |(text, bytes): (&&str, &[u8])| {
            if text.ends_with("undef") || text.ends_with("poison") {
                return PoolElement::Undefined;
            }
            let value = bytes
                .iter()
                .rev()
                .fold(0, |word, b| word << 8 | u128::from(*b));
            kind.element([value as u64, (value >> 64) as u64])
        };
        Some(Self {
            bits: kind.bits(),
            is_scalar: vector.is_none(),
            elements: texts.iter().zip(bytes.chunks(size)).map(element).collect(),
        })
    }
}
