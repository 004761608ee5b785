//! `machine-sink`: instructions move to the blocks that need their results.
//!
//! Paths that do not need a result should not compute it.
//!
//! ```text
//!   bb.0:  %2 = IMUL64rr %0, %1                 bb.0:  JCC_1 %bb.2, …
//!          JCC_1 %bb.2, …               ──▶
//!   bb.1:  …                                    bb.1:  …
//!   bb.2:  USE %2                               bb.2:  %2 = IMUL64rr %0, %1
//!                                                      USE %2
//! ```
//!
//! An instruction moves to a successor of its block, or to another block right below it in the dominator tree, that dominates
//! all uses of what it defines ([`place`]). Where another path leads there too, the edge may be split first, after all blocks
//! have been visited ([`edges`]):
//!
//! ```text
//!   bb.0:  %2 = MOV32ri 7                       bb.0:  JCC_1 %bb.3, …
//!          JCC_1 %bb.2, …               ──▶     bb.3:  %2 = MOV32ri 7
//!   bb.1:  …                                    bb.1:  …
//!   bb.2:  %3 = PHI %2, %bb.0, …                bb.2:  %3 = PHI %2, %bb.3, …
//! ```
//!
//! All blocks are visited until nothing changes. On a target that wants it, instructions also become part of all that use
//! them, wherever those are ([`fold`]).
//!
//! | file | has |
//! |---|---|
//! | `place` | where an instruction can move, and whether that is worth it |
//! | `edges` | which edges are split |
//! | `stores` | whether memory may change on the way |
//! | `pressure` | registers in use in a block |
//! | `fold` | instructions that become part of their users |
//! | `debug_users` | debug values of what moves |
//! | `into_cycles` | instructions that move from in front of a cycle into it |

mod debug_users;
mod edges;
mod fold;
mod into_cycles;
mod place;
mod pressure;
mod stores;

use avarice_ir::PostDominatorTree;
use avarice_ir::debug_info::DebugInfo;
use avarice_mir::{Block, Inst, MachineCycleInfo, Op, OperandFlags, Reg, VReg, inst_facts};
use avarice_target::{InstrFlags, RegClass, op};
use avarice_trace::Log;
use cranelift_entity::EntitySet;
use smallvec::SmallVec;

use crate::alias::{AliasAnalysis, Evidence};
use crate::critical_edge::{Edge, EdgeSplitter};
use crate::pass::{Analysis, MachinePass, MachineUnit, RunPass, SinkOptions, When};
use crate::sinking::{debug_operands_of, place_after_labels, sink};
use avarice_mir::debug_values::is_debug_value;
use debug_users::DebugUsers;
use edges::Edges;
use place::Successors;
use pressure::BlockPressure;
use stores::{StoresBetween, TargetAccesses};

/// `machine-sink`, see the module.
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    requires: Analysis::LOOPS
        .union(Analysis::FREQUENCIES)
        .union(Analysis::RESERVED_REGS),
    preserves: Analysis::CFG.union(Analysis::RESERVED_REGS),
    after: &["machine-cse"],
    ..MachinePass::new("machine-sink", "Machine code sinking", || {
        Box::<Scratch>::default()
    })
};

/// The scratch memory of the pass.
#[derive(Debug, Default)]
struct Scratch {
    post_dominators: PostDominators,
    cycles: MachineCycleInfo,
    successors: Successors,
    edges: Edges,
    stores: StoresBetween,
    pressure: BlockPressure,
    debug_users: DebugUsers,
    /// Registers whose uses have no kill marks at the end.
    without_kills: Vec<VReg>,
    has_no_kills: EntitySet<VReg>,
    fold: fold::Scratch,
}

/// Postdominators of the blocks that were there at the begin. As in llc, blocks on edges split later are unknown: everything
/// postdominates them, and they postdominate nothing.
#[derive(Debug, Default)]
struct PostDominators {
    tree: PostDominatorTree<Block>,
    known: u32,
}

