//! Prints a module and its machine functions as text for the GNU assembler, as llc does, with its directives and comments.
//! The assembled code is byte for byte that of the object file.
//!
//! ```text
//!   mod        the module: variables, aliases, what linkers are told
//!   functions  what is around the code of a function
//!   blocks     the code
//!   cfi        call frame instructions
//! ```

mod block_sections;
mod blocks;
mod cfi;
mod exceptions;
mod functions;

use std::collections::BTreeMap; // Allowed because it works once a module, in order.
use std::fmt::Write;

use avarice_ir::printer::print_global_name;
use avarice_ir::{DataLayout, DebugInfo, Global, GlobalKind, Linkage, Module, Visibility};
use avarice_mir::MachineFunction;

use crate::asm_text::AsmText;
use crate::data::{DataSymbol, DataWriter};
use crate::debug::AssemblyDebug;
use crate::emit_options::{AsmSyntax, EmitOptions};
use crate::error::EmitError;
use crate::function::{encode_function, has_unwind_table};
use crate::function_entry::FunctionEntry;
use crate::label_numbers::LabelNumbers;
use crate::module_assembly;
use crate::module_metadata::ModuleMetadata;
use crate::names::{SymbolNames, file_name, is_emitted, prefers_local_label};
use crate::object_file::{is_compiler_data, is_declared, retained_globals};
use crate::print_constant::ConstantPrinter;
use crate::print_context::{ModuleNames, escaped, local_label};
use crate::print_data::{self, SectionPrinter};
use crate::sections::{DataClass, SectionChooser, SectionSpec};
use crate::structors::{StructorList, structor_section, structors};
use crate::target::{SyntaxDirectives, TargetEmitter};
use crate::unwind::UnwindRows;

/// Writes `module` with its machine functions as assembly. The functions may come in any order; the
/// text has them in module order.
///
/// # Requires
/// As [`crate::encode_function`] and [`crate::emit_object`].
///
/// # Errors
/// As those.
pub fn emit_assembly(
    module: &Module,
    layout: &DataLayout,
    functions: &[(Global, MachineFunction)],
    emitter: &dyn TargetEmitter,
    options: &EmitOptions,
) -> Result<String, EmitError> {
    let names = SymbolNames::new(module);
    let mut order: Vec<&(Global, MachineFunction)> = functions.iter().collect();
    order.sort_by_key(|(global, _)| *global);
    let labels = LabelNumbers::new(module, &order, emitter, options, &|global| {
        let entry = FunctionEntry::of(module, Some(global)).ok().flatten();
        entry.is_some_and(|entry| entry.nops > 0)
    });
    let needs = order.iter().map(|(_, f)| has_unwind_table(module, f));
    let rows = UnwindRows::of(module, needs);
    let debug = assembly_debug(module, &order, emitter, options)?;
    let names = ModuleNames {
        module,
        options,
        names: &names,
        labels: &labels,
    };
    let data = DataWriter { module, layout };
    let mut printer = Printer {
        names,
        data,
        constants: ConstantPrinter {
            names,
            data,
            words: emitter.elf().words,
        },
        chooser: SectionChooser {
            module,
            layout,
            target: emitter.elf(),
            options,
        },
        emitter,
        sections: SectionPrinter::default(),
        retained: retained_globals(module),
        type_pointers: BTreeMap::new(),
        personalities: Vec::new(),
        rows,
        debug,
        is_stmt: true,
        counts: LabelCounts::default(),
        out: AsmText::new(emitter.elf().comment, options.comments),
    };
    printer.begin()?;
    for (number, (global, function)) in order.iter().enumerate() {
        printer
            .function(number, *global, function)
            .map_err(|e| e.at(&function.name))?;
    }
    printer.end()?;
    Ok(printer.out.text)
}

