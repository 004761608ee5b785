//! The prologue, and how instructions of the frame are emitted.

use avarice_ir::MetadataId;
use avarice_machine::prolog_epilog::blocks;
use avarice_mir::{
    Block, CfiInstruction, InsertPoint, Inst, InstBuilder, MachineFunction, MemFlags, MemOperand,
    MemPointer, MiFlags, Operand, OperandFlags, Reg, StackProbe,
};
use avarice_target::{Opcode, PhysReg};
use cranelift_entity::packed_option::PackedOption;

use super::layout::{Plan, Rows};
use super::saves::{Kind, Save};
use super::scratch_at;
use crate::{TARGET, immediates, op, reg};

/// `uxtx #0`: a whole register as the last operand of an addition to the stack pointer.
pub(crate) const WHOLE_REGISTER: i64 = 3 << 3;

/// The most that one instruction adds, in bytes: 12 bits, shifted by 12.
const MAX_STEP: u64 = 0xfff << 12;

/// So many bytes are added step by step at most; more are first put into a register.
const MAX_STEPS: u64 = 1 << 32;

/// Bytes of an entry of the shadow stack.
const SHADOW_SLOT: i64 = 8;

/// A place where instructions of the frame go.
pub(super) struct Emitter<'f> {
    pub function: &'f mut MachineFunction,
    pub block: Block,
    pub before: Option<Inst>,
    pub flags: MiFlags,
    pub location: PackedOption<MetadataId>,
}

pub(super) fn dwarf(register: PhysReg) -> u16 {
    TARGET.reg(register).dwarf as u16
}

