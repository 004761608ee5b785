//! Conditional moves of registers that the machine has none for: a branch around a block that only says which value it
//! is. Selects on one condition share the branch:
//!
//! ```text
//!   %3 = CMOV_FR64 %1, %2, 4          JCC_1 %bb.2, 4
//!   %6 = CMOV_FR64 %3, %5, 4        bb.1:                  (falls through)
//!   rest                            bb.2:
//!                                     %3 = PHI %1, %bb.1, %2, %bb.0
//!                                     %6 = PHI %1, %bb.1, %5, %bb.0     (what %3 is there)
//!                                     rest
//! ```
//!
//! Two selects on different conditions of the same value, of which the second reads the first, are one PHI:
//!
//! ```text
//!   %3 = CMOV_FR64 %1, %2, 5          JCC_1 %bb.3, 5
//!   %4 = CMOV_FR64 killed %3, %2, 10  bb.1:
//!   rest                              JCC_1 %bb.3, 10
//!                                   bb.2:                  (falls through)
//!                                   bb.3:
//!                                     %4 = PHI %1, %bb.2, %2, %bb.0, %2, %bb.1
//!                                     rest
//! ```

use avarice_mir::{
    Block, BranchProbability, CallFrameChange, InsertPoint, Inst, InstBuilder, MachineFunction,
    OperandFlags, Reg, inst_facts, inst_flags,
};
use avarice_target::Opcode;

use super::{flags_live_after, live_in};
use crate::condition::Cond;
use crate::{call_frame, op, reg};

/// Whether an instruction is a conditional move that the machine does not have.
pub fn is_select(opcode: Opcode) -> bool {
    matches!(
        opcode,
        op::CMOV_FR16
            | op::CMOV_FR16X
            | op::CMOV_FR32
            | op::CMOV_FR32X
            | op::CMOV_FR64
            | op::CMOV_FR64X
            | op::CMOV_GR8
            | op::CMOV_GR16
            | op::CMOV_GR32
            | op::CMOV_RFP32
            | op::CMOV_RFP64
            | op::CMOV_RFP80
            | op::CMOV_VR64
            | op::CMOV_VR128
            | op::CMOV_VR128X
            | op::CMOV_VR256
            | op::CMOV_VR256X
            | op::CMOV_VR512
            | op::CMOV_VK1
            | op::CMOV_VK2
            | op::CMOV_VK4
            | op::CMOV_VK8
            | op::CMOV_VK16
            | op::CMOV_VK32
            | op::CMOV_VK64
    )
}

/// What is selected: the value if the condition does not hold, the value if it does.
#[derive(Clone, Copy)]
struct Arms {
    no: Reg,
    yes: Reg,
}

impl Arms {
    fn of(function: &MachineFunction, select: Inst) -> Self {
        let [no, yes] = [1, 2].map(|at| function.operand(select, at).as_reg());
        Self { no, yes }
    }
}

fn condition(function: &MachineFunction, select: Inst) -> Option<Cond> {
    let number = function.operands(select).get(3)?.as_imm()?;
    Cond::from_number(number)
}

/// Expands `first` and the selects after it that share its branch; returns the block where control joins again. `None`
/// if its condition is none.
pub fn expand(function: &mut MachineFunction, block: Block, first: Inst) -> Option<Block> {
    let condition_of_first = condition(function, first)?;
    let mut last = first;
    let mut next = next_code(function, first);
    while let Some(select) = next.filter(|inst| is_select(function.opcode(*inst)))
        && let Some(other) = condition(function, select)
        && (other == condition_of_first || other == condition_of_first.inverse())
    {
        last = select;
        next = next_code(function, select);
    }
    if let Some(second) = next.filter(|next| last == first && is_cascade(function, first, *next)) {
        return Some(expand_cascade(function, block, first, second));
    }
    let other = function.create_block_after(block, block);
    let join = function.create_block_after(other, block);
    let call_frame = call_frame_size(function, block, first);
    for entered in [other, join] {
        function.blocks[entered].call_frame_size = call_frame;
    }
    if outlives_flags(function, last) {
        live_in(function, other, reg::EFLAGS);
        live_in(function, join, reg::EFLAGS);
    }
    let selects = move_rest(function, (first, last), join);
    function.transfer_successors_and_phis(block, join);
    add_edges(function, &[(block, other), (block, join), (other, join)]);
    let location = function.debug_loc(first);
    let branch = InstBuilder::new(function, op::JCC_1).location(location);
    let branch = branch.block(join).imm(condition_of_first.number());
    branch.append(block);
    insert_phis(function, &selects, [block, other, join]);
    for select in selects {
        function.remove_inst(select);
    }
    Some(join)
}

/// The instruction after `inst` that is code.
fn next_code(function: &MachineFunction, inst: Inst) -> Option<Inst> {
    let mut next = function.next_inst(inst);
    while let Some(debug) = next.filter(|inst| inst_facts::is_debug_or_probe(function, *inst)) {
        next = function.next_inst(debug);
    }
    next
}

/// Whether `second` chooses between the result of `first`, which nothing else reads, and the same value.
fn is_cascade(function: &MachineFunction, first: Inst, second: Inst) -> bool {
    if function.opcode(first) != function.opcode(second) || condition(function, second).is_none() {
        return false;
    }
    let (outer, inner) = (Arms::of(function, second), Arms::of(function, first));
    outer.yes == inner.yes
        && outer.no == function.operand(first, 0).as_reg()
        && function.operand(second, 1).has(OperandFlags::KILL)
}

