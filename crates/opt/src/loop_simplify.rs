//! `loop-simplify`: loops get the form that loop passes require.
//!
//! ```text
//!        │                │
//!        ▼                ▼
//!    ┌─ head ◀┐         before       from here alone the loop is entered
//!    │   │    │           │
//!    │   ├────┤      ┌─ head ◀────┐
//!    │   ▼    │  ─▶  │    │       │
//!    │  body ─┘      │    ▼       │
//!    │   │           │  body ─▶ latch   one way back
//!    ▼   ▼           ▼    ▼
//!   other code      exit exit      blocks after the loop to which nothing else leads
//!                     ▼   ▼
//!                   other code
//! ```
//!
//! # Requires
//! A verified function.
//!
//! # Ensures
//! A verified function that does the same. Each loop has a preheader, a single latch, and dedicated exits, as far as
//! the edges for that come from branches.

use avarice_ir::{Block, Cfg, DominatorTree, Function, Global, Loop, LoopInfo, Module};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, SecondaryMap};

use crate::edges::{insert_block, is_branch};
use crate::pass::{FunctionPass, Log, MakePass, PassInfo};
use crate::preheaders;

/// What is known of the loops of a function.
#[derive(Default)]
pub struct Loops {
    /// The graph of the function.
    pub cfg: Cfg,
    /// Its dominator tree.
    pub tree: DominatorTree,
    /// Its loops.
    pub info: LoopInfo,
    /// How many blocks there were.
    num_blocks: usize,
}

impl Loops {
    /// Looks at a function.
    pub fn compute(&mut self, function: &Function) {
        self.cfg.compute(function);
        self.tree.compute(&self.cfg);
        self.info.compute(&self.cfg, &self.tree);
        self.num_blocks = function.blocks.len();
    }

    /// Whether a block was there when this was computed.
    pub fn knows(&self, block: Block) -> bool {
        block.index() < self.num_blocks
    }

    /// Whether a block was in a loop when this was computed.
    pub fn contains(&self, id: Loop, block: Block) -> bool {
        self.knows(block) && self.info.contains(id, block)
    }

    /// Looks at a function, and gives its loops the form that the module describes. Returns whether anything changed.
    pub fn simplify(&mut self, function: &mut Function) -> bool {
        self.compute(function);
        if self.info.is_empty() {
            return false;
        }
        // Exits come first: the way out of one loop may be the way back or into another.
        let mut changed = false;
        let steps = [separate_exits, join_latches, insert_preheaders];
        for step in steps {
            if step(self, function) {
                self.compute(function);
                changed = true;
            }
        }
        changed
    }

    /// The only block from which the loop goes back to its header.
    pub fn latch(&self, id: Loop) -> Option<Block> {
        let mut latches = self.info.latches(&self.cfg, id);
        let latch = latches.next()?;
        latches.all(|other| other == latch).then_some(latch)
    }

    /// The exit blocks of a loop, each once; `None` if something else leads to one of them.
    pub fn own_exits(&self, id: Loop) -> Option<Vec<Block>> {
        let mut exits: Vec<Block> = Vec::new();
        for (_, exit) in self.info.exits(&self.cfg, id) {
            if exits.contains(&exit) {
                continue;
            }
            let mut predecessors = self.cfg.predecessors(exit).iter();
            if predecessors.any(|from| !self.info.contains(id, *from)) {
                return None;
            }
            exits.push(exit);
        }
        Some(exits)
    }
}

/// `loop-simplify`.
pub const PASS: PassInfo = PassInfo {
    name: "loop-simplify",
    class_name: "LoopSimplifyPass",
    summary: "give loops a preheader, a single latch and dedicated exits",
    make: MakePass::Function(|| Box::<LoopSimplify>::default()),
};

/// The pass, with its memory.
#[derive(Default)]
pub struct LoopSimplify {
    loops: Loops,
}

impl FunctionPass for LoopSimplify {
    fn run(&mut self, _: &mut Module, _: Global, function: &mut Function, _: &mut Log) -> bool {
        self.loops.simplify(function)
    }
}

/// New blocks that go beside one that is there.
pub(crate) type Beside = SecondaryMap<Block, Vec<Block>>;

/// Where edges out of loops meet others, those of each innermost loop get a block of their own.
fn separate_exits(loops: &Loops, function: &mut Function) -> bool {
    let Loops { cfg, info, .. } = loops;
    let mut before = Beside::new();
    let mut changed = false;
    for at in 0..function.layout.len() {
        let to = function.layout[at];
        let predecessors = cfg.predecessors(to);
        let home = |block: &Block| info.loop_of(*block);
        let Some((first, rest)) = predecessors.split_first() else {
            continue;
        };
        if rest.iter().all(|block| home(block) == home(first)) {
            continue;
        }
        let mut left: Vec<Loop> = Vec::new();
        for id in predecessors.iter().filter_map(home) {
            if !info.contains(id, to) && !left.contains(&id) {
                left.push(id);
            }
        }
        for id in left {
            let all = predecessors.iter().copied();
            let from: Vec<Block> = all.filter(|block| home(block) == Some(id)).collect();
            if from.iter().all(|block| is_branch(function, *block)) {
                before[to].push(insert_block(function, to, &from));
                changed = true;
            }
        }
    }
    lay_out(function, &before, &Beside::new());
    changed
}

/// Leads all ways back to a header through one block.
fn join_latches(loops: &Loops, function: &mut Function) -> bool {
    let mut after = Beside::new();
    let mut changed = false;
    for id in loops.info.loops() {
        let latches: Vec<Block> = loops.info.latches(&loops.cfg, id).collect();
        if let [last, _, ..] = latches[..]
            && loops.latch(id).is_none()
            && latches.iter().all(|block| is_branch(function, *block))
        {
            let latch = insert_block(function, loops.info.header(id), &latches);
            after[last].push(latch);
            changed = true;
        }
    }
    lay_out(function, &Beside::new(), &after);
    changed
}

fn insert_preheaders(loops: &Loops, function: &mut Function) -> bool {
    preheaders::insert(function, &loops.cfg, &loops.info)
}

/// Puts new blocks into the layout.
pub(crate) fn lay_out(function: &mut Function, before: &Beside, after: &Beside) {
    let old = std::mem::take(&mut function.layout);
    for block in old {
        function.layout.extend_from_slice(&before[block]);
        function.layout.push(block);
        function.layout.extend_from_slice(&after[block]);
    }
}

/// A block between two, if the edge between them is not all that leads to the second. Not yet in the analysis.
pub(crate) fn split_entries(
    loops: &Loops,
    function: &mut Function,
    edges: &[(Block, Block)],
) -> bool {
    let mut before = Beside::new();
    let mut done: SecondaryMap<Block, PackedOption<Block>> = SecondaryMap::new();
    for (from, to) in edges {
        let is_shared = loops.cfg.predecessors(*to).len() > 1;
        if is_shared && done[*from].is_none() && is_branch(function, *from) {
            let new = insert_block(function, *to, &[*from]);
            done[*from] = new.into();
            before[*to].push(new);
        }
    }
    lay_out(function, &before, &Beside::new());
    edges.iter().any(|(from, _)| done[*from].is_some())
}
