//! Prints a module and its machine functions as text for the GNU assembler, with llc's directives.
//! The assembled code is byte for byte that of the object file.

use std::collections::BTreeMap; // Allowed because it works once a module, in order.
use std::fmt::Write;

use avarice_ir::{
    DataLayout, DebugInfo, Global, GlobalData, GlobalKind, Linkage, Module, Visibility,
};
use avarice_mir::{Block, CfiInstruction, MachineFunction};
use cranelift_entity::{EntityRef, SecondaryMap};
use object::elf;

use crate::buffer::FixupTarget;
use crate::data::{DataSymbol, DataWriter};
use crate::debug::rows::{LineRow, RowChooser};
use crate::debug::{AssemblyDebug, loc_directive};
use crate::elf_target::JumpTableEntry;
use crate::emit_options::EmitOptions;
use crate::error::EmitError;
use crate::exception_table::{CodePoint, ExceptionTable, eh_label};
use crate::function::{encode_function, has_unwind_table, landing_pad, pre_symbol};
use crate::function_context::FunctionContext;
use crate::function_entry::{
    FunctionEntry, check_pass_label, check_trap_label, list_section, trap_section, type_symbol,
};
use crate::inst_facts::{cfi_instruction, emits_nothing};
use crate::module_assembly;
use crate::module_metadata::ModuleMetadata;
use crate::names::{SymbolNames, is_emitted, prefers_local_label};
use crate::object_file::{
    const_pool_image, exception_table_section, indirect_name, is_compiler_data, is_weak,
    retained_globals, structor_section, structors,
};
use crate::print_context::{ModuleNames, PrintContext, block_label, local_label, quoted};
use crate::print_context::{const_pool_name, jump_table_name};
use crate::print_data::{self, SectionPrinter};
use crate::sections::{DataClass, SectionChooser, SectionSpec};
use crate::table_encodings::{TableEncoding, TableEncodings};
use crate::target::TargetEmitter;
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
    let mut numbers = SecondaryMap::new();
    for (number, (global, _)) in order.iter().enumerate() {
        numbers[*global] = Some(number);
    }
    let needs = order.iter().map(|(_, f)| has_unwind_table(module, f));
    let rows = UnwindRows::of(module, needs);
    let debug = assembly_debug(module, &order, emitter, options)?;
    let mut printer = Printer {
        names: ModuleNames {
            module,
            options,
            names: &names,
            numbers: &numbers,
        },
        data: DataWriter { module, layout },
        chooser: SectionChooser {
            module,
            layout,
            target: emitter.elf(),
            options,
        },
        emitter,
        sections: SectionPrinter::default(),
        retained: retained_globals(module),
        indirect: Vec::new(),
        rows,
        debug,
        trap_links: BTreeMap::new(),
        is_stmt: true,
        out: String::new(),
    };
    printer.begin()?;
    for (number, (global, function)) in order.iter().enumerate() {
        printer
            .function(number, *global, function)
            .map_err(|e| e.at(&function.name))?;
    }
    for (global, data) in module.globals.iter() {
        printer.variable(global).map_err(|e| e.at(&data.name))?;
    }
    printer.structors("llvm.global_ctors", b".init_array", elf::SHT_INIT_ARRAY)?;
    printer.structors("llvm.global_dtors", b".fini_array", elf::SHT_FINI_ARRAY)?;
    let metadata = ModuleMetadata::of(module)?;
    metadata.print_for_linker(&printer.names, &mut printer.sections, &mut printer.out);
    for (global, data) in module.globals.iter() {
        printer.alias(global).map_err(|e| e.at(&data.name))?;
        printer.declaration(global, data);
    }
    printer.pointers();
    if let Some(debug) = &printer.debug {
        debug.print_sections(&printer.names, &mut printer.sections, &mut printer.out)?;
    }
    metadata.print_origin(&printer.names, &mut printer.sections, &mut printer.out);
    let note = "\t.section\t\".note.GNU-stack\",\"\",@progbits\n";
    printer.out.push_str(note);
    metadata.print_partitions(&printer.names, &mut printer.out);
    Ok(printer.out)
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
    AssemblyDebug::new(module, &encoded, &has_place)
}

