//! Constants in terms of registers and relocations.

use avarice_ir::{BinaryOp, CastOp, Const, ConstExpr, ConstKind, Global, TypeData};

use crate::function::FunctionLowering;
use crate::local::LocalKey;
use crate::parts::{PartType, count_parts};
use crate::vector::VectorShape;
use avarice_legalize::Result;
use avarice_legalize::sign_extend;

/// A constant of one part, evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConstValue {
    /// An integer, zero-extended from the part's width.
    Int(u64),
    /// Bits of a floating-point number.
    Float(u64),
    /// No particular value.
    Undef,
    /// The address of a global plus an offset.
    Address(Global, i64),
    /// The address of a block of a function.
    BlockAddress(Global, avarice_ir::Block),
}

impl FunctionLowering<'_> {
    /// The block-local value that part `part` of a constant is.
    pub fn const_key(&self, id: Const, part: usize) -> Result<LocalKey> {
        let (id, part) = self.const_leaf(id, part);
        if let Some(shape) = VectorShape::of(&self.module.types, self.module.consts[id].ty) {
            return self.vector_key(id, part, shape);
        }
        if let Some(key) = self.big_float_key(id, part) {
            return Ok(key);
        }
        let (value, ty) = match self.const_value(id, part) {
            Ok(found) => found,
            Err(error) => {
                let data = &self.module.consts[id];
                return match data.kind {
                    ConstKind::Expr(ConstExpr::Cast(..) | ConstExpr::Binary(..)) => {
                        Ok(LocalKey::Expr(self.part(data.ty)?, id))
                    }
                    _ => Err(error),
                };
            }
        };
        Ok(match value {
            ConstValue::Int(bits) => LocalKey::Int(ty, bits),
            ConstValue::Float(bits) => LocalKey::Float(ty, bits),
            ConstValue::Undef => LocalKey::Undef(ty),
            ConstValue::Address(global, offset) => LocalKey::GlobalAddress(global, offset),
            ConstValue::BlockAddress(global, block) => LocalKey::BlockAddress(global, block),
        })
    }

    /// The block-local value of a part that holds a floating-point number of more than 64 bits; `None` for
    /// other parts, and for computed constants.
    fn big_float_key(&self, id: Const, part: usize) -> Option<LocalKey> {
        let data = &self.module.consts[id];
        // Vectors with lanes have keys of their own: this one is for a number.
        let ty = match self.parts(data.ty).ok()?.get(part)?.ty {
            ty @ (PartType::X86Fp80 | PartType::Vector { .. }) => ty,
            _ => return None,
        };
        let words = match &data.kind {
            ConstKind::BigFloat(words) => *words,
            ConstKind::Zero => [0; 2],
            ConstKind::Undef | ConstKind::Poison => return Some(LocalKey::Undef(ty)),
            _ => return None,
        };
        Some(match ty {
            PartType::X86Fp80 => LocalKey::X86Fp80(words),
            _ => self.vector_bits_key(ty, words),
        })
    }

    /// The block-local value of a vector part with these bytes: where short vectors are in the registers of numbers,
    /// they are such.
    fn vector_bits_key(&self, ty: PartType, bits: [u64; 2]) -> LocalKey {
        match self.target.class(ty) == self.target.class(PartType::Double) {
            true => LocalKey::Float(PartType::Double, bits[0]),
            false => LocalKey::Vector(bits),
        }
    }

    /// The element of a constant aggregate that part `part` is in, and which part of the element.
    fn const_leaf(&self, id: Const, part: usize) -> (Const, usize) {
        let data = &self.module.consts[id];
        if VectorShape::of(&self.module.types, data.ty).is_some() {
            return (id, part);
        }
        let elements = match &data.kind {
            ConstKind::Aggregate(elements) => elements,
            ConstKind::Splat(element) => {
                let each = count_parts(&self.module.types, self.module.consts[*element].ty);
                return self.const_leaf(*element, part % each.max(1));
            }
            _ => return (id, part),
        };
        let mut rest = part;
        for element in elements {
            let count = count_parts(&self.module.types, self.module.consts[*element].ty);
            if rest < count {
                return self.const_leaf(*element, rest);
            }
            rest -= count;
        }
        (id, part)
    }

    /// Part `part` of a constant, and what kind of part it is.
    pub fn const_value(&self, id: Const, part: usize) -> Result<(ConstValue, PartType)> {
        let data = &self.module.consts[id];
        let parts = self.parts(data.ty)?;
        let Some(ty) = parts.get(part).map(|p| p.ty) else {
            return self.unsupported("constant of an empty type");
        };
        if let PartType::Vector { .. } = ty {
            return self.unsupported("vector as a number");
        }
        let value = match &data.kind {
            ConstKind::Int(bits) if part == 0 => ConstValue::Int(*bits),
            ConstKind::Int(_) => ConstValue::Int(0),
            ConstKind::BigInt(words) => ConstValue::Int(words.get(part).copied().unwrap_or(0)),
            ConstKind::Float(bits) => ConstValue::Float(*bits),
            ConstKind::Undef | ConstKind::Poison => ConstValue::Undef,
            ConstKind::Null => ConstValue::Int(0),
            ConstKind::Zero if ty.is_int() => ConstValue::Int(0),
            ConstKind::Zero => ConstValue::Float(0),
            ConstKind::Bytes(bytes) => ConstValue::Int(u64::from(bytes[part])),
            ConstKind::Aggregate(_) | ConstKind::Splat(_) => match self.const_leaf(id, part) {
                (leaf, rest) if leaf != id => return self.const_value(leaf, rest),
                _ => return self.unsupported("constant with fewer elements than its type"),
            },
            ConstKind::Global(global) | ConstKind::DsoLocalEquivalent(global) => {
                ConstValue::Address(*global, 0)
            }
            ConstKind::NoCfi(global) => ConstValue::Address(*global, 0),
            ConstKind::BlockAddress(function, block) => ConstValue::BlockAddress(*function, *block),
            ConstKind::Expr(expr) => self.const_expr(expr, ty)?,
            ConstKind::BigFloat(_)
            | ConstKind::NoneToken
            | ConstKind::PtrAuth(_)
            | ConstKind::InlineAsm(_)
            | ConstKind::Metadata(_) => {
                return self.unsupported("constant of this kind as a value");
            }
        };
        Ok((value, ty))
    }

    /// The block-local value that register `part` of a vector constant is.
    fn vector_key(&self, id: Const, part: usize, shape: VectorShape) -> Result<LocalKey> {
        let ty = PartType::Vector {
            lane: shape.lane,
            lanes: shape.lanes_of(part) as u8,
        };
        Ok(match self.vector_bits(id, shape, part)? {
            Some((_, 0)) => LocalKey::Undef(ty),
            Some((bits, _)) => self.vector_bits_key(ty, bits),
            None => LocalKey::VectorExpr(id, part as u32),
        })
    }

    /// The bytes of register `part` of a vector constant in lanes of `shape`, which may differ from the
    /// type's own for masks, and a bit for each lane whose value matters. `None` if a lane is
    /// no number.
    pub fn vector_bits(
        &self,
        id: Const,
        shape: VectorShape,
        part: usize,
    ) -> Result<Option<([u64; 2], u16)>> {
        if let Some(inner) = self.reinterpreted(id)
            && shape.is_exact()
            && let Some(from) = VectorShape::of(&self.module.types, self.module.consts[inner].ty)
            && from.is_exact()
        {
            let found = self.vector_bits(inner, from, part)?;
            let all = u16::MAX >> (16 - shape.lanes_of(part));
            return Ok(found.map(|(bits, defined)| (bits, if defined == 0 { 0 } else { all })));
        }
        let (mut bits, mut defined) = ([0u64; 2], 0);
        let lane_bits = shape.lane.bits();
        let mask = self.module.types.scalar(self.module.consts[id].ty);
        let mask = matches!(self.module.types[mask], TypeData::Integer(1));
        for lane in 0..shape.lanes_of(part) {
            let index = part as u32 * shape.lane.per_register() + lane;
            let Some(element) = self.vector_const_element(id, index)? else {
                continue;
            };
            let value = match element {
                ConstValue::Int(bit) if mask => (bit & 1).wrapping_neg(),
                ConstValue::Int(bits) | ConstValue::Float(bits) => bits,
                ConstValue::Undef => continue,
                _ => return Ok(None),
            };
            let at = lane * lane_bits;
            let value = value & (u64::MAX >> (64 - lane_bits));
            bits[at as usize / 64] |= value << (at % 64);
            defined |= 1 << lane;
        }
        Ok(Some((bits, defined)))
    }

    /// The constant that a bit cast of vectors is made of.
    fn reinterpreted(&self, id: Const) -> Option<Const> {
        match &self.module.consts[id].kind {
            ConstKind::Expr(ConstExpr::Cast(CastOp::BitCast, inner)) => Some(*inner),
            _ => None,
        }
    }

    /// Element `index` of a vector constant; `None` if nothing is known of it.
    fn vector_const_element(&self, id: Const, index: u32) -> Result<Option<ConstValue>> {
        Ok(match self.vector_const_leaf(id, index) {
            Some(element) => match self.const_value(element, 0) {
                Ok((value, _)) => Some(value),
                // Some computed constant.
                Err(_) => Some(ConstValue::Address(self.global, 0)),
            },
            None => match &self.module.consts[id].kind {
                ConstKind::Undef | ConstKind::Poison => None,
                ConstKind::Zero => Some(ConstValue::Int(0)),
                _ => return self.unsupported("vector constant of this kind"),
            },
        })
    }

    /// The constant that element `index` of a vector constant is, if it is written.
    pub fn vector_const_leaf(&self, id: Const, index: u32) -> Option<Const> {
        match &self.module.consts[id].kind {
            ConstKind::Aggregate(elements) => elements.get(index as usize).copied(),
            ConstKind::Splat(element) => Some(*element),
            _ => None,
        }
    }

    fn const_expr(&self, expr: &ConstExpr, ty: PartType) -> Result<ConstValue> {
        match expr {
            ConstExpr::Cast(op, inner) => {
                let (value, from) = self.const_value(*inner, 0)?;
                self.const_cast(*op, value, from, ty)
            }
            ConstExpr::Gep {
                source, operands, ..
            } => {
                let (base, indices) = operands.split_first().expect("a gep has a base");
                let indices: Vec<i64> = indices
                    .iter()
                    .map(|index| self.const_index(*index))
                    .collect::<Result<_>>()?;
                let offset = self.layout.gep_offset(&self.module.types, *source, indices);
                let Some(offset) = offset else {
                    return self.unsupported("getelementptr into a type without size");
                };
                match self.const_value(*base, 0)?.0 {
                    ConstValue::Address(global, at) => {
                        Ok(ConstValue::Address(global, at.wrapping_add(offset)))
                    }
                    ConstValue::Int(at) => Ok(ConstValue::Int(at.wrapping_add(offset as u64))),
                    ConstValue::Undef => Ok(ConstValue::Undef),
                    _ => self.unsupported("getelementptr constant on this base"),
                }
            }
            ConstExpr::Binary(op, _, left, right) => {
                let left = self.const_value(*left, 0)?.0;
                let right = self.const_value(*right, 0)?.0;
                self.const_binary(*op, left, right, ty)
            }
            ConstExpr::ExtractElement(..)
            | ConstExpr::InsertElement(..)
            | ConstExpr::ShuffleVector(..) => self.unsupported("vector constant expression"),
        }
    }

    fn const_index(&self, id: Const) -> Result<i64> {
        let bits = match self.module.types[self.module.consts[id].ty] {
            TypeData::Integer(bits) => bits.min(64),
            _ => return self.unsupported("vector index in a constant"),
        };
        match self.const_value(id, 0)?.0 {
            ConstValue::Int(value) => Ok(sign_extend(value, bits)),
            _ => self.unsupported("symbolic index in a constant"),
        }
    }

    fn const_cast(
        &self,
        op: CastOp,
        value: ConstValue,
        from: PartType,
        to: PartType,
    ) -> Result<ConstValue> {
        let mask = u64::MAX >> (64 - to.bits());
        Ok(match (op, value) {
            (_, ConstValue::Undef) => ConstValue::Undef,
            (CastOp::PtrToInt | CastOp::IntToPtr | CastOp::BitCast, value)
                if from.bits() == to.bits() && from.is_int() && to.is_int() =>
            {
                value
            }
            (CastOp::BitCast, ConstValue::Int(bits)) => ConstValue::Float(bits),
            (CastOp::BitCast, ConstValue::Float(bits)) => ConstValue::Int(bits),
            (CastOp::Trunc | CastOp::PtrToInt | CastOp::IntToPtr, ConstValue::Int(bits)) => {
                ConstValue::Int(bits & mask)
            }
            _ => return self.unsupported(format!("constant expression {}", op.keyword())),
        })
    }

    fn const_binary(
        &self,
        op: BinaryOp,
        left: ConstValue,
        right: ConstValue,
        ty: PartType,
    ) -> Result<ConstValue> {
        use ConstValue::{Address, Int};
        let mask = u64::MAX >> (64 - ty.bits());
        Ok(match (op, left, right) {
            (_, ConstValue::Undef, _) | (_, _, ConstValue::Undef) => ConstValue::Undef,
            (BinaryOp::Add, Address(global, at), Int(by))
            | (BinaryOp::Add, Int(by), Address(global, at)) => {
                Address(global, at.wrapping_add(by as i64))
            }
            (BinaryOp::Sub, Address(global, at), Int(by)) => {
                Address(global, at.wrapping_sub(by as i64))
            }
            (BinaryOp::Sub, Address(a, at), Address(b, by)) if a == b => {
                Int(at.wrapping_sub(by) as u64 & mask)
            }
            (BinaryOp::Add, Int(a), Int(b)) => Int(a.wrapping_add(b) & mask),
            (BinaryOp::Sub, Int(a), Int(b)) => Int(a.wrapping_sub(b) & mask),
            (BinaryOp::Mul, Int(a), Int(b)) => Int(a.wrapping_mul(b) & mask),
            (BinaryOp::Xor, Int(a), Int(b)) => Int(a ^ b),
            _ => return self.unsupported(format!("constant expression {}", op.keyword())),
        })
    }
}