impl Emitter<'_> {
    fn builder(&mut self, opcode: Opcode) -> InstBuilder<'_> {
        InstBuilder::new(self.function, opcode)
            .flags(self.flags)
            .location(self.location)
    }

    pub fn build(&mut self, opcode: Opcode, operands: &[Operand]) {
        let at = InsertPoint::new(self.block, self.before);
        self.builder(opcode).ops(operands).insert_at(at);
    }

    pub fn cfi(&mut self, instruction: CfiInstruction) {
        let index = self.function.cfi.push(instruction);
        self.build(avarice_target::op::CFI_INSTRUCTION, &[Operand::cfi(index)]);
    }

    /// `dst = src + bytes`, for any number of bytes; `dst` is changed in steps.
    pub fn add(&mut self, dst: PhysReg, src: PhysReg, bytes: i64) {
        self.add_with_rows(dst, src, bytes, None);
    }

    /// The same with a row after each step, if `above` says how far the canonical frame address is above `src`.
    pub fn add_with_rows(&mut self, dst: PhysReg, src: PhysReg, bytes: i64, above: Option<i64>) {
        if bytes == 0 && dst == src {
            return;
        }
        if bytes.unsigned_abs() >= MAX_STEPS {
            return self.add_far(dst, src, bytes, above);
        }
        let opcode = if bytes < 0 { op::SUBXri } else { op::ADDXri };
        let mut above = above;
        let mut from = src;
        for (part, shift) in steps(bytes) {
            let operands = [
                Operand::def(dst),
                Operand::reg(from),
                Operand::imm(part),
                Operand::imm(shift),
            ];
            self.build(opcode, &operands);
            from = dst;
            if let Some(above) = &mut above {
                *above -= bytes.signum() * (part << shift);
                self.say_depth(dst, *above);
            }
        }
    }

    fn say_depth(&mut self, register: PhysReg, above: i64) {
        self.cfi(match register {
            reg::SP => CfiInstruction::DefCfaOffset(above),
            _ => CfiInstruction::DefCfa(dwarf(register), above),
        });
    }

    /// By a number in a register, which prologues and epilogues may change.
    fn add_far(&mut self, dst: PhysReg, src: PhysReg, bytes: i64, above: Option<i64>) {
        let scratch = if src == reg::X16 { reg::X17 } else { reg::X16 };
        self.combine(dst.into(), src, bytes, scratch.into());
        if let Some(above) = above {
            self.say_depth(dst, above - bytes);
        }
    }

    /// `dst = src + bytes`, by a number in `scratch`.
    fn combine(&mut self, dst: Reg, src: PhysReg, bytes: i64, scratch: Reg) {
        self.constant(scratch, bytes.unsigned_abs());
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
        self.build(opcode, &operands);
    }

    /// `result = base + bytes`; it sets the flags if `sets_flags`.
    pub fn compute_address(&mut self, result: Reg, base: PhysReg, bytes: i64, sets_flags: bool) {
        if bytes.unsigned_abs() >= MAX_STEPS && !sets_flags {
            return self.combine(result, base, bytes, result);
        }
        let opcode = match (bytes < 0, sets_flags) {
            (false, false) => op::ADDXri,
            (true, false) => op::SUBXri,
            (false, true) => op::ADDSXri,
            (true, true) => op::SUBSXri,
        };
        let mut from = Operand::reg(base);
        for (part, shift) in steps(bytes) {
            let [part, shift] = [part, shift].map(Operand::imm);
            self.build(opcode, &[Operand::def(result), from, part, shift]);
            from = Operand::reg(result);
        }
    }

    /// `dst = value`
    fn constant(&mut self, dst: Reg, value: u64) {
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
    pub fn save(&mut self, save: &Save, offset: i64) {
        let mut operands = self.values_to_save(save);
        operands.extend(place(save, offset));
        self.access(store_opcodes(save)[0], &operands, save, MemFlags::STORE);
    }

    /// Saves registers at the bottom of an area of `size` bytes that it makes room for.
    fn save_first(&mut self, save: &Save, size: i64) {
        let mut operands = vec![Operand::def(reg::SP)];
        operands.extend(self.values_to_save(save));
        operands.extend([Operand::reg(reg::SP), update(save, -size)]);
        self.access(store_opcodes(save)[1], &operands, save, MemFlags::STORE);
    }

    fn values_to_save(&self, save: &Save) -> Vec<Operand> {
        let registers = save.second.into_iter().chain([save.first]);
        registers
            .map(|(register, _)| self.saved(register))
            .collect()
    }

    /// Loads registers from `[sp, offset]`.
    pub fn restore(&mut self, save: &Save, offset: i64) {
        let mut operands = values_to_restore(save);
        operands.extend(place(save, offset));
        self.access(load_opcodes(save)[0], &operands, save, MemFlags::LOAD);
    }

    /// Loads registers from the bottom of the area of `size` bytes, and gives it back.
    pub fn restore_last(&mut self, save: &Save, size: i64) {
        let mut operands = vec![Operand::def(reg::SP)];
        operands.extend(values_to_restore(save));
        operands.extend([Operand::reg(reg::SP), update(save, size)]);
        self.access(load_opcodes(save)[1], &operands, save, MemFlags::LOAD);
    }

    fn access(&mut self, opcode: Opcode, operands: &[Operand], save: &Save, flags: MemFlags) {
        let at = InsertPoint::new(self.block, self.before);
        let bytes = save.kind.size() as u64;
        let mut builder = self.builder(opcode).ops(operands);
        for (_, slot) in save.second.into_iter().chain([save.first]) {
            let pointer = MemPointer::Stack(slot);
            builder = builder.mem(MemOperand::new(flags, pointer, 0, bytes, bytes));
        }
        builder.insert_at(at);
    }

    /// Emits what follows with the location of the instruction that it stands before.
    pub fn take_next_location(&mut self) {
        let mut insts = std::iter::successors(self.before, |inst| self.function.next_inst(*inst));
        let next = insts.find(|inst| !self.function.is_debug(*inst));
        self.location = next.map_or(None.into(), |next| self.function.debug_loc(next));
    }
}

/// The numbers and shifts whose sum is `bytes`, without its sign; a single zero for zero.
fn steps(bytes: i64) -> impl Iterator<Item = (i64, i64)> {
    let mut left = Some(bytes.unsigned_abs());
    std::iter::from_fn(move || {
        let rest = left?;
        let step = rest.min(MAX_STEP);
        let (part, shift) = match step > 0xfff {
            true => (step >> 12, 12),
            false => (step, 0),
        };
        left = Some(rest - (part << shift)).filter(|left| *left != 0);
        Some((part as i64, shift))
    })
}