/// The IR blocks whose address is taken and that are no more: their labels are where the function begins.
fn removed_targets(function: &MachineFunction) -> Vec<avarice_ir::Block> {
    let taken = |block: Block| function.blocks[block].ir_address_taken.expand();
    let mut targets: Vec<avarice_ir::Block> = function.blocks.keys().filter_map(taken).collect();
    if !targets.is_empty() {
        for placed in function.layout.iter().copied().filter_map(taken) {
            targets.retain(|target| *target != placed);
        }
        targets.dedup();
    }
    targets
}

/// The label before or after a call that may unwind, or of a landing pad.
fn eh_label_name(function: usize, symbol: avarice_mir::Symbol) -> String {
    format!(".Ltmp{function}_{}", symbol.index())
}

/// A string of assembly.
fn print_data_string(bytes: &[u8]) -> String {
    format!("\"{}\"", crate::print_context::escaped(bytes))
}

struct Printer<'a> {
    names: ModuleNames<'a>,
    data: DataWriter<'a>,
    chooser: SectionChooser<'a>,
    emitter: &'a dyn TargetEmitter,
    sections: SectionPrinter,
    /// Sorted.
    retained: Vec<Global>,
    /// Globals that tables refer to by a pointer, sorted.
    indirect: Vec<Global>,
    rows: UnwindRows,
    debug: Option<AssemblyDebug<'a>>,
    /// For each section of code with checks of types, the first function that has some.
    trap_links: BTreeMap<SectionSpec, Global>,
    /// Whether the last row of the line table began a statement.
    is_stmt: bool,
    out: String,
}

