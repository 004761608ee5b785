//! Whether two instructions do the same.

use avarice_mir::{Inst, InstNotes, MachineFunction, MiFlags, Operand, OperandFlags, OperandKind};
use avarice_mir::{OperandValue, inst_facts};
use avarice_target::PhysReg;

/// Which marks of operands are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Marks {
    /// None.
    Ignored,
    /// Those that say where values end: kill and dead.
    Liveness,
}

/// Whether two instructions are the same but for memory operands, flags and, but for debug instructions, the debug
/// location. Instructions of bundles are never the same.
pub fn is_identical(function: &MachineFunction, a: Inst, b: Inst, marks: Marks) -> bool {
    let (first, second) = (function.operands(a), function.operands(b));
    let is_bundled = |inst: Inst| {
        let flags = function.insts[inst].flags;
        flags.intersects(MiFlags::BUNDLED_PRED | MiFlags::BUNDLED_SUCC)
    };
    function.opcode(a) == function.opcode(b)
        && first.len() == second.len()
        && first
            .iter()
            .zip(second)
            .all(|(a, b)| is_same_operand(function, a, b, marks))
        && (!function.is_debug(a) || is_same_place(function, a, b))
        && !is_bundled(a)
        && !is_bundled(b)
        && has_same_notes(function, a, b)
}

/// Whether two instructions are the same but for the virtual registers that they define. What they do to memory
/// is the caller's to know.
pub fn is_same_computation(function: &MachineFunction, first: Inst, second: Inst) -> bool {
    let (a, b) = (function.operands(first), function.operands(second));
    let defines_vreg = |operand: &Operand| operand.is_def() && operand.as_reg().is_virtual();
    function.opcode(first) == function.opcode(second)
        && a.len() == b.len()
        && a.iter().zip(b).all(|(a, b)| {
            defines_vreg(a) && defines_vreg(b) || is_same_operand(function, a, b, Marks::Ignored)
        })
        && has_same_notes(function, first, second)
}

/// Whether two operands are the same, register or not.
pub fn is_same_operand(function: &MachineFunction, a: &Operand, b: &Operand, marks: Marks) -> bool {
    if a.kind() != b.kind() || a.target_flags() != b.target_flags() {
        return false;
    }
    match a.kind() {
        OperandKind::Reg => {
            let end = if a.is_def() {
                OperandFlags::DEAD
            } else {
                OperandFlags::KILL
            };
            a.as_reg() == b.as_reg()
                && a.is_def() == b.is_def()
                && a.sub_reg() == b.sub_reg()
                && (marks == Marks::Ignored || a.has(end) == b.has(end))
        }
        OperandKind::RegMask => a.value() == b.value() || is_same_mask(function, a, b),
        OperandKind::Metadata => a.value() == b.value() && a.derefs() == b.derefs(),
        _ => a.value() == b.value(),
    }
}

fn is_same_mask(function: &MachineFunction, a: &Operand, b: &Operand) -> bool {
    let regs = 1..function.target.registers.len();
    regs.map(|number| PhysReg(number as u16))
        .all(|reg| function.mask_preserves(a, reg) == function.mask_preserves(b, reg))
}

fn is_same_place(function: &MachineFunction, a: Inst, b: Inst) -> bool {
    match (
        function.debug_loc(a).expand(),
        function.debug_loc(b).expand(),
    ) {
        (Some(a), Some(b)) => a == b,
        _ => true,
    }
}

fn has_same_notes(function: &MachineFunction, a: Inst, b: Inst) -> bool {
    if function.notes(a).is_none() && function.notes(b).is_none() {
        return true;
    }
    let notes = |inst| function.notes(inst).copied().unwrap_or_default();
    let (first, second): (InstNotes, InstNotes) = (notes(a), notes(b));
    first.pre_symbol == second.pre_symbol
        && first.post_symbol == second.post_symbol
        && (!inst_facts::is_call(function, a) || first.cfi_type == second.cfi_type)
}

/// A number that is the same for identical instructions. Blocks are sorted by it, so it is made as llc makes it, of
/// opcodes, registers and numbers of blocks.
pub fn hash_of(function: &MachineFunction, inst: Inst) -> u32 {
    let mut hash = u32::from(function.opcode(inst).0);
    for (at, operand) in function.operands(inst).iter().enumerate() {
        let (kind, value) = hash_parts(function, operand);
        let part = (value << 3 | kind) << (at as u32 & 31);
        hash = hash.wrapping_add(part);
    }
    hash
}

/// llc's number of the operand's kind, and what of the operand is mixed in.
fn hash_parts(function: &MachineFunction, operand: &Operand) -> (u32, u32) {
    match operand.value() {
        OperandValue::Reg(reg, _) => (0, reg.as_physical().map_or(0, |reg| u32::from(reg.0))),
        OperandValue::Imm(value) => (1, value as u32),
        OperandValue::CImm(_) => (2, 0),
        OperandValue::FpImm(_) => (3, 0),
        OperandValue::Block(block) => (4, function.blocks[block].number),
        OperandValue::FrameIndex(index) => (5, index.0 as u32),
        OperandValue::ConstPool(index, _) => (6, index.as_u32()),
        OperandValue::TargetIndex(..) => (7, 0),
        OperandValue::JumpTable(index) => (8, index.as_u32()),
        OperandValue::Symbol(_, offset) => (9, offset as u32),
        OperandValue::Global(_, offset) => (10, offset as u32),
        OperandValue::BlockAddress(..) => (11, 0),
        OperandValue::RegMask(_) => (12, 0),
        OperandValue::LiveOut(_) => (13, 0),
        OperandValue::Metadata(_) => (14, 0),
        OperandValue::McSymbol(_) => (15, 0),
        OperandValue::Cfi(_) => (16, 0),
        OperandValue::Intrinsic(_) => (17, 0),
        OperandValue::Predicate(_) => (18, 0),
        OperandValue::ShuffleMask(_) => (19, 0),
        OperandValue::DbgInstrRef(..) => (20, 0),
    }
}
