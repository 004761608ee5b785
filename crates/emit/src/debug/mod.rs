//! DWARF debug information: the line table, functions, scopes, variables and types.
//!
//! ```text
//!   while a function is encoded        Recorder ─▶ FunctionDebug: rows, locations, variables, with offsets
//!   when all are placed                Describer: metadata + FunctionDebug ─▶ gimli's units
//!       object file                    sections with relocations
//!       assembly                       .file, .loc, and the other sections as data
//! ```
//!
//! A unit is described in the forms that gimli writes: addresses are in the entries themselves, and range
//! lists are offsets from the start of their function. So a function needs only a handful of relocations.

mod assembly;
mod constants;
mod describe;
mod entries;
mod files;
mod line_table;
mod object;
pub(crate) mod rows;
mod scopes;
mod subprograms;
mod types;
mod variables;

pub(crate) use assembly::{AssemblyDebug, loc_directive};
pub(crate) use object::write_debug_sections;
