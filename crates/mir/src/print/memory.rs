//! Memory operands.

use std::fmt::Write;

use avarice_ir::{AtomicOrdering, Const};

use super::names::write_name;
use super::operand::write_offset;
use super::printer::MirPrinter;
use crate::function::MachineFunction;
use crate::memory::{MemFlags, MemOperand, MemPointer};

/// Words of flags that every target has, in the order in which they print.
pub(crate) const MEM_FLAG_WORDS: &[(MemFlags, &str)] = &[
    (MemFlags::VOLATILE, "volatile"),
    (MemFlags::NON_TEMPORAL, "non-temporal"),
    (MemFlags::DEREFERENCEABLE, "dereferenceable"),
    (MemFlags::INVARIANT, "invariant"),
];

/// The target's own flags, in the order of [`crate::text_names::TextNames::mem_flags`].
pub(crate) const TARGET_MEM_FLAGS: [MemFlags; 3] =
    [MemFlags::TARGET_1, MemFlags::TARGET_2, MemFlags::TARGET_3];

impl MirPrinter<'_> {
    /// A memory operand in parentheses.
    pub fn write_mem_operand(
        &self,
        out: &mut String,
        function: &MachineFunction,
        operand: &MemOperand,
    ) {
        out.push('(');
        for (_, word) in MEM_FLAG_WORDS
            .iter()
            .filter(|(f, _)| operand.flags.contains(*f))
        {
            out.push_str(word);
            out.push(' ');
        }
        for (flag, word) in TARGET_MEM_FLAGS.iter().zip(self.text.mem_flags) {
            if operand.flags.contains(*flag) {
                let _ = write!(out, "\"{word}\" ");
            }
        }
        let load = operand.flags.contains(MemFlags::LOAD);
        let store = operand.flags.contains(MemFlags::STORE);
        out.push_str(if load { "load " } else { "" });
        out.push_str(if store { "store " } else { "" });
        if let Some(scope) = operand.sync_scope.expand() {
            let _ = write!(out, "syncscope(\"{}\") ", function.symbols[scope]);
        }
        for ordering in [operand.ordering, operand.failure_ordering] {
            if ordering != AtomicOrdering::NotAtomic {
                let _ = write!(out, "{} ", ordering.keyword());
            }
        }
        match (operand.low_level_type, operand.size) {
            (ty, _) if !ty.is_none() => {
                let _ = write!(out, "({ty})");
            }
            (_, Some(bytes)) => {
                let _ = write!(out, "(s{})", u128::from(bytes) * 8);
            }
            (_, None) => out.push_str("unknown-size"),
        }
        let place = match (load, store) {
            (true, true) => " on ",
            (true, false) => " from ",
            _ => " into ",
        };
        self.write_pointer(out, function, operand, place);
        write_offset(out, operand.offset);
        self.write_mem_tail(out, operand);
        out.push(')');
    }

    fn write_mem_tail(&self, out: &mut String, operand: &MemOperand) {
        if operand.size != Some(operand.align()) {
            let _ = write!(out, ", align {}", operand.align());
        }
        if operand.align() != operand.base_align {
            let _ = write!(out, ", basealign {}", operand.base_align);
        }
        let metadata = [
            ("tbaa", operand.tbaa),
            ("alias.scope", operand.alias_scope),
            ("noalias", operand.no_alias),
            ("range", operand.range),
        ];
        for (word, id) in metadata {
            if let Some(id) = id.expand() {
                let _ = write!(out, ", !{word} ");
                self.names.write_metadata(out, id);
            }
        }
        if operand.address_space != 0 {
            let _ = write!(out, ", addrspace {}", operand.address_space);
        }
    }

    fn write_pointer(
        &self,
        out: &mut String,
        function: &MachineFunction,
        operand: &MemOperand,
        place: &str,
    ) {
        if operand.pointer == MemPointer::Unknown && operand.offset == 0 {
            return;
        }
        out.push_str(place);
        match operand.pointer {
            MemPointer::Unknown => out.push_str("unknown-address"),
            MemPointer::Value(value) => self.names.write_value(out, value),
            MemPointer::Global(global) => self.names.write_global(out, global),
            MemPointer::Const(id) => {
                out.push('`');
                self.write_constant(out, id);
                out.push('`');
            }
            MemPointer::Stack(slot) => self.write_slot_ref(out, function, slot),
            MemPointer::StackArgs => out.push_str("stack"),
            MemPointer::ConstPool => out.push_str("constant-pool"),
            MemPointer::JumpTable => out.push_str("jump-table"),
            MemPointer::Got => out.push_str("got"),
            MemPointer::CallEntryGlobal(global) => {
                out.push_str("call-entry ");
                self.names.write_global(out, global);
            }
            MemPointer::CallEntrySymbol(symbol) => {
                out.push_str("call-entry &");
                write_name(out, function.symbols[symbol].as_bytes());
            }
        }
    }

    /// An IR constant with its type.
    pub(super) fn write_constant(&self, out: &mut String, id: Const) {
        match self.names.module {
            Some(names) => out.push_str(&avarice_ir::printer::print_const(names.module(), id)),
            None => out.push_str("<badref>"),
        }
    }
}
