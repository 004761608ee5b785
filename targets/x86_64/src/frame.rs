//! Frames on x86-64, System V.
//!
//! Offsets of stack objects count from the canonical frame address (CFA), the stack pointer before the
//! call pushed the return address:
//!
//! ```text
//!   CFA + 8   second stack argument
//!   CFA + 0   first stack argument                  FrameIndex(-n), offsets >= 0
//!   CFA - 8   return address
//!   CFA - 16  saved %rbp                            only with a frame pointer: %rbp points here
//!   ...       pushed callee-saved registers         FrameIndex(-n), offsets < 0
//!   ...       [padding to the largest alignment]    only with realignment
//!   ...       locals and spill slots                FrameIndex(n)
//!   ...       outgoing arguments
//!   %rsp      multiple of 16, if anything is called
//! ```

mod addresses;
mod call_frames;
mod epilogue;
mod far;
mod probes;
mod prologue;
mod vector_saves;

use avarice_ir::MetadataId;
use avarice_machine::prolog_epilog::blocks::{self, FrameBlocks};
use avarice_machine::prolog_epilog::debug_values::{EntryValues, place_in_frame};
use avarice_machine::prolog_epilog::objects::{self, ObjectRules, ScavengingPlace};
use avarice_machine::prolog_epilog::saved;
use avarice_mir::InsertPoint;
use avarice_mir::{
    Block, CfiInstruction, FrameContext, FrameIndex, Inst, InstBuilder, MachineFunction, MiFlags,
    MirFlags, Operand, OperandFlags, Realign, Reg, StackObjectKind, StackProbe,
};
use avarice_target::PhysReg;
use cranelift_entity::packed_option::PackedOption;

use crate::{TARGET, mask, op, reg};

/// Bytes of a place on the stack that an instruction pushes.
pub const SLOT: i64 = 8;
/// The base pointer, where there is one.
const BASE: PhysReg = reg::RBX;

const RED_ZONE: u64 = 128;

/// Whether the prologue aligns the stack pointer.
fn realigns(function: &MachineFunction) -> bool {
    function.frame.realigns()
}

/// Bytes that the prologue aligns the stack pointer to, if it does.
fn realignment(function: &MachineFunction) -> u64 {
    let frame = &function.frame;
    match frame.realign {
        Realign::Always if frame.has_calls => frame.max_align.max(frame.call_align),
        Realign::Always => frame.max_align.max(SLOT as u64),
        _ => frame.max_align,
    }
}

/// Whether `%rbp` is the frame pointer.
pub fn has_frame_pointer(function: &MachineFunction) -> bool {
    let needs = MirFlags::HAS_STACK_MAP
        | MirFlags::HAS_PATCH_POINT
        | MirFlags::CALLS_EH_RETURN
        | MirFlags::CALLS_UNWIND_INIT
        | MirFlags::HAS_EH_FUNCLETS;
    function.target_info.force_frame_pointer
        || function.mir_info.flags.intersects(needs)
        || function.frame.has_var_sized_objects
        || function.frame.frame_address_taken
        || function.frame.has_opaque_sp_adjustment
        || realigns(function)
}

/// Whether a register besides frame and stack pointer has to be kept for addresses of locals: the frame
/// pointer does not know where they are, since the stack is realigned, nor does the stack pointer, since
/// its distance is not known.
pub fn has_base_pointer(function: &MachineFunction) -> bool {
    realigns(function) && has_unknown_stack_pointer(function)
}

/// Whether the distance of the stack pointer from objects is not known.
fn has_unknown_stack_pointer(function: &MachineFunction) -> bool {
    function.frame.has_var_sized_objects || function.frame.has_opaque_sp_adjustment
}

/// Whether the registers are kept free that a frame needs whose stack pointer is aligned.
pub fn has_pointers_of_realignment(function: &MachineFunction) -> bool {
    has_frame_pointer(function)
        && (!has_unknown_stack_pointer(function) || has_base_pointer(function))
}

