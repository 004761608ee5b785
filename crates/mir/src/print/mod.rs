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
mod printer;
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

pub use printer::MirPrinter;
pub use yaml::write_scalar as write_yaml_scalar;
