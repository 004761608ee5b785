//! Which functions can be expanded: all or nothing, so that an error names the original construct.

use avarice_ir::{
    AtomicOrdering, BinaryOp, CastOp, ConstKind, Function, Inst, InstKind, Intrinsic, Module, Type,
    TypeData, TypeTable, Value,
};
use cranelift_entity::SecondaryMap;

use super::{bits, contains_wide};

/// The widest integer that is expanded: a product of these takes 64 × 64 multiplications.
const MAX_BITS: u32 = 4096;
/// The most leaves that a struct or array with wide integers may have.
const MAX_LEAVES: u64 = 256;

/// Whether wide parts are in the result or in operands of `inst`.
pub(super) fn touches(function: &Function, split: &SecondaryMap<Type, bool>, inst: Inst) -> bool {
    split[function.insts[inst].ty]
        || function
            .operands(inst)
            .any(|value| split[function.values[value].ty])
}

/// Whether any value of a function has wide parts.
pub(super) fn mentions(function: &Function, split: &SecondaryMap<Type, bool>) -> bool {
    function.values.values().any(|value| split[value.ty])
}

/// Whether all of a function can be expanded.
pub(super) fn can_split(
    module: &Module,
    function: &Function,
    split: &SecondaryMap<Type, bool>,
) -> bool {
    let check = Check {
        module,
        function,
        split,
    };
    let args = function.args.iter().copied();
    args.into_iter().all(|arg| check.value(arg))
        && function
            .layout
            .iter()
            .flat_map(|block| function.block_insts(*block))
            .filter(|inst| touches(function, split, *inst))
            .all(|inst| check.inst(inst))
}

/// Whether the parameters and the result of a function of type `ty` can be taken apart.
pub(super) fn can_split_type(
    types: &TypeTable,
    ty: Type,
    split: &SecondaryMap<Type, bool>,
) -> bool {
    let TypeData::Function { ret, params, .. } = &types[ty] else {
        return true;
    };
    let mut all = params.iter().chain([ret]).filter(|ty| split[**ty]);
    all.all(|ty| has_few_leaves(types, *ty))
}

fn has_few_leaves(types: &TypeTable, ty: Type) -> bool {
    leaf_count(types, ty).is_some_and(|count| count <= MAX_LEAVES)
}

struct Check<'a> {
    module: &'a Module,
    function: &'a Function,
    split: &'a SecondaryMap<Type, bool>,
}

impl Check<'_> {
    fn value(&self, value: Value) -> bool {
        let data = &self.function.values[value];
        !self.split[data.ty]
            || has_few_leaves(&self.module.types, data.ty)
                && self
                    .function
                    .as_const(value)
                    .is_none_or(|id| self.constant(id))
    }

    fn constant(&self, id: avarice_ir::Const) -> bool {
        let data = &self.module.consts[id];
        match &data.kind {
            ConstKind::Expr(_) | ConstKind::Splat(_) => !self.split[data.ty],
            ConstKind::Aggregate(elements) => elements.iter().all(|id| self.constant(*id)),
            _ => true,
        }
    }

    fn inst(&self, inst: Inst) -> bool {
        let data = &self.function.insts[inst];
        let result = data.result.expand();
        let mut values = self.function.operands(inst).chain(result);
        values.all(|value| self.value(value)) && self.kind(inst)
    }

    fn kind(&self, inst: Inst) -> bool {
        let data = &self.function.insts[inst];
        let types = &self.module.types;
        match &data.kind {
            InstKind::Ret
            | InstKind::Phi
            | InstKind::Select
            | InstKind::Freeze
            | InstKind::ExtractValue(_)
            | InstKind::InsertValue(_)
            | InstKind::ICmp(_)
            | InstKind::Switch
            | InstKind::GetElementPtr { .. }
            | InstKind::Alloca { .. } => true,
            InstKind::Load { ordering, .. } | InstKind::Store { ordering, .. } => {
                *ordering == AtomicOrdering::NotAtomic
            }
            InstKind::Binary(op) => {
                use BinaryOp::{FAdd, FDiv, FMul, FRem, FSub};
                !matches!(op, FAdd | FSub | FMul | FDiv | FRem)
            }
            InstKind::Cast(op) => {
                let other = match self.split[data.ty] {
                    true => self.function.values[self.function.operand(inst, 0)].ty,
                    false => data.ty,
                };
                match op {
                    CastOp::Trunc
                    | CastOp::ZExt
                    | CastOp::SExt
                    | CastOp::PtrToInt
                    | CastOp::IntToPtr => true,
                    CastOp::FpToUi | CastOp::FpToSi | CastOp::UiToFp | CastOp::SiToFp => {
                        other == TypeTable::FLOAT || other == TypeTable::DOUBLE
                    }
                    CastOp::BitCast => has_bits(types, other),
                    _ => false,
                }
            }
            InstKind::Call(info) | InstKind::Invoke(info) => {
                match Intrinsic::of_call(self.module, self.function, inst) {
                    Some(intrinsic) => {
                        matches!(data.kind, InstKind::Call(_)) && bits::is_known(intrinsic)
                    }
                    None => info.bundles.is_empty() && !self.calls_asm(inst),
                }
            }
            _ => false,
        }
    }

    fn calls_asm(&self, inst: Inst) -> bool {
        let callee = self.function.operands(inst).next_back();
        let id = callee.and_then(|callee| self.function.as_const(callee));
        id.is_some_and(|id| matches!(self.module.consts[id].kind, ConstKind::InlineAsm(_)))
    }
}

/// Whether a type is an integer, or a vector of numbers of at most 128 bits.
fn has_bits(types: &TypeTable, ty: Type) -> bool {
    match types[ty] {
        TypeData::Vector {
            element,
            scalable: false,
            ..
        } => matches!(
            types[element],
            TypeData::Integer(..=128)
                | TypeData::Half
                | TypeData::BFloat
                | TypeData::Float
                | TypeData::Double
        ),
        TypeData::Vector { .. } => false,
        _ => contains_wide(types, ty),
    }
}

/// Number of leaves of a type; `None` if a wide integer in it is too wide or in a vector.
fn leaf_count(types: &TypeTable, ty: Type) -> Option<u64> {
    match &types[ty] {
        TypeData::Integer(bits) => (*bits <= MAX_BITS).then_some(1),
        TypeData::Array { element, len } => leaf_count(types, *element)?.checked_mul(*len),
        TypeData::Vector { element, .. } => (!contains_wide(types, *element)).then_some(1),
        TypeData::Struct { .. } | TypeData::Named(_) => {
            let (fields, _) = types.struct_fields(ty)?;
            fields.iter().try_fold(0, |sum: u64, field| {
                sum.checked_add(leaf_count(types, *field)?)
            })
        }
        _ => Some(1),
    }
}
