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
//! | [`early_cse`] | what was computed or loaded before is reused |
//! | [`licm`] | loop invariants are computed before the loop |
//! | [`loop_simplify`] | loops get a preheader, a single latch and dedicated exits |
//! | [`loop_reduce`] | products and addresses are counted as well; fixed parts come before the loop |
//! | [`loop_rotate`] | loops that test their condition at the start test it at the end |
//! | [`indvars`] | counters that become part of addresses count in the width of addresses |
//! | [`loop_unroll`] | loops with few iterations become copies of their body, small ones get several copies per iteration |
//! | [`dce`] | instructions whose result is not used are removed |
//! | [`adce`] | the same, assuming each instruction dead until shown otherwise; also dead branches |
//! | [`clean_up`] | what `compile` runs on functions with stack slots that can be values |
//! | [`fold`] | instructions on constants |
//! | [`range`] | sets of integers that are intervals |
//! | [`instcombine`] | instructions are combined into fewer or simpler ones |
//! | [`instsimplify`] | instructions that are equal to something that exists already |
//! | [`sparse`] | facts that flow from definitions to uses, along feasible paths |
//! | [`sccp`] | an instance: values that are constant, branches that are never taken |
//! | [`called_value_propagation`] | another: the functions that indirect calls can reach |
//! | [`inline`] | calls are replaced by the function's body |
//! | [`instrument`] | a profiler is called where functions begin and return |
//! | [`partially_inline_libcalls`] | square roots become one instruction, with a call where its result is NaN |
//! | [`globaldce`] | functions and variables that nothing refers to are removed |
//! | [`simplify_cfg`] | unreachable blocks, branches with a known target, blocks that can be merged |
//!
//! Analyses, which change nothing:
//!
//! | folder or file | what it tells |
//! |---|---|
//! | [`dataflow`] | nothing itself: the framework for data-flow analyses |
//! | [`liveness`] | which values are live where; dead code; where stack slots need phis |
//! | [`objects`] | which object an address belongs to, and which objects are written where |
//! | [`trip_count`] | how often a loop iterates |
//! | [`call_graph`] | which functions call which |
//! | [`uninitialized`] | stack memory that may be read before it is set |
//! | [`interpreter`] | what one execution does |
//!
//! A pass is a struct that owns its scratch memory, so that the memory is reused for the next function.

pub mod adce;
pub mod build;
pub mod call_graph;
pub mod called_value_propagation;
pub mod clean_up;
pub mod copies;
pub mod dataflow;
pub mod dce;
pub mod early_cse;
pub mod edges;
pub mod effects;
pub mod fold;
mod forget_places;
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
pub mod loop_reduce;
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
