//! Prologue and epilogues.

use avarice_ir::MetadataId;
use avarice_mir::InsertPoint;
use avarice_mir::{
    Block, CfiInstruction, Inst, InstBuilder, MachineFunction, MiFlags, Operand, OperandFlags,
    StackProbe,
};
use avarice_target::{InstrFlags, LaneMask, Opcode, PhysReg};
use cranelift_entity::packed_option::PackedOption;

use super::layout::Plan;
use super::saves::{SLOT, Save};
use crate::{TARGET, immediates, op, reg};

/// `uxtx #0`: a whole register as the last operand of an addition to the stack pointer.
pub(super) const WHOLE_REGISTER: i64 = 3 << 3;

/// A place where instructions of the frame go.
pub(super) struct Emitter<'f> {
    pub function: &'f mut MachineFunction,
    pub block: Block,
    pub before: Option<Inst>,
    pub flags: MiFlags,
    pub location: PackedOption<MetadataId>,
    pub moves: bool,
}

/// Emits the prologue, and an epilogue before each return.
pub(super) fn emit(function: &mut MachineFunction, plan: &Plan) {
    emit_prologue(function, plan);
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        let last = function.blocks[block].last.expand();
        if let Some(last) = last.filter(|inst| function.desc(*inst).has(InstrFlags::RETURN)) {
            emit_epilogue(function, plan, block, last);
        }
    }
}

pub(super) fn dwarf(register: PhysReg) -> u16 {
    TARGET.reg(register).dwarf as u16
}

impl Emitter<'_> {
    pub fn build(&mut self, opcode: Opcode, operands: &[Operand]) {
        InstBuilder::new(self.function, opcode)
            .ops(operands)
            .flags(self.flags)
            .location(self.location)
            .insert_at(InsertPoint::new(self.block, self.before));
    }

    pub fn cfi(&mut self, instruction: CfiInstruction) {
        if self.moves {
            let index = self.function.cfi.push(instruction);
            self.build(avarice_target::op::CFI_INSTRUCTION, &[Operand::cfi(index)]);
        }
    }

    /// `dst = src + bytes`, for any number of bytes; `dst` is changed in steps. What needs a register of its
    /// own takes `scratch`.
    pub fn add(&mut self, dst: PhysReg, src: PhysReg, bytes: i64, scratch: PhysReg) {
        let (opcode, magnitude) = match bytes < 0 {
            true => (op::SUBXri, bytes.unsigned_abs()),
            false => (op::ADDXri, bytes.unsigned_abs()),
        };
        if magnitude >= 1 << 24 {
            self.constant(scratch, magnitude);
            let opcode = match bytes < 0 {
                true => op::SUBXrx64,
                false => op::ADDXrx64,
            };
            let operands = [
                Operand::def(dst),
                Operand::reg(src),
                Operand::reg(scratch).with(OperandFlags::KILL),
                Operand::imm(WHOLE_REGISTER),
            ];
            return self.build(opcode, &operands);
        }
        let (high, low) = ((magnitude >> 12) as i64, (magnitude & 0xfff) as i64);
        let mut from = src;
        for (part, shift) in [(high, 12), (low, 0)] {
            if part != 0 || shift == 0 && high == 0 && dst != src {
                let [part, shift] = [part, shift].map(Operand::imm);
                self.build(
                    opcode,
                    &[Operand::def(dst), Operand::reg(from), part, shift],
                );
                from = dst;
            }
        }
    }

    /// `dst = value`
    pub fn constant(&mut self, dst: PhysReg, value: u64) {
        let mut opcode = op::MOVZXi;
        for shift in [0, 16, 32, 48] {
            let part = (value >> shift & 0xffff) as i64;
            if part == 0 && (opcode == op::MOVKXi || value != 0) {
                continue;
            }
            let [part, shift] = [part, shift].map(Operand::imm);
            match opcode {
                op::MOVZXi => self.build(opcode, &[Operand::def(dst), part, shift]),
                _ => self.build(opcode, &[Operand::def(dst), Operand::reg(dst), part, shift]),
            }
            opcode = op::MOVKXi;
        }
    }

    /// A register that is saved: the last use of what it holds, unless the function reads that.
    fn saved(&self, register: PhysReg) -> Operand {
        let mut live_ins = self.function.live_ins.iter();
        match live_ins.any(|(live_in, _)| *live_in == register) {
            true => Operand::reg(register),
            false => Operand::reg(register).with(OperandFlags::KILL),
        }
    }

    /// Saves registers at `[sp, offset]`.
    fn save(&mut self, save: &Save, offset: i64) {
        let used = |register| self.saved(register);
        let place = [Operand::reg(reg::SP), Operand::imm(offset / SLOT)];
        let opcodes = [[op::STRXui, op::STPXi], [op::STRDui, op::STPDi]];
        let opcode = opcodes[usize::from(save.is_float)][usize::from(save.second.is_some())];
        let mut operands: Vec<Operand> = save.second.into_iter().map(used).collect();
        operands.push(used(save.first));
        operands.extend(place);
        self.build(opcode, &operands);
    }

    /// Saves registers at the bottom of an area of `size` bytes that it makes room for.
    fn save_first(&mut self, save: &Save, size: i64) {
        let used = |register| self.saved(register);
        let opcodes = [[op::STRXpre, op::STPXpre], [op::STRDpre, op::STPDpre]];
        let opcode = opcodes[usize::from(save.is_float)][usize::from(save.second.is_some())];
        let scale = if save.second.is_some() { SLOT } else { 1 };
        let mut operands = vec![Operand::def(reg::SP)];
        operands.extend(save.second.into_iter().map(used));
        operands.push(used(save.first));
        operands.extend([Operand::reg(reg::SP), Operand::imm(-size / scale)]);
        self.build(opcode, &operands);
    }

    fn restore(&mut self, save: &Save, offset: i64) {
        let opcodes = [[op::LDRXui, op::LDPXi], [op::LDRDui, op::LDPDi]];
        let opcode = opcodes[usize::from(save.is_float)][usize::from(save.second.is_some())];
        let mut operands: Vec<Operand> = save.second.into_iter().map(Operand::def).collect();
        operands.push(Operand::def(save.first));
        operands.extend([Operand::reg(reg::SP), Operand::imm(offset / SLOT)]);
        self.build(opcode, &operands);
    }

    fn restore_last(&mut self, save: &Save, size: i64) {
        let opcodes = [[op::LDRXpost, op::LDPXpost], [op::LDRDpost, op::LDPDpost]];
        let opcode = opcodes[usize::from(save.is_float)][usize::from(save.second.is_some())];
        let scale = if save.second.is_some() { SLOT } else { 1 };
        let mut operands = vec![Operand::def(reg::SP)];
        operands.extend(save.second.into_iter().map(Operand::def));
        operands.push(Operand::def(save.first));
        operands.extend([Operand::reg(reg::SP), Operand::imm(size / scale)]);
        self.build(opcode, &operands);
    }
}

