//! Calls of intrinsics.

use avarice_ir::{Inst, Intrinsic, Value};

use super::{Simplified, Simplifier};
use crate::fold::int::Int;

impl Simplifier<'_> {
    /// A call of which not all arguments are constant.
    pub(super) fn call(&mut self, call: Inst) -> Option<Simplified> {
        use Intrinsic::*;
        let intrinsic = Intrinsic::of_call(self.folder.module, self.function, call)?;
        let info = self.function.insts[call].kind.call_info()?;
        let count = info.num_args as usize;
        let a = (count > 0).then(|| self.function.operand(call, 0))?;
        match intrinsic {
            // The same again, or back.
            Fabs | Abs | Floor | Ceil | Trunc | Round | Roundeven | Rint | Nearbyint => {
                self.argument_of(a, intrinsic).map(|_| a.into())
            }
            Bswap | Bitreverse => self.argument_of(a, intrinsic).map(Simplified::Value),
            _ if count < 2 => None,
            Smin | Smax | Umin | Umax => {
                self.extremum(intrinsic, a, self.function.operand(call, 1))
            }
            UaddSat | SaddSat => {
                let b = self.function.operand(call, 1);
                if self.is_null(b) {
                    return Some(a.into());
                }
                self.is_null(a).then_some(b.into())
            }
            UsubSat | SsubSat => {
                let b = self.function.operand(call, 1);
                if a == b {
                    return self.null(a);
                }
                self.is_null(b).then_some(a.into())
            }
            Fshl | Fshr => {
                let (b, amount) = (
                    self.function.operand(call, 1),
                    self.function.operand(call, 2),
                );
                let width = self.int(amount)?;
                let bits = Int::new(width.bits(), u128::from(width.bits()));
                // By a multiple of the width is by 0.
                let rest = width.divide(&bits)?.1;
                let first = if intrinsic == Fshl { a } else { b };
                rest.is_zero().then_some(first.into())
            }
            _ => None,
        }
    }

    /// The argument of a value that is a call of `intrinsic`.
    fn argument_of(&self, value: Value, intrinsic: Intrinsic) -> Option<Value> {
        let call = self.function.def_inst(value)?;
        let called = Intrinsic::of_call(self.folder.module, self.function, call)?;
        (called == intrinsic).then(|| self.function.operand(call, 0))
    }

    fn extremum(&mut self, intrinsic: Intrinsic, a: Value, b: Value) -> Option<Simplified> {
        if a == b {
            return Some(a.into());
        }
        let (number, other) = match (self.int(a), self.int(b)) {
            (Some(number), _) => (number, b),
            (_, Some(number)) => (number, a),
            _ => return None,
        };
        let bits = number.bits();
        let (least, greatest) = match intrinsic {
            Intrinsic::Smin | Intrinsic::Smax => (Int::signed_min(bits), Int::signed_max(bits)),
            _ => (Int::zero(bits), Int::ones(bits)),
        };
        let (strongest, weakest) = match intrinsic {
            Intrinsic::Smin | Intrinsic::Umin => (least, greatest),
            _ => (greatest, least),
        };
        if number == weakest {
            return Some(other.into());
        }
        let constant = if other == a { b } else { a };
        (number == strongest).then_some(constant.into())
    }
}
