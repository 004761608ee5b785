//! Rules of types and constants. Each is interned, so each is checked once.

use super::{MAX_ERRORS, Rule, Verifier, ensure};
use crate::constant::{ConstExpr, ConstKind};
use crate::entities::{Const, Type};
use crate::inst::CastOp;
use crate::types::{TypeData, TypeTable};

impl Verifier<'_> {
    pub(super) fn types_and_constants(&mut self) {
        let module = self.module;
        for (ty, _) in module.types.iter() {
            if let Err(message) = self.type_rule(ty) {
                self.module_error(message);
            }
        }
        for (id, _) in module.consts.iter() {
            if self.errors.len() >= MAX_ERRORS {
                return;
            }
            if let Err(message) = self.constant_rule(id) {
                let shown = self.show_const(id);
                self.module_error(format!("{message}: {shown}"));
            }
        }
    }

    fn type_rule(&self, ty: Type) -> Rule {
        let types = &self.module.types;
        match &types[ty] {
            TypeData::Integer(bits) => {
                ensure!((1..=1 << 23).contains(bits), "integer type of {bits} bits");
            }
            TypeData::Array { element, .. } => {
                ensure!(
                    is_member(types, *element),
                    "invalid array element type {}",
                    self.show(*element)
                );
            }
            TypeData::Vector { element, len, .. } => {
                ensure!(*len > 0, "vector type without elements");
                ensure!(
                    types.is_int(*element) || types.is_float(*element) || types.is_ptr(*element),
                    "invalid vector element type {}",
                    self.show(*element)
                );
            }
            TypeData::Struct { .. } | TypeData::Named(_) => {
                let fields = types
                    .struct_fields(ty)
                    .map_or(&[][..], |(fields, _)| fields);
                for field in fields {
                    ensure!(
                        is_member(types, *field),
                        "invalid struct field type {}",
                        self.show(*field)
                    );
                }
            }
            TypeData::Function { ret, params, .. } => {
                ensure!(
                    !matches!(
                        types[*ret],
                        TypeData::Label | TypeData::Metadata | TypeData::Function { .. }
                    ),
                    "invalid result type {} of a function",
                    self.show(*ret)
                );
                for param in params {
                    ensure!(
                        !matches!(types[*param], TypeData::Void | TypeData::Function { .. }),
                        "invalid parameter type {} of a function",
                        self.show(*param)
                    );
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn constant_rule(&self, id: Const) -> Rule {
        let module = self.module;
        let types = &module.types;
        let data = &module.consts[id];
        let ty = data.ty;
        let mismatch = || format!("constant does not fit its type {}", self.show(ty));
        let fits = match &data.kind {
            ConstKind::Int(value) => types
                .int_bits(ty)
                .is_some_and(|bits| bits <= 64 && (bits == 64 || value >> bits == 0)),
            ConstKind::BigInt(words) => types
                .int_bits(ty)
                .is_some_and(|bits| bits > 64 && words.len() == bits.div_ceil(64) as usize),
            ConstKind::Float(_) => matches!(
                types[ty],
                TypeData::Half | TypeData::BFloat | TypeData::Float | TypeData::Double
            ),
            ConstKind::BigFloat(_) => matches!(
                types[ty],
                TypeData::X86Fp80 | TypeData::Fp128 | TypeData::PpcFp128
            ),
            ConstKind::Null => types.is_ptr(ty),
            ConstKind::NoneToken => ty == TypeTable::TOKEN,
            ConstKind::Bytes(bytes) => match types[ty] {
                TypeData::Array { element, len } => {
                    element == TypeTable::I8 && len == bytes.len() as u64
                }
                _ => false,
            },
            ConstKind::Aggregate(elements) => {
                types.num_elements(ty) == Some(elements.len() as u64)
                    && elements.iter().enumerate().all(|(index, element)| {
                        types.element(ty, index as u64) == Some(module.consts[*element].ty)
                    })
            }
            ConstKind::Splat(element) => {
                types.is_vector(ty) && types.scalar(ty) == module.consts[*element].ty
            }
            ConstKind::Global(_)
            | ConstKind::BlockAddress(..)
            | ConstKind::DsoLocalEquivalent(_)
            | ConstKind::NoCfi(_)
            | ConstKind::PtrAuth(_) => types.is_ptr(ty),
            ConstKind::Zero => !matches!(
                types[ty],
                TypeData::Void | TypeData::Label | TypeData::Function { .. }
            ),
            ConstKind::Undef | ConstKind::Poison => !matches!(
                types[ty],
                TypeData::Void | TypeData::Label | TypeData::Function { .. }
            ),
            ConstKind::Expr(expr) => return self.expression_rule(ty, expr),
            ConstKind::InlineAsm(_) | ConstKind::Metadata(_) => true,
        };
        if !fits {
            return Err(mismatch());
        }
        if let ConstKind::BlockAddress(function, block) = data.kind {
            let body = module.globals[function].body();
            ensure!(body.is_some(), "block address in a function without body");
            ensure!(
                body.is_some_and(|body| body.entry() != block),
                "block address of the entry block"
            );
        }
        Ok(())
    }

    fn expression_rule(&self, ty: Type, expr: &ConstExpr) -> Rule {
        let types = &self.module.types;
        let type_of = |id: Const| self.module.consts[id].ty;
        match expr {
            ConstExpr::Cast(op, value) => self.cast_rule(*op, type_of(*value), ty),
            ConstExpr::Binary(_, _, left, right) => {
                ensure!(
                    type_of(*left) == ty && type_of(*right) == ty,
                    "operands of the constant expression do not have its type {}",
                    self.show(ty)
                );
                Ok(())
            }
            ConstExpr::Gep {
                source, operands, ..
            } => {
                let constants: Vec<_> = operands
                    .iter()
                    .map(|id| (type_of(*id), Some(*id)))
                    .collect();
                self.gep_rule(*source, &constants, ty)
            }
            ConstExpr::ExtractElement(vector, _) => {
                ensure!(
                    types.is_vector(type_of(*vector)) && types.scalar(type_of(*vector)) == ty,
                    "extractelement does not give {}",
                    self.show(ty)
                );
                Ok(())
            }
            ConstExpr::InsertElement(vector, element, _) => {
                ensure!(
                    type_of(*vector) == ty && types.scalar(ty) == type_of(*element),
                    "insertelement does not give {}",
                    self.show(ty)
                );
                Ok(())
            }
            ConstExpr::ShuffleVector(left, right, _) => {
                ensure!(
                    types.is_vector(ty) && type_of(*left) == type_of(*right),
                    "shufflevector of unlike vectors"
                );
                Ok(())
            }
        }
    }

    /// The rule of conversions, for instructions and constants.
    pub(super) fn cast_rule(&self, op: CastOp, from: Type, to: Type) -> Rule {
        use CastOp::*;
        let types = &self.module.types;
        let (from_scalar, to_scalar) = (types.scalar(from), types.scalar(to));
        let same_shape = self.shape(from) == self.shape(to);
        let int = |ty| types.is_int(ty);
        let float = |ty| types.is_float(ty);
        let bits = |ty| self.layout.size_in_bits(types, ty);
        let fits = match op {
            Trunc => int(from_scalar) && int(to_scalar) && bits(from_scalar) > bits(to_scalar),
            ZExt | SExt => {
                int(from_scalar) && int(to_scalar) && bits(from_scalar) < bits(to_scalar)
            }
            FpTrunc => {
                float(from_scalar) && float(to_scalar) && bits(from_scalar) > bits(to_scalar)
            }
            FpExt => float(from_scalar) && float(to_scalar) && bits(from_scalar) < bits(to_scalar),
            UiToFp | SiToFp => int(from_scalar) && float(to_scalar),
            FpToUi | FpToSi => float(from_scalar) && int(to_scalar),
            PtrToInt => types.is_ptr(from_scalar) && int(to_scalar),
            IntToPtr => int(from_scalar) && types.is_ptr(to_scalar),
            AddrSpaceCast => {
                types.is_ptr(from_scalar) && types.is_ptr(to_scalar) && from_scalar != to_scalar
            }
            BitCast => return self.bitcast_rule(from, to),
        };
        ensure!(
            fits && same_shape,
            "invalid {} from {} to {}",
            op.keyword(),
            self.show(from),
            self.show(to)
        );
        Ok(())
    }

    fn bitcast_rule(&self, from: Type, to: Type) -> Rule {
        let types = &self.module.types;
        let first_class = |ty: Type| {
            !types.is_aggregate(ty)
                && !matches!(
                    types[ty],
                    TypeData::Void
                        | TypeData::Label
                        | TypeData::Metadata
                        | TypeData::Token
                        | TypeData::Function { .. }
                )
        };
        let (from_ptr, to_ptr) = (
            types.is_ptr(types.scalar(from)),
            types.is_ptr(types.scalar(to)),
        );
        let fits = if from_ptr || to_ptr {
            // Vectors of one pointer are as good as the pointer.
            let lanes = |ty| self.shape(ty).map_or(1, |(len, _)| len);
            types.scalar(from) == types.scalar(to) && lanes(from) == lanes(to)
        } else {
            self.scalable_bits(from) == self.scalable_bits(to)
        };
        ensure!(
            from == to && first_class(from) || first_class(from) && first_class(to) && fits,
            "invalid bitcast from {} to {}",
            self.show(from),
            self.show(to)
        );
        Ok(())
    }

    /// Size in bits, and whether it is a multiple of `vscale`.
    fn scalable_bits(&self, ty: Type) -> (Option<u64>, bool) {
        let types = &self.module.types;
        match types[ty] {
            TypeData::Vector {
                element,
                len,
                scalable: true,
            } => {
                let bits = self.layout.size_in_bits(types, element);
                (bits.map(|bits| bits * u64::from(len)), true)
            }
            _ => (self.layout.size_in_bits(types, ty), false),
        }
    }

    /// Number of lanes and scalability of a vector, `None` for a scalar.
    pub(super) fn shape(&self, ty: Type) -> Option<(u32, bool)> {
        match self.module.types[ty] {
            TypeData::Vector { len, scalable, .. } => Some((len, scalable)),
            _ => None,
        }
    }

    /// The rule of `getelementptr`: types of base and indices, with their constants where known.
    pub(super) fn gep_rule(
        &self,
        source: Type,
        operands: &[(Type, Option<Const>)],
        result: Type,
    ) -> Rule {
        let types = &self.module.types;
        let Some(((base, _), indices)) = operands.split_first() else {
            return Err("getelementptr without base".into());
        };
        ensure!(
            types.is_ptr(types.scalar(*base)),
            "base of getelementptr is {}, not a pointer",
            self.show(*base)
        );
        ensure!(
            self.is_sized(source),
            "getelementptr into unsized type {}",
            self.show(source)
        );
        let mut shape = self.shape(*base);
        let mut at = source;
        for (position, (ty, constant)) in indices.iter().enumerate() {
            ensure!(
                types.is_int(types.scalar(*ty)),
                "index of getelementptr is {}, not an integer",
                self.show(*ty)
            );
            if let Some(lanes) = self.shape(*ty) {
                ensure!(
                    shape.is_none_or(|shape| shape == lanes),
                    "vectors of different lengths in getelementptr"
                );
                shape = Some(lanes);
            }
            if position == 0 {
                continue;
            }
            at = match types[at] {
                TypeData::Array { element, .. } | TypeData::Vector { element, .. } => element,
                _ => {
                    let index = constant.and_then(|id| self.small_constant(id));
                    let field = index.and_then(|index| types.element(at, index));
                    field.ok_or_else(|| {
                        format!("invalid index of getelementptr into {}", self.show(at))
                    })?
                }
            };
        }
        ensure!(
            types.scalar(result) == types.scalar(*base) && self.shape(result) == shape,
            "getelementptr does not give {}",
            self.show(result)
        );
        Ok(())
    }

    /// The value of an `i32` constant, or of the elements of a vector of equal ones.
    fn small_constant(&self, id: Const) -> Option<u64> {
        let data = &self.module.consts[id];
        if self.module.types.scalar(data.ty) != TypeTable::I32 {
            return None;
        }
        match &data.kind {
            ConstKind::Int(value) => Some(*value),
            ConstKind::Zero => Some(0),
            ConstKind::Splat(element) => self.small_constant(*element),
            ConstKind::Aggregate(elements) => {
                let (first, rest) = elements.split_first()?;
                let equal = rest.iter().all(|id| id == first);
                equal.then(|| self.small_constant(*first)).flatten()
            }
            _ => None,
        }
    }

    /// Whether values of the type have a size, if only known at run time.
    pub(super) fn is_sized(&self, ty: Type) -> bool {
        let types = &self.module.types;
        if self.layout.size_in_bits(types, ty).is_some() {
            return true;
        }
        match &types[ty] {
            TypeData::Vector { .. } => true,
            TypeData::TargetExt { .. } => true,
            TypeData::Array { element, .. } => self.is_sized_part(*element),
            TypeData::Struct { .. } | TypeData::Named(_) => types
                .struct_fields(ty)
                .is_some_and(|(fields, _)| fields.iter().all(|f| self.is_sized_part(*f))),
            _ => false,
        }
    }

    /// As [`Self::is_sized`] for members, without descending further: scalable vectors cannot be deep.
    fn is_sized_part(&self, ty: Type) -> bool {
        let types = &self.module.types;
        match types[ty] {
            TypeData::Vector { .. } | TypeData::TargetExt { .. } => true,
            TypeData::Array { element, .. } => {
                self.layout.size_in_bits(types, ty).is_some()
                    || matches!(types[element], TypeData::Vector { .. })
            }
            _ => self.layout.size_in_bits(types, ty).is_some(),
        }
    }
}

/// Whether a type can be in an array or struct.
fn is_member(types: &TypeTable, ty: Type) -> bool {
    !matches!(
        types[ty],
        TypeData::Void
            | TypeData::Label
            | TypeData::Metadata
            | TypeData::Token
            | TypeData::Function { .. }
    )
}
