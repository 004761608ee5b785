//! The copies themselves: instructions, and what PHIs of the block become in each predecessor.
//!
//! ```text
//!   tail  %5 = PHI %1, bb.1, %2, bb.2           bb.1  … %8 = ADD %1, %3
//!         %6 = ADD %5, %3                             %7 = COPY %1
//!                                                     (the copy of the branch)
//! ```
//!
//! %7 and %8 stand for %5 and %6 at the end of bb.1: [`super::replacements`] has that for [`super::ssa_update`].

use avarice_mir::{Block, Inst, InstBuilder, MachineFunction, Op, OperandFlags, VReg};
use avarice_target::{SubRegIdx, op};
use smallvec::SmallVec;

use super::edges::EdgesInto;
use super::legal::can_copy_into;
use super::phis::{incoming, phis};
use super::{Code, Stage, TailDuplicator};
use crate::clones::clone_inst;
use crate::terminators;

/// What registers of the block are called in one predecessor.
#[derive(Default)]
struct LocalNames(SmallVec<[(VReg, VReg, SubRegIdx); 8]>);

impl LocalNames {
    fn get(&self, old: VReg) -> Option<(VReg, SubRegIdx)> {
        let mut names = self.0.iter();
        names
            .find(|name| name.0 == old)
            .map(|name| (name.1, name.2))
    }

    fn set(&mut self, old: VReg, new: VReg, part: SubRegIdx) {
        match self.0.iter_mut().find(|name| name.0 == old) {
            Some(name) => (name.1, name.2) = (new, part),
            None => self.0.push((old, new, part)),
        }
    }
}

/// Copies that replace PHIs: new register, source, part of the source.
type PendingCopies = SmallVec<[(VReg, VReg, SubRegIdx); 4]>;

/// Whether the PHI loses the operands for the predecessor.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
    Goes,
    Stays,
}

/// One predecessor that gets a copy.
struct Target {
    tail: Block,
    pred: Block,
    names: LocalNames,
    copies: PendingCopies,
}

impl Target {
    fn new(tail: Block, pred: Block) -> Self {
        Self {
            tail,
            pred,
            names: LocalNames::default(),
            copies: PendingCopies::new(),
        }
    }
}

impl TailDuplicator {
    /// Copies `tail` into all predecessors that jump there; moves it into the block before if only that one is left.
    pub(super) fn copy_into_preds(
        &mut self,
        code: &mut Code<'_>,
        tail: Block,
        layout_pred: Option<Block>,
        into: &mut SmallVec<[Block; 8]>,
        copies: &mut SmallVec<[Inst; 16]>,
    ) -> bool {
        let falls = code.can_fall_through(tail);
        let read_by_phis = regs_read_by_phis(code.function, tail);
        let edges = EdgesInto::take(code.function, tail);
        let preds = edges.distinct_sources(&mut self.seen);
        for pred in &preds {
            let comes_before = match layout_pred {
                Some(before) => before == *pred,
                None => code.links.next(*pred) == Some(tail) && code.can_fall_through(*pred),
            };
            if can_copy_into(code, tail, *pred) && !comes_before {
                into.push(*pred);
                self.copy_block(code, Target::new(tail, *pred), &read_by_phis, copies);
                if falls {
                    update_terminator(code, *pred, tail);
                }
            }
        }
        edges.give_back(code.function, into);
        let mut is_changed = !into.is_empty();
        let before = layout_pred.or_else(|| code.links.prev(tail));
        if let Some(before) = before.filter(|before| is_only_entry(code, tail, *before)) {
            let is_removed = code.hooks.remove_branch(code.function, before) != 0;
            if code.function.first_terminator(before).is_none() {
                self.move_block(code, Target::new(tail, before), &read_by_phis, copies);
                if falls {
                    update_terminator(code, before, tail);
                }
                into.push(before);
                is_changed = true;
            } else if !is_changed {
                return is_removed;
            }
            is_changed |= is_removed;
        }
        if self.stage == Stage::Ssa && is_changed {
            self.seen.clear();
            for pred in &*into {
                self.seen.insert(*pred);
            }
            for pred in &preds {
                if code.function.blocks[*pred].succs.len() == 1 && self.seen.insert(*pred) {
                    let mut target = Target::new(tail, *pred);
                    for phi in phis(code.function, tail).collect::<SmallVec<[Inst; 8]>>() {
                        self.copy_phi(code, phi, &mut target, &read_by_phis, Edge::Stays);
                    }
                    append_copies(code.function, &target, copies);
                }
            }
        }
        is_changed
    }

