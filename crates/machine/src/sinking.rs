//! Moves an instruction into a block that control reaches later, and what debug instructions say of it with it.
//!
//! ```text
//!   $rbx = COPY $rdi                       DBG_VALUE $rdi, … !9 …       where the source still has the value
//!   DBG_VALUE $rbx, … !9 …                 or DBG_VALUE $noreg, …       where nothing has
//!   JCC_1 %bb.2, …                 ──▶     JCC_1 %bb.2, …
//!
//! bb.2:                                  bb.2:
//!                                          $rbx = COPY $rdi
//!                                          DBG_VALUE $rbx, … !9 …
//! ```

use avarice_ir::Module;
use avarice_mir::{Block, InsertPoint, Inst, MachineFunction, Op, Reg, TargetHooks, inst_facts};
use avarice_target::{SubRegIdx, op};
use smallvec::SmallVec;

use crate::clones::clone_inst;
use crate::locations::merged_location;
use avarice_mir::debug_values::{debug_places, is_debug_value};

/// A debug value that moves with an instruction.
#[derive(Clone, Debug)]
pub struct SunkValue {
    /// The debug value.
    pub value: Inst,
    /// Registers that it names and the instruction defines, or parts of them.
    pub regs: SmallVec<[Reg; 2]>,
}

/// The place after the PHIs and labels of a block.
pub fn place_after_labels(function: &MachineFunction, block: Block) -> InsertPoint {
    let mut insts = function.block_insts(block);
    let is_first = |inst: &Inst| {
        let is_phi = function.opcode(*inst) == op::PHI;
        !is_phi && !inst_facts::is_position(function, *inst)
    };
    InsertPoint::new(block, insts.find(is_first))
}

/// Moves `inst` to `to`, and `values` with it: copies of them follow it. What was a debug value names the source if
/// `inst` is a copy, and else says that the value is gone.
pub fn sink(
    function: &mut MachineFunction,
    (module, hooks): (&Module, &dyn TargetHooks),
    inst: Inst,
    to: InsertPoint,
    values: &[SunkValue],
) {
    let location = match to.before {
        Some(next) => {
            let (own, next) = (function.debug_loc(inst), function.debug_loc(next));
            merged_location(function, module, own, next)
        }
        None => None.into(),
    };
    function.set_debug_loc(inst, location);
    function.splice(inst, to);
    for SunkValue { value, regs } in values {
        let new = clone_inst(function, *value);
        function.insert_at(to, new);
        let mut regs = regs.iter();
        if !regs.all(|reg| names_source(function, hooks, inst, *value, *reg)) {
            forget_value(function, *value);
        }
    }
}

/// The operands by which a debug value names `reg`.
pub fn debug_operands_of(function: &MachineFunction, value: Inst, reg: Reg) -> SmallVec<[Op; 2]> {
    if !is_debug_value(function, value) {
        return SmallVec::new();
    }
    let first = function.num_operands(value) - places_to_end(function, value);
    let places = debug_places(function, value).iter().enumerate();
    let named = places.filter(|(_, operand)| operand.is_reg() && operand.as_reg() == reg);
    named
        .map(|(at, _)| function.op_id(value, first + at))
        .collect()
}

/// The number of operands from the first place of a debug value on.
fn places_to_end(function: &MachineFunction, value: Inst) -> usize {
    let count = function.num_operands(value);
    match function.opcode(value) {
        op::DBG_VALUE => count,
        _ => count.saturating_sub(2),
    }
}

/// Makes a debug value that names `reg` name the source of the copy `inst` in its place; whether that is right.
pub fn names_source(
    function: &mut MachineFunction,
    hooks: &dyn TargetHooks,
    inst: Inst,
    value: Inst,
    reg: Reg,
) -> bool {
    let named = debug_operands_of(function, value, reg);
    if named.is_empty() {
        return true;
    }
    let Some(((to, to_part), (from, from_part))) = inst_facts::copy_operands(function, hooks, inst)
    else {
        return false;
    };
    let is_allocated = function.vregs.is_empty();
    if reg.is_virtual() != from.is_virtual() || reg.is_virtual() == is_allocated {
        return false;
    }
    if is_allocated {
        // A part of the copied register is not that part of the source.
        if reg != to {
            return false;
        }
    } else {
        let part = |op: &Op| function.op(*op).sub_reg();
        if named
            .iter()
            .any(|op| part(op) != from_part || part(op) != to_part)
        {
            return false;
        }
    }
    for op in named {
        function.set_op_reg(op, from);
        function.op_mut(op).set_sub_reg(from_part);
    }
    true
}

/// Makes a debug value say that nothing has the value.
pub fn forget_value(function: &mut MachineFunction, value: Inst) {
    let first = function.num_operands(value) - places_to_end(function, value);
    for at in 0..debug_places(function, value).len() {
        let op = function.op_id(value, first + at);
        if function.op(op).is_reg() {
            function.set_op_reg(op, Reg::NONE);
            function.op_mut(op).set_sub_reg(SubRegIdx::NONE);
        }
    }
}