fn emit_prologue(function: &mut MachineFunction, plan: &Plan) {
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
    if plan.has_shadow_stack {
        emit_shadow_push(&mut emit);
    }
    if plan.signs_return_address {
        emit.build(op::PAUTH_PROLOGUE, &[]);
    }
    let mut depth = 0;
    if plan.combined {
        emit.add(reg::SP, reg::SP, -plan.depth(), reg::X16);
        depth = plan.depth();
        emit.cfi(CfiInstruction::DefCfaOffset(depth));
    }
    for (index, save) in plan.saves.list.iter().rev().enumerate() {
        if plan.combined {
            emit.save(save, plan.locals + save.offset);
        } else if index == 0 {
            emit.save_first(save, plan.saves.size);
            depth = plan.saves.size;
            emit.cfi(CfiInstruction::DefCfaOffset(depth));
        } else {
            emit.save(save, save.offset);
        }
    }
    if plan.frame_pointer {
        let record = depth - plan.above_frame_pointer();
        emit.add(reg::FP, reg::SP, record, reg::X16);
        let above = plan.above_frame_pointer();
        emit.cfi(CfiInstruction::DefCfa(dwarf(reg::FP), above));
    }
    if plan.frame_pointer || plan.combined {
        emit_save_places(&mut emit, &slots);
    }
    if !plan.combined {
        match emit.function.target_info.stack_probe {
            StackProbe::Inline(size) => emit.allocate_with_probes(plan, size as i64),
            StackProbe::None | StackProbe::Call(..) => emit_allocation(&mut emit, plan),
        }
        if !plan.frame_pointer {
            emit_save_places(&mut emit, &slots);
        }
    }
    if plan.base_pointer {
        emit.add(reg::X19, reg::SP, 0, reg::X16);
    }
    for (register, _) in slots {
        let live_in = (register, LaneMask::ALL);
        function.blocks[block].live_ins.push(live_in);
    }
}

