//! Registers in stack slots: stores, loads, and copies that become one of them.

use avarice_mir::InsertPoint;
use avarice_mir::hooks::SlotAccess;
use avarice_mir::{
    Block, FrameIndex, Inst, InstBuilder, MachineFunction, MemFlags, MemOperand, MemPointer,
    Operand, OperandFlags, Reg,
};
use avarice_target::{Opcode, PhysReg, RegClass, SubRegIdx};

use crate::{TARGET, class, op, reg, sub};

/// How registers of a class go to a slot and come back.
#[derive(Clone, Copy)]
struct Access {
    class: RegClass,
    store: Opcode,
    load: Opcode,
    shape: Shape,
}

/// What an access looks like.
#[derive(Clone, Copy, PartialEq)]
enum Shape {
    /// `STRXui %0, %stack.0, 0`
    Offset,
    /// `STRXui`, and the register must not be the stack pointer: it is narrowed to this class.
    General(RegClass),
    /// `STPXi %0.sube64, %0.subo64, %stack.0, 0`
    Pair(SubRegIdx, SubRegIdx),
    /// `ST1Twov2d %0, %stack.0`: no offset.
    List,
}

const fn access(class: RegClass, store: Opcode, load: Opcode, shape: Shape) -> Access {
    Access {
        class,
        store,
        load,
        shape,
    }
}

/// The widest classes with slot access, in the order in which LLVM asks for those of one size.
const ACCESSES: &[Access] = &[
    access(class::FPR8, op::STRBui, op::LDRBui, Shape::Offset),
    access(class::FPR16, op::STRHui, op::LDRHui, Shape::Offset),
    access(
        class::GPR32all,
        op::STRWui,
        op::LDRWui,
        Shape::General(class::GPR32),
    ),
    access(class::FPR32, op::STRSui, op::LDRSui, Shape::Offset),
    access(
        class::GPR64all,
        op::STRXui,
        op::LDRXui,
        Shape::General(class::GPR64),
    ),
    access(class::FPR64, op::STRDui, op::LDRDui, Shape::Offset),
    access(
        class::WSeqPairsClass,
        op::STPWi,
        op::LDPWi,
        Shape::Pair(sub::SUBE32, sub::SUBO32),
    ),
    access(class::FPR128, op::STRQui, op::LDRQui, Shape::Offset),
    access(class::DD, op::ST1Twov1d, op::LD1Twov1d, Shape::List),
    access(
        class::XSeqPairsClass,
        op::STPXi,
        op::LDPXi,
        Shape::Pair(sub::SUBE64, sub::SUBO64),
    ),
    access(class::DDD, op::ST1Threev1d, op::LD1Threev1d, Shape::List),
    access(class::DDDD, op::ST1Fourv1d, op::LD1Fourv1d, Shape::List),
    access(class::QQ, op::ST1Twov2d, op::LD1Twov2d, Shape::List),
    access(class::QQQ, op::ST1Threev2d, op::LD1Threev2d, Shape::List),
    access(class::QQQQ, op::ST1Fourv2d, op::LD1Fourv2d, Shape::List),
];

fn find(reg_class: RegClass) -> Option<&'static Access> {
    let desc = TARGET.class(reg_class);
    ACCESSES
        .iter()
        .find(|access| access.class == reg_class || desc.has_super_class(access.class))
}

/// Whether registers of `class` can be stored to a slot: all but those of scalable vectors and matrices.
pub fn has_access(class: RegClass) -> bool {
    find(class).is_some()
}

fn known(class: RegClass) -> &'static Access {
    find(class).expect("passes only spill classes with slot access")
}

fn memory(function: &MachineFunction, slot: FrameIndex, flags: MemFlags) -> MemOperand {
    let object = function.frame.object(slot);
    MemOperand::new(flags, MemPointer::Stack(slot), 0, object.size, object.align)
}

/// The stack pointer has the number of the zero register in these instructions.
fn narrow(function: &mut MachineFunction, register: Reg, shape: Shape) {
    if let (Shape::General(narrower), Some(vreg)) = (shape, register.as_virtual()) {
        function.constrain_class(vreg, narrower, 0);
    }
}

/// A register operand for each of the two halves of a pair.
fn halves(operand: Operand, first: SubRegIdx, second: SubRegIdx) -> [Operand; 2] {
    let register = operand.as_reg();
    [first, second].map(|index| match register.as_physical() {
        Some(whole) => operand.with_reg(TARGET.sub_reg(whole, index)),
        None => operand.with_sub_reg(index),
    })
}

/// Inserts a store of a register to a slot.
pub fn store(function: &mut MachineFunction, at: InsertPoint, access: SlotAccess) -> Inst {
    let how = known(access.class);
    let memory = memory(function, access.slot, MemFlags::STORE);
    narrow(function, access.reg, how.shape);
    let mut value = Operand::reg(access.reg);
    value.set(OperandFlags::KILL, access.kill);
    let builder = InstBuilder::new(function, how.store);
    let builder = match how.shape {
        Shape::Pair(first, second) => builder.ops(&halves(value, first, second)),
        _ => builder.op(value),
    };
    finish(builder.frame_index(access.slot), how.shape, memory).insert_at(at)
}

