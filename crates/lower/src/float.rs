//! Scalar floating-point numbers of one register.

use avarice_ir::{Inst, InstFlags, Value};
use avarice_mir::MiFlags;
use smallvec::SmallVec;

use crate::function::FunctionLowering;
use crate::parts::PartType;
use avarice_legalize::Result;

/// The two types of numbers that have registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatKind {
    /// `float`
    Single,
    /// `double`
    Double,
}

impl FloatKind {
    /// The kind of a part, `None` for integers.
    pub fn of(part: PartType) -> Option<Self> {
        match part {
            PartType::Float => Some(Self::Single),
            PartType::Double => Some(Self::Double),
            _ => None,
        }
    }

    /// The part.
    pub fn part(self) -> PartType {
        self.pick(PartType::Float, PartType::Double)
    }

    /// One of two things by kind.
    pub fn pick<T>(self, single: T, double: T) -> T {
        match self {
            Self::Single => single,
            Self::Double => double,
        }
    }

    /// The bits of the number 2 to the power `exponent`, which is in the normal range.
    pub fn power_of_two(self, exponent: u32) -> u64 {
        match self {
            Self::Single => u64::from(exponent + 127) << 23,
            Self::Double => u64::from(exponent + 1023) << 52,
        }
    }

    /// The sign bit.
    pub fn sign_mask(self) -> u64 {
        self.pick(1 << 31, 1 << 63)
    }
}

impl FunctionLowering<'_> {
    /// The kind of number that `value` is.
    ///
    /// # Errors
    /// If it is none that has registers.
    pub fn float_kind(&self, value: Value) -> Result<FloatKind> {
        if self.module.types.is_vector(self.ty(value)) {
            return self.unsupported("floating-point operation on vectors");
        }
        match FloatKind::of(self.part(self.ty(value))?) {
            Some(kind) => Ok(kind),
            None => self.unsupported("floating-point operation on this type"),
        }
    }

    /// The fast-math flags of an instruction as flags of a machine instruction.
    pub fn fast_math(&self, inst: Inst) -> MiFlags {
        const PAIRS: [(InstFlags, MiFlags); 7] = [
            (InstFlags::NNAN, MiFlags::NNAN),
            (InstFlags::NINF, MiFlags::NINF),
            (InstFlags::NSZ, MiFlags::NSZ),
            (InstFlags::ARCP, MiFlags::ARCP),
            (InstFlags::CONTRACT, MiFlags::CONTRACT),
            (InstFlags::AFN, MiFlags::AFN),
            (InstFlags::REASSOC, MiFlags::REASSOC),
        ];
        let flags = self.function.insts[inst].flags;
        PAIRS
            .iter()
            .filter(|(ir, _)| flags.contains(*ir))
            .fold(MiFlags::empty(), |all, (_, mi)| all | *mi)
    }
}

/// The ranges of bits (both ends included) of the numbers in the classes of `test`, joined where they
/// touch.
pub fn class_ranges(kind: FloatKind, test: u64) -> SmallVec<[(u64, u64); 10]> {
    let sign = kind.sign_mask();
    let (infinity, quiet, smallest_normal) = match kind {
        FloatKind::Single => (0x7f80_0000u64, 0x7fc0_0000, 0x0080_0000),
        FloatKind::Double => (0x7ff0 << 48, 0x7ff8 << 48, 0x0010 << 48),
    };
    // Bits of the test for positive and negative numbers, in the order of magnitude.
    let rows = [
        (6, 5, 0, 0),
        (7, 4, 1, smallest_normal - 1),
        (8, 3, smallest_normal, infinity - 1),
        (9, 2, infinity, infinity),
        (0, 0, infinity + 1, quiet - 1),
        (1, 1, quiet, sign - 1),
    ];
    let mut ranges: SmallVec<[(u64, u64); 10]> = SmallVec::new();
    for (base, negative) in [(0, false), (sign, true)] {
        for (positive_bit, negative_bit, low, high) in rows {
            let bit = if negative { negative_bit } else { positive_bit };
            if test >> bit & 1 == 0 {
                continue;
            }
            let (low, high) = (base | low, base | high);
            match ranges.last_mut() {
                Some(last) if last.1 + 1 == low => last.1 = high,
                _ => ranges.push((low, high)),
            }
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_two_are_exact() {
        assert_eq!(FloatKind::Double.power_of_two(63), 2f64.powi(63).to_bits());
        assert_eq!(
            FloatKind::Single.power_of_two(64),
            u64::from(2f32.powi(64).to_bits())
        );
        assert_eq!(
            FloatKind::Single.sign_mask(),
            u64::from((-0.0f32).to_bits())
        );
    }

    #[test]
    fn classes_are_ranges() {
        let is = |test, x: f64| {
            let bits = x.to_bits();
            class_ranges(FloatKind::Double, test)
                .iter()
                .any(|(low, high)| (*low..=*high).contains(&bits))
        };
        let snan = f64::from_bits(0x7ff4 << 48);
        let all = [
            (1, snan),
            (2, f64::NAN),
            (4, f64::NEG_INFINITY),
            (8, -1.5),
            (16, -5e-324),
            (32, -0.0),
            (64, 0.0),
            (128, 5e-324),
            (256, 1.5),
            (512, f64::INFINITY),
        ];
        for (test, _) in all {
            for (class, x) in all {
                assert_eq!(is(test, x), test == class, "{x} in class {test}");
            }
        }
        assert_eq!(
            class_ranges(FloatKind::Double, 1023).as_slice(),
            [(0, u64::MAX)]
        );
    }
}
