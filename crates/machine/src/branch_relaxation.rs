//! `branch-relaxation`: replaces conditional branches whose targets are out of range.
//!
//! A conditional branch has a short range. Where the target is farther away, the branch is inverted and skips an
//! unconditional one, which reaches everything that a linker can reach:
//!
//! ```text
//!   tbz w0, #3, far            tbnz w0, #3, next
//!   next: …                    b far
//!                              next: …
//!
//!   b.eq far                   b.ne near          (if `near` is in reach; else by way of a new block)
//!   b near                     b far
//! ```
//!
//! Longer code moves other targets out of range, so this is repeated until nothing changes. A function that is shorter
//! than the shortest range is left alone after a check of its size.

use crate::pass::{MachinePass, MachineUnit};
use avarice_mir::hooks::BranchBits;
use avarice_mir::{Block, BranchAnalysis, FrameHooks, Inst, MachineFunction};
use avarice_target::LaneMask;
use avarice_trace::Log;
use cranelift_entity::SecondaryMap;

/// `branch-relaxation`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    after: &["block-placement"],
    ..MachinePass::new("branch-relaxation", "Branch relaxation pass", || {
        Box::new(|unit: &mut MachineUnit<'_>, _: &mut Log<'_>| {
            run(&mut unit.function, unit.target, &unit.options.branch_bits);
            Ok(())
        })
    })
};

/// Makes every conditional branch reach its target.
///
/// # Requires
/// Final order of blocks, no pseudo whose size is unknown.
///
/// # Ensures
/// No conditional branch goes farther than `bits` say, if its block's branches are understood.
///
/// # Preserves
/// The order of the blocks that there were.
pub fn run(function: &mut MachineFunction, hooks: &dyn FrameHooks, bits: &BranchBits) {
    let Some(reach) = hooks.least_branch_reach(bits) else {
        return;
    };
    function.renumber_blocks();
    let mut relaxation = Relaxation {
        function,
        hooks,
        bits,
        extents: SecondaryMap::new(),
    };
    if relaxation.measure() <= reach {
        return;
    }
    while relaxation.relax_once() {}
}

/// Where the code of a block is, in bytes from the function's beginning.
#[derive(Clone, Copy, Default, Debug)]
struct Extent {
    offset: u64,
    size: u64,
}

struct Relaxation<'f> {
    function: &'f mut MachineFunction,
    hooks: &'f dyn FrameHooks,
    bits: &'f BranchBits,
    extents: SecondaryMap<Block, Extent>,
}