/// By register number: whether a register must not be allocated.
pub fn reserved(function: &MachineFunction) -> Vec<bool> {
    let mut reserved: Vec<bool> = TARGET.registers.iter().map(|row| row.reserved).collect();
    let kept = [
        (has_frame_pointer(function), reg::RBP),
        (has_base_pointer(function), BASE),
    ];
    for (_, pointer) in kept.into_iter().filter(|(is_kept, _)| *is_kept) {
        reserved[pointer.index()] = true;
        for (_, sub) in TARGET.reg(pointer).sub_regs {
            reserved[sub.index()] = true;
        }
    }
    reserved
}

/// Whether the frame can be set up at the begin of `block`: what that takes may change the flags, and probes a register.
pub fn can_begin_in(function: &MachineFunction, block: Block) -> bool {
    let has_probes = function.target_info.stack_probe != StackProbe::None;
    let keeps_flags = !has_probes && !realigns(function);
    (keeps_flags || !function.is_live_in(block, reg::EFLAGS))
        && !(has_probes && function.is_live_in(block, probes::BOUND))
}

/// Lays out the frame, emits prologue and epilogues, replaces frame indices by addresses.
///
/// # Requires
/// No virtual registers; `ADJCALLSTACK…` pseudos around calls.
///
/// # Ensures
/// No frame indices, no `ADJCALLSTACK…`; call frame instructions describe the frame if
/// `needs_frame_moves`.
pub fn lower(function: &mut MachineFunction, context: &FrameContext<'_>) {
    function.target_info.uses_frame_pointer = has_frame_pointer(function);
    function.scan_calls(op::ADJCALLSTACKDOWN64);
    let frames = call_frames::CallFrames::of(function, context);
    if !frames.is_tracked {
        frames.lower_all(function);
    }
    let is_naked = function.target_info.is_naked;
    let mut saved = match is_naked {
        true => Vec::new(),
        false => {
            let changed = saved::changed_registers(context.module, function);
            callee_saved_to_save(function, &changed)
        }
    };
    let all = saved.clone();
    saved.retain(|register| vector_saves::is_pushed(*register));
    assign_callee_saved_slots(function, &saved);
    vector_saves::assign_slots(function, &all);
    lay_out_objects(function, context.orders_objects);
    let plan = Plan::new(function);
    function.target_info.uses_red_zone =
        can_use_red_zone(function) && function.frame.stack_size != 0;
    if !is_naked {
        function.frame.callee_saved_valid = true;
        let mut places = FrameBlocks::of(function);
        let reserved = reserved(function);
        let values = EntryValues::of(context.module, function, places.save);
        let rest = prologue::emit(function, &plan, &saved, places.save);
        places.split_save(rest);
        values.move_to_begin(function);
        blocks::mark_saved_live(function, &reserved);
        for block in places.restores {
            epilogue::emit(function, &plan, &saved, block);
        }
    }
    place_in_frame(function, context.module, |function, slot| {
        plan.address(function, slot)
    });
    addresses::rewrite(function, &plan, &frames);
    blocks::forget_call_frames(function);
    if !is_naked {
        function.frame.stack_size = plan.size;
        function.frame.offset_adjustment = plan.offset_adjustment();
    }
    function.frame.save_point = None;
    function.frame.restore_point = None;
}

/// The register and the distance from which debug information finds an object of a frame that is laid out, whether here
/// or before its text was read.
pub fn debug_address(function: &MachineFunction, index: FrameIndex) -> (PhysReg, i64) {
    let is_fixed = index.0 < 0;
    let base = match () {
        () if !has_frame_pointer(function) => reg::RSP,
        () if is_fixed || !realigns(function) => reg::RBP,
        () if has_base_pointer(function) => BASE,
        () => reg::RSP,
    };
    let frame = &function.frame;
    let offset = frame.object(index).offset + SLOT;
    match base {
        reg::RBP => (base, offset + SLOT),
        _ => (base, offset + frame.stack_size as i64),
    }
}

