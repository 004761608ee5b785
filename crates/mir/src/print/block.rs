//! Blocks: labels, edges, live-ins, and the instructions between.

use std::fmt::Write;

use avarice_target::{InstrFlags, PhysReg};
use smallvec::{SmallVec, smallvec};

use super::function::SlotColumn;
use super::printer::{Form, MirPrinter};
use crate::block::BlockSection;
use crate::entities::Block;
use crate::function::{MachineFunction, MiFlags};
use avarice_ir::BranchProbability;

impl MirPrinter<'_> {
    /// The name of the IR block that a block comes from; nothing if there is none.
    pub fn write_ir_block_name(&self, out: &mut String, function: &MachineFunction, block: Block) {
        if let Some(ir_block) = function.blocks[block].ir_block.expand() {
            out.push_str(&String::from_utf8_lossy(self.names.block_name(ir_block)));
        }
    }

    /// `bb.3.name (attributes)`, without the colon.
    pub fn write_block_name(&self, out: &mut String, function: &MachineFunction, block: Block) {
        let data = &function.blocks[block];
        let _ = write!(out, "bb.{}", data.number);
        let mut separator = " (";
        let mut attribute = |out: &mut String| {
            out.push_str(separator);
            separator = ", ";
        };
        if let Some(ir_block) = data.ir_block.expand() {
            let name = self.names.block_name(ir_block);
            if name.is_empty() {
                attribute(out);
                self.names.write_block(out, ir_block, false);
            } else {
                out.push('.');
                out.push_str(&String::from_utf8_lossy(name));
            }
        }
        if data.machine_address_taken {
            attribute(out);
            out.push_str("machine-block-address-taken");
        }
        if let Some(ir_block) = data.ir_address_taken.expand() {
            attribute(out);
            out.push_str("ir-block-address-taken ");
            self.names.write_block(out, ir_block, false);
        }
        if data.eh_pad {
            attribute(out);
            out.push_str("landing-pad");
        }
        if data.inline_asm_br_target {
            attribute(out);
            out.push_str("inlineasm-br-indirect-target");
        }
        if data.eh_funclet_entry {
            attribute(out);
            out.push_str("ehfunclet-entry");
        }
        if data.align != 1 {
            attribute(out);
            let _ = write!(out, "align {}", data.align);
        }
        if data.section != BlockSection::Number(0) {
            attribute(out);
            let _ = match data.section {
                BlockSection::Number(number) => write!(out, "bbsections {number}"),
                BlockSection::Exception => write!(out, "bbsections Exception"),
                BlockSection::Cold => write!(out, "bbsections Cold"),
            };
        }
        if let Some((base, copy)) = data.block_id {
            attribute(out);
            let _ = write!(out, "bb_id {base}");
            if copy != 0 {
                let _ = write!(out, " {copy}");
            }
        }
        if data.call_frame_size != 0 {
            attribute(out);
            let _ = write!(out, "call-frame-size {}", data.call_frame_size);
        }
        if separator == ", " {
            out.push(')');
        }
    }

    /// A block in debug form. `slots` gives the numbers in front of each line.
    pub fn write_block(
        &self,
        out: &mut String,
        function: &MachineFunction,
        block: Block,
        slots: Option<&dyn SlotColumn>,
    ) {
        let tab = if slots.is_some() { "\t" } else { "" };
        if let Some(slots) = slots {
            slots.write_block_start(out, block);
            out.push('\t');
        }
        self.write_block_name(out, function, block);
        out.push_str(":\n");
        let data = &function.blocks[block];
        if !data.preds.is_empty() {
            let _ = write!(out, "{tab}; predecessors: ");
            self.write_block_list(out, function, &data.preds);
            out.push('\n');
        }
        if !data.succs.is_empty() {
            let _ = write!(out, "{tab}  successors: ");
            self.write_successors(out, function, block, !data.probs.is_empty());
            if !data.probs.is_empty() {
                out.push_str("; ");
                self.write_percentages(out, function, block);
            }
            out.push('\n');
        }
        let has_live_ins = !data.live_ins.is_empty() && function.tracks_reg_liveness;
        if has_live_ins {
            let _ = write!(out, "{tab}  liveins: ");
            write_live_ins(out, function, block);
        }
        if has_live_ins || !data.succs.is_empty() || !data.preds.is_empty() {
            out.push('\n');
        }
        self.write_block_insts(out, function, block, Form::Debug, slots);
    }

    fn write_block_list(&self, out: &mut String, function: &MachineFunction, blocks: &[Block]) {
        for (at, block) in blocks.iter().enumerate() {
            out.push_str(if at == 0 { "" } else { ", " });
            self.write_block_ref(out, function, *block);
        }
    }

    fn write_successors(
        &self,
        out: &mut String,
        function: &MachineFunction,
        block: Block,
        probabilities: bool,
    ) {
        for (at, succ) in function.blocks[block].succs.iter().enumerate() {
            out.push_str(if at == 0 { "" } else { ", " });
            self.write_block_ref(out, function, *succ);
            if probabilities {
                let _ = write!(out, "(0x{:08x})", function.succ_probability(block, at).0);
            }
        }
    }

    fn write_percentages(&self, out: &mut String, function: &MachineFunction, block: Block) {
        for (at, succ) in function.blocks[block].succs.iter().enumerate() {
            out.push_str(if at == 0 { "" } else { ", " });
            self.write_block_ref(out, function, *succ);
            let part = f64::from(function.succ_probability(block, at).0)
                / f64::from(BranchProbability::DENOMINATOR);
            let percent = (part * 100.0 * 100.0).round_ties_even() / 100.0;
            let _ = write!(out, "({percent:.2}%)");
        }
    }

    /// A block as in the body of a document, each line without the document's own indentation.
    pub(super) fn write_document_block(
        &self,
        out: &mut String,
        function: &MachineFunction,
        block: Block,
    ) {
        self.write_block_name(out, function, block);
        out.push_str(":\n");
        let data = &function.blocks[block];
        let mut has_lines = false;
        let plain = self.simplify && has_even_probabilities(function, block);
        let shown = !data.succs.is_empty() && !self.simplify;
        if shown || !plain && self.simplify || !function.has_guessed_successors(block) {
            out.push_str("  successors:");
            if !data.succs.is_empty() {
                out.push(' ');
                self.write_successors(out, function, block, !plain);
            }
            out.push('\n');
            has_lines = true;
        }
        if !data.live_ins.is_empty() {
            out.push_str("  liveins: ");
            write_live_ins(out, function, block);
            out.push('\n');
            has_lines = true;
        }
        if has_lines && data.first.is_some() {
            out.push('\n');
        }
        self.write_block_insts(out, function, block, Form::Document, None);
    }

    fn write_block_insts(
        &self,
        out: &mut String,
        function: &MachineFunction,
        block: Block,
        form: Form,
        slots: Option<&dyn SlotColumn>,
    ) {
        let mut in_bundle = false;
        for inst in function.block_insts(block) {
            if let Some(slots) = slots {
                slots.write_inst(out, inst);
                out.push('\t');
            }
            let flags = function.insts[inst].flags;
            if in_bundle && !flags.contains(MiFlags::BUNDLED_PRED) {
                out.push_str("  }\n");
                in_bundle = false;
            }
            out.push_str(if in_bundle { "    " } else { "  " });
            self.write_inst_form(out, function, inst, form);
            if !in_bundle && flags.contains(MiFlags::BUNDLED_SUCC) {
                out.push_str(" {");
                in_bundle = true;
            }
            out.push('\n');
        }
        if in_bundle {
            out.push_str("  }\n");
        }
    }
}

