//! Moves of whole registers: register to register, to a stack slot and back.

use avarice_mir::InsertPoint;
use avarice_mir::hooks::SlotAccess;
use avarice_mir::{
    FrameIndex, Inst, InstBuilder, MachineFunction, MemFlags, MemOperand, MemPointer, Operand,
    OperandFlags, Reg,
};
use avarice_target::{Opcode, PhysReg, RegClass};

use crate::load_store::{LoadStore, is_unaligned_load, is_unaligned_store, unaligned_forms};
use crate::subtarget::{self, Features};
use crate::{TARGET, class, op};

/// The least alignment, in bytes, that instructions for aligned vectors ask for.
const LEAST_VECTOR: u64 = 16;

/// Register class and the opcodes that move its registers: copy, store, load.
type Move = (RegClass, Opcode, Opcode, Opcode);

const MOVES: &[Move] = &[
    (class::GR64, op::MOV64rr, op::MOV64mr, op::MOV64rm),
    (class::GR32, op::MOV32rr, op::MOV32mr, op::MOV32rm),
    (class::GR16, op::MOV16rr, op::MOV16mr, op::MOV16rm),
    (class::GR8, op::MOV8rr, op::MOV8mr, op::MOV8rm),
    (class::FR32, op::MOVAPSrr, op::MOVSSmr, op::MOVSSrm_alt),
    (class::FR64, op::MOVAPSrr, op::MOVSDmr, op::MOVSDrm_alt),
    (class::VR128, op::MOVAPSrr, op::MOVAPSmr, op::MOVAPSrm),
    (class::VR256, op::VMOVAPSYrr, op::VMOVAPSYmr, op::VMOVAPSYrm),
    (
        class::VR64,
        op::MMX_MOVQ64rr,
        op::MMX_MOVQ64mr,
        op::MMX_MOVQ64rm,
    ),
];

/// The same with AVX, for the classes where that has its own.
const AVX_MOVES: &[Move] = &[
    (class::FR32, op::VMOVAPSrr, op::VMOVSSmr, op::VMOVSSrm_alt),
    (class::FR64, op::VMOVAPSrr, op::VMOVSDmr, op::VMOVSDrm_alt),
    (class::VR128, op::VMOVAPSrr, op::VMOVAPSmr, op::VMOVAPSrm),
];

/// Copies between register files: destination class, source class, opcode, opcode with AVX.
const CROSS_COPIES: &[(RegClass, RegClass, Opcode, Opcode)] = &[
    (
        class::VR128,
        class::GR64,
        op::MOV64toPQIrr,
        op::VMOV64toPQIrr,
    ),
    (
        class::GR64,
        class::VR128,
        op::MOVPQIto64rr,
        op::VMOVPQIto64rr,
    ),
    (class::VR128, class::GR32, op::MOVDI2PDIrr, op::VMOVDI2PDIrr),
    (class::GR32, class::VR128, op::MOVPDI2DIrr, op::VMOVPDI2DIrr),
    (
        class::VR64,
        class::GR64,
        op::MMX_MOVD64to64rr,
        op::MMX_MOVD64to64rr,
    ),
    (
        class::GR64,
        class::VR64,
        op::MMX_MOVD64from64rr,
        op::MMX_MOVD64from64rr,
    ),
];

/// The moves of a function that may use AVX or may not.
fn moves(avx: bool) -> impl Iterator<Item = &'static Move> {
    let own: &[Move] = if avx { AVX_MOVES } else { &[] };
    own.iter().chain(MOVES)
}

fn has_avx(function: &MachineFunction) -> bool {
    subtarget::of(function).contains(Features::AVX)
}

fn copy_opcode(avx: bool, dst: PhysReg, src: PhysReg) -> Option<Opcode> {
    let within = |c: RegClass, reg| TARGET.class(c).contains(reg);
    let high_byte = |r| within(class::GR8_ABCD_H, r);
    if high_byte(dst) || high_byte(src) {
        let nameable = |r| within(class::GR8_NOREX, r);
        return (nameable(dst) && nameable(src)).then_some(op::MOV8rr_NOREX);
    }
    let same = moves(avx).find(|(c, ..)| within(*c, dst) && within(*c, src));
    if let Some((_, copy, ..)) = same {
        return Some(*copy);
    }
    let mut across = CROSS_COPIES.iter();
    let found = across.find(|(d, s, ..)| within(*d, dst) && within(*s, src));
    found.map(|(_, _, plain, vex)| if avx { *vex } else { *plain })
}

/// Inserts a copy of physical registers; `None` if there is none between the two.
pub fn copy(
    function: &mut MachineFunction,
    at: InsertPoint,
    dst: PhysReg,
    src: PhysReg,
    kill_src: bool,
) -> Option<Inst> {
    let opcode = copy_opcode(has_avx(function), dst, src)?;
    let mut source = Operand::reg(src);
    source.set(OperandFlags::KILL, kill_src);
    let builder = InstBuilder::new(function, opcode).def(dst).op(source);
    Some(builder.insert_at(at))
}