/// Pushes the return address on the shadow stack, which X18 points to the end of.
fn emit_shadow_push(emit: &mut Emitter<'_>) {
    let [stack, link] = [reg::X18, reg::LR].map(Operand::reg);
    let operands = [Operand::def(reg::X18), link, stack, Operand::imm(SLOT)];
    emit.build(op::STRXpost, &operands);
    if emit.moves {
        // DW_CFA_val_expression of X18, two bytes: DW_OP_breg18 -8. The caller's X18 is less by a slot.
        const ROW: &str = "0x16, 0x12, 0x02, 0x82, 0x78";
        let row = emit.function.symbols.push(ROW.into());
        emit.cfi(CfiInstruction::Escape(row));
    }
    let live_in = (reg::X18, LaneMask::ALL);
    emit.function.blocks[emit.block].live_ins.push(live_in);
}

/// Takes the return address from the shadow stack, whatever is on the other one.
fn emit_shadow_pop(emit: &mut Emitter<'_>) {
    let [stack, link] = [reg::X18, reg::LR].map(Operand::def);
    let from = Operand::reg(reg::X18);
    emit.build(op::LDRXpre, &[stack, link, from, Operand::imm(-SLOT)]);
    emit.cfi(CfiInstruction::Restore(dwarf(reg::X18)));
}

fn emit_save_places(emit: &mut Emitter<'_>, slots: &[(PhysReg, avarice_mir::FrameIndex)]) {
    for (register, slot) in slots {
        let offset = emit.function.frame.object(*slot).offset;
        emit.cfi(CfiInstruction::Offset(dwarf(*register), offset));
    }
}

/// Makes room for the locals and aligns the stack pointer.
fn emit_allocation(emit: &mut Emitter<'_>, plan: &Plan) {
    let left = plan.locals;
    let Some(align) = plan.realign else {
        if left != 0 {
            emit.add(reg::SP, reg::SP, -left, reg::X16);
            if !plan.frame_pointer {
                emit.cfi(CfiInstruction::DefCfaOffset(plan.depth()));
            }
        }
        return;
    };
    // X9 carries no argument.
    emit.add(reg::X9, reg::SP, -left, reg::X16);
    let mask = immediates::logical_bits(align.wrapping_neg());
    let operands = [
        Operand::def(reg::SP),
        Operand::reg(reg::X9).with(OperandFlags::KILL),
        Operand::imm(mask),
    ];
    emit.build(op::ANDXri, &operands);
}

fn emit_epilogue(function: &mut MachineFunction, plan: &Plan, block: Block, last: Inst) {
    let location = function.debug_loc(last);
    let unknown_distance = plan.realign.is_some() || function.frame.has_var_sized_objects;
    let mut emit = Emitter {
        function,
        block,
        before: Some(last),
        flags: MiFlags::FRAME_DESTROY,
        location,
        moves: plan.has_exact_rows,
    };
    let mut depth = plan.depth();
    if !plan.combined {
        if unknown_distance {
            let record = plan.saves.record;
            emit.add(reg::SP, reg::FP, -record, reg::X16);
        } else if plan.locals != 0 {
            emit.add(reg::SP, reg::SP, plan.locals, reg::X16);
        }
        depth = plan.saves.size;
    }
    let changes = plan.frame_pointer || plan.locals != 0 && !plan.combined;
    if changes {
        emit.cfi(CfiInstruction::DefCfa(dwarf(reg::SP), depth));
    }
    let lowest = plan.saves.list.len().wrapping_sub(1);
    for (index, save) in plan.saves.list.iter().enumerate() {
        if plan.combined {
            emit.restore(save, plan.locals + save.offset);
        } else if index == lowest {
            emit.restore_last(save, plan.saves.size);
            depth = 0;
            emit.cfi(CfiInstruction::DefCfaOffset(0));
        } else {
            emit.restore(save, save.offset);
        }
    }
    if plan.combined {
        emit.add(reg::SP, reg::SP, plan.depth(), reg::X16);
        depth = 0;
        emit.cfi(CfiInstruction::DefCfaOffset(0));
    }
    if plan.signs_return_address {
        emit.build(op::PAUTH_EPILOGUE, &[]);
    }
    if plan.has_shadow_stack {
        emit_shadow_pop(&mut emit);
    }
    for at in 0..emit.function.frame.callee_saved.len() {
        let (register, _) = emit.function.frame.callee_saved[at];
        emit.cfi(CfiInstruction::Restore(dwarf(register)));
    }
    debug_assert!(
        depth == 0 || plan.saves.list.is_empty(),
        "all is given back"
    );
}