impl Printer<'_> {
    /// What precedes all code: directives, the note about all code, module-level assembly.
    fn begin(&mut self) -> Result<(), EmitError> {
        if let Some(file) = &self.names.module.source_filename {
            let name = print_data_string(file);
            let _ = writeln!(self.out, "\t.file\t{name}");
        }
        if let Some(debug) = &self.debug {
            debug.print_files(&mut self.out);
        }
        if self.rows == UnwindRows::ForDebuggers {
            self.out.push_str("\t.cfi_sections .debug_frame\n");
        }
        self.enter(&SectionSpec::text());
        if let Some(note) = self.emitter.property_note(self.names.module) {
            note.print(&self.names, &mut self.sections, &mut self.out);
            self.enter(&SectionSpec::text());
        }
        self.module_assembly()
    }

    /// Assembly beside the functions, as it is written. What object files refuse is refused here too.
    fn module_assembly(&mut self) -> Result<(), EmitError> {
        let Some(text) = module_assembly::text(self.names.module) else {
            return Ok(());
        };
        self.emitter.assemble_module(&text)?;
        self.out.push_str(&text);
        self.sections = SectionPrinter::default();
        self.enter(&SectionSpec::text());
        Ok(())
    }

    fn enter(&mut self, spec: &SectionSpec) {
        self.sections.enter(&self.names, spec, &mut self.out);
    }

    fn retains(&self, global: Global) -> bool {
        self.retained.binary_search(&global).is_ok()
    }

    /// Binding and visibility.
    fn linkage(&mut self, global: Global) {
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
        self.visibility(global);
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
        if prefers_local_label(self.names.module, global, self.names.options) {
            let label = local_label(self.names.names.get(global));
            let _ = writeln!(self.out, "{label}:");
        }
    }

    // ---- Functions ----------------------------------------------------------------------------

    fn function(
        &mut self,
        number: usize,
        global: Global,
        function: &MachineFunction,
    ) -> Result<(), EmitError> {
        for (index, entry) in function.const_pool.iter() {
            let image = const_pool_image(&self.data, entry)?;
            let relocated = !image.references.is_empty();
            self.enter(&self.chooser.const_pool(image.size, relocated));
            print_data::alignment(entry.align, None, &mut self.out);
            let _ = writeln!(self.out, "{}:", const_pool_name(number, index.index()));
            print_data::image(&self.names, &image, &mut self.out)?;
        }
        let name = self.names.names.get(global);
        self.enter(&self.chooser.function(global, name, self.retains(global)));
        self.linkage(global);
        let blocks = function.layout.iter().map(|b| function.blocks[*b].align);
        let align = blocks.fold(function.align, u64::max);
        let fill = self.emitter.elf().fill;
        print_data::alignment(align, Some(fill), &mut self.out);
        let name = self.names.global(global).into_owned();
        let _ = writeln!(self.out, "\t.type\t{name},@function");
        let entry = FunctionEntry::of_function(self.names.module, function, self.emitter)?;
        if let Some(entry) = &entry {
            self.before_label(number, global, entry)?;
        }
        self.label(global);
        let unwind =
            self.rows != UnwindRows::Needed || has_unwind_table(self.names.module, function);
        let table = ExceptionTable::new(function, self.encodings().types);
        if unwind {
            self.out.push_str("\t.cfi_startproc\n");
            if let Some(table) = &table {
                self.personality(number, table);
            }
        }
        let rows = RowChooser::new(self.names.module, function);
        if table.is_some() || rows.is_some() || entry.is_some() {
            let _ = writeln!(self.out, ".Lfunc_begin{number}:");
        }
        if let Some(prologue) = entry.as_ref().and_then(|entry| entry.prologue.as_ref()) {
            print_data::image(&self.names, prologue, &mut self.out)?;
        }
        self.body(number, global, function, unwind, rows)?;
        let _ = writeln!(self.out, ".Lfunc_end{number}:");
        let _ = writeln!(self.out, "\t.size\t{name}, .Lfunc_end{number}-{name}");
        if unwind {
            self.out.push_str("\t.cfi_endproc\n");
        }
        if let Some(table) = &table {
            self.exception_table(number, table);
        }
        self.jump_tables(number, global, function);
        if let Some(entry) = entry.filter(|entry| entry.is_listed) {
            self.list_patch(number, global, function, &entry);
        }
        Ok(())
    }

    /// What precedes the label of a function.
    fn before_label(
        &mut self,
        number: usize,
        global: Global,
        entry: &FunctionEntry,
    ) -> Result<(), EmitError> {
        if let Some(prefix) = &entry.prefix {
            print_data::image(&self.names, prefix, &mut self.out)?;
        }
        if let Some(id) = &entry.type_identifier {
            let symbol = type_symbol(self.names.names.get(global));
            let name = quoted(&symbol);
            if id.has_symbol {
                let linkage = self.names.module.globals[global].linkage;
                match linkage {
                    _ if linkage.is_local() => {}
                    _ if is_weak(linkage) => {
                        let _ = writeln!(self.out, "\t.weak\t{name}");
                    }
                    _ => {
                        let _ = writeln!(self.out, "\t.globl\t{name}");
                    }
                }
                let _ = writeln!(self.out, "\t.type\t{name},@function\n{name}:");
            }
            self.out.push_str(&id.text);
            if id.has_symbol {
                let end = format!(".Lcfi_func_end{number}");
                let _ = writeln!(self.out, "{end}:\n\t.size\t{name}, {end}-{name}");
            }
        }
        if entry.nops > 0 {
            let _ = writeln!(self.out, ".Ltmp{number}:");
            let nops = std::iter::repeat_n("\tnop\n", entry.nops as usize);
            self.out.extend(nops);
        }
        for word in &entry.sanitizer {
            let _ = writeln!(self.out, "\t.long\t{word}");
        }
        Ok(())
    }

    /// Records the trap of a type check, and continues after it.
    fn list_trap(&mut self, number: usize, global: Global, inst: avarice_mir::Inst) {
        let name = self.names.names.get(global);
        let code = self.chooser.function(global, name, self.retains(global));
        let link = *self.trap_links.entry(code.clone()).or_insert(global);
        self.enter(&trap_section(&code, link));
        let trap = check_trap_label(number, inst);
        let here = format!(".Lkcfi_loc{number}_{}", inst.index());
        let _ = writeln!(self.out, "{here}:\n\t.long\t{trap}-{here}");
        self.enter(&code);
        let _ = writeln!(self.out, "{}:", check_pass_label(number, inst));
    }

    /// Lists where the room for patches begins.
    fn list_patch(
        &mut self,
        number: usize,
        global: Global,
        function: &MachineFunction,
        entry: &FunctionEntry,
    ) {
        let name = self.names.names.get(global);
        let code = self.chooser.function(global, name, self.retains(global));
        self.enter(&list_section(&code, global));
        print_data::alignment(8, None, &mut self.out);
        let label = match landing_pad(function, self.emitter) {
            _ if entry.nops > 0 => ".Ltmp",
            Some(_) => ".Lpatch",
            None => ".Lfunc_begin",
        };
        let _ = writeln!(self.out, "\t.quad\t{label}{number}");
    }

    /// Names the personality function and the table that it reads.
    fn personality(&mut self, number: usize, table: &ExceptionTable) {
        let encodings = self.encodings();
        let name = self.indirect(table.personality, encodings.personality);
        let encoding = encodings.personality.0;
        let _ = writeln!(self.out, "\t.cfi_personality {encoding}, {name}");
        let encoding = encodings.table.0;
        let _ = writeln!(self.out, "\t.cfi_lsda {encoding}, .Lexception{number}");
    }

    /// How tables refer to code and data.
    fn encodings(&self) -> TableEncodings {
        TableEncodings::of(self.emitter.elf(), self.names.options)
    }

    /// What tables refer to for `global`: it, or a pointer to it.
    fn indirect(&mut self, global: Global, encoding: TableEncoding) -> String {
        if !encoding.is_indirect() {
            return self.names.global(global).into_owned();
        }
        if let Err(at) = self.indirect.binary_search(&global) {
            self.indirect.insert(at, global);
        }
        let name = indirect_name(self.names.names.get(global));
        quoted(&name).into_owned()
    }

    /// What the personality function reads.
    fn exception_table(&mut self, number: usize, table: &ExceptionTable) {
        self.enter(&exception_table_section());
        print_data::alignment(4, None, &mut self.out);
        let _ = writeln!(self.out, ".Lexception{number}:");
        let point = |point| match point {
            CodePoint::Start => format!(".Lfunc_begin{number}"),
            CodePoint::End => format!(".Lfunc_end{number}"),
            CodePoint::Label(symbol) => eh_label_name(number, symbol),
        };
        let mut fields: Vec<(u32, u8, String)> = table
            .distances
            .iter()
            .map(|field| {
                let text = format!("{}-{}", point(field.to), point(field.from));
                (field.offset, 4, text)
            })
            .collect();
        for (offset, info) in &table.types {
            let name = self.indirect(*info, table.encoding);
            let dot = if table.encoding.is_relative() {
                "-."
            } else {
                ""
            };
            fields.push((*offset, table.encoding.size(), format!("{name}{dot}")));
        }
        let mut at = 0;
        for (offset, size, text) in &fields {
            self.bytes(&table.bytes[at..*offset as usize]);
            let word = if *size == 8 { "quad" } else { "long" };
            let _ = writeln!(self.out, "\t.{word}\t{text}");
            at = *offset as usize + usize::from(*size);
        }
        self.bytes(&table.bytes[at..]);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            let _ = writeln!(self.out, "\t.byte\t{byte}");
        }
    }

    /// The pointers that tables refer to.
    fn pointers(&mut self) {
        for global in std::mem::take(&mut self.indirect) {
            self.enter(&SectionSpec::data());
            print_data::alignment(8, None, &mut self.out);
            let label = indirect_name(self.names.names.get(global));
            let name = self.names.global(global).into_owned();
            let _ = writeln!(self.out, "{}:\n\t.quad\t{name}", quoted(&label));
        }
    }

    fn body(
        &mut self,
        number: usize,
        global: Global,
        function: &MachineFunction,
        unwind: bool,
        rows: Option<(RowChooser<'_>, Option<LineRow>)>,
    ) -> Result<(), EmitError> {
        let (mut rows, first) = rows.map_or((None, None), |(rows, first)| (Some(rows), first));
        self.line(first);
        let context = PrintContext {
            function: FunctionContext {
                module: self.names.module,
                function,
                options: self.names.options,
                labels: &[],
            },
            number,
            names: self.names,
        };
        let is_listed = |entry: &FunctionEntry| entry.is_listed && entry.nops == 0;
        let entry = FunctionEntry::of(self.names.module, Some(global))?;
        let landing_pad =
            landing_pad(function, self.emitter).filter(|_| entry.as_ref().is_some_and(is_listed));
        for ir_block in removed_targets(function) {
            let label = self.names.block_address(global, ir_block)?;
            let _ = writeln!(self.out, "{label}:");
        }
        for block in &function.layout {
            let data = &function.blocks[*block];
            let fill = self.emitter.elf().fill;
            print_data::code_alignment(data.align, fill, data.max_padding, &mut self.out);
            if let Some(ir_block) = data.ir_address_taken.expand() {
                let label = self.names.block_address(global, ir_block)?;
                let _ = writeln!(self.out, "{label}:");
            }
            let _ = writeln!(self.out, "{}:", block_label(number, data.number));
            for inst in function.block_insts(*block) {
                if let Some(symbol) = eh_label(function, inst) {
                    let _ = writeln!(self.out, "{}:", eh_label_name(number, symbol));
                    continue;
                }
                if let Some(symbol) = pre_symbol(function, inst) {
                    let name = context.symbol(FixupTarget::Symbol(symbol))?;
                    let _ = writeln!(self.out, "{name}:");
                }
                if let Some(rows) = &mut rows {
                    let row = rows.next(function, *block, inst);
                    self.line(row);
                }
                match cfi_instruction(function, inst) {
                    Some(instruction) if unwind => self.cfi(function, instruction)?,
                    Some(_) => {}
                    None if emits_nothing(function, inst) => {}
                    None => self.emitter.print(&context, inst, &mut self.out)?,
                }
                if self.emitter.has_trap(function, inst) {
                    self.list_trap(number, global, inst);
                }
                if landing_pad == Some(inst) {
                    let _ = writeln!(self.out, ".Lpatch{number}:");
                }
            }
        }
        Ok(())
    }

    /// Begins a row of the line table.
    fn line(&mut self, row: Option<LineRow>) {
        if let (Some(row), Some(debug)) = (row, &mut self.debug) {
            let file = debug.file(&row);
            self.out.push_str(&loc_directive(&row, file, self.is_stmt));
            self.is_stmt = row.is_stmt;
        }
    }

    fn cfi(
        &mut self,
        function: &MachineFunction,
        instruction: CfiInstruction,
    ) -> Result<(), EmitError> {
        let reg = |number: u16| {
            let name = self.emitter.dwarf_register(number);
            name.unwrap_or_else(|| number.to_string())
        };
        let text = match instruction {
            CfiInstruction::DefCfaOffset(offset) | CfiInstruction::LabeledCfaOffset(offset) => {
                format!("def_cfa_offset {offset}")
            }
            CfiInstruction::DefCfaRegister(r) => format!("def_cfa_register {}", reg(r)),
            CfiInstruction::DefCfa(r, offset) => format!("def_cfa {}, {offset}", reg(r)),
            CfiInstruction::AdjustCfaOffset(by) => format!("adjust_cfa_offset {by}"),
            CfiInstruction::Offset(r, offset) => format!("offset {}, {offset}", reg(r)),
            CfiInstruction::RelOffset(r, offset) => format!("rel_offset {}, {offset}", reg(r)),
            CfiInstruction::SameValue(r) => format!("same_value {}", reg(r)),
            CfiInstruction::Restore(r) => format!("restore {}", reg(r)),
            CfiInstruction::Undefined(r) => format!("undefined {}", reg(r)),
            CfiInstruction::Register(a, b) => format!("register {}, {}", reg(a), reg(b)),
            CfiInstruction::RememberState => "remember_state".into(),
            CfiInstruction::RestoreState => "restore_state".into(),
            CfiInstruction::GnuArgsSize(size) => {
                let size = u8::try_from(size).ok().filter(|s| *s < 128);
                let size =
                    size.ok_or_else(|| EmitError::unsupported("argument area of this size"))?;
                // DW_CFA_GNU_args_size
                format!("escape 0x2e, {size:#x}")
            }
            CfiInstruction::NegateRaState => "negate_ra_state".into(),
            CfiInstruction::Escape(bytes) => format!("escape {}", function.symbols[bytes]),
            CfiInstruction::WindowSave | CfiInstruction::LlvmDefAspaceCfa(..) => {
                return Err(EmitError::unsupported("raw call frame instruction"));
            }
        };
        let _ = writeln!(self.out, "\t.cfi_{text}");
        Ok(())
    }

    fn jump_tables(&mut self, number: usize, global: Global, function: &MachineFunction) {
        if function.jump_tables.is_empty() {
            return;
        }
        let entry = JumpTableEntry::of(self.emitter.elf(), self.names.options);
        self.enter(
            &self
                .chooser
                .jump_table(global, self.names.names.get(global)),
        );
        for (index, table) in function.jump_tables.iter() {
            print_data::alignment(entry.size.into(), None, &mut self.out);
            let name = jump_table_name(number, index.index());
            let _ = writeln!(self.out, "{name}:");
            for block in table {
                let label = block_label(number, function.blocks[*block].number);
                let word = if entry.size == 8 { "quad" } else { "long" };
                let _ = match entry.is_relative {
                    true => writeln!(self.out, "\t.{word}\t{label}-{name}"),
                    false => writeln!(self.out, "\t.{word}\t{label}"),
                };
            }
        }
    }

    // ---- Data ---------------------------------------------------------------------------------

    fn variable(&mut self, global: Global) -> Result<(), EmitError> {
        let module = self.names.module;
        let Some(init) = module.globals[global].variable().and_then(|v| v.init) else {
            return Ok(());
        };
        if !is_emitted(module, global) || is_compiler_data(module, global) {
            return Ok(());
        }
        let image = self.data.image(init)?;
        let align = self.chooser.alignment(global);
        let name = self.names.global(global).into_owned();
        let _ = writeln!(self.out, "\t.type\t{name},@object");
        if self.chooser.class(global) == DataClass::Common {
            self.visibility(global);
            let size = image.size.max(1);
            let _ = writeln!(self.out, "\t.comm\t{name},{size},{align}");
            return Ok(());
        }
        let symbol = self.names.names.get(global);
        self.enter(&self.chooser.variable(global, symbol, self.retains(global)));
        self.linkage(global);
        print_data::alignment(align, None, &mut self.out);
        self.label(global);
        print_data::image(&self.names, &image, &mut self.out)?;
        let _ = writeln!(self.out, "\t.size\t{name}, {}", image.size);
        Ok(())
    }

    fn structors(&mut self, list: &str, name: &[u8], kind: u32) -> Result<(), EmitError> {
        let module = self.names.module;
        for entry in structors(module, list) {
            if entry.key.is_some_and(|key| !is_emitted(module, key)) {
                continue;
            }
            self.enter(&structor_section(module, name, kind, &entry));
            print_data::alignment(8, None, &mut self.out);
            let image = self.data.image(entry.function)?;
            print_data::image(&self.names, &image, &mut self.out)?;
        }
        Ok(())
    }

    fn alias(&mut self, global: Global) -> Result<(), EmitError> {
        let module = self.names.module;
        let data = &module.globals[global];
        let (target, kind) = match &data.kind {
            GlobalKind::Alias { aliasee } => {
                let is_function = self
                    .data
                    .layout
                    .alloc_size(&module.types, data.value_type)
                    .is_none();
                (*aliasee, if is_function { "function" } else { "object" })
            }
            GlobalKind::IFunc { resolver } => (*resolver, "gnu_indirect_function"),
            _ => return Ok(()),
        };
        let value = self.data.symbol_and_offset(target);
        let (symbol, offset) = value.ok_or_else(|| EmitError::unsupported("alias of no symbol"))?;
        self.linkage(global);
        let name = self.names.global(global).into_owned();
        let base = self.names.data_symbol(symbol)?;
        let _ = writeln!(self.out, "\t.type\t{name},@{kind}");
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
        let size = self.data.layout.alloc_size(&module.types, data.value_type);
        if let Some(size) = size.filter(|_| is_private) {
            let _ = writeln!(self.out, "\t.size\t{name}, {size}");
        }
        Ok(())
    }

    /// What must be said about a symbol that others define.
    fn declaration(&mut self, global: Global, data: &GlobalData) {
        if is_emitted(self.names.module, global) || data.name.starts_with(b"llvm.") {
            return;
        }
        if data.linkage == Linkage::ExternWeak {
            let name = quoted(self.names.names.get(global)).into_owned();
            let _ = writeln!(self.out, "\t.weak\t{name}");
        }
        self.visibility(global);
    }
}
