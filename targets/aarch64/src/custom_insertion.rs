//! Pseudo instructions that are expanded after selection.
//!
//! ```text
//!   bb.0:                                 bb.0:
//!     %3 = F128CSEL %1, %2, 0               Bcc 0, %bb.1
//!     rest                                  B %bb.2
//!                                         bb.1:                  (falls through)
//!                                         bb.2:
//!                                           %3 = PHI %1, %bb.1, %2, %bb.0
//!                                           rest
//!
//!     PROBED_STACKALLOC_DYN %1            bb.1:
//!     rest                                  $sp = SUB $sp, 4096
//!                                           SUBS $sp, %1
//!                                           Bcc le, %bb.3
//!                                         bb.2:
//!                                           STR $xzr, [$sp]
//!                                           B %bb.1
//!                                         bb.3:
//!                                           $sp = ADD %1, 0
//!                                           LDR [$sp]
//!                                           rest
//! ```

use avarice_mir::{
    Block, BranchProbability, InsertPoint, Inst, InstBuilder, MachineFunction, Operand,
    OperandFlags, Reg, StackProbe,
};
use avarice_target::LaneMask;

use crate::frame::{LESS_OR_EQUAL, WHOLE_REGISTER};
use crate::{op, reg};

/// How far apart pages are touched where the function does not say.
const PAGE: u64 = 4096;

/// Expands `inst` and returns the block that the code after it is in; `None` if there is no expansion.
pub fn expand(function: &mut MachineFunction, inst: Inst) -> Option<Block> {
    let block = function.inst_block(inst)?;
    match function.opcode(inst) {
        op::F128CSEL => Some(expand_select(function, block, inst)),
        op::PROBED_STACKALLOC_DYN => Some(expand_allocation(function, block, inst)),
        op::STATEPOINT => {
            let clobbered = OperandFlags::DEAD | OperandFlags::EARLY_CLOBBER;
            function.push_operand(inst, Operand::implicit_def(reg::LR).with(clobbered));
            Some(block)
        }
        op::CATCHRET => Some(block),
        _ => None,
    }
}

/// A branch around a block that only says which of two values it is.
fn expand_select(function: &mut MachineFunction, block: Block, select: Inst) -> Block {
    let [dst, yes, no] = [0, 1, 2].map(|at| function.operand(select, at).as_reg());
    let condition = function.operand(select, 3).detached();
    let location = function.debug_loc(select);
    let is_last_use = function
        .operands(select)
        .iter()
        .any(|flags| flags.as_reg() == reg::NZCV.into() && flags.has(OperandFlags::KILL));
    let other = function.create_block_after(block, block);
    let join = function.create_block_after(other, block);
    if let Some(rest) = function.next_inst(select) {
        function.splice_tail(rest, join);
    }
    function.transfer_successors_and_phis(block, join);
    let branch = InstBuilder::new(function, op::Bcc).location(location);
    branch.op(condition).block(other).append(block);
    let jump = InstBuilder::new(function, op::B).location(location);
    jump.block(join).append(block);
    for (from, to) in [(block, other), (block, join), (other, join)] {
        function.add_edge(from, to, Some(BranchProbability::UNKNOWN));
    }
    if !is_last_use {
        for entered in [other, join] {
            function.blocks[entered]
                .live_ins
                .push((reg::NZCV, LaneMask::ALL));
        }
    }
    let start = InsertPoint::at_start(function, join);
    let phi = InstBuilder::new(function, op::PHI).location(location);
    let phi = phi.def(dst).reg(yes).block(other).reg(no).block(block);
    phi.insert_at(start);
    function.remove_inst(select);
    join
}

/// Moves the stack pointer down to a place step by step, and touches the stack after each.
fn expand_allocation(function: &mut MachineFunction, block: Block, inst: Inst) -> Block {
    let location = function.debug_loc(inst);
    let place = function.operand(inst, 0).as_reg();
    let size = match function.target_info.stack_probe {
        StackProbe::Inline(size) | StackProbe::Call(_, size) => size,
        StackProbe::None => PAGE,
    };
    let test = function.create_block_after(block, block);
    let body = function.create_block_after(test, block);
    let rest = function.create_block_after(body, block);
    if let Some(next) = function.next_inst(inst) {
        function.splice_tail(next, rest);
    }
    function.transfer_successors_and_phis(block, rest);
    function.remove_inst(inst);
    let stack = Reg::from(reg::SP);
    // Both parts of the size, as far as there are any.
    for (part, shift) in [(size >> 12, 12), (size & 0xfff, 0)] {
        if part != 0 {
            let down = InstBuilder::new(function, op::SUBXri).location(location);
            let down = down.def(stack).reg(stack).imm(part as i64).imm(shift);
            down.append(test);
        }
    }
    let compare = InstBuilder::new(function, op::SUBSXrx64).location(location);
    let compare = compare.def(reg::XZR).reg(stack).reg(place);
    compare.imm(WHOLE_REGISTER).append(test);
    let leave = InstBuilder::new(function, op::Bcc).location(location);
    leave.imm(LESS_OR_EQUAL).block(rest).append(test);
    let touch = InstBuilder::new(function, op::STRXui).location(location);
    touch.reg(reg::XZR).reg(stack).imm(0).append(body);
    let again = InstBuilder::new(function, op::B).location(location);
    again.block(test).append(body);
    let first = function.blocks[rest].first.expand();
    let down = InstBuilder::new(function, op::ADDXri).location(location);
    let down = down.def(stack).reg(place).imm(0).imm(0);
    down.insert_at(InsertPoint::new(rest, first));
    let touch = InstBuilder::new(function, op::LDRXui).location(location);
    let touch = touch.def(reg::XZR).reg(stack).imm(0);
    touch.insert_at(InsertPoint::new(rest, first));
    for (from, to) in [(test, rest), (test, body), (body, test), (block, test)] {
        function.add_edge(from, to, Some(BranchProbability::UNKNOWN));
    }
    rest
}
