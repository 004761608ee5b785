//! Constrained operations: replaced by the plain ones, without the metadata that says what may be assumed.

use avarice_ir::{BinaryOp, CastOp, ConstKind, FloatPredicate, InstKind, Intrinsic, Value};

use super::Builder;

/// What a constrained intrinsic does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Plain {
    /// Arithmetic.
    Binary(BinaryOp),
    /// A conversion.
    Cast(CastOp),
    /// A comparison.
    Compare,
    /// Another intrinsic.
    Call(Intrinsic),
}

/// What `intrinsic` is without its constraints; `None` if it has none.
pub(super) fn plain(intrinsic: Intrinsic) -> Option<Plain> {
    use Intrinsic::*;
    use Plain::{Binary, Call, Cast, Compare};
    Some(match intrinsic {
        ExperimentalConstrainedFadd => Binary(BinaryOp::FAdd),
        ExperimentalConstrainedFsub => Binary(BinaryOp::FSub),
        ExperimentalConstrainedFmul => Binary(BinaryOp::FMul),
        ExperimentalConstrainedFdiv => Binary(BinaryOp::FDiv),
        ExperimentalConstrainedFrem => Binary(BinaryOp::FRem),
        ExperimentalConstrainedFpext => Cast(CastOp::FpExt),
        ExperimentalConstrainedFptrunc => Cast(CastOp::FpTrunc),
        ExperimentalConstrainedFptosi => Cast(CastOp::FpToSi),
        ExperimentalConstrainedFptoui => Cast(CastOp::FpToUi),
        ExperimentalConstrainedSitofp => Cast(CastOp::SiToFp),
        ExperimentalConstrainedUitofp => Cast(CastOp::UiToFp),
        ExperimentalConstrainedFcmp | ExperimentalConstrainedFcmps => Compare,
        ExperimentalConstrainedAcos => Call(Acos),
        ExperimentalConstrainedAsin => Call(Asin),
        ExperimentalConstrainedAtan => Call(Atan),
        ExperimentalConstrainedCeil => Call(Ceil),
        ExperimentalConstrainedCos => Call(Cos),
        ExperimentalConstrainedCosh => Call(Cosh),
        ExperimentalConstrainedExp => Call(Exp),
        ExperimentalConstrainedExp2 => Call(Exp2),
        ExperimentalConstrainedFloor => Call(Floor),
        ExperimentalConstrainedFma => Call(Fma),
        ExperimentalConstrainedFmuladd => Call(Fmuladd),
        ExperimentalConstrainedLdexp => Call(Ldexp),
        ExperimentalConstrainedLlrint => Call(Llrint),
        ExperimentalConstrainedLlround => Call(Llround),
        ExperimentalConstrainedLog => Call(Log),
        ExperimentalConstrainedLog10 => Call(Log10),
        ExperimentalConstrainedLog2 => Call(Log2),
        ExperimentalConstrainedLrint => Call(Lrint),
        ExperimentalConstrainedLround => Call(Lround),
        ExperimentalConstrainedMaximum => Call(Maximum),
        ExperimentalConstrainedMaxnum => Call(Maxnum),
        ExperimentalConstrainedMinimum => Call(Minimum),
        ExperimentalConstrainedMinnum => Call(Minnum),
        ExperimentalConstrainedNearbyint => Call(Nearbyint),
        ExperimentalConstrainedPow => Call(Pow),
        ExperimentalConstrainedPowi => Call(Powi),
        ExperimentalConstrainedRint => Call(Rint),
        ExperimentalConstrainedRound => Call(Round),
        ExperimentalConstrainedRoundeven => Call(Roundeven),
        ExperimentalConstrainedSin => Call(Sin),
        ExperimentalConstrainedSinh => Call(Sinh),
        ExperimentalConstrainedSqrt => Call(Sqrt),
        ExperimentalConstrainedTan => Call(Tan),
        ExperimentalConstrainedTanh => Call(Tanh),
        ExperimentalConstrainedTrunc => Call(Trunc),
        _ => return None,
    })
}

impl Builder<'_> {
    /// A constrained operation on vectors without its constraints.
    pub(in super::super) fn expand_strict_vector(&mut self, intrinsic: Intrinsic) -> Option<Value> {
        plain(intrinsic).and_then(|plain| self.expand_strict(plain))
    }

    pub(super) fn expand_strict(&mut self, plain: Plain) -> Option<Value> {
        let all = self.arguments();
        let mut args = all.clone();
        args.retain(|arg| self.metadata_text(*arg).is_none());
        let (ty, flags) = {
            let data = &self.function.insts[self.at];
            (data.ty, data.flags)
        };
        Some(match plain {
            Plain::Binary(op) => self.value(InstKind::Binary(op), ty, flags, args.get(..2)?),
            Plain::Cast(op) => self.value(InstKind::Cast(op), ty, flags, args.get(..1)?),
            Plain::Compare => {
                let predicate = self.metadata_text(*all.get(2)?)?;
                let mut known = FloatPredicate::ALL.iter();
                let (predicate, _) = known.find(|(_, name)| name.as_bytes() == &*predicate)?;
                let kind = InstKind::FCmp(*predicate);
                self.value(kind, ty, flags, args.get(..2)?)
            }
            Plain::Call(intrinsic) => {
                let params: Vec<_> = args.iter().map(|arg| self.ty(*arg)).collect();
                let overloads = intrinsic.overloads(&self.module.types, ty, &params)?;
                self.intrinsic(intrinsic, &overloads, ty, flags, &args)
            }
        })
    }

    /// The text of an argument that is a metadata string.
    fn metadata_text(&self, value: Value) -> Option<Box<[u8]>> {
        let id = self.function.as_const(value)?;
        let ConstKind::Metadata(node) = self.module.consts[id].kind else {
            return None;
        };
        match &self.module.metadata.nodes[node] {
            avarice_ir::metadata::MetadataData::String(text) => Some(text.clone()),
            _ => None,
        }
    }
}
