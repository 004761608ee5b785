//! Typing rules shared by instructions and constant expressions, and flags before operands.

use crate::constant::ConstKind;
use crate::entities::{Const, Type};
use crate::inst::{BinaryOp, CastOp, InstFlags};
use crate::types::{TypeData, TypeTable};

use super::keyword::Keyword;
use super::{Parser, Result};

/// Number of elements and whether it is scalable, `None` for what is not a vector.
pub(super) type Shape = Option<(u32, bool)>;

impl Parser<'_> {
    /// Words at the token that are one of `table`, as flags.
    #[inline]
    fn flags(&mut self, table: &[(Keyword, InstFlags)]) -> InstFlags {
        let mut flags = InstFlags::empty();
        while let crate::lexer::Token::Word(word) = self.token
            && let Some((_, flag)) = table.iter().find(|(keyword, _)| *keyword == word)
        {
            flags |= *flag;
            self.bump();
        }
        flags
    }

    /// `nuw`, `nsw`
    pub(super) fn wrap_flags(&mut self) -> InstFlags {
        self.flags(&[
            (Keyword::Nuw, InstFlags::NUW),
            (Keyword::Nsw, InstFlags::NSW),
        ])
    }

    /// One flag.
    pub(super) fn one_flag(&mut self, word: Keyword, flag: InstFlags) -> InstFlags {
        self.flags(&[(word, flag)])
    }

    /// `inbounds`, `nusw`, `nuw`; `inbounds` implies `nusw`, which is then not set.
    pub(super) fn gep_flags(&mut self) -> InstFlags {
        let mut flags = self.flags(&[
            (Keyword::Inbounds, InstFlags::INBOUNDS),
            (Keyword::Nusw, InstFlags::NUSW),
            (Keyword::Nuw, InstFlags::NUW),
        ]);
        if flags.contains(InstFlags::INBOUNDS) {
            flags.remove(InstFlags::NUSW);
        }
        flags
    }

    /// Fast-math flags.
    pub(super) fn fast_flags(&mut self) -> InstFlags {
        self.flags(&[
            (Keyword::Nnan, InstFlags::NNAN),
            (Keyword::Ninf, InstFlags::NINF),
            (Keyword::Nsz, InstFlags::NSZ),
            (Keyword::Arcp, InstFlags::ARCP),
            (Keyword::Contract, InstFlags::CONTRACT),
            (Keyword::Afn, InstFlags::AFN),
            (Keyword::Reassoc, InstFlags::REASSOC),
            (Keyword::Fast, InstFlags::FAST),
        ])
    }

    pub(super) fn shape(&self, ty: Type) -> Shape {
        match self.module.types[ty] {
            TypeData::Vector { len, scalable, .. } => Some((len, scalable)),
            _ => None,
        }
    }

    /// `ty`, or the vector of it with this shape.
    pub(super) fn with_shape(&mut self, element: Type, shape: Shape) -> Type {
        match shape {
            None => element,
            Some((len, scalable)) => {
                let data = TypeData::Vector {
                    element,
                    len,
                    scalable,
                };
                self.module.types.intern(data)
            }
        }
    }

    /// Whether `ty` is an integer or a vector of integers.
    pub(super) fn is_int_or_vector(&self, ty: Type) -> bool {
        self.module.types.is_int(self.module.types.scalar(ty))
    }

    /// Whether `ty` is a floating-point type or a vector of one.
    pub(super) fn is_float_or_vector(&self, ty: Type) -> bool {
        self.module.types.is_float(self.module.types.scalar(ty))
    }

    /// Whether `ty` is a pointer or a vector of pointers.
    pub(super) fn is_ptr_or_vector(&self, ty: Type) -> bool {
        self.module.types.is_ptr(self.module.types.scalar(ty))
    }

    /// Refuses operands of a binary operator that it does not take.
    pub(super) fn check_binary(&self, start: usize, op: BinaryOp, ty: Type) -> Result<()> {
        use BinaryOp::{FAdd, FDiv, FMul, FRem, FSub};
        let float = matches!(op, FAdd | FSub | FMul | FDiv | FRem);
        let fits = if float {
            self.is_float_or_vector(ty)
        } else {
            self.is_int_or_vector(ty)
        };
        if fits {
            return Ok(());
        }
        let (name, kind) = (
            op.keyword(),
            if float { "floating-point" } else { "integer" },
        );
        let message = format!("'{name}' takes {kind} operands, not {}", self.type_name(ty));
        Err(self.error_at(start, message))
    }

    /// Bits of a first-class type that is not an aggregate, `None` for others.
    fn primitive_bits(&self, ty: Type) -> Option<u64> {
        Some(match self.module.types[ty] {
            TypeData::Half | TypeData::BFloat => 16,
            TypeData::Float => 32,
            TypeData::Double | TypeData::X86Mmx => 64,
            TypeData::X86Fp80 => 80,
            TypeData::Fp128 | TypeData::PpcFp128 => 128,
            TypeData::X86Amx => 8192,
            TypeData::Integer(bits) => u64::from(bits),
            TypeData::Vector { element, len, .. } => self.primitive_bits(element)? * u64::from(len),
            _ => return None,
        })
    }

    /// Refuses conversions from `from` to `to` that `op` does not do.
    #[inline]
    pub(super) fn check_cast(&self, start: usize, op: CastOp, from: Type, to: Type) -> Result<()> {
        if self.cast_is_valid(op, from, to) {
            return Ok(());
        }
        let (from, to) = (self.type_name(from), self.type_name(to));
        let message = format!("'{}' cannot convert {from} to {to}", op.keyword());
        Err(self.error_at(start, message))
    }

    fn cast_is_valid(&self, op: CastOp, from: Type, to: Type) -> bool {
        let types = &self.module.types;
        let (a, b) = (types.scalar(from), types.scalar(to));
        let same_shape = self.shape(from) == self.shape(to);
        let (int_a, int_b) = (types.int_bits(a), types.int_bits(b));
        let widths = |valid: fn(u64, u64) -> bool, both: bool| {
            let bits = (self.primitive_bits(a), self.primitive_bits(b));
            same_shape && both && matches!(bits, (Some(a), Some(b)) if valid(a, b))
        };
        let ints = int_a.is_some() && int_b.is_some();
        let floats = types.is_float(a) && types.is_float(b);
        match op {
            CastOp::Trunc => widths(|a, b| a > b, ints),
            CastOp::ZExt | CastOp::SExt => widths(|a, b| a < b, ints),
            CastOp::FpTrunc => widths(|a, b| a > b, floats),
            CastOp::FpExt => widths(|a, b| a < b, floats),
            CastOp::FpToUi | CastOp::FpToSi => same_shape && types.is_float(a) && int_b.is_some(),
            CastOp::UiToFp | CastOp::SiToFp => same_shape && int_a.is_some() && types.is_float(b),
            CastOp::PtrToInt => same_shape && types.is_ptr(a) && int_b.is_some(),
            CastOp::IntToPtr => same_shape && int_a.is_some() && types.is_ptr(b),
            CastOp::AddrSpaceCast => {
                same_shape && types.is_ptr(a) && types.is_ptr(b) && types[a] != types[b]
            }
            CastOp::BitCast => self.bitcast_is_valid(from, to),
        }
    }

    fn bitcast_is_valid(&self, from: Type, to: Type) -> bool {
        let types = &self.module.types;
        let (a, b) = (types.scalar(from), types.scalar(to));
        if types.is_ptr(a) != types.is_ptr(b) {
            return false;
        }
        if types.is_ptr(a) {
            // Vectors of one element and single pointers convert into each other.
            let one = |shape: Shape| matches!(shape, None | Some((1, false)));
            let shapes = (self.shape(from), self.shape(to));
            return types[a] == types[b]
                && (shapes.0 == shapes.1 || one(shapes.0) && one(shapes.1));
        }
        let scalable = |shape: Shape| matches!(shape, Some((_, true)));
        if from == to {
            return !matches!(
                types[from],
                TypeData::Label | TypeData::Metadata | TypeData::Function { .. }
            ) && !types.is_aggregate(from);
        }
        let amx = types[from] == TypeData::X86Amx || types[to] == TypeData::X86Amx;
        self.primitive_bits(from).is_some()
            && self.primitive_bits(from) == self.primitive_bits(to)
            && scalable(self.shape(from)) == scalable(self.shape(to))
            && (!amx || types.is_vector(from) || types.is_vector(to))
    }

    /// Checks the operands of a `getelementptr`: the pointer's type, and for each index its type and
    /// the constant that it is. Gives the shape of the result.
    pub(super) fn check_gep(
        &self,
        start: usize,
        source: Type,
        pointer: Type,
        indices: impl Iterator<Item = (Type, Option<Const>)>,
    ) -> Result<Shape> {
        if !self.is_ptr_or_vector(pointer) {
            let message = format!(
                "'getelementptr' starts from a pointer, not {}",
                self.type_name(pointer)
            );
            return Err(self.error_at(start, message));
        }
        let types = &self.module.types;
        let mut shape = self.shape(pointer);
        let mut at = source;
        for (number, (ty, constant)) in indices.enumerate() {
            if !self.is_int_or_vector(ty) {
                let message = format!("index {} must be an integer", number + 1);
                return Err(self.error_at(start, message));
            }
            let own = self.shape(ty);
            if own.is_some() && shape.is_some() && own != shape {
                let message = "the vectors of a 'getelementptr' must have the same length";
                return Err(self.error_at(start, message));
            }
            shape = shape.or(own);
            if number == 0 {
                continue;
            }
            let next = match types[at] {
                TypeData::Array { element, .. } | TypeData::Vector { element, .. } => Some(element),
                _ => {
                    let index = constant.and_then(|id| self.constant_index(id));
                    index.and_then(|index| types.element(at, index))
                }
            };
            let Some(next) = next else {
                let ty = self.type_name(at);
                let message = format!("index {} does not select an element of {ty}", number + 1);
                return Err(self.error_at(start, message));
            };
            at = next;
        }
        Ok(shape)
    }

    /// The number that a constant index is, also when it is a vector of equal numbers.
    fn constant_index(&self, id: Const) -> Option<u64> {
        let data = &self.module.consts[id];
        if self.module.types.scalar(data.ty) != TypeTable::I32 {
            return None;
        }
        match &data.kind {
            ConstKind::Int(value) => Some(*value),
            ConstKind::Zero => Some(0),
            ConstKind::Splat(element) => self.constant_index(*element),
            ConstKind::Aggregate(elements) => {
                let first = *elements.first()?;
                let same = elements.iter().all(|element| *element == first);
                same.then(|| self.constant_index(first))?
            }
            _ => None,
        }
    }

    /// The type of a `getelementptr` on `pointer` whose operands have this shape.
    pub(super) fn gep_type(&mut self, pointer: Type, shape: Shape) -> Type {
        if self.module.types.is_vector(pointer) {
            pointer
        } else {
            self.with_shape(pointer, shape)
        }
    }

    /// The element type that `extractelement` gives.
    pub(super) fn check_extract_element(
        &self,
        start: usize,
        vector: Type,
        index: Type,
    ) -> Result<Type> {
        match self.module.types[vector] {
            TypeData::Vector { element, .. } if self.module.types.is_int(index) => Ok(element),
            _ => Err(self.error_at(start, "'extractelement' takes a vector and an integer")),
        }
    }

    pub(super) fn check_insert_element(
        &self,
        start: usize,
        vector: Type,
        element: Type,
        index: Type,
    ) -> Result<()> {
        match self.module.types[vector] {
            TypeData::Vector { element: own, .. }
                if own == element && self.module.types.is_int(index) =>
            {
                Ok(())
            }
            _ => Err(self.error_at(
                start,
                "'insertelement' takes a vector, an element of its type and an integer",
            )),
        }
    }

    /// The type of a `shufflevector` of two vectors with this mask.
    pub(super) fn check_shuffle(
        &mut self,
        start: usize,
        a: Type,
        b: Type,
        mask: Const,
    ) -> Result<Type> {
        let data = &self.module.consts[mask];
        let (
            TypeData::Vector {
                element,
                len,
                scalable,
            },
            true,
        ) = (&self.module.types[a], a == b)
        else {
            return Err(self.error_at(start, "'shufflevector' takes two vectors of the same type"));
        };
        let shape = self.shape(data.ty);
        let is_mask = self.module.types.scalar(data.ty) == TypeTable::I32
            && shape.is_some_and(|(_, mask_scalable)| mask_scalable == *scalable);
        if !is_mask {
            return Err(self.error_at(start, "the mask of a shuffle is a constant vector of i32"));
        }
        if *scalable
            && !matches!(
                data.kind,
                ConstKind::Zero | ConstKind::Undef | ConstKind::Poison
            )
        {
            let message = "the mask of a scalable shuffle is all zero, undef or poison";
            return Err(self.error_at(start, message));
        }
        let limit = 2 * u64::from(*len);
        let in_range = |id: &Const| match self.module.consts[*id].kind {
            ConstKind::Int(value) => value < limit,
            ConstKind::Undef | ConstKind::Poison => true,
            _ => false,
        };
        let fits = match &data.kind {
            ConstKind::Aggregate(elements) => elements.iter().all(in_range),
            ConstKind::Splat(value) => in_range(value),
            ConstKind::Zero | ConstKind::Undef | ConstKind::Poison => true,
            _ => false,
        };
        if !fits {
            let message = format!("an index of this shuffle is not a number less than {limit}");
            return Err(self.error_at(start, message));
        }
        Ok(self.with_shape(*element, shape))
    }
}
