//! Call frames. Where the frame has room for the arguments of calls, nothing is done for them; else the stack pointer is
//! changed around each call.
//!
//! The distance of the stack pointer from objects then depends on the place in the code. If objects are addressed from
//! it, pseudos are lowered while addresses are written ([`super::addresses`]), which counts with [`stack_adjustment`]; else
//! before anything else.

use avarice_ir::MetadataId;
use avarice_mir::{Block, CfiInstruction, FrameContext, Inst, MachineFunction, MiFlags, Operand};
use avarice_target::{InstrFlags, PhysReg, op as generic};
use cranelift_entity::packed_option::PackedOption;
use smallvec::SmallVec;

use super::{Emitter, SLOT};
use crate::{TARGET, class, op, reg};

/// At most so many registers are popped for a change of the stack pointer.
const MOST_POPS: i64 = 2;

/// Whether the frame has room for the arguments of all calls.
pub(super) fn are_reserved(function: &MachineFunction) -> bool {
    !function.frame.has_var_sized_objects && !function.target_info.has_push_sequences
}

/// How call frame pseudos are lowered.
#[derive(Clone, Copy)]
pub(super) struct CallFrames {
    reserved: bool,
    /// Whether objects are addressed from the stack pointer while it moves.
    pub is_tracked: bool,
    /// Whether the size of code matters most.
    min_size: bool,
    /// Whether unwind rows follow the stack pointer.
    has_rows: bool,
    /// Whether the unwinder has to know how large a call frame is.
    tells_sizes: bool,
}

impl CallFrames {
    pub fn of(function: &MachineFunction, context: &FrameContext<'_>) -> Self {
        let reserved = are_reserved(function);
        let info = &function.target_info;
        let has_fixed_base = info.uses_frame_pointer && !super::realigns(function)
            || super::has_base_pointer(function);
        Self {
            reserved,
            is_tracked: !reserved && !has_fixed_base,
            min_size: function.ir_attrs(context.module).has("minsize"),
            has_rows: info.needs_frame_moves && !info.uses_frame_pointer,
            tells_sizes: info.has_push_sequences && !function.exceptions.pads.is_empty(),
        }
    }

    /// Lowers all pseudos.
    pub fn lower_all(&self, function: &mut MachineFunction) {
        for at in 0..function.layout.len() {
            let block = function.layout[at];
            let mut cursor = function.blocks[block].first.expand();
            while let Some(inst) = cursor {
                cursor = match change_of_frame(function, inst) {
                    Some(change) => self.lower(function, (block, inst), change),
                    None => function.next_inst(inst),
                };
            }
        }
    }

    /// Lowers the pseudo `inst`. Returns the instruction after it.
    pub fn lower(
        &self,
        function: &mut MachineFunction,
        (block, inst): (Block, Inst),
        change: Change,
    ) -> Option<Inst> {
        let amount = number(function, inst, 0);
        let inside = match change {
            Change::Begin if amount == 0 => 0,
            _ => moved_inside(function, inst, change),
        };
        let location = function.debug_loc(inst);
        let after = function.next_inst(inst);
        function.remove_inst(inst);
        if change == Change::End && is_unreachable(function, block, after) {
            return after;
        }
        if self.reserved {
            if inside != 0 {
                let before = after_last_call(function, block, after);
                adjust(function, (block, before), -inside, location);
            }
            return after;
        }
        let amount = aligned(function, amount);
        let mut place = Place {
            block,
            before: skip_debug(function, after),
            location,
        };
        if self.tells_sizes && change == Change::Begin {
            place.say(function, CfiInstruction::GnuArgsSize(amount));
        }
        if amount == 0 {
            return after;
        }
        if self.has_rows && change == Change::End && inside != 0 {
            place.say(function, CfiInstruction::AdjustCfaOffset(-inside));
        }
        let sign = if change == Change::End { 1 } else { -1 };
        let mut bytes = sign * (amount - inside);
        let mut rest = after;
        if bytes != 0 {
            bytes += take_previous(function, (block, place.before));
            if let Some((more, next)) = take_next(function, place.before) {
                bytes += more;
                rest = if rest == place.before { next } else { rest };
                place.before = skip_debug(function, next);
            }
            if !(self.min_size && place.pop(function, bytes)) {
                adjust(function, (block, place.before), bytes, location);
            }
        }
        if self.has_rows && bytes != 0 {
            place.say(function, CfiInstruction::AdjustCfaOffset(-bytes));
        }
        rest
    }
}

