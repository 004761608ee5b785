//! Folding of instructions whose operands are constants.
//!
//! A [`Folder`] computes on constants of a module and interns the results. What LLVM folds, it folds to the same
//! constant: `poison` spreads, `undef` becomes what suits the operation best, wrapping flags are ignored (any result is
//! a valid replacement for `poison`), and addresses are a global and a number of bytes.
//!
//! | file | what |
//! |---|---|
//! | [`int`], [`float`] | numbers |
//! | `binary`, `cast`, `compare` | scalar operators, and vectors element by element |
//! | `elements` | parts of vectors and aggregates |
//! | `address` | `getelementptr`, and what is known of the addresses of globals |
//! | `memory` | loads from constant globals |
//! | `intrinsic`, `library` | calls |

mod address;
mod binary;
mod cast;
mod compare;
mod elements;
pub mod float;
pub mod int;
mod int_binary;
mod intrinsic;
mod library;
mod memory;
mod partial;

use avarice_ir::{
    Const, ConstExpr, ConstKind, DataLayout, Function, Global, Inst, InstFlags, InstKind,
    Intrinsic, Module, Type, TypeData, TypeTable,
};

use float::Format;
use int::Int;

pub use address::BaseAndOffset;
pub use compare::{compare_ints, holds};
pub use intrinsic::is_foldable;

/// The most elements of a vector that is folded element by element.
const MAX_ELEMENTS: u32 = 1 << 12;

/// Computes on the constants of a module.
pub struct Folder<'a> {
    /// Where the constants are.
    pub module: &'a mut Module,
    /// Sizes of its types.
    pub layout: &'a DataLayout,
}

