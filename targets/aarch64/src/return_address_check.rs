//! Checks of authenticated return addresses before tail calls (`-aarch64-authenticated-lr-check-method`).
//!
//! The function that is called may sign the return address again. If it was not right, and authentication has not trapped,
//! that would make a signature for a wrong address:
//!
//! ```text
//!   AUTIASP                       AUTIASP
//!   TCRETURNdi @g        ─▶       $x16 = EORXrs $lr, $lr, 1      the two high bits are the same in an address
//!                                 TBNZX $x16, 62, %bb.3
//!                                 TCRETURNdi @g
//!                               bb.3:
//!                                 BRK 50288
//! ```

use avarice_machine::pass::ReturnAddressCheck;
use avarice_mir::inst_facts::reads_phys_reg;
use avarice_mir::{Block, InsertPoint, Inst, InstBuilder, MachineFunction};
use avarice_mir::{MemFlags, MemOperand, MemPointer};
use avarice_target::PhysReg;

use crate::condition::Cc;
use crate::{op, reg};

/// What a trap for a wrong address says; one more for the second key.
const WRONG_ADDRESS: i64 = 0xc470;
/// A bit that differs from the one above it in no valid address, once both are compared.
const TESTED_BIT: i64 = 62;

/// Puts checks before all tail calls.
pub(crate) fn check_before_tail_calls(function: &mut MachineFunction, method: ReturnAddressCheck) {
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        let call = function.first_terminator(block);
        if let Some(call) = call.filter(|inst| is_tail_call(function, *inst)) {
            check(function, block, call, method);
        }
    }
}

fn is_tail_call(function: &MachineFunction, inst: Inst) -> bool {
    matches!(
        function.opcode(inst),
        op::TCRETURNdi
            | op::TCRETURNri
            | op::TCRETURNriALL
            | op::TCRETURNrix16x17
            | op::TCRETURNrix17
            | op::TCRETURNrinotx16
    )
}

fn check(function: &mut MachineFunction, block: Block, call: Inst, method: ReturnAddressCheck) {
    // The call reads at most one of them.
    let (free, half) = match reads_phys_reg(function, call, reg::X16) {
        true => (reg::X17, reg::W17),
        false => (reg::X16, reg::W16),
    };
    match method {
        ReturnAddressCheck::None => {}
        ReturnAddressCheck::Load => {
            let flags = MemFlags::LOAD | MemFlags::VOLATILE;
            let mem = MemOperand::new(flags, MemPointer::Unknown, 0, 4, 4);
            before(function, call, op::LDRWui)
                .def(half)
                .reg(reg::LR)
                .imm(0)
                .mem(mem)
                .insert_before(call);
        }
        ReturnAddressCheck::HighBits => {
            let trap = add_trap(function, block);
            before(function, call, op::EORXrs)
                .def(free)
                .reg(reg::LR)
                .reg(reg::LR)
                .imm(1)
                .insert_before(call);
            before(function, call, op::TBNZX)
                .reg(free)
                .imm(TESTED_BIT)
                .block(trap)
                .insert_before(call);
        }
        ReturnAddressCheck::Strip => {
            let trap = add_trap(function, block);
            compare_stripped(function, call, free, trap);
        }
    }
}

/// Compares the return address with itself without signature.
fn compare_stripped(function: &mut MachineFunction, call: Inst, free: PhysReg, trap: Block) {
    before(function, call, op::ORRXrs)
        .def(free)
        .reg(reg::XZR)
        .reg(reg::LR)
        .imm(0)
        .insert_before(call);
    before(function, call, op::XPACLRI).insert_before(call);
    before(function, call, op::SUBSXrs)
        .def(reg::XZR)
        .reg(free)
        .reg(reg::LR)
        .imm(0)
        .insert_before(call);
    before(function, call, op::Bcc)
        .imm(Cc::Ne.imm())
        .block(trap)
        .insert_before(call);
}

/// An instruction with the location of `call`.
fn before(
    function: &mut MachineFunction,
    call: Inst,
    opcode: avarice_target::Opcode,
) -> InstBuilder<'_> {
    let location = function.debug_loc(call);
    InstBuilder::new(function, opcode).location(location)
}

/// A block at the end that traps, to which `block` may go.
fn add_trap(function: &mut MachineFunction, block: Block) -> Block {
    let trap = function.append_block();
    function.blocks[trap].ir_block = function.blocks[block].ir_block;
    function.add_edge(block, trap, None);
    let key = i64::from(function.target_info.protection.signs_with_b_key);
    InstBuilder::new(function, op::BRK)
        .imm(WRONG_ADDRESS + key)
        .insert_at(InsertPoint::new(trap, None));
    trap
}
