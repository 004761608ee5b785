//! Debug values of what moves.

use avarice_ir::Module;
use avarice_mir::{Block, Inst, MachineFunction, Op, VReg};
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;

use super::Sinking;
use crate::debug_values::{DebugValue, VariableTable, debug_places, is_debug_value};
use crate::sinking::{SunkValue, debug_operands_of, forget_value, names_source};

/// A debug value that was passed.
#[derive(Clone, Copy, Debug)]
struct DebugUser {
    value: Inst,
    /// Whether another value of its variable comes after it in the block.
    is_overwritten: bool,
}

/// The debug values of the block that is visited, from its end up to the current place.
#[derive(Debug, Default)]
pub(super) struct DebugUsers {
    variables: VariableTable,
    /// By register that they name.
    of: SecondaryMap<VReg, SmallVec<[DebugUser; 1]>>,
    named: Vec<VReg>,
}

impl DebugUsers {
    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.variables.clear();
        for reg in self.named.drain(..) {
            self.of[reg].clear();
        }
    }

    /// Remembers `inst` if it is a debug value.
    pub(super) fn note(&mut self, function: &MachineFunction, module: &Module, inst: Inst) {
        let value = DebugValue::of(function, inst);
        let Some(value) = value.filter(|_| is_debug_value(function, inst)) else {
            return;
        };
        let count = self.variables.len();
        self.variables.id(value.part_key(function, module));
        let is_overwritten = self.variables.len() == count;
        let regs = debug_places(function, inst).iter();
        for reg in regs.filter_map(|operand| operand.as_reg().as_virtual()) {
            self.of[reg].push(DebugUser {
                value: inst,
                is_overwritten,
            });
            self.named.push(reg);
        }
    }
}

impl Sinking<'_, '_> {
    /// The debug values that move with `inst`. One that a later value of its variable follows stays, and names the source of
    /// a copy, or nothing.
    pub(super) fn debug_values_of(&mut self, inst: Inst) -> SmallVec<[SunkValue; 2]> {
        let hooks = self.unit.hooks();
        let mut values = SmallVec::new();
        let count = self.unit.function.num_operands(inst);
        for at in 0..count {
            let operand = self.unit.function.operand(inst, at);
            let Some(reg) = operand.as_reg().as_virtual().filter(|_| operand.is_def()) else {
                continue;
            };
            for user in &self.scratch.debug_users.of[reg] {
                let function = &mut self.unit.function;
                if !user.is_overwritten {
                    values.push(SunkValue {
                        value: user.value,
                        regs: SmallVec::from_slice(&[reg.into()]),
                    });
                } else if !names_source(function, hooks, inst, user.value, reg.into()) {
                    forget_value(function, user.value);
                }
            }
        }
        values
    }

    /// Makes debug values of what the copy `inst` defines name its source, where `block`, to which it moves, does not
    /// dominate them.
    pub(super) fn salvage_debug_values(&mut self, inst: Inst, block: Block) {
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
