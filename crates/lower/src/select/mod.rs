//! Selection that targets share: what is decided the same way everywhere, and calls back for instructions.
//!
//! Each concern is a trait that a target's selector implements: its required methods emit the target's
//! instructions, its provided methods decide which of them a construct of the IR needs. What decides something
//! without emitting instructions of a target is a method of [`FunctionLowering`](crate::FunctionLowering) instead.
//!
//! | trait | selects |
//! |---|---|
//! | [`Select`] | nothing: what all others build on |
//! | [`Instructions`] | functions: which trait selects what |
//! | [`RuntimeCalls`] | calls of runtime functions |
//! | [`VariadicFunctions`] | what functions that take further arguments do at entry |
//! | [`Calls`], [`Entry`] | calls, where arguments are, and what a function does with its own |
//! | [`Intrinsics`], [`BitOperations`], [`FloatMath`] | calls of intrinsics |
//! | [`InlineAssembly`] | inline assembly |
//! | [`TailCalls`] | calls that end a function |
//! | [`Integers`], [`Casts`], [`FloatCasts`] | integers in wider registers, conversions |
//! | [`IntegerArithmetic`], [`Divisions`], [`OverflowArithmetic`] | arithmetic on integers |
//! | [`WideIntegers`] | integers of two registers |
//! | [`FloatArithmetic`] | arithmetic on floating-point numbers |
//! | [`Conditions`], [`Comparisons`] | comparisons, and what chooses by them |
//! | [`Addresses`] | addresses as values |
//! | [`MemoryAccesses`], [`BlockMemory`], [`Atomics`] | loads, stores, copies and fills of memory |
//! | [`Constants`] | constants and addresses of symbols |
//! | [`StackAllocation`] | memory from the stack |
//! | [`VectorElements`], [`VectorShuffles`] | vectors, by element |
//! | [`VectorMasks`] | vectors of bits |
//! | [`Vectors`] | all operations on vectors |
//! | [`Branches`], [`Exceptions`] | terminators and what unwinding needs |

mod addresses;
mod arithmetic;
mod atomics;
mod bit_operations;
mod block_memory;
mod branch_sequence;
mod branches;
mod calls;
mod casts;
mod comparisons;
mod conditions;
mod constants;
mod divisions;
mod entry;
mod exceptions;
mod float_arithmetic;
mod inline_assembly;
mod instructions;
mod integer_arithmetic;
mod integers;
mod intrinsics;
mod math;
mod memory;
mod overflow;
mod places;
mod runtime_calls;
mod selector;
mod stack_allocation;
pub mod switch_tree;
mod tail_calls;
mod variadic_functions;
mod vector_elements;
mod vector_masks;
mod vector_shuffles;
mod vectors;
mod wide_integers;

pub use addresses::Addresses;
pub use arithmetic::{Arithmetic, min_max_predicate};
pub use atomics::{AtomicLoop, AtomicUpdate, Atomics, CompareExchange, chosen_by};
pub use bit_operations::BitOperations;
pub use block_memory::{BlockMemory, LibraryCall, Side, StoreLimits};
pub use branches::{Branches, ReturnRegisters};
pub use calls::{Argument, ArgumentPart, Arguments, Calls, PassedValue, Places};
pub use casts::{Casts, FloatCast, FloatCasts, SaturatingCast};
pub use comparisons::{Choice, Comparisons, IntCompare, SelectOperands};
pub use conditions::{BranchCondition, Conditions};
pub use constants::Constants;
pub use divisions::{ConstantDivision, Divisions, SignedMagic};
pub use entry::{Entry, Incoming, IncomingArguments};
pub use exceptions::Exceptions;
pub use float_arithmetic::FloatArithmetic;
pub use inline_assembly::{AsmAddress, AsmConstant, AsmPlace, InlineAssembly};
pub use instructions::Instructions;
pub use integer_arithmetic::{IntOperation, IntegerArithmetic};
pub use integers::{IntWidth, Integers, Widening};
pub use intrinsics::Intrinsics;
pub use math::FloatMath;
pub use memory::{Access, MemoryAccesses};
pub use overflow::OverflowArithmetic;
pub use places::{ArgumentPlaces, Location};
pub use runtime_calls::{LibcallValue, RuntimeCalls};
pub use selector::Select;
pub use stack_allocation::StackAllocation;
pub use tail_calls::{StackStore, TailCalls};
pub use variadic_functions::{SaveArea, VariadicFunctions};
pub use vector_elements::VectorElements;
pub use vector_masks::{Mask, Masks, VectorMasks};
pub use vector_shuffles::VectorShuffles;
pub use vectors::{
    LaneCast, VectorArithmetic, VectorCalls, VectorOperation, VectorSupport, Vectors,
};
pub use wide_integers::{FactorHigh, HALF, Halves, WideIntegers, WideSum};
