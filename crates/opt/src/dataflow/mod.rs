//! Data flow: what holds at each point of a function, without running it.
//!
//! An [`Analysis`] defines in which direction facts flow, what a fact is (an element of a lattice), how facts of
//! several neighbours are combined (meet) and what a node does to them (transfer). The [`Solver`] iterates until all
//! equations hold. A [`Graph`] has blocks or single instructions as nodes. Most analyses are about sets of variables
//! from which nodes remove some and to which they add others: [`GenKill`] is the analysis for all of these, made from
//! [`Facts`].
//!
//! Three choices affect the cost and nothing else: the [`Order`] of visits, the representation of sets
//! ([`VariableSet`]; or one variable at a time, [`per_variable`]), and the [`Granularity`]. [`Counts`] measures it.
//!
//! Instances: [`crate::liveness`] (backward, union), [`crate::liveness::strong`] (backward, no gen/kill problem),
//! [`crate::uninitialized`] (forward; union for "possibly", intersection for "certainly").

pub mod gen_kill;
pub mod graph;
pub mod per_variable;
pub mod rows;
pub mod sets;
pub mod solver;

pub use gen_kill::{Facts, GenKill, Meet};
pub use graph::{Direction, Granularity, Graph, Node, Order};
pub use rows::Rows;
pub use sets::{BitSet, Single, SortedSet, VariableSet};
pub use solver::{Analysis, Counts, Observer, Solver, TooLarge};

/// Default limit of the memory that sets may take, in bytes.
pub const MEMORY_LIMIT: u64 = 1 << 30;
