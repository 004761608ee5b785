//! Removes phis that equal a single value: all their operands are that value, themselves or undefined.

use avarice_ir::{ConstKind, Function, Inst, InstKind, Module, Value, ValueDef};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

use super::{Join, PromoteMemory};

/// Operands that are followed to find that a value is not poison.
const MAX_DEPTH: u32 = 6;

impl PromoteMemory {
    /// Removes phis that are one value, until there are none; then completes the others by what comes from
    /// blocks that nothing reaches.
    pub(super) fn simplify_phis(&mut self, module: &mut Module, function: &mut Function) {
        let mut work: Vec<Inst> = self.joins.iter().rev().map(|join| join.phi).collect();
        let mut is_ours: SecondaryMap<Inst, bool> = SecondaryMap::new();
        for phi in &work {
            is_ours[*phi] = true;
        }
        while let Some(phi) = work.pop() {
            if function.insts[phi].block.is_none() {
                continue;
            }
            let Some(value) = self.common_value(module, function, phi) else {
                continue;
            };
            let result = function.insts[phi].result.expect("a phi has a result");
            let users = function
                .uses_of(result)
                .map(|slot| function.uses[slot].user);
            work.extend(users.filter(|user| is_ours[*user] && *user != phi));
            if value != result {
                function.replace_all_uses(result, value);
            }
            function.remove_inst(phi);
        }
        for index in 0..self.joins.len() {
            self.add_unreachable(module, function, self.joins[index]);
        }
    }

    /// The value that `phi` always is, or `None`.
    fn common_value(
        &self,
        module: &mut Module,
        function: &mut Function,
        phi: Inst,
    ) -> Option<Value> {
        let result = function.insts[phi].result.expand();
        let mut common: PackedOption<Value> = None.into();
        let (mut has_undef, mut has_poison) = (false, false);
        for value in function.operands(phi) {
            if Some(value) == result || Some(value) == common.expand() {
                continue;
            }
            let id = function.as_const(value);
            match id.map(|id| &module.consts[id].kind) {
                Some(ConstKind::Poison) => has_poison = true,
                Some(ConstKind::Undef) => has_undef = true,
                _ if common.is_some() => return None,
                _ => common = value.into(),
            }
        }
        let Some(common) = common.expand() else {
            let kind = if has_undef {
                ConstKind::Undef
            } else {
                ConstKind::Poison
            };
            let id = module.constant(function.insts[phi].ty, kind);
            return Some(function.const_value(&module.consts, id));
        };
        let is_partial = has_undef || has_poison;
        // Undefined is any value, which poison is not.
        let is_safe = || !has_undef || is_not_poison(module, function, common, MAX_DEPTH);
        (!is_partial || (self.dominates_phi(function, common, phi) && is_safe())).then_some(common)
    }

    /// Whether `value` is available at the start of the block of `phi`.
    fn dominates_phi(&self, function: &Function, value: Value, phi: Inst) -> bool {
        let Some(def) = function.def_inst(value) else {
            return true;
        };
        let blocks = [def, phi].map(|inst| function.insts[inst].block.expand());
        let [Some(from), Some(to)] = blocks else {
            return false;
        };
        match function.insts[def].kind {
            // Its result is known where it returns to, if that is the only way there.
            InstKind::Invoke(_) | InstKind::CallBr(_) => {
                let normal = function.inst_blocks(def)[0];
                self.cfg.predecessors(normal) == [from] && self.tree.dominates(normal, to)
            }
            _ => self.tree.strictly_dominates(from, to),
        }
    }

    /// Gives the phi of `join` values for edges from blocks that nothing reaches.
    fn add_unreachable(&self, module: &mut Module, function: &mut Function, join: Join) {
        let predecessors = self.cfg.predecessors(join.block);
        let is_complete = function.num_operands(join.phi) == predecessors.len();
        if function.insts[join.phi].block.is_none() || is_complete {
            return;
        }
        let poison = module.constant(function.insts[join.phi].ty, ConstKind::Poison);
        let poison = function.const_value(&module.consts, poison);
        for block in predecessors {
            if !self.cfg.is_reachable(*block) {
                function.add_incoming(join.phi, poison, *block);
            }
        }
    }
}

/// Whether `value` is known not to be poison.
fn is_not_poison(module: &Module, function: &Function, value: Value, depth: u32) -> bool {
    match function.values[value].def {
        ValueDef::Const(id) => matches!(
            module.consts[id].kind,
            ConstKind::Int(_)
                | ConstKind::BigInt(_)
                | ConstKind::Float(_)
                | ConstKind::BigFloat(_)
                | ConstKind::Null
                | ConstKind::Global(_)
                | ConstKind::BlockAddress(..)
        ),
        ValueDef::Inst(inst) => match &function.insts[inst].kind {
            InstKind::Freeze | InstKind::Alloca { .. } => true,
            InstKind::ICmp(_) | InstKind::Phi | InstKind::Select => {
                depth > 0
                    && function
                        .operands(inst)
                        .all(|operand| is_not_poison(module, function, operand, depth - 1))
            }
            _ => false,
        },
        ValueDef::Arg(_) | ValueDef::Forward => false,
    }
}
