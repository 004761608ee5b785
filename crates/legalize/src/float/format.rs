//! The floating-point types, by their formats.

use avarice_ir::{Type, TypeData, TypeTable};

/// A floating-point format.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in super::super) enum Format {
    /// `half`
    Half,
    /// `bfloat`
    BFloat,
    /// `float`
    Single,
    /// `double`
    Double,
    /// `x86_fp80`
    X87,
    /// `fp128`
    Quad,
}

impl Format {
    /// The format of a type; `None` for types that are none of these.
    pub fn of(types: &TypeTable, ty: Type) -> Option<Self> {
        Some(match types[ty] {
            TypeData::Half => Self::Half,
            TypeData::BFloat => Self::BFloat,
            TypeData::Float => Self::Single,
            TypeData::Double => Self::Double,
            TypeData::X86Fp80 => Self::X87,
            TypeData::Fp128 => Self::Quad,
            _ => return None,
        })
    }

    /// The type.
    pub fn ty(self) -> Type {
        match self {
            Self::Half => TypeTable::HALF,
            Self::BFloat => TypeTable::BFLOAT,
            Self::Single => TypeTable::FLOAT,
            Self::Double => TypeTable::DOUBLE,
            Self::X87 => TypeTable::X86_FP80,
            Self::Quad => TypeTable::FP128,
        }
    }

    /// Whether operations are rewritten as a rule, for want of instructions.
    pub fn is_soft(self) -> bool {
        !matches!(self, Self::Single | Self::Double)
    }

    /// Whether it is computed as `float`.
    pub fn is_narrow(self) -> bool {
        matches!(self, Self::Half | Self::BFloat)
    }

    /// Whether signs are changed by integer operations before selection.
    pub fn is_bits(self) -> bool {
        matches!(self, Self::Half | Self::BFloat | Self::Quad)
    }

    /// What the names of the compiler's runtime functions call it: `__addtf3` adds `tf`.
    pub fn runtime_name(self) -> &'static str {
        match self {
            Self::Half => "hf",
            Self::BFloat => "bf",
            Self::Single => "sf",
            Self::Double => "df",
            Self::X87 => "xf",
            Self::Quad => "tf",
        }
    }

    /// What the names of functions of the C library end in; `None` where it has none.
    pub fn library_suffix(self) -> Option<&'static str> {
        match self {
            Self::Half | Self::BFloat => None,
            Self::Single => Some("f"),
            Self::Double => Some(""),
            Self::X87 => Some("l"),
            Self::Quad => Some("f128"),
        }
    }

    /// Bits of the fraction, without the leading one (which `x86_fp80` writes down).
    pub fn fraction_bits(self) -> u32 {
        match self {
            Self::Half => 10,
            Self::BFloat => 7,
            Self::Single => 23,
            Self::Double => 52,
            Self::X87 => 63,
            Self::Quad => 112,
        }
    }

    /// What is added to exponents.
    pub fn bias(self) -> u32 {
        match self {
            Self::Half => 15,
            Self::BFloat | Self::Single => 127,
            Self::Double => 1023,
            Self::X87 | Self::Quad => 16383,
        }
    }

    /// Bits of the type, without padding.
    pub fn bits(self) -> u32 {
        match self {
            Self::Half | Self::BFloat => 16,
            Self::Single => 32,
            Self::Double => 64,
            Self::X87 => 80,
            Self::Quad => 128,
        }
    }

    /// The bits of infinity, in formats whose leading one is not written.
    pub fn infinity(self) -> u128 {
        u128::from(2 * self.bias() + 1) << self.fraction_bits()
    }

    /// The bits of 2 to the power `exponent`; infinity where that is too big.
    pub fn power_of_two(self, exponent: u32) -> u128 {
        let biased = (exponent + self.bias()).min(2 * self.bias() + 1);
        match self {
            Self::X87 => u128::from(biased) << 64 | 1 << 63,
            _ => u128::from(biased) << self.fraction_bits(),
        }
    }

    /// The sign bit.
    pub fn sign(self) -> u128 {
        1 << (self.bits() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_of_numbers() {
        assert_eq!(Format::Half.power_of_two(3), 0x4800);
        assert_eq!(Format::Half.power_of_two(16), Format::Half.infinity());
        assert_eq!(Format::Half.infinity(), 0x7c00);
        assert_eq!(Format::BFloat.infinity(), 0x7f80);
        let single = u128::from(2f32.powi(31).to_bits());
        assert_eq!(Format::Single.power_of_two(31), single);
        let double = u128::from(f64::INFINITY.to_bits());
        assert_eq!(Format::Double.infinity(), double);
        assert_eq!(Format::X87.power_of_two(0), 0x3fff_8000_0000_0000_0000);
        assert_eq!(Format::Quad.power_of_two(1) >> 112, 0x4000);
        assert_eq!(Format::Quad.sign(), 1 << 127);
    }
}
