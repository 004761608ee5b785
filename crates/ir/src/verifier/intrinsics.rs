//! Rules of intrinsics: signatures, constant arguments, and further requirements of a few of them.

use super::function::Body;
use super::{Rule, Verifier, ensure};
use crate::constant::ConstKind;
use crate::entities::{Inst, Type};
use crate::inst::CallInfo;
use crate::intrinsics::Intrinsic;
use crate::types::{TypeData, TypeTable};

impl Body<'_, '_> {
    pub(super) fn intrinsic_rule(&self, inst: Inst, info: &CallInfo, id: Intrinsic) -> Rule {
        self.verifier.intrinsic_signature_rule(info.fn_type, id)?;
        if let Some(signature) = id.signature() {
            self.immediates_rule(inst, id, signature)?;
        }
        let types = self.types();
        let result = self.function.insts[inst].ty;
        match id {
            Intrinsic::VaStart => {
                ensure!(self.var_arg, "va_start in a function that is not variadic")
            }
            Intrinsic::Bswap => {
                let bits = types.int_bits(types.scalar(result)).unwrap_or(0);
                ensure!(
                    bits.is_multiple_of(16),
                    "bswap of {}, whose number of bytes is odd",
                    self.show(result)
                );
            }
            Intrinsic::FptosiSat
            | Intrinsic::FptouiSat
            | Intrinsic::ExperimentalConstrainedFcmp
            | Intrinsic::ExperimentalConstrainedFcmps
            | Intrinsic::ExperimentalConstrainedFptosi
            | Intrinsic::ExperimentalConstrainedFptoui
            | Intrinsic::ExperimentalConstrainedSitofp
            | Intrinsic::ExperimentalConstrainedUitofp
            | Intrinsic::ExperimentalConstrainedFpext
            | Intrinsic::ExperimentalConstrainedFptrunc => ensure!(
                self.verifier.shape(result) == self.verifier.shape(self.operand_type(inst, 0)),
                "{} between values with different lanes",
                id.name()
            ),
            Intrinsic::ExpectWithProbability => {
                let probability = self.function.as_const(self.function.operand(inst, 2));
                let value = probability.and_then(|id| match self.module().consts[id].kind {
                    ConstKind::Float(bits) => Some(f64::from_bits(bits)),
                    _ => None,
                });
                ensure!(
                    value.is_some_and(|value| (0.0..=1.0).contains(&value)),
                    "probability is not between 0 and 1"
                );
            }
            _ => {}
        }
        Ok(())
    }

    /// Arguments that the intrinsic needs to know when code is made.
    fn immediates_rule(
        &self,
        inst: Inst,
        id: Intrinsic,
        signature: impl Iterator<Item = &'static str>,
    ) -> Rule {
        for (index, pattern) in signature.skip(1).enumerate() {
            if !pattern.ends_with('!') {
                continue;
            }
            let arg = self.function.as_const(self.function.operand(inst, index));
            let is_immediate = arg.is_some_and(|id| {
                matches!(
                    self.module().consts[id].kind,
                    ConstKind::Int(_) | ConstKind::BigInt(_) | ConstKind::Float(_)
                )
            });
            ensure!(
                is_immediate,
                "argument {} of {} is not a constant",
                index + 1,
                id.name()
            );
        }
        Ok(())
    }
}

impl Verifier<'_> {
    /// Whether a function type is one of those that the intrinsic has.
    pub(super) fn intrinsic_signature_rule(&self, fn_type: Type, id: Intrinsic) -> Rule {
        let types = &self.module.types;
        let (
            Some(signature),
            TypeData::Function {
                ret,
                params,
                var_arg,
            },
        ) = (id.signature(), &types[fn_type])
        else {
            return Ok(());
        };
        let patterns: Vec<&str> = signature.map(|p| p.trim_end_matches('!')).collect();
        let given: Vec<Type> = std::iter::once(*ret)
            .chain(params.iter().copied())
            .collect();
        let open = patterns.last() == Some(&"...");
        let fixed = patterns.len() - usize::from(open);
        let wrong = || {
            format!(
                "{} does not have the type {}",
                id.name(),
                self.show(fn_type)
            )
        };
        ensure!(given.len() == fixed && *var_arg == open, "{}", wrong());
        // Overloaded types first: a pattern may refer to one that comes later.
        let mut overloads = Vec::new();
        for (pattern, ty) in patterns.iter().zip(&given) {
            match *pattern {
                "overflow" => {
                    let fields = types.struct_fields(*ty).map(|(fields, _)| fields);
                    overloads.push(*fields.and_then(<[Type]>::first).ok_or_else(wrong)?);
                }
                name if name.starts_with("any") => overloads.push(*ty),
                _ => {}
            }
        }
        let mut pairs = patterns.iter().zip(&given);
        ensure!(
            pairs.all(|(pattern, ty)| self.matches(pattern, *ty, &overloads)),
            "{}",
            wrong()
        );
        Ok(())
    }

    fn matches(&self, pattern: &str, ty: Type, overloads: &[Type]) -> bool {
        let types = &self.module.types;
        let scalar = types.scalar(ty);
        match pattern {
            "void" => ty == TypeTable::VOID,
            "metadata" => ty == TypeTable::METADATA,
            "token" => ty == TypeTable::TOKEN,
            "ptr" => ty == TypeTable::PTR,
            "double" => ty == TypeTable::DOUBLE,
            "any" => true,
            "anyint" => types.is_int(scalar),
            "anyfp" => types.is_float(scalar),
            "anyptr" => types.is_ptr(scalar),
            "anyvec" => types.is_vector(ty),
            "overflow" => match types.struct_fields(ty) {
                Some(([value, bit], _)) => {
                    types.is_int(types.scalar(*value))
                        && types.scalar(*bit) == TypeTable::I1
                        && self.shape(*value) == self.shape(*bit)
                }
                _ => false,
            },
            _ => {
                if let Some(rest) = pattern.strip_prefix('=') {
                    let (number, part) = rest.split_once(':').unwrap_or((rest, ""));
                    let overload = number
                        .parse()
                        .ok()
                        .and_then(|n: usize| overloads.get(n).copied());
                    return overload.is_some_and(|overload| match part {
                        "i1" => scalar == TypeTable::I1 && self.shape(ty) == self.shape(overload),
                        "element" => ty == types.scalar(overload),
                        _ => ty == overload,
                    });
                }
                let bits = pattern.strip_prefix('i').and_then(|bits| bits.parse().ok());
                bits.is_some() && types.int_bits(ty) == bits
            }
        }
    }
}
