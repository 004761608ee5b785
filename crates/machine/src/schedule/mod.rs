//! Scheduling of machine instructions: what all schedulers share.
//!
//! ```text
//!   a block ─region─▶ runs of instructions between boundaries
//!   a run ─build─▶ graph: who has to wait for whom, and how long      underlying: what is accessed
//!   graph ─mutation─▶ graph: who should be neighbours
//!   graph ─zone, candidate─▶ what is ready at the top and at the bottom, and what is best
//!   ─schedule_list─▶ the new order
//! ```
//!
//! Which accesses may be to the same memory, [`alias`](crate::alias) tells. [`model`] is what schedulers ask of the processor, [`target`] what they ask of the target; [`target_model`] answers the
//! first from the target's tables. [`pre_ra`] and [`post_ra`] are the schedulers before and after allocation; the former
//! also knows register [`pressure`], and constrains copies ([`copy_constrain`]).

pub mod build;
pub mod candidate;
pub mod copy_constrain;
pub mod graph;
pub mod kill_marks;
pub mod model;
pub mod mutation;
pub mod post_ra;
pub mod pre_ra;
pub mod pressure;
pub mod processor;
pub mod region;
pub mod schedule_list;
pub mod target;
pub mod target_model;
pub mod topology;
pub mod underlying;
pub mod zone;