    /// Replaces the jump of a predecessor by a copy of the block.
    fn copy_block(
        &mut self,
        code: &mut Code<'_>,
        mut target: Target,
        read_by_phis: &[VReg],
        copies: &mut SmallVec<[Inst; 16]>,
    ) {
        let (tail, pred) = (target.tail, target.pred);
        code.hooks.remove_branch(code.function, pred);
        let mut cursor = code.function.blocks[tail].first.expand();
        while let Some(inst) = cursor {
            cursor = code.function.next_inst(inst);
            if code.function.opcode(inst) == op::PHI {
                self.copy_phi(code, inst, &mut target, read_by_phis, Edge::Goes);
            } else {
                self.copy_inst(code, inst, &mut target, read_by_phis);
            }
        }
        let function = &mut *code.function;
        append_copies(function, &target, copies);
        function.remove_edge(pred, tail);
        for at in 0..function.blocks[tail].succs.len() {
            let (succ, probability) = (
                function.blocks[tail].succs[at],
                function.succ_probability(tail, at),
            );
            function.add_edge(pred, succ, Some(probability));
        }
    }

    /// Moves what is in the block to the end of its only predecessor.
    fn move_block(
        &mut self,
        code: &mut Code<'_>,
        mut target: Target,
        read_by_phis: &[VReg],
        copies: &mut SmallVec<[Inst; 16]>,
    ) {
        let (tail, pred) = (target.tail, target.pred);
        if self.stage == Stage::Ssa {
            let mut cursor = code.function.blocks[tail].first.expand();
            while let Some(inst) = cursor {
                cursor = code.function.next_inst(inst);
                if code.function.opcode(inst) == op::PHI {
                    self.copy_phi(code, inst, &mut target, read_by_phis, Edge::Goes);
                } else {
                    self.copy_inst(code, inst, &mut target, read_by_phis);
                    code.function.remove_inst(inst);
                }
            }
            append_copies(code.function, &target, copies);
        } else if let Some(first) = code.function.blocks[tail].first.expand() {
            code.function.splice_tail(first, pred);
        }
        let function = &mut *code.function;
        function.remove_edge(pred, tail);
        while let Some(succ) = function.blocks[tail].succs.first().copied() {
            let probability = function.blocks[tail].probs.first().copied();
            function.remove_edge(tail, succ);
            function.add_edge(pred, succ, probability);
        }
    }

    /// Reads what a PHI merges from a predecessor by a copy at the end of that.
    fn copy_phi(
        &mut self,
        code: &mut Code<'_>,
        phi: Inst,
        target: &mut Target,
        read_by_phis: &[VReg],
        edge: Edge,
    ) {
        let has_address = code.has_address(target.tail);
        let function = &mut *code.function;
        let def = function.operand(phi, 0).as_reg().as_virtual();
        let Some((def, at)) = def.zip(incoming(function, phi, target.pred)) else {
            return;
        };
        let source = *function.operand(phi, at);
        let Some(reg) = source.as_reg().as_virtual() else {
            return;
        };
        target.names.set(def, reg, source.sub_reg());
        let new = function.create_vreg(function.class(def));
        target.copies.push((new, reg, source.sub_reg()));
        if is_live_out(function, def, target.tail) || read_by_phis.binary_search(&def).is_ok() {
            self.replacements.add(def, target.pred, new);
        }
        if edge == Edge::Stays {
            return;
        }
        function.remove_operand(phi, at + 1);
        function.remove_operand(phi, at);
        if function.num_operands(phi) == 1 {
            if has_address {
                function.set_opcode(phi, op::IMPLICIT_DEF);
            } else {
                function.remove_inst(phi);
            }
        }
    }

    /// Appends a copy of `inst` to a predecessor, under the names that registers have there.
    fn copy_inst(
        &mut self,
        code: &mut Code<'_>,
        inst: Inst,
        target: &mut Target,
        read_by_phis: &[VReg],
    ) {
        let function = &mut *code.function;
        let new = append_clone(function, inst, target.pred);
        if self.stage != Stage::Ssa || function.opcode(inst) == op::CFI_INSTRUCTION {
            return;
        }
        for at in 0..function.num_operands(new) {
            let op = function.op_id(new, at);
            let operand = *function.op(op);
            let Some(reg) = operand.as_reg().as_virtual() else {
                continue;
            };
            if operand.is_def() {
                let fresh = function.create_vreg(function.class(reg));
                function.set_op_reg(op, fresh);
                target.names.set(reg, fresh, SubRegIdx::NONE);
                if is_live_out(function, reg, target.tail)
                    || read_by_phis.binary_search(&reg).is_ok()
                {
                    self.replacements.add(reg, target.pred, fresh);
                }
            } else if let Some(name) = target.names.get(reg) {
                rename_use(function, new, op, name, &mut target.names);
            }
        }
    }
}

