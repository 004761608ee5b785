//! Constants as values, and the addresses of globals.
//!
//! A global gets its address when something refers to it, and its initial value before the next instruction, so that
//! variables which point to each other need no order and a large module costs no more than what is used of it.

use avarice_ir::{
    Const, ConstExpr, ConstKind, GepStep, GepWalk, Global, GlobalKind, Type, TypeData,
};

use super::arithmetic::{self, Scalar};
use super::datum::{Datum, check_parts, num_parts, truncate};
use super::memory::ObjectKind;
use super::{Failure, Interpreter, Spectator};

/// How deep constants nest that are run.
const MAX_DEPTH: u32 = 256;

impl<W: Spectator> Interpreter<'_, W> {
    /// What a constant is.
    pub(super) fn constant(&mut self, id: Const) -> Result<Datum, Failure> {
        if let Some(known) = &self.constants[id] {
            self.memory.add_work(size_of_val(known.parts()) as u64);
            return Ok(known.clone());
        }
        let datum = self.evaluate(id, 0)?;
        self.constants[id] = Some(datum.clone());
        self.initialize_variables()?;
        Ok(datum)
    }

    fn evaluate(&mut self, id: Const, depth: u32) -> Result<Datum, Failure> {
        if depth > MAX_DEPTH {
            return Err(Failure::unsupported("a constant that nests so deep"));
        }
        let module = self.module;
        let data = &module.consts[id];
        match &data.kind {
            ConstKind::Int(value) => Ok(Datum::Bits((*value).into())),
            ConstKind::BigInt(words) => {
                check_parts(&module.types, data.ty)?;
                let words = words.iter().rev();
                let value = words.fold(0, |value: u128, word| value << 64 | u128::from(*word));
                Ok(Datum::Bits(value))
            }
            ConstKind::Float(bits) => Ok(Datum::Bits((*bits).into())),
            ConstKind::BigFloat([low, high]) => {
                Ok(Datum::Bits(u128::from(*high) << 64 | u128::from(*low)))
            }
            ConstKind::Null
            | ConstKind::Undef
            | ConstKind::Poison
            | ConstKind::Zero
            | ConstKind::NoneToken
            | ConstKind::Metadata(_) => Datum::zero(&module.types, data.ty),
            ConstKind::Bytes(bytes) => Ok(Datum::Parts(
                bytes
                    .iter()
                    .map(|byte| Datum::Bits((*byte).into()))
                    .collect(),
            )),
            ConstKind::Aggregate(elements) => {
                let parts = elements
                    .iter()
                    .map(|element| self.evaluate(*element, depth + 1));
                Ok(Datum::Parts(parts.collect::<Result<_, _>>()?))
            }
            ConstKind::Splat(element) => {
                let count = num_parts(&module.types, data.ty)?.unwrap_or(1);
                let element = self.evaluate(*element, depth + 1)?;
                Ok(Datum::Parts(vec![element; count as usize].into()))
            }
            ConstKind::Global(global)
            | ConstKind::DsoLocalEquivalent(global)
            | ConstKind::NoCfi(global) => self.address(*global, depth),
            ConstKind::Expr(expr) => self.expression(expr, data.ty, depth + 1),
            ConstKind::BlockAddress(..) => Err(Failure::unsupported("the address of a block")),
            ConstKind::PtrAuth(_) => Err(Failure::unsupported("a signed pointer")),
            ConstKind::InlineAsm(_) => Err(Failure::unsupported("inline assembly")),
        }
    }

    fn expression(&mut self, expr: &ConstExpr, ty: Type, depth: u32) -> Result<Datum, Failure> {
        match expr {
            ConstExpr::Cast(op, operand) => {
                let value = self.evaluate(*operand, depth)?.bits();
                let from = self.scalar(self.module.consts[*operand].ty)?;
                let to = self.scalar(ty)?;
                let bits = arithmetic::cast(&self.module.types, *op, value, from, to)?;
                Ok(Datum::Bits(bits))
            }
            ConstExpr::Binary(op, _, left, right) => {
                let bits = self.scalar(ty)?.bits;
                let left = self.evaluate(*left, depth)?.bits();
                let right = self.evaluate(*right, depth)?.bits();
                Ok(Datum::Bits(arithmetic::integer(*op, bits, left, right)?))
            }
            ConstExpr::Gep {
                source, operands, ..
            } => {
                let mut values = Vec::with_capacity(operands.len());
                for operand in operands {
                    let bits = self.scalar(self.module.consts[*operand].ty)?.bits;
                    let value = self.evaluate(*operand, depth)?;
                    values.push((value.bits(), bits));
                }
                self.element_address(*source, &values, ty)
            }
            ConstExpr::ExtractElement(..)
            | ConstExpr::InsertElement(..)
            | ConstExpr::ShuffleVector(..) => {
                Err(Failure::unsupported("a constant expression of vectors"))
            }
        }
    }

    /// The type with its width.
    pub(super) fn scalar(&self, ty: Type) -> Result<Scalar, Failure> {
        let is_pointer_vector = self.module.types.is_vector(ty);
        if is_pointer_vector || num_parts(&self.module.types, ty)?.is_some() {
            return Err(Failure::unsupported("this operation on a vector"));
        }
        let bits = self.encoding.bits(ty)?;
        Ok(Scalar { ty, bits })
    }

    /// The address that a `getelementptr` computes: base and indices with their widths; `ty` is the pointer's type.
    pub(super) fn element_address(
        &self,
        source: Type,
        operands: &[(u128, u32)],
        ty: Type,
    ) -> Result<Datum, Failure> {
        let Some(((base, bits), indices)) = operands.split_first() else {
            return Ok(Datum::default());
        };
        let TypeData::Pointer(_) = self.module.types[ty] else {
            return Err(Failure::unsupported("a vector of addresses"));
        };
        let mut walk = GepWalk::new(source);
        let mut address = *base;
        for (index, index_bits) in indices {
            let index = super::datum::signed(*index, *index_bits) as i64;
            match walk.step(self.encoding.layout, &self.module.types, Some(index)) {
                Some(GepStep::Offset(offset)) => {
                    address = address.wrapping_add(i128::from(offset) as u128);
                }
                _ => return Err(Failure::unsupported("an address of this type's elements")),
            }
        }
        Ok(Datum::Bits(truncate(address, *bits)))
    }

    /// The address of a global.
    fn address(&mut self, global: Global, depth: u32) -> Result<Datum, Failure> {
        let module = self.module;
        if self.addresses[global] == 0 {
            let data = &module.globals[global];
            let address = match &data.kind {
                GlobalKind::Alias { aliasee } => self.evaluate(*aliasee, depth + 1)?.word(),
                GlobalKind::IFunc { .. } => return Err(Failure::unsupported("an ifunc")),
                GlobalKind::Function(_) => {
                    self.memory.allocate(0, 16, ObjectKind::Function(global))?
                }
                GlobalKind::Variable(variable) => {
                    // What another module defines has no bytes here, so that using it is an error.
                    let size = match variable.init {
                        Some(_) => self.encoding.alloc_size(data.value_type)?,
                        None => 0,
                    };
                    let kind = if variable.constant {
                        ObjectKind::Constant
                    } else {
                        ObjectKind::Variable
                    };
                    let natural = self
                        .encoding
                        .layout
                        .abi_align(&module.types, data.value_type);
                    let align = data.align.unwrap_or(natural);
                    self.uninitialized.push(global);
                    self.memory.allocate(size, align, kind)?
                }
            };
            self.addresses[global] = address;
        }
        Ok(Datum::Bits(self.addresses[global].into()))
    }

    /// Gives variables that have an address now their initial values.
    fn initialize_variables(&mut self) -> Result<(), Failure> {
        while let Some(global) = self.uninitialized.pop() {
            let data = &self.module.globals[global];
            if let Some(init) = data.variable().and_then(|variable| variable.init) {
                let size = self.encoding.alloc_size(data.value_type)?;
                let mut bytes = vec![0; size as usize];
                self.write_constant(init, &mut bytes, 0)?;
                if !bytes.is_empty() {
                    self.memory.initialize(self.addresses[global], &bytes)?;
                }
            }
        }
        Ok(())
    }

    /// Writes an initial value over `bytes`, which are zeros.
    fn write_constant(&mut self, id: Const, bytes: &mut [u8], depth: u32) -> Result<(), Failure> {
        let module = self.module;
        let data = &module.consts[id];
        match &data.kind {
            ConstKind::Zero | ConstKind::Undef | ConstKind::Poison | ConstKind::Null => Ok(()),
            ConstKind::Bytes(text) => {
                let place = bytes.get_mut(..text.len()).ok_or_else(Failure::bounds)?;
                place.copy_from_slice(text);
                Ok(())
            }
            ConstKind::Aggregate(elements)
                if !module.types.is_vector(data.ty) && depth < MAX_DEPTH =>
            {
                for (element, index) in elements.iter().zip(0..) {
                    let layout = self.encoding.layout;
                    let offset = layout.element_offset(&module.types, data.ty, index);
                    let place = offset.and_then(|offset| bytes.get_mut(offset as usize..));
                    let place = place.ok_or_else(Failure::bounds)?;
                    self.write_constant(*element, place, depth + 1)?;
                }
                Ok(())
            }
            _ => {
                let datum = self.evaluate(id, depth)?;
                self.encoding.write(data.ty, &datum, bytes)
            }
        }
    }
}
