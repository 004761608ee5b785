//! Selection that targets share: what is decided the same way everywhere, and calls back for instructions.
//!
//! Each concern is a trait that a target's selector implements: its required methods emit the target's
//! instructions, its provided methods decide which of them a construct of the IR needs. What decides something
//! without emitting instructions of a target is a method of [`FunctionLowering`](crate::FunctionLowering) instead.
//!
//! | trait | selects |
//! |---|---|
//! | [`Select`] | nothing: what all others build on |
//! | [`RuntimeCalls`] | calls of runtime functions |
//! | [`VariadicFunctions`] | what functions that take further arguments do at entry |
//! | [`Calls`] | calls, and where arguments are |
//! | [`InlineAssembly`] | inline assembly |
//! | [`TailCalls`] | calls that end a function |
//! | [`Integers`], [`Casts`] | integers in wider registers, conversions |
//! | [`MemoryAccesses`], [`BlockMemory`] | loads, stores, copies and fills of memory |
//! | [`VectorElements`], [`VectorShuffles`] | vectors, by element |
//! | [`VectorMasks`] | vectors of bits |
//! | [`Vectors`] | all operations on vectors |
//! | [`Branches`] | terminators and what unwinding needs |

mod block_memory;
mod branches;
mod calls;
mod casts;
mod inline_assembly;
mod integers;
mod memory;
mod runtime_calls;
mod selector;
mod tail_calls;
mod variadic_functions;
mod vector_elements;
mod vector_masks;
mod vector_shuffles;
mod vectors;

pub use block_memory::{BlockMemory, LibraryCall, Side, StoreLimits};
pub use branches::{BranchCondition, Branches};
pub use calls::{Argument, ArgumentPlaces, Arguments, Calls, Location, Places};
pub use casts::Casts;
pub use inline_assembly::{AsmAddress, AsmConstant, AsmPlace, InlineAssembly};
pub use integers::{IntWidth, Integers};
pub use memory::{Access, MemoryAccesses};
pub use runtime_calls::{LibcallValue, RuntimeCalls};
pub use selector::Select;
pub use tail_calls::{StackStore, TailCalls};
pub use variadic_functions::{SaveArea, VariadicFunctions};
pub use vector_elements::VectorElements;
pub use vector_masks::{Mask, Masks, VectorMasks};
pub use vector_shuffles::VectorShuffles;
pub use vectors::{VectorArithmetic, VectorCalls, VectorOperation, VectorSupport, Vectors};
