//! Writes modules and parts of them as LLVM 19's `.ll` text, like `opt -S`.
//!
//! [`write_module`] prints a whole module; reading the output back gives an equal module. The other
//! functions print one piece for a message: they leave out attribute groups and metadata attachments,
//! whose numbers mean nothing outside a module.

mod constants;
mod gc_relocate;
mod globals;
mod instructions;
mod metadata;
mod slots;
mod text;
mod type_finder;
mod types;

use std::fmt;

use crate::cfg::Cfg;
use crate::data_layout::DataLayout;
use crate::entities::{Block, Const, Global, Inst, MetadataId, Type, Value};
use crate::function::Function;
use crate::module::Module;
use slots::ModuleSlots;
pub use slots::{BodyNodes, LocalSlots, MetadataNumbers, number_metadata};
use text::write_name;
pub use text::{write_decimal, write_escaped, write_global_name, write_local_name};

/// State of printing: the text so far and the numbers of what has no name.
struct Printer<'m> {
    module: &'m Module,
    out: String,
    slots: ModuleSlots,
    /// The function being printed and its numbers.
    function: Option<&'m Function>,
    locals: LocalSlots,
    cfg: Cfg,
    /// Alignments that the text left out; LLVM prints them.
    layout: DataLayout,
    /// One piece for a message rather than a module.
    brief: bool,
    /// Numbers of the function that a block address last named, when it is another one.
    other_function: Option<(Global, LocalSlots)>,
}

impl<'m> Printer<'m> {
    fn new(module: &'m Module, slots: ModuleSlots, brief: bool) -> Self {
        Self {
            module,
            out: String::new(),
            slots,
            function: None,
            locals: LocalSlots::default(),
            cfg: Cfg::new(),
            layout: DataLayout::stated(module).unwrap_or_default(),
            brief,
            other_function: None,
        }
    }

    /// A printer for one piece, which may be in `function`.
    fn brief(module: &'m Module, function: Option<&'m Function>) -> Self {
        let mut printer = Self::new(module, ModuleSlots::brief(module), true);
        if let Some(function) = function {
            printer.enter(function);
        }
        printer
    }

    /// Numbers the values and blocks of `function` and makes it the current one.
    fn enter(&mut self, function: &'m Function) {
        self.function = Some(function);
        self.locals.compute(function);
    }

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// `text` and a space, nothing if it is empty.
    fn word(&mut self, text: &str) {
        if !text.is_empty() {
            self.out.push_str(text);
            self.out.push(' ');
        }
    }
}

/// Writes `module` as text.
///
/// # Errors
/// Only those of `out`.
pub fn write_module(module: &Module, out: &mut impl fmt::Write) -> fmt::Result {
    let mut printer = Printer::new(module, ModuleSlots::of_module(module), false);
    printer.layout.compute(&module.types);
    printer.module_head();
    for (id, global) in module.globals.iter() {
        if global.function().is_some() {
            printer.function(id);
            out.write_str(&printer.out)?;
            printer.out.clear();
        }
    }
    printer.module_tail();
    out.write_str(&printer.out)
}

/// `module` as text.
pub fn print_module(module: &Module) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_module(module, &mut out);
    out
}

/// The function `id`, head and body, as text.
pub fn print_function(module: &Module, id: Global) -> String {
    let mut printer = Printer::brief(module, None);
    printer.function(id);
    printer.out
}

/// An instruction as one line (a `switch` or `landingpad` as several) without indentation.
pub fn print_inst(module: &Module, function: &Function, inst: Inst) -> String {
    let mut printer = Printer::brief(module, Some(function));
    printer.instruction(inst);
    printer.out
}

/// A type: `i32`, `<4 x float>`, `%struct.pair`.
pub fn print_type(module: &Module, ty: Type) -> String {
    let mut printer = Printer::brief(module, None);
    printer.ty(ty);
    printer.out
}

/// A value of a function with its type: `i32 %x`, `ptr @table`.
pub fn print_value(module: &Module, function: &Function, value: Value) -> String {
    let mut printer = Printer::brief(module, Some(function));
    printer.typed_value(value);
    printer.out
}

/// A constant with its type: `i32 5`, `ptr @table`.
pub fn print_const(module: &Module, id: Const) -> String {
    let mut printer = Printer::brief(module, None);
    printer.typed_const(id);
    printer.out
}

/// The `float` with these bits, with its type: `float 1.500000e+00`.
pub fn print_float(bits: u32) -> String {
    let mut out = String::from("float ");
    text::write_double(&mut out, text::float_bits_to_double(bits));
    out
}

/// The `double` with these bits, with its type: `double 0x3FB999999999999A`.
pub fn print_double(bits: u64) -> String {
    let mut out = String::from("double ");
    text::write_double(&mut out, f64::from_bits(bits));
    out
}

/// A metadata node as its definition writes it (`distinct !{!4}`, `!DILocation(line: 1, scope: !3)`), nodes
/// in it by `numbers`.
pub fn print_metadata(module: &Module, id: MetadataId, numbers: &MetadataNumbers) -> String {
    let mut slots = ModuleSlots::brief(module);
    slots.take_numbers(numbers);
    let mut printer = Printer::new(module, slots, true);
    printer.metadata_body(id);
    printer.out
}

/// A global's name with its `@`: `@main`, `@"odd name"`, `@3`.
pub fn print_global_name(module: &Module, id: Global) -> String {
    let mut printer = Printer::brief(module, None);
    printer.global_name(id);
    printer.out
}

/// The name of a block of `function`: `%loop`, `%7`.
pub fn print_block_name(module: &Module, function: &Function, block: Block) -> String {
    let name = function.name(function.blocks[block].name);
    if !name.is_empty() {
        // Nothing has to be numbered.
        let mut out = String::new();
        write_name(&mut out, "%", name);
        return out;
    }
    let mut printer = Printer::brief(module, Some(function));
    printer.block_name(block);
    printer.out
}

/// Prints many pieces of one function, whose values are numbered once.
pub struct FunctionPrinter<'m> {
    printer: Printer<'m>,
    function: &'m Function,
}

impl<'m> FunctionPrinter<'m> {
    /// A printer for pieces of `function`, which is in `module`.
    pub fn new(module: &'m Module, function: &'m Function) -> Self {
        let mut printer = Printer::brief(module, Some(function));
        printer.cfg.compute(function);
        Self { printer, function }
    }

    fn piece(&mut self, print: impl FnOnce(&mut Printer<'m>)) -> &str {
        self.printer.out.clear();
        print(&mut self.printer);
        &self.printer.out
    }

    /// As [`print_inst`].
    pub fn inst(&mut self, inst: Inst) -> &str {
        self.piece(|printer| printer.instruction(inst))
    }

    /// A value with its type: `i32 %x`.
    pub fn typed_value(&mut self, value: Value) -> &str {
        self.piece(|printer| printer.typed_value(value))
    }

    /// A value without its type: `%x`, `5`.
    pub fn value(&mut self, value: Value) -> &str {
        self.piece(|printer| printer.value(value))
    }

    /// The name of a block: `%loop`, `%7`.
    pub fn block_name(&mut self, block: Block) -> &str {
        self.piece(|printer| printer.block_name(block))
    }

    /// A block with its label (a number, if it has no name), its predecessors and its instructions, a line each.
    pub fn block(&mut self, block: Block) -> &str {
        let function = self.function;
        self.piece(|printer| {
            printer.block_label(function, block);
            printer.push("\n");
            for inst in function.block_insts(block) {
                printer.push("  ");
                printer.instruction(inst);
                printer.push("\n");
            }
        })
    }
}