impl PostDominators {
    fn postdominates(&self, a: Block, b: Block) -> bool {
        let is_known = |block: Block| block.as_u32() < self.known;
        a == b || !is_known(b) || is_known(a) && self.tree.postdominates(a, b)
    }
}

impl RunPass for Scratch {
    /// # Requires
    /// Machine SSA, anything else stays as it is; [`Analysis::LOOPS`], [`Analysis::FREQUENCIES`].
    ///
    /// # Ensures
    /// Each instruction without effects is as near to its uses as is worth it.
    ///
    /// # Preserves
    /// Machine SSA; the CFG but for split edges.
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        if !unit.function.is_ssa || unit.function.layout.is_empty() {
            return Ok(());
        }
        self.begin(unit);
        let accesses = TargetAccesses(unit.target);
        let aliases =
            AliasAnalysis::new(unit.module, &unit.function, &accesses, Evidence::Addresses);
        let has_debug_info = has_subprogram(unit);
        let mut pass = Sinking {
            options: unit.options.sinking,
            aliases,
            has_debug_info,
            unit,
            scratch: self,
        };
        pass.run();
        Ok(())
    }
}

/// Whether the function is described by debug information.
fn has_subprogram(unit: &MachineUnit<'_>) -> bool {
    let info = DebugInfo::of(unit.module);
    let global = unit.function.ir_function;
    info.zip(global)
        .is_some_and(|(info, global)| info.subprogram(global).is_some())
}

impl Scratch {
    fn begin(&mut self, unit: &MachineUnit<'_>) {
        let cfg = &unit.analyses.cfg;
        self.post_dominators.tree.compute(cfg);
        self.post_dominators.known = unit.function.blocks.len() as u32;
        self.cycles.compute(cfg);
        self.stores.clear();
        self.without_kills.clear();
        self.has_no_kills.clear();
    }
}

/// The work on one function.
struct Sinking<'a, 'm> {
    unit: &'a mut MachineUnit<'m>,
    options: SinkOptions,
    aliases: AliasAnalysis<'a>,
    has_debug_info: bool,
    scratch: &'a mut Scratch,
}

impl Sinking<'_, '_> {
    fn run(&mut self) {
        loop {
            self.scratch.edges.begin_round();
            let mut is_changed = false;
            for at in 0..self.unit.function.layout.len() {
                is_changed |= self.visit(self.unit.function.layout[at]);
            }
            is_changed |= self.split_edges();
            if !is_changed {
                break;
            }
        }
        if self.options.into_cycles {
            self.sink_into_cycles();
        }
        for reg in &self.scratch.without_kills {
            self.unit.function.clear_kill_flags(*reg);
        }
    }

    /// Moves what can move out of `block`; whether anything did.
    fn visit(&mut self, block: Block) -> bool {
        let function = &self.unit.function;
        let branches = function.blocks[block].succs.len() > 1;
        let folds = self.options.folds && self.unit.target.sinks_into_uses();
        if !branches && !folds || !self.unit.analyses.dominators.is_reachable(block) {
            return false;
        }
        let last = function.blocks[block].last.expand();
        let mut cursor = last.map(|last| function.bundle_head(last));
        self.scratch.successors.clear();
        let (mut is_changed, mut saw_store) = (false, false);
        while let Some(inst) = cursor {
            cursor = self.unit.function.prev_bundle(inst);
            if inst_facts::is_debug_or_probe(&self.unit.function, inst) {
                let Scratch { debug_users, .. } = &mut *self.scratch;
                debug_users.note(&self.unit.function, self.unit.module, inst);
            } else if folds && self.sink_into_uses(inst)
                || branches && (self.coalesce(inst) || self.sink(block, inst, &mut saw_store))
            {
                is_changed = true;
                // What read the instruction is gone too; it comes later, unless the code is not in SSA form after all.
                cursor = cursor.filter(|at| self.unit.function.inst_block(*at).is_some());
            }
        }
        self.scratch.debug_users.clear();
        self.scratch.pressure.clear();
        is_changed
    }

