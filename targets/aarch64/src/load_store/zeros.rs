//! Stores of zeros to neighbours become one store of twice the size.

use avarice_mir::{Inst, InstBuilder, MachineFunction, MemOperand, Operand};
use avarice_target::PhysReg;
use smallvec::SmallVec;

use super::pair::{find_partner, mem_operands};
use super::{Access, FORMS, Form, access, without_kill};
use crate::{op, reg};

/// The store of twice the size, and the register of zeros that it stores.
fn doubled(form: &Form) -> Option<(&'static Form, PhysReg)> {
    let (opcode, zero) = match form.scaled {
        op::STRBBui => (op::STRHHui, reg::WZR),
        op::STRHHui => (op::STRWui, reg::WZR),
        op::STRWui => (op::STRXui, reg::XZR),
        _ => return None,
    };
    let form = FORMS.iter().find(|form| form.scaled == opcode)?;
    Some((form, zero))
}

/// Merges a store of zeros with a later one of the bytes beside it; returns where to go on.
pub(super) fn merge(function: &mut MachineFunction, inst: Inst) -> Option<Option<Inst>> {
    let first = access(function, inst)?;
    let (form, zero) = doubled(first.form)?;
    if first.register != reg::WZR {
        return None;
    }
    let partner = find_partner(function, first, |second| {
        let low = first.offset.min(second.offset);
        second.register == reg::WZR
            && second.form.scaled == first.form.scaled
            && second.base == first.base
            && (first.offset - second.offset).abs() == first.form.size
            && low % form.size == 0
            && (-256..4096 * form.size).contains(&low)
    })?;
    let low = match first.offset < partner.second.offset {
        true => first,
        false => partner.second,
    };
    let place = if partner.moves_up {
        inst
    } else {
        partner.second.inst
    };
    let made = build(function, place, (first, partner.second), low, (form, zero));
    function.remove_inst(first.inst);
    function.remove_inst(partner.second.inst);
    // It may be one of two itself.
    Some(Some(made))
}

fn build(
    function: &mut MachineFunction,
    place: Inst,
    (first, second): (Access, Access),
    low: Access,
    (form, zero): (&Form, PhysReg),
) -> Inst {
    let (opcode, number) = match low.offset >= 0 {
        true => (form.scaled, low.offset / form.size),
        false => (form.unscaled, low.offset),
    };
    let base = without_kill(function.operand(first.inst, 1).detached());
    let location = function.debug_loc(first.inst);
    let mem: SmallVec<[MemOperand; 2]> = mem_operands(function, [first.inst, second.inst]);
    let mut build = InstBuilder::new(function, opcode)
        .location(location)
        .op(Operand::reg(zero))
        .op(base)
        .imm(number);
    for operand in mem {
        build = build.mem(operand);
    }
    build.insert_before(place)
}
