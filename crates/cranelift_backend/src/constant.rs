//! Constants as values of CLIF, computed where they are used.

use avarice_emit::{DataSymbol, DataWriter};
use avarice_ir::{
    CastOp, Const, ConstExpr, ConstKind, GepStep, GepWalk, Global, GlobalKind, Linkage,
    ThreadLocal, Type,
};
use cranelift_codegen::ir::{self, GlobalValueData, InstBuilder, types};

use crate::parts::PartKind;
use crate::translator::{Result, Translator, Values, namespace};

/// The most elements of a constant that is computed.
const MOST_ELEMENTS: u64 = 1024;

impl Translator<'_, '_> {
    /// The parts of a constant.
    ///
    /// # Errors
    /// If it is not supported.
    pub(crate) fn constant(&mut self, id: Const) -> Result<Values> {
        let module = self.convention.module;
        let data = &module.consts[id];
        let one = match &data.kind {
            ConstKind::Int(value) => self.int_constant(self.only_kind(data.ty)?, *value, 0),
            ConstKind::BigInt(words) => {
                let word = |index: usize| words.get(index).copied().unwrap_or(0);
                self.int_constant(self.only_kind(data.ty)?, word(0), word(1))
            }
            ConstKind::Float(bits) => match self.only_kind(data.ty)? {
                PartKind::Float => {
                    let number = ir::immediates::Ieee32::with_bits(*bits as u32);
                    self.builder.ins().f32const(number)
                }
                _ => {
                    let number = ir::immediates::Ieee64::with_bits(*bits);
                    self.builder.ins().f64const(number)
                }
            },
            ConstKind::Null | ConstKind::Undef | ConstKind::Poison | ConstKind::Zero => {
                return self.zeros(data.ty);
            }
            ConstKind::Bytes(bytes) => {
                let bytes = bytes.iter();
                let bytes = bytes.map(|byte| {
                    let byte = i64::from(*byte);
                    self.builder.ins().iconst(types::I8, byte)
                });
                return Ok(bytes.collect());
            }
            ConstKind::Aggregate(elements) => {
                let mut all = Values::new();
                for element in elements {
                    all.extend(self.constant(*element)?);
                }
                return Ok(all);
            }
            ConstKind::Splat(element) => {
                let count = module.types.num_elements(data.ty).unwrap_or(0);
                let element = self.constant(*element)?;
                let count = element.len() * count.min(MOST_ELEMENTS) as usize;
                return Ok(element.iter().copied().cycle().take(count).collect());
            }
            ConstKind::Global(global)
            | ConstKind::DsoLocalEquivalent(global)
            | ConstKind::NoCfi(global) => self.global_address(*global)?,
            ConstKind::Expr(expr) => return self.constant_expr(id, data.ty, expr),
            ConstKind::BlockAddress(..) => return self.unsupported("address of a block"),
            ConstKind::BigFloat(_)
            | ConstKind::NoneToken
            | ConstKind::PtrAuth(_)
            | ConstKind::InlineAsm(_)
            | ConstKind::Metadata(_) => {
                let ty = avarice_ir::printer::print_type(module, data.ty);
                return self.unsupported(format!("constant of type {ty}"));
            }
        };
        Ok([one].into_iter().collect())
    }

    /// The kind of the only part of a type.
    pub(crate) fn only_kind(&self, ty: Type) -> Result<PartKind> {
        match self.parts_of(ty)?[..] {
            [part] => Ok(part.kind),
            _ => {
                let ty = avarice_ir::printer::print_type(self.convention.module, ty);
                self.unsupported(format!("operation on type {ty}"))
            }
        }
    }

    /// An integer of which the bits above its width are zero.
    fn int_constant(&mut self, kind: PartKind, low: u64, high: u64) -> ir::Value {
        match kind.clif() {
            types::I128 => {
                let low = self.builder.ins().iconst(types::I64, low as i64);
                let high = self.builder.ins().iconst(types::I64, high as i64);
                self.builder.ins().iconcat(low, high)
            }
            ty => self.builder.ins().iconst(ty, low as i64),
        }
    }

    /// An integer of a type of CLIF; its higher bits are dropped.
    pub(crate) fn iconst(&mut self, ty: ir::Type, value: u128) -> ir::Value {
        let bits = ty.bits().min(128);
        let value = value & (u128::MAX >> (128 - bits));
        let kind = PartKind::Int(bits);
        self.int_constant(kind, value as u64, (value >> 64) as u64)
    }

