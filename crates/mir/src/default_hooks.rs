//! What the hooks of a target do unless it says otherwise: facts that follow from the rows alone.

use crate::insert_point::InsertPoint;
use avarice_target::{InstrFlags, PhysReg, SubRegIdx};
use smallvec::SmallVec;

use crate::entities::{Inst, Reg};
use crate::function::MachineFunction;
use crate::hooks::TargetHooks;
use crate::memory::{MemFlags, MemPointer};
use crate::operand::{Operand, OperandFlags};

/// The first two operands after the definitions of an instruction that is marked commutable. `first` may
/// be one of them.
pub fn commutable_operands(
    function: &MachineFunction,
    inst: Inst,
    first: Option<usize>,
) -> Option<(usize, usize)> {
    let desc = function.desc(inst);
    if !desc.has(InstrFlags::COMMUTABLE) {
        return None;
    }
    let a = usize::from(desc.num_defs);
    let [x, y, ..] = function.operands(inst).get(a..)? else {
        return None;
    };
    if !x.is_reg() || !y.is_reg() {
        return None;
    }
    match first {
        None => Some((a, a + 1)),
        Some(index) if index == a => Some((a, a + 1)),
        Some(index) if index == a + 1 => Some((a + 1, a)),
        Some(_) => None,
    }
}

/// Exchanges two register operands. A definition in the register of an operand that it is tied to
/// changes with it, and the operand that moves there is not a last use.
pub fn commute(function: &mut MachineFunction, inst: Inst, first: usize, second: usize) -> bool {
    let marks =
        OperandFlags::KILL | OperandFlags::UNDEF | OperandFlags::INTERNAL | OperandFlags::RENAMABLE;
    let has_def = function.desc(inst).num_defs > 0;
    if has_def && !function.operand(inst, 0).is_reg() {
        return false;
    }
    let (a, b) = (
        *function.operand(inst, first),
        *function.operand(inst, second),
    );
    let def = has_def.then(|| function.operand(inst, 0).as_reg());
    let tied = |index: usize| {
        let row = function.desc(inst).operands.get(index);
        row.is_some_and(|operand| operand.tied_to == 0)
    };
    let mut kills = (b.has(OperandFlags::KILL), a.has(OperandFlags::KILL));
    let mut new_def = None;
    if def == Some(a.as_reg()) && tied(first) {
        (kills.0, new_def) = (false, Some(b));
    } else if def == Some(b.as_reg()) && tied(second) {
        (kills.1, new_def) = (false, Some(a));
    }
    if let Some(from) = new_def {
        function.set_reg(inst, 0, from.as_reg());
        function.operand_mut(inst, 0).set_sub_reg(from.sub_reg());
    }
    // Uses enter their new chains in the order in which LLVM sets them.
    for (index, from, kill) in [(second, a, kills.1), (first, b, kills.0)] {
        function.set_reg(inst, index, from.as_reg());
        let operand = function.operand_mut(inst, index);
        operand.set_sub_reg(from.sub_reg());
        operand.set(marks, false);
        operand.set(from.flags() & marks, true);
        operand.set(OperandFlags::KILL, kill);
    }
    true
}

/// Whether `inst` can be computed again anywhere: it is marked so, reads only constants and memory that
/// never changes, and defines one virtual register.
pub fn is_trivially_rematerializable(
    hooks: &dyn TargetHooks,
    function: &MachineFunction,
    inst: Inst,
) -> bool {
    let operands = function.operands(inst);
    if function.opcode(inst) == avarice_target::op::IMPLICIT_DEF {
        return operands.len() == 1;
    }
    let desc = function.desc(inst);
    let Some(def) = operands.first().filter(|operand| operand.is_reg()) else {
        return false;
    };
    if !desc.has(InstrFlags::REMATERIALIZABLE) {
        return false;
    }
    let reads_rest = |operand: &Operand| operand.as_reg() == def.as_reg() && operand.reads_reg();
    if def.as_reg().is_virtual() && !def.sub_reg().is_none() && operands.iter().any(reads_rest) {
        return false;
    }
    if let Some((_, slot)) = hooks.is_load_from_slot(function, inst)
        && is_immutable(function, MemPointer::Stack(slot))
    {
        return true;
    }
    let unsafe_flags = InstrFlags::NOT_DUPLICABLE
        | InstrFlags::MAY_STORE
        | InstrFlags::FP_EXCEPTION
        | InstrFlags::SIDE_EFFECTS;
    if desc.flags.intersects(unsafe_flags) {
        return false;
    }
    if desc.has(InstrFlags::MAY_LOAD) && !reads_constant_memory(function, inst) {
        return false;
    }
    operands.iter().all(|operand| match operand.as_reg() {
        _ if !operand.is_reg() => true,
        reg if reg.is_none() => true,
        reg if reg.is_virtual() => operand.is_def() && reg == def.as_reg(),
        reg => {
            let phys = reg.as_physical().unwrap_or(PhysReg::NONE);
            operand.is_use() && never_changes(hooks, function, phys)
        }
    })
}

fn is_immutable(function: &MachineFunction, pointer: MemPointer) -> bool {
    match pointer {
        MemPointer::Got | MemPointer::ConstPool | MemPointer::JumpTable => true,
        // A tail call overwrites the arguments that it finds.
        MemPointer::Stack(slot) => {
            !function.frame.has_tail_call && function.frame.object(slot).immutable
        }
        _ => false,
    }
}

fn reads_constant_memory(function: &MachineFunction, inst: Inst) -> bool {
    let always = MemFlags::INVARIANT | MemFlags::DEREFERENCEABLE;
    let mut memory = function.mem_ops(inst).peekable();
    memory.peek().is_some()
        && memory.all(|m| {
            !m.is_ordered()
                && !m.flags.contains(MemFlags::STORE)
                && (m.flags.contains(always) || is_immutable(function, m.pointer))
        })
}

/// Whether `reg` is a constant, or nothing writes a register that overlaps it nor may be made to.
fn never_changes(hooks: &dyn TargetHooks, function: &MachineFunction, reg: PhysReg) -> bool {
    let target = function.target;
    if target.reg(reg).constant {
        return true;
    }
    let reserved = hooks.reserved_regs(function);
    let allocatable = |other: PhysReg| !reserved[other.index()] && target.reg(other).allocatable;
    (1..target.registers.len())
        .map(PhysReg::from_index)
        .filter(|other| target.regs_overlap(reg, *other))
        .all(|other| function.defs(other).next().is_none() && !allocatable(other))
}

/// Inserts a copy of `inst` in which part `sub` of `dst` stands for the register that it defines.
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
    function.insert_at(at, copy);
    copy
}
