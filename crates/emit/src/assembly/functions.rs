//! A function: constants, directives before and after its code, tables.
//!
//! ```text
//!           .section .rodata.cst8…          constant pool
//!   .LCPI0_0:
//!           .text
//!           .globl  f                       # -- Begin function f
//!           .type   f,@function
//!   f:                                      # @f
//!           .cfi_startproc
//!           …                               blocks
//!   .Lfunc_end0:
//!           .size   f, .Lfunc_end0-f
//!           .cfi_endproc
//!           …                               jump tables, exception table, lists
//!                                           # -- End function
//! ```

use std::fmt::Write;

use avarice_ir::Global;
use avarice_ir::printer::print_global_name;
use avarice_mir::{BlockSections, ConstPoolEntry, ConstPoolIndex, ConstPoolValue, MachineFunction};
use cranelift_entity::EntityRef;

use super::Printer;
use crate::block_address_map;
use crate::debug::rows::RowChooser;
use crate::error::EmitError;
use crate::exception_table::ExceptionTable;
use crate::function::{has_unwind_table, landing_pad};
use crate::function_entry::{FunctionEntry, list_section};
use crate::jump_tables::{COMPRESSED_SHIFT, JumpTableEntry};
use crate::label_numbers::removed_targets;
use crate::object_file::{const_pool_image, is_weak};
use crate::print_constant::zeros;
use crate::print_context::{block_label, const_pool_name, jump_table_name, quoted};
use crate::print_data;
use crate::sections::SectionSpec;
use crate::stack_sizes::listed_size;
use crate::type_check::{CheckLabels, trap_section, type_symbol};
use crate::unwind::UnwindRows;

/// The function that is printed.
pub(super) struct Current<'a> {
    /// Its place among those that are emitted, as in `.LBB3_1`.
    pub(super) number: usize,
    /// The number of the label where it begins, if it has that label.
    pub(super) begin: u32,
    pub(super) global: Global,
    pub(super) function: &'a MachineFunction,
}

