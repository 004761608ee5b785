//! Compiles LLVM IR with Cranelift: another compiler between our reader and our object files, to compare with, and for
//! targets of which we have none.
//!
//! ```text
//!   LLVM IR ─prepare─▶ LLVM IR without vectors ─translator─▶ CLIF ─Cranelift─▶ code ─compile─▶ FunctionCode
//!                                                                               (avarice_emit makes an object of it)
//! ```
//!
//! | file | what is in it |
//! |---|---|
//! | `backend` | targets, flags, what is rewritten before translation |
//! | `parts` | types: which values of CLIF a value is |
//! | `units`, `convention`, `passing` | calling conventions: places of arguments, signatures, what is passed |
//! | `translator` | the current function: blocks, values, names |
//! | `inst`, `arithmetic`, `constant`, `memory`, `atomics`, `control`, `call`, `intrinsic`, `overflow` | instructions |
//! | `variadic` | variadic functions and calls, which CLIF does not have |
//! | `block_numbers` | addresses of blocks, which it does not have either |
//! | `compile`, `unwind`, `emitter` | Cranelift's code in terms of the object format |
//! | `guard` | panics of Cranelift as errors |
//!
//! Refused, with the place: exceptions (`invoke`, `landingpad`), inline assembly, `musttail`, target intrinsics,
//! `half`, `bfloat`, `x86_fp80` and `fp128`, calling conventions that are not C's, and on RISC-V and s390x variadic
//! functions, vectors as arguments and, on s390x, integers of more than 64 bits.

mod arithmetic;
mod atomics;
mod backend;
mod block_numbers;
mod call;
mod compile;
mod constant;
mod control;
mod convention;
mod emitter;
mod guard;
mod inst;
mod intrinsic;
mod memory;
mod overflow;
mod parts;
mod passing;
mod text;
mod translator;
mod units;
mod unwind;
mod variadic;

pub use backend::{Backend, Options};
pub use compile::{CompileError, Translated};
pub use convention::Machine;
