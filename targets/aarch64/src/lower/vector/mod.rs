//! Vectors in registers of 16 and of 8 bytes.
//!
//! | file | selects |
//! |---|---|
//! | `opcodes` | (opcodes by the size of lanes and registers) |
//! | `lanes` | operands, constants and short names for operations |
//! | `legal` | which operations selection takes |
//! | `memory` | loads and stores of odd sizes, constants |
//! | `arithmetic` | arithmetic, logic, shifts |
//! | `long` | arithmetic of extended lanes |
//! | `by_element` | products with one lane of a register |
//! | `compare` | comparisons |
//! | `mask` | masks of comparisons in lanes of any size, select |
//! | `shuffle` | shuffles |
//! | `build` | inserting and extracting elements |
//! | `resize` | lanes of one width from lanes of another |
//! | `convert` | conversions from, to and between numbers |
//! | `bit_cast` | the same bits as another type |
//! | `intrinsic` | intrinsics |
//! | `reduction` | reductions to one element |
//! | `neon`, `neon_lists` | intrinsics of AArch64: operations, and those with lists of registers |
//! | `neon_table` | (which instructions these are) |
//!
//! A part of at most 8 bytes with lanes of at most 32 bits is in a register of 8 bytes (`FPR64`), every other in
//! one of 16 (`FPR128`). In a register that is not full the lanes above are anything. The lanes of a mask (a
//! vector of bits) are all ones or all zeros, whoever made it.

mod arithmetic;
mod bit_cast;
mod build;
mod by_element;
mod compare;
mod convert;
mod intrinsic;
mod lanes;
mod legal;
mod long;
mod mask;
mod memory;
mod neon;
mod neon_lists;
mod neon_table;
mod opcodes;
mod reduction;
mod resize;
mod shuffle;

use avarice_ir::{Const, ConstKind, Function, Inst, InstKind, Module, TypeData};
use avarice_lower::{PartType, Result};
use avarice_target::RegClass;
use smallvec::SmallVec;

use super::Selector;
use crate::class;
pub(super) use legal::takes_vector_op;
pub(super) use neon::rounding_conversion;
use opcodes::Form;

/// The class of registers that hold a part with these lanes.
pub(super) fn class_of(part: PartType) -> RegClass {
    match part {
        PartType::Vector { lane, lanes } if !Form::of(lane, lanes.into()).wide => class::FPR64,
        _ => class::FPR128,
    }
}

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

/// Whether `inst` has a vector as its result or first operand.
fn is_vector_op(module: &Module, function: &Function, inst: Inst) -> bool {
    let data = &function.insts[inst];
    let types = &module.types;
    types.is_vector(data.ty)
        || (matches!(
            data.kind,
            InstKind::ExtractElement | InstKind::Cast(_) | InstKind::Call(_)
        ) && (0..function.num_operands(inst).min(2))
            .any(|at| types.is_vector(function.values[function.operand(inst, at)].ty)))
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
