//! The last place of a block where code for a live range can be inserted.
//!
//! That is before the first terminator; before a call that may unwind, if the range is live into the
//! landing pad; before an `INLINEASM_BR`, likewise.

use avarice_liveness::{LiveInterval, LiveIntervals, Renumbering, SlotIndex};
use avarice_mir::{Block, Inst, MachineFunction, Operand, OperandFlags, Reg, VReg};
use avarice_target::op;
use cranelift_entity::SecondaryMap;

use crate::inst_facts::{is_call, is_debug_or_probe, is_position};

/// What is known about a block: where its terminators start, where control may leave it before.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    terminators: SlotIndex,
    exceptional: SlotIndex,
}

/// The last insertion points of blocks, found when first asked for.
#[derive(Debug, Default)]
pub struct InsertPoints {
    known: SecondaryMap<Block, Known>,
    followed: usize,
}

impl InsertPoints {
    /// Begins a function.
    pub fn begin_function(&mut self, function: &MachineFunction) {
        self.known.clear();
        self.known.resize(function.blocks.len());
        self.followed = 0;
    }

    fn follow(&mut self, renumberings: &[Renumbering]) {
        for renumbering in &renumberings[self.followed..] {
            for known in self.known.values_mut() {
                known.terminators = renumbering.map(known.terminators);
                known.exceptional = renumbering.map(known.exceptional);
            }
        }
        self.followed = renumberings.len();
    }

    /// The place before which code for `interval` can be inserted last in `block`.
    pub fn last(
        &mut self,
        function: &MachineFunction,
        live_intervals: &LiveIntervals,
        interval: &LiveInterval,
        block: Block,
    ) -> SlotIndex {
        self.follow(live_intervals.renumberings());
        let end = live_intervals.indexes.block_end(block);
        if self.known[block].terminators.is_none() {
            self.known[block] = find(function, live_intervals, block);
        }
        let Known {
            terminators,
            exceptional,
        } = self.known[block];
        if exceptional.is_none() {
            return terminators;
        }
        let mut succs = function.blocks[block].succs.iter();
        let live_into_pad = succs.any(|succ| {
            is_exceptional(function, *succ) && live_intervals.is_live_in(interval.range(), *succ)
        });
        let Some(leaving) = interval.value_before(end).filter(|_| live_into_pad) else {
            return terminators;
        };
        let def = interval.value(leaving).def;
        let call = live_intervals.indexes.inst_at(exceptional);
        if def.same_inst(exceptional)
            && call.is_some_and(|inst| function.opcode(inst) == op::STATEPOINT)
        {
            // A relocated pointer: the landing pad reads it.
            return exceptional;
        }
        if !def.earlier_inst(exceptional) && def < end {
            // Defined after the call: only a PHI of the landing pad that ignores this edge reads it.
            return terminators;
        }
        exceptional
    }

    /// The instruction before which code for `interval` can be inserted last in `block`; `None` for the
    /// end of the block.
    pub fn last_inst(
        &mut self,
        function: &MachineFunction,
        live_intervals: &LiveIntervals,
        interval: &LiveInterval,
        block: Block,
    ) -> Option<Inst> {
        let point = self.last(function, live_intervals, interval, block);
        if point == live_intervals.indexes.block_end(block) {
            return None;
        }
        live_intervals.indexes.inst_at(point)
    }
}

/// Whether control enters a block from the middle of another.
fn is_exceptional(function: &MachineFunction, block: Block) -> bool {
    function.blocks[block].eh_pad || function.blocks[block].inline_asm_br_target
}

fn find(function: &MachineFunction, live_intervals: &LiveIntervals, block: Block) -> Known {
    let indexes = &live_intervals.indexes;
    let first = function.first_terminator(block);
    let terminators = first.map_or(indexes.block_end(block), |inst| indexes.index(inst));
    let succs = &function.blocks[block].succs;
    let to_pad = succs.iter().any(|succ| function.blocks[*succ].eh_pad);
    let mut exceptional = SlotIndex::NONE;
    if succs.iter().any(|succ| is_exceptional(function, *succ)) {
        let leaves = |inst: &Inst| {
            to_pad && is_call(function, *inst) || function.opcode(*inst) == op::INLINEASM_BR
        };
        let leaving = function.block_insts_rev(block).find(leaves);
        exceptional = leaving.map_or(SlotIndex::NONE, |inst| indexes.index(inst));
    }
    Known {
        terminators,
        exceptional,
    }
}

/// The first place of a block where code can be inserted.
pub fn first(
    function: &MachineFunction,
    live_intervals: &LiveIntervals,
    block: Block,
) -> SlotIndex {
    match skip_phis_labels_debug(function, block) {
        Some(inst) => live_intervals.indexes.index(inst),
        None => live_intervals.indexes.block_start(block),
    }
}

/// The first instruction of a block that is no PHI, label or debug instruction; `None` for the end of the
/// block.
pub fn skip_phis_labels_debug(function: &MachineFunction, block: Block) -> Option<Inst> {
    function.block_insts(block).find(|inst| {
        let skipped = function.opcode(*inst) == op::PHI
            || is_position(function, *inst)
            || is_debug_or_probe(function, *inst);
        !skipped
    })
}

/// Whether an instruction defines `reg` by an operand that is tied to a use.
pub fn has_tied_def(function: &MachineFunction, inst: Inst, reg: VReg) -> bool {
    let explicit = usize::from(function.desc(inst).num_defs);
    let tied = |operand: &Operand| {
        operand.is_def()
            && !operand.has(OperandFlags::IMPLICIT)
            && operand.as_reg() == Reg::virt(reg)
            && operand.tied_to().is_some()
    };
    function.operands(inst).iter().take(explicit).any(tied)
}
