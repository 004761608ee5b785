//! Unrolls loops with a known number of iterations.
//!
//! `loop-unroll-full`: a loop with a small number of iterations becomes that many copies of its body.
//!
//! ```text
//!   before:                                   before:
//!     br label %loop                            %a.0 = getelementptr i32, ptr %p, i64 0
//!   loop:                                       …
//!     %i = phi [ 0, %before ], [ %n, %loop ]    br label %loop.1
//!     %a = getelementptr i32, ptr %p, i64 %i  loop.1:
//!     …                                   ─▶    %a.1 = getelementptr i32, ptr %p, i64 1
//!     %n = add i64 %i, 1                        …
//!     %c = icmp ult i64 %n, 2                   br label %exit
//!     br i1 %c, label %loop, label %exit
//! ```
//!
//! The cost of a loop is what remains of its copies once everything that follows from the counter has been computed.
//! Other passes do that; this one only decides the branches that depend on the counter. Inner loops come first; a loop
//! around one that was unrolled is considered again.
//!
//! `loop-unroll`: a small loop without calls iterates several times less, with several copies of its body in each
//! iteration. The number of copies divides the number of iterations, so that only the last copy has to test the
//! condition:
//!
//! ```text
//!   loop:                                     loop:
//!     %i = phi [ 0, %before ], [ %n, %loop ]    %i = phi [ 0, %before ], [ %n.1, %loop.1 ]
//!     …                                         …
//!     %n = add i64 %i, 1                  ─▶    %n = add i64 %i, 1
//!     %c = icmp ult i64 %n, 1000                br label %loop.1
//!     br i1 %c, label %loop, label %exit      loop.1:
//!                                               …
//!                                               %n.1 = add i64 %n, 1
//!                                               %c.1 = icmp ult i64 %n.1, 1000
//!                                               br i1 %c.1, label %loop, label %exit
//! ```
//!
//! # Requires
//! A verified function.
//!
//! # Ensures
//! A verified function that does the same, whose loops have the form of [`loop_simplify`](crate::loop_simplify). Blocks
//! that nothing reaches may be left.

use avarice_ir::metadata::MetadataData;
use avarice_ir::{Block, Function, Global, Inst, InstKind, Intrinsic, Loop, Module, Value};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

use crate::copies::{Copies, can_copy};
use crate::edges::{decide, incoming, replace_phis};
use crate::lcssa::{Closer, NewEdges};
use crate::loop_simplify::{Beside, Loops, lay_out};
use crate::pass::{FunctionPass, KeptLayout, Log, MakePass, PassInfo};
use crate::trip_count::{KnownExit, known_exit};

/// The most instructions that are left of all copies of a loop.
const MAX_UNROLLED: u32 = 256;
/// The most instructions of a loop that is copied.
const MAX_SIZE: u32 = 256;
/// The most rounds.
const MAX_ROUNDS: u32 = 64;
/// What a call costs, in instructions.
const CALL: u32 = 5;
/// The most instructions of all copies in a round.
const MAX_PARTLY_UNROLLED: u32 = 32;
/// The most copies in a round.
const MAX_COPIES: u32 = 8;
/// How often loops around unrolled ones are considered again.
const MAX_PASSES: u32 = 3;

/// `loop-unroll-full`.
pub const FULL: PassInfo = PassInfo {
    name: "loop-unroll-full",
    class_name: "LoopFullUnrollPass",
    summary: "replace loops with few iterations by copies of their body",
    make: MakePass::Function(|| Box::<LoopUnrollFull>::default()),
};

/// The pass `loop-unroll-full`.
#[derive(Default)]
pub struct LoopUnrollFull(Unroller);

/// `loop-unroll`.
pub const PASS: PassInfo = PassInfo {
    name: "loop-unroll",
    class_name: "LoopUnrollPass",
    summary: "unroll small loops: several iterations become one",
    make: MakePass::Function(|| Box::<LoopUnroll>::default()),
};

/// The pass `loop-unroll`.
#[derive(Default)]
pub struct LoopUnroll(Unroller);

/// What both work with.
#[derive(Default)]
struct Unroller {
    /// Whether loops are unrolled in part only.
    is_partial: bool,
    layout: KeptLayout,
    loops: Loops,
    copies: Copies,
    /// By value: the last loop, by number, in which it is known in each round.
    known_in: SecondaryMap<Value, u32>,
    num_loops: u32,
    /// By block of the current loop: its last copy.
    blocks: SecondaryMap<Block, PackedOption<Block>>,
    /// Phis that were copied last, with their copies.
    phis: Vec<(Inst, Inst)>,
}