/// The opcodes that move registers of `class`, by the widest class that contains it.
fn slot_opcodes(avx: bool, reg_class: RegClass) -> Option<(Opcode, Opcode)> {
    if reg_class == class::RFP80 {
        return Some((op::ST_FpP80m, op::LD_Fp80m));
    }
    let desc = TARGET.class(reg_class);
    if reg_class == class::GR8_NOREX || desc.has_super_class(class::GR8_NOREX) {
        // The register may be a high byte, which no REX prefix can name.
        return Some((op::MOV8mr_NOREX, op::MOV8rm_NOREX));
    }
    // FR32, FR64 and VR128 hold the same registers; the spill size tells them apart.
    let found = moves(avx).find(|(c, ..)| {
        let other = TARGET.class(*c);
        other.spill_size == desc.spill_size && desc.order.iter().all(|r| other.contains(*r))
    });
    found.map(|(_, _, store, load)| (*store, *load))
}

/// Whether registers of `class` can be stored to a slot.
pub fn has_slot_access(class: RegClass) -> bool {
    slot_opcodes(false, class).is_some()
}

/// The opcodes of a class that has slot access.
fn known_slot_opcodes(function: &MachineFunction, class: RegClass) -> (Opcode, Opcode) {
    slot_opcodes(has_avx(function), class).expect("passes only spill classes with slot access")
}

/// The opcodes for a slot, which may have less alignment than whole vectors like to have.
fn access_opcodes(function: &MachineFunction, access: SlotAccess) -> (Opcode, Opcode) {
    let (store, load) = known_slot_opcodes(function, access.class);
    let align = u64::from(TARGET.class(access.class).spill_size).max(LEAST_VECTOR);
    let frame = &function.frame;
    if align <= frame.call_align || frame.can_realign() && access.slot.0 >= 0 {
        return (store, load);
    }
    let unaligned = unaligned_forms(LoadStore { load, store });
    (unaligned.store, unaligned.load)
}

/// An access to all of `slot`.
pub fn slot_memory(function: &MachineFunction, slot: FrameIndex, flags: MemFlags) -> MemOperand {
    let object = function.frame.object(slot);
    MemOperand::new(flags, MemPointer::Stack(slot), 0, object.size, object.align)
}

/// The five operands of the address `slot + disp`.
pub fn slot_address(slot: FrameIndex, disp: i64) -> [Operand; 5] {
    [
        Operand::frame_index(slot),
        Operand::imm(1),
        Operand::reg(Reg::NONE),
        Operand::imm(disp),
        Operand::reg(Reg::NONE),
    ]
}

/// Inserts a store of a register to a slot.
pub fn store(function: &mut MachineFunction, at: InsertPoint, access: SlotAccess) -> Inst {
    let (opcode, _) = access_opcodes(function, access);
    let memory = slot_memory(function, access.slot, MemFlags::STORE);
    let mut value = Operand::reg(access.reg);
    value.set(OperandFlags::KILL, access.kill);
    InstBuilder::new(function, opcode)
        .ops(&slot_address(access.slot, 0))
        .op(value)
        .mem(memory)
        .insert_at(at)
}

/// Inserts a load of a register from a slot.
pub fn load(function: &mut MachineFunction, at: InsertPoint, access: SlotAccess) -> Inst {
    let (_, opcode) = access_opcodes(function, access);
    let memory = slot_memory(function, access.slot, MemFlags::LOAD);
    InstBuilder::new(function, opcode)
        .def(access.reg)
        .ops(&slot_address(access.slot, 0))
        .mem(memory)
        .insert_at(at)
}

/// The slot that operands `at..at + 5` address with nothing added, or `None`.
fn plain_slot(function: &MachineFunction, inst: Inst, at: usize) -> Option<FrameIndex> {
    let ops = function.operands(inst).get(at..at + 5)?;
    let plain = ops[1].as_imm() == Some(1)
        && ops[2].is_reg()
        && ops[2].as_reg().is_none()
        && ops[3].as_imm() == Some(0);
    ops[0].as_frame_index().filter(|_| plain)
}

/// If `inst` is a plain load of a whole register from a slot: the register and the slot.
pub fn as_slot_load(function: &MachineFunction, inst: Inst) -> Option<(Reg, FrameIndex)> {
    let opcode = function.opcode(inst);
    let is_load = moves(true).any(|(_, _, _, load)| *load == opcode)
        || opcode == op::MOV8rm_NOREX
        || is_unaligned_load(opcode);
    let slot = is_load.then(|| plain_slot(function, inst, 1))??;
    let value = function.operand(inst, 0);
    value.sub_reg().is_none().then(|| (value.as_reg(), slot))
}

/// If `inst` is a plain store of a whole register to a slot: the register and the slot.
pub fn as_slot_store(function: &MachineFunction, inst: Inst) -> Option<(Reg, FrameIndex)> {
    let opcode = function.opcode(inst);
    let is_store = moves(true).any(|(_, _, store, _)| *store == opcode)
        || opcode == op::MOV8mr_NOREX
        || is_unaligned_store(opcode);
    let slot = is_store.then(|| plain_slot(function, inst, 0))??;
    let value = function.operand(inst, 5);
    value.sub_reg().is_none().then(|| (value.as_reg(), slot))
}