/// What a pseudo says of a call frame.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    Begin,
    End,
}

/// What `inst` says of a call frame, if it is such a pseudo.
pub(super) fn change_of_frame(function: &MachineFunction, inst: Inst) -> Option<Change> {
    match function.opcode(inst) {
        op::ADJCALLSTACKDOWN64 => Some(Change::Begin),
        op::ADJCALLSTACKUP64 => Some(Change::End),
        _ => None,
    }
}

fn number(function: &MachineFunction, inst: Inst, at: usize) -> i64 {
    let operand = function.operands(inst).get(at);
    operand.and_then(|operand| operand.as_imm()).unwrap_or(0)
}

/// What is pushed while a call frame is there, or popped by the callee, in bytes.
fn moved_inside(function: &MachineFunction, pseudo: Inst, change: Change) -> i64 {
    match change {
        Change::Begin => number(function, pseudo, 2),
        Change::End => number(function, pseudo, 1),
    }
}

/// The bytes of a call frame, with what aligns it.
pub(super) fn aligned(function: &MachineFunction, bytes: i64) -> i64 {
    let align = function.frame.call_align.max(1);
    let size = bytes.unsigned_abs().checked_next_multiple_of(align);
    bytes.signum() * size.and_then(|size| i64::try_from(size).ok()).unwrap_or(0)
}

/// By how many bytes the stack pointer comes to be lower through `inst`, in a sequence of instructions that call.
pub(super) fn stack_adjustment(function: &MachineFunction, inst: Inst) -> i64 {
    if let Some(change) = change_of_frame(function, inst) {
        let inside = moved_inside(function, inst, change);
        let bytes = aligned(function, number(function, inst, 0)) - inside;
        return if change == Change::Begin {
            bytes
        } else {
            -bytes
        };
    }
    if function.desc(inst).has(InstrFlags::CALL) {
        // The end of the call frame says what the callee has popped.
        let mut next =
            std::iter::successors(function.next_inst(inst), |next| function.next_inst(*next));
        let end = next.find(|next| {
            change_of_frame(function, *next) == Some(Change::End)
                || function.desc(*next).has(InstrFlags::CALL)
        });
        let end = end.filter(|end| change_of_frame(function, *end).is_some());
        return end.map_or(0, |end| -moved_inside(function, end, Change::End));
    }
    match function.opcode(inst) {
        op::PUSH64r | op::PUSH64rmm | op::PUSH64rmr | op::PUSH64i32 => SLOT,
        _ => 0,
    }
}

/// Where code for a call frame goes.
struct Place {
    block: Block,
    before: Option<Inst>,
    location: PackedOption<MetadataId>,
}

impl Place {
    fn emitter<'f>(&self, function: &'f mut MachineFunction) -> Emitter<'f> {
        Emitter {
            keeps_flags: function.is_live_in(self.block, reg::EFLAGS),
            function,
            block: self.block,
            before: self.before,
            flags: MiFlags::empty(),
            location: self.location,
            moves: true,
        }
    }

    fn say(&self, function: &mut MachineFunction, row: CfiInstruction) {
        self.emitter(function).cfi(row);
    }

    /// Makes the stack pointer `bytes` larger by popping into registers that the call right before does not keep, if there
    /// are such. Returns whether it did.
    fn pop(&self, function: &mut MachineFunction, bytes: i64) -> bool {
        let count = bytes / SLOT;
        let call = match self.before {
            Some(inst) => function.prev_inst(inst),
            None => function.blocks[self.block].last.expand(),
        };
        let is_few = bytes > 0 && bytes % SLOT == 0 && count <= MOST_POPS;
        let Some(call) = call.filter(|call| {
            is_few && function.desc(*call).has(InstrFlags::CALL) && has_mask(function, *call)
        }) else {
            return false;
        };
        let reserved = super::reserved(function);
        let order = TARGET.class(class::GR64_NOREX_NOSP).order.iter().copied();
        let free = order.filter(|register| {
            !reserved[register.index()] && is_lost_in(function, call, *register)
        });
        let found: SmallVec<[PhysReg; MOST_POPS as usize]> = free.take(count as usize).collect();
        let Some(first) = found.first().copied() else {
            return false;
        };
        let mut emit = self.emitter(function);
        for at in 0..count as usize {
            let register = found.get(at).copied().unwrap_or(first);
            emit.build(op::POP64r, &[Operand::def(register)]);
        }
        true
    }
}

