//! Folds memory into an instruction that uses a register.
//!
//! ```text
//!   %2 = ADD64rr %2, %1        %1 in a slot:   %2 = ADD64rm %2, %stack.0, 1, $noreg, 0, $noreg
//!                              %2 in a slot:   ADD64mr %stack.0, 1, $noreg, 0, $noreg, %1
//! ```
//!
//! Instructions that are not in the table may be foldable with commuted operands, or be special cases.

use avarice_ir::CodeModel;
use avarice_mir::ConstPoolValue;
use avarice_mir::{FrameIndex, Inst, MachineFunction, MemOperand, MiFlags, Operand, OperandFlags};
use avarice_target::{FoldFlags, Opcode};
use smallvec::SmallVec;

use crate::moves::as_slot_load;
use crate::{FOLDS, TARGET, commute, op, reg, sub, target_flags};

/// Operands of an address.
type Address = SmallVec<[Operand; 5]>;

/// Memory to be folded.
#[derive(Clone)]
struct Memory {
    address: Address,
    /// Bytes of the slot; 0 if it is as large as the load.
    size: u64,
    align: u64,
}

impl Memory {
    /// Whether it has the offset of a thread-local variable, which linkers know how to replace in moves and additions only.
    fn is_thread_offset(&self) -> bool {
        let displacement = self.address.get(3);
        displacement.is_some_and(|it| it.target_flags() == target_flags::MO_GOTTPOFF)
    }
}

fn slot_address(slot: FrameIndex) -> Address {
    SmallVec::from_slice(&[
        Operand::frame_index(slot),
        Operand::imm(1),
        Operand::reg(avarice_mir::Reg::NONE),
        Operand::imm(0),
        Operand::reg(avarice_mir::Reg::NONE),
    ])
}

/// Whether the type of what `inst` calls is checked, which reads the same register.
fn is_checked_call(function: &MachineFunction, inst: Inst) -> bool {
    function
        .notes(inst)
        .is_some_and(|notes| notes.cfi_type != 0)
}

/// Folds a slot into operands `ops` of `inst`. The new instruction is before `inst`, without memory operands.
pub fn fold_slot(
    function: &mut MachineFunction,
    inst: Inst,
    ops: &[usize],
    slot: FrameIndex,
) -> Option<Inst> {
    if avoids_memory(function, inst) || is_checked_call(function, inst) {
        return None;
    }
    for index in ops {
        let operand = function.operand(inst, *index);
        let part = operand.sub_reg();
        let zero = function.opcode(inst) == op::MOV32r0 && part == sub::SUB_32BIT;
        if !zero && !part.is_none() && (operand.is_def() || part == sub::SUB_8BIT_HI) {
            return None;
        }
    }
    let object = function.frame.object(slot);
    let mut align = object.align;
    if !function.frame.realigns() {
        align = align.min(function.frame.call_align);
    }
    let memory = Memory {
        address: slot_address(slot),
        size: object.size,
        align,
    };
    let operand = fold_operand(function, inst, ops, memory.size)?;
    fold(function, inst, operand, &memory, true)
}

/// Folds what `load` loads into operands `ops` of `inst`. The new instruction is before `inst`, without memory
/// operands.
pub fn fold_load(
    function: &mut MachineFunction,
    inst: Inst,
    ops: &[usize],
    load: Inst,
) -> Option<Inst> {
    let partial = |index: &usize| !function.operand(inst, *index).sub_reg().is_none();
    if ops.iter().any(partial) || loads_less(function, load, inst) {
        return None;
    }
    if let Some((_, slot)) = as_slot_load(function, load) {
        return fold_slot(function, inst, ops, slot);
    }
    if avoids_memory(function, inst) || is_checked_call(function, inst) {
        return None;
    }
    let mut mem_ops = function.mem_ops(load);
    let single = mem_ops.next().copied();
    let single = single.filter(|_| mem_ops.next().is_none());
    drop(mem_ops);
    let constant = constant_of(function.opcode(load));
    let align = match (&single, &constant) {
        (Some(mem), _) => MemOperand::align(mem),
        (None, Some(constant)) => constant.align,
        (None, None) => return None,
    };
    let operand = fold_operand(function, inst, ops, 0)?;
    let same_part =
        function.operand(load, 0).sub_reg() == function.operand(inst, operand).sub_reg();
    if !same_part {
        return None;
    }
    let address = match constant {
        // No instruction reaches that pool.
        Some(_) if function.target_info.code_model == CodeModel::Large => return None,
        Some(constant) => constant_address(function, &constant, align),
        None => {
            let operands = function.operands(load);
            let explicit = function.desc(load).operands.len();
            let address = operands.get(explicit.checked_sub(5)?..explicit)?;
            address.iter().map(|operand| operand.detached()).collect()
        }
    };
    let memory = Memory {
        address,
        size: 0,
        align,
    };
    fold(function, inst, operand, &memory, true)
}