/// Callee-saved registers that the function changes, in list order, `%rbp` left out if it is the frame
/// pointer (the prologue saves it by itself).
fn callee_saved_to_save(function: &MachineFunction, changed: &[PhysReg]) -> Vec<PhysReg> {
    let is_lost = has_setjmp(function) || function.target_info.calls_unsaving;
    let base = has_base_pointer(function).then_some(BASE);
    let list = function.callee_saved().iter().copied();
    list.filter(|saved| *saved != reg::RBP || !function.target_info.uses_frame_pointer)
        .filter(|saved| is_lost || base == Some(*saved) || changed.contains(saved))
        .collect()
}

/// Makes the stack pointer `bytes` larger before `inst`, together with a change of it that is there.
pub fn move_stack_pointer(
    function: &mut MachineFunction,
    (block, inst): (Block, Inst),
    bytes: i64,
) {
    let place = (block, Some(inst));
    let bytes = bytes + call_frames::take_previous(function, place);
    let location = function.debug_loc(inst);
    call_frames::adjust(function, place, bytes, location);
}

/// What cannot be laid out.
pub fn error(function: &MachineFunction) -> Option<&'static str> {
    if function.target_info.has_object_out_of_reach {
        return Some("unsupported: an object that is addressed from more than 2 GiB away");
    }
    if function.target_info.calls_unsaving && function.target_info.uses_frame_pointer {
        return Some(
            "unsupported: a call of a function that keeps no frame pointer, from one with a frame pointer",
        );
    }
    if function.saves_by_convention()
        && let Some(error) = unsaved(function)
    {
        return Some(error);
    }
    let is_lost = has_base_pointer(function) && has_setjmp(function);
    is_lost.then_some("unsupported: setjmp in a function whose frame needs a base pointer")
}

/// What a function cannot save that keeps other registers than most do.
fn unsaved(function: &MachineFunction) -> Option<&'static str> {
    let mut saved = function.frame.callee_saved.iter();
    let has_vectors = !saved.all(|(register, _)| vector_saves::is_pushed(*register));
    if has_vectors && realigns(function) {
        return Some(
            "unsupported: vector registers that a function keeps whose stack is realigned",
        );
    }
    let keeps_some = !function.callee_saved().is_empty();
    let has_pads = function
        .layout
        .iter()
        .any(|block| function.blocks[*block].eh_pad);
    if keeps_some && has_pads {
        return Some(
            "unsupported: landing pads in a function that keeps the registers of exceptions",
        );
    }
    let has_probes = function.target_info.stack_probe != StackProbe::None;
    (keeps_some && has_probes)
        .then_some("unsupported: stack probes in a function that keeps their registers")
}

/// Whether control comes back into the function by `EH_SjLj_Setup`, with other contents in all registers.
fn has_setjmp(function: &MachineFunction) -> bool {
    let blocks = function.layout.iter();
    let mut targets = blocks.filter(|block| function.blocks[**block].machine_address_taken);
    targets.any(|target| {
        let mut before = function.blocks[*target].preds.iter();
        before.any(|block| {
            let mut insts = function.block_insts_rev(*block);
            insts.any(|inst| function.opcode(inst) == op::EH_SjLj_Setup)
        })
    })
}

/// Gives each pushed register its fixed slot: the last in the list is pushed first.
fn assign_callee_saved_slots(function: &mut MachineFunction, saved: &[PhysReg]) {
    let mut offset = -SLOT;
    if function.target_info.uses_frame_pointer {
        offset -= SLOT;
        create_save_slot(function, offset);
    }
    function.frame.callee_saved.clear();
    for register in saved.iter().rev() {
        offset -= SLOT;
        let slot = create_save_slot(function, offset);
        function.frame.object_mut(slot).callee_saved = *register;
        function.frame.callee_saved.push((*register, slot));
    }
    function.frame.callee_saved.reverse();
    let bytes = saved.len() as u64 * SLOT as u64;
    function.target_info.callee_saved_size = bytes;
    function.mir_info.cv_bytes_of_callee_saved_registers = bytes as u32;
}

fn create_save_slot(function: &mut MachineFunction, offset: i64) -> FrameIndex {
    let frame = &mut function.frame;
    let slot = frame.create_fixed_object(SLOT as u64, offset, false);
    frame.object_mut(slot).kind = StackObjectKind::SpillSlot;
    slot
}

