//! Another register for what is stored or loaded first, where its own is written again between two neighbours.
//!
//! ```text
//!   add x8, x1, #1            add x10, x1, #1
//!   str x8, [x0]              add x8, x2, #2
//!   add x8, x2, #2            stp x10, x8, [x0]
//!   str x8, [x0, #8]
//!
//!   ldr x8, [x0]              ldp x10, x8, [x0]
//!   add x1, x1, x8            add x1, x1, x10
//!   ldr x8, [x0, #8]
//! ```

use avarice_mir::inst_facts::{is_debug_or_probe, operand_class};
use avarice_mir::{Inst, MachineFunction, MiFlags, Op, Operand, OperandFlags};
use avarice_target::{InstrFlags, Opcode, PhysReg, RegClass};
use smallvec::SmallVec;

use super::forms::Access;
use super::pair::Direction;
use super::{Context, Scratch, is_kill_of, is_nested, names};
use crate::hooks::AArch64Hooks;
use crate::{TARGET, op};

/// Whether the stored register dies and all that names it, up to where it is defined, can name another. Collects what
/// is named there and the classes that the other must be in.
pub(super) fn can_rename_store(
    function: &MachineFunction,
    scratch: &mut Scratch,
    store: &Access,
    limit: u32,
) -> bool {
    let register = store.register;
    let stored = function.operand(store.inst, store.register_index());
    let mut operands = function.operands(store.inst).iter();
    let dies = stored.has(OperandFlags::KILL)
        || operands
            .any(|operand| operand.has(OperandFlags::IMPLICIT) && is_kill_of(operand, register));
    if !dies {
        return false;
    }
    let Some(insts) = up_to_def(function, store.inst, register, Some(limit)) else {
        return false;
    };
    for (inst, is_def) in &insts {
        if function.insts[*inst].flags.contains(MiFlags::FRAME_SETUP) {
            return false;
        }
        scratch.named.accumulate(function, *inst);
        // A pseudo may come to be no instruction.
        if *is_def && function.desc(*inst).has(InstrFlags::PSEUDO) {
            return false;
        }
        let is_meant = |operand: &Operand| !is_def || operand.is_def();
        if !collect_classes(function, scratch, *inst, register, is_meant) {
            return false;
        }
    }
    insts.last().is_some_and(|(_, is_def)| *is_def)
}

/// Whether all that names the register of the first load, before `second` loads it, can name another. Collects what the
/// first names and the classes that the other must be in.
pub(super) fn can_rename_load(
    function: &MachineFunction,
    scratch: &mut Scratch,
    first: &Access,
    second: Inst,
) -> bool {
    if function.desc(first.inst).has(InstrFlags::PSEUDO) {
        return false;
    }
    scratch.named.accumulate(function, first.inst);
    let mut cursor = Some(first.inst);
    while let Some(inst) = cursor.filter(|inst| *inst != second) {
        let of_prologue = function.insts[inst].flags.contains(MiFlags::FRAME_SETUP);
        if of_prologue || !collect_classes(function, scratch, inst, first.register, |_| true) {
            return false;
        }
        cursor = function.next_inst(inst);
    }
    true
}

/// The instructions from `from` upwards to the one that defines a part of `register`, each with whether it does. `None`
/// if it is not among `limit` instructions.
fn up_to_def(
    function: &MachineFunction,
    from: Inst,
    register: PhysReg,
    limit: Option<u32>,
) -> Option<SmallVec<[(Inst, bool); 16]>> {
    let mut found = SmallVec::new();
    let mut cursor = Some(from);
    while let Some(inst) = cursor {
        cursor = function.prev_inst(inst);
        if is_debug_or_probe(function, inst) {
            continue;
        }
        if limit.is_some_and(|limit| found.len() >= limit as usize) {
            return None;
        }
        let mut operands = function.operands(inst).iter();
        let is_def = operands.any(|operand| operand.is_def() && names(operand, register));
        found.push((inst, is_def));
        if is_def {
            break;
        }
    }
    Some(found)
}

/// Adds the classes of the operands that name `register` and are `meant`; `false` if one cannot be renamed.
fn collect_classes(
    function: &MachineFunction,
    scratch: &mut Scratch,
    inst: Inst,
    register: PhysReg,
    is_meant: impl Fn(&Operand) -> bool,
) -> bool {
    for operand in function.operands(inst) {
        if !names(operand, register) || !is_meant(operand) {
            continue;
        }
        let named = operand.as_reg().as_physical();
        let class = named.and_then(|named| TARGET.minimal_class(named));
        let Some(class) = class.filter(|class| can_rename(function, inst, operand, *class)) else {
            return false;
        };
        if !scratch.classes.contains(&class) {
            scratch.classes.push(class);
        }
    }
    true
}