/// The operand that becomes memory. A test of a register with itself becomes a comparison with zero.
fn fold_operand(
    function: &mut MachineFunction,
    inst: Inst,
    ops: &[usize],
    size: u64,
) -> Option<usize> {
    match ops {
        [index] => Some(*index),
        [0, 1] => {
            let (compare, bytes) = match function.opcode(inst) {
                op::TEST8rr => (op::CMP8ri, 1),
                op::TEST16rr => (op::CMP16ri, 2),
                op::TEST32rr => (op::CMP32ri, 4),
                op::TEST64rr => (op::CMP64ri32, 8),
                _ => return None,
            };
            if size != 0 && size < bytes {
                return None;
            }
            function.set_opcode(inst, compare);
            function.replace_operand(inst, 1, Operand::imm(0));
            Some(0)
        }
        _ => None,
    }
}

/// Folds memory into operand `index`; with `exchange`, into the other of two operands that can change places,
/// if need be.
fn fold(
    function: &mut MachineFunction,
    inst: Inst,
    index: usize,
    memory: &Memory,
    exchange: bool,
) -> Option<Inst> {
    let opcode = function.opcode(inst);
    let desc = function.desc(inst);
    let operands = function.operands(inst);
    let is_tied = desc.operands.len() > 1
        && index < 2
        && operands[0].is_reg()
        && operands[1].is_reg()
        && operands[0].as_reg() == operands[1].as_reg();
    if opcode != op::ADD64rr && memory.is_thread_offset() {
        return None;
    }
    if let Some(new) = fold_special(function, inst, index, memory) {
        return Some(new);
    }
    let found = if is_tied {
        FOLDS.tied_memory_form(opcode)
    } else {
        FOLDS.memory_form(opcode, index)
    };
    if let Some(found) = found {
        if memory.align < u64::from(found.align) {
            return None;
        }
        let mut form = found.memory_form;
        let bytes = operand_bytes(function, inst, index);
        let mut narrow = false;
        if memory.size != 0 && found.has(FoldFlags::LOAD) && memory.size < bytes {
            // The upper half of a register is zero after a load of the lower one.
            let whole = |at: usize| function.operand(inst, at).sub_reg().is_none();
            let halves = form == op::MOV64rm && bytes == 8 && memory.size == 4;
            if !halves || !whole(0) || !whole(1) {
                return None;
            }
            form = op::MOV32rm;
            narrow = true;
        }
        if memory.size != 0 && found.has(FoldFlags::STORE) && memory.size != bytes {
            return None;
        }
        let new = if is_tied {
            fuse_tied(function, inst, form, memory)
        } else {
            fuse(function, inst, form, index, memory, 0)
        };
        if narrow {
            let part = sub::SUB_32BIT;
            match function.operand(new, 0).as_reg().as_physical() {
                Some(phys) => function.set_reg(new, 0, TARGET.sub_reg(phys, part)),
                None => function.operand_mut(new, 0).set_sub_reg(part),
            }
        }
        return Some(new);
    }
    if !exchange {
        return None;
    }
    let other = exchange_for_fold(function, inst, index)?;
    let new = fold(function, inst, other, memory, false);
    if new.is_none() {
        commute::commute(function, inst, index, other);
    }
    new
}