fn place(save: &Save, offset: i64) -> [Operand; 2] {
    let units = offset / save.kind.size();
    [Operand::reg(reg::SP), Operand::imm(units)]
}

/// What an instruction adds to the stack pointer: pairs count in units.
fn update(save: &Save, bytes: i64) -> Operand {
    let scale = if save.second.is_some() {
        save.kind.size()
    } else {
        1
    };
    Operand::imm(bytes / scale)
}

/// Whether an instruction that saves or restores can change the stack pointer by `bytes` as well.
pub(super) fn can_update(save: &Save, bytes: i64) -> bool {
    let units = match save.second {
        Some(_) => (-64, 63, save.kind.size()),
        None => (-256, 255, 1),
    };
    (units.0 * units.2..=units.1 * units.2).contains(&bytes)
}

fn values_to_restore(save: &Save) -> Vec<Operand> {
    let registers = save.second.into_iter().chain([save.first]);
    registers
        .map(|(register, _)| Operand::def(register))
        .collect()
}

fn store_opcodes(save: &Save) -> [Opcode; 2] {
    match (save.kind, save.second.is_some()) {
        (Kind::General, false) => [op::STRXui, op::STRXpre],
        (Kind::General, true) => [op::STPXi, op::STPXpre],
        (Kind::Double, false) => [op::STRDui, op::STRDpre],
        (Kind::Double, true) => [op::STPDi, op::STPDpre],
        (Kind::Vector, false) => [op::STRQui, op::STRQpre],
        (Kind::Vector, true) => [op::STPQi, op::STPQpre],
    }
}

fn load_opcodes(save: &Save) -> [Opcode; 2] {
    match (save.kind, save.second.is_some()) {
        (Kind::General, false) => [op::LDRXui, op::LDRXpost],
        (Kind::General, true) => [op::LDPXi, op::LDPXpost],
        (Kind::Double, false) => [op::LDRDui, op::LDRDpost],
        (Kind::Double, true) => [op::LDPDi, op::LDPDpost],
        (Kind::Vector, false) => [op::LDRQui, op::LDRQpost],
        (Kind::Vector, true) => [op::LDPQi, op::LDPQpost],
    }
}

/// Emits the prologue at the begin of `block`. Returns the block that has what was in it: loops of probes come before
/// that.
pub(super) fn emit(
    function: &mut MachineFunction,
    plan: &Plan,
    block: Block,
    reserved: &[bool],
) -> Block {
    let before = function.blocks[block].first.expand();
    for save in plan.saves.list.iter().rev() {
        for (register, _) in [Some(save.first), save.second].into_iter().flatten() {
            if !reserved[register.index()] {
                let live_in = (register, avarice_target::LaneMask::ALL);
                function.blocks[block].live_ins.push(live_in);
            }
        }
    }
    blocks::mark_saved_live(function, reserved);
    let mut emit = Emitter {
        function,
        block,
        before,
        flags: MiFlags::FRAME_SETUP,
        // The first location is to be that of the body.
        location: None.into(),
    };
    if plan.has_shadow_stack {
        emit_shadow_push(&mut emit, plan);
    }
    if plan.signs_return_address {
        emit.build(op::PAUTH_PROLOGUE, &[]);
    }
    if !plan.has_frame {
        emit.add(reg::SP, reg::SP, -plan.locals);
        if plan.locals != 0 && plan.rows != Rows::None {
            emit.cfi(CfiInstruction::LabeledCfaOffset(plan.locals));
        }
        return emit.block;
    }
    emit_saves(&mut emit, plan);
    if plan.rows == Rows::Exact {
        if plan.frame_pointer {
            emit_frame_pointer_row(&mut emit, plan);
        }
        emit_save_places(&mut emit);
    }
    if !plan.combined {
        match emit.function.target_info.stack_probe {
            StackProbe::Inline(size) => emit.allocate_with_probes(plan, size as i64),
            StackProbe::None | StackProbe::Call(..) => emit_allocation(&mut emit, plan),
        }
    }
    if plan.base_pointer {
        emit.flags = MiFlags::empty();
        emit.add(reg::X19, reg::SP, 0);
        emit.flags = MiFlags::FRAME_SETUP;
    }
    if plan.rows == Rows::AtCalls {
        match plan.frame_pointer {
            true => emit_frame_pointer_row(&mut emit, plan),
            false => emit.cfi(CfiInstruction::DefCfaOffset(plan.depth())),
        }
        emit_save_places(&mut emit);
    }
    emit.block
}

