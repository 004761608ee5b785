//! Remarks about the instructions of a function that is ready to be emitted: how many of each kind a block has, and how
//! many there are.
//!
//! ```text
//!   BasicBlock: entry
//!   movq    : 2
//!   retq: 1
//! ```
//!
//! A kind is what the row's text has before its first operand. An object has no text, so there all are of one kind.

use std::collections::BTreeMap; // Allowed because it works for remarks only, in order of names.

use avarice_mir::inst_facts::is_position;
use avarice_mir::{Block, Inst, MachineFunction};
use avarice_target::op;
use avarice_trace::Log;
use avarice_trace::remarks::{Remark, RemarkKind, RemarkPass, SourcePlace};

use crate::pass::MachineUnit;
use crate::remarks;

/// What code is emitted as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Emitted {
    /// Assembly.
    Text,
    /// An object, or nothing.
    Bytes,
}

/// Makes the remarks, if they are wanted. `names` gives the name of a block of the IR.
///
/// # Requires
/// All passes have run.
///
/// # Ensures
/// Nothing is changed.
pub fn say(
    unit: &mut MachineUnit<'_>,
    log: &mut Log<'_>,
    emitted: Emitted,
    name_of: &dyn Fn(&MachineFunction, Block) -> String,
) {
    if !log.wants_remarks(RemarkPass::AsmPrinter) || unit.function.layout.is_empty() {
        return;
    }
    for at in 0..unit.function.layout.len() {
        let block = unit.function.layout[at];
        if let Some(first) = unit.function.blocks[block].first.expand() {
            let name = name_of(&unit.function, block);
            let remark = mix(unit, block, first, emitted, name);
            remarks::say(unit, log, block, remark);
        }
    }
    let blocks = unit.function.layout.iter();
    let insts = blocks.flat_map(|block| unit.function.block_insts(*block));
    let count = insts
        .filter(|inst| is_counted(&unit.function, *inst))
        .count();
    let mut remark = new_remark(unit, "InstructionCount", remarks::place_of_body(unit));
    remark
        .value("NumInstructions", count)
        .text(" instructions in function");
    let entry = unit.function.layout[0];
    remarks::say(unit, log, entry, remark);
}

fn new_remark(unit: &MachineUnit<'_>, name: &'static str, place: Option<SourcePlace>) -> Remark {
    let function = &unit.function.name;
    Remark::new(RemarkKind::Analysis, RemarkPass::AsmPrinter, name, function).at(place)
}

/// The remark about a block, which begins with `first`.
fn mix(
    unit: &MachineUnit<'_>,
    block: Block,
    first: Inst,
    emitted: Emitted,
    name: String,
) -> Remark {
    let function = &unit.function;
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for inst in function.block_insts(block) {
        if is_mixed(function, inst) {
            let text = match emitted {
                Emitted::Text => text_before_operands(function.desc(inst).asm),
                Emitted::Bytes => String::new(),
            };
            *counts.entry(text).or_default() += 1;
        }
    }
    let mut counts: Vec<(String, u32)> = counts.into_iter().collect();
    // The sort is stable: those of one count stay in the order of their texts.
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let location = function.debug_loc(first).expand();
    let own = &function.own_locations;
    let place = location.and_then(|id| SourcePlace::of_location(unit.module, own, id));
    let mut remark = new_remark(unit, "InstructionMix", place);
    remark
        .text("BasicBlock: ")
        .value("BasicBlock", name)
        .text("\n");
    for (text, count) in counts {
        let word = text.split_ascii_whitespace().next().unwrap_or("");
        let key = format!("INST_{word}");
        remark.text(text).text(": ").keyed(key, count).text("\n");
    }
    remark
}

/// Whether an instruction counts as one: labels, debug values and the like do not.
fn is_counted(function: &MachineFunction, inst: Inst) -> bool {
    let is_nothing = matches!(function.opcode(inst), op::IMPLICIT_DEF | op::KILL);
    !is_nothing && !is_position(function, inst) && !function.is_debug(inst)
}

/// Whether a block's remark has an instruction: what has no row for its text does not count.
fn is_mixed(function: &MachineFunction, inst: Inst) -> bool {
    let is_special = matches!(
        function.opcode(inst),
        op::INLINEASM
            | op::INLINEASM_BR
            | op::LOCAL_ESCAPE
            | op::PSEUDO_PROBE
            | op::ARITH_FENCE
            | op::MEMBARRIER
            | op::JUMP_TABLE_DEBUG_INFO
    );
    !is_special && is_counted(function, inst)
}

/// What a row's text has before its first operand, in the first of several syntaxes.
///
/// ```text
///   add{l}\t{$src2, $src1|$src1, $src2}  ─▶  addl\t
/// ```
fn text_before_operands(asm: &str) -> String {
    let mut out = String::new();
    let mut alternative = None;
    let mut chars = asm.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '{' => alternative = Some(0),
            '|' if alternative.is_some() => alternative = Some(1),
            '}' => alternative = None,
            _ if alternative == Some(1) => {}
            '$' if chars.peek() == Some(&'$') => out.extend(chars.next()),
            '$' => break,
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::text_before_operands;

    #[test]
    fn texts_end_at_the_first_operand() {
        for (asm, expected) in [
            ("add{l}\t{$src2, $src1|$src1, $src2}", "addl\t"),
            ("j$cond\t$dst", "j"),
            ("ret{q}", "retq"),
            (
                "{rep;stosb %al, %es:(%rdi)|rep stosb es:[rdi], al}",
                "rep;stosb %al, %es:(%rdi)",
            ),
            ("", ""),
        ] {
            assert_eq!(text_before_operands(asm), expected);
        }
    }
}