impl Folder<'_> {
    /// The type of `id`.
    pub fn ty(&self, id: Const) -> Type {
        self.module.consts[id].ty
    }

    /// What `id` is.
    pub fn kind(&self, id: Const) -> &ConstKind {
        &self.module.consts[id].kind
    }

    fn make(&mut self, ty: Type, kind: ConstKind) -> Const {
        self.module.constant(ty, kind)
    }

    /// `poison`
    pub fn poison(&mut self, ty: Type) -> Const {
        self.make(ty, ConstKind::Poison)
    }

    /// `undef`
    pub fn undef(&mut self, ty: Type) -> Const {
        self.make(ty, ConstKind::Undef)
    }

    /// Whether `id` is `poison`.
    pub fn is_poison(&self, id: Const) -> bool {
        *self.kind(id) == ConstKind::Poison
    }

    /// Whether `id` is `undef` or `poison`.
    pub fn is_undef(&self, id: Const) -> bool {
        matches!(self.kind(id), ConstKind::Undef | ConstKind::Poison)
    }

    /// The constant of this type all of whose bits are 0; `None` for types that have none.
    pub fn null(&mut self, ty: Type) -> Option<Const> {
        let kind = match self.module.types[ty] {
            TypeData::Integer(..=64) => ConstKind::Int(0),
            TypeData::Integer(bits) => {
                ConstKind::BigInt(vec![0; bits.div_ceil(64) as usize].into())
            }
            TypeData::Half | TypeData::BFloat | TypeData::Float | TypeData::Double => {
                ConstKind::Float(0)
            }
            TypeData::X86Fp80 | TypeData::Fp128 | TypeData::PpcFp128 => ConstKind::BigFloat([0; 2]),
            TypeData::Pointer(_) => ConstKind::Null,
            TypeData::Array { .. }
            | TypeData::Vector { .. }
            | TypeData::Struct { .. }
            | TypeData::Named(_) => ConstKind::Zero,
            _ => return None,
        };
        Some(self.make(ty, kind))
    }

    /// Whether `id` is the constant all of whose bits are 0.
    pub fn is_null(&self, id: Const) -> bool {
        is_null_kind(self.kind(id))
    }

    /// The constant of type `ty`, an integer type or a vector of integers, that is `value` in each element.
    pub fn int(&mut self, ty: Type, value: &Int) -> Const {
        let scalar = self.module.types.scalar(ty);
        let kind = match value.words() {
            [word] => ConstKind::Int(*word),
            words => ConstKind::BigInt(words.into()),
        };
        let element = self.make(scalar, kind);
        self.splat(ty, element)
    }

    /// `true` or `false`, or a vector of them.
    pub fn bool(&mut self, ty: Type, value: bool) -> Const {
        self.int(ty, &Int::new(1, u128::from(value)))
    }

    /// The number of these bits, or a vector of it.
    fn float(&mut self, ty: Type, format: Format, bits: u128) -> Const {
        let kind = match format {
            Format::X87 | Format::Quad => ConstKind::BigFloat([bits as u64, (bits >> 64) as u64]),
            _ => ConstKind::Float(bits as u64),
        };
        let scalar = self.module.types.scalar(ty);
        let element = self.make(scalar, kind);
        self.splat(ty, element)
    }

    /// The integer that `id` is, or that all elements of the vector `id` are.
    pub fn as_int(&self, id: Const) -> Option<Int> {
        let data = &self.module.consts[id];
        let bits = self
            .module
            .types
            .int_bits(self.module.types.scalar(data.ty))?;
        Some(match &data.kind {
            ConstKind::Int(word) => Int::from_words(bits, &[*word]),
            ConstKind::BigInt(words) => Int::from_words(bits, words),
            ConstKind::Zero => Int::zero(bits),
            ConstKind::Splat(element) => return self.as_int(*element),
            ConstKind::Aggregate(elements) => {
                let first = self.as_int(*elements.first()?)?;
                return elements[1..]
                    .iter()
                    .all(|id| *id == elements[0])
                    .then_some(first);
            }
            _ => return None,
        })
    }

    /// Format and bits of the scalar number that `id` is.
    pub fn as_float(&self, id: Const) -> Option<(Format, u128)> {
        let data = &self.module.consts[id];
        let format = Format::of(&self.module.types[data.ty])?;
        match data.kind {
            ConstKind::Float(bits) => Some((format, u128::from(bits))),
            ConstKind::BigFloat([low, high]) => {
                Some((format, u128::from(low) | u128::from(high) << 64))
            }
            ConstKind::Zero => Some((format, 0)),
            _ => None,
        }
    }

    /// The constant expression that `id` is.
    fn expr(&self, id: Const) -> Option<&ConstExpr> {
        match self.kind(id) {
            ConstKind::Expr(expr) => Some(expr),
            _ => None,
        }
    }

    /// The global whose address `id` is.
    pub fn as_global(&self, id: Const) -> Option<Global> {
        match self.kind(id) {
            ConstKind::Global(global) => Some(*global),
            _ => None,
        }
    }

    /// Element type, number of elements and scalability of a vector type.
    fn vector(&self, ty: Type) -> Option<(Type, u32, bool)> {
        match self.module.types[ty] {
            TypeData::Vector {
                element,
                len,
                scalable,
            } => Some((element, len, scalable)),
            _ => None,
        }
    }

    /// `i1`, or the vector of as many `i1` as `ty` has elements.
    pub fn bool_type(&mut self, ty: Type) -> Type {
        match self.vector(ty) {
            None => TypeTable::I1,
            Some((_, len, scalable)) => self.module.types.intern(TypeData::Vector {
                element: TypeTable::I1,
                len,
                scalable,
            }),
        }
    }

    /// What `inst` computes from `operands`, which stand for its own; `None` if that is no constant.
    ///
    /// Loads are folded as if they were not volatile: ask before.
    pub fn instruction(
        &mut self,
        function: &Function,
        inst: Inst,
        operands: &[Const],
    ) -> Option<Const> {
        let data = &function.insts[inst];
        match (&data.kind, operands) {
            (InstKind::FNeg, [value]) => self.fneg(*value),
            (InstKind::Binary(op), [left, right]) => self.binary(*op, *left, *right),
            (InstKind::Cast(op), [value]) => self.cast(*op, *value, data.ty),
            (InstKind::ICmp(predicate), [left, right]) => self.icmp(*predicate, *left, *right),
            (InstKind::FCmp(predicate), [left, right]) => self.fcmp(*predicate, *left, *right),
            (InstKind::Select, [condition, yes, no]) => self.select(*condition, *yes, *no),
            (InstKind::Freeze, [value]) => self.freeze(*value),
            (InstKind::GetElementPtr { source }, [base, indices @ ..]) => {
                self.gep(data.ty, *source, data.flags, *base, indices)
            }
            (InstKind::ExtractElement, [vector, index]) => self.extract_element(*vector, *index),
            (InstKind::InsertElement, [vector, element, index]) => {
                self.insert_element(*vector, *element, *index)
            }
            (InstKind::ShuffleVector { mask, scalable }, [left, right]) if !scalable => {
                self.shuffle(data.ty, *left, *right, mask)
            }
            (InstKind::ExtractValue(indices), [aggregate]) => {
                let indices = indices.iter().copied();
                indices
                    .into_iter()
                    .try_fold(*aggregate, |id, index| self.element(id, u64::from(index)))
            }
            (InstKind::InsertValue(indices), [aggregate, element]) => {
                self.insert_value(*aggregate, *element, indices)
            }
            (InstKind::Load { .. }, [pointer]) if !data.flags.contains(InstFlags::VOLATILE) => {
                self.load(*pointer, data.ty)
            }
            (InstKind::Call(info), _) => {
                let args = operands.get(..info.num_args as usize)?;
                match Intrinsic::of_call(self.module, function, inst) {
                    Some(intrinsic) => self.intrinsic(intrinsic, data.ty, args),
                    None => self.library_call(function, inst, args),
                }
            }
            _ => None,
        }
    }

    /// `freeze`: of what is undefined, no value is chosen yet.
    pub fn freeze(&self, value: Const) -> Option<Const> {
        self.is_well_defined(value).then_some(value)
    }

    /// Whether `id` has no part that is `undef` or `poison`.
    pub fn is_well_defined(&self, id: Const) -> bool {
        match self.kind(id) {
            ConstKind::Int(_)
            | ConstKind::BigInt(_)
            | ConstKind::Float(_)
            | ConstKind::BigFloat(_)
            | ConstKind::Null
            | ConstKind::Zero
            | ConstKind::Bytes(_)
            | ConstKind::Global(_)
            | ConstKind::BlockAddress(..) => true,
            ConstKind::Aggregate(elements) => elements.iter().all(|id| {
                !matches!(self.kind(*id), ConstKind::Aggregate(_)) && self.is_well_defined(*id)
            }),
            ConstKind::Splat(element) => self.is_well_defined(*element),
            _ => false,
        }
    }

    /// `select`
    pub fn select(&mut self, condition: Const, yes: Const, no: Const) -> Option<Const> {
        if self.is_poison(condition) {
            return Some(self.poison(self.ty(yes)));
        }
        if self.is_undef(condition) {
            return Some(if self.is_undef(yes) { yes } else { no });
        }
        if let Some(value) = self.as_int(condition) {
            return Some(if value.is_zero() { no } else { yes });
        }
        if let Some((_, len, false)) = self.vector(self.ty(condition)) {
            let chosen = (0..self.small(len)?).map(|index| {
                let condition = self.element(condition, u64::from(index))?;
                let (yes, no) = (
                    self.element(yes, u64::from(index))?,
                    self.element(no, u64::from(index))?,
                );
                self.select(condition, yes, no)
            });
            let chosen: Option<Vec<Const>> = chosen.collect();
            return Some(self.composite(self.ty(yes), chosen?));
        }
        if yes == no {
            return Some(yes);
        }
        if self.is_poison(yes) || self.is_undef(yes) && self.is_well_defined(no) {
            return Some(no);
        }
        if self.is_poison(no) || self.is_undef(no) && self.is_well_defined(yes) {
            return Some(yes);
        }
        None
    }

    fn small(&self, len: u32) -> Option<u32> {
        (len <= MAX_ELEMENTS).then_some(len)
    }
}

fn is_null_kind(kind: &ConstKind) -> bool {
    match kind {
        ConstKind::Int(0)
        | ConstKind::Float(0)
        | ConstKind::BigFloat([0, 0])
        | ConstKind::Null
        | ConstKind::Zero => true,
        ConstKind::BigInt(words) => words.iter().all(|word| *word == 0),
        _ => false,
    }
}
