//! Ranges of four bits against the sets that they stand for.

use avarice_ir::{BinaryOp, CastOp, InstFlags, Intrinsic};

use super::{ConstantRange, Prefer};

const BITS: u32 = 4;

fn all() -> Vec<ConstantRange> {
    let mut ranges = vec![ConstantRange::empty(BITS), ConstantRange::full(BITS)];
    for lower in 0..16 {
        for upper in 0..16 {
            if lower != upper {
                ranges.push(ConstantRange::new(BITS, lower, upper));
            }
        }
    }
    ranges
}

fn elements(range: ConstantRange) -> impl Iterator<Item = u128> + Clone {
    (0..16).filter(move |value| range.contains(*value))
}

fn signed(value: u128) -> i128 {
    super::sign_extend(BITS, value)
}

/// Results of one pair of operands that are defined.
fn exact(op: BinaryOp, a: u128, b: u128) -> Option<u128> {
    let result = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::UDiv => a.checked_div(b)?,
        BinaryOp::URem => a.checked_rem(b)?,
        BinaryOp::SDiv | BinaryOp::SRem if b == 0 || a == 8 && b == 15 => return None,
        BinaryOp::SDiv => (signed(a) / signed(b)) as u128,
        BinaryOp::SRem => (signed(a) % signed(b)) as u128,
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr if b >= 4 => return None,
        BinaryOp::Shl => a << b,
        BinaryOp::LShr => a >> b,
        BinaryOp::AShr => (signed(a) >> b) as u128,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        _ => return None,
    };
    Some(result & 15)
}

#[test]
fn ends_are_those_of_the_elements() {
    for range in all().into_iter().filter(|range| !range.is_empty()) {
        let values = elements(range);
        assert_eq!(
            values.clone().max(),
            Some(range.unsigned_max()),
            "{range:?}"
        );
        assert_eq!(
            values.clone().min(),
            Some(range.unsigned_min()),
            "{range:?}"
        );
        let values = values.map(signed);
        assert_eq!(values.clone().max(), Some(range.signed_max()), "{range:?}");
        assert_eq!(values.min(), Some(range.signed_min()), "{range:?}");
    }
}

#[test]
fn unions_and_intersections_lose_nothing() {
    for a in all() {
        for b in all() {
            let (union, both) = (
                a.union(b, Prefer::Smallest),
                a.intersect(b, Prefer::Smallest),
            );
            for value in 0..16 {
                if a.contains(value) || b.contains(value) {
                    assert!(union.contains(value), "{a} {b} {union}");
                }
                if a.contains(value) && b.contains(value) {
                    assert!(both.contains(value), "{a} {b} {both}");
                }
            }
            let contained = elements(b).all(|value| a.contains(value));
            assert_eq!(a.contains_range(b), contained, "{a} {b}");
        }
    }
}

#[test]
fn operations_have_all_results() {
    use BinaryOp::*;
    for op in [
        Add, Sub, Mul, UDiv, SDiv, URem, SRem, Shl, LShr, AShr, And, Or, Xor,
    ] {
        for a in all() {
            for b in all() {
                let range = a.binary(op, b);
                for (x, y) in elements(a).flat_map(|x| elements(b).map(move |y| (x, y))) {
                    if let Some(result) = exact(op, x, y) {
                        assert!(range.contains(result), "{op:?} {a} {b} {range}: {x} {y}");
                    }
                }
            }
        }
    }
}

#[test]
fn no_wrap_is_kept_where_it_is_guaranteed() {
    use BinaryOp::*;
    for (op, is_signed) in [Add, Sub, Mul, Shl]
        .map(|op| [(op, false), (op, true)])
        .concat()
    {
        for b in all().into_iter().filter(|b| !b.is_empty()) {
            let region = ConstantRange::guaranteed_no_wrap(op, b, is_signed);
            for (x, y) in elements(region).flat_map(|x| elements(b).map(move |y| (x, y))) {
                let Some(result) = exact(op, x, y) else {
                    continue;
                };
                let value = |v| if is_signed { signed(v) } else { v as i128 };
                let wide = match op {
                    Add => value(x) + value(y),
                    Sub => value(x) - value(y),
                    Mul => value(x) * value(y),
                    _ => value(x) << y,
                };
                assert_eq!(
                    wide,
                    value(result),
                    "{op:?} {is_signed} {region} {b}: {x} {y}"
                );
            }
        }
    }
}

#[test]
fn flags_leave_out_only_what_wraps() {
    for a in all() {
        for b in all() {
            let range = a.binary_with_flags(BinaryOp::Add, InstFlags::NSW, b);
            for (x, y) in elements(a).flat_map(|x| elements(b).map(move |y| (x, y))) {
                let sum = signed(x) + signed(y);
                if (-8..8).contains(&sum) {
                    assert!(range.contains(sum as u128 & 15), "{a} {b} {range}");
                }
            }
        }
    }
}

#[test]
fn conversions_have_all_results() {
    for a in all() {
        for value in elements(a) {
            assert!(a.cast(CastOp::Trunc, 2).contains(value & 3), "{a}");
            assert!(a.cast(CastOp::ZExt, 7).contains(value), "{a}");
            let extended = signed(value) as u128 & 127;
            assert!(a.cast(CastOp::SExt, 7).contains(extended), "{a}");
        }
    }
}

#[test]
fn intrinsics_have_all_results() {
    use Intrinsic::*;
    for a in all() {
        for flag in [false, true] {
            let flag_range = ConstantRange::single(1, u128::from(flag));
            for (intrinsic, result) in [
                (
                    Abs,
                    (|v: u128| signed(v).unsigned_abs() & 15) as fn(u128) -> u128,
                ),
                (Ctlz, |v| u128::from(v.leading_zeros()) - 124),
                (Cttz, |v| u128::from(v.trailing_zeros().min(4))),
                (Ctpop, |v| u128::from(v.count_ones())),
            ] {
                let range = ConstantRange::intrinsic(intrinsic, &[a, flag_range]);
                let undefined = if intrinsic == Abs { 8 } else { 0 };
                for value in elements(a) {
                    if flag && value == undefined && intrinsic != Ctpop {
                        continue;
                    }
                    let has = range.is_some_and(|range| range.contains(result(value)));
                    assert!(has, "{intrinsic:?} {flag} {a} {range:?}: {value}");
                }
            }
        }
        for b in all() {
            for (intrinsic, result) in [
                (
                    Umin,
                    (|a: u128, b: u128| a.min(b)) as fn(u128, u128) -> u128,
                ),
                (Umax, |a, b| a.max(b)),
                (Smin, |a, b| signed(a).min(signed(b)) as u128 & 15),
                (Smax, |a, b| signed(a).max(signed(b)) as u128 & 15),
                (UaddSat, |a, b| (a + b).min(15)),
                (UsubSat, |a, b| a.saturating_sub(b)),
                (SaddSat, |a, b| {
                    (signed(a) + signed(b)).clamp(-8, 7) as u128 & 15
                }),
                (SsubSat, |a, b| {
                    (signed(a) - signed(b)).clamp(-8, 7) as u128 & 15
                }),
            ] {
                let range = ConstantRange::intrinsic(intrinsic, &[a, b]);
                for (x, y) in elements(a).flat_map(|x| elements(b).map(move |y| (x, y))) {
                    let has = range.is_some_and(|range| range.contains(result(x, y)));
                    assert!(has, "{intrinsic:?} {a} {b} {range:?}: {x} {y}");
                }
            }
        }
    }
}