/// A loop that can be unrolled.
struct Candidate {
    id: Loop,
    before: Block,
    header: Block,
    latch: Block,
    exits: Vec<Block>,
    known: KnownExit,
    /// Copies of the body in a round, that which is there included; all rounds, if it is unrolled in full.
    copies: u32,
    /// Blocks of the loop, each before those that it dominates.
    order: Vec<Block>,
}

impl FunctionPass for LoopUnrollFull {
    fn run(
        &mut self,
        module: &mut Module,
        _: Global,
        function: &mut Function,
        log: &mut Log,
    ) -> bool {
        self.0.run(module, function, log)
    }
}

impl FunctionPass for LoopUnroll {
    fn run(
        &mut self,
        module: &mut Module,
        _: Global,
        function: &mut Function,
        log: &mut Log,
    ) -> bool {
        self.0.is_partial = true;
        self.0.run(module, function, log)
    }
}

impl Unroller {
    fn run(&mut self, module: &mut Module, function: &mut Function, log: &mut Log) -> bool {
        self.layout.update(module);
        let mut changed = self.loops.simplify(function);
        let passes = if self.is_partial { 1 } else { MAX_PASSES };
        for _ in 0..passes {
            if self.loops.info.is_empty() || !self.unroll_loops(module, function, log) {
                return changed;
            }
            changed = true;
            self.loops.compute(function);
        }
        changed
    }

    /// Unrolls loops inside which nothing was unrolled since the analysis.
    fn unroll_loops(
        &mut self,
        module: &mut Module,
        function: &mut Function,
        log: &mut Log,
    ) -> bool {
        let mut is_stale: SecondaryMap<Loop, bool> = SecondaryMap::new();
        let mut after = Beside::new();
        let mut changed = false;
        for id in self.loops.info.loops().rev() {
            if !is_stale[id]
                && let Some(found) = self.candidate(module, function, id)
                && self.close(function, &found)
            {
                log.line(|| {
                    let name =
                        avarice_ir::printer::print_block_name(module, function, found.header);
                    let rounds = found.known.rounds;
                    match self.is_partial {
                        true => format!("LoopUnroll: the loop of {name} {} times", found.copies),
                        false => format!("LoopUnroll: {rounds} rounds of the loop of {name}"),
                    }
                });
                self.unroll(module, function, &found, &mut after[found.latch]);
                is_stale[id] = true;
                changed = true;
            }
            if is_stale[id]
                && let Some(parent) = self.loops.info.parent(id)
            {
                is_stale[parent] = true;
            }
        }
        lay_out(function, &Beside::new(), &after);
        changed
    }

    fn candidate(
        &mut self,
        module: &mut Module,
        function: &Function,
        id: Loop,
    ) -> Option<Candidate> {
        let layout = self.layout.get()?;
        let Loops { cfg, info, .. } = &self.loops;
        let header = info.header(id);
        let before = info.preheader(cfg, id)?;
        let latch = self.loops.latch(id)?;
        let mut size = 0;
        for block in info.blocks(id) {
            for inst in function.block_insts(*block) {
                size += 1;
                if size > MAX_SIZE || !can_copy(module, function, inst) {
                    return None;
                }
            }
        }
        if is_forbidden(module, function, latch) {
            return None;
        }
        let place = (id, before, latch);
        let max = if self.is_partial {
            u32::MAX - 1
        } else {
            MAX_ROUNDS
        };
        let known = known_exit(module, layout, function, &self.loops, place, max)?;
        let number = |block: &Block| std::cmp::Reverse(cfg.postorder_number(*block));
        let mut order = info.blocks(id).to_vec();
        order.sort_unstable_by_key(number);
        let mut found = Candidate {
            id,
            before,
            header,
            latch,
            exits: self.loops.own_exits(id)?,
            known,
            copies: known.rounds + 1,
            order,
        };
        if self.is_partial {
            found.copies = self.copies_in_round(module, function, &found)?;
            return Some(found);
        }
        let cost = self.cost_of_round(module, function, &found);
        (cost.saturating_mul(found.copies) <= MAX_UNROLLED).then_some(found)
    }

    /// How many copies of the body a round gets, if there can be several.
    fn copies_in_round(
        &self,
        module: &Module,
        function: &Function,
        found: &Candidate,
    ) -> Option<u32> {
        let mut size = 0;
        for block in &found.order {
            if self.loops.info.loop_of(*block) != Some(found.id) {
                return None;
            }
            for inst in function.block_insts(*block) {
                size += match function.insts[inst].kind {
                    InstKind::Phi | InstKind::Br | InstKind::Cast(_) => 0,
                    InstKind::Call(_) => match Intrinsic::of_call(module, function, inst)? {
                        intrinsic if intrinsic.is_hint() => 0,
                        _ => 1,
                    },
                    _ => 1,
                };
            }
        }
        // Each copy but the last saves the test of the loop condition.
        let size = size.max(3) - 2;
        let rounds = found.known.rounds + 1;
        let most = (MAX_PARTLY_UNROLLED / size).min(MAX_COPIES);
        let copies = (2..=most)
            .rev()
            .find(|copies| rounds.is_multiple_of(*copies))?;
        (found.known.from == found.latch).then_some(copies)
    }