/// Exchanges operand `index` with another one, unless one of them is tied to the result.
fn exchange_for_fold(function: &mut MachineFunction, inst: Inst, index: usize) -> Option<usize> {
    let (_, other) = commute::commutable_operands(function, inst, Some(index))?;
    let desc = function.desc(inst);
    let result = (desc.num_defs != 0).then(|| function.operand(inst, 0).as_reg());
    let tied = |at: usize| {
        let row = desc.operands.get(at);
        Some(function.operand(inst, at).as_reg()) == result
            && row.is_some_and(|row| row.tied_to == 0)
    };
    if tied(index) || tied(other) || !commute::commute(function, inst, index, other) {
        return None;
    }
    Some(other)
}

/// Bytes of the register that the row of an instruction has at `index`.
fn operand_bytes(function: &MachineFunction, inst: Inst, index: usize) -> u64 {
    let row = function.desc(inst).operands.get(index);
    let class = row.and_then(|row| row.class);
    class.map_or(0, |class| u64::from(TARGET.class(class).size_bits) / 8)
}

// ---- New instructions -------------------------------------------------------------------------

/// Creates an instruction before `inst` and narrows the classes of its registers to what it allows.
fn insert(
    function: &mut MachineFunction,
    inst: Inst,
    form: Opcode,
    operands: &[Operand],
    flags: MiFlags,
) -> Inst {
    let new = function.create_inst(form, operands);
    function.insts[new].flags = flags;
    function.set_debug_loc(new, function.debug_loc(inst));
    for (index, row) in TARGET.instr(form).operands.iter().enumerate() {
        let operand = function.operands(new).get(index);
        let reg = operand.and_then(|operand| operand.as_reg().as_virtual());
        if let (Some(reg), Some(class)) = (reg, row.class) {
            function.constrain_class(reg, class, 0);
        }
    }
    function.insert_before(inst, new);
    new
}

/// The form of `inst` with memory, `offset` bytes on, in the place of operand `index`.
fn fuse(
    function: &mut MachineFunction,
    inst: Inst,
    form: Opcode,
    index: usize,
    memory: &Memory,
    offset: i64,
) -> Inst {
    let mut address = memory.address.clone();
    if let Some(displacement) = address.get_mut(3).filter(|_| offset != 0) {
        match displacement.as_imm() {
            Some(value) => displacement.set_imm(value + offset),
            None => displacement.set_offset(displacement.offset() + offset),
        }
    }
    let mut operands: SmallVec<[Operand; 12]> = SmallVec::new();
    for (at, operand) in function.operands(inst).iter().enumerate() {
        if at == index {
            operands.extend_from_slice(&address);
        } else {
            operands.push(operand.detached());
        }
    }
    let flags = function.insts[inst].flags & MiFlags::NOFPEXCEPT;
    insert(function, inst, form, &operands, flags)
}

/// The form of `inst` that changes memory in the place of its result and the operand tied to that.
fn fuse_tied(function: &mut MachineFunction, inst: Inst, form: Opcode, memory: &Memory) -> Inst {
    let mut operands: SmallVec<[Operand; 12]> = SmallVec::new();
    operands.extend_from_slice(&memory.address);
    let rest = function.operands(inst)[2..].iter();
    operands.extend(rest.map(|operand| operand.detached()));
    insert(function, inst, form, &operands, MiFlags::empty())
}