    /// Makes `inst` write what is copied from it by a copy that alone reads it, `inst` being the copy.
    fn coalesce(&mut self, inst: Inst) -> bool {
        let function = &mut self.unit.function;
        if function.opcode(inst) != op::COPY {
            return false;
        }
        let reg = |at: usize| function.operands(inst).get(at)?.as_reg().as_virtual();
        let (Some(to), Some(from)) = (reg(0), reg(1)) else {
            return false;
        };
        if to == from
            || !function.has_one_non_debug_use(from)
            || function.class(from) != function.class(to)
        {
            return false;
        }
        let def = function.unique_def(from);
        if def.is_none_or(|def| inst_facts::is_copy_like(function, def)) {
            return false;
        }
        function.replace_reg(to, from);
        function.remove_inst(inst);
        function.clear_kill_flags(from);
        true
    }

    /// Moves `inst` out of `block`, or notes the edge that has to be split for that; whether it moved.
    fn sink(&mut self, block: Block, inst: Inst, saw_store: &mut bool) -> bool {
        let function = &self.unit.function;
        if inst_facts::may_store(function, inst)
            || inst_facts::is_call(function, inst)
            || function.opcode(inst) == op::PHI
            || inst_facts::may_load(function, inst)
                && inst_facts::has_ordered_memory_access(function, inst)
        {
            *saw_store = true;
            return false;
        }
        if !inst_facts::is_safe_to_move(function, inst, *saw_store)
            || function.desc(inst).has(InstrFlags::CONVERGENT)
        {
            return false;
        }
        let Some(place) = self.find_place(inst, block) else {
            return false;
        };
        // A dead definition of a register that lives into the block would end what lives there.
        let live_ins = &self.unit.function.blocks[place.block].live_ins;
        let clobbers = |reg: Reg| {
            let reg = reg.as_physical();
            live_ins
                .iter()
                .any(|(live, lanes)| Some(*live) == reg && lanes.0 != 0)
        };
        let mut operands = self.unit.function.operands(inst).iter();
        if operands.any(|operand| operand.is_def() && clobbers(operand.as_reg())) {
            return false;
        }
        let edge = Edge {
            from: block,
            to: place.block,
        };
        if self.needs_split(inst, edge) || place.only_phis {
            self.postpone(inst, edge, place.only_phis);
            return false;
        }
        self.move_to(inst, place.block);
        true
    }

    /// Whether `inst` can move along an edge only to a block of its own on it.
    fn needs_split(&mut self, inst: Inst, edge: Edge) -> bool {
        let function = &self.unit.function;
        if function.blocks[edge.to].preds.len() <= 1 {
            return false;
        }
        let changes = !inst_facts::may_load(function, inst) || self.may_change(edge, inst);
        if !inst_facts::is_safe_to_move(&self.unit.function, inst, changes) {
            return true;
        }
        let cycles = &self.scratch.cycles;
        let enters = |cycle| !cycles.is_reducible(cycle) || cycles.header(cycle) == edge.to;
        !self.unit.analyses.dominators.dominates(edge.from, edge.to)
            || cycles.cycle_of(edge.to).is_some_and(enters)
    }

    fn move_to(&mut self, inst: Inst, block: Block) {
        let hooks = self.unit.hooks();
        let place = place_after_labels(&self.unit.function, block);
        let users = &self.scratch.debug_users;
        let values = users.moving_with(&mut self.unit.function, hooks, inst);
        if self.has_debug_info && self.unit.function.opcode(inst) == op::COPY {
            self.salvage_debug_values(inst, block);
        }
        let context = (self.unit.module, hooks);
        sink(&mut self.unit.function, context, inst, place, &values);
        // It may have moved over what was the last use.
        self.forget_kills(inst);
    }