    /// Zeros of a type.
    pub(crate) fn zeros(&mut self, ty: Type) -> Result<Values> {
        let parts = self.parts_of(ty)?;
        let zeros = parts.iter().map(|part| self.zero(part.kind.clif()));
        Ok(zeros.collect())
    }

    /// Zero of a type of CLIF.
    pub(crate) fn zero(&mut self, ty: ir::Type) -> ir::Value {
        match ty {
            types::F32 => self.builder.ins().f32const(0.0),
            types::F64 => self.builder.ins().f64const(0.0),
            types::I64X2 => {
                let zero = self.builder.ins().iconst(types::I64, 0);
                self.builder.ins().splat(types::I64X2, zero)
            }
            _ => self.iconst(ty, 0),
        }
    }

    /// The address of a global.
    pub(crate) fn global_address(&mut self, global: Global) -> Result<ir::Value> {
        let module = self.convention.module;
        let data = &module.globals[global];
        let tls = data.thread_local != ThreadLocal::None;
        let symbol = match self.symbols[global].expand() {
            Some(symbol) => symbol,
            None => {
                let name = self.external_name(namespace::GLOBAL, global.as_u32() as usize);
                let near = data.linkage.is_local() || data.dso_local;
                let may_be_absent = data.linkage == Linkage::ExternWeak;
                let is_ifunc = matches!(data.kind, GlobalKind::IFunc { .. });
                let data = GlobalValueData::Symbol {
                    name,
                    offset: 0.into(),
                    colocated: near && !may_be_absent && !is_ifunc,
                    tls,
                };
                let symbol = self.builder.create_global_value(data);
                self.symbols[global] = symbol.into();
                symbol
            }
        };
        Ok(match tls {
            true => self.builder.ins().tls_value(types::I64, symbol),
            false => self.builder.ins().symbol_value(types::I64, symbol),
        })
    }

    fn constant_expr(&mut self, id: Const, ty: Type, expr: &ConstExpr) -> Result<Values> {
        let module = self.convention.module;
        if module.types.is_ptr(ty) {
            let layout = self.convention.layout;
            let found = DataWriter { module, layout }.symbol_and_offset(id);
            if let Some((DataSymbol::Global(global), offset)) = found {
                let address = self.global_address(global)?;
                let address = self.add_offset(address, offset);
                return Ok([address].into_iter().collect());
            }
        }
        match expr {
            ConstExpr::Cast(CastOp::BitCast, from)
                if module.types.is_vector(ty)
                    || module.types.is_vector(module.consts[*from].ty) =>
            {
                self.unsupported("constant of bits of a vector")
            }
            ConstExpr::Cast(op, from) => {
                let from_ty = module.consts[*from].ty;
                let parts = self.constant(*from)?;
                let (from_kind, to) = (self.only_kind(from_ty)?, self.only_kind(ty)?);
                let [part] = parts[..] else {
                    return self.unsupported("constant expression on vectors");
                };
                let value = self.cast(*op, from_kind, to, part)?;
                Ok([value].into_iter().collect())
            }
            ConstExpr::Binary(op, _, left, right) => {
                let kind = self.only_kind(ty)?;
                let (left, right) = (self.constant(*left)?[0], self.constant(*right)?[0]);
                let value = self.binary(*op, kind, left, right)?;
                Ok([value].into_iter().collect())
            }
            ConstExpr::Gep {
                source, operands, ..
            } => self.constant_gep(*source, operands),
            ConstExpr::ExtractElement(..)
            | ConstExpr::InsertElement(..)
            | ConstExpr::ShuffleVector(..) => self.unsupported("constant expression on vectors"),
        }
    }

    fn constant_gep(&mut self, source: Type, operands: &[Const]) -> Result<Values> {
        let (module, layout) = (self.convention.module, self.convention.layout);
        let Some((base, indices)) = operands.split_first() else {
            return self.unsupported("getelementptr without a base");
        };
        let mut address = self.constant(*base)?;
        let [pointer] = &mut address[..] else {
            return self.unsupported("constant expression on vectors");
        };
        let mut walk = GepWalk::new(source);
        for index in indices {
            let data = &module.consts[*index];
            let constant = match data.kind {
                ConstKind::Int(value) => {
                    let bits = module.types.int_bits(data.ty).unwrap_or(64).clamp(1, 64);
                    Some((value << (64 - bits)) as i64 >> (64 - bits))
                }
                _ => None,
            };
            match walk.step(layout, &module.types, constant) {
                Some(GepStep::Offset(offset)) => *pointer = self.add_offset(*pointer, offset),
                _ => return self.unsupported("constant expression with such an index"),
            }
        }
        Ok(address)
    }
}
