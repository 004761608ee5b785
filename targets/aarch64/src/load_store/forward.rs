//! Store forwarding: loads of what was just stored become copies, or parts, of the stored value.
//!
//! ```text
//!   str x8, [x0, #8]            str x8, [x0, #8]
//!   ldr w9, [x0, #12]           lsr x9, x8, #32
//! ```

use avarice_mir::inst_facts::{has_ordered_memory_access, may_store};
use avarice_mir::{Inst, InstBuilder, MachineFunction, Operand};
use avarice_target::{InstrFlags, Opcode, PhysReg};

use super::forms::{Access, Kind, Mode};
use super::{
    Context, Outcome, Scratch, distance, forget_kills, has_flag, kills, next_code, previous_code,
};
use crate::{TARGET, class, op, reg, sub};

/// Replaces a load of a general register that a store before it has all bytes of.
pub(super) fn replace(
    function: &mut MachineFunction,
    context: &Context<'_>,
    scratch: &mut Scratch,
    inst: Inst,
) -> Outcome {
    let Some(load) = Access::of(function, inst) else {
        return Outcome::Unchanged;
    };
    let is_single = matches!(load.mode, Mode::Scaled | Mode::Unscaled);
    if !is_single
        || load.form.kind != Kind::General
        || !load.loads(function)
        || has_ordered_memory_access(function, inst)
    {
        return Outcome::Unchanged;
    }
    match find_store(function, context, scratch, &load) {
        Some(store) => Outcome::GoOn(put_in_place(function, &load, &store)),
        None => Outcome::Unchanged,
    }
}

/// The store before `load` that writes all that it loads, if the stored register still has it.
fn find_store(
    function: &MachineFunction,
    context: &Context<'_>,
    scratch: &mut Scratch,
    load: &Access,
) -> Option<Access> {
    let between = &mut scratch.between;
    between.clear();
    let mut inst = load.inst;
    let mut count = 0;
    while count < context.options.scan_limit {
        inst = previous_code(function, inst)?;
        count += distance(function, inst);
        if let Some(store) = Access::of(function, inst).filter(|store| feeds(function, store, load))
            && between.modified.is_available(function, store.register)
        {
            return Some(store);
        }
        if has_flag(function, inst, InstrFlags::CALL) {
            return None;
        }
        between.add(function, inst);
        let may_change =
            may_store(function, inst) && context.alias.may_alias(function, load.inst, inst);
        if may_change || !between.modified.is_available(function, load.base) {
            return None;
        }
    }
    None
}

/// Whether `store` writes all bytes that `load` loads, if their bases are the same.
fn feeds(function: &MachineFunction, store: &Access, load: &Access) -> bool {
    store.form.kind == Kind::General
        && !store.loads(function)
        && store.mode == load.mode
        && store.base == load.base
        && store.offset() <= load.offset()
        && load.offset() + load.form.size <= store.offset() + store.form.size
}

/// Puts a copy of what `store` stores, or of the part that `load` loads, in the place of `load`; returns where to go on.
fn put_in_place(function: &mut MachineFunction, load: &Access, store: &Access) -> Option<Inst> {
    let next = next_code(function, load.inst);
    let is_whole = load.form.size == store.form.size && load.form.size >= 4;
    let has_value = is_whole && load.form.size == 8 && load.register == store.register;
    if !has_value {
        build(function, load, store, is_whole);
    }
    // The stored register is read later than it was.
    let mut cursor = Some(store.inst);
    while let Some(inst) = cursor.filter(|inst| *inst != load.inst) {
        if kills(function, inst, store.register) {
            forget_kills(function, inst, store.register);
            break;
        }
        cursor = function.next_inst(inst);
    }
    function.remove_inst(load.inst);
    next
}

/// Inserts what computes the loaded value, before the load.
fn build(function: &mut MachineFunction, load: &Access, store: &Access, is_whole: bool) {
    let is_wide = TARGET.class(class::GPR64).contains(store.register);
    let of_width = |narrow: Opcode, wide: Opcode| if is_wide { wide } else { narrow };
    let first = 8 * (load.offset() - store.offset());
    let last = first + 8 * load.form.size - 1;
    let stored = function.operand(store.inst, 0).detached();
    let zero = Operand::reg(if is_wide { reg::XZR } else { reg::WZR });
    let dst = match is_wide && !is_whole {
        true => whole_register(load.register),
        false => load.register,
    };
    let location = function.debug_loc(load.inst);
    let flags = function.insts[load.inst].flags;
    let start = |function, opcode| {
        let build = InstBuilder::new(function, opcode).def(dst);
        build.flags(flags).location(location)
    };
    let build = if is_whole {
        let copy = start(function, of_width(op::ORRWrs, op::ORRXrs));
        copy.ops(&[zero, stored, Operand::imm(0)])
    } else if first == 0 {
        // Ones up to the last bit, as logical instructions encode them.
        let ones = i64::from(is_wide) << 12 | last;
        start(function, of_width(op::ANDWri, op::ANDXri)).ops(&[stored, Operand::imm(ones)])
    } else {
        let extract = start(function, of_width(op::UBFMWri, op::UBFMXri));
        extract.ops(&[stored, Operand::imm(first), Operand::imm(last)])
    };
    build.insert_before(load.inst);
}

/// The 64-bit register of which `register` is the lower half.
fn whole_register(register: PhysReg) -> PhysReg {
    TARGET.matching_super_reg(register, sub::SUB_32, class::GPR64)
}