/// Whether an operand, of a register whose smallest class is `class`, can name another register.
fn can_rename(function: &MachineFunction, inst: Inst, operand: &Operand, class: RegClass) -> bool {
    // The parts of a list of registers may be named elsewhere.
    if TARGET.class(class).has_disjunct_sub_regs {
        return false;
    }
    if !operand.has(OperandFlags::IMPLICIT) {
        let can = operand.has(OperandFlags::RENAMABLE);
        return can && !operand.has(OperandFlags::EARLY_CLOBBER) && operand.tied_to().is_none();
    }
    if !operand.is_def() {
        return true;
    }
    let result = function.operand(inst, 0).as_reg().as_physical();
    let named = operand.as_reg().as_physical();
    has_implicit_result(function.opcode(inst))
        && result
            .zip(named)
            .is_some_and(|(result, named)| is_nested(result, named))
}

/// Whether an implicit definition is the result in another width.
fn has_implicit_result(opcode: Opcode) -> bool {
    matches!(opcode, op::ORRWrs | op::ADDWri)
}

/// A register of `class` that has no value in the block up to here, is not named by what is between, and has a part in
/// each of the collected classes. It counts as defined from now on.
pub(super) fn find_register(
    function: &MachineFunction,
    context: &Context<'_>,
    scratch: &mut Scratch,
    class: RegClass,
) -> Option<PhysReg> {
    let mut order = TARGET.class(class).order.iter().copied();
    let found = order.find(|register| {
        let fits = |class: &RegClass| matching(*register, *class).is_some();
        let mut saved = function.callee_saved().iter();
        scratch.defined.is_available(function, *register)
            && scratch.named.is_available(function, *register)
            && !context.reserved[register.index()]
            && !saved.any(|saved| TARGET.regs_overlap(*saved, *register))
            && scratch.classes.iter().all(fits)
    })?;
    scratch.defined.add(function, found);
    Some(found)
}

/// The register of `class` that is `register`, a part of it, or contains it.
fn matching(register: PhysReg, class: RegClass) -> Option<PhysReg> {
    let desc = TARGET.reg(register);
    let parts = desc.sub_regs.iter().map(|(_, part)| *part);
    let mut all = std::iter::once(register)
        .chain(parts)
        .chain(desc.super_regs.iter().copied());
    all.find(|one| TARGET.class(class).contains(*one))
}

/// Puts `renamed` in the place of the register of `first` up to its definition: from `first` on where that moves down to
/// `second`, from before `second` on where that moves up. Nothing changes, and it returns `false`, if an operand cannot
/// name it.
pub(super) fn apply(
    function: &mut MachineFunction,
    (first, second): (&Access, Inst),
    direction: Direction,
    renamed: PhysReg,
) -> bool {
    let register = first.register;
    let from = match direction {
        Direction::IntoSecond => Some(first.inst),
        Direction::IntoFirst => function.prev_bundle(second),
    };
    let insts = from.and_then(|from| up_to_def(function, from, register, None));
    let mut changes: SmallVec<[(Op, PhysReg); 8]> = SmallVec::new();
    for (inst, is_def) in insts.into_iter().flatten() {
        let mut seen = false;
        for index in 0..function.num_operands(inst) {
            let operand = function.operand(inst, index);
            let is_result = operand.is_def() && operand.has(OperandFlags::IMPLICIT);
            let moves_up = direction == Direction::IntoFirst;
            let is_meant = !is_def || moves_up || !seen || is_result;
            let Some(named) = operand.as_reg().as_physical() else {
                continue;
            };
            if !is_meant || !names(operand, register) {
                continue;
            }
            let class = match operand_class(function, &AArch64Hooks, inst, index) {
                None if is_def && !has_implicit_result(function.opcode(inst)) => continue,
                None => TARGET.minimal_class(named),
                class => class,
            };
            let Some(other) = class.and_then(|class| matching(renamed, class)) else {
                return false;
            };
            changes.push((function.op_id(inst, index), other));
            seen = true;
        }
    }
    for (operand, other) in changes {
        function.set_op_reg(operand, other);
        function.op_mut(operand).set(OperandFlags::RENAMABLE, false);
    }
    true
}
