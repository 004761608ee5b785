//! Exception tables as assembly, with llc's comments.

use std::fmt::Write;

use avarice_ir::Global;
use gimli::{DW_EH_PE_omit, DW_EH_PE_uleb128};

use super::Printer;
use super::functions::Current;
use crate::error::EmitError;
use crate::exception_table::{Action, CallSite, CodePoint, ExceptionTable, signed, unsigned};
use crate::names::{indirect_name, personality_pointer};
use crate::print_constant::bytes_or_fill;
use crate::print_context::quoted;
use crate::print_data;
use crate::sections::SectionSpec;
use crate::table_encodings::{TableEncoding, TableEncodings, encoding_name};

impl Printer<'_> {
    /// Names the personality function and the table that it reads.
    pub(super) fn personality(&mut self, table: &ExceptionTable) {
        let encodings = self.encodings();
        let name = match encodings.personality.is_indirect() {
            false => self.names.global(table.personality).into_owned(),
            true => {
                if !self.personalities.contains(&table.personality) {
                    self.personalities.push(table.personality);
                }
                let name = personality_pointer(self.names.names.get(table.personality));
                quoted(&name).into_owned()
            }
        };
        let encoding = encodings.personality.0;
        let _ = writeln!(self.out, "\t.cfi_personality {encoding}, {name}");
        let encoding = encodings.table.0;
        let table = self.counts.tables;
        let _ = writeln!(self.out, "\t.cfi_lsda {encoding}, .Lexception{table}");
    }

    /// How tables refer to code and data.
    pub(super) fn encodings(&self) -> TableEncodings {
        TableEncodings::of(self.emitter.elf(), self.names.options)
    }

    /// What exception tables refer to for a type: it, or a pointer to it.
    fn type_reference(&mut self, info: Global, encoding: TableEncoding) -> String {
        if !encoding.is_indirect() {
            return self.names.global(info).into_owned();
        }
        let label = quoted(&indirect_name(self.names.names.get(info))).into_owned();
        self.type_pointers.insert(label.clone(), info);
        label
    }

    /// What the personality function reads.
    pub(super) fn exception_table(
        &mut self,
        current: &Current<'_>,
        table: &ExceptionTable,
    ) -> Result<(), EmitError> {
        let Current { number, global, .. } = *current;
        let name = self.names.names.get(global);
        self.enter(&self.chooser.exception_table(global, name));
        print_data::alignment(4, &mut self.out);
        let place = self.counts.tables;
        self.counts.tables += 1;
        let _ = writeln!(self.out, "GCC_except_table{number}:\n.Lexception{place}:");
        self.encoding_byte(DW_EH_PE_omit.0, "@LPStart");
        let types = table
            .encoding
            .map_or(DW_EH_PE_omit.0, |encoding| encoding.0);
        self.encoding_byte(types, "@TType");
        if table.encoding.is_some() {
            let place = self.counts.type_bases;
            let (base, from) = (format!(".Lttbase{place}"), format!(".Lttbaseref{place}"));
            let _ = writeln!(self.out, "\t.uleb128 {base}-{from}\n{from}:");
        }
        self.encoding_byte(DW_EH_PE_uleb128.0, "Call site");
        let (end, begin) = (format!(".Lcst_end{place}"), format!(".Lcst_begin{place}"));
        let _ = writeln!(self.out, "\t.uleb128 {end}-{begin}\n{begin}:");
        for (index, site) in table.sites.iter().enumerate() {
            self.call_site(current, index, site)?;
        }
        let _ = writeln!(self.out, "{end}:");
        for (index, action) in table.actions.iter().enumerate() {
            self.action(index, action);
        }
        if let Some(encoding) = table.encoding {
            print_data::alignment(4, &mut self.out);
            self.types(number, table, encoding);
        }
        print_data::alignment(4, &mut self.out);
        Ok(())
    }

    fn encoding_byte(&mut self, encoding: u8, of: &str) {
        let name = encoding_name(encoding);
        self.out.comment(format_args!("{of} Encoding = {name}"));
        let _ = writeln!(self.out, "\t.byte\t{encoding}");
    }

    fn unsigned(&mut self, value: u64) {
        let mut bytes = Vec::new();
        unsigned(&mut bytes, value);
        bytes_or_fill(&bytes, &mut self.out);
    }

    fn signed(&mut self, value: i64) {
        let mut bytes = Vec::new();
        signed(&mut bytes, value);
        bytes_or_fill(&bytes, &mut self.out);
    }

    fn code_point(&self, current: &Current<'_>, point: CodePoint) -> Result<String, EmitError> {
        Ok(match point {
            CodePoint::Start => format!(".Lfunc_begin{}", current.begin),
            CodePoint::End => format!(".Lfunc_end{}", current.number),
            CodePoint::Label(symbol) => self.eh_label_name(current.number, symbol)?,
        })
    }

    fn call_site(
        &mut self,
        current: &Current<'_>,
        index: usize,
        site: &CallSite,
    ) -> Result<(), EmitError> {
        let start = self.code_point(current, CodePoint::Start)?;
        let from = self.code_point(current, site.from)?;
        let to = self.code_point(current, site.to)?;
        self.out
            .comment(format_args!(">> Call Site {} <<", index + 1));
        let _ = writeln!(self.out, "\t.uleb128 {from}-{start}");
        self.out
            .comment(format_args!("  Call between {from} and {to}"));
        let _ = writeln!(self.out, "\t.uleb128 {to}-{from}");
        match site.pad {
            Some(pad) => {
                let pad = self.eh_label_name(current.number, pad)?;
                self.out.comment(format_args!("    jumps to {pad}"));
                let _ = writeln!(self.out, "\t.uleb128 {pad}-{start}");
            }
            None => {
                self.out.comment("    has no landing pad");
                self.unsigned(0);
            }
        }
        match site.action {
            0 => self.out.comment("  On action: cleanup"),
            offset => {
                // As if each action had two bytes, as most have.
                let action = (offset - 1) / 2 + 1;
                self.out.comment(format_args!("  On action: {action}"));
            }
        }
        self.unsigned(site.action.into());
        Ok(())
    }

    fn action(&mut self, index: usize, action: &Action) {
        let number = index + 1;
        self.out
            .comment(format_args!(">> Action Record {number} <<"));
        match action.selector {
            0 => self.out.comment("  Cleanup"),
            id @ 1.. => self.out.comment(format_args!("  Catch TypeInfo {id}")),
            id => self.out.comment(format_args!("  Filter TypeInfo {id}")),
        }
        self.signed(action.selector);
        match action.after {
            None => self.out.comment("  No further actions"),
            Some(after) => {
                let after = after + 1;
                self.out
                    .comment(format_args!("  Continue to action {after}"));
            }
        }
        self.signed(action.next);
    }

    /// The types and what filters let through.
    fn types(&mut self, number: usize, table: &ExceptionTable, encoding: TableEncoding) {
        let count = table.types.len();
        let word = self.word(encoding.size());
        if count > 0 && self.out.is_verbose() {
            self.out.comment(">> Catch TypeInfos <<");
            self.out.end_line();
        }
        let mut place = self.names.labels.of_type_fields(number);
        for (index, info) in table.types.iter().enumerate() {
            self.out.comment(format_args!("TypeInfo {}", count - index));
            let Some(info) = info else {
                let _ = writeln!(self.out, "\t{word}\t0");
                continue;
            };
            let name = self.type_reference(*info, encoding);
            if encoding.is_relative() {
                let _ = writeln!(self.out, ".Ltmp{place}:\n\t{word}\t{name}-.Ltmp{place}");
                place += 1;
            } else {
                let _ = writeln!(self.out, "\t{word}\t{name}");
            }
        }
        let _ = writeln!(self.out, ".Lttbase{}:", self.counts.type_bases);
        self.counts.type_bases += 1;
        if !table.filters.is_empty() && self.out.is_verbose() {
            self.out.comment(">> Filter TypeInfos <<");
            self.out.end_line();
        }
        for id in &table.filters {
            self.unsigned(u64::from(*id));
        }
    }

    /// The pointers that tables refer to.
    pub(super) fn pointers(&mut self) {
        let word = self.word(8);
        let types = std::mem::take(&mut self.type_pointers);
        if !types.is_empty() {
            self.enter(&SectionSpec::data());
            print_data::alignment(8, &mut self.out);
        }
        for (label, info) in types {
            let name = self.names.global(info).into_owned();
            let _ = writeln!(self.out, "{label}:\n\t{word}\t{name}");
        }
    }

    /// The pointers to personality functions, which the modules of a program share.
    pub(super) fn personality_pointers(&mut self) {
        for personality in std::mem::take(&mut self.personalities) {
            self.personality_pointer(personality);
        }
    }

    fn personality_pointer(&mut self, personality: Global) {
        let symbol = self.names.names.get(personality);
        let label = quoted(&personality_pointer(symbol)).into_owned();
        let _ = writeln!(self.out, "\t.hidden\t{label}\n\t.weak\t{label}");
        self.enter(&SectionSpec::of_personality(personality, symbol));
        print_data::alignment(8, &mut self.out);
        let word = self.word(8);
        let name = self.names.global(personality).into_owned();
        let _ = writeln!(
            self.out,
            "\t.type\t{label},@object\n\t.size\t{label}, 8\n{label}:\n\t{word}\t{name}"
        );
    }
}
