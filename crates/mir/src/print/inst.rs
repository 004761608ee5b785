//! Instructions.

use std::fmt::Write;

use avarice_target::{InstrFlags, op};

use super::operand::{Place, write_mc_symbol};
use super::printer::{Form, MirPrinter};
use crate::entities::Inst;
use crate::function::{MachineFunction, MiFlags};
use crate::inline_asm::{AsmExtra, AsmFlag, AsmOperandKind, MEMORY_CONSTRAINTS};
use crate::low_level_type::LowLevelType;
use crate::operand::{Operand, OperandFlags};

/// Words of instruction flags in the order in which they print, and whether the debug form has them.
pub(crate) const FLAG_WORDS: &[(MiFlags, &str, bool)] = &[
    (MiFlags::FRAME_SETUP, "frame-setup", true),
    (MiFlags::FRAME_DESTROY, "frame-destroy", true),
    (MiFlags::NNAN, "nnan", true),
    (MiFlags::NINF, "ninf", true),
    (MiFlags::NSZ, "nsz", true),
    (MiFlags::ARCP, "arcp", true),
    (MiFlags::CONTRACT, "contract", true),
    (MiFlags::AFN, "afn", true),
    (MiFlags::REASSOC, "reassoc", true),
    (MiFlags::NUW, "nuw", true),
    (MiFlags::NSW, "nsw", true),
    (MiFlags::EXACT, "exact", true),
    (MiFlags::NOFPEXCEPT, "nofpexcept", true),
    (MiFlags::NOMERGE, "nomerge", true),
    (MiFlags::UNPREDICTABLE, "unpredictable", false),
    (MiFlags::NOCONVERGENT, "noconvergent", false),
    (MiFlags::NNEG, "nneg", true),
    (MiFlags::DISJOINT, "disjoint", true),
    (MiFlags::NUSW, "nusw", false),
];

