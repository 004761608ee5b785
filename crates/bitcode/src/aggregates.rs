//! Constants that are made of others: arrays, structs, vectors, and constant expressions.

use avarice_ir::typing;
use avarice_ir::{BinaryOp, CastOp, Const, ConstExpr, ConstKind, InstFlags, Type, TypeData};

use crate::error::Result;
use crate::instructions::{binary_op, cast_op, gep_flags};
use crate::reader::Reader;

impl Reader<'_> {
    /// The elements of an aggregate, or numbers that are elements of an array or vector.
    pub fn aggregate(&mut self, index: u32, depth: u32) -> Result<Const> {
        let ty = self.listed_type(index);
        let count = self.const_operands(index).len();
        if self.module.types.num_elements(ty) != Some(count as u64)
            || matches!(
                self.module.types[ty],
                TypeData::Vector { scalable: true, .. }
            )
        {
            return Err(self.error("a constant must have as many elements as its type"));
        }
        let is_data = self.listed_code(index) == 22;
        let mut elements = Vec::with_capacity(count);
        let mut weight = 1u32;
        for at in 0..count {
            let Some(wanted) = self.module.types.element(ty, at as u64) else {
                return Err(self.error("a constant must have as many elements as its type"));
            };
            let element = match is_data {
                true => self.number_element(index, at, wanted)?,
                false => {
                    let (element, inner) = self.inner_constant(index, at, depth)?;
                    weight = weight.saturating_add(inner);
                    element
                }
            };
            if self.module.consts[element].ty != wanted {
                return Err(self.error(format!("element {at} does not have its type")));
            }
            elements.push(element);
        }
        if !is_data {
            self.set_weight(index, weight)?;
        }
        let kind = typing::aggregate(&self.module, ty, &elements);
        Ok(self.module.constant(ty, kind))
    }

    /// Operand `at`, which is a number of type `ty`.
    fn number_element(&mut self, index: u32, at: usize, ty: Type) -> Result<Const> {
        let bits = self.const_operand(index, at)?;
        let kind = match self.module.types[ty] {
            TypeData::Integer(8 | 16 | 32 | 64) => return Ok(self.module.int_constant(ty, bits)),
            TypeData::Half | TypeData::BFloat => ConstKind::Float(bits & 0xffff),
            TypeData::Float => ConstKind::Float(bits & 0xffff_ffff),
            TypeData::Double => ConstKind::Float(bits),
            _ => return Err(self.error("the elements of this constant must be numbers")),
        };
        Ok(self.module.constant(ty, kind))
    }

    /// A constant expression.
    pub fn const_expr(&mut self, index: u32, depth: u32) -> Result<Const> {
        match self.listed_code(index) {
            10 => self.binary_expr(index, depth),
            11 => self.cast_expr(index, depth),
            14 => {
                let (vector, _) = self.inner_constant(index, 1, depth)?;
                let at = self.const_operands(index).len().saturating_sub(1);
                let (lane, _) = self.inner_constant(index, at, depth)?;
                let types = (self.const_type(vector), self.const_type(lane));
                let rule = typing::check_extract_element(&self.module, types.0, types.1);
                let ty = self.follow(rule)?;
                Ok(self.expr(ty, ConstExpr::ExtractElement(vector, lane)))
            }
            15 => {
                let (vector, _) = self.inner_constant(index, 0, depth)?;
                let (element, _) = self.inner_constant(index, 1, depth)?;
                let at = self.const_operands(index).len().saturating_sub(1);
                let (lane, _) = self.inner_constant(index, at, depth)?;
                let ty = self.const_type(vector);
                let (element_ty, lane_ty) = (self.const_type(element), self.const_type(lane));
                let rule = typing::check_insert_element(&self.module, ty, element_ty, lane_ty);
                self.follow(rule)?;
                Ok(self.expr(ty, ConstExpr::InsertElement(vector, element, lane)))
            }
            16 => self.shuffle_expr(index, 0, depth),
            19 => self.shuffle_expr(index, 1, depth),
            _ => self.gep_expr(index, depth),
        }
    }

    fn const_type(&self, id: Const) -> Type {
        self.module.consts[id].ty
    }

    fn expr(&mut self, ty: Type, expr: ConstExpr) -> Const {
        self.module.constant(ty, ConstKind::Expr(expr))
    }

    /// `[operator, left, right, flags]`
    fn binary_expr(&mut self, index: u32, depth: u32) -> Result<Const> {
        let (left, _) = self.inner_constant(index, 1, depth)?;
        let (right, _) = self.inner_constant(index, 2, depth)?;
        let ty = self.const_type(left);
        let is_float = typing::is_float_or_vector(&self.module, ty);
        let op = binary_op(self.const_operand(index, 0)?, is_float);
        let Some(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Xor)) = op else {
            return Err(self.error("this is no longer a constant expression"));
        };
        if self.const_type(right) != ty {
            return Err(self.error("both operands must have the same type"));
        }
        self.follow(typing::check_binary(&self.module, op, ty))?;
        let bits = self.const_operands(index).get(3).copied().unwrap_or(0);
        let mut flags = InstFlags::empty();
        if op != BinaryOp::Xor {
            flags.set(InstFlags::NUW, bits & 1 != 0);
            flags.set(InstFlags::NSW, bits & 2 != 0);
        }
        Ok(self.expr(ty, ConstExpr::Binary(op, flags, left, right)))
    }

    /// `[operator, type of the operand, operand]`; the type of the constant is the result's.
    fn cast_expr(&mut self, index: u32, depth: u32) -> Result<Const> {
        let ty = self.listed_type(index);
        let (value, _) = self.inner_constant(index, 2, depth)?;
        let op = match cast_op(self.const_operand(index, 0)?) {
            Some(
                op @ (CastOp::Trunc
                | CastOp::PtrToInt
                | CastOp::IntToPtr
                | CastOp::BitCast
                | CastOp::AddrSpaceCast),
            ) => op,
            _ => return Err(self.error("this is no longer a constant expression")),
        };
        let from = self.const_type(value);
        self.follow(typing::check_cast(&self.module, op, from, ty))?;
        if op == CastOp::BitCast && from == ty {
            // As LLVM folds it.
            return Ok(value);
        }
        if op == CastOp::IntToPtr && self.module.consts[value].kind == ConstKind::Int(0) {
            return Ok(self.module.constant(ty, ConstKind::Null));
        }
        Ok(self.expr(ty, ConstExpr::Cast(op, value)))
    }

    fn shuffle_expr(&mut self, index: u32, first: usize, depth: u32) -> Result<Const> {
        let (a, _) = self.inner_constant(index, first, depth)?;
        let (b, _) = self.inner_constant(index, first + 1, depth)?;
        let (mask, _) = self.inner_constant(index, first + 2, depth)?;
        let types = (self.const_type(a), self.const_type(b));
        let rule = typing::check_shuffle(&mut self.module, types.0, types.1, mask);
        let ty = self.follow(rule)?;
        let lanes = self.shuffle_lanes(mask)?;
        if let Some(element) = typing::repeated_element(&self.module, ty, a, &lanes) {
            return Ok(self.module.constant(ty, ConstKind::Splat(element)));
        }
        Ok(self.expr(ty, ConstExpr::ShuffleVector(a, b, lanes)))
    }

    /// The lanes that a mask selects.
    pub fn shuffle_lanes(&mut self, mask: Const) -> Result<Box<[i32]>> {
        let len = self.module.types.num_elements(self.const_type(mask));
        match (typing::shuffle_lanes(&self.module, mask), len) {
            (Some(Ok(lanes)), _) => Ok(lanes),
            (Some(Err(all)), Some(len)) => {
                self.charge(len as usize * 4)?;
                Ok(vec![all; len as usize].into())
            }
            _ => Err(self.error("the mask of a shuffle holds numbers")),
        }
    }

    /// `[source type, flags, range, (type, operand)…]`, of which only some kinds have flags and a range.
    fn gep_expr(&mut self, index: u32, depth: u32) -> Result<Const> {
        let code = self.listed_code(index);
        let source = self.ty(self.const_operand(index, 0)?)?;
        let mut at = 1;
        let mut flags = InstFlags::empty();
        match code {
            20 => flags = InstFlags::INBOUNDS,
            24 | 31 | 32 => {
                let bits = self.const_operand(index, 1)?;
                // The index of the range of LLVM before 19 is only a promise.
                flags = gep_flags(if code == 24 { bits & 1 } else { bits });
                at = 2;
            }
            _ => {}
        }
        let mut in_range = None;
        if code == 31 {
            let bits = self.const_operand(index, at)?;
            if bits > 64 {
                return Err(self.error("a range of more than 64 bits is not read"));
            }
            let low = crate::attributes::unrotated(self.const_operand(index, at + 1)?);
            let high = crate::attributes::unrotated(self.const_operand(index, at + 2)?);
            if high <= low {
                let message = "the end of the range must be greater than its start";
                return Err(self.error(message));
            }
            in_range = Some(Box::new((low, high)));
            at += 3;
        }
        let len = self.const_operands(index).len();
        if len <= at || !(len - at).is_multiple_of(2) {
            return Err(self.error("the operands of this expression are not typed"));
        }
        let mut operands = Vec::new();
        for place in (at + 1..len).step_by(2) {
            operands.push(self.inner_constant(index, place, depth)?.0);
        }
        let pointer = self.const_type(operands[0]);
        let indices = operands[1..].iter();
        let indices = indices.map(|id| (self.module.consts[*id].ty, Some(*id)));
        let shape = typing::check_gep(&self.module, source, pointer, indices);
        let shape = self.follow(shape)?;
        let ty = typing::gep_type(&mut self.module, pointer, shape);
        let operands = operands.into();
        Ok(self.expr(
            ty,
            ConstExpr::Gep {
                source,
                flags,
                in_range,
                operands,
            },
        ))
    }
}