impl Printer<'_> {
    pub(super) fn function(
        &mut self,
        number: usize,
        global: Global,
        function: &MachineFunction,
    ) -> Result<(), EmitError> {
        let current = Current {
            number,
            begin: self.counts.begins,
            global,
            function,
        };
        let name = String::from_utf8_lossy(&self.names.module.globals[global].name);
        self.out.comment(format_args!("-- Begin function {name}"));
        self.const_pool(&current)?;
        let entry = FunctionEntry::of_function(self.names.module, function, self.emitter)?;
        self.header(&current, entry.as_ref())?;
        let unwind =
            self.rows != UnwindRows::Needed || has_unwind_table(self.names.module, function);
        let table = ExceptionTable::new(self.names.module, function, self.encodings().types);
        let (rows, first) = match RowChooser::new(self.names.module, function, self.emitter.elf()) {
            Some((rows, first)) => (Some(rows), first),
            None => (None, None),
        };
        let map = block_address_map::entries(function, self.lists_blocks());
        if table.is_some() || self.labels_begin(function) {
            let _ = writeln!(self.out, ".Lfunc_begin{}:", current.begin);
            self.counts.begins += 1;
        }
        self.line(first);
        if unwind {
            self.out.push_str("\t.cfi_startproc\n");
            if let Some(table) = &table {
                self.personality(table);
            }
        }
        let data = self.names.module.globals[global].function();
        if let Some(prologue) = data.and_then(|data| data.prologue) {
            self.constants.constant(prologue, &mut self.out)?;
        }
        self.body(&current, unwind, rows)?;
        let is_split = function.block_sections == BlockSections::Sections;
        if is_split {
            self.enter_code(&current);
        }
        self.sizes(&current);
        if unwind && !is_split {
            self.out.push_str("\t.cfi_endproc\n");
        }
        self.jump_tables(&current);
        if let Some(table) = &table {
            self.exception_table(&current, table)?;
        }
        if let Some(map) = &map {
            self.block_addresses(&current, map);
        }
        if let Some(size) = listed_size(function, self.names.options) {
            self.stack_size(&current, size);
        }
        if entry.is_some_and(|entry| entry.is_listed) {
            self.list_patch(&current);
        }
        self.out.comment("-- End function");
        self.out.end_line();
        Ok(())
    }

    /// The end of a function, and the sizes of its symbols.
    fn sizes(&mut self, current: &Current<'_>) {
        let Current { number, global, .. } = *current;
        let name = self.names.global(global).into_owned();
        let _ = writeln!(self.out, ".Lfunc_end{number}:");
        let _ = writeln!(self.out, "\t.size\t{name}, .Lfunc_end{number}-{name}");
        if let Some(label) = self.own_label(global) {
            let _ = writeln!(self.out, "\t.size\t{label}, .Lfunc_end{number}-{name}");
        }
    }

    /// Whether the begin of a function has a label because something is told of it, besides tables and room for patches.
    fn labels_begin(&self, function: &MachineFunction) -> bool {
        let attrs = function.ir_attrs(self.names.module);
        let is_patched = ["patchable-function-entry", "function-instrument"]
            .iter()
            .any(|name| attrs.string(name).is_some());
        is_patched
            || self.debug.is_some()
            || !function.exceptions.pads.is_empty()
            || block_address_map::has_labels(function, self.lists_blocks())
            || self.names.options.lists_stack_sizes
    }

    /// Whether the addresses of the blocks of all functions are listed.
    pub(super) fn lists_blocks(&self) -> bool {
        self.names.options.lists_block_addresses
    }

    /// The section of a function's code.
    pub(super) fn code_section(&self, current: &Current<'_>) -> SectionSpec {
        let name = self.names.names.get(current.global);
        let retain = self.retains(current.global);
        match current.function.block_sections {
            BlockSections::Sections => self.chooser.split_function(current.global, name, retain),
            _ => self.chooser.function(current.global, name, retain),
        }
    }

    /// Goes to the section of a function's code.
    fn enter_code(&mut self, current: &Current<'_>) {
        let code = self.code_section(current);
        self.enter(&code);
    }

    /// The label before or after a call that may unwind, or of a landing pad.
    ///
    /// # Errors
    /// If no instruction of the function has it.
    pub(super) fn eh_label_name(
        &self,
        number: usize,
        symbol: avarice_mir::Symbol,
    ) -> Result<String, EmitError> {
        let label = self.names.labels.of_call(number, symbol);
        let label = label.ok_or_else(|| EmitError::unsupported("label that is nowhere"))?;
        Ok(format!(".Ltmp{label}"))
    }

    /// The constants of a function, those of one section together.
    fn const_pool(&mut self, current: &Current<'_>) -> Result<(), EmitError> {
        type Pool<'p> = Vec<(ConstPoolIndex, &'p ConstPoolEntry, u64)>;
        let mut sections: Vec<(SectionSpec, Pool<'_>)> = Vec::new();
        for (index, entry) in &current.function.const_pool {
            let image = const_pool_image(&self.data, entry)?;
            let spec = self
                .chooser
                .const_pool(image.size, !image.references.is_empty());
            let place = sections.iter().rposition(|(known, _)| *known == spec);
            let place = place.unwrap_or_else(|| {
                sections.push((spec, Vec::new()));
                sections.len() - 1
            });
            sections[place].1.push((index, entry, image.size));
        }
        for (spec, pool) in sections {
            self.enter(&spec);
            let align = pool.iter().map(|(_, entry, _)| entry.align).max();
            print_data::alignment(align.unwrap_or(1), &mut self.out);
            let mut at = 0u64;
            for (index, entry, size) in pool {
                let start = at.next_multiple_of(entry.align.max(1));
                zeros(start - at, &mut self.out);
                at = start + size;
                let label = const_pool_name(current.number, index.index());
                let _ = writeln!(self.out, "{label}:");
                match &entry.value {
                    ConstPoolValue::Ir(constant) => {
                        self.constants.constant(*constant, &mut self.out)?;
                    }
                    ConstPoolValue::Bytes(bytes, text) => {
                        self.constants.written(bytes, text, &mut self.out);
                    }
                }
            }
        }
        Ok(())
    }

    /// What precedes the code, with the labels.
    fn header(
        &mut self,
        current: &Current<'_>,
        entry: Option<&FunctionEntry>,
    ) -> Result<(), EmitError> {
        let Current {
            global, function, ..
        } = *current;
        self.enter_code(current);
        self.visibility(global);
        self.binding(global);
        let blocks = function.layout.iter().map(|b| function.blocks[*b].align);
        let align = blocks.fold(function.align, u64::max);
        let fill = self.emitter.elf().fill;
        print_data::code_alignment(align, fill, 0, &mut self.out);
        let name = self.names.global(global).into_owned();
        let _ = writeln!(self.out, "\t.type\t{name},@function");
        if let Some(entry) = entry {
            self.before_label(current, entry)?;
        }
        let module = self.names.module;
        self.out.comment(print_global_name(module, global));
        self.label(global);
        if let Some(label) = self.own_label(global) {
            let _ = writeln!(self.out, "\t.type\t{label},@function");
        }
        for ir_block in removed_targets(function) {
            let label = self.names.block_address(global, ir_block)?;
            self.out
                .comment("Address taken block that was later removed");
            let _ = writeln!(self.out, "{label}:");
        }
        Ok(())
    }

    /// What precedes the label of a function.
    fn before_label(
        &mut self,
        current: &Current<'_>,
        entry: &FunctionEntry,
    ) -> Result<(), EmitError> {
        let Current { number, global, .. } = *current;
        let data = self.names.module.globals[global].function();
        if let Some(prefix) = data.and_then(|data| data.prefix) {
            self.constants.constant(prefix, &mut self.out)?;
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
            self.push_in_standard_syntax(&id.padding);
            if !id.line.is_empty() {
                self.out.comment(&id.comment);
                self.push_in_standard_syntax(&id.line);
            }
            if id.has_symbol {
                let end = format!(".Lcfi_func_end{number}");
                let _ = writeln!(self.out, "{end}:\n\t.size\t{name}, {end}-{name}");
            }
        }
        if let Some(room) = self.names.labels.of_room(number) {
            let _ = writeln!(self.out, ".Ltmp{room}:");
            self.out.push_str(&"\tnop\n".repeat(entry.nops as usize));
        }
        for word in &entry.sanitizer {
            self.out.comment(format_args!("{word:#x}"));
            let directive = self.word(4);
            let _ = writeln!(self.out, "\t{directive}\t{word}");
        }
        Ok(())
    }

    /// Records the trap of a type check, and continues after it.
    pub(super) fn list_trap(&mut self, current: &Current<'_>, labels: &CheckLabels) {
        let code = self.code_section(current);
        let spec = trap_section(&code, current.global);
        self.sections
            .enter_beside(&self.names, &spec, &code, &mut self.out.text);
        let CheckLabels { trap, entry, .. } = labels;
        let directive = self.word(4);
        let _ = writeln!(self.out, "{entry}:\n\t{directive}\t{trap}-{entry}");
        self.enter(&code);
    }

    /// Lists where the room for patches begins.
    fn list_patch(&mut self, current: &Current<'_>) {
        let Current {
            number,
            begin,
            global,
            function,
        } = *current;
        let code = self.code_section(current);
        self.enter(&list_section(&code, global, self.names.options));
        print_data::alignment(8, &mut self.out);
        let room = self.names.labels.of_room(number);
        let label = match (room, landing_pad(function, self.emitter)) {
            (Some(room), _) => format!(".Ltmp{room}"),
            (None, Some(_)) => format!(".Lpatch{}", self.counts.patches.saturating_sub(1)),
            (None, None) => format!(".Lfunc_begin{begin}"),
        };
        let word = self.word(8);
        let _ = writeln!(self.out, "\t{word}\t{label}");
    }

    fn jump_tables(&mut self, current: &Current<'_>) {
        let Current {
            number,
            global,
            function,
            ..
        } = *current;
        if function.jump_tables.is_empty() {
            return;
        }
        let entry = JumpTableEntry::of(self.emitter.elf(), self.names.options);
        self.enter(
            &self
                .chooser
                .jump_table(global, self.names.names.get(global)),
        );
        let mut is_first = true;
        for (index, table) in function.jump_tables.iter() {
            if table.is_empty() {
                continue;
            }
            let compressed = function.compressed_tables[index];
            let size = compressed.map_or(entry.size, |entries| entries.size);
            let name = jump_table_name(number, index.index());
            let base = match self.names.table_base(number, function, index) {
                Some(base) => Some(base),
                None => entry.is_relative.then(|| name.clone()),
            };
            // Where all entries have one size, the next table is aligned already.
            if is_first || self.emitter.elf().relative_jump_tables {
                print_data::alignment(size.into(), &mut self.out);
            }
            is_first = false;
            let _ = writeln!(self.out, "{name}:");
            let word = self.word(size);
            for block in table {
                let label = block_label(number, function, *block);
                let _ = match &base {
                    Some(base) if compressed.is_some() => {
                        writeln!(self.out, "\t{word}\t({label}-{base})>>{COMPRESSED_SHIFT}")
                    }
                    Some(base) => writeln!(self.out, "\t{word}\t{label}-{base}"),
                    None => writeln!(self.out, "\t{word}\t{label}"),
                };
            }
        }
    }
}
