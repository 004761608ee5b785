//! Alignment of blocks that loops jump to, so that the processor fetches them at once.

use avarice_ir::BranchProbability;
use avarice_mir::Block;
use avarice_mir::LoopAlignment;

use super::Placement;
use crate::pass::PlacementOptions;

impl Placement<'_> {
    /// Aligns blocks of loops that run often enough, and are entered by jumps at least four times out of five.
    pub(super) fn align(&mut self) {
        let alignment = self.loop_alignment();
        if self.code.function.optimize_for_size || alignment.bytes <= 1 {
            return;
        }
        for at in 1..self.code.function.layout.len() {
            let (before, block) = (
                self.code.function.layout[at - 1],
                self.code.function.layout[at],
            );
            if self.should_align(before, block) {
                let data = &mut self.code.function.blocks[block];
                data.align = alignment.bytes;
                data.max_padding = alignment.max_padding;
            }
        }
    }

    fn loop_alignment(&self) -> LoopAlignment {
        let preferred = self.code.hooks.loop_alignment(self.code.function);
        LoopAlignment {
            bytes: match self.options.align_loops {
                0 => preferred.bytes,
                bytes => bytes,
            },
            max_padding: self.options.max_padding.unwrap_or(preferred.max_padding),
        }
    }

    /// Aligns all blocks, or all that control does not fall into, as the options say.
    pub(super) fn align_all(&mut self) {
        let PlacementOptions {
            align_all,
            align_jump_targets,
            ..
        } = *self.options;
        let first = usize::from(align_all == 0);
        let exponent = align_all.max(if align_all == 0 {
            align_jump_targets
        } else {
            0
        });
        if exponent == 0 {
            return;
        }
        let function = &mut *self.code.function;
        for at in first..function.layout.len() {
            let block = function.layout[at];
            if align_all == 0 && function.is_successor(function.layout[at - 1], block) {
                continue;
            }
            let data = &mut function.blocks[block];
            data.align = 1 << exponent;
            if let Some(max_padding) = self.options.max_padding {
                data.max_padding = max_padding;
            }
        }
    }

    fn should_align(&self, before: Block, block: Block) -> bool {
        let cold = BranchProbability::new(1, 5);
        let Some(id) = self.state.loops.of(block) else {
            return false;
        };
        let frequency = self.frequency(block);
        let entry = self.code.links.first();
        let of_entry = entry.map_or(0, |entry| self.frequency(entry));
        let header = self.state.loops.header(id);
        let of_header = header.map_or(0, |header| self.frequency(header));
        if frequency < cold.scale(of_entry) || frequency < cold.scale(of_header) {
            return false;
        }
        !self.code.function.is_successor(before, block)
            || self.edge_frequency(before, block) <= cold.scale(frequency)
    }
}
