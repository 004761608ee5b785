//! Sections of blocks, and the map of block addresses.
//!
//! ```text
//!           .section .text.f,"ax",@progbits,unique,1
//!   f.__part.1:                             # %a
//!           .cfi_startproc
//!           …
//!   .LBB_END0_1:
//!           .size   f.__part.1, .LBB_END0_1-f.__part.1
//!           .cfi_endproc
//! ```

use std::fmt::Write;

use avarice_mir::{Block, BlockSections};
use gimli::leb128::write as leb128;

use super::Printer;
use super::functions::Current;
use crate::block_address_map::{self, BlockEntry, has_labels};
use crate::print_context::{block_label, escaped, section_symbol};
use crate::stack_sizes;

impl Printer<'_> {
    /// Goes to the section of a block that begins one other than the function's own.
    pub(super) fn begin_section(&mut self, current: &Current<'_>, block: Block) {
        if !begins_part(current, block) {
            return;
        }
        let section = current.function.blocks[block].section;
        let symbol = section_symbol(current.function, section);
        let code = self.code_section(current);
        let spec = self.chooser.blocks(current.global, &code, section, &symbol);
        self.enter(&spec);
    }

    /// Begins the unwind rows of such a section.
    pub(super) fn begin_section_rows(&mut self, current: &Current<'_>, block: Block, unwind: bool) {
        if unwind && begins_part(current, block) {
            self.out.push_str("\t.cfi_startproc\n");
        }
    }

    /// What follows the code of a block.
    pub(super) fn block_end(&mut self, current: &Current<'_>, block: Block, unwind: bool) {
        let Current {
            number, function, ..
        } = *current;
        let data = &function.blocks[block];
        let is_split = function.block_sections == BlockSections::Sections;
        let ends = is_split && data.ends_section;
        if !ends && !has_labels(function, self.lists_blocks()) {
            return;
        }
        let end = end_label(current, block);
        let _ = writeln!(self.out, "{end}:");
        if !ends {
            return;
        }
        let mut heads = function.layout.iter();
        let head = heads.find(|head| {
            let head = &function.blocks[**head];
            head.begins_section && head.section == data.section
        });
        if let Some(head) = head.filter(|head| begins_part(current, **head)) {
            let symbol = block_label(number, function, *head);
            let _ = writeln!(self.out, "\t.size\t{symbol}, {end}-{symbol}");
        }
        if unwind {
            self.out.push_str("\t.cfi_endproc\n");
        }
    }

    /// Lists the addresses of the blocks of a function.
    pub(super) fn block_addresses(&mut self, current: &Current<'_>, entries: &[BlockEntry]) {
        let code = self.code_section(current);
        let spec = block_address_map::section(&code, current.global);
        let (names, sections) = (&self.names, &mut self.sections);
        sections.enter_beside(names, &spec, &code, &mut self.out.text);
        let ranges = function_ranges(current);
        let has_ranges = ranges.len() > 1;
        let profile = self.names.options.map_profile;
        let features = match has_ranges {
            true => profile.features() | block_address_map::SEVERAL_RANGES,
            false => profile.features(),
        };
        self.commented_byte("version", block_address_map::VERSION.into());
        self.commented_byte("feature", features.into());
        if has_ranges {
            self.commented_byte("number of basic block ranges", ranges.len() as u32);
        }
        let mut before = String::new();
        let mut ranges = ranges.into_iter();
        for (at, entry) in entries.iter().enumerate() {
            let label = match at {
                0 => format!(".Lfunc_begin{}", current.begin),
                _ => block_label(current.number, current.function, entry.block),
            };
            let begins = current.function.blocks[entry.block].begins_section;
            if at == 0 || has_ranges && begins {
                let address = if has_ranges {
                    "base address"
                } else {
                    "function address"
                };
                let word = self.word(8);
                self.out.comment(address);
                let _ = writeln!(self.out, "\t{word}\t{label}");
                let size = if has_ranges { ranges.next() } else { None };
                let size = size.unwrap_or(entries.len() as u32);
                self.commented_byte("number of basic blocks", size);
                before.clone_from(&label);
            }
            let end = end_label(current, entry.block);
            self.commented_byte("BB id", entry.id);
            let _ = writeln!(self.out, "\t.uleb128 {label}-{before}");
            let _ = writeln!(self.out, "\t.uleb128 {end}-{label}");
            self.number_bytes(entry.flags.into());
            before = end;
        }
        let module = self.names.module;
        for (comment, value) in profile.numbers(module, current.function, entries) {
            self.out.comment(comment);
            self.number_bytes(value);
        }
        self.enter(&code);
    }

    /// Lists the size of the stack frame of a function.
    pub(super) fn stack_size(&mut self, current: &Current<'_>, size: u64) {
        let code = self.code_section(current);
        let spec = stack_sizes::section(&code, current.global);
        let (names, sections) = (&self.names, &mut self.sections);
        sections.enter_beside(names, &spec, &code, &mut self.out.text);
        let word = self.word(8);
        let begin = current.begin;
        let _ = writeln!(self.out, "\t{word}\t.Lfunc_begin{begin}");
        self.number_bytes(size);
        self.enter(&code);
    }

    /// A number in the variable-length form with a comment.
    fn commented_byte(&mut self, comment: &str, value: u32) {
        self.out.comment(comment);
        self.number_bytes(value.into());
    }

    /// A number in the variable-length form.
    fn number_bytes(&mut self, value: u64) {
        let mut bytes = Vec::new();
        leb128::unsigned(&mut bytes, value).expect("writing to memory does not fail");
        match &bytes[..] {
            [byte] => {
                let _ = writeln!(self.out, "\t.byte\t{byte}");
            }
            bytes => {
                let text = escaped(bytes);
                let _ = writeln!(self.out, "\t.ascii\t\"{text}\"");
            }
        }
    }
}

/// Whether a block begins a section other than that of the function's entry.
fn begins_part(current: &Current<'_>, block: Block) -> bool {
    let is_entry = current.function.layout.first() == Some(&block);
    current.function.blocks[block].begins_section && !is_entry
}

/// The label at the end of a block.
fn end_label(current: &Current<'_>, block: Block) -> String {
    let block = current.function.blocks[block].number;
    format!(".LBB_END{}_{block}", current.number)
}

/// The numbers of blocks in the sections of a function.
fn function_ranges(current: &Current<'_>) -> Vec<u32> {
    let mut ranges: Vec<u32> = Vec::new();
    for block in &current.function.layout {
        match ranges.last_mut() {
            Some(last) if !current.function.blocks[*block].begins_section => *last += 1,
            _ => ranges.push(1),
        }
    }
    ranges
}
