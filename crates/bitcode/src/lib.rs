//! The reader of LLVM bitcode: files of LLVM 15 to 19, and of later versions where they hold nothing that LLVM 19 has
//! no meaning for.
//!
//! It builds the same [`Module`] as the reader of text does from what `llvm-dis` prints: globals in the same order, and
//! in each function values, blocks and uses in the order in which the text mentions them, since that order is visible
//! in the code. Typing rules, the upgrade of old modules and the verifier are those of [`avarice_ir`].
//!
//! | file | what |
//! |---|---|
//! | [`bits`], [`stream`] | bits, records, blocks, abbreviations |
//! | [`types`], [`attributes`], [`attribute_kinds`] | the tables at the start of a module |
//! | [`globals`], [`constants`], [`aggregates`] | variables, functions and aliases; constants |
//! | [`metadata`], [`debug_nodes`], [`debug_words`], [`expressions`] | nodes of metadata |
//! | [`function`], [`instructions`], [`memory`], [`control`], [`calls`] | bodies of functions |
//! | [`reader`], [`tables`] | the state: what records refer to by number |
//! | [`operands`], [`values`] | how they refer to it |
//! | [`debug_records`], [`attachments`], [`names`] | what else belongs to instructions and values |
//!
//! No input makes it panic, overflow the stack, or use memory out of proportion to its size.

mod aggregates;
mod attachments;
mod attribute_kinds;
mod attributes;
mod bits;
mod block;
mod calls;
mod constants;
mod control;
mod debug_nodes;
mod debug_records;
mod debug_words;
mod error;
mod expressions;
mod function;
mod globals;
mod instructions;
mod memory;
mod metadata;
mod module;
mod names;
mod operands;
mod reader;
mod stream;
mod tables;
mod types;
mod values;

use avarice_ir::Module;

pub use error::BitcodeError;

/// `BC`, then the number of LLVM's kind of bit stream.
const MAGIC: &[u8] = b"BC\xC0\xDE";

/// The magic number of the wrapper that Darwin's tools put around bitcode.
const WRAPPER: &[u8] = &[0xDE, 0xC0, 0x17, 0x0B];

/// Whether this is the start of a file of bitcode, perhaps in a wrapper.
pub fn is_bitcode(data: &[u8]) -> bool {
    data.starts_with(MAGIC) || data.starts_with(WRAPPER)
}

/// Reads a module.
///
/// # Errors
/// The first bit at which `data` is not bitcode of a version that is read here.
pub fn read_module(data: &[u8]) -> Result<Module, BitcodeError> {
    module::read(data).map_err(|error| *error)
}
