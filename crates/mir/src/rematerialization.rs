//! Which instructions can be computed again anywhere, where a target adds nothing of its own.

use avarice_target::{InstrFlags, PhysReg};

use crate::entities::Inst;
use crate::function::MachineFunction;
use crate::hooks::TargetHooks;
use crate::memory::{MemFlags, MemPointer};
use crate::operand::Operand;

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
