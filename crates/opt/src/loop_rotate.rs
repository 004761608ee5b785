//! `loop-rotate`: a loop that tests its condition at the start tests it at the end instead; whether to enter the loop
//! is tested before it.
//!
//! ```text
//!   before:                                     before:
//!     br label %head                              %c.0 = icmp slt i32 0, %n
//!   head:                                         br i1 %c.0, label %body, label %exit
//!     %i = phi [ 0, %before ], [ %next, %body ]   body:
//!     %c = icmp slt i32 %i, %n                ─▶    %j = phi [ 0, %before ], [ %next, %head ]
//!     br i1 %c, label %body, label %exit            %next = add i32 %j, 1
//!   body:                                           br label %head
//!     %next = add i32 %i, 1                       head:
//!     br label %head                                %c = icmp slt i32 %next, %n
//!                                                   br i1 %c, label %body, label %exit
//! ```
//!
//! Each iteration then has one branch, and the start of the body is executed whenever the loop is, so that loads there
//! can be hoisted. What the header computes is now computed in two places: a phi at the start of the body, and others
//! at the exits, select the right one.
//!
//! # Requires
//! A verified function.
//!
//! # Ensures
//! A verified function that does the same, whose loops have the form of [`loop_simplify`](crate::loop_simplify); no
//! loop with a small header tests its condition at the start.

use avarice_ir::{Block, Function, Global, Inst, InstKind, Loop, Module, Use, Value};

use crate::build::insert_first;
use crate::copies::{Copies, can_copy};
use crate::edges::{incoming, replace_phis};
use crate::lcssa::{Closer, NewEdges, place_of};
use crate::loop_simplify::{Loops, split_entries};
use crate::pass::{FunctionPass, Log, MakePass, PassInfo};
use crate::preheaders::open_preheader;

/// The most instructions of a header that is copied.
const MAX_HEADER: usize = 16;

/// `loop-rotate`.
pub const PASS: PassInfo = PassInfo {
    name: "loop-rotate",
    class_name: "LoopRotatePass",
    summary: "test the condition of loops at their end, not at their start",
    make: MakePass::Function(|| Box::<LoopRotate>::default()),
};

/// The pass, with its memory.
#[derive(Default)]
pub struct LoopRotate {
    loops: Loops,
    copies: Copies,
    /// Edges that were made to exits.
    new_edges: NewEdges,
    /// Results of the current header.
    results: Vec<Value>,
    /// Branches that went back, each with the one that does now.
    branches: Vec<(Inst, Inst)>,
}

/// A loop that can be rotated.
struct Candidate {
    id: Loop,
    /// The block from which it is entered.
    before: Block,
    header: Block,
    /// The successor of the header inside the loop.
    body: Block,
    /// Where it leaves.
    exit: Block,
    /// From where it is come back to.
    latch: Block,
}

impl FunctionPass for LoopRotate {
    fn run(
        &mut self,
        module: &mut Module,
        _: Global,
        function: &mut Function,
        log: &mut Log,
    ) -> bool {
        let mut changed = self.loops.simplify(function);
        if self.loops.info.is_empty() {
            return changed;
        }
        if self.separate_bodies(module, function) {
            self.loops.compute(function);
            changed = true;
        }
        self.new_edges.clear();
        self.branches.clear();
        for id in self.loops.info.loops().rev() {
            if let Some(found) = self.candidate(module, function, id)
                && self.close(function, &found)
            {
                log.line(|| {
                    let name =
                        avarice_ir::printer::print_block_name(module, function, found.header);
                    format!("LoopRotate: rotating the loop of {name}")
                });
                self.rotate(function, &found);
                changed = true;
            }
        }
        self.move_marks(function);
        changed
    }
}

impl LoopRotate {
    /// Makes the bodies of all candidates blocks to which only the header leads.
    fn separate_bodies(&mut self, module: &Module, function: &mut Function) -> bool {
        let ids = self.loops.info.loops();
        let candidates = ids.filter_map(|id| self.candidate(module, function, id));
        let edges: Vec<(Block, Block)> =
            candidates.map(|found| (found.header, found.body)).collect();
        split_entries(&self.loops, function, &edges)
    }

    fn candidate(&self, module: &Module, function: &Function, id: Loop) -> Option<Candidate> {
        let Loops { cfg, info, .. } = &self.loops;
        let header = info.header(id);
        let before = open_preheader(function, cfg, info, id)?;
        let latch = self.loops.latch(id)?;
        let goes_back = function.terminator(latch)?;
        let end = function.terminator(header)?;
        let [yes, no] = *function.inst_blocks(end) else {
            return None;
        };
        let (body, exit) = match (info.contains(id, yes), info.contains(id, no)) {
            (true, false) => (yes, no),
            (false, true) => (no, yes),
            _ => return None,
        };
        let asks_at_begin = matches!(function.insts[end].kind, InstKind::CondBr)
            && matches!(function.insts[goes_back].kind, InstKind::Br)
            && latch != header
            && body != header;
        let mut insts = function.block_insts(header);
        let is_copied = |inst: &Inst| !function.is_phi(*inst);
        let size = function.block_insts(header).filter(is_copied).count();
        let is_small = size <= MAX_HEADER && insts.all(|inst| can_copy(module, function, inst));
        (asks_at_begin && is_small).then_some(Candidate {
            id,
            before,
            header,
            body,
            exit,
            latch,
        })
    }