/// Forms that the table cannot have: they depend on an immediate, or on the memory.
fn fold_special(
    function: &mut MachineFunction,
    inst: Inst,
    index: usize,
    memory: &Memory,
) -> Option<Inst> {
    let bytes = operand_bytes(function, inst, index);
    let whole = index == 2 && (memory.size == 0 || memory.size >= 16) && bytes >= 16;
    match function.opcode(inst) {
        opcode @ (op::INSERTPSrr | op::VINSERTPSrr) if whole => {
            let last = function.desc(inst).operands.len() - 1;
            let control = function.operand(inst, last).as_imm()?;
            let sse = opcode == op::INSERTPSrr;
            if sse && memory.align < 4 {
                return None;
            }
            let form = if sse { op::INSERTPSrm } else { op::VINSERTPSrm };
            let offset = (control >> 6 & 3) * 4;
            let new = fuse(function, inst, form, index, memory, offset);
            function.operand_mut(new, last + 4).set_imm(control & 0x3f);
            Some(new)
        }
        opcode @ (op::MOVHLPSrr | op::VMOVHLPSrr) if whole && memory.align >= 8 => {
            let sse = opcode == op::MOVHLPSrr;
            let form = if sse { op::MOVLPSrm } else { op::VMOVLPSrm };
            Some(fuse(function, inst, form, index, memory, 8))
        }
        op::UNPCKLPDrr if whole && memory.align < 16 => {
            Some(fuse(function, inst, op::MOVHPDrm, index, memory, 0))
        }
        op::MOV32r0 => {
            let form = if memory.size == 4 {
                op::MOV32mi
            } else {
                op::MOV64mi32
            };
            let mut operands: SmallVec<[Operand; 8]> = SmallVec::new();
            operands.extend_from_slice(&memory.address);
            operands.push(Operand::imm(0));
            Some(insert(function, inst, form, &operands, MiFlags::empty()))
        }
        // Converted integers come from a register of the other kind.
        opcode => {
            let form = conversion_from_memory(opcode, index)?;
            let fits = memory.size == 0 || memory.size >= bytes;
            fits.then(|| fuse(function, inst, form, index, memory, 0))
        }
    }
}

/// The form of a conversion of an integer register that reads operand `index` from memory.
fn conversion_from_memory(opcode: Opcode, index: usize) -> Option<Opcode> {
    let (integer, form) = match opcode {
        op::CVTSI2SSrr => (1, op::CVTSI2SSrm),
        op::CVTSI2SDrr => (1, op::CVTSI2SDrm),
        op::CVTSI642SSrr => (1, op::CVTSI642SSrm),
        op::CVTSI642SDrr => (1, op::CVTSI642SDrm),
        op::CVTSI2SSrr_Int => (2, op::CVTSI2SSrm_Int),
        op::CVTSI2SDrr_Int => (2, op::CVTSI2SDrm_Int),
        op::CVTSI642SSrr_Int => (2, op::CVTSI642SSrm_Int),
        op::CVTSI642SDrr_Int => (2, op::CVTSI642SDrm_Int),
        op::VCVTSI2SSrr => (2, op::VCVTSI2SSrm),
        op::VCVTSI2SDrr => (2, op::VCVTSI2SDrm),
        op::VCVTSI642SSrr => (2, op::VCVTSI642SSrm),
        op::VCVTSI642SDrr => (2, op::VCVTSI642SDrm),
        op::VCVTSI2SSrr_Int => (2, op::VCVTSI2SSrm_Int),
        op::VCVTSI2SDrr_Int => (2, op::VCVTSI2SDrm_Int),
        op::VCVTSI642SSrr_Int => (2, op::VCVTSI642SSrm_Int),
        op::VCVTSI642SDrr_Int => (2, op::VCVTSI642SDrm_Int),
        _ => return None,
    };
    (integer == index).then_some(form)
}

// ---- What must stay in registers --------------------------------------------------------------

/// Whether the memory form would wait for the old value of its result: it writes only part of that.
fn avoids_memory(function: &MachineFunction, inst: Inst) -> bool {
    if function.optimize_for_size {
        return false;
    }
    let writes_part = matches!(
        function.opcode(inst),
        op::CVTSD2SSrr
            | op::CVTSS2SDrr
            | op::RCPSSr
            | op::RCPSSr_Int
            | op::ROUNDSDri
            | op::ROUNDSSri
            | op::RSQRTSSr
            | op::RSQRTSSr_Int
            | op::SQRTSSr
            | op::SQRTSSr_Int
            | op::SQRTSDr
            | op::SQRTSDr_Int
    );
    writes_part || merges_undefined(function, inst)
}

