//! Stores of zeros to neighbours become one store of twice the size.

use avarice_mir::{Inst, MachineFunction, Operand};
use avarice_target::PhysReg;

use super::forms::{Access, Form, Mode, form_of};
use super::pair::{Direction, Goal, find_partner};
use super::{Context, Outcome, Scratch, after_both, can_merge, create_merged};
use crate::{op, reg};

/// The store of twice the size, and the register of zeros that it stores.
fn doubled(form: &Form) -> Option<(&'static Form, PhysReg)> {
    let (opcode, zero) = match form.scaled {
        op::STRBBui => (op::STRHHui, reg::WZR),
        op::STRHHui => (op::STRWui, reg::WZR),
        op::STRWui => (op::STRXui, reg::XZR),
        _ => return None,
    };
    Some((form_of(opcode)?, zero))
}

/// Merges a store of zeros with a later one of the bytes beside it.
pub(super) fn merge(
    function: &mut MachineFunction,
    context: &Context<'_>,
    scratch: &mut Scratch,
    inst: Inst,
) -> Outcome {
    let is_zeros = |store: &Access| {
        store.register == reg::WZR && matches!(store.mode, Mode::Scaled | Mode::Unscaled)
    };
    let Some(first) = Access::of(function, inst).filter(is_zeros) else {
        return Outcome::Unchanged;
    };
    let Some((form, zero)) = doubled(first.form) else {
        return Outcome::Unchanged;
    };
    if !can_merge(function, context, &first) {
        return Outcome::Unchanged;
    }
    let Some(partner) = find_partner(function, context, scratch, &first, Goal::Wider) else {
        return Outcome::Unchanged;
    };
    let second = partner.access;
    let next = after_both(function, inst, second.inst);
    let low = first.offset().min(second.offset());
    let (opcode, number) = match first.mode {
        Mode::Scaled => (form.scaled, low / form.size),
        _ => (form.unscaled, low),
    };
    let place = match partner.direction {
        Direction::IntoSecond => second.inst,
        Direction::IntoFirst => first.inst,
    };
    let base = function.operand(place, 1).detached();
    let operands = [Operand::reg(zero), base, Operand::imm(number)];
    let made = create_merged(function, opcode, &operands, [first.inst, second.inst]);
    function.insert_before(place, made);
    function.remove_inst(first.inst);
    function.remove_inst(second.inst);
    Outcome::GoOn(next)
}
