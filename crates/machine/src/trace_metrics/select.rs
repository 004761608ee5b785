//! Which blocks a trace has, and the resources along it.

use avarice_mir::{Block, MachineFunction, MachineLoop, inst_facts};

use super::{TraceMetrics, TracedCode};
use crate::schedule::model::SchedulingModel;

/// A direction along a trace.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Up,
    Down,
}

impl TracedCode<'_> {
    /// The header of the innermost loop of a block.
    fn header(self, block: Block) -> Option<Block> {
        let id = self.loops.loop_of(block)?;
        Some(self.loops.header(id))
    }

    /// Whether an edge leaves a loop.
    fn leaves_loop(self, from: Option<MachineLoop>, to: Block) -> bool {
        from.is_some_and(|from| {
            let to = self.loops.loop_of(to);
            !to.is_some_and(|to| self.loops.contains_loop(from, to))
        })
    }
}

impl TraceMetrics {
    /// Instructions of a block, and with them the resources that they take.
    pub(super) fn count(&mut self, function: &MachineFunction, block: Block) -> u32 {
        if let Some(count) = self.counts[block] {
            return count;
        }
        let range = self.resources_of(block);
        let resources = &mut self.block_resources[range];
        resources.fill(0);
        let mut count = 0;
        for inst in function.block_insts(block) {
            if inst_facts::is_transient(function, inst) {
                continue;
            }
            count += 1;
            let Some(model) = self.model.filter(|model| model.describes_instructions()) else {
                continue;
            };
            for used in model.resource_uses(model.class_of(function, inst)) {
                resources[used.resource as usize] += used.release_at;
            }
        }
        for (cycles, factor) in resources.iter_mut().zip(&self.factors) {
            *cycles *= factor;
        }
        self.counts[block] = Some(count);
        count
    }

    /// Picks the trace through `block`. Blocks whose part of a trace is known are not looked at again.
    pub(super) fn select(&mut self, code: TracedCode<'_>, block: Block) {
        for way in [Way::Up, Way::Down] {
            self.stamp += 1;
            self.stack.clear();
            self.enter(code, None, block, way);
            while let Some((block, next)) = self.stack.last_mut() {
                let data = &code.function.blocks[*block];
                let edges = match way {
                    Way::Up => &data.preds,
                    Way::Down => &data.succs,
                };
                if let Some(to) = edges.get(*next) {
                    *next += 1;
                    let from = *block;
                    self.enter(code, Some(from), *to, way);
                    continue;
                }
                let block = *block;
                self.stack.pop();
                match way {
                    Way::Up => self.pick_pred(code, block),
                    Way::Down => self.pick_succ(code, block),
                }
            }
        }
    }

    /// Goes on to `to`, unless that was visited or the edge cannot be in a trace.
    fn enter(&mut self, code: TracedCode<'_>, from: Option<Block>, to: Block, way: Way) {
        let known = &self.blocks[to];
        let is_known = match way {
            Way::Up => known.has_depth(),
            Way::Down => known.has_height(),
        };
        if is_known || self.visited[to] == self.stamp {
            return;
        }
        if let Some(from) = from
            && let Some(id) = code.loops.loop_of(from)
        {
            let end = if way == Way::Down { to } else { from };
            if end == code.loops.header(id) || code.leaves_loop(Some(id), to) {
                return;
            }
        }
        self.visited[to] = self.stamp;
        self.stack.push((to, 0));
    }

    /// Picks the block above that makes for the fewest instructions, and adds up what is above.
    fn pick_pred(&mut self, code: TracedCode<'_>, block: Block) {
        let is_header = code.header(block) == Some(block);
        let preds = &code.function.blocks[block].preds;
        let known = preds.iter().filter(|_| !is_header);
        let known = known.filter(|pred| self.blocks[**pred].has_depth());
        let best = known
            .min_by_key(|pred| self.blocks[**pred].inst_depth)
            .copied();
        self.count(code.function, block);
        self.blocks[block].pred = best.into();
        let range = self.resources_of(block);
        let Some(pred) = best else {
            self.blocks[block].inst_depth = 0;
            self.blocks[block].head = block.into();
            self.depth_resources[range].fill(0);
            return;
        };
        let count = self.count(code.function, pred);
        let above = &self.blocks[pred];
        let (depth, head) = (above.inst_depth + count, above.head);
        self.blocks[block].inst_depth = depth;
        self.blocks[block].head = head;
        for (to, from) in range.zip(self.resources_of(pred)) {
            self.depth_resources[to] = self.depth_resources[from] + self.block_resources[from];
        }
    }

    /// Picks the block below that makes for the fewest instructions, and adds up what is below.
    fn pick_succ(&mut self, code: TracedCode<'_>, block: Block) {
        let id = code.loops.loop_of(block);
        let header = code.header(block);
        let succs = code.function.blocks[block].succs.iter();
        let inside = succs.filter(|succ| header != Some(**succ) && !code.leaves_loop(id, **succ));
        let known = inside.filter(|succ| self.blocks[**succ].has_height());
        let best = known
            .min_by_key(|succ| self.blocks[**succ].inst_height)
            .copied();
        let count = self.count(code.function, block);
        self.blocks[block].succ = best.into();
        let range = self.resources_of(block);
        let Some(succ) = best else {
            self.blocks[block].inst_height = count;
            for at in range {
                self.height_resources[at] = self.block_resources[at];
            }
            return;
        };
        self.blocks[block].inst_height = count + self.blocks[succ].inst_height;
        for (to, from) in range.zip(self.resources_of(succ)) {
            self.height_resources[to] = self.height_resources[from] + self.block_resources[to];
        }
    }
}