/// Saves registers, and sets the frame pointer.
fn emit_saves(emit: &mut Emitter<'_>, plan: &Plan) {
    let size = plan.saves.size;
    let has_exact_rows = plan.rows == Rows::Exact;
    let above = has_exact_rows.then_some(0);
    let mut record = plan.saves.record;
    if plan.combined {
        emit.add_with_rows(reg::SP, reg::SP, -plan.depth(), above);
        record += plan.locals;
    }
    for (index, save) in plan.saves.list.iter().rev().enumerate() {
        if plan.combined {
            emit.save(save, plan.locals + save.offset);
        } else if index > 0 {
            emit.save(save, save.offset);
        } else if save.offset == 0 && can_update(save, -size) {
            emit.save_first(save, size);
            if has_exact_rows {
                emit.cfi(CfiInstruction::DefCfaOffset(size));
            }
        } else {
            emit.add_with_rows(reg::SP, reg::SP, -size, above);
            emit.save(save, save.offset);
        }
    }
    if plan.frame_pointer {
        emit.add(reg::FP, reg::SP, record);
    }
}

fn emit_frame_pointer_row(emit: &mut Emitter<'_>, plan: &Plan) {
    let above = plan.above_frame_pointer();
    emit.cfi(CfiInstruction::DefCfa(dwarf(reg::FP), above));
}

/// Pushes the return address on the shadow stack, which X18 points to the end of.
fn emit_shadow_push(emit: &mut Emitter<'_>, plan: &Plan) {
    let [stack, link] = [reg::X18, reg::LR].map(Operand::reg);
    let operands = [
        Operand::def(reg::X18),
        link,
        stack,
        Operand::imm(SHADOW_SLOT),
    ];
    emit.build(op::STRXpost, &operands);
    if plan.rows != Rows::None {
        // DW_CFA_val_expression of X18, two bytes: DW_OP_breg18 -8. The caller's X18 is less by a slot.
        const ROW: &str = "0x16, 0x12, 0x02, 0x82, 0x78";
        let row = emit.function.symbols.push(ROW.into());
        emit.cfi(CfiInstruction::Escape(row));
    }
    let live_in = (reg::X18, avarice_target::LaneMask::ALL);
    emit.function.blocks[emit.block].live_ins.push(live_in);
}

fn emit_save_places(emit: &mut Emitter<'_>) {
    let location = emit.location;
    emit.take_next_location();
    for at in 0..emit.function.frame.callee_saved.len() {
        let (register, slot) = emit.function.frame.callee_saved[at];
        let offset = emit.function.frame.object(slot).offset;
        emit.cfi(CfiInstruction::Offset(dwarf(register), offset));
    }
    emit.location = location;
}

/// Makes room for the locals and aligns the stack pointer.
fn emit_allocation(emit: &mut Emitter<'_>, plan: &Plan) {
    let has_rows = plan.rows == Rows::Exact && !plan.frame_pointer;
    let above = has_rows.then_some(plan.saves.size);
    let Some(align) = plan.realign else {
        return emit.add_with_rows(reg::SP, reg::SP, -plan.locals, above);
    };
    let scratch = scratch_at(emit.function, emit.block).unwrap_or(reg::X9);
    emit.add_with_rows(scratch, reg::SP, -plan.locals, above);
    let mask = immediates::logical_bits((align as u64).wrapping_neg());
    let operands = [
        Operand::def(reg::SP),
        Operand::reg(scratch).with(OperandFlags::KILL),
        Operand::imm(mask),
    ];
    emit.build(op::ANDXri, &operands);
}
