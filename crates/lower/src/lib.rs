//! Instruction selection, as far as it is common to all targets.
//!
//! Blocks are visited in postorder, so that a value's users are selected before the value; the
//! instructions of a block are visited last to first. An instruction is emitted if it has side effects or
//! its value has been *requested*. Selecting an instruction emits one **group** of machine instructions
//! in front of everything emitted so far in the block, and may fold the instructions that it uses; what
//! was folded everywhere is never requested and so never emitted.
//!
//! ```text
//!   IR                              visited   machine code, grown upwards
//!   %a = load i32, ptr %p             3rd     (folded: never requested)
//!   %b = add i32 %a, %x               2nd     %b = ADD32rm %x, %p, …          ◀ group of %b
//!   ret i32 %b                        1st     $eax = COPY %b; RET 0, $eax     ◀ group of ret
//! ```
//!
//! Status flags never live from one group to another. Constants and addresses are block-local values
//! ([`LocalKey`]), placed before the group of their earliest user. Phis become machine PHIs at the end,
//! when the registers of all incoming values are known.

mod block_plan;
mod constant;
mod debug_values;
mod driver;
mod edge_index;
mod exceptions;
mod float;
mod fold;
mod function;
mod inline_asm;
mod junction;
mod kinds;
mod lifetimes;
mod local;
mod numbering;
mod options;
mod parts;
mod pointer;
pub mod select;
mod signature;
mod signature_check;
pub mod switch;
mod symbols;
mod tail_call;
mod target;
mod values;
mod varargs;
mod vector;
mod vector_values;
mod widened_loads;

pub use avarice_legalize::{Result, Unsupported};
pub use block_plan::{Piece, pieces, pieces_within};
pub use constant::ConstValue;
pub use driver::lower_function;
pub use float::{FloatKind, class_ranges};
pub use fold::has_side_effects;
pub use function::{Emit, FunctionLowering, LowerScratch};
pub use inline_asm::AsmOperands;
pub use junction::Junction;
pub use kinds::{is_float_op, kind_name};
pub use local::{Local, LocalKey};
pub use options::{JumpTableOptions, LowerOptions, RelocationModel};
pub use parts::{
    Part, PartType, Parts, count_parts, element_after, element_parts, parts_of, take_apart,
};
pub use pointer::{GepTerms, PointerSource};
pub use signature::{Extension, foreign_param_attr, is_known_convention};
pub use signature_check::check_signatures;
pub use target::{Step, TargetLowering};
pub use vector::{Lane, REGISTER_BYTES, VectorShape, passed_without_shape};
pub use vector_values::{
    Elements, LaneChoice, LaneConstants, Regs, lane_constants, lanes_match, pairs_of_lanes, splat,
    uniform,
};
