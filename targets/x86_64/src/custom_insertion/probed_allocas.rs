//! `PROBED_ALLOCA`: room on the stack that is touched page by page before anything else is there.
//!
//! ```text
//!   %1 = PROBED_ALLOCA_64 %0        %2 = COPY $rsp
//!   rest                            %3 = SUB64rr %2, %0
//!                                 test:
//!                                   CMP64rr %3, $rsp
//!                                   JCC_1 rest, ge
//!                                 body:
//!                                   XOR64mi32 [$rsp], 0
//!                                   $rsp = SUB64ri32 $rsp, 4096
//!                                   JMP_1 test
//!                                 rest:
//!                                   %1 = COPY %3
//!                                   rest
//! ```
//!
//! A page is touched before the stack pointer moves, where the prologue touches after: never is more than a page untouched
//! between the two.

use avarice_mir::{
    Block, BranchProbability, InsertPoint, Inst, InstBuilder, MachineFunction, Reg, StackProbe,
};

use crate::condition::Cond;
use crate::{class, op, reg};

/// How far apart pages are touched where the function does not say.
const PAGE: u64 = 4096;

/// Expands `inst`; returns the block that the code after it is in.
pub fn expand(function: &mut MachineFunction, block: Block, inst: Inst) -> Block {
    let location = function.debug_loc(inst);
    let test = function.create_block_after(block, block);
    let body = function.create_block_after(test, block);
    let rest = function.create_block_after(body, block);
    let dst = function.operand(inst, 0).as_reg();
    let bytes = function.operand(inst, 1).as_reg();
    let [top, end] = [(); 2].map(|()| function.create_vreg(class::GR64));
    let copy = InstBuilder::new(function, op::COPY).location(location);
    copy.def(top).reg(reg::RSP).insert_before(inst);
    let below = InstBuilder::new(function, op::SUB64rr).location(location);
    below.def(end).reg(top).reg(bytes).insert_before(inst);
    if let Some(next) = function.next_inst(inst) {
        function.splice_tail(next, rest);
    }
    function.transfer_successors_and_phis(block, rest);
    function.remove_inst(inst);
    let compare = InstBuilder::new(function, op::CMP64rr).location(location);
    compare.reg(end).reg(reg::RSP).append(test);
    let leave = InstBuilder::new(function, op::JCC_1).location(location);
    leave.block(rest).imm(Cond::GE as i64).append(test);
    let touch = InstBuilder::new(function, op::XOR64mi32).location(location);
    let touch = touch.reg(reg::RSP).imm(1).reg(Reg::NONE).imm(0);
    touch.reg(Reg::NONE).imm(0).append(body);
    let size = match function.target_info.stack_probe {
        StackProbe::Inline(size) | StackProbe::Call(_, size) => size,
        StackProbe::None => PAGE,
    };
    let down = InstBuilder::new(function, op::SUB64ri32).location(location);
    let down = down.def(reg::RSP).reg(reg::RSP).imm(size as i64);
    down.append(body);
    let again = InstBuilder::new(function, op::JMP_1).location(location);
    again.block(test).append(body);
    let at_start = InsertPoint::at_start(function, rest);
    let copy = InstBuilder::new(function, op::COPY).location(location);
    copy.def(dst).reg(end).insert_at(at_start);
    for (from, to) in [(block, test), (test, body), (test, rest), (body, test)] {
        function.add_edge(from, to, Some(BranchProbability::UNKNOWN));
    }
    rest
}
