//! The last place of a block where code for a live range can be inserted.
//!
//! That is before the first terminator; before a call that may unwind, if the range is live into the
//! landing pad; before an `INLINEASM_BR`, likewise.

use avarice_liveness::{LiveInterval, LiveIntervals, SlotIndex};
use avarice_mir::{Block, Inst, MachineFunction, Operand, OperandFlags, Reg, VReg};
use avarice_target::op;
use cranelift_entity::SecondaryMap;

use avarice_mir::inst_facts::{is_call, is_debug_or_probe, is_position};

/// What is known about a block: where its terminators start, where control may leave it before.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    terminators: SlotIndex,
    exceptional: SlotIndex,
    /// It has no PHIs, labels or the like, as far as is known.
    no_labels: bool,
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

    /// Follows renumberings: each concerns a few blocks only.
    fn follow(&mut self, live_intervals: &LiveIntervals) {
        let renumberings = live_intervals.renumberings();
        for renumbering in &renumberings[self.followed..] {
            let mut ascending = renumbering.ascending();
            for (_, block) in &live_intervals.indexes.block_starts()[renumbering.blocks()] {
                let known = &mut self.known[*block];
                if !known.terminators.is_none() {
                    known.terminators = ascending.map(known.terminators);
                    known.exceptional = renumbering.map(known.exceptional);
                }
            }
        }
        self.followed = renumberings.len();
    }

    /// The place before which code for `interval` can be inserted last in `block`.
    #[inline]
    pub fn last(
        &mut self,
        function: &MachineFunction,
        live_intervals: &LiveIntervals,
        interval: &LiveInterval,
        block: Block,
    ) -> SlotIndex {
        if self.followed != live_intervals.renumberings().len() {
            self.follow(live_intervals);
        }
        if self.known[block].terminators.is_none() {
            let (terminators, exceptional) = find(function, live_intervals, block);
            self.known[block].terminators = terminators;
            self.known[block].exceptional = exceptional;
        }
        let known = &self.known[block];
        if known.exceptional.is_none() {
            return known.terminators;
        }
        self.last_of_exceptional(function, live_intervals, interval, block)
    }

    /// The same for a block that control may leave in the middle.
    fn last_of_exceptional(
        &self,
        function: &MachineFunction,
        live_intervals: &LiveIntervals,
        interval: &LiveInterval,
        block: Block,
    ) -> SlotIndex {
        let Known {
            terminators,
            exceptional,
            ..
        } = self.known[block];
        let end = live_intervals.indexes.block_end(block);
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

    /// Whether a block begins with PHIs, labels or the like, before code can be inserted.
    #[inline]
    pub fn begins_with_label(
        &mut self,
        function: &MachineFunction,
        live_intervals: &LiveIntervals,
        block: Block,
    ) -> bool {
        if self.known[block].no_labels {
            return false;
        }
        self.find_label(function, live_intervals, block)
    }

    /// Labels stay where they are, but the code around them changes.
    fn find_label(
        &mut self,
        function: &MachineFunction,
        live_intervals: &LiveIntervals,
        block: Block,
    ) -> bool {
        let mut insts = function.block_insts(block);
        if !insts.any(|inst| is_label(function, inst)) {
            self.known[block].no_labels = true;
            return false;
        }
        let mut insts = function.block_insts(block);
        let head = insts.find(|inst| !is_debug_or_probe(function, *inst));
        let first = first(function, live_intervals, block);
        head.is_some_and(|inst| live_intervals.indexes.index(inst).earlier_inst(first))
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

/// Where the terminators of a block start, and where control may leave it before.
fn find(
    function: &MachineFunction,
    live_intervals: &LiveIntervals,
    block: Block,
) -> (SlotIndex, SlotIndex) {
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
    (terminators, exceptional)
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
    function
        .block_insts(block)
        .find(|inst| !is_label(function, *inst) && !is_debug_or_probe(function, *inst))
}

/// Whether an instruction is one of those that blocks begin with: a PHI, a label or the like.
fn is_label(function: &MachineFunction, inst: Inst) -> bool {
    function.opcode(inst) == op::PHI || is_position(function, inst)
}

/// Whether an instruction defines `reg` by an operand that is tied to a use.
pub fn has_tied_def(function: &MachineFunction, inst: Inst, reg: VReg) -> bool {
    let is_result = |operand: &&Operand| {
        operand.is_reg() && operand.is_def() && !operand.has(OperandFlags::IMPLICIT)
    };
    let mut results = function.operands(inst).iter().take_while(is_result);
    results.any(|operand| operand.as_reg() == Reg::virt(reg) && operand.tied_to().is_some())
}