/// Whether an instruction takes the upper part of its result from an undefined register: which one that is
/// will be chosen so that nothing waits for it.
fn merges_undefined(function: &MachineFunction, inst: Inst) -> bool {
    let merges = matches!(
        function.opcode(inst),
        op::VCVTSD2SSrr
            | op::VCVTSD2SSrr_Int
            | op::VCVTSS2SDrr
            | op::VCVTSS2SDrr_Int
            | op::VRCPSSr
            | op::VRCPSSr_Int
            | op::VROUNDSDri
            | op::VROUNDSDri_Int
            | op::VROUNDSSri
            | op::VROUNDSSri_Int
            | op::VRSQRTSSr
            | op::VRSQRTSSr_Int
            | op::VSQRTSSr
            | op::VSQRTSSr_Int
            | op::VSQRTSDr
            | op::VSQRTSDr_Int
    );
    if !merges {
        return false;
    }
    let operand = function.operand(inst, 1);
    let def = operand
        .as_reg()
        .as_virtual()
        .and_then(|reg| function.unique_def(reg));
    let undefined = |inst| function.opcode(inst) == avarice_target::op::IMPLICIT_DEF;
    operand.has(OperandFlags::UNDEF) || def.is_some_and(undefined)
}

/// Whether `load` loads one number into a register for several, all of which `user` reads.
fn loads_less(function: &MachineFunction, load: Inst, user: Inst) -> bool {
    let (bits, kind) = match function.opcode(load) {
        op::MOVSSrm | op::VMOVSSrm | op::MOVSSrm_alt | op::VMOVSSrm_alt => (32, "SS"),
        op::MOVSDrm | op::VMOVSDrm | op::MOVSDrm_alt | op::VMOVSDrm_alt => (64, "SD"),
        _ => return false,
    };
    let loaded = function.operand(load, 0).as_reg().as_virtual();
    let size = loaded.map_or(0, |reg| TARGET.class(function.class(reg)).size_bits);
    if size <= bits {
        return false;
    }
    // The scalar intrinsics only read the lowest number. Conversions name it first.
    let name = function.desc(user).name;
    let conversion = name.find("CVTS").or_else(|| name.find("CVTTS"));
    let reads_lowest = match conversion {
        Some(at) => name[at..]
            .trim_start_matches("CVT")
            .trim_start_matches('T')
            .starts_with(kind),
        None => name.contains(kind),
    };
    !(name.ends_with("_Int") && reads_lowest)
}

// ---- Constants --------------------------------------------------------------------------------

/// A constant that an instruction makes, as it would be in memory.
struct Constant {
    /// As MIR prints it.
    text: &'static str,
    byte: u8,
    align: u64,
}

fn constant_of(opcode: Opcode) -> Option<Constant> {
    let (text, byte, align) = match opcode {
        op::V_SET0 => ("<4 x i32> zeroinitializer", 0, 16),
        op::V_SETALLONES => ("<4 x i32> <i32 -1, i32 -1, i32 -1, i32 -1>", 0xff, 16),
        op::AVX_SET0 => ("<8 x i32> zeroinitializer", 0, 32),
        op::AVX1_SETALLONES | op::AVX2_SETALLONES => (
            "<8 x i32> <i32 -1, i32 -1, i32 -1, i32 -1, i32 -1, i32 -1, i32 -1, i32 -1>",
            0xff,
            32,
        ),
        op::FsFLD0SS => ("float 0.000000e+00", 0, 4),
        op::FsFLD0SD => ("double 0.000000e+00", 0, 8),
        op::FsFLD0SH => ("half 0xH0000", 0, 2),
        op::FsFLD0F128 => ("fp128 0xL00000000000000000000000000000000", 0, 16),
        _ => return None,
    };
    Some(Constant { text, byte, align })
}

/// The address of a constant in the pool.
fn constant_address(function: &mut MachineFunction, constant: &Constant, align: u64) -> Address {
    let bytes = vec![constant.byte; constant.align as usize];
    let value = ConstPoolValue::Bytes(bytes.into(), constant.text.into());
    let index = function.const_pool_index(value, align);
    SmallVec::from_slice(&[
        Operand::reg(reg::RIP),
        Operand::imm(1),
        Operand::reg(avarice_mir::Reg::NONE),
        Operand::const_pool(index, 0),
        Operand::reg(avarice_mir::Reg::NONE),
    ])
}
