//! Addresses of symbols: the page, then the place in the page.

use avarice_ir::CodeModel;
use avarice_mir::{Inst, MachineFunction, Operand, OperandFlags};

use super::{explicit, insert, replace, transfer_implicit};
use crate::op;
use crate::target_flags::{G3, NC, PAGE, PAGEOFF, PREL, TAGGED};

/// What is added to a tagged symbol, so that the distance to it is positive.
const TAG_BIAS: i64 = 0x1_0000_0000;

/// `adrp` and `add` of the two halves of an address. A tagged symbol has its tag in the uppermost chunk.
pub(super) fn of_symbol(function: &mut MachineFunction, inst: Inst) {
    let [dst, page, low] = explicit(function, inst);
    let defined = Operand::def(dst.as_reg());
    let base = Operand::reg(dst.as_reg());
    let first = insert(function, inst, op::ADRP, &[defined, page]);
    if page.target_flags() & TAGGED != 0 {
        let mut tag = page.with_target_flags(PREL | G3);
        tag.set_offset(TAG_BIAS);
        let shift = Operand::imm(48);
        insert(function, inst, op::MOVKXi, &[defined, base, tag, shift]);
    }
    let last = insert(
        function,
        inst,
        op::ADDXri,
        &[dst, base, low, Operand::imm(0)],
    );
    transfer_implicit(function, inst, (first, last));
    function.remove_inst(inst);
}

/// The pointer in the global offset table.
pub(super) fn got_entry(function: &mut MachineFunction, inst: Inst) {
    let [dst, symbol] = explicit(function, inst);
    let flags = symbol.target_flags();
    let defined = Operand::def(dst.as_reg());
    if function.target_info.code_model == CodeModel::Tiny {
        replace(function, inst, &[(op::LDRXl, &[defined, symbol])]);
        return;
    }
    let base = Operand::reg(dst.as_reg()).with(OperandFlags::KILL);
    let page = symbol.with_target_flags(flags | PAGE);
    let low = symbol.with_target_flags(flags | PAGEOFF | NC);
    let first = insert(function, inst, op::ADRP, &[defined, page]);
    let last = insert(function, inst, op::LDRXui, &[dst, base, low]);
    transfer_implicit(function, inst, (first, last));
    function.remove_inst(inst);
}
