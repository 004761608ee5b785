//! The x86-64 target: its tables, made from `registers.tab` and `instructions/*.tab` by `build.rs`,
//! and its hand-written lowering, calling convention, frame and encoder.

pub mod abi;
mod address_check;
pub mod asm;
mod assemble;
pub mod branches;
mod clear_registers;
pub mod commute;
mod compress_evex;
pub mod condition;
pub mod encode;
pub mod encoding_row;
mod execution_domains;
mod expand_pseudos;
mod false_deps;
mod fixup_bw;
mod fixup_inst_tuning;
mod fixup_leas;
mod fixup_vector_constants;
mod float_stack;
pub mod fold;
pub mod frame;
mod frame_attributes;
pub mod hooks;
mod indirect_branch_tracking;
pub mod load_store;
pub mod lower;
pub mod moves;
pub mod passes;
pub mod peephole;
mod post_ra_pseudos;
mod pressure;
pub mod processors;
pub mod remat;
pub mod subtarget;
pub mod tables;
pub mod target_flags;
pub mod three_address;
pub mod thunks;
mod tuning;
mod type_check;
pub mod unfold;
mod vzero_upper;

pub use tables::{FOLDS, TARGET, class, mask, op, reg, sub};