/// Whether the edges of a block have the probabilities that its reader gives to edges without any.
fn has_even_probabilities(function: &MachineFunction, block: Block) -> bool {
    let probabilities = &function.blocks[block].probs;
    if probabilities.len() <= 1 {
        return true;
    }
    let mut normal = probabilities.clone();
    BranchProbability::normalize(&mut normal);
    let mut even: SmallVec<[_; 4]> = smallvec![BranchProbability::UNKNOWN; normal.len()];
    BranchProbability::normalize(&mut even);
    normal == even
}

/// `$rdi, $rsi:0x000000000000000F`.
fn write_live_ins(out: &mut String, function: &MachineFunction, block: Block) {
    for (at, (reg, lanes)) in function.blocks[block].live_ins.iter().enumerate() {
        let name = match reg {
            &PhysReg::NONE => "noreg",
            _ => function.target.reg(*reg).name,
        };
        let _ = write!(out, "{}${name}", if at == 0 { "" } else { ", " });
        if !lanes.is_all() {
            let _ = write!(out, ":0x{lanes}");
        }
    }
}

impl MachineFunction {
    /// The probability of edge `at` of `block`: the known one; an even share of what the known ones
    /// leave; or an even share of all.
    pub fn succ_probability(&self, block: Block, at: usize) -> BranchProbability {
        let data = &self.blocks[block];
        let num = data.succs.len() as u64;
        let Some(probability) = data.probs.get(at) else {
            return BranchProbability::new(1, num.max(1));
        };
        if !probability.is_unknown() {
            return *probability;
        }
        let known = data.probs.iter().filter(|p| !p.is_unknown());
        let sum: u64 = known.map(|p| u64::from(p.0)).sum();
        let unknown = data.probs.iter().filter(|p| p.is_unknown()).count() as u32;
        let rest = u64::from(BranchProbability::DENOMINATOR).saturating_sub(sum) as u32;
        BranchProbability(rest / unknown)
    }

    /// Whether the successors are those that the reader of a block without a `successors` line takes.
    fn has_guessed_successors(&self, block: Block) -> bool {
        let succs = &self.blocks[block].succs;
        let mut found = 0;
        for guess in self.guess_successors(block) {
            if succs.get(found) == Some(&guess) {
                found += 1;
            } else if !succs[..found].contains(&guess) {
                return false;
            }
        }
        found == succs.len()
    }

    /// The successors that instructions and layout suggest, as the reader of a block without a
    /// `successors` line takes them: blocks that instructions name, in order, then the next block if
    /// control can fall through. A block may repeat.
    pub(crate) fn guess_successors(&self, block: Block) -> impl Iterator<Item = Block> + '_ {
        let insts = self.block_insts(block).filter(|i| !self.is_phi(*i));
        let named = insts.flat_map(|inst| self.operands(inst).iter().filter_map(|o| o.as_block()));
        let falls_through = self
            .block_insts_rev(block)
            .find(|inst| !self.is_debug(*inst))
            .is_none_or(|inst| !self.desc(inst).has(InstrFlags::BARRIER));
        let next = falls_through
            .then(|| self.layout_successor(block))
            .flatten();
        named.chain(next)
    }
}
