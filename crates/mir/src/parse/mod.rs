//! Reads `.mir` files: a module of LLVM IR as the first document (it may be missing), then one document
//! per machine function.
//!
//! References to IR (functions, globals, blocks, values, metadata) are resolved to ids of the module. As
//! in llc, blocks are renumbered by their order and virtual registers by the order in which the document
//! mentions them; fixed stack objects end up in reverse order.

mod body;
mod cfi;
mod document;
mod error;
mod inst;
mod lexer;
mod low_level_type;
mod memory;
mod metadata;
mod names;
mod operand;
mod registers;
mod sections;
mod stack;
mod yaml;

pub use error::ParseError;

use avarice_ir::Module;
use avarice_target::TargetDesc;
use rustc_hash::FxHashSet; // Allowed because a reader looks names up.

use crate::function::MachineFunction;
use crate::text_names::TextNames;
use document::DocumentReader;
use error::{Fault, Result, fault};
use names::FileState;
use yaml::{Node, NodeKind};

/// The target of a file: its tables and its words in MIR text.
#[derive(Clone, Copy, Debug)]
pub struct MirTarget {
    /// Tables.
    pub desc: &'static TargetDesc,
    /// Words.
    pub text: &'static TextNames,
}

/// What a file holds.
#[derive(Debug)]
pub struct MirFile {
    /// The IR. For a file without any, functions have been added as `void ()` functions.
    pub module: Module,
    /// The machine functions, in the module's order.
    pub functions: Vec<MachineFunction>,
}

/// Reads a `.mir` file. `target_of` chooses the target by the module (whose triple is empty if the file has
/// none), or says why there is none; it can give the module the target's triple and data layout.
///
/// # Errors
/// The first thing in the text that is not right.
pub fn parse_mir(
    text: &[u8],
    target_of: &dyn Fn(&mut Module) -> std::result::Result<MirTarget, String>,
) -> std::result::Result<MirFile, ParseError> {
    read(text, target_of).map_err(|fault| fault.locate(text))
}

fn read(
    text: &[u8],
    target_of: &dyn Fn(&mut Module) -> std::result::Result<MirTarget, String>,
) -> Result<MirFile> {
    let documents = yaml::parse_documents(text)?;
    let (mut module, functions, has_ir) = match documents.split_first() {
        Some((first, rest)) if matches!(first.kind, NodeKind::Block { .. }) => {
            (read_module(text, first)?, rest, true)
        }
        _ => (Module::default(), &documents[..], false),
    };
    let target = match target_of(&mut module) {
        Ok(target) => target,
        Err(message) => return fault(0..text.len().min(1), message),
    };
    let mut known = FxHashSet::default();
    for document in functions {
        let global = document::declare_function(&mut module, document, has_ir)?;
        if !known.insert(global) {
            let name = String::from_utf8_lossy(&module.globals[global].name);
            let span = document.span.start..document.span.start + 1;
            return fault(span, format!("redefinition of machine function '{name}'"));
        }
    }
    let mut shared = FileState::new(&module);
    let mut read = Vec::with_capacity(functions.len());
    for document in functions {
        let reader = DocumentReader::new(text, &mut module, &mut shared, target);
        read.push(reader.read(document)?);
    }
    // As llc runs and prints them.
    read.sort_by_key(|function| function.ir_function);
    Ok(MirFile {
        module,
        functions: read,
    })
}

/// The module in a block of text: read from a copy without the indentation.
fn read_module(text: &[u8], block: &Node) -> Result<Module> {
    let NodeKind::Block { indent } = block.kind else {
        return Ok(Module::default());
    };
    let mut copy = Vec::with_capacity(block.span.len());
    // For each line: where it starts in the copy and how far its bytes are from those of the file.
    let mut shifts: Vec<(usize, usize)> = Vec::new();
    let mut at = block.span.start;
    for line in text[block.span.clone()].split_inclusive(|c| *c == b'\n') {
        let spaces = line.iter().take_while(|c| **c == b' ').count().min(indent);
        shifts.push((copy.len(), at + spaces - copy.len()));
        copy.extend_from_slice(&line[spaces..]);
        at += line.len();
    }
    avarice_ir::parse_module(&copy).map_err(|error| {
        let line = shifts.partition_point(|(start, _)| *start <= error.offset);
        let shift = line.checked_sub(1).map_or(0, |line| shifts[line].1);
        let start = error.offset + shift;
        Box::new(Fault {
            span: start..start + error.len,
            message: error.message,
        })
    })
}
