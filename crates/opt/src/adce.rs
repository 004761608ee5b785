//! `adce`: removes code without effect. Each instruction is assumed dead until shown otherwise.
//!
//! An instruction is *live* if it has side effects or ends the function, if a live instruction uses its result, or
//! if it is a branch that decides whether a live instruction is executed: the block of the live one is control
//! dependent on that of the branch. A block is control dependent on those in its iterated postdominance frontier.
//!
//! ```text
//!          a: br %c                 nothing in b or c is live, and d comes in any case,
//!          ╱      ╲                 so that the branch is dead:  a: br label %b ─▶ d
//!    b: %x = …    c: %y = …
//!          ╲      ╱
//!          d: ret
//! ```
//!
//! Loops are kept, as they may not end: branches that close one are live.
//!
//! # Requires
//! A verified function.
//!
//! # Ensures
//! No dead instruction is left. A dead branch goes to the successor that is nearest to the function's end.
//!
//! # Preserves
//! All blocks, though some may no longer be reachable.

use avarice_ir::{Block, Cfg, Function, Global, Inst, InstKind, Module, PostDominatorTree};
use cranelift_entity::SecondaryMap;

use crate::edges::decide;
use crate::effects::has_side_effects;
use crate::pass::{FunctionPass, Log, MakePass, PassInfo};
use avarice_ir::dominance_frontier::IteratedFrontier;

/// What is known of a block.
#[derive(Clone, Copy, Default)]
struct BlockState {
    /// It has a live instruction.
    is_live: bool,
    /// What it depends on has to be live.
    needs_control: bool,
    /// One of its phis is live.
    has_live_phi: bool,
}

/// `adce`.
pub const PASS: PassInfo = PassInfo {
    name: "adce",
    class_name: "ADCEPass",
    summary: "remove code that has no effect, including cycles of values and branches around it",
    make: MakePass::Function(|| Box::<AggressiveDce>::default()),
};

/// The pass, with its memory.
#[derive(Default)]
pub struct AggressiveDce {
    cfg: Cfg,
    post_dominators: PostDominatorTree<Block>,
    frontier: IteratedFrontier<Block>,
    live: SecondaryMap<Inst, bool>,
    /// Instructions that may be dead, in order.
    doubtful: Vec<Inst>,
    blocks: SecondaryMap<Block, BlockState>,
    /// Live instructions whose operands have not been visited.
    work: Vec<Inst>,
    /// Blocks whose dependences have not been visited.
    new_blocks: Vec<Block>,
    found: Vec<Block>,
}

impl FunctionPass for AggressiveDce {
    fn run(
        &mut self,
        module: &mut Module,
        _: Global,
        function: &mut Function,
        log: &mut Log,
    ) -> bool {
        self.cfg.compute(function);
        self.post_dominators.compute(&self.cfg);
        let reversed = self.post_dominators.reversed();
        self.frontier.compute(reversed, self.post_dominators.tree());
        self.live.clear();
        self.live.resize(function.insts.len());
        self.doubtful.clear();
        self.blocks.clear();
        self.new_blocks.clear();
        self.mark_roots(module, function);
        self.mark_loops(function);
        self.mark_endless(function);
        let entry = function.entry();
        self.mark_block(function, entry);
        self.propagate(function);
        let changed = self.redirect_dead_branches(module, function);
        self.remove_dead(module, function, log) | changed
    }
}

impl AggressiveDce {
    fn mark(&mut self, function: &Function, inst: Inst) {
        if std::mem::replace(&mut self.live[inst], true) {
            return;
        }
        self.work.push(inst);
        let data = &function.insts[inst];
        let Some(block) = data.block.expand() else {
            return;
        };
        if data.kind.is_terminator() && !matches!(data.kind, InstKind::Br) {
            for successor in function.inst_blocks(inst) {
                self.mark_block(function, *successor);
            }
        }
        self.mark_block(function, block);
    }

    fn mark_block(&mut self, function: &Function, block: Block) {
        if std::mem::replace(&mut self.blocks[block].is_live, true) {
            return;
        }
        self.need_control(block);
        // A jump decides nothing: it lives with its block.
        if let Some(jump) = function.terminator(block)
            && matches!(function.insts[jump].kind, InstKind::Br)
        {
            self.mark(function, jump);
        }
    }

    fn need_control(&mut self, block: Block) {
        if !std::mem::replace(&mut self.blocks[block].needs_control, true) {
            self.new_blocks.push(block);
        }
    }

    /// Marks the instructions that are live by themselves.
    fn mark_roots(&mut self, module: &Module, function: &Function) {
        for block in &function.layout {
            for inst in function.block_insts(*block) {
                let kind = &function.insts[inst].kind;
                let decides = matches!(kind, InstKind::Br | InstKind::CondBr | InstKind::Switch);
                let is_pad = matches!(
                    kind,
                    InstKind::LandingPad { .. } | InstKind::CatchPad | InstKind::CleanupPad
                );
                if is_pad
                    || has_side_effects(module, function, inst)
                    || (kind.is_terminator() && !decides)
                {
                    self.mark(function, inst);
                } else {
                    self.doubtful.push(inst);
                }
            }
        }
    }

