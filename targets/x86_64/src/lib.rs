//! The x86-64 target: its tables, made from `registers.tab` and `instructions/*.tab` by `build.rs`,
//! and its hand-written lowering, calling convention, frame and encoder.

pub mod abi;
mod address_check;
pub mod asm;
mod assemble;
pub mod branches;
mod call_pushes;
mod clear_registers;
mod combinations;
pub mod commute;
mod compare_names;
pub mod condition;
mod custom_insertion;
pub mod encode;
pub mod encoding_row;
mod false_deps;
mod fixup_bw;
mod fixup_setcc;
mod flags_copy;
mod float_stack;
pub mod fold;
pub mod frame;
mod frame_attributes;
pub mod hooks;
mod indirect_branch_tracking;
pub mod load_store;
pub mod lower;
pub mod moves;
mod optimize_leas;
pub mod passes;
pub mod peephole;
mod pressure;
pub mod processors;
mod pseudos;
pub mod remat;
mod selections;
pub mod subtarget;
pub mod tables;
pub mod target_flags;
pub mod three_address;
pub mod thunks;
mod type_check;
pub mod unfold;
mod vector_comments;

pub use tables::{FOLDS, TARGET, class, mask, op, reg, sub};