/// The debug information of a module, if it has any. For that the functions are encoded.
fn assembly_debug<'a>(
    module: &'a Module,
    functions: &[&(Global, MachineFunction)],
    emitter: &dyn TargetEmitter,
    options: &EmitOptions,
) -> Result<Option<AssemblyDebug<'a>>, EmitError> {
    let Some(view) = DebugInfo::of(module) else {
        return Ok(None);
    };
    let mut encoded = Vec::new();
    for (number, (global, function)) in functions.iter().enumerate() {
        if view.subprogram(*global).is_some() {
            let code = encode_function(module, function, emitter, options)?;
            encoded.push((number, code));
        }
    }
    let has_place = |global: Global| {
        let init = module.globals[global].variable().and_then(|v| v.init);
        init.is_some() && is_emitted(module, global) && !is_compiler_data(module, global)
    };
    let supports_thread_local = emitter.elf().debug_thread_local.is_some();
    AssemblyDebug::new(module, &encoded, &has_place, supports_thread_local)
}

struct Printer<'a> {
    names: ModuleNames<'a>,
    data: DataWriter<'a>,
    constants: ConstantPrinter<'a>,
    chooser: SectionChooser<'a>,
    emitter: &'a dyn TargetEmitter,
    sections: SectionPrinter,
    /// Sorted.
    retained: Vec<Global>,
    /// Types that tables refer to by a pointer, by its label.
    type_pointers: BTreeMap<String, Global>,
    /// Personality functions that tables refer to by a pointer, in the order of use.
    personalities: Vec<Global>,
    rows: UnwindRows,
    debug: Option<AssemblyDebug<'a>>,
    counts: LabelCounts,
    /// Whether the last row of the line table began a statement.
    is_stmt: bool,
    out: AsmText,
}

/// How many labels of each name there are so far: each name counts by itself.
#[derive(Default)]
struct LabelCounts {
    /// `.Lpatch`: after marks of branch targets, where room for patches begins.
    patches: u32,
    /// `.Lfunc_begin`
    begins: u32,
    /// `.Lexception`, `.Lcst_begin`, `.Lcst_end`
    tables: u32,
    /// `.Lttbase`, `.Lttbaseref`
    type_bases: u32,
}