    /// Marks the branches that close loops.
    fn mark_loops(&mut self, function: &Function) {
        for at in 0..self.cfg.postorder().len() {
            let block = self.cfg.postorder()[at];
            // In a depth-first walk, an edge goes back exactly if it leads to a block that is finished later.
            let closes = |to: &Block| {
                let number = self.cfg.postorder_number(*to);
                number.is_some_and(|number| number as usize >= at)
            };
            if self.cfg.successors(block).iter().any(closes)
                && let Some(branch) = function.terminator(block)
            {
                self.mark(function, branch);
            }
        }
    }

    /// Marks all branches from which no path leads to a return.
    fn mark_endless(&mut self, function: &Function) {
        let tree = self.post_dominators.tree();
        let mut stack = Vec::new();
        if let Some(root) = tree.preorder().first() {
            stack.extend(tree.children(*root).iter().copied().filter(|block| {
                let end = function.terminator(*block);
                !end.is_some_and(|end| matches!(function.insts[end].kind, InstKind::Ret))
            }));
        }
        let mut endless = Vec::new();
        while let Some(block) = stack.pop() {
            endless.extend(function.terminator(block));
            stack.extend(tree.children(block));
        }
        for branch in endless {
            self.mark(function, branch);
        }
    }

    /// Marks everything that live instructions need.
    fn propagate(&mut self, function: &Function) {
        loop {
            while let Some(inst) = self.work.pop() {
                for value in function.operands(inst) {
                    if let Some(def) = function.def_inst(value) {
                        self.mark(function, def);
                    }
                }
                if function.is_phi(inst) {
                    self.mark_phi(function, inst);
                }
            }
            self.mark_controlling(function);
            if self.work.is_empty() {
                return;
            }
        }
    }

    /// A live phi needs to know by which edge its block was entered.
    fn mark_phi(&mut self, function: &Function, phi: Inst) {
        let Some(block) = function.insts[phi].block.expand() else {
            return;
        };
        if std::mem::replace(&mut self.blocks[block].has_live_phi, true) {
            return;
        }
        for at in 0..self.cfg.predecessors(block).len() {
            self.need_control(self.cfg.predecessors(block)[at]);
        }
    }

    /// Marks the branches that decide whether the new blocks are executed.
    fn mark_controlling(&mut self, function: &Function) {
        let mut found = std::mem::take(&mut self.found);
        // The one of the tree that is no block is the end of the function.
        let has_dead_end = |block: Block| {
            let is_block = function.blocks.is_valid(block);
            let end = is_block.then(|| function.terminator(block)).flatten();
            end.is_some_and(|end| !self.live[end])
        };
        let tree = self.post_dominators.tree();
        let new_blocks = self.new_blocks.drain(..);
        self.frontier
            .find(tree, new_blocks, has_dead_end, &mut found);
        for block in &found {
            if let Some(branch) = function.terminator(*block) {
                self.mark(function, branch);
            }
        }
        self.found = found;
    }

    /// Makes a jump of each dead branch.
    fn redirect_dead_branches(&mut self, module: &mut Module, function: &mut Function) -> bool {
        let mut changed = false;
        let mut nearness = None;
        for at in 0..function.layout.len() {
            let block = function.layout[at];
            let Some(branch) = function.terminator(block).filter(|end| !self.live[*end]) else {
                continue;
            };
            if matches!(function.insts[branch].kind, InstKind::Br) {
                self.live[branch] = true;
                continue;
            }
            let nearness = nearness.get_or_insert_with(|| nearness_to_end(function, &self.cfg));
            let Some(target) = nearest(function.inst_blocks(branch), nearness) else {
                continue;
            };
            let jump = decide(module, function, branch, target);
            self.live[jump] = true;
            changed = true;
        }
        changed
    }

    fn remove_dead(&mut self, module: &Module, function: &mut Function, log: &mut Log) -> bool {
        let Self { live, doubtful, .. } = self;
        // The branches that were redirected are no longer in their blocks.
        doubtful.retain(|inst| !live[*inst] && function.insts[*inst].block.is_some());
        let dead = &*doubtful;
        for inst in dead {
            log.line(|| {
                let text = avarice_ir::printer::print_inst(module, function, *inst);
                format!("ADCE: {text}")
            });
        }
        for inst in dead {
            function.drop_operands(*inst);
        }
        for inst in dead {
            function.remove_inst(*inst);
        }
        !dead.is_empty()
    }
}

/// By block: the larger, the nearer to a return; 0 for blocks that reach none.
fn nearness_to_end(function: &Function, cfg: &Cfg) -> SecondaryMap<Block, u32> {
    let mut numbers = SecondaryMap::new();
    let mut visited: SecondaryMap<Block, bool> = SecondaryMap::new();
    let mut count = 0;
    let mut stack: Vec<(Block, usize)> = Vec::new();
    for end in &function.layout {
        if !function.successors(*end).is_empty() || visited[*end] {
            continue;
        }
        visited[*end] = true;
        stack.push((*end, 0));
        while let Some((block, done)) = stack.last_mut() {
            match cfg.predecessors(*block).get(*done) {
                Some(next) => {
                    *done += 1;
                    if !std::mem::replace(&mut visited[*next], true) {
                        stack.push((*next, 0));
                    }
                }
                None => {
                    count += 1;
                    numbers[*block] = count;
                    stack.pop();
                }
            }
        }
    }
    numbers
}

/// The first of the successors that are nearest to a return.
fn nearest(successors: &[Block], nearness: &SecondaryMap<Block, u32>) -> Option<Block> {
    let mut best = None;
    for block in successors {
        if best.is_none_or(|best: Block| nearness[best] < nearness[*block]) {
            best = Some(*block);
        }
    }
    best
}
