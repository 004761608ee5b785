//! Replaces a branch by selections.

use avarice_ir::BranchProbability;
use avarice_mir::{InsertPoint, Inst, InstBuilder, MachineFunction, OperandFlags, TargetHooks};
use avarice_mir::{Reg, VReg, inst_facts};
use avarice_target::op;

use super::{Candidate, IfConverter, Phi, Selection, jump};
use crate::identical::is_same_computation;
use crate::ssa_edges::transfer_successors_and_phis;
use crate::terminators::insert_branch;

impl IfConverter {
    /// Moves the code of the sides into the head, selects what PHIs of the tail read, and joins head and tail if nothing
    /// else leads to the tail.
    pub(super) fn convert(
        &mut self,
        function: &mut MachineFunction,
        target: &dyn TargetHooks,
        candidate: &Candidate,
    ) {
        let Candidate { head, tail, .. } = *candidate;
        for side in candidate.sides() {
            let end = function.first_terminator(side);
            let mut cursor = function.blocks[side].first.expand();
            while let Some(inst) = cursor.filter(|inst| Some(*inst) != end) {
                cursor = function.next_inst(inst);
                function.splice(inst, InsertPoint::new(head, Some(candidate.place)));
            }
        }
        let has_others = function.blocks[tail].preds.len() != 2;
        let Some(branch) = function.first_terminator(head) else {
            return;
        };
        let location = function.debug_loc(branch);
        for phi in &candidate.phis {
            match has_others {
                true => self.rewrite_phi(function, candidate, phi, branch),
                false => self.replace_phi(function, candidate, phi, branch),
            }
        }
        for block in [candidate.taken, candidate.otherwise] {
            function.remove_edge(head, block);
        }
        for side in candidate.sides() {
            function.remove_edge(side, tail);
        }
        target.remove_branch(function, head);
        for side in candidate.sides() {
            self.layout.remove(side);
            self.gone[side] = true;
        }
        if !has_others && self.layout.next(head) == Some(tail) {
            if let Some(first) = function.blocks[tail].first.expand() {
                function.splice_tail(first, head);
            }
            transfer_successors_and_phis(function, tail, head);
            self.layout.remove(tail);
            self.gone[tail] = true;
        } else {
            insert_branch(function, target, head, &jump(tail), location);
            function.add_edge(head, tail, Some(BranchProbability::UNKNOWN));
        }
    }

    /// Inserts the selection of what a PHI reads.
    fn select(
        &self,
        function: &mut MachineFunction,
        candidate: &Candidate,
        phi: &Phi,
        (branch, result): (Inst, VReg),
    ) {
        let selection = Selection {
            condition: &candidate.condition,
            result,
            taken: phi.taken,
            otherwise: phi.otherwise,
        };
        let place = InsertPoint::new(candidate.head, Some(branch));
        self.hooks.insert(function, place, branch, &selection);
    }

    /// Replaces a PHI that reads from nowhere else.
    fn replace_phi(
        &self,
        function: &mut MachineFunction,
        candidate: &Candidate,
        phi: &Phi,
        branch: Inst,
    ) {
        if has_same_value(function, phi.taken, phi.otherwise) {
            let location = function.debug_loc(branch);
            InstBuilder::new(function, op::COPY)
                .location(location)
                .def(phi.result)
                .reg(phi.taken)
                .insert_before(branch);
        } else {
            self.select(function, candidate, phi, (branch, phi.result));
        }
        function.remove_inst(phi.inst);
    }

    /// Makes a PHI read the selection from the head.
    fn rewrite_phi(
        &self,
        function: &mut MachineFunction,
        candidate: &Candidate,
        phi: &Phi,
        branch: Inst,
    ) {
        let selected = if has_same_value(function, phi.taken, phi.otherwise) {
            phi.taken
        } else {
            let class = function.class(phi.result);
            let selected = function.create_vreg(class);
            self.select(function, candidate, phi, (branch, selected));
            selected
        };
        let [taken, other] = [candidate.taken_pred(), candidate.other_pred()].map(Some);
        for at in (2..function.num_operands(phi.inst)).rev().step_by(2) {
            let pred = function.operand(phi.inst, at).as_block();
            if pred == taken {
                function.operand_mut(phi.inst, at).set_block(candidate.head);
                function.set_reg(phi.inst, at - 1, selected);
            } else if pred == other {
                function.remove_operand(phi.inst, at);
                function.remove_operand(phi.inst, at - 1);
            }
        }
    }
}

/// Whether two registers are known to have the same value.
fn has_same_value(function: &MachineFunction, a: VReg, b: VReg) -> bool {
    if a == b {
        return true;
    }
    let (Some(first), Some(second)) = (function.unique_def(a), function.unique_def(b)) else {
        return false;
    };
    let accesses = inst_facts::may_load(function, first) || inst_facts::may_store(function, first);
    let operands = function.operands(first);
    let explicit_defs = usize::from(function.desc(first).num_defs);
    let reads_physical = operands
        .iter()
        .skip(explicit_defs)
        .any(|o| o.as_reg().is_physical());
    let place = |inst, reg: VReg| {
        let mut operands = function.operands(inst).iter();
        operands.position(|o| o.as_reg() == Reg::virt(reg) && o.has(OperandFlags::DEF))
    };
    !inst_facts::has_side_effects(function, first)
        && (!accesses || inst_facts::is_invariant_load(function, first))
        && !reads_physical
        && is_same_computation(function, first, second)
        && place(first, a) == place(second, b)
}
