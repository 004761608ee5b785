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

mod far;
mod probes;
mod vector_saves;

use avarice_ir::MetadataId;
use avarice_mir::InsertPoint;
use avarice_mir::{
    Block, CfiInstruction, FrameIndex, Inst, InstBuilder, MachineFunction, MiFlags, MirFlags,
    Operand, OperandFlags, Realign, Reg, StackObjectKind, StackProbe,
};
use avarice_target::{InstrFlags, PhysReg, op as generic};
use cranelift_entity::packed_option::PackedOption;

use crate::{TARGET, mask, op, reg};

const SLOT: i64 = 8;
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

/// Lays out the frame, emits prologue and epilogues, replaces frame indices by addresses.
///
/// # Requires
/// No virtual registers; `ADJCALLSTACK…` pseudos around calls.
///
/// # Ensures
/// No frame indices, no `ADJCALLSTACK…`; call frame instructions describe the frame if
/// `needs_frame_moves`.
pub fn lower(function: &mut MachineFunction) {
    function.target_info.uses_frame_pointer = has_frame_pointer(function);
    function.scan_calls(op::ADJCALLSTACKDOWN64);
    let is_naked = function.target_info.is_naked;
    let mut saved = match is_naked {
        true => Vec::new(),
        false => callee_saved_to_save(function),
    };
    let all = saved.clone();
    saved.retain(|register| vector_saves::is_pushed(*register));
    assign_callee_saved_slots(function, &saved);
    vector_saves::assign_slots(function, &all);
    lay_out_objects(function);
    let plan = Plan::new(function);
    if !is_naked {
        emit_prologue(function, &plan, &saved);
        emit_epilogues(function, &plan, &saved);
    }
    rewrite_body(function, &plan);
    address_variables(function, &plan);
    if !is_naked {
        function.frame.stack_size = plan.size;
    }
}

/// Says where the variables in stack objects are.
fn address_variables(function: &mut MachineFunction, plan: &Plan) {
    let register = match plan.frame_pointer {
        true => reg::RBP,
        false => reg::RSP,
    };
    function.frame.frame_register = Some(dwarf(register));
    for at in 0..function.frame.variables.len() {
        let slot = function.frame.variables[at].slot;
        if function.frame.object(slot).dead {
            continue;
        }
        let (base, offset) = plan.address(function, slot);
        function.frame.variables[at].address = Some((dwarf(base), offset));
    }
}

/// Callee-saved registers that the function changes, in list order, `%rbp` left out if it is the frame
/// pointer (the prologue saves it by itself).
fn callee_saved_to_save(function: &MachineFunction) -> Vec<PhysReg> {
    let list = function.callee_saved();
    let has_setjmp = has_setjmp(function);
    let lost = function.saved_and_lost_in_calls();
    list.iter()
        .copied()
        .filter(|saved| *saved != reg::RBP || !function.target_info.uses_frame_pointer)
        .filter(|saved| {
            let is_base = *saved == BASE && has_base_pointer(function);
            let is_lost = has_setjmp || function.target_info.calls_unsaving;
            is_lost || is_base || lost.contains(saved) || function.is_modified(*saved)
        })
        .collect()
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
    let saved = callee_saved_to_save(function);
    let has_vectors = !saved
        .iter()
        .all(|register| vector_saves::is_pushed(*register));
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
        let slot = function
            .frame
            .create_fixed_object(SLOT as u64, offset, true);
        mark_save_slot(function, slot, reg::RBP);
    }
    for register in saved.iter().rev() {
        offset -= SLOT;
        let slot = function
            .frame
            .create_fixed_object(SLOT as u64, offset, true);
        mark_save_slot(function, slot, *register);
        function.frame.callee_saved.push((*register, slot));
    }
    function.frame.callee_saved.reverse();
    function.frame.callee_saved_valid = true;
    function.target_info.callee_saved_size = saved.len() as u64 * SLOT as u64;
}

fn mark_save_slot(function: &mut MachineFunction, slot: FrameIndex, register: PhysReg) {
    let object = function.frame.object_mut(slot);
    object.kind = StackObjectKind::SpillSlot;
    object.callee_saved = register;
}

