//! Which edges are split, so that instructions can move to a block on them.

use std::collections::{BTreeMap, BTreeSet}; // Allowed because only edges that something could move along are in them.

use avarice_ir::BranchProbability;
use avarice_mir::{Block, Inst, MachineFunction, Reg, inst_facts};
use avarice_target::op;

use super::Sinking;
use crate::critical_edge::Edge;

/// Edges, while all blocks are visited once.
#[derive(Debug, Default)]
pub(super) struct Edges {
    /// Those that an instruction could move along.
    considered: BTreeSet<Edge>,
    /// By the number of a register and the block that it could move to: the block that it was first found in.
    wanted: BTreeMap<(u32, Block), Block>,
    /// Those to split, in the order in which they were found.
    noted: Vec<Edge>,
    is_noted: BTreeSet<Edge>,
}

impl Edges {
    pub(super) fn begin_round(&mut self) {
        self.considered.clear();
        self.wanted.clear();
        self.is_noted.clear();
        self.noted.clear();
    }

    /// The edges to split.
    pub(super) fn take_noted(&mut self) -> Vec<Edge> {
        std::mem::take(&mut self.noted)
    }

    /// Keeps the memory of a list for the next round.
    pub(super) fn give_back(&mut self, edges: Vec<Edge>) {
        self.noted = edges;
    }

    fn note(&mut self, edge: Edge) {
        if self.is_noted.insert(edge) {
            self.noted.push(edge);
        }
    }
}

/// Why an edge is split.
enum Worth {
    /// What moves along it alone.
    Alone,
    /// The same value moves to the same block from this one too.
    With(Block),
}

impl Sinking<'_, '_> {
    /// Notes that `edge` is to be split, so that `inst` can move to it, if that can be done and is worth it.
    pub(super) fn postpone(&mut self, inst: Inst, edge: Edge, only_phis: bool) {
        let Some(worth) = self.is_worth_splitting(inst, edge) else {
            return;
        };
        let other = match worth {
            Worth::Alone => None,
            Worth::With(from) => Some(Edge { from, ..edge }),
        };
        let other_splits = |edge: Edge| {
            self.scratch.edges.is_noted.contains(&edge) || self.can_split(edge, only_phis)
        };
        if other.is_none_or(other_splits) && self.can_split(edge, only_phis) {
            self.scratch.edges.note(edge);
            if let Some(other) = other {
                self.scratch.edges.note(other);
            }
        }
    }

    /// Cheap instructions are not worth a branch, unless several can move, or control seldom comes along.
    fn is_worth_splitting(&mut self, inst: Inst, edge: Edge) -> Option<Worth> {
        let function = &self.unit.function;
        let edges = &mut self.scratch.edges;
        if !edges.considered.insert(edge) {
            return Some(Worth::Alone);
        }
        if function.opcode(inst) != op::COPY
            && !self.unit.target.is_as_cheap_as_move(function, inst)
        {
            return Some(Worth::Alone);
        }
        for operand in function.operands(inst).iter().filter(|o| o.is_def()) {
            let reg = operand.as_reg();
            if reg.is_none() {
                continue;
            }
            let key = (copied_from(function, reg).raw(), edge.to);
            match edges.wanted.get(&key) {
                Some(first) => return Some(Worth::With(*first)),
                None => _ = edges.wanted.insert(key, edge.from),
            }
        }
        let succs = &function.blocks[edge.from].succs;
        if let Some(at) = succs.iter().position(|succ| *succ == edge.to) {
            let most = u64::from(self.options.split_probability.min(100));
            let probability = function.succ_probability(edge.from, at);
            if probability <= BranchProbability::new(most, 100) {
                return Some(Worth::Alone);
            }
        }
        // What it reads may be able to move with it.
        let mut uses = function.operands(inst).iter().filter(|o| o.is_use());
        let moves_with = uses.any(|operand| {
            let Some(reg) = operand.as_reg().as_virtual() else {
                return false;
            };
            let def = function.unique_def(reg);
            let block = def.and_then(|def| function.inst_block(def));
            function.has_one_non_debug_use(reg) && block == function.inst_block(inst)
        });
        moves_with.then_some(Worth::Alone)
    }

    /// Whether an edge can be split such that the block on it dominates the uses. `only_phis`: these are PHIs for the edge.
    fn can_split(&self, Edge { from, to }: Edge, only_phis: bool) -> bool {
        let function = &self.unit.function;
        if !self.options.splits_edges || from == to || !function.is_successor(from, to) {
            return false;
        }
        let cycles = &self.scratch.cycles;
        let cycle = cycles
            .cycle_of(from)
            .filter(|_| cycles.cycle_of(from) == cycles.cycle_of(to));
        // No block comes onto an edge back to the begin of a cycle.
        if cycle.is_some_and(|id| !cycles.is_reducible(id) || cycles.header(id) == to) {
            return false;
        }
        let dominators = &self.unit.analyses.dominators;
        let mut preds = function.blocks[to].preds.iter();
        only_phis || preds.all(|pred| *pred == from || dominators.dominates(to, *pred))
    }
}

/// The register that the value of `reg` comes from over copies.
fn copied_from(function: &MachineFunction, mut reg: Reg) -> Reg {
    let mut steps = function.vregs.len();
    while let Some(vreg) = reg.as_virtual().filter(|_| steps > 0) {
        steps -= 1;
        let Some(def) = function.unique_def(vreg) else {
            break;
        };
        if !inst_facts::is_copy_like(function, def) {
            break;
        }
        let at = if function.opcode(def) == op::COPY {
            1
        } else {
            2
        };
        match function.operands(def).get(at) {
            Some(source) if !source.as_reg().is_none() => reg = source.as_reg(),
            _ => break,
        }
    }
    reg
}
