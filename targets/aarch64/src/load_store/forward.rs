//! Store forwarding: loads of what was just stored become copies, or parts, of the stored value.
//!
//! ```text
//!   str x8, [x0, #8]            str x8, [x0, #8]
//!   ldr w9, [x0, #12]           lsr x9, x8, #32
//! ```

use avarice_mir::{Inst, InstBuilder, MachineFunction, Operand};
use avarice_target::{InstrFlags, Opcode, PhysReg};
use smallvec::SmallVec;

use super::between::Between;
use super::{Access, SEARCH_DISTANCE, access, forget_kills, without_kill};
use crate::immediates::logical_bits;
use crate::{TARGET, class, op, reg, sub};

/// Replaces a load of an integer; returns where to go on.
pub(super) fn replace(function: &mut MachineFunction, inst: Inst) -> Option<Option<Inst>> {
    let load = access(function, inst)?;
    if !matches!(
        function.opcode(inst),
        op::LDRBBui
            | op::LDURBBi
            | op::LDRHHui
            | op::LDURHHi
            | op::LDRWui
            | op::LDURWi
            | op::LDRXui
            | op::LDURXi
    ) {
        return None;
    }
    let store = stored(function, &load)?;
    let next = function.next_inst(inst);
    let is_wide = TARGET.class(class::GPR64).contains(store.register);
    forget_kills(function, store.inst, inst, &[store.register]);
    if load.form.size < 8 || store.register != load.register {
        copy_part(function, &load, &store, is_wide);
    }
    function.remove_inst(inst);
    Some(next)
}

/// The store before `load` that writes all that it loads, if the stored register still has it.
fn stored(function: &MachineFunction, load: &Access) -> Option<Access> {
    let store = candidate(function, load)?;
    let mut between = Between::default();
    let mut cursor = function.next_inst(store.inst);
    while let Some(inst) = cursor.filter(|inst| *inst != load.inst) {
        if !function.is_debug(inst) && !between.add(function, inst) {
            return None;
        }
        cursor = function.next_inst(inst);
    }
    let stays = !between.writes(store.register) && !between.writes(load.base);
    (stays && between.allows(function, load)).then_some(store)
}

/// The last store of a general register at the place that `load` loads.
fn candidate(function: &MachineFunction, load: &Access) -> Option<Access> {
    let general = [class::GPR64, class::GPR32].map(|class| TARGET.class(class));
    let mut cursor = function.prev_inst(load.inst);
    let mut distance = 0;
    while let Some(inst) = cursor.filter(|_| distance < SEARCH_DISTANCE) {
        cursor = function.prev_inst(inst);
        distance += usize::from(!function.is_debug(inst));
        if function.desc(inst).has(InstrFlags::CALL) {
            return None;
        }
        if let Some(store) = access(function, inst)
            && !store.is_load
            && store.base == load.base
            && store.offset <= load.offset
            && load.end() <= store.end()
        {
            let is_general = general.iter().any(|class| class.contains(store.register));
            return is_general.then_some(store);
        }
    }
    None
}

/// Copies the bytes that `load` loads out of the register that `store` stores.
fn copy_part(function: &mut MachineFunction, load: &Access, store: &Access, is_wide: bool) {
    let first = 8 * (load.offset - store.offset);
    let last = first + 8 * load.form.size - 1;
    let is_zero = store.register == if is_wide { reg::XZR } else { reg::WZR };
    let is_whole = load.form.size == store.form.size && load.form.size >= 4;
    let dst = match is_wide && load.form.size < 8 {
        true => whole_register(load.register),
        false => load.register,
    };
    let source = Operand::reg(store.register);
    let (opcode, operands): (_, [Operand; 3]) = if is_whole || is_zero {
        let (opcode, zero) = match is_wide {
            false => (op::ORRWrs, reg::WZR),
            true => (op::ORRXrs, reg::XZR),
        };
        (opcode, [Operand::reg(zero), source, Operand::imm(0)])
    } else if first == 0 {
        let ones = u64::MAX >> (63 - last);
        let (opcode, repeated) = match is_wide {
            false => (op::ANDWri, ones | ones << 32),
            true => (op::ANDXri, ones),
        };
        let operands = [source, Operand::imm(logical_bits(repeated))];
        return build(function, load, opcode, dst, &operands);
    } else {
        let opcode = if is_wide { op::UBFMXri } else { op::UBFMWri };
        (opcode, [source, Operand::imm(first), Operand::imm(last)])
    };
    build(function, load, opcode, dst, &operands);
}

fn build(
    function: &mut MachineFunction,
    load: &Access,
    opcode: Opcode,
    dst: PhysReg,
    operands: &[Operand],
) {
    let location = function.debug_loc(load.inst);
    let implicit: SmallVec<[Operand; 2]> = function.operands(load.inst)[3..]
        .iter()
        .map(|operand| without_kill(operand.detached()))
        .collect();
    let mut build = InstBuilder::new(function, opcode)
        .def(dst)
        .ops(operands)
        .location(location);
    for operand in implicit {
        build = build.extra(operand);
    }
    build.insert_before(load.inst);
}

/// The 64-bit register of which `register` is the lower half.
fn whole_register(register: PhysReg) -> PhysReg {
    let mut candidates = TARGET.class(class::GPR64).order.iter().copied();
    let found = candidates.find(|whole| TARGET.sub_reg(*whole, sub::SUB_32) == register);
    found.unwrap_or(register)
}