/// Places all objects that have no fixed place, each below the one before.
fn lay_out_objects(function: &mut MachineFunction) {
    let mut order = function.frame.protected_objects();
    order.extend(object_order(function));
    let frame = &mut function.frame;
    let mut depth = SLOT as u64;
    for object in &frame.fixed {
        depth = depth.max(object.offset.min(0).unsigned_abs());
    }
    for index in order {
        let object = frame.object_mut(index);
        depth = (depth + object.size).next_multiple_of(object.align);
        object.offset = -(depth as i64);
    }
    if frame.adjusts_stack && !frame.has_var_sized_objects {
        depth += frame.max_call_frame_size.unwrap_or(0);
    }
    let aligned = frame.adjusts_stack
        || frame.has_var_sized_objects
        || frame.realigns() && !frame.objects.is_empty();
    let align = if aligned { frame.call_align } else { 1 };
    frame.stack_size = depth.next_multiple_of(align.max(frame.max_align)) - SLOT as u64;
}

/// The order in which objects get their places: objects used often for their size come to lie near the
/// register that addresses them, where a one-byte displacement reaches. What the stack protector places is not among them.
fn object_order(function: &MachineFunction) -> Vec<FrameIndex> {
    let frame = &function.frame;
    let mut uses = vec![0_u64; frame.objects.len()];
    for block in &function.layout {
        for inst in function.block_insts(*block) {
            let ops = function.operands(inst).iter();
            for index in ops.filter_map(Operand::as_frame_index) {
                if let Ok(index) = usize::try_from(index.0) {
                    uses[index] += 1;
                }
            }
        }
    }
    let mut order: Vec<usize> = (0..frame.objects.len())
        .filter(|i| {
            let object = &frame.objects[*i];
            !object.dead
                && object.kind != StackObjectKind::VariableSized
                && !frame.is_protected(FrameIndex(*i as i32))
        })
        .collect();
    // uses / size, compared by cross multiplication; a size of 0 counts as 4.
    let size = |i: usize| {
        u128::from(if frame.objects[i].size == 0 {
            4
        } else {
            frame.objects[i].size
        })
    };
    order.sort_by(|a, b| {
        let left = u128::from(uses[*a]) * size(*b);
        let right = u128::from(uses[*b]) * size(*a);
        left.cmp(&right)
            .then(frame.objects[*a].align.cmp(&frame.objects[*b].align))
    });
    if function.target_info.uses_frame_pointer && !realigns(function) {
        order.reverse();
    }
    order
        .into_iter()
        .map(|index| FrameIndex(index as i32))
        .collect()
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

impl Plan {
    fn new(function: &MachineFunction) -> Self {
        let frame = &function.frame;
        let info = &function.target_info;
        let frame_pointer = info.uses_frame_pointer;
        let pushed = info.callee_saved_size + if frame_pointer { SLOT as u64 } else { 0 };
        let mut size = frame.stack_size;
        let red_zone = !info.no_red_zone
            && !frame.adjusts_stack
            && !frame.has_var_sized_objects
            && !frame.has_opaque_sp_adjustment
            && !matches!(info.stack_probe, StackProbe::Call(..))
            && !realigns(function);
        if red_zone {
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

    fn push(&mut self, register: PhysReg, marks: OperandFlags) {
        self.build(op::PUSH64r, &[Operand::reg(register).with(marks)]);
    }

    /// Pushes a register that is to be restored.
    fn save(&mut self, register: PhysReg) {
        let marks = self.marks_of_save(register);
        self.push(register, marks);
    }

    /// Changes the stack pointer by `bytes`.
    fn adjust(&mut self, opcode: avarice_target::Opcode, bytes: i64) {
        let rsp = Reg::phys(reg::RSP);
        let inst = self.build(
            opcode,
            &[Operand::def(rsp), Operand::reg(rsp), Operand::imm(bytes)],
        );
        let flags = self.function.num_operands(inst) - 1;
        self.function
            .operand_mut(inst, flags)
            .set(OperandFlags::DEAD, true);
    }
}

fn dwarf(register: PhysReg) -> u16 {
    TARGET.reg(register).dwarf as u16
}

fn emit_prologue(function: &mut MachineFunction, plan: &Plan, saved: &[PhysReg]) {
    let block = function.layout[0];
    let before = function.blocks[block].first.expand();
    let slots = function.frame.callee_saved.clone();
    let mut emit = Emitter {
        function,
        block,
        before,
        flags: MiFlags::FRAME_SETUP,
        // The first location is to be that of the body.
        location: None.into(),
        moves: plan.moves,
    };
    let mut cfa = SLOT;
    if plan.frame_pointer {
        emit.push(reg::RBP, OperandFlags::KILL);
        cfa += SLOT;
        emit.cfi(CfiInstruction::DefCfaOffset(cfa));
        emit.cfi(CfiInstruction::Offset(dwarf(reg::RBP), -2 * SLOT));
        emit.build(
            op::MOV64rr,
            &[Operand::def(reg::RBP), Operand::reg(reg::RSP)],
        );
        emit.cfi(CfiInstruction::DefCfaRegister(dwarf(reg::RBP)));
    }
    for register in saved.iter().rev() {
        emit.save(*register);
        cfa += SLOT;
        if !plan.frame_pointer {
            emit.cfi(CfiInstruction::DefCfaOffset(cfa));
        }
    }
    if let Some(align) = plan.realign {
        match emit.function.target_info.stack_probe {
            StackProbe::Inline(size) if align >= size => emit.align_with_probes(align, size),
            _ => emit.adjust(op::AND64ri32, -(align as i64)),
        }
    }
    emit_allocation(&mut emit, plan);
    if !plan.frame_pointer && plan.adjust != 0 {
        emit.cfi(CfiInstruction::DefCfaOffset(cfa + plan.adjust as i64));
    }
    if plan.base_pointer {
        emit.build(op::MOV64rr, &[Operand::def(BASE), Operand::reg(reg::RSP)]);
    }
    emit.save_vectors();
    for (register, slot) in slots {
        let offset = emit.function.frame.object(slot).offset;
        emit.cfi(CfiInstruction::Offset(dwarf(register), offset));
    }
    let saves = function.frame.callee_saved.iter();
    let live: Vec<PhysReg> = saves
        .map(|(register, _)| *register)
        .chain(plan.frame_pointer.then_some(reg::RBP))
        .collect();
    for register in live {
        let all = avarice_target::LaneMask::ALL;
        let live_ins = &mut function.blocks[block].live_ins;
        if live_ins.iter().all(|(other, _)| *other != register) {
            live_ins.push((register, all));
        }
    }
}

/// Subtracts `bytes` from the stack pointer, touching memory as the function asks for it.
fn emit_allocation(emit: &mut Emitter<'_>, plan: &Plan) {
    let bytes = plan.adjust;
    match emit.function.target_info.stack_probe {
        _ if bytes == 0 => {}
        StackProbe::Inline(size) => emit.allocate_with_probes(plan, bytes, size),
        StackProbe::Call(callee, size) if bytes >= size => emit.allocate_by_call(bytes, callee),
        _ if bytes == SLOT as u64 => emit.push(reg::RAX, OperandFlags::UNDEF),
        _ => match i32::try_from(bytes) {
            Ok(_) => emit.adjust(op::SUB64ri32, bytes as i64),
            Err(_) => emit.move_far(-(bytes as i64), emit.free_at_entry()),
        },
    }
}

/// Emits an epilogue before each return.
fn emit_epilogues(function: &mut MachineFunction, plan: &Plan, saved: &[PhysReg]) {
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        let last = function.blocks[block].last.expand();
        if let Some(last) = last.filter(|inst| function.desc(*inst).has(InstrFlags::RETURN)) {
            emit_epilogue(function, plan, saved, block, last);
        }
    }
}

fn emit_epilogue(
    function: &mut MachineFunction,
    plan: &Plan,
    saved: &[PhysReg],
    block: Block,
    last: Inst,
) {
    let free = dead_register(function, last);
    let location = function.debug_loc(last);
    let mut emit = Emitter {
        function,
        block,
        before: Some(last),
        flags: MiFlags::FRAME_DESTROY,
        location,
        moves: plan.moves,
    };
    emit.restore_vectors();
    let pushed = saved.len() as i64 * SLOT;
    let unknown_rsp = plan.realign.is_some() || emit.function.frame.has_var_sized_objects;
    let mut cfa = SLOT + pushed;
    if unknown_rsp && pushed == 0 {
        let [top, frame] = [Operand::def(reg::RSP), Operand::reg(reg::RBP)];
        emit.build(op::MOV64rr, &[top, frame]);
    } else if unknown_rsp {
        let none = Operand::reg(Reg::NONE);
        emit.build(
            op::LEA64r,
            &[
                Operand::def(reg::RSP),
                Operand::reg(reg::RBP),
                Operand::imm(1),
                none,
                Operand::imm(-pushed),
                none,
            ],
        );
    } else if plan.adjust == SLOT as u64 && free.is_some() {
        let free = free.map(|r| Operand::def(r).with(OperandFlags::DEAD));
        emit.build(op::POP64r, free.as_slice());
    } else if i32::try_from(plan.adjust).is_err() {
        emit.move_far(plan.adjust as i64, free);
    } else if plan.adjust != 0 {
        emit.adjust(op::ADD64ri32, plan.adjust as i64);
    }
    if !plan.frame_pointer && plan.adjust != 0 {
        emit.cfi(CfiInstruction::DefCfaOffset(cfa));
    }
    for register in saved {
        emit.build(op::POP64r, &[Operand::def(*register)]);
        cfa -= SLOT;
        if !plan.frame_pointer {
            emit.cfi(CfiInstruction::DefCfaOffset(cfa));
        }
    }
    if plan.frame_pointer {
        emit.build(op::POP64r, &[Operand::def(reg::RBP)]);
        emit.cfi(CfiInstruction::DefCfa(dwarf(reg::RSP), SLOT));
    }
}

/// A caller-saved register that the return does not read.
fn dead_register(function: &MachineFunction, last: Inst) -> Option<PhysReg> {
    [
        reg::RAX,
        reg::RCX,
        reg::RDX,
        reg::RSI,
        reg::RDI,
        reg::R8,
        reg::R9,
        reg::R11,
    ]
    .into_iter()
    .find(|candidate| {
        let mut read = function
            .operands(last)
            .iter()
            .filter_map(|o| o.as_reg().as_physical());
        !read.any(|r| TARGET.regs_overlap(r, *candidate))
            && !function.callee_saved().contains(candidate)
    })
}

/// Replaces frame indices and removes call frame pseudos. With variable-sized objects, which leave no
/// room for arguments below them, the pseudos become changes of the stack pointer.
fn rewrite_body(function: &mut MachineFunction, plan: &Plan) {
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        let mut cursor = function.blocks[block].first.expand();
        while let Some(inst) = cursor {
            cursor = function.next_inst(inst);
            match function.opcode(inst) {
                op::ADJCALLSTACKDOWN64 => lower_call_frame(function, inst, op::SUB64ri32),
                op::ADJCALLSTACKUP64 => lower_call_frame(function, inst, op::ADD64ri32),
                _ => replace_frame_indices(function, plan, inst),
            }
        }
    }
}

fn lower_call_frame(function: &mut MachineFunction, inst: Inst, opcode: avarice_target::Opcode) {
    let bytes = function.operand(inst, 0).as_imm().unwrap_or(0) as u64;
    let bytes = bytes.next_multiple_of(function.frame.call_align);
    if function.frame.has_var_sized_objects && bytes != 0 {
        let block = function
            .inst_block(inst)
            .expect("walked instruction is in a block");
        let location = function.debug_loc(inst);
        let mut emit = Emitter {
            function,
            block,
            before: Some(inst),
            flags: MiFlags::empty(),
            location,
            moves: false,
        };
        emit.adjust(opcode, bytes as i64);
    }
    function.remove_inst(inst);
}

fn replace_frame_indices(function: &mut MachineFunction, plan: &Plan, inst: Inst) {
    // Base, scale, index, displacement; maps of the stack have the displacement next to the base.
    let distance = match function.opcode(inst) {
        generic::STACKMAP | generic::PATCHPOINT | generic::STATEPOINT => 1,
        _ => 3,
    };
    for index in 0..function.num_operands(inst) {
        let Some(slot) = function.operand(inst, index).as_frame_index() else {
            continue;
        };
        let (base, disp) = plan.address(function, slot);
        function.replace_operand(inst, index, Operand::reg(base));
        if far::reach(function, inst, index, disp) {
            continue;
        }
        if index + distance < function.num_operands(inst) {
            let operand = function.operand_mut(inst, index + distance);
            match operand.as_imm() {
                Some(old) => operand.set_imm(old.wrapping_add(disp)),
                None if operand.is_reg() => {}
                None => operand.set_offset(operand.offset().wrapping_add(disp)),
            }
        }
    }
}

/// The mask of a C call: what `%rbx`, `%rbp`, `%r12`–`%r15` keep.
pub const C_CALL_MASK: avarice_target::RegMaskId = mask::CSR_64;