    /// Leads what the header computes out of the loop through phis, if all of it can be.
    fn close(&mut self, function: &mut Function, found: &Candidate) -> bool {
        let Some(exits) = self.loops.own_exits(found.id) else {
            return false;
        };
        if self.loops.cfg.predecessors(found.body).len() != 1 {
            return false;
        }
        self.results.clear();
        for inst in function.block_insts(found.header) {
            self.results.extend(function.insts[inst].result.expand());
        }
        let closer = Closer {
            loops: &self.loops,
            id: found.id,
            exits: &exits,
            new_edges: &self.new_edges,
        };
        let mut results = self.results.iter();
        if !results.all(|value| closer.can_close(function, *value)) {
            return false;
        }
        for value in &self.results {
            closer.close(function, *value);
        }
        true
    }

    fn rotate(&mut self, function: &mut Function, found: &Candidate) {
        self.copy_header(function, found);
        for block in [found.body, found.exit] {
            self.add_edge(function, found, block);
        }
        self.new_edges[found.exit] = found.before.into();
        self.join_results(function, found);
        // Metadata about the loop is attached to the branch of the latch.
        if let [Some(old), Some(new)] =
            [found.latch, found.header].map(|block| function.terminator(block))
        {
            self.branches.push((old, new));
        }
        // From now on only the latch leads to the header.
        replace_phis(function, found.header, found.latch);
    }

    /// Puts a copy of the header to the end of the block before the loop.
    fn copy_header(&mut self, function: &mut Function, found: &Candidate) {
        let Candidate { before, header, .. } = *found;
        self.copies.clear();
        if let Some(jump) = function.terminator(before) {
            function.remove_inst(jump);
        }
        let mut next = function.blocks[header].first.expand();
        while let Some(inst) = next {
            next = function.insts[inst].next.expand();
            if function.is_phi(inst) {
                if let (Some(result), Some(value)) = (
                    function.insts[inst].result.expand(),
                    incoming(function, inst, before),
                ) {
                    self.copies.set(result, value);
                }
                continue;
            }
            let copy = self.copies.copy(function, inst);
            function.append_inst(before, copy);
        }
    }

    /// Says in phis of a successor of the header what they are if it is come to from the copy.
    fn add_edge(&self, function: &mut Function, found: &Candidate, to: Block) {
        let mut next = function.blocks[to].first.expand();
        while let Some(phi) = next.filter(|inst| function.is_phi(*inst)) {
            next = function.insts[phi].next.expand();
            if let Some(value) = incoming(function, phi, found.header) {
                function.add_incoming(phi, self.copies.of(value), found.before);
            }
        }
    }

    /// Puts phis at the start of the body, which select what was computed last: in the copy, or in the header.
    fn join_results(&mut self, function: &mut Function, found: &Candidate) {
        for result in std::mem::take(&mut self.results) {
            let uses = function.uses_of(result);
            let inner: Vec<Use> = uses
                .filter(|slot| self.is_in_later_round(function, found, *slot))
                .collect();
            if inner.is_empty() {
                continue;
            }
            let ty = function.values[result].ty;
            let phi = function.create_inst(InstKind::Phi, ty, true, &[], &[]);
            let values = [self.copies.of(result), result];
            function.set_incoming(phi, &values, &[found.before, found.header]);
            insert_first(function, found.body, phi);
            let joined = function.insts[phi].result.expect("a phi has a result");
            for slot in inner {
                function.set_use(slot, joined);
            }
        }
    }

    /// Attaches what was attached to the branches that went back to those that do now.
    fn move_marks(&mut self, function: &mut Function) {
        if self.branches.is_empty() || function.attachments.is_empty() {
            return;
        }
        self.branches.sort_unstable();
        for (inst, _) in &mut function.attachments {
            if let Ok(at) = self.branches.binary_search_by_key(inst, |(old, _)| *old) {
                *inst = self.branches[at].1;
            }
        }
        function.attachments.sort_by_key(|(inst, _)| *inst);
    }

    /// Whether a use of what the header computes is in the loop, and not reached from the header only: neither in it nor
    /// at its end.
    fn is_in_later_round(&self, function: &Function, found: &Candidate, slot: Use) -> bool {
        place_of(function, slot)
            .is_some_and(|block| block != found.header && self.loops.info.contains(found.id, block))
    }
}