impl Relaxation<'_> {
    /// Finds all extents; returns the size of the whole function.
    fn measure(&mut self) -> u64 {
        for at in 0..self.function.layout.len() {
            self.measure_block(self.function.layout[at]);
        }
        self.place_from(0);
        let last = self.function.layout.last();
        last.map_or(0, |last| {
            self.extents[*last].offset + self.extents[*last].size
        })
    }

    fn measure_block(&mut self, block: Block) {
        let function = &*self.function;
        let insts = function.block_insts(block);
        self.extents[block].size = insts.map(|inst| self.hooks.code_size(function, inst)).sum();
    }

    /// Computes the offsets of the blocks after the one at `at` in the layout.
    fn place_from(&mut self, at: usize) {
        let own_align = self.function.align.max(1);
        for at in at + 1..self.function.layout.len() {
            let before = self.extents[self.function.layout[at - 1]];
            let block = self.function.layout[at];
            let align = self.function.blocks[block].align.max(1);
            let end = (before.offset + before.size).next_multiple_of(align);
            // Where the function begins is only known as far as its own alignment goes.
            self.extents[block].offset = end + align.saturating_sub(own_align);
        }
    }

    /// Goes over all blocks once; returns whether anything changed.
    fn relax_once(&mut self) -> bool {
        let mut changed = false;
        let mut at = 0;
        while at < self.function.layout.len() {
            let block = self.function.layout[at];
            let mut cursor = self.function.first_terminator(block);
            while let Some(inst) = cursor {
                cursor = self.function.next_inst(inst);
                let Some(target) = self.target_out_of_reach(at, inst) else {
                    continue;
                };
                let is_conditional =
                    |next: &Inst| self.hooks.branch_reach(self.function, *next, self.bits);
                let done = match cursor.filter(|next| is_conditional(next).is_some()) {
                    Some(next) => {
                        self.split_before(at, next, target);
                        true
                    }
                    None => self.relax(at, inst),
                };
                if done {
                    changed = true;
                    cursor = self.function.first_terminator(block);
                }
            }
            at += 1;
        }
        changed
    }

    /// Where the conditional branch `inst` in the block at `at` goes, if it does not reach that.
    fn target_out_of_reach(&self, at: usize, inst: Inst) -> Option<Block> {
        let reach = self.hooks.branch_reach(self.function, inst, self.bits)?;
        (!self.is_in_reach(at, inst, reach.target, reach.bytes)).then_some(reach.target)
    }

    fn is_in_reach(&self, at: usize, inst: Inst, target: Block, bytes: u64) -> bool {
        let block = self.function.layout[at];
        let insts = self.function.block_insts(block);
        let before = insts.take_while(|other| *other != inst);
        let inside: u64 = before
            .map(|other| self.hooks.code_size(self.function, other))
            .sum();
        let from = self.extents[block].offset + inside;
        let to = self.extents[target].offset;
        match to.checked_sub(from) {
            Some(forwards) => forwards <= bytes,
            None => from - to <= bytes + self.hooks.code_size(self.function, inst),
        }
    }

    /// Moves the instructions from `next` on from the block at `at` to a block of their own after it, so that the
    /// branch before, which goes to `target`, is the only one of its block.
    fn split_before(&mut self, at: usize, next: Inst, target: Block) {
        let block = self.function.layout[at];
        let rest = self.create_block_after(at);
        self.function.splice_tail(next, rest);
        let data = &self.function.blocks[block];
        let (succs, probs) = (data.succs.clone(), data.probs.clone());
        for (index, succ) in succs.iter().enumerate() {
            self.function.remove_edge(block, *succ);
            self.function
                .add_edge(rest, *succ, probs.get(index).copied());
            self.add_live_ins(rest, *succ);
        }
        self.add_uses(rest);
        self.function.add_edge(block, rest, None);
        if target != rest {
            self.function.add_edge(block, target, None);
        }
        self.measure_block(block);
        self.measure_block(rest);
        self.place_from(at);
    }

    /// Makes the only conditional branch of the block at `at`, `inst`, reach its target. Returns whether it could.
    fn relax(&mut self, at: usize, inst: Inst) -> bool {
        let block = self.function.layout[at];
        let location = self.function.debug_loc(inst);
        let Some(mut branch) = self.hooks.analyze_branch(self.function, block) else {
            return false;
        };
        let Some(far) = branch.taken else {
            return false;
        };
        if branch.condition.is_empty() || !self.hooks.reverse_condition(&mut branch.condition) {
            return false;
        }
        let near = match branch.otherwise {
            Some(other) if self.reaches(at, inst, other) => Some(other),
            Some(other) => Some(self.jump_after(at, other)),
            None => self.function.layout.get(at + 1).copied(),
        };
        let Some(near) = near else {
            return false;
        };
        (branch.taken, branch.otherwise) = (Some(near), Some(far));
        self.hooks.remove_branch(self.function, block);
        self.hooks.insert_branch(self.function, block, &branch);
        let mut cursor = self.function.first_terminator(block);
        while let Some(inst) = cursor {
            self.function.set_debug_loc(inst, location);
            cursor = self.function.next_inst(inst);
        }
        self.measure_block(block);
        self.place_from(at);
        true
    }

    /// Whether the conditional branch `inst` in the block at `at` would reach `target`.
    fn reaches(&self, at: usize, inst: Inst, target: Block) -> bool {
        let reach = self.hooks.branch_reach(self.function, inst, self.bits);
        reach.is_some_and(|reach| self.is_in_reach(at, inst, target, reach.bytes))
    }

    /// Inserts a block after the one at `at` that jumps to `target`, a successor of that one.
    fn jump_after(&mut self, at: usize, target: Block) -> Block {
        let block = self.function.layout[at];
        let new = self.create_block_after(at);
        let jump = BranchAnalysis {
            taken: Some(target),
            ..BranchAnalysis::default()
        };
        self.hooks.insert_branch(self.function, new, &jump);
        self.function.replace_successor(block, target, new);
        self.function.add_edge(new, target, None);
        self.add_live_ins(new, target);
        self.measure_block(new);
        new
    }

    fn create_block_after(&mut self, at: usize) -> Block {
        let block = self.function.layout[at];
        let new = self.function.create_block();
        self.function.blocks[new].ir_block = self.function.blocks[block].ir_block;
        self.function.blocks[new].section = self.function.blocks[block].section;
        self.function.insert_block_after(block, new);
        new
    }

    /// What the branches of `block` read is live at its beginning.
    fn add_uses(&mut self, block: Block) {
        let mut cursor = self.function.blocks[block].first.expand();
        while let Some(inst) = cursor {
            cursor = self.function.next_inst(inst);
            for index in 0..self.function.num_operands(inst) {
                let operand = self.function.operand(inst, index);
                let read = operand.as_reg().as_physical().filter(|_| !operand.is_def());
                let live_ins = &mut self.function.blocks[block].live_ins;
                if let Some(reg) = read
                    && !live_ins.iter().any(|live| live.0 == reg)
                {
                    live_ins.push((reg, LaneMask::ALL));
                }
            }
        }
    }

    /// What is live at the beginning of `from` is live at that of `block`.
    fn add_live_ins(&mut self, block: Block, from: Block) {
        for index in 0..self.function.blocks[from].live_ins.len() {
            let live = self.function.blocks[from].live_ins[index];
            if !self.function.blocks[block].live_ins.contains(&live) {
                self.function.blocks[block].live_ins.push(live);
            }
        }
    }
}
