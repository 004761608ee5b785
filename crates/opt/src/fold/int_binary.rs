//! Operations on two integers.

use avarice_ir::BinaryOp;

use super::int::Int;

/// The result of an operation on integers: `Some(None)` is poison, `None` that there is no such operation or it is
/// too large to be done.
pub(super) fn int_binary(op: BinaryOp, left: &Int, right: &Int) -> Option<Option<Int>> {
    use BinaryOp::*;
    let shift = |shifted: fn(&Int, u32) -> Int| {
        let amount = right.to_u64().filter(|n| *n < u64::from(left.bits()));
        amount.map(|amount| shifted(left, amount as u32))
    };
    Some(match op {
        Add => Some(left.add(right)),
        Sub => Some(left.sub(right)),
        Mul => Some(left.mul(right)?),
        And => Some(left.and(right)),
        Or => Some(left.or(right)),
        Xor => Some(left.xor(right)),
        Shl => shift(Int::shl),
        LShr => shift(Int::lshr),
        AShr => shift(Int::ashr),
        UDiv | URem | SDiv | SRem if right.is_zero() => None,
        // The only divisor of one bit is 1 rather than -1.
        SDiv | SRem if right.is_ones() && !right.is_one() && left.is_signed_min() => None,
        UDiv => Some(left.divide(right)?.0),
        URem => Some(left.divide(right)?.1),
        SDiv => Some(left.divide_signed(right)?.0),
        SRem => Some(left.divide_signed(right)?.1),
        _ => return None,
    })
}
