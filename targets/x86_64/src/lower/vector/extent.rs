//! Known ranges of the lanes of integer vectors: operations on lanes that use few of their bits have
//! shorter forms.

use avarice_ir::{BinaryOp, CastOp, Inst, InstKind, Intrinsic, Value};
use avarice_legalize::sign_extend;
use avarice_lower::uniform;

use super::super::Selector;

/// How deep operations are followed.
const MAX_DEPTH: u32 = 4;

/// The least and the greatest number that a lane may be, as signed numbers of its width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Extent {
    low: i64,
    high: i64,
}

impl Extent {
    /// All numbers of `bits` bits, at most 64.
    pub fn full(bits: u32) -> Self {
        Self {
            low: i64::MIN >> (64 - bits),
            high: i64::MAX >> (64 - bits),
        }
    }

    /// All numbers of `bits` bits that are not negative; `bits` is below 64.
    fn unsigned(bits: u32) -> Self {
        Self {
            low: 0,
            high: i64::MAX >> (63 - bits),
        }
    }

    /// Whether all of it is in `low..=high`.
    pub fn is_within(self, low: i64, high: i64) -> bool {
        self.low >= low && self.high <= high
    }

    /// What lies in either.
    fn union(self, other: Self) -> Self {
        Self {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }

    /// The extent of results computed from the bounds, if none of them leaves `bits` bits.
    fn computed(bits: u32, bounds: &[Option<i64>]) -> Self {
        let full = Self::full(bits);
        let (mut low, mut high) = (i64::MAX, i64::MIN);
        for bound in bounds {
            let Some(bound) = *bound else {
                return full;
            };
            (low, high) = (low.min(bound), high.max(bound));
        }
        match low >= full.low && high <= full.high {
            true => Self { low, high },
            false => full,
        }
    }
}

impl Selector<'_, '_> {
    /// What is known of the lanes of an integer vector.
    pub(super) fn extent(&self, value: Value) -> Extent {
        self.extent_within(value, MAX_DEPTH)
    }

    fn extent_within(&self, value: Value, depth: u32) -> Extent {
        let types = &self.module.types;
        let bits = types
            .int_bits(types.scalar(self.ty(value)))
            .unwrap_or(64)
            .min(64);
        let full = Extent::full(bits);
        if let Some(lanes) = self.lane_constants(value) {
            let lanes = lanes.iter().flatten().map(|lane| sign_extend(*lane, bits));
            return lanes
                .map(|lane| Extent {
                    low: lane,
                    high: lane,
                })
                .reduce(Extent::union)
                .unwrap_or(Extent { low: 0, high: 0 });
        }
        let Some((inst, kind)) = self.def_kind(value).filter(|_| depth > 0) else {
            return full;
        };
        let operand = |index| self.function.operand(inst, index);
        let extent = |index| self.extent_within(operand(index), depth - 1);
        match kind {
            InstKind::Cast(op @ (CastOp::ZExt | CastOp::SExt)) => {
                let from = types.int_bits(types.scalar(self.ty(operand(0))));
                match (op, from) {
                    (CastOp::ZExt, Some(from @ ..64)) => Extent::unsigned(from),
                    (_, Some(_)) => extent(0),
                    _ => full,
                }
            }
            InstKind::Binary(op) => self.extent_of_binary(*op, inst, bits, depth),
            InstKind::Select => extent(1).union(extent(2)),
            InstKind::Call(_) => {
                match Intrinsic::of_call(self.module, self.function, inst) {
                    Some(Intrinsic::Smin) => {
                        let (a, b) = (extent(0), extent(1));
                        let (low, high) = (a.low.min(b.low), a.high.min(b.high));
                        Extent { low, high }
                    }
                    Some(Intrinsic::Smax) => {
                        let (a, b) = (extent(0), extent(1));
                        let (low, high) = (a.low.max(b.low), a.high.max(b.high));
                        Extent { low, high }
                    }
                    // As unsigned, it is below whichever is not negative.
                    Some(Intrinsic::Umin) => match (extent(0), extent(1)) {
                        (a, b) if b.low >= 0 => Extent {
                            low: 0,
                            high: if a.low >= 0 {
                                a.high.min(b.high)
                            } else {
                                b.high
                            },
                        },
                        (a, _) if a.low >= 0 => Extent { low: 0, ..a },
                        _ => full,
                    },
                    _ => full,
                }
            }
            _ => full,
        }
    }

    fn extent_of_binary(&self, op: BinaryOp, inst: Inst, bits: u32, depth: u32) -> Extent {
        let operand = |index| self.function.operand(inst, index);
        let extent = |index| self.extent_within(operand(index), depth - 1);
        let amount = || {
            let lanes = self.lane_constants(operand(1))?;
            let amount = u32::try_from(uniform(&lanes)?).ok()?;
            (1..bits).contains(&amount).then_some(amount)
        };
        let full = Extent::full(bits);
        match op {
            BinaryOp::And => match (extent(0), extent(1)) {
                (a, b) if a.low >= 0 && b.low >= 0 => Extent {
                    low: 0,
                    high: a.high.min(b.high),
                },
                (a, b) if a.low >= 0 || b.low >= 0 => Extent {
                    low: 0,
                    high: if a.low >= 0 { a.high } else { b.high },
                },
                _ => full,
            },
            BinaryOp::LShr => match amount() {
                Some(amount) => Extent::unsigned(bits - amount),
                None => full,
            },
            BinaryOp::AShr => match amount() {
                Some(amount) => {
                    let Extent { low, high } = extent(0);
                    Extent {
                        low: low >> amount,
                        high: high >> amount,
                    }
                }
                None => full,
            },
            BinaryOp::Add => {
                let (a, b) = (extent(0), extent(1));
                Extent::computed(
                    bits,
                    &[a.low.checked_add(b.low), a.high.checked_add(b.high)],
                )
            }
            BinaryOp::Sub => {
                let (a, b) = (extent(0), extent(1));
                Extent::computed(
                    bits,
                    &[a.low.checked_sub(b.high), a.high.checked_sub(b.low)],
                )
            }
            BinaryOp::Mul => {
                let (a, b) = (extent(0), extent(1));
                let products = [
                    a.low.checked_mul(b.low),
                    a.low.checked_mul(b.high),
                    a.high.checked_mul(b.low),
                    a.high.checked_mul(b.high),
                ];
                Extent::computed(bits, &products)
            }
            _ => full,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_that_may_wrap_are_anything() {
        assert_eq!(
            Extent::computed(8, &[Some(3), Some(-5)]),
            Extent { low: -5, high: 3 }
        );
        assert_eq!(Extent::computed(8, &[Some(3), Some(128)]), Extent::full(8));
        assert_eq!(Extent::computed(64, &[None]), Extent::full(64));
        assert!(Extent::unsigned(8).is_within(0, 255));
        assert!(!Extent::unsigned(8).is_within(0, 254));
        assert_eq!(Extent::unsigned(63).high, i64::MAX);
        assert!(!Extent::full(16).is_within(0, 255));
    }
}
