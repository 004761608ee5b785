//! DWARF debug information: the line table, functions, scopes, variables and types.
//!
//! ```text
//!   while a function is encoded        Recorder ─▶ FunctionDebug: rows, scopes, variables, calls, with offsets
//!   when all are placed                Describer: metadata + FunctionDebug ─▶ entries, lists, tables
//!       object file                    sections with relocations
//!       assembly                       .file, .loc, and the other sections as data
//! ```
//!
//! Entries, abbreviations, forms, lists and tables are those that llc writes, byte for byte. Addresses are in one table
//! (DWARF 5) or in the entries themselves (DWARF 4), and lists count from the start of the unit's code or that of a
//! section, so a function needs only a handful of relocations.

mod assembly;
mod code;
mod constants;
mod content;
mod describe;
mod files;
mod leb128;
mod line_table;
mod lists;
mod object;
mod pools;
pub(crate) mod rows;
mod subprograms;
mod tree;
mod types;
mod variables;

pub(crate) use assembly::{AssemblyDebug, loc_directive};
pub(crate) use object::DebugSections;