    /// The cost of what remains of a copy of the body in which the counter is a constant.
    fn cost_of_round(&mut self, module: &Module, function: &Function, found: &Candidate) -> u32 {
        self.num_loops += 1;
        let number = self.num_loops;
        if let Some(counter) = function.insts[found.known.counter].result.expand() {
            self.known_in[counter] = number;
        }
        let mut cost = 0;
        for block in &found.order {
            for inst in function.block_insts(*block) {
                let is_known = |value: Value| {
                    function.as_const(value).is_some() || self.known_in[value] == number
                };
                let data = &function.insts[inst];
                let mut operands = function.operands(inst);
                let (price, follows) = match data.kind {
                    InstKind::Phi | InstKind::Br | InstKind::Cast(_) => (0, false),
                    InstKind::CondBr | InstKind::Switch => {
                        (u32::from(!is_known(function.operand(inst, 0))), false)
                    }
                    // An address with a constant offset costs nothing.
                    InstKind::GetElementPtr { .. } => {
                        (u32::from(!operands.skip(1).all(is_known)), false)
                    }
                    InstKind::Binary(_) | InstKind::ICmp(_) | InstKind::Select => {
                        let follows = operands.all(is_known);
                        (u32::from(!follows), follows)
                    }
                    InstKind::Call(_) => match Intrinsic::of_call(module, function, inst) {
                        Some(intrinsic) if intrinsic.is_hint() => (0, false),
                        Some(_) => (1, false),
                        None => (CALL, false),
                    },
                    _ => (1, false),
                };
                let follows = follows
                    || matches!(data.kind, InstKind::Cast(_))
                        && is_known(function.operand(inst, 0));
                cost += price;
                if let Some(result) = data.result.expand()
                    && follows
                {
                    self.known_in[result] = number;
                }
            }
        }
        cost
    }

    /// Leads what the loop computes out of it through phis, if all of it can be.
    fn close(&self, function: &mut Function, found: &Candidate) -> bool {
        let new_edges = NewEdges::new();
        let closer = Closer {
            loops: &self.loops,
            id: found.id,
            exits: &found.exits,
            new_edges: &new_edges,
        };
        let insts = found
            .order
            .iter()
            .flat_map(|block| function.block_insts(*block));
        let results: Vec<Value> = insts
            .filter_map(|inst| function.insts[inst].result.expand())
            .collect();
        let can_close = |value: &Value| closer.can_close(function, *value);
        if !results.iter().all(can_close) {
            return false;
        }
        for value in results {
            closer.close(function, value);
        }
        true
    }

    /// Makes the copies. Their blocks are added to `after`.
    fn unroll(
        &mut self,
        module: &mut Module,
        function: &mut Function,
        found: &Candidate,
        after: &mut Vec<Block>,
    ) {
        self.copies.clear();
        for block in &found.order {
            self.blocks[*block] = (*block).into();
        }
        let mut counting = vec![self.end_of(function, found.known.from)];
        for _ in 1..found.copies {
            self.copy_body(function, found, after);
            counting.push(self.end_of(function, found.known.from));
        }
        let last = counting.len() - 1;
        if self.is_partial {
            counting.pop();
            self.close_round(function, found);
        } else {
            // The first copy is the loop itself, which nothing leads back to.
            replace_phis(function, found.header, found.before);
        }
        for (round, branch) in counting.into_iter().enumerate() {
            let targets = function.inst_blocks(branch).iter();
            let leaves = |block: &Block| *block == found.known.exit;
            let target = targets
                .copied()
                .find(|block| leaves(block) == (round == last));
            if let Some(target) = target {
                decide(module, function, branch, target);
            }
        }
    }

    /// Leads the last copy back to the first.
    fn close_round(&self, function: &mut Function, found: &Candidate) {
        let (latch, header) = (self.copy_of(found.latch), self.copy_of(found.header));
        let end = self.end_of(function, found.latch);
        function.replace_successor(end, header, found.header);
        let mut next = function.blocks[found.header].first.expand();
        while let Some(phi) = next.filter(|inst| function.is_phi(*inst)) {
            next = function.insts[phi].next.expand();
            let (values, from): (Vec<Value>, Vec<Block>) = function
                .operands(phi)
                .zip(function.inst_blocks(phi))
                .map(|(value, from)| match *from == found.latch {
                    true => (self.copies.of(value), latch),
                    false => (value, *from),
                })
                .unzip();
            function.set_incoming(phi, &values, &from);
        }
    }

