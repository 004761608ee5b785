//! Vectors in registers of 16 bytes.
//!
//! | file | selects |
//! |---|---|
//! | `lanes` | operands, constants and short names for operations |
//! | `legal` | which operations selection takes |
//! | `memory` | loads and stores, constants in memory |
//! | `arithmetic` | arithmetic and logic |
//! | `extent` | known ranges of the numbers in lanes |
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
//! Wider vectors are several registers, each computed separately; in a narrower one, the lanes above
//! are undefined. The lanes of a mask (a vector of bits) are always all ones or all zeros.

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

use avarice_ir::{ConstKind, Function, InstKind, Module, Value};

pub(super) use legal::takes_vector_op;

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
