//! Runs object code in this process, without a linker.
//!
//! ```text
//!   objects ─ link ─▶ Image: code, stubs, data, with relocations applied      (no `unsafe`; any host, any target)
//!                       │      and what only the process knows:
//!                       │      words that hold addresses, names of others' symbols
//!                       ▼
//!                    Session: memory for it, symbols of the process,           (`process`: the one module with `unsafe`)
//!                             unwind tables, thread-local variables, GDB, constructors
//! ```
//!
//! An image is like a shared object that was made in memory. Code reaches what is in the image by distances, and everything
//! else through a table of addresses, so that it can stand anywhere. Its parts are
//!
//! ```text
//!   code        functions, then stubs that jump through the table          readable, executable
//!   read-only   constants, unwind tables, the table of addresses           readable
//!   data        variables, zeros after them                                readable, writable
//! ```
//!
//! each on pages of its own: memory is filled while it is writable, then gets its protection, and is never both writable and
//! executable.
//!
//! Functions may be compiled when they are first called ([`Session::add_lazily`]): stubs stand for them, whose entries lead to
//! the compiler at first.
//!
//! The objects must be position independent, and thread-local variables of the general dynamic model:
//! `avarice::Options::in_process` makes them so.

mod error;
mod gdb;
mod image;
mod inputs;
mod layout;
mod lazy;
mod link;
mod relocate;
mod symbols;
mod table;

#[cfg(unix)]
mod libraries;
#[cfg(unix)]
mod loading;
#[cfg(unix)]
mod process;
#[cfg(unix)]
mod session;

pub use error::LinkError;
pub use image::{Image, ImagePart, ImageSymbol, Machine, ThreadLocals, Word, WordValue};
pub use lazy::{LazyFunction, LazyModule, MakeObject};
pub use link::link;
#[cfg(unix)]
pub use session::Session;
