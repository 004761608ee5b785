//! Passes on machine code that are not allocation: what attributes of a function ask for at its entry, at its
//! returns and around its calls.
//!
//! Each pass carries llc's name and has one file. A function that does not ask for a pass pays for looking up
//! the attribute.

pub mod fentry_insert;
pub mod kcfi;
pub mod patchable_function;
pub mod thunk_functions;
pub mod zero_call_used_regs;
