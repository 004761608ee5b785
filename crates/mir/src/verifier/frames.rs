//! Call frames: every set-up is destroyed once, with the same size, along every path.

use avarice_target::InstrFlags;

use super::Verifier;
use crate::entities::{Block, Inst};
use crate::hooks::CallFrameChange;

/// The call frame at some place.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct State {
    /// Bytes that are set up and not yet destroyed; negative if more were destroyed.
    size: i64,
    /// Whether the last change was to set one up.
    open: bool,
}

impl Verifier<'_> {
    /// Follows call frames from the entry, each block from the first predecessor that leads to it.
    pub(super) fn check_call_frames(&mut self) {
        let function = self.function;
        let Some(entry) = function.layout.first() else {
            return;
        };
        // State at the start and the end of the blocks met so far.
        let mut states: Vec<Option<(State, State)>> = vec![None; function.blocks.len()];
        let mut work: Vec<(Block, State)> = vec![(*entry, State::default())];
        while let Some((block, start)) = work.pop() {
            if states[block.as_u32() as usize].is_some() {
                continue;
            }
            let declared = function.blocks[block].call_frame_size;
            if i64::from(declared) != start.size {
                let message = format!(
                    "Call frame size on entry does not match value computed from predecessor: {declared}, \
                     not {}",
                    start.size
                );
                self.report_block(block, message);
            }
            let mut state = start;
            for inst in function.block_insts(block) {
                self.step(inst, &mut state);
            }
            states[block.as_u32() as usize] = Some((start, state));
            let data = &function.blocks[block];
            let known = |block: &Block| states[block.as_u32() as usize];
            if data
                .preds
                .iter()
                .filter_map(known)
                .any(|(_, end)| end != start)
            {
                let message = "The exit stack state of a predecessor is inconsistent.";
                self.report_block(block, message);
            }
            if data
                .succs
                .iter()
                .filter_map(known)
                .any(|(begin, _)| begin != state)
            {
                let message = "The entry stack state of a successor is inconsistent.";
                self.report_block(block, message);
            }
            let last = data.last.expand();
            if last.is_some_and(|inst| function.desc(inst).has(InstrFlags::RETURN)) {
                if state.open {
                    self.report_block(block, "A return block ends with a FrameSetup.");
                }
                if state.size != 0 {
                    let message = "A return block ends with a nonzero stack adjustment.";
                    self.report_block(block, message);
                }
            }
            work.extend(data.succs.iter().rev().map(|succ| (*succ, state)));
        }
    }

    fn step(&mut self, inst: Inst, state: &mut State) {
        let Some(change) = self.hooks.call_frame_change(self.function, inst) else {
            return;
        };
        if !self.function.is_ssa && !self.function.frame.adjusts_stack {
            let message = "AdjustsStack not set in presence of a frame pseudo instruction.";
            self.report_inst(inst, message);
        }
        match change {
            CallFrameChange::SetUp(size) => {
                if state.open {
                    self.report_inst(inst, "FrameSetup is after another FrameSetup");
                }
                state.size = state.size.saturating_add_unsigned(size);
                state.open = true;
            }
            CallFrameChange::Destroy(size) => {
                let open = state.size.unsigned_abs();
                if !state.open {
                    self.report_inst(inst, "FrameDestroy is not after a FrameSetup");
                } else if size != open {
                    let message = format!("FrameDestroy <{size}> is after FrameSetup <{open}>");
                    self.report_inst(inst, message);
                }
                state.size = state.size.saturating_sub_unsigned(size);
                state.open = false;
            }
        }
    }
}