    /// The last copy of a block.
    fn copy_of(&self, block: Block) -> Block {
        self.blocks[block].expand().unwrap_or(block)
    }

    /// The terminator of the last copy of a block.
    fn end_of(&self, function: &Function, block: Block) -> Inst {
        let block = self.copy_of(block);
        let end = function.terminator(block);
        end.expect("a block of a verified function has a terminator")
    }

    /// Adds a copy of the loop's blocks after the last one.
    fn copy_body(&mut self, function: &mut Function, found: &Candidate, after: &mut Vec<Block>) {
        // All phis of the header change at once.
        let phis: Vec<Inst> = function
            .block_insts(found.header)
            .take_while(|inst| function.is_phi(*inst))
            .collect();
        let values: Vec<Option<Value>> = phis
            .iter()
            .map(|phi| incoming(function, *phi, found.latch).map(|value| self.copies.of(value)))
            .collect();
        for (phi, value) in phis.iter().zip(values) {
            if let (Some(result), Some(value)) = (function.insts[*phi].result.expand(), value) {
                self.copies.set(result, value);
            }
        }
        let last_header = self.copy_of(found.header);
        let last_end = self.end_of(function, found.latch);
        for block in &found.order {
            let copy = function.create_block(b"");
            self.blocks[*block] = copy.into();
            after.push(copy);
        }
        let header = self.copy_of(found.header);
        function.replace_successor(last_end, last_header, header);
        self.phis.clear();
        for block in &found.order {
            self.copy_block(function, found, *block);
        }
        self.fill_phis(function);
        self.add_exits(function, found);
    }

    fn copy_block(&mut self, function: &mut Function, found: &Candidate, block: Block) {
        let to = self.copy_of(block);
        let mut next = function.blocks[block].first.expand();
        while let Some(inst) = next {
            next = function.insts[inst].next.expand();
            let is_phi = function.is_phi(inst);
            if is_phi && block == found.header {
                continue;
            }
            let copy = self.copies.copy(function, inst);
            function.append_inst(to, copy);
            if is_phi {
                self.phis.push((inst, copy));
            } else if function.insts[inst].kind.is_terminator() {
                let targets: Vec<Block> = function.inst_blocks(inst).to_vec();
                self.lead_to_copies(function, found, copy, targets);
            }
        }
    }

    /// Makes a copied branch go where the original goes, or to copies of blocks in the loop. The first copy of the
    /// latch continues to the second header, and so on; the last, to its own, if anything reaches it.
    fn lead_to_copies(
        &self,
        function: &mut Function,
        found: &Candidate,
        copy: Inst,
        targets: Vec<Block>,
    ) {
        for target in targets {
            // The latch of the first copy was led on already.
            let origin = if self.loops.contains(found.id, target) {
                target
            } else if found.exits.contains(&target) {
                continue;
            } else {
                found.header
            };
            let to = self.copy_of(origin);
            function.replace_successor(copy, target, to);
        }
    }

    fn fill_phis(&mut self, function: &mut Function) {
        for (phi, copy) in std::mem::take(&mut self.phis) {
            let values: Vec<Value> = function.operands(phi).map(|v| self.copies.of(v)).collect();
            let from = function.inst_blocks(phi).iter();
            let from: Vec<Block> = from.map(|block| self.copy_of(*block)).collect();
            function.set_incoming(copy, &values, &from);
        }
    }

    /// Says in phis of the exits what they are if they are come to from the last copy.
    fn add_exits(&self, function: &mut Function, found: &Candidate) {
        for exit in &found.exits {
            let mut next = function.blocks[*exit].first.expand();
            while let Some(phi) = next.filter(|inst| function.is_phi(*inst)) {
                next = function.insts[phi].next.expand();
                for at in 0..function.num_operands(phi) {
                    let from = function.inst_blocks(phi)[at];
                    if self.loops.contains(found.id, from) {
                        let value = self.copies.of(function.operand(phi, at));
                        let from = self.copy_of(from);
                        function.add_incoming(phi, value, from);
                    }
                }
            }
        }
    }
}

/// Whether the loop is marked not to be unrolled.
fn is_forbidden(module: &Module, function: &Function, latch: Block) -> bool {
    let Some(end) = function.terminator(latch) else {
        return true;
    };
    let nodes = &module.metadata.nodes;
    let operands = |id| match &nodes[id] {
        MetadataData::Node { operands, .. } => &operands[..],
        _ => &[],
    };
    let marks = function
        .attachments_of(end)
        .iter()
        .flat_map(|(_, (_, id))| operands(*id));
    let mut names = marks.flatten().filter_map(|mark| *operands(*mark).first()?);
    names.any(|name| {
        matches!(&nodes[name], MetadataData::String(text) if **text == *b"llvm.loop.unroll.disable")
    })
}