/// Whether what is after `last` may read the flags.
fn outlives_flags(function: &MachineFunction, last: Inst) -> bool {
    !inst_flags::kills(function, last, reg::EFLAGS.into()) && flags_live_after(function, last)
}

/// The bytes of the call frame that is set up before `inst`.
pub fn call_frame_size(function: &MachineFunction, block: Block, inst: Inst) -> u32 {
    let mut earlier = function.prev_inst(inst);
    while let Some(inst) = earlier {
        match call_frame::change(function, inst) {
            Some(CallFrameChange::SetUp(bytes)) => {
                return u32::try_from(bytes).unwrap_or(u32::MAX);
            }
            Some(CallFrameChange::Destroy(_)) => return 0,
            None => earlier = function.prev_inst(inst),
        }
    }
    function.blocks[block].call_frame_size
}

/// Moves what is not a select from the first to the last of `range`, and all that is after them, to `join`. Returns the
/// selects.
fn move_rest(function: &mut MachineFunction, range: (Inst, Inst), join: Block) -> Vec<Inst> {
    let (first, last) = range;
    let mut selects = Vec::new();
    let mut next = Some(first);
    while let Some(inst) = next {
        next = function.next_inst(inst).filter(|_| inst != last);
        match is_select(function.opcode(inst)) {
            true => selects.push(inst),
            false => function.splice(inst, InsertPoint::at_end(join)),
        }
    }
    if let Some(rest) = function.next_inst(last) {
        function.splice_tail(rest, join);
    }
    selects
}

fn add_edges(function: &mut MachineFunction, edges: &[(Block, Block)]) {
    for (from, to) in edges {
        function.add_edge(*from, *to, Some(BranchProbability::UNKNOWN));
    }
}

/// Inserts PHIs for `selects`, where the last of the blocks `[if it holds, if not, join]` begins. One that reads the result of
/// another reads what that is on the same edge.
fn insert_phis(function: &mut MachineFunction, selects: &[Inst], blocks: [Block; 3]) {
    let [holds, fails, join] = blocks;
    let start = InsertPoint::at_start(function, join);
    let location = selects.first().map(|first| function.debug_loc(*first));
    let taken = selects
        .first()
        .and_then(|first| condition(function, *first));
    let mut results: Vec<(Reg, usize)> = selects
        .iter()
        .enumerate()
        .map(|(at, select)| (function.operand(*select, 0).as_reg(), at))
        .collect();
    results.sort_unstable_by_key(|(result, at)| (result.raw(), *at));
    let mut known: Vec<Arms> = Vec::with_capacity(selects.len());
    for select in selects {
        let mut arms = Arms::of(function, *select);
        if condition(function, *select) != taken {
            std::mem::swap(&mut arms.no, &mut arms.yes);
        }
        let earlier = |reg: Reg| {
            let found = results.binary_search_by_key(&reg.raw(), |(result, _)| result.raw());
            found.ok().and_then(|at| known.get(results[at].1))
        };
        let no = earlier(arms.no).map_or(arms.no, |arms| arms.no);
        let yes = earlier(arms.yes).map_or(arms.yes, |arms| arms.yes);
        known.push(Arms { no, yes });
        let dst = function.operand(*select, 0).as_reg();
        let phi = InstBuilder::new(function, op::PHI).location(location.unwrap_or_default());
        let phi = phi.def(dst).reg(no).block(fails).reg(yes).block(holds);
        phi.insert_at(start);
    }
}

/// Expands two selects that become one PHI; returns the block where control joins again.
fn expand_cascade(
    function: &mut MachineFunction,
    block: Block,
    first: Inst,
    second: Inst,
) -> Block {
    let location = function.debug_loc(first);
    let [outer, inner] = [first, second].map(|select| function.operand(select, 3).detached());
    let between = function.create_block_after(block, block);
    let other = function.create_block_after(between, block);
    let join = function.create_block_after(other, block);
    live_in(function, between, reg::EFLAGS);
    if outlives_flags(function, second) {
        live_in(function, other, reg::EFLAGS);
        live_in(function, join, reg::EFLAGS);
    }
    if let Some(rest) = function.next_inst(first) {
        function.splice_tail(rest, join);
    }
    function.transfer_successors_and_phis(block, join);
    let edges = [
        (block, between),
        (block, join),
        (between, other),
        (between, join),
        (other, join),
    ];
    add_edges(function, &edges);
    for (from, condition) in [(block, outer), (between, inner)] {
        let branch = InstBuilder::new(function, op::JCC_1).location(location);
        branch.block(join).op(condition).append(from);
    }
    let arms = Arms::of(function, first);
    let dst = function.operand(second, 0).as_reg();
    let start = InsertPoint::at_start(function, join);
    let phi = InstBuilder::new(function, op::PHI).location(location);
    let phi = phi.def(dst).reg(arms.no).block(other);
    let phi = phi.reg(arms.yes).block(block).reg(arms.yes).block(between);
    phi.insert_at(start);
    function.remove_inst(first);
    function.remove_inst(second);
    join
}
