//! Vectors in registers of 16 bytes.
//!
//! | file | selects |
//! |---|---|
//! | `lanes` | operands, constants and short names for operations |
//! | `legal` | which operations selection takes |
//! | `memory` | loads and stores, constants in memory |
//! | `arithmetic` | arithmetic and logic |
//! | `extent` | what is known of the numbers in lanes |
//! | `shift` | shifts |
//! | `compare` | comparisons |
//! | `mask` | masks of comparisons in lanes of any size, select |
//! | `shuffle` | shuffles of one and two registers |
//! | `words` | shuffles of lanes of 16 and 8 bits |
//! | `build` | inserting and extracting elements |
//! | `resize` | integers of one width from integers of another |
//! | `convert` | conversions from, to and between numbers, bit casts |
//! | `intrinsic` | intrinsics |
//!
//! Wider vectors are several registers, each computed by itself; in a narrower one the lanes above are
//! anything. The lanes of a mask (a vector of bits) are all ones or all zeros, whoever made it.

mod arithmetic;
mod build;
mod compare;
mod convert;
mod extent;
mod intrinsic;
mod lanes;
mod legal;
mod mask;
mod memory;
mod resize;
mod shift;
mod shuffle;
mod words;

use avarice_ir::{Const, ConstKind, Function, Inst, InstKind, Module, TypeData, Value};
use avarice_lower::Result;
use smallvec::SmallVec;

use super::Selector;

pub(super) use legal::takes_vector_op;

/// The constants that the lanes of a vector are; `None` for lanes that may be anything.
type LaneConstants = SmallVec<[Option<u64>; 8]>;

/// The integers that the elements of vector constant `id` are; `None` if one is no integer.
fn lane_constants(module: &Module, id: Const) -> Option<LaneConstants> {
    let data = &module.consts[id];
    let TypeData::Vector { len, .. } = module.types[data.ty] else {
        return None;
    };
    let lane = |id: Const| match &module.consts[id].kind {
        ConstKind::Int(bits) => Some(Some(*bits)),
        ConstKind::Undef | ConstKind::Poison => Some(None),
        _ => None,
    };
    match &data.kind {
        ConstKind::Zero => Some(SmallVec::from_elem(Some(0), len as usize)),
        ConstKind::Splat(element) => Some(SmallVec::from_elem(lane(*element)?, len as usize)),
        ConstKind::Aggregate(elements) => elements.iter().map(|id| lane(*id)).collect(),
        _ => None,
    }
}

/// The one constant that all lanes can be.
fn uniform(lanes: &LaneConstants) -> Option<u64> {
    let first = lanes.iter().find_map(|lane| *lane)?;
    let same = lanes.iter().flatten().all(|lane| *lane == first);
    same.then_some(first)
}

/// The scalar that all lanes of `value` are, if it was made of one by `insertelement` and
/// `shufflevector`.
fn splatted(module: &Module, function: &Function, value: Value) -> Option<Value> {
    let kind = |value| {
        let inst = function.def_inst(value)?;
        Some((inst, &function.insts[inst].kind))
    };
    let (shuffle, InstKind::ShuffleVector { mask, .. }) = kind(value)? else {
        return None;
    };
    let (insert, InstKind::InsertElement) = kind(function.operand(shuffle, 0))? else {
        return None;
    };
    let index = function.as_const(function.operand(insert, 2))?;
    let first = matches!(module.consts[index].kind, ConstKind::Int(0));
    (first && mask.iter().all(|lane| *lane <= 0)).then(|| function.operand(insert, 1))
}

/// Whether `inst` has a vector as its result or first operand.
fn is_vector_op(module: &Module, function: &Function, inst: Inst) -> bool {
    let data = &function.insts[inst];
    let types = &module.types;
    types.is_vector(data.ty)
        || (matches!(
            data.kind,
            InstKind::ExtractElement | InstKind::Cast(_) | InstKind::Call(_)
        ) && function.num_operands(inst) > 0
            && types.is_vector(function.values[function.operand(inst, 0)].ty))
}

impl Selector<'_, '_> {
    /// Selects an operation on vectors; `false` if it is none or is selected part by part as on any
    /// other value.
    pub(super) fn lower_vector(&mut self, inst: Inst) -> Result<bool> {
        let function = self.function;
        if !is_vector_op(self.module, function, inst) {
            return Ok(false);
        }
        match &function.insts[inst].kind {
            InstKind::Binary(op) => self.lower_vector_binary(inst, *op)?,
            InstKind::FNeg => self.lower_vector_negation(inst)?,
            InstKind::Cast(op) => return self.lower_vector_cast(inst, *op),
            InstKind::ICmp(_) | InstKind::FCmp(_) => self.lower_vector_compare(inst)?,
            InstKind::Select => return self.lower_vector_select(inst),
            InstKind::ExtractElement => self.lower_extract_element(inst)?,
            InstKind::InsertElement => self.lower_insert_element(inst)?,
            InstKind::ShuffleVector { mask, .. } => self.lower_shuffle(inst, mask)?,
            InstKind::Call(_) => return self.lower_vector_call(inst),
            InstKind::GetElementPtr { .. } => {
                return self.unsupported("getelementptr of vectors");
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}