/// Places all objects that have no fixed place, each below the one before.
fn lay_out_objects(function: &mut MachineFunction, orders_objects: bool) {
    let rules = ObjectRules {
        local_area: SLOT,
        saved: 0..0,
        scavenging: Vec::new(),
        scavenging_place: ScavengingPlace::Low,
        fills_holes: false,
        reserves_call_frame: call_frames::are_reserved(function),
        leaf_align: 1,
    };
    objects::place(function, &rules, |function, order| {
        if orders_objects {
            sort_objects(function, order);
        }
    });
}

/// The order in which objects get their places: objects used often for their size come to lie near the
/// register that addresses them, where a one-byte displacement reaches.
fn sort_objects(function: &MachineFunction, order: &mut [FrameIndex]) {
    let frame = &function.frame;
    let mut uses = vec![0_u64; frame.objects.len()];
    for block in &function.layout {
        for inst in function.block_insts(*block) {
            if function.is_debug(inst) {
                continue;
            }
            let ops = function.operands(inst).iter();
            for index in ops.filter_map(Operand::as_frame_index) {
                if let Ok(index) = usize::try_from(index.0) {
                    uses[index] += 1;
                }
            }
        }
    }
    // uses / size, compared by cross multiplication; a size of 0 counts as 4.
    let size = |index: FrameIndex| match frame.object(index).size {
        0 => 4,
        size => u128::from(size),
    };
    let uses = |index: FrameIndex| u128::from(uses[index.0 as usize]);
    order.sort_by(|a, b| {
        let aligns = [*a, *b].map(|index| frame.object(index).align);
        let densities = (uses(*a) * size(*b)).cmp(&(uses(*b) * size(*a)));
        densities.then(aligns[0].cmp(&aligns[1]))
    });
    if function.target_info.uses_frame_pointer && !realigns(function) {
        order.reverse();
    }
}

/// The numbers that prologue, epilogue and addresses share.
struct Plan {
    frame_pointer: bool,
    base_pointer: bool,
    realign: Option<u64>,
    /// Bytes of the frame that are not in the red zone.
    size: u64,
    /// Bytes that the prologue subtracts after the pushes.
    adjust: u64,
    /// Bytes from the CFA down to the stack pointer in the body (without realignment).
    depth: i64,
    moves: bool,
}

/// Whether data can stay below the stack pointer, which signal handlers leave alone.
fn can_use_red_zone(function: &MachineFunction) -> bool {
    let (frame, info) = (&function.frame, &function.target_info);
    !info.no_red_zone
        && !frame.adjusts_stack
        && !frame.has_var_sized_objects
        && !frame.has_opaque_sp_adjustment
        && !matches!(info.stack_probe, StackProbe::Call(..))
        && !realigns(function)
}

impl Plan {
    fn new(function: &MachineFunction) -> Self {
        let frame = &function.frame;
        let info = &function.target_info;
        let frame_pointer = info.uses_frame_pointer;
        let pushed = info.callee_saved_size + if frame_pointer { SLOT as u64 } else { 0 };
        let mut size = frame.stack_size;
        if can_use_red_zone(function) {
            size = pushed.max(size.saturating_sub(RED_ZONE));
        }
        let mut adjust = size - pushed;
        let realign = realigns(function).then(|| realignment(function));
        if let Some(align) = realign {
            adjust = adjust.next_multiple_of(align);
        }
        Self {
            frame_pointer,
            base_pointer: has_base_pointer(function),
            realign,
            size,
            adjust,
            depth: SLOT + (pushed + adjust) as i64,
            moves: info.needs_frame_moves,
        }
    }

    /// What llc adds to the offsets of objects after layout.
    fn offset_adjustment(&self) -> i64 {
        match self.realign {
            Some(_) => -(self.adjust as i64),
            None => -(self.size as i64),
        }
    }