impl MirPrinter<'_> {
    /// An instruction in debug form, without indentation and line end.
    pub fn write_inst(&self, out: &mut String, function: &MachineFunction, inst: Inst) {
        self.write_inst_form(out, function, inst, Form::Debug);
    }

    /// An instruction as in a `.mir` file, without indentation and line end.
    pub fn write_document_inst(&self, out: &mut String, function: &MachineFunction, inst: Inst) {
        self.write_inst_form(out, function, inst, Form::Document);
    }

    pub(super) fn write_inst_form(
        &self,
        out: &mut String,
        function: &MachineFunction,
        inst: Inst,
        form: Form,
    ) {
        let mut place = Place {
            form,
            is_result: true,
            ties: form == Form::Debug || has_unusual_ties(function, inst),
            low_level_type: LowLevelType::NONE,
        };
        let mut types = PrintedTypes::default();
        let operands = function.operands(inst);
        let is_result =
            |operand: &&Operand| operand.is_def() && !operand.has(OperandFlags::IMPLICIT);
        let results = operands.iter().take_while(is_result).count();
        for index in 0..results {
            if index > 0 {
                out.push_str(", ");
            }
            place.low_level_type = types.of(function, inst, index);
            self.write_operand(out, function, inst, index, place);
        }
        place.low_level_type = LowLevelType::NONE;
        if results > 0 {
            out.push_str(" = ");
        }
        for (flag, word, in_debug) in FLAG_WORDS {
            if function.insts[inst].flags.contains(*flag) && (*in_debug || form == Form::Document) {
                out.push_str(word);
                out.push(' ');
            }
        }
        out.push_str(function.desc(inst).name);
        place.is_result = false;
        let mut separator = " ";
        let rest = if form == Form::Debug && is_inline_asm(function, inst) && operands.len() >= 2 {
            self.write_inline_asm(out, function, inst, place)
        } else {
            results..operands.len()
        };
        if rest.start > results {
            separator = ", ";
        }
        for index in rest {
            out.push_str(separator);
            separator = ", ";
            if form == Form::Debug && self.write_debug_name(out, function, inst, index) {
                continue;
            }
            place.low_level_type = types.of(function, inst, index);
            self.write_operand(out, function, inst, index, place);
            if form == Form::Document {
                write_inline_asm_comment(out, function, inst, index);
            }
        }
        self.write_inst_tail(out, function, inst, (form, separator == ", "));
        if form == Form::Debug {
            self.write_location_comment(out, function, inst);
        }
    }

    /// What stands after the operands: symbols, notes, debug location, memory operands. `comma`: there
    /// are operands.
    fn write_inst_tail(
        &self,
        out: &mut String,
        function: &MachineFunction,
        inst: Inst,
        (form, mut comma): (Form, bool),
    ) {
        let notes = function.notes(inst).copied().unwrap_or_default();
        let mut begin = |out: &mut String, word: &str| {
            out.push_str(if comma { ", " } else { " " });
            out.push_str(word);
            // In the debug form, the commas between are forgotten if there is no operand.
            comma |= form == Form::Document;
        };
        let symbols = [
            ("pre-instr-symbol ", notes.pre_symbol),
            ("post-instr-symbol ", notes.post_symbol),
        ];
        for (word, symbol) in symbols {
            if let Some(symbol) = symbol.expand() {
                begin(out, word);
                write_mc_symbol(out, &function.symbols[symbol]);
            }
        }
        let nodes = [
            ("heap-alloc-marker ", notes.heap_alloc_marker),
            ("pcsections ", notes.pc_sections),
            ("mmra ", notes.mmra),
        ];
        for (word, node) in nodes {
            if let Some(node) = node.expand() {
                begin(out, word);
                self.names.write_metadata(out, node);
            }
        }
        let numbers = [
            ("cfi-type ", notes.cfi_type),
            ("debug-instr-number ", notes.debug_number),
        ];
        for (word, number) in numbers.into_iter().filter(|(_, number)| *number != 0) {
            begin(out, word);
            let _ = write!(out, "{number}");
        }
        if let Some(location) = function.debug_loc(inst).expand() {
            begin(out, "debug-location ");
            self.write_location(out, function, location);
        }
        for (at, operand) in function.mem_ops(inst).enumerate() {
            out.push_str(if at == 0 { " :: " } else { ", " });
            self.write_mem_operand(out, function, operand);
        }
    }

    /// The fixed part of inline assembly and its operand groups; returns what remains to be printed.
    fn write_inline_asm(
        &self,
        out: &mut String,
        function: &MachineFunction,
        inst: Inst,
        place: Place,
    ) -> std::ops::Range<usize> {
        out.push(' ');
        self.write_operand(out, function, inst, 0, place);
        let extra = function.operand(inst, 1).as_imm().unwrap_or(0);
        for word in asm_extra_words(extra) {
            let _ = write!(out, " [{word}]");
        }
        let num = function.num_operands(inst);
        let mut group = 2;
        let mut number = 0;
        for index in 2..num {
            out.push_str(", ");
            let operand = function.operand(inst, index);
            match operand.as_imm() {
                Some(flags) if index == group => {
                    let flag = AsmFlag(flags as u32);
                    let _ = write!(out, "${number}:[{}]", describe_group(flag, function));
                    number += 1;
                    group = index + 1 + flag.num_operands();
                }
                _ => self.write_operand(out, function, inst, index, place),
            }
        }
        num..num
    }
}

/// Which of the type indices of a generic instruction have been written: each is written once.
#[derive(Default)]
struct PrintedTypes(u8);

impl PrintedTypes {
    /// The type to write after operand `index`, if it is a register.
    fn of(&mut self, function: &MachineFunction, inst: Inst, index: usize) -> LowLevelType {
        let reg = function.operand(inst, index).as_reg();
        let Some(reg) = reg.as_virtual() else {
            return LowLevelType::NONE;
        };
        let ty = function.vregs[reg].low_level_type;
        let desc = function.desc(inst);
        let row = desc.operands.get(index);
        let row = row.filter(|_| !desc.has(InstrFlags::VARIADIC));
        let Some(slot) = row.and_then(|row| row.kind.generic_index()) else {
            return ty;
        };
        if self.0 >> slot & 1 != 0 {
            return LowLevelType::NONE;
        }
        self.0 |= u8::from(!ty.is_none()) << slot;
        ty
    }
}