/// Whether the second operand of `call` says which registers it keeps.
fn has_mask(function: &MachineFunction, call: Inst) -> bool {
    let mask = function.operands(call).get(1);
    mask.is_some_and(|mask| mask.kind() == avarice_mir::OperandKind::RegMask)
}

/// Whether a register has no value after `call`.
fn is_lost_in(function: &MachineFunction, call: Inst, register: PhysReg) -> bool {
    let [_, mask, rest @ ..] = function.operands(call) else {
        return false;
    };
    let mut results = rest.iter().filter(|operand| operand.is_def());
    !function.mask_preserves(mask, register)
        && !results.any(|result| {
            let result = result.as_reg().as_physical();
            result.is_some_and(|result| TARGET.regs_overlap(result, register))
        })
}

/// The first instruction from `inst` on that is no debug instruction.
fn skip_debug(function: &MachineFunction, inst: Option<Inst>) -> Option<Inst> {
    let mut insts = std::iter::successors(inst, |inst| function.next_inst(*inst));
    insts.find(|inst| !function.is_debug(*inst))
}

/// Changes the stack pointer by `bytes` at a place.
pub(super) fn adjust(
    function: &mut MachineFunction,
    (block, before): (Block, Option<Inst>),
    bytes: i64,
    location: PackedOption<MetadataId>,
) {
    let place = Place {
        block,
        before,
        location,
    };
    match bytes {
        0 => {}
        1.. => place.emitter(function).adjust(op::ADD64ri32, bytes),
        _ => place.emitter(function).adjust(op::SUB64ri32, -bytes),
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

/// Removes a change of the stack pointer, with the unwind row after it that says so. Returns what comes next.
fn remove_change(function: &mut MachineFunction, inst: Inst) -> Option<Inst> {
    let next = function.next_inst(inst);
    function.remove_inst(inst);
    let says_offset = next.is_some_and(|next| {
        let row = function.operands(next).first();
        let row = row.filter(|_| function.opcode(next) == generic::CFI_INSTRUCTION);
        let row = row.and_then(|row| match row.value() {
            avarice_mir::OperandValue::Cfi(index) => function.cfi.get(index),
            _ => None,
        });
        matches!(
            row,
            Some(CfiInstruction::DefCfaOffset(_) | CfiInstruction::AdjustCfaOffset(_))
        )
    });
    match next.filter(|_| says_offset) {
        Some(row) => {
            let next = function.next_inst(row);
            function.remove_inst(row);
            next
        }
        None => next,
    }
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
    // The row of the change is between.
    if let Some(row) = previous.filter(|inst| function.opcode(*inst) == generic::CFI_INSTRUCTION) {
        previous = function.prev_inst(row);
    }
    let Some((inst, bytes)) = previous.and_then(|inst| Some((inst, change_of(function, inst)?)))
    else {
        return 0;
    };
    remove_change(function, inst);
    bytes
}

/// Removes `inst`, if it is a change of the stack pointer. Returns by how many bytes it was, and what comes next.
fn take_next(function: &mut MachineFunction, inst: Option<Inst>) -> Option<(i64, Option<Inst>)> {
    let inst = inst?;
    let bytes = change_of(function, inst)?;
    Some((bytes, remove_change(function, inst)))
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
