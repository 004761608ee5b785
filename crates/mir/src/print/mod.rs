//! MIR text: the two forms in which llc prints machine code.
//!
//! - The **debug form** ([`MirPrinter::write_inst`], [`MirPrinter::write_function`]) is what `-debug-only` and
//!   `-print-after` show. Every virtual register has its class, ties are written out, register masks are
//!   lists of registers.
//! - The **document** ([`MirPrinter::write_document`]) is the `.mir` file: YAML with the body as a block of
//!   text, where a virtual register's class is written only at its definitions.
//!
//! Everything is appended to a `String`; a printer holds names, not the function, so that a pass can
//! print a function that it is changing.

mod block;
mod debug_info;
mod document;
mod function;
mod inst;
mod memory;
mod names;
mod operand;
mod sections;
mod yaml;

pub(crate) use document::STACK_IDS;
pub use document::write_mir_file;
pub use function::SlotColumn;
pub(crate) use inst::FLAG_WORDS;
pub(crate) use memory::{MEM_FLAG_WORDS, TARGET_MEM_FLAGS};
pub use names::{IrNames, ModuleNames, write_name};
pub(crate) use names::{IrSlot, for_each_slot, for_each_unnamed_global};
pub(crate) use operand::{FIRST_INT_PREDICATE, FLOAT_PREDICATES};

use crate::function::MachineFunction;
use crate::text_names::TextNames;

/// Which of the two forms to print.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// Of logs.
    Debug,
    /// Of `.mir` files.
    Document,
}

/// Prints the instructions, blocks and whole of one function.
#[derive(Debug)]
pub struct MirPrinter<'m> {
    text: &'static TextNames,
    names: IrNames<'m>,
    /// Documents leave out what their reader assumes.
    simplify: bool,
}

impl<'m> MirPrinter<'m> {
    /// A printer for `function` with the words of its target. `module` gives names of IR things; without
    /// it they print as bad references.
    pub fn new(
        text: &'static TextNames,
        module: Option<&'m ModuleNames<'m>>,
        function: &MachineFunction,
    ) -> Self {
        Self {
            text,
            names: IrNames::new(module, function.ir_function),
            simplify: false,
        }
    }

    /// Makes documents leave out what their reader assumes (`-simplify-mir`).
    #[must_use]
    pub fn simplified(mut self, simplify: bool) -> Self {
        self.simplify = simplify;
        self
    }

    /// The names it uses.
    pub fn names(&self) -> &IrNames<'m> {
        &self.names
    }
}