    /// Base register and displacement of an object. Its offset is from the CFA.
    ///
    /// A realigned frame finds locals from the stack pointer, or from the base pointer that has its value after the
    /// prologue; everything above the gap from `%rbp`. Else `%rbp` serves all, if it is the frame pointer.
    fn address(&self, function: &MachineFunction, index: FrameIndex) -> (PhysReg, i64) {
        let object = function.frame.object(index);
        let above_gap = index.0 < 0 || self.realign.is_none();
        if self.frame_pointer && above_gap {
            return (reg::RBP, object.offset + 2 * SLOT);
        }
        if self.realign.is_some() {
            // Offsets of locals count from a CFA that is taken as aligned; the distance from the
            // lowest byte of the frame is what stays true.
            let bottom = -((function.frame.stack_size + SLOT as u64) as i64);
            let base = if self.base_pointer { BASE } else { reg::RSP };
            return (base, object.offset - bottom);
        }
        (reg::RSP, object.offset + self.depth)
    }
}

struct Emitter<'f> {
    function: &'f mut MachineFunction,
    block: Block,
    before: Option<Inst>,
    flags: MiFlags,
    location: PackedOption<MetadataId>,
    moves: bool,
    /// Whether the flags are live: the stack pointer is changed without changing them.
    keeps_flags: bool,
}

impl Emitter<'_> {
    fn build(&mut self, opcode: avarice_target::Opcode, operands: &[Operand]) -> Inst {
        InstBuilder::new(self.function, opcode)
            .ops(operands)
            .flags(self.flags)
            .location(self.location)
            .insert_at(InsertPoint::new(self.block, self.before))
    }

    fn cfi(&mut self, instruction: CfiInstruction) {
        if self.moves {
            let index = self.function.cfi.push(instruction);
            self.build(avarice_target::op::CFI_INSTRUCTION, &[Operand::cfi(index)]);
        }
    }

    /// A row that is not marked as one of the frame: llc marks some and not others.
    fn unmarked_cfi(&mut self, instruction: CfiInstruction) {
        let flags = std::mem::replace(&mut self.flags, MiFlags::empty());
        self.cfi(instruction);
        self.flags = flags;
    }

    fn push(&mut self, register: PhysReg, marks: OperandFlags) {
        self.build(op::PUSH64r, &[Operand::reg(register).with(marks)]);
    }

    /// Changes the stack pointer by `bytes`, with `opcode` unless the flags are to be kept.
    fn adjust(&mut self, opcode: avarice_target::Opcode, bytes: i64) {
        if self.keeps_flags && opcode != op::AND64ri32 {
            let sign = if opcode == op::SUB64ri32 { -1 } else { 1 };
            self.load_address(reg::RSP, reg::RSP, sign * bytes);
            return;
        }
        let rsp = Reg::phys(reg::RSP);
        let inst = self.build(
            opcode,
            &[Operand::def(rsp), Operand::reg(rsp), Operand::imm(bytes)],
        );
        let flags = self.function.num_operands(inst) - 1;
        let flags = self.function.operand_mut(inst, flags);
        flags.set(OperandFlags::DEAD, true);
    }

    /// `to = from + bytes`
    fn load_address(&mut self, to: PhysReg, from: PhysReg, bytes: i64) {
        let none = Operand::reg(Reg::NONE);
        let operands = [
            Operand::def(to),
            Operand::reg(from),
            Operand::imm(1),
            none,
            Operand::imm(bytes),
            none,
        ];
        self.build(op::LEA64r, &operands);
    }
}

/// The location of the first instruction that does something from `inst` on.
fn location_from(function: &MachineFunction, inst: Option<Inst>) -> PackedOption<MetadataId> {
    let mut insts = std::iter::successors(inst, |inst| function.next_inst(*inst));
    let found = insts.find(|inst| !function.is_debug(*inst));
    found.map_or(None.into(), |inst| function.debug_loc(inst))
}

fn dwarf(register: PhysReg) -> u16 {
    TARGET.reg(register).dwarf as u16
}

/// The mask of a C call: what `%rbx`, `%rbp`, `%r12`–`%r15` keep.
pub const C_CALL_MASK: avarice_target::RegMaskId = mask::CSR_64;
