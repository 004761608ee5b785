//! Debug values of what moves.

use avarice_ir::Module;
use avarice_mir::hooks::TargetHooks;
use avarice_mir::{Inst, MachineFunction, VReg};
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;

use crate::sinking::{SunkValue, forget_value, names_source};
use avarice_mir::debug_values::{DebugValue, VariableTable, debug_places, is_debug_value};

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

    /// The debug values that move with `inst`. One that a later value of its variable follows stays, and names the source of
    /// a copy, or nothing.
    pub(super) fn moving_with(
        &self,
        function: &mut MachineFunction,
        hooks: &dyn TargetHooks,
        inst: Inst,
    ) -> SmallVec<[SunkValue; 2]> {
        let mut values = SmallVec::new();
        let count = function.num_operands(inst);
        for at in 0..count {
            let operand = function.operand(inst, at);
            let Some(reg) = operand.as_reg().as_virtual().filter(|_| operand.is_def()) else {
                continue;
            };
            for user in &self.of[reg] {
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
}
