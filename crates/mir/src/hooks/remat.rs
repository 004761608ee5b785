//! Values that are computed again instead of kept.

use avarice_target::SubRegIdx;
use smallvec::SmallVec;

use crate::entities::{Inst, Reg};
use crate::function::MachineFunction;
use crate::insert_point::InsertPoint;
use crate::operand::{Operand, OperandFlags};

/// Values that are computed again instead of kept.
pub trait RematHooks {
    /// Whether `inst` can be computed again anywhere, needing no operand that could have changed.
    fn is_trivially_rematerializable(&self, function: &MachineFunction, inst: Inst) -> bool;

    /// Whether `inst` costs no more than a move of a register.
    fn is_as_cheap_as_move(&self, function: &MachineFunction, inst: Inst) -> bool {
        function
            .desc(inst)
            .has(avarice_target::InstrFlags::CHEAP_AS_MOVE)
    }

    /// Inserts a copy of `inst` that defines `dst` (with sub-register index `sub` of it).
    fn rematerialize(
        &self,
        function: &mut MachineFunction,
        at: InsertPoint,
        dst: Reg,
        sub: SubRegIdx,
        inst: Inst,
    ) -> Inst {
        rematerialize(function, at, dst, sub, inst)
    }

    /// The number that `inst` sets its result to, if [`Self::rematerialize`] makes other instructions of it in some
    /// places, which set theirs to the same.
    fn number_computed(&self, function: &MachineFunction, inst: Inst) -> Option<i64> {
        let _ = (function, inst);
        None
    }
}

/// Inserts a copy of `inst`, with its debug location, in which part `sub` of `dst` stands for the register that it defines.
pub fn rematerialize(
    function: &mut MachineFunction,
    at: InsertPoint,
    dst: Reg,
    sub: SubRegIdx,
    inst: Inst,
) -> Inst {
    let target = function.target;
    let old = function.operand(inst, 0).as_reg();
    let renamed = |operand: &Operand| {
        let operand = operand.detached();
        if !operand.is_reg() || operand.as_reg() != old {
            return operand;
        }
        match dst.as_physical() {
            None => {
                let index = target.compose(sub, operand.sub_reg());
                operand.with_reg(dst).with_sub_reg(index)
            }
            Some(whole) => {
                // A whole register is fully defined by the definition of its part.
                let index = target.compose(sub, operand.sub_reg());
                let mut operand = operand
                    .with_reg(target.sub_reg(whole, index))
                    .with_sub_reg(SubRegIdx::NONE);
                if operand.is_def() {
                    operand.set(OperandFlags::UNDEF, false);
                }
                operand
            }
        }
    };
    let operands: SmallVec<[Operand; 8]> = function.operands(inst).iter().map(renamed).collect();
    let copy = function.create_inst(function.opcode(inst), &operands);
    function.insts[copy].flags = function.insts[inst].flags;
    function.copy_mem_ops(inst, copy);
    function.set_debug_loc(copy, function.debug_loc(inst));
    function.insert_at(at, copy);
    copy
}
