//! Checks of the types of called functions (KCFI).
//!
//! ```text
//!            .word number
//!   f:       …
//!
//!   KCFI_CHECK $x0, number:      ldur w16, [x0, #-4]
//!                                movk w17, …             both halves
//!                                cmp  w16, w17
//!                                b.eq pass
//!                                brk  #0x8220            says which registers
//!                        pass:   blr  x0
//! ```

use avarice_emit::{EmitError, FunctionContext, McOperand};
use avarice_mir::{Inst, InstBuilder, MachineFunction, OperandFlags};
use avarice_target::PhysReg;
use smallvec::smallvec;

use super::mc_inst::{McInst, McInsts};
use crate::{TARGET, op, reg, sub};

/// Inserts a check before `call`; `None` if it is no call through a register.
pub fn insert(function: &mut MachineFunction, call: Inst, number: u32) -> Option<Inst> {
    let through_register = matches!(
        function.opcode(call),
        op::BLR
            | op::BLRNoIP
            | op::TCRETURNri
            | op::TCRETURNrix16x17
            | op::TCRETURNrix17
            | op::TCRETURNrinotx16
    );
    if !through_register {
        return None;
    }
    let target = function.operand_mut(call, 0);
    target.set(OperandFlags::RENAMABLE, false);
    let target = target.as_reg();
    let location = function.debug_loc(call);
    InstBuilder::new(function, op::KCFI_CHECK)
        .location(location)
        .reg(target)
        .imm(number.into())
        .insert_before(call);
    Some(call)
}

/// The hardware's number of a register.
fn number_of(register: PhysReg) -> i64 {
    i64::from(TARGET.reg(register).encoding & 31)
}

/// The instructions of a check.
///
/// # Errors
/// If it is incomplete, or the number is out of reach.
pub fn lower(context: &FunctionContext<'_>, inst: Inst) -> Result<McInsts, EmitError> {
    const WORD: i64 = 4;
    /// Of the trap's reason.
    const BASE: i64 = 0x8000;
    let incomplete = || EmitError::unsupported("KCFI_CHECK with too few operands");
    let [target, number, ..] = context.function.operands(inst) else {
        return Err(incomplete());
    };
    let target = target.as_reg().as_physical().ok_or_else(incomplete)?;
    let number = number.as_imm().ok_or_else(incomplete)?;
    let offset = -(i64::from(context.room_before()) * WORD + WORD);
    if offset < -256 {
        let text = "check of a type that is so far before the function";
        return Err(EmitError::unsupported(text));
    }
    // The call is next: besides its target, it needs none of these.
    let scratch = [reg::W16, reg::W17].map(|scratch| {
        let is_target = TARGET.sub_reg(target, sub::SUB_32) == scratch;
        if is_target { reg::W9 } else { scratch }
    });
    let reason = BASE | number_of(scratch[1]) << 5 | number_of(target);
    let [found, wanted] = scratch.map(McOperand::Reg);
    let imm = McOperand::Imm;
    let half = |shift: i64| {
        let part = imm(number >> shift & 0xffff);
        McInst::new(op::MOVKWi, &[wanted, wanted, part, imm(shift)])
    };
    let zero = McOperand::Reg(reg::WZR);
    const EQUAL: i64 = 0;
    Ok(smallvec![
        McInst::new(op::LDURWi, &[found, McOperand::Reg(target), imm(offset)]),
        half(0),
        half(16),
        McInst::new(op::SUBSWrs, &[zero, found, wanted, imm(0)]),
        McInst::new(op::Bcc, &[imm(EQUAL), imm(2)]),
        McInst::new(op::BRK, &[imm(reason)]),
    ])
}