/// Whether ties differ from those that the row implies, so that they must be written out.
fn has_unusual_ties(function: &MachineFunction, inst: Inst) -> bool {
    let desc = function.desc(inst);
    function.opcode(inst) == op::STATEPOINT
        || function
            .operands(inst)
            .iter()
            .enumerate()
            .any(|(index, operand)| {
                let expected = desc.operands.get(index).map_or(-1, |row| row.tied_to);
                let expected = usize::try_from(expected).ok();
                operand.is_use() && operand.tied_to() != expected
            })
}

fn is_inline_asm(function: &MachineFunction, inst: Inst) -> bool {
    matches!(function.opcode(inst), op::INLINEASM | op::INLINEASM_BR)
}

/// Words for operand 1 of inline assembly.
fn asm_extra_words(extra: i64) -> impl Iterator<Item = &'static str> {
    let has = |bit: AsmExtra| extra & bit.bits() != 0;
    let words = [
        (has(AsmExtra::SIDE_EFFECT), "sideeffect"),
        (has(AsmExtra::MAY_LOAD), "mayload"),
        (has(AsmExtra::MAY_STORE), "maystore"),
        (has(AsmExtra::CONVERGENT), "isconvergent"),
        (has(AsmExtra::ALIGN_STACK), "alignstack"),
        (!has(AsmExtra::INTEL), "attdialect"),
        (has(AsmExtra::INTEL), "inteldialect"),
    ];
    words
        .into_iter()
        .filter_map(|(set, word)| set.then_some(word))
}

/// The comment after an operand of inline assembly in a document.
fn write_inline_asm_comment(
    out: &mut String,
    function: &MachineFunction,
    inst: Inst,
    index: usize,
) {
    let Some(value) = function.operand(inst, index).as_imm() else {
        return;
    };
    if !is_inline_asm(function, inst) || index == 0 {
        return;
    }
    if index == 1 {
        // MIR text does not tell the other dialect, the debug form does.
        let words = asm_extra_words(value).filter(|word| *word != "inteldialect");
        let words: Vec<_> = words.collect();
        if !words.is_empty() {
            let _ = write!(out, " /* {} */", words.join(" "));
        }
        return;
    }
    let mut group = 2;
    while group < index {
        let flags = function.operand(inst, group).as_imm().unwrap_or(0);
        group += 1 + AsmFlag(flags as u32).num_operands();
    }
    if group == index {
        let _ = write!(
            out,
            " /* {} */",
            describe_group(AsmFlag(value as u32), function)
        );
    }
}

/// The words for a group of operands.
fn describe_group(flag: AsmFlag, function: &MachineFunction) -> String {
    use AsmOperandKind::*;
    let kind = flag.kind();
    let mut text = match kind {
        Some(RegUse) => "reguse",
        Some(RegDef) => "regdef",
        Some(RegDefEarlyClobber) => "regdef-ec",
        Some(Clobber) => "clobber",
        Some(Imm) => "imm",
        Some(Mem | Func) => "mem",
        None => "unknown",
    }
    .to_owned();
    match kind {
        Some(Mem) => {
            let word = MEMORY_CONSTRAINTS.get(flag.data() as usize);
            let _ = write!(text, ":{}", word.unwrap_or(&MEMORY_CONSTRAINTS[0]));
        }
        Some(RegUse | RegDef | RegDefEarlyClobber | Clobber | Func) => {
            let class = flag
                .class()
                .and_then(|class| function.target.classes.get(class));
            if let Some(class) = class {
                let _ = write!(text, ":{}", class.name);
            }
        }
        _ => {}
    }
    if flag.is_tied() {
        let _ = write!(text, " tiedto:${}", flag.data());
    }
    let is_register = matches!(kind, Some(RegUse | RegDef | RegDefEarlyClobber));
    if !flag.is_tied() && is_register && flag.0 >> 30 & 1 != 0 {
        text.push_str(" foldable");
    }
    text
}