/// Inserts a load of a register from a slot.
pub fn load(function: &mut MachineFunction, at: InsertPoint, access: SlotAccess) -> Inst {
    let how = known(access.class);
    let memory = memory(function, access.slot, MemFlags::LOAD);
    narrow(function, access.reg, how.shape);
    let mut value = Operand::def(access.reg);
    let builder = InstBuilder::new(function, how.load);
    let builder = match how.shape {
        Shape::Pair(first, second) => {
            // Each half is defined for itself: the rest is undefined at.before.
            value.set(OperandFlags::UNDEF, access.reg.is_virtual());
            builder.ops(&halves(value, first, second))
        }
        _ => builder.op(value),
    };
    finish(builder.frame_index(access.slot), how.shape, memory).insert_at(at)
}

fn finish<'f>(builder: InstBuilder<'f>, shape: Shape, memory: MemOperand) -> InstBuilder<'f> {
    match shape {
        Shape::List => builder.mem(memory),
        _ => builder.imm(0).mem(memory),
    }
}

/// The register and the slot of a plain access with one of `opcodes`.
fn plain(
    function: &MachineFunction,
    inst: Inst,
    opcode_of: fn(&Access) -> Opcode,
) -> Option<(Reg, FrameIndex)> {
    let opcode = function.opcode(inst);
    let is_plain = |shape| matches!(shape, Shape::Offset | Shape::General(_));
    let mut accesses = ACCESSES.iter().filter(|access| is_plain(access.shape));
    accesses.find(|access| opcode_of(access) == opcode)?;
    let [value, slot, offset, ..] = function.operands(inst) else {
        return None;
    };
    let slot = slot.as_frame_index()?;
    let whole = value.sub_reg().is_none() && offset.as_imm() == Some(0);
    whole.then(|| (value.as_reg(), slot))
}

/// If `inst` is a plain load of a whole register from a slot: the register and the slot.
pub fn as_load(function: &MachineFunction, inst: Inst) -> Option<(Reg, FrameIndex)> {
    plain(function, inst, |access| access.load)
}

/// If `inst` is a plain store of a whole register to a slot: the register and the slot.
pub fn as_store(function: &MachineFunction, inst: Inst) -> Option<(Reg, FrameIndex)> {
    plain(function, inst, |access| access.store)
}

/// Folds a slot into an operand of `inst`: a copy becomes the store or the load of its other operand, of
/// whatever class that is.
pub fn fold(
    function: &mut MachineFunction,
    inst: Inst,
    ops: &[usize],
    slot: FrameIndex,
) -> Option<Inst> {
    let ((dst, dst_sub), (src, src_sub)) = function.as_copy(inst)?;
    let block = function.inst_block(inst)?;
    if dst_sub.is_none() && src_sub.is_none() && keeps_copy(function, dst, src) {
        return None;
    }
    let [folded @ (0 | 1)] = *ops else {
        return None;
    };
    let is_spill = folded == 0;
    let (def, source) = (*function.operand(inst, 0), *function.operand(inst, 1));
    let mut access = SlotAccess {
        reg: src,
        slot,
        class: class::GPR64,
        kill: source.has(OperandFlags::KILL),
    };
    if dst_sub.is_none() && src_sub.is_none() {
        access.reg = if is_spill { src } else { dst };
        access.class = class_of(function, access.reg)?;
        if !has_access(access.class) {
            return None;
        }
        let insert = if is_spill { store } else { load };
        return Some(insert(
            function,
            InsertPoint::new(block, Some(inst)),
            access,
        ));
    }
    let partial = def.has(OperandFlags::UNDEF) && src_sub.is_none();
    if is_spill && partial && src == Reg::phys(reg::WZR) {
        let wide = TARGET.class(class_of(function, dst)?).size_bits == 64;
        access.reg = Reg::phys(reg::XZR);
        return wide.then(|| store(function, InsertPoint::new(block, Some(inst)), access));
    }
    if is_spill || !partial {
        return None;
    }
    access.reg = dst;
    access.class = match dst_sub {
        sub::SUB_32 => class::GPR32,
        sub::SSUB => class::FPR32,
        sub::DSUB => class::FPR64,
        _ => return None,
    };
    Some(load_part(function, block, inst, access, dst_sub))
}

/// Inserts a load of a part, before which the rest is undefined.
fn load_part(
    function: &mut MachineFunction,
    block: Block,
    before: Inst,
    access: SlotAccess,
    index: SubRegIdx,
) -> Inst {
    let how = known(access.class);
    let memory = memory(function, access.slot, MemFlags::LOAD);
    narrow(function, access.reg, how.shape);
    let value = Operand::def(access.reg)
        .with_sub_reg(index)
        .with(OperandFlags::UNDEF);
    let builder = InstBuilder::new(function, how.load).op(value);
    finish(builder.frame_index(access.slot), how.shape, memory)
        .insert_at(InsertPoint::new(block, Some(before)))
}

/// Copies of the stack pointer and of the flags stay copies. The other side of the former will be a general
/// register, so that it can be spilled itself.
fn keeps_copy(function: &mut MachineFunction, dst: Reg, src: Reg) -> bool {
    for (one, other) in [(src, dst), (dst, src)] {
        if one == Reg::phys(reg::SP)
            && let Some(vreg) = other.as_virtual()
        {
            function.constrain_class(vreg, class::GPR64, 0);
            return true;
        }
    }
    let flags = Reg::phys(reg::NZCV);
    dst == flags || src == flags
}

fn class_of(function: &MachineFunction, register: Reg) -> Option<RegClass> {
    match (register.as_virtual(), register.as_physical()) {
        (Some(vreg), _) => Some(function.class(vreg)),
        (None, physical) => TARGET.minimal_class(physical.unwrap_or(PhysReg::NONE)),
    }
}
