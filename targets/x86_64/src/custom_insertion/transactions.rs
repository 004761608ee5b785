//! `XBEGIN`, which yields -1 where a transaction begins, and what the processor says in EAX where it was aborted.
//!
//! ```text
//!   %1 = XBEGIN             XBEGIN_4 %bb.2
//!   rest                  bb.1:
//!                           %2 = MOV32ri -1
//!                           JMP_1 %bb.3
//!                         bb.2:
//!                           XABORT_DEF
//!                           %3 = COPY $eax          (falls through)
//!                         bb.3:
//!                           %1 = PHI %2, %bb.1, %3, %bb.2
//!                           rest
//! ```

use avarice_mir::{Block, BranchProbability, InsertPoint, Inst, InstBuilder, MachineFunction};

use super::{flags_live_after, live_in};
use crate::{class, op, reg};

/// Expands `inst`; returns the block where control joins again.
pub fn expand(function: &mut MachineFunction, block: Block, inst: Inst) -> Block {
    let location = function.debug_loc(inst);
    let dst = function.operand(inst, 0).as_reg();
    let class = dst
        .as_virtual()
        .map_or(class::GR32, |dst| function.class(dst));
    let begun = function.create_block_after(block, block);
    let aborted = function.create_block_after(begun, block);
    let join = function.create_block_after(aborted, block);
    if flags_live_after(function, inst) {
        for entered in [begun, aborted, join] {
            live_in(function, entered, reg::EFLAGS);
        }
    }
    if let Some(rest) = function.next_inst(inst) {
        function.splice_tail(rest, join);
    }
    function.transfer_successors_and_phis(block, join);
    let [started, status] = [(); 2].map(|()| function.create_vreg(class));
    let start = InstBuilder::new(function, op::XBEGIN_4).location(location);
    start.block(aborted).append(block);
    let minus_one = InstBuilder::new(function, op::MOV32ri).location(location);
    minus_one.def(started).imm(-1).append(begun);
    let jump = InstBuilder::new(function, op::JMP_1).location(location);
    jump.block(join).append(begun);
    let abort = InstBuilder::new(function, op::XABORT_DEF).location(location);
    abort.append(aborted);
    let copy = InstBuilder::new(function, op::COPY).location(location);
    copy.def(status).reg(reg::EAX).append(aborted);
    for (from, to) in [
        (block, begun),
        (block, aborted),
        (begun, join),
        (aborted, join),
    ] {
        function.add_edge(from, to, Some(BranchProbability::UNKNOWN));
    }
    let at_start = InsertPoint::at_start(function, join);
    let phi = InstBuilder::new(function, op::PHI).location(location);
    let phi = phi.def(dst).reg(started).block(begun);
    phi.reg(status).block(aborted).insert_at(at_start);
    function.remove_inst(inst);
    join
}