impl Printer<'_> {
    /// What precedes all code: directives, the note about all code, module-level assembly.
    fn begin(&mut self) -> Result<(), EmitError> {
        self.enter(&SectionSpec::text());
        if let Some(note) = self.emitter.property_note(self.names.module) {
            note.print(&self.names, &mut self.sections, &mut self.out);
            self.enter(&SectionSpec::text());
        }
        if let Some(directives) = self.syntax_directives() {
            self.out.push_str(directives.alternative);
        }
        if let Some(file) = file_name(self.names.module) {
            let _ = writeln!(self.out, "\t.file\t\"{}\"", escaped(file));
        }
        self.module_assembly()?;
        if let Some(debug) = &self.debug {
            debug.print_files(&mut self.out.text);
        }
        if self.rows == UnwindRows::ForDebuggers {
            self.out.push_str("\t.cfi_sections .debug_frame\n");
        }
        Ok(())
    }

    /// Assembly beside the functions, as it is written. What object files refuse is refused here too.
    fn module_assembly(&mut self) -> Result<(), EmitError> {
        let Some(text) = module_assembly::text(self.names.module) else {
            return Ok(());
        };
        self.emitter.assemble_module(&text)?;
        self.out.comment("Start of file scope inline assembly");
        self.out.end_line();
        self.push_in_standard_syntax(&text);
        self.out.comment("End of file scope inline assembly");
        self.out.end_line();
        self.sections = SectionPrinter::default();
        self.enter(&SectionSpec::text());
        Ok(())
    }

    /// What tells the assembler which syntax follows, where the text has the alternative one.
    fn syntax_directives(&self) -> Option<SyntaxDirectives> {
        match self.names.options.syntax {
            AsmSyntax::Standard => None,
            AsmSyntax::Alternative => self.emitter.syntax_directives(),
        }
    }

    /// Appends lines in the standard syntax.
    fn push_in_standard_syntax(&mut self, text: &str) {
        let directives = self.syntax_directives();
        if let Some(directives) = directives {
            self.out.push_str(directives.standard);
        }
        self.out.push_str(text);
        if let Some(directives) = directives {
            self.out.push_str(directives.alternative);
        }
    }

    /// What follows the functions.
    fn end(&mut self) -> Result<(), EmitError> {
        let module = self.names.module;
        for (global, data) in module.globals.iter() {
            self.variable(global).map_err(|e| e.at(&data.name))?;
        }
        for (global, data) in module.globals.iter() {
            if data.function().is_some() && self.is_declared(global) {
                self.visibility(global);
            }
        }
        let metadata = ModuleMetadata::of(module)?;
        let (names, sections) = (&self.names, &mut self.sections);
        metadata.print_for_linker(names, sections, &mut self.out.text);
        self.pointers();
        for (global, data) in module.globals.iter() {
            self.alias(global).map_err(|e| e.at(&data.name))?;
        }
        let (names, sections) = (&self.names, &mut self.sections);
        if let Some(debug) = &self.debug {
            debug.print_sections(names, sections, &mut self.out.text)?;
        }
        self.personality_pointers();
        self.weak_references();
        let (names, sections) = (&self.names, &mut self.sections);
        metadata.print_origin(names, sections, &mut self.out.text);
        let note = "\t.section\t\".note.GNU-stack\",\"\",@progbits\n";
        self.out.text.push_str(note);
        self.significant();
        metadata.print_partitions(&self.names, &mut self.out.text);
        Ok(())
    }

    fn enter(&mut self, spec: &SectionSpec) {
        self.sections.enter(&self.names, spec, &mut self.out.text);
    }

    /// The directive for fields of so many bytes.
    fn word(&self, size: u8) -> &'static str {
        let words = &self.emitter.elf().words;
        words[size.trailing_zeros() as usize % words.len()]
    }

    fn retains(&self, global: Global) -> bool {
        self.retained.binary_search(&global).is_ok()
    }

    /// Whether other modules see a symbol, and who wins where several define it.
    fn binding(&mut self, global: Global) {
        let data = &self.names.module.globals[global];
        let name = self.names.global(global);
        let directive = match data.linkage {
            Linkage::Private | Linkage::Internal => return,
            Linkage::LinkOnce
            | Linkage::LinkOnceOdr
            | Linkage::Weak
            | Linkage::WeakOdr
            | Linkage::ExternWeak => ".weak",
            _ => ".globl",
        };
        let _ = writeln!(self.out, "\t{directive}\t{name}");
    }

    fn visibility(&mut self, global: Global) {
        let name = self.names.global(global);
        let directive = match self.names.module.globals[global].visibility {
            Visibility::Default => return,
            Visibility::Hidden => ".hidden",
            Visibility::Protected => ".protected",
        };
        let _ = writeln!(self.out, "\t{directive}\t{name}");
    }

    /// The labels of a definition that begins here.
    fn label(&mut self, global: Global) {
        let _ = writeln!(self.out, "{}:", self.names.global(global));
        if let Some(label) = self.own_label(global) {
            let _ = writeln!(self.out, "{label}:");
        }
    }

    /// The local label of a definition that this module's references go by.
    fn own_label(&self, global: Global) -> Option<String> {
        let has_one = prefers_local_label(self.names.module, global, self.names.options);
        has_one.then(|| local_label(self.names.names.get(global)))
    }

    // ---- Data ---------------------------------------------------------------------------------

    fn variable(&mut self, global: Global) -> Result<(), EmitError> {
        let module = self.names.module;
        let data = &module.globals[global];
        let Some(variable) = data.variable() else {
            return Ok(());
        };
        let is_list = |list: &StructorList| *data.name == *list.variable().as_bytes();
        if let Some(list) = StructorList::ALL.into_iter().find(is_list) {
            return self.structors(list);
        }
        if self.is_declared(global) {
            self.visibility(global);
        }
        let Some(init) = variable.init else {
            return Ok(());
        };
        if !is_emitted(module, global) || is_compiler_data(module, global) {
            return Ok(());
        }
        self.out.comment(print_global_name(module, global));
        let size = self.data.image(init)?.size;
        let align = self.chooser.alignment(global);
        let name = self.names.global(global).into_owned();
        let class = self.chooser.class(global);
        let symbol = self.names.names.get(global);
        let section = self.chooser.variable(global, symbol, self.retains(global));
        self.visibility(global);
        let _ = writeln!(self.out, "\t.type\t{name},@object");
        let is_local_zero = class == DataClass::Bss
            && data.linkage.is_local()
            && section == SectionSpec::zero_fill();
        if class == DataClass::Common || is_local_zero {
            let size = size.max(1);
            if is_local_zero {
                let _ = writeln!(self.out, "\t.local\t{name}");
            }
            let _ = writeln!(self.out, "\t.comm\t{name},{size},{align}");
            return Ok(());
        }
        self.enter(&section);
        self.binding(global);
        print_data::alignment(align, &mut self.out);
        self.label(global);
        self.constants.constant(init, &mut self.out)?;
        let _ = writeln!(self.out, "\t.size\t{name}, {size}");
        self.out.end_line();
        Ok(())
    }

    /// The list of functions that run before or after the program.
    fn structors(&mut self, list: StructorList) -> Result<(), EmitError> {
        let module = self.names.module;
        let sections = self.names.options.structors;
        let mut last = None;
        for entry in structors(module, sections, list) {
            if entry.key.is_some_and(|key| !is_emitted(module, key)) {
                continue;
            }
            let spec = structor_section(module, sections, list, &entry);
            self.enter(&spec);
            if last.as_ref() != Some(&spec) {
                print_data::alignment(8, &mut self.out);
            }
            last = Some(spec);
            self.constants.constant(entry.function, &mut self.out)?;
        }
        Ok(())
    }

    fn alias(&mut self, global: Global) -> Result<(), EmitError> {
        let module = self.names.module;
        let data = &module.globals[global];
        let size = self.data.layout.alloc_size(&module.types, data.value_type);
        let (target, kind) = match &data.kind {
            GlobalKind::Alias { aliasee } => (*aliasee, size.is_none().then_some("function")),
            GlobalKind::IFunc { resolver } => (*resolver, Some("gnu_indirect_function")),
            _ => return Ok(()),
        };
        let value = self.data.symbol_and_offset(target);
        let (symbol, offset) = value.ok_or_else(|| EmitError::unsupported("alias of no symbol"))?;
        self.binding(global);
        let name = self.names.global(global).into_owned();
        let base = self.names.data_symbol(symbol)?;
        if let Some(kind) = kind {
            let _ = writeln!(self.out, "\t.type\t{name},@{kind}");
        }
        self.visibility(global);
        let offset = match offset {
            0 => String::new(),
            offset => format!("{offset:+}"),
        };
        let _ = writeln!(self.out, "\t.set\t{name}, {base}{offset}");
        if prefers_local_label(module, global, self.names.options) {
            let label = local_label(self.names.names.get(global));
            let _ = writeln!(self.out, "\t.set\t{label}, {base}{offset}");
        }
        let is_private = match symbol {
            DataSymbol::Global(base) => module.globals[base].linkage == Linkage::Private,
            DataSymbol::BlockAddress(..) => true,
        };
        if let Some(size) = size.filter(|_| is_private) {
            let _ = writeln!(self.out, "\t.size\t{name}, {size}");
        }
        Ok(())
    }

    /// The symbols whose addresses matter.
    fn significant(&mut self) {
        let Some(globals) = &self.names.options.significant else {
            return;
        };
        self.out.push_str("\t.addrsig\n");
        for global in globals {
            let name = self.names.global(*global);
            let _ = writeln!(self.out, "\t.addrsig_sym {name}");
        }
    }

    /// Whether others define a symbol.
    fn is_declared(&self, global: Global) -> bool {
        is_declared(self.names.module, global)
    }

    /// The symbols that others may define: of functions, then of variables.
    fn weak_references(&mut self) {
        let module = self.names.module;
        for of_functions in [true, false] {
            for (global, data) in module.globals.iter() {
                let is_here = data.function().is_some() == of_functions;
                if is_here && data.linkage == Linkage::ExternWeak && self.is_declared(global) {
                    let name = self.names.global(global).into_owned();
                    let _ = writeln!(self.out, "\t.weak\t{name}");
                }
            }
        }
    }
}
