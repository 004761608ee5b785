//! Operations with one constant operand that alone decides the result.

use avarice_ir::{BinaryOp, Const};

use super::Folder;
use super::float::Format;

impl Folder<'_> {
    /// What `left op right` is where `None` may be anything; `None` if that is no constant.
    pub fn partly_constant_binary(
        &mut self,
        op: BinaryOp,
        left: Option<Const>,
        right: Option<Const>,
    ) -> Option<Const> {
        match (left, right) {
            (Some(left), Some(right)) => self.binary(op, left, right),
            (Some(left), None) => self.binary_of_left(op, left),
            (None, Some(right)) => self.binary_of_right(op, right),
            (None, None) => None,
        }
    }

    fn all_ones(&self, id: Const) -> bool {
        self.as_int(id).is_some_and(|value| value.is_ones())
    }

    fn binary_of_left(&mut self, op: BinaryOp, left: Const) -> Option<Const> {
        use BinaryOp::*;
        if self.is_poison(left) {
            return Some(left);
        }
        match op {
            And | Mul | UDiv | SDiv | URem | SRem | Shl | LShr | AShr if self.is_null(left) => {
                Some(left)
            }
            Or | AShr if self.all_ones(left) => Some(left),
            FAdd | FSub | FMul | FDiv | FRem => self.nan_of(left),
            _ => None,
        }
    }

    fn binary_of_right(&mut self, op: BinaryOp, right: Const) -> Option<Const> {
        use BinaryOp::*;
        if self.is_poison(right) {
            return Some(right);
        }
        let ty = self.ty(right);
        match op {
            And | Mul if self.is_null(right) => Some(right),
            Or if self.all_ones(right) => Some(right),
            UDiv | SDiv | URem | SRem if self.is_null(right) => Some(self.poison(ty)),
            URem | SRem if self.as_int(right).is_some_and(|value| value.is_one()) => self.null(ty),
            Shl | LShr | AShr => {
                let amount = self.as_int(right)?;
                let in_range = amount
                    .to_u64()
                    .is_some_and(|n| n < u64::from(amount.bits()));
                (!in_range).then(|| self.poison(ty))
            }
            FAdd | FSub | FMul | FDiv | FRem => self.nan_of(right),
            _ => None,
        }
    }

    /// The NaN that an operation with this one results in; `None` for other numbers.
    fn nan_of(&mut self, id: Const) -> Option<Const> {
        let ty = self.ty(id);
        if self.vector(ty).is_some() {
            return self.elementwise(ty, &[id], |folder, parts| {
                // An undefined element may be chosen to be a NaN.
                let ty = folder.ty(parts[0]);
                if folder.is_undef(parts[0]) {
                    let format = Format::of(&folder.module.types[ty])?;
                    return Some(folder.float(ty, format, format.nan()));
                }
                folder.nan_of(parts[0])
            });
        }
        let (format, bits) = self.as_float(id)?;
        let quiet = format.is_nan(bits).then(|| format.quiet(bits))?;
        Some(self.float(ty, format, quiet))
    }
}