/// Makes the use `op` in `inst` read what its register is called in the predecessor.
fn rename_use(
    function: &mut MachineFunction,
    inst: Inst,
    op: Op,
    (reg, part): (VReg, SubRegIdx),
    names: &mut LocalNames,
) {
    let Some(old) = function.op(op).as_reg().as_virtual() else {
        return;
    };
    let (class, named) = (function.class(old), function.class(reg));
    let fits = if !part.is_none() {
        let whole = function.target.matching_super_reg_class(named, class, part);
        if let Some(whole) = whole {
            function.set_class(reg, whole);
        }
        whole.is_some()
    } else {
        function.is_debug(inst) || function.constrain_class(reg, class, 0).is_some()
    };
    if fits {
        let target = function.target;
        let sub_reg = target.compose(part, function.op(op).sub_reg());
        function.set_op_reg(op, reg);
        function.op_mut(op).set_sub_reg(sub_reg);
    } else {
        let fresh = function.create_vreg(class);
        let location = function.debug_loc(inst);
        InstBuilder::new(function, op::COPY)
            .def(fresh)
            .sub_reg(reg, part)
            .location(location)
            .insert_before(inst);
        names.set(old, fresh, SubRegIdx::NONE);
        function.set_op_reg(op, fresh);
    }
    function.op_mut(op).set(OperandFlags::KILL, false);
}

/// Appends a copy of `inst` to `block`.
fn append_clone(function: &mut MachineFunction, inst: Inst, block: Block) -> Inst {
    let new = clone_inst(function, inst);
    if function.opcode(inst) == op::CFI_INSTRUCTION {
        let is_code = |inst: &Inst| !function.is_debug(*inst);
        let first = function.block_insts(block).find(is_code);
        let location = first.map_or(None.into(), |first| function.debug_loc(first));
        function.set_debug_loc(new, location);
    }
    function.append_inst(block, new);
    new
}

/// Puts the copies that replace PHIs at the end of the predecessor.
fn append_copies(
    function: &mut MachineFunction,
    target: &Target,
    copies: &mut SmallVec<[Inst; 16]>,
) {
    let before = function.first_terminator(target.pred);
    for (new, source, part) in &target.copies {
        let at = avarice_mir::InsertPoint::new(target.pred, before);
        let copy = InstBuilder::new(function, op::COPY)
            .def(*new)
            .sub_reg(*source, *part)
            .insert_at(at);
        copies.push(copy);
    }
}

/// Replaces the results of copies whose source nothing else reads by that.
pub fn propagate(function: &mut MachineFunction, copies: &[Inst]) {
    for copy in copies {
        let Some(((to, _), (from, _))) = function.as_copy(*copy) else {
            continue;
        };
        let (Some(to), Some(from)) = (to.as_virtual(), from.as_virtual()) else {
            continue;
        };
        let mut uses = function.non_debug_uses(from);
        let has_one = uses.next().is_some() && uses.next().is_none();
        drop(uses);
        let class = function.class(to);
        if has_one && function.constrain_class(from, class, 0).is_some() {
            function.replace_reg(to, from);
            function.remove_inst(*copy);
        }
    }
}

/// Makes the branches of `pred`, which ends in a copy of `tail`, go where control fell through to from that.
fn update_terminator(code: &mut Code<'_>, pred: Block, tail: Block) {
    let (fallthrough, next) = (code.links.next(tail), code.links.next(pred));
    terminators::update(code.function, code.hooks, pred, fallthrough, next);
}

/// Whether `tail` is entered from the end of `before` alone, which goes nowhere else.
fn is_only_entry(code: &Code<'_>, tail: Block, before: Block) -> bool {
    let function = &*code.function;
    let branch = code.hooks.analyze_branch(function, before);
    function.blocks[before].succs[..] == [tail]
        && function.blocks[tail].preds.len() == 1
        && !code.has_address(tail)
        && branch.is_some_and(|branch| {
            branch.condition.is_empty() && branch.taken.is_none_or(|taken| taken == tail)
        })
}

/// Whether an instruction outside `block` reads `reg`.
fn is_live_out(function: &MachineFunction, reg: VReg, block: Block) -> bool {
    let mut uses = function.uses(reg).map(|op| function.op_inst(op));
    uses.any(|inst| !function.is_debug(inst) && function.inst_block(inst) != Some(block))
}

/// The registers that PHIs of `block` read, sorted.
fn regs_read_by_phis(function: &MachineFunction, block: Block) -> Vec<VReg> {
    let operands = phis(function, block).flat_map(|phi| function.operands(phi)[1..].iter());
    let regs = operands.filter_map(|operand| operand.as_reg().as_virtual());
    let mut regs: Vec<VReg> = regs.collect();
    regs.sort_unstable();
    regs.dedup();
    regs
}
