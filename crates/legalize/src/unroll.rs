//! Scalarization: operations done element by element.

use avarice_ir::{CastOp, InstKind, Intrinsic, Type, TypeData, Value};

use super::builder::Builder;
use crate::replacement::Replacement;

impl Builder<'_> {
    /// Does the current operation on each element of its operands. `None` if its result is neither a
    /// vector nor a struct of vectors.
    pub(super) fn unroll(&mut self) -> Option<Replacement> {
        let ty = self.function.insts[self.at].ty;
        let fields = self.module.types.struct_fields(ty);
        let fields: Option<Vec<Type>> = fields.map(|(fields, _)| fields.to_vec());
        let first = fields.as_ref().map_or(Some(&ty), |fields| fields.first())?;
        let len = self.shape(*first)?.len;
        let mut results = Vec::with_capacity(len as usize);
        for index in 0..len {
            results.push(self.one_element(index)?);
        }
        let Some(fields) = fields else {
            return Some(Replacement::Value(self.gather(&results)));
        };
        let mut all = self.poison(ty);
        for (index, field) in fields.iter().enumerate() {
            let element = self.shape(*field)?.element;
            let path = [index as u32];
            let elements: Vec<Value> = results
                .iter()
                .map(|one| {
                    let kind = InstKind::ExtractValue(path.into());
                    self.value(kind, element, Default::default(), &[*one])
                })
                .collect();
            let vector = self.gather(&elements);
            let kind = InstKind::InsertValue(path.into());
            all = self.value(kind, ty, Default::default(), &[all, vector]);
        }
        Some(Replacement::Value(all))
    }

    /// Element `index` of the result of the current operation.
    fn one_element(&mut self, index: u32) -> Option<Value> {
        let data = &self.function.insts[self.at];
        let (kind, ty, flags) = (data.kind.clone(), data.ty, data.flags);
        let count = match &kind {
            InstKind::Call(info) => info.num_args as usize,
            _ => self.function.num_operands(self.at),
        };
        let mut operands = Vec::with_capacity(count);
        for at in 0..count {
            let operand = self.operand(at);
            operands.push(match self.shape(self.ty(operand)) {
                Some(_) => self.extract(operand, index),
                None => operand,
            });
        }
        let ty = self.element_type(ty)?;
        Some(match kind {
            InstKind::Call(_) => {
                let intrinsic = self.called_intrinsic()?;
                let params: Vec<Type> = operands.iter().map(|value| self.ty(*value)).collect();
                let overloads = intrinsic.overloads(&self.module.types, ty, &params)?;
                self.intrinsic(intrinsic, &overloads, ty, flags, &operands)
            }
            kind => self.value(kind, ty, flags, &operands),
        })
    }

    /// The type of one element of a result: a vector's element, or a struct of the elements of vectors.
    fn element_type(&mut self, ty: Type) -> Option<Type> {
        let Some((fields, packed)) = self.module.types.struct_fields(ty) else {
            return Some(self.shape(ty)?.element);
        };
        let fields = fields
            .iter()
            .map(|field| self.module.types.scalar(*field))
            .collect();
        Some(
            self.module
                .types
                .intern(TypeData::Struct { fields, packed }),
        )
    }

    /// Bits of a vector as something else, through memory.
    pub(super) fn expand_bit_cast(&mut self) -> Option<Replacement> {
        let source = self.operand(0);
        let (from, to) = (self.ty(source), self.function.insts[self.at].ty);
        if (self.is_packed(from) || self.is_packed(to))
            && let Some(result) = self.repack(source, to)
        {
            return Some(Replacement::Value(result));
        }
        let slot = self.alloca(from, 16);
        self.store(source, slot, 16);
        Some(Replacement::Value(self.load(to, slot, 16)))
    }

    /// Bits of a value as `to`, where one of the types is a vector of elements that are not whole bytes:
    /// the elements are moved into and out of an integer.
    fn repack(&mut self, source: Value, to: Type) -> Option<Value> {
        let from = self.ty(source);
        let bits = match (self.shape(from), self.shape(to)) {
            (Some(shape), _) | (None, Some(shape)) => self.element_bits(shape.element)? * shape.len,
            _ => return None,
        };
        if bits > 128 {
            return None;
        }
        let whole = self.module.types.int(bits);
        let packed = match self.shape(from) {
            Some(_) => {
                let ints = self.integers_of(from)?;
                let source = match ints == from {
                    true => source,
                    false => self.cast(CastOp::BitCast, source, ints),
                };
                self.pack(source, whole)?
            }
            None => self.cast(CastOp::BitCast, source, whole),
        };
        if self.shape(to).is_none() {
            return Some(self.cast(CastOp::BitCast, packed, to));
        }
        let ints = self.integers_of(to)?;
        let result = self.unpack(packed, ints)?;
        Some(match ints == to {
            true => result,
            false => self.cast(CastOp::BitCast, result, to),
        })
    }

    /// The vector of integers of the size of a vector's elements.
    fn integers_of(&mut self, ty: Type) -> Option<Type> {
        let shape = self.shape(ty)?;
        let bits = self.element_bits(shape.element)?;
        let element = self.module.types.int(bits);
        Some(self.vector(element, shape.len))
    }

    /// The width of a number.
    fn element_bits(&self, ty: Type) -> Option<u32> {
        Some(match self.module.types[ty] {
            TypeData::Half | TypeData::BFloat => 16,
            TypeData::Float => 32,
            TypeData::Double => 64,
            _ => return self.bits(ty),
        })
    }
}

/// Whether an intrinsic does to each element of vectors what it does to scalars.
pub(super) fn is_elementwise(intrinsic: Intrinsic) -> bool {
    ELEMENTWISE.contains(&intrinsic)
}

/// Intrinsics that do to each element of vectors what they do to scalars.
const ELEMENTWISE: &[Intrinsic] = {
    use Intrinsic::*;
    &[
        Abs,
        Acos,
        Asin,
        Atan,
        Bitreverse,
        Bswap,
        Canonicalize,
        Ceil,
        Copysign,
        Cos,
        Cosh,
        Ctlz,
        Ctpop,
        Cttz,
        Exp,
        Exp10,
        Exp2,
        Fabs,
        Floor,
        Fma,
        Fmuladd,
        FptosiSat,
        FptouiSat,
        Fshl,
        Fshr,
        IsFpclass,
        Ldexp,
        Llrint,
        Llround,
        Log,
        Log10,
        Log2,
        Lrint,
        Lround,
        Maximum,
        Maxnum,
        Minimum,
        Minnum,
        Nearbyint,
        Pow,
        Powi,
        Ptrmask,
        Rint,
        Round,
        Roundeven,
        SaddSat,
        SaddWithOverflow,
        Scmp,
        Sin,
        Sinh,
        Smax,
        Smin,
        SmulWithOverflow,
        Sqrt,
        SshlSat,
        SsubSat,
        SsubWithOverflow,
        Tan,
        Tanh,
        Trunc,
        UaddSat,
        UaddWithOverflow,
        Ucmp,
        Umax,
        Umin,
        UmulWithOverflow,
        UshlSat,
        UsubSat,
        UsubWithOverflow,
    ]
};
