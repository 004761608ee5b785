//! Call frames. Where the frame has room for the arguments of calls, nothing is done for them; else the stack pointer is
//! changed.

use avarice_mir::{Block, Inst, MachineFunction, MiFlags};
use avarice_target::{InstrFlags, op as generic};

use super::Emitter;
use crate::{op, reg};

/// Removes call frame pseudos. With variable-sized objects, which leave no room for arguments below them, they become
/// changes of the stack pointer.
pub(super) fn lower(function: &mut MachineFunction) {
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        let mut cursor = function.blocks[block].first.expand();
        while let Some(inst) = cursor {
            cursor = match function.opcode(inst) {
                op::ADJCALLSTACKDOWN64 => lower_pseudo(function, (block, inst), Change::Begin),
                op::ADJCALLSTACKUP64 => lower_pseudo(function, (block, inst), Change::End),
                _ => function.next_inst(inst),
            };
        }
    }
}

/// What a pseudo says of a call frame.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    Begin,
    End,
}

/// Returns the instruction after the pseudo.
fn lower_pseudo(
    function: &mut MachineFunction,
    (block, inst): (Block, Inst),
    change: Change,
) -> Option<Inst> {
    let number = |at: usize| {
        let operand = function.operands(inst).get(at);
        operand.and_then(|operand| operand.as_imm()).unwrap_or(0)
    };
    let amount = number(0);
    // What is pushed in between, or popped by the callee.
    let inside = match change {
        Change::Begin if amount == 0 => 0,
        Change::Begin => number(2),
        Change::End => number(1),
    };
    let location = function.debug_loc(inst);
    let after = function.next_inst(inst);
    function.remove_inst(inst);
    if change == Change::End && is_unreachable(function, block, after) {
        return after;
    }
    let reserves = !function.frame.has_var_sized_objects;
    let (before, bytes) = match reserves {
        true if inside != 0 => (after_last_call(function, block, after), -inside),
        true => return after,
        false => {
            let amount = (amount as u64).next_multiple_of(function.frame.call_align) as i64;
            if amount == 0 {
                return after;
            }
            let bytes = amount - inside;
            let bytes = if change == Change::End { bytes } else { -bytes };
            match bytes {
                0 => (after, 0),
                _ => {
                    let bytes = bytes + take_previous(function, (block, after));
                    return finish(function, (block, after), bytes, location);
                }
            }
        }
    };
    adjust(function, (block, before), bytes, location);
    after
}

/// Joins a change of the stack pointer with one that follows it, and emits it.
fn finish(
    function: &mut MachineFunction,
    (block, after): (Block, Option<Inst>),
    bytes: i64,
    location: cranelift_entity::packed_option::PackedOption<avarice_ir::MetadataId>,
) -> Option<Inst> {
    let mut next = after;
    while let Some(inst) = next.filter(|inst| function.is_debug(*inst)) {
        next = function.next_inst(inst);
    }
    let Some((inst, more)) = next.and_then(|inst| Some((inst, change_of(function, inst)?))) else {
        adjust(function, (block, after), bytes, location);
        return after;
    };
    let rest = function.next_inst(inst);
    function.remove_inst(inst);
    adjust(function, (block, rest), bytes + more, location);
    if after == Some(inst) { rest } else { after }
}

/// Changes the stack pointer by `bytes` at a place.
pub(super) fn adjust(
    function: &mut MachineFunction,
    (block, before): (Block, Option<Inst>),
    bytes: i64,
    location: cranelift_entity::packed_option::PackedOption<avarice_ir::MetadataId>,
) {
    let mut emit = Emitter {
        keeps_flags: function.is_live_in(block, reg::EFLAGS),
        function,
        block,
        before,
        flags: MiFlags::empty(),
        location,
        moves: false,
    };
    match bytes {
        0 => {}
        1.. => emit.adjust(op::ADD64ri32, bytes),
        _ => emit.adjust(op::SUB64ri32, -bytes),
    }
}

/// By how many bytes `inst` changes the stack pointer, if it does nothing else.
fn change_of(function: &MachineFunction, inst: Inst) -> Option<i64> {
    let sign = match function.opcode(inst) {
        op::ADD64ri32 => 1,
        op::SUB64ri32 => -1,
        _ => return None,
    };
    let is_top = function.operand(inst, 0).as_reg() == reg::RSP.into();
    let bytes = function.operand(inst, 2).as_imm().filter(|_| is_top)?;
    Some(sign * bytes)
}

/// Removes a change of the stack pointer right before a place, and returns by how many bytes it was.
pub(super) fn take_previous(
    function: &mut MachineFunction,
    (block, before): (Block, Option<Inst>),
) -> i64 {
    let mut previous = match before {
        Some(inst) => function.prev_inst(inst),
        None => function.blocks[block].last.expand(),
    };
    while let Some(inst) = previous.filter(|inst| function.is_debug(*inst)) {
        previous = function.prev_inst(inst);
    }
    let Some(inst) = previous else {
        return 0;
    };
    match change_of(function, inst) {
        Some(bytes) => {
            function.remove_inst(inst);
            bytes
        }
        None => 0,
    }
}

/// Whether nothing comes after a place at the end of `block` but landing pads.
fn is_unreachable(function: &MachineFunction, block: Block, after: Option<Inst>) -> bool {
    let mut rest = std::iter::successors(after, |inst| function.next_inst(*inst));
    let succs = &function.blocks[block].succs;
    succs.iter().all(|succ| function.blocks[*succ].eh_pad)
        && rest.all(|inst| {
            function.desc(inst).has(InstrFlags::META)
                || function.opcode(inst) == generic::CFI_INSTRUCTION
        })
}

/// The place after the last call before `at`, or the begin of the block.
fn after_last_call(function: &MachineFunction, block: Block, at: Option<Inst>) -> Option<Inst> {
    let mut at = at;
    loop {
        let previous = match at {
            Some(inst) => function.prev_inst(inst),
            None => function.blocks[block].last.expand(),
        };
        match previous {
            Some(inst) if !function.desc(inst).has(InstrFlags::CALL) => at = Some(inst),
            _ => return at,
        }
    }
}
