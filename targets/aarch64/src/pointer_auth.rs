//! Signs return addresses in prologues and checks them in epilogues.
//!
//! Frame lowering leaves a pseudo in each place; this pass puts instructions there:
//!
//! ```text
//!   PAUTH_PROLOGUE     [.cfi_b_key_frame]             the unwinder learns the key
//!                      paciasp or pacibsp
//!                      .cfi_negate_ra_state
//!   PAUTH_EPILOGUE     autiasp or autibsp
//!                      .cfi_negate_ra_state           only where rows are right after each instruction
//!   PAUTH_BLEND        mov, movk with the discriminator's number
//!   with a return      retaa or retab                 if the processor has them
//! ```

use avarice_mir::InsertPoint;
use avarice_mir::{Block, CfiInstruction, Inst, InstBuilder, MachineFunction, MiFlags, Operand};
use avarice_target::{InstrFlags, Opcode};

use crate::return_address_check;
use crate::subtarget::Features;
use crate::{op, reg};
use avarice_machine::pass::{MachinePass, MachineUnit, ReturnAddressCheck};
use avarice_trace::Log;

/// `aarch64-ptrauth`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    after: &["aarch64-sls-hardening"],
    ..MachinePass::new("aarch64-ptrauth", "AArch64 Pointer Authentication", || {
        Box::new(|unit: &mut MachineUnit<'_>, _: &mut Log<'_>| {
            run(&mut unit.function, unit.options.return_address_check);
            Ok(())
        })
    })
};

/// Expands the pseudos of frames that sign return addresses, and those of discriminators.
///
/// # Requires
/// Final frames; returns are `RET`.
///
/// # Ensures
/// No `PAUTH_PROLOGUE`, no `PAUTH_EPILOGUE`, no `PAUTH_BLEND`. In functions that authenticate return addresses, these are
/// checked before tail calls as `check` says.
///
/// # Preserves
/// The CFG but for traps of such checks, all values but the link register.
pub fn run(function: &mut MachineFunction, check: ReturnAddressCheck) {
    let mut has_authenticated = false;
    let signs = function.target_info.protection.signs_return_address;
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        let mut cursor = function.blocks[block].first.expand();
        while let Some(inst) = cursor {
            cursor = function.next_inst(inst);
            match function.opcode(inst) {
                op::PAUTH_BLEND => blend(function, block, inst),
                op::PAUTH_PROLOGUE if signs => sign(function, block, inst),
                op::PAUTH_EPILOGUE if signs => {
                    authenticate(function, block, inst);
                    has_authenticated = true;
                    // The return may be gone.
                    cursor = None;
                }
                _ => {}
            }
        }
    }
    if has_authenticated {
        return_address_check::check_before_tail_calls(function, check);
    }
}

/// Puts the number of a discriminator into the upper 16 bits of its address.
fn blend(function: &mut MachineFunction, block: Block, pseudo: Inst) {
    let [result, address, number] = [0, 1, 2].map(|index| *function.operand(pseudo, index));
    let location = function.debug_loc(pseudo);
    let at = InsertPoint::new(block, Some(pseudo));
    let (result, address) = (result.as_reg(), address.as_reg());
    if result != address {
        InstBuilder::new(function, op::ORRXrs)
            .def(result)
            .reg(reg::XZR)
            .reg(address)
            .imm(0)
            .location(location)
            .insert_at(at);
    }
    InstBuilder::new(function, op::MOVKXi)
        .def(result)
        .reg(result)
        .op(number)
        .imm(48)
        .location(location)
        .insert_at(at);
    function.remove_inst(pseudo);
}

/// An instruction of the frame before `before`.
fn emit(function: &mut MachineFunction, at: InsertPoint, opcode: Opcode, flags: MiFlags) -> Inst {
    let is_setup = flags.contains(MiFlags::FRAME_SETUP);
    // The first location is to be that of the body.
    let location = at.before.filter(|_| !is_setup);
    let location = location.and_then(|inst| function.debug_loc(inst).expand());
    InstBuilder::new(function, opcode)
        .flags(flags)
        .location(location.into())
        .insert_at(at)
}

/// The row that says that the return address changes between signed and not signed.
fn emit_row(function: &mut MachineFunction, at: InsertPoint, flags: MiFlags) {
    let index = function.cfi.push(CfiInstruction::NegateRaState);
    InstBuilder::new(function, avarice_target::op::CFI_INSTRUCTION)
        .op(Operand::cfi(index))
        .flags(flags)
        .insert_at(at);
}

fn sign(function: &mut MachineFunction, block: Block, pseudo: Inst) {
    let info = &function.target_info;
    let (protection, has_rows) = (info.protection, info.needs_frame_moves);
    let flags = MiFlags::FRAME_SETUP;
    let opcode = match protection.signs_with_b_key {
        true => {
            emit(
                function,
                InsertPoint::new(block, Some(pseudo)),
                op::EMITBKEY,
                flags,
            );
            op::PACIBSP
        }
        false => op::PACIASP,
    };
    emit(
        function,
        InsertPoint::new(block, Some(pseudo)),
        opcode,
        flags,
    );
    let mut place = function.next_inst(pseudo);
    function.remove_inst(pseudo);
    if !has_rows {
        return;
    }
    if !protection.has_exact_rows {
        // Among the other rows of the prologue, so that it takes no advance of its own.
        let mut next = place;
        while let Some(inst) = next {
            if function.opcode(inst) == avarice_target::op::CFI_INSTRUCTION
                && function.insts[inst].flags.contains(MiFlags::FRAME_SETUP)
            {
                place = next;
                break;
            }
            next = function.next_inst(inst);
        }
    }
    emit_row(function, InsertPoint::new(block, place), flags);
}

fn authenticate(function: &mut MachineFunction, block: Block, pseudo: Inst) {
    let protection = function.target_info.protection;
    let has_combined = Features::of(function).contains(Features::PAUTH);
    let flags = MiFlags::FRAME_DESTROY;
    let is_terminator = |inst: &Inst| function.desc(*inst).has(InstrFlags::TERMINATOR);
    let end = function.block_insts(block).find(is_terminator);
    let end = end.filter(|inst| function.opcode(*inst) == op::RET);
    match end {
        Some(ret) if has_combined && !protection.shadow_call_stack => {
            let opcode = match protection.signs_with_b_key {
                true => op::RETAB,
                false => op::RETAA,
            };
            let made = emit(function, InsertPoint::new(block, Some(ret)), opcode, flags);
            for at in 0..function.num_operands(pseudo) {
                let operand = function.operand(pseudo, at).detached();
                function.push_operand(made, operand);
            }
            function.remove_inst(ret);
        }
        _ => {
            let opcode = match protection.signs_with_b_key {
                true => op::AUTIBSP,
                false => op::AUTIASP,
            };
            emit(
                function,
                InsertPoint::new(block, Some(pseudo)),
                opcode,
                flags,
            );
            if protection.has_exact_rows && function.target_info.needs_frame_moves {
                emit_row(function, InsertPoint::new(block, Some(pseudo)), flags);
            }
        }
    }
    function.remove_inst(pseudo);
}
