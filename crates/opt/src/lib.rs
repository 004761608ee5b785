//! Analyses and transformations of LLVM IR, usable on any module.
//!
//! ```text
//!   "mem2reg,sccp"  ──pipeline──▶  Pipeline  ──manager──▶  each pass on each function
//!                                                            │
//!                              registry: one row a pass ─────┘
//! ```
//!
//! | folder or file | what it does |
//! |---|---|
//! | [`mem2reg`] | stack slots whose address is not taken become values |
//! | [`sroa`] | stack slots of structs and arrays become a slot for each part, then values |
//! | [`early_cse`] | what was computed or loaded before is not again |
//! | [`licm`] | what is the same in each round of a loop is computed before it |
//! | [`loop_simplify`] | loops get a block before them, one way back and exits of their own |
//! | [`loop_rotate`] | loops that ask at their begin whether to go on ask at their end |
//! | [`indvars`] | counters that become part of addresses count in the width of addresses |
//! | [`loop_unroll`] | loops of few rounds become copies of their body, small ones get several copies a round |
//! | [`dce`] | instructions that nobody needs are removed |
//! | [`adce`] | the same, supposing of each instruction that nobody does; dead branches too |
//! | [`clean_up`] | what `compile` runs on functions with stack slots that can be values |
//! | [`fold`] | instructions on constants |
//! | [`range`] | sets of integers that are intervals |
//! | [`instcombine`] | instructions that are fewer or simpler ones |
//! | [`instsimplify`] | instructions that are equal to something that is there |
//! | [`sparse`] | facts that go from definitions to uses, along paths that can be taken |
//! | [`sccp`] | an instance: values that are constant, branches that are never taken |
//! | [`called_value_propagation`] | another: the functions that indirect calls can reach |
//! | [`inline`] | calls become what the function does |
//! | [`instrument`] | calls of a profiler where functions begin and return |
//! | [`partially_inline_libcalls`] | square roots are one instruction, and a call where that is not a number |
//! | [`globaldce`] | functions and variables that nothing refers to go |
//! | [`simplify_cfg`] | blocks that nothing reaches, branches that are decided, blocks that can be one |
//!
//! Analyses that tell rather than change:
//!
//! | folder or file | what it tells |
//! |---|---|
//! | [`dataflow`] | nothing itself: the framework for data-flow analyses |
//! | [`liveness`] | which values are live where; dead code; where stack slots need phis |
//! | [`objects`] | what addresses were made of, and which of that is written where |
//! | [`trip_count`] | how often a loop goes round |
//! | [`call_graph`] | who calls whom |
//! | [`uninitialized`] | stack memory that may be read before it is set |
//! | [`interpreter`] | what one execution does |
//!
//! A pass is a struct that owns the memory it works with, so that it is used again for the next function.

pub mod adce;
pub mod build;
pub mod call_graph;
pub mod called_value_propagation;
pub mod clean_up;
pub mod copies;
pub mod dataflow;
pub mod dce;
pub mod dominance_frontier;
pub mod early_cse;
pub mod edges;
pub mod effects;
pub mod fold;
pub mod globaldce;
pub mod indvars;
pub mod inline;
pub mod instcombine;
pub mod instrument;
pub mod instsimplify;
pub mod interpreter;
pub mod lcssa;
pub mod licm;
pub mod liveness;
pub mod loop_rotate;
pub mod loop_simplify;
pub mod loop_unroll;
pub mod manager;
pub mod mem2reg;
pub mod objects;
pub mod partially_inline_libcalls;
pub mod pass;
pub mod pipeline;
pub mod preheaders;
pub mod range;
pub mod registry;
pub mod sccp;
pub mod simplify_cfg;
pub mod sparse;
pub mod sroa;
pub mod trip_count;
pub mod uninitialized;

pub use pass::{FunctionPass, Log, ModulePass};
