//! Low-level types: the types of values in generic machine code, and of the memory of memory operands.

use std::fmt;

/// What one element is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Element {
    /// Nothing: there is no type.
    #[default]
    None,
    /// Bits without a meaning.
    Scalar,
    /// An address.
    Pointer,
}

/// A scalar, a pointer or a vector of either; or none ([`LowLevelType::NONE`]).
///
/// ```text
///   s32    p0    <4 x s32>    <2 x p0>    <vscale x 2 x s64>    s0 (a token)
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct LowLevelType {
    element: Element,
    scalable: bool,
    /// Elements of a vector, 0 for what is none.
    count: u16,
    /// Bits of an element.
    bits: u32,
    address_space: u32,
}

impl LowLevelType {
    /// No type.
    pub const NONE: Self = Self {
        element: Element::None,
        scalable: false,
        count: 0,
        bits: 0,
        address_space: 0,
    };

    /// `s32`; 0 bits are a token.
    pub fn scalar(bits: u32) -> Self {
        Self {
            element: Element::Scalar,
            bits,
            ..Self::NONE
        }
    }

    /// `p0` with the size that pointers of that address space have.
    pub fn pointer(address_space: u32, bits: u32) -> Self {
        Self {
            element: Element::Pointer,
            bits,
            address_space,
            ..Self::NONE
        }
    }

    /// `<4 x s32>`, or `<vscale x 4 x s32>`; `count` is not 0.
    #[must_use]
    pub fn vector_of(self, count: u16, scalable: bool) -> Self {
        Self {
            count,
            scalable,
            ..self
        }
    }

    /// Whether there is none.
    pub fn is_none(self) -> bool {
        self.element == Element::None
    }

    /// Size in bits; of a scalable vector the least that it may have.
    pub fn bits(self) -> u64 {
        u64::from(self.bits) * u64::from(self.count.max(1))
    }

    /// Size in bytes, rounded up; of a scalable vector the least that it may have.
    pub fn bytes(self) -> u64 {
        self.bits().div_ceil(8)
    }
}

impl fmt::Display for LowLevelType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.count != 0 {
            f.write_str(if self.scalable { "<vscale x " } else { "<" })?;
            write!(f, "{} x ", self.count)?;
        }
        match self.element {
            Element::None => f.write_str("LLT_invalid")?,
            Element::Scalar => write!(f, "s{}", self.bits)?,
            Element::Pointer => write!(f, "p{}", self.address_space)?,
        }
        f.write_str(if self.count != 0 { ">" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_as_written() {
        let word = LowLevelType::scalar(32);
        assert_eq!(word.to_string(), "s32");
        assert_eq!(word.vector_of(4, false).to_string(), "<4 x s32>");
        assert_eq!(word.vector_of(2, true).to_string(), "<vscale x 2 x s32>");
        assert_eq!(LowLevelType::pointer(3, 64).to_string(), "p3");
        assert_eq!(LowLevelType::scalar(1).bytes(), 1);
        assert_eq!(word.vector_of(4, false).bytes(), 16);
        assert!(LowLevelType::NONE.is_none() && !word.is_none());
    }
}
