//! Expands floating-point operations for which a target has no instructions into others and calls.
//!
//! ```text
//!   half, bfloat    extended to float, computed there, truncated; signs and classes by integer operations
//!   fp128           calls of the compiler's runtime (__addtf3) and of the C library (sinf128)
//!   x86_fp80        functions by calls (sinl), conversions that the x87 unit lacks
//!   strict          llvm.experimental.constrained.* as the plain operation: nothing that is done here moves
//!                   or folds operations, so that they run in the rounding mode that holds at their place
//! ```
//!
//! | file | rewrites |
//! |---|---|
//! | `format` | what is known of each type |
//! | `convert` | conversions |
//! | `narrow` | half, bfloat |
//! | `quad` | fp128 |
//! | `x87` | x86_fp80 |
//! | `functions` | functions of the C library, minimum, maximum, saturating conversions |
//! | `class` | `llvm.is.fpclass` |
//! | `strict` | constrained operations |

mod class;
mod convert;
pub(super) mod format;
mod functions;
mod narrow;
mod quad;
mod strict;
mod x87;

use avarice_ir::{CastOp, FloatPredicate, Function, InstKind, Intrinsic, Module, Value};

use super::builder::Builder;
use crate::replacement::Replacement;
pub(super) use format::Format;

/// Whether a function has values of types whose operations are rewritten here.
pub(super) fn has_soft_values(module: &Module, function: &Function) -> bool {
    let soft = |ty| Format::of(&module.types, ty).is_some_and(Format::is_soft);
    function
        .values
        .values()
        .any(|data| soft(module.types.scalar(data.ty)))
}

/// Whether an intrinsic is rewritten for all types.
pub(super) fn is_rewritten(intrinsic: Intrinsic) -> bool {
    use Intrinsic::{ConvertFromFp16, ConvertToFp16, FptosiSat, FptouiSat, Frexp};
    matches!(
        intrinsic,
        ConvertFromFp16 | ConvertToFp16 | FptosiSat | FptouiSat | Frexp
    ) || strict::plain(intrinsic).is_some()
}

impl Builder<'_> {
    /// The format of a value's type, `None` if that is no floating-point type.
    fn format(&self, value: Value) -> Option<Format> {
        Format::of(&self.module.types, self.ty(value))
    }

    /// Rewrites the current instruction if it is a scalar operation that this module expands.
    pub(super) fn expand_float(&mut self) -> Option<Replacement> {
        if let Some(intrinsic) = self.called_intrinsic() {
            return self.expand_float_intrinsic(intrinsic);
        }
        match self.function.insts[self.at].kind {
            InstKind::Binary(op) => {
                let format = self.format(self.operand(0))?;
                let found = match format {
                    Format::Half | Format::BFloat => self.narrow_binary(op),
                    Format::Quad => self.quad_binary(op),
                    Format::X87 => self.x87_binary(op),
                    Format::Single | Format::Double => None,
                };
                found.map(Replacement::Value)
            }
            InstKind::FNeg => {
                let value = self.operand(0);
                let format = self.format(value)?;
                let found = format.is_bits().then(|| self.flip_sign(value, format));
                found.map(Replacement::Value)
            }
            InstKind::FCmp(predicate) => self.float_compare(predicate).map(Replacement::Value),
            InstKind::Cast(op) => self.float_cast(op).map(Replacement::Value),
            _ => None,
        }
    }

    fn float_compare(&mut self, predicate: FloatPredicate) -> Option<Value> {
        let (left, right) = (self.operand(0), self.operand(1));
        match self.format(left)? {
            Format::Half | Format::BFloat => {
                let (left, right) = (self.widened(left), self.widened(right));
                Some(self.fcmp(predicate, left, right))
            }
            Format::Quad => Some(self.quad_compare(predicate, left, right)),
            _ => None,
        }
    }

    fn float_cast(&mut self, op: CastOp) -> Option<Value> {
        let (value, to) = (self.operand(0), self.function.insts[self.at].ty);
        match op {
            CastOp::FpExt | CastOp::FpTrunc => self.expand_resize(value, to),
            CastOp::FpToSi | CastOp::FpToUi => {
                self.expand_float_to_int(value, to, op == CastOp::FpToSi)
            }
            CastOp::SiToFp | CastOp::UiToFp => {
                self.expand_int_to_float(value, to, op == CastOp::SiToFp)
            }
            CastOp::BitCast => self.expand_wide_bit_cast(value, to),
            _ => None,
        }
    }

    fn expand_float_intrinsic(&mut self, intrinsic: Intrinsic) -> Option<Replacement> {
        if let Some(plain) = strict::plain(intrinsic) {
            return self.expand_strict(plain).map(Replacement::Value);
        }
        let found = match intrinsic {
            Intrinsic::Fabs => self.expand_fabs(),
            Intrinsic::Copysign => self.expand_copysign(),
            Intrinsic::IsFpclass => self.expand_class(),
            Intrinsic::ConvertFromFp16 | Intrinsic::ConvertToFp16 => {
                self.expand_fp16_conversion(intrinsic)
            }
            Intrinsic::FptosiSat | Intrinsic::FptouiSat => {
                self.expand_saturating(intrinsic == Intrinsic::FptosiSat)
            }
            Intrinsic::Frexp => self.expand_frexp(),
            _ => self.expand_function(intrinsic),
        };
        found.map(Replacement::Value)
    }
}
