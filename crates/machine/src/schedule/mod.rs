//! Scheduling of machine instructions: what all schedulers share.
//!
//! ```text
//!   a block ─region─▶ runs of instructions between boundaries
//!   a run ─build─▶ graph: who has to wait for whom, and how long      alias, ir_objects: who accesses the same memory
//! ```
//!
//! [`model`] is what schedulers ask of the processor, [`target`] what they ask of the target; [`target_model`] answers the
//! first from the target's tables.

pub mod alias;
pub mod build;
pub mod graph;
pub mod ir_alias;
pub mod ir_objects;
pub mod model;
pub mod pressure;
pub mod region;
pub mod target;
pub mod target_model;
pub mod topology;