    /// Remembers that what `inst` reads may be read after its kill marks.
    fn forget_kills(&mut self, inst: Inst) {
        for operand in self.unit.function.operands(inst) {
            let reg = operand.as_reg().as_virtual().filter(|_| operand.is_use());
            if let Some(reg) = reg.filter(|reg| self.scratch.has_no_kills.insert(*reg)) {
                self.scratch.without_kills.push(reg);
            }
        }
    }

    /// Splits the edges that were noted; whether any was split.
    fn split_edges(&mut self) -> bool {
        let splitter = EdgeSplitter {
            hooks: self.unit.hooks(),
            module: Some(self.unit.module),
        };
        let edges = self.scratch.edges.take_noted();
        let mut is_changed = false;
        for edge in &edges {
            let Some(new) = splitter.split(&mut self.unit.function, *edge) else {
                continue;
            };
            is_changed = true;
            let function = &self.unit.function;
            let succs = &function.blocks[edge.from].succs;
            let at = succs.iter().position(|succ| *succ == new).unwrap_or(0);
            let probability = function.succ_probability(edge.from, at);
            let frequencies = &mut self.unit.analyses.frequencies;
            frequencies.set(new, probability.scale(frequencies.frequency(edge.from)));
            self.scratch.cycles.split_edge(edge.from, edge.to, new);
        }
        self.scratch.edges.give_back(edges);
        if is_changed {
            self.unit.analyses.compute_loops(&self.unit.function);
            // What was computed for new blocks is good enough here only.
            self.unit.analyses.forget(Analysis::FREQUENCIES);
        }
        is_changed
    }

    /// Whether a physical register can be read anywhere with the same result.
    fn is_constant(&self, reg: avarice_target::PhysReg) -> bool {
        let reserved = &self.unit.analyses.reserved;
        inst_facts::is_constant_phys_reg(&self.unit.function, reserved, reg)
    }

    /// Whether no operand keeps `inst` where it is, as far as physical registers go.
    fn reads_and_writes_nothing_fixed(&self, inst: Inst) -> bool {
        let mut operands = self.unit.function.operands(inst).iter();
        operands.all(|operand| match operand.as_reg().as_physical() {
            Some(reg) if operand.is_use() => self.is_constant(reg),
            Some(_) => operand.has(OperandFlags::DEAD),
            None => true,
        })
    }

    /// Whether so many more registers of a class are too many somewhere in `block`.
    fn exceeds_pressure(&mut self, block: Block, class: RegClass, count: u32) -> bool {
        let function = &self.unit.function;
        let reserved = &self.unit.analyses.reserved;
        let pressure = &function.target.pressure;
        let weight = pressure.of_class(class);
        let most = self.scratch.pressure.of(function, reserved, block);
        weight.sets.iter().any(|set| {
            let set = usize::from(*set);
            count * weight.weight + most[set] >= pressure.sets[set].limit
        })
    }

    /// Makes debug values of what the copy `inst` defines name its source, where `block`, to which it moves, does not
    /// dominate them.
    fn salvage_debug_values(&mut self, inst: Inst, block: Block) {
        let function = &mut self.unit.function;
        let dominators = &self.unit.analyses.dominators;
        let own_block = function.inst_block(inst);
        let Some(reg) = function.operand(inst, 0).as_reg().as_virtual() else {
            return;
        };
        let stays = |op: &Op| {
            let user = function.op_inst(*op);
            let at = function.inst_block(user);
            let is_left = at.is_some_and(|at| !dominators.dominates(block, at));
            is_debug_value(function, user) && is_left && at != own_block
        };
        let users: SmallVec<[Inst; 4]> = function
            .uses(reg)
            .filter(stays)
            .map(|op| function.op_inst(op))
            .collect();
        let source = function.operand(inst, 1);
        let (source, part) = (source.as_reg(), source.sub_reg());
        for user in users {
            for op in debug_operands_of(function, user, reg.into()) {
                function.set_op_reg(op, source);
                function.op_mut(op).set_sub_reg(part);
            }
        }
    }
}
