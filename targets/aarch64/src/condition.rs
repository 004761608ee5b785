//! Condition codes, the flags that they look at, and the instructions that read and write these.

use avarice_ir::IntPredicate;
use avarice_mir::{Block, Inst, MachineFunction, OperandFlags, OperandKind, Reg};

use crate::{op, reg};

/// Condition codes, as encoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Cc {
    Eq,
    Ne,
    Hs,
    Lo,
    Mi,
    Pl,
    Vs,
    Vc,
    Hi,
    Ls,
    Ge,
    Lt,
    Gt,
    Le,
}

impl Cc {
    /// All, by number.
    const ALL: [Self; 14] = {
        use Cc::*;
        [Eq, Ne, Hs, Lo, Mi, Pl, Vs, Vc, Hi, Ls, Ge, Lt, Gt, Le]
    };

    /// The operand.
    pub fn imm(self) -> i64 {
        i64::from(self as u8)
    }

    /// The opposite condition.
    pub fn inverse(self) -> Self {
        Self::ALL[(self as usize) ^ 1]
    }

    /// The condition that an operand says; `None` for those that always hold.
    pub fn from_imm(number: i64) -> Option<Self> {
        let number = usize::try_from(number).ok()?;
        Self::ALL.get(number).copied()
    }

    /// The flags that it looks at.
    pub fn reads(self) -> Flags {
        match self {
            Self::Eq | Self::Ne => Flags::Z,
            Self::Hs | Self::Lo => Flags::C,
            Self::Hi | Self::Ls => Flags::Z | Flags::C,
            Self::Mi | Self::Pl => Flags::N,
            Self::Vs | Self::Vc => Flags::V,
            Self::Gt | Self::Le => Flags::Z | Flags::N | Flags::V,
            Self::Ge | Self::Lt => Flags::N | Flags::V,
        }
    }

    /// The condition after `cmp left, right`.
    pub fn of(predicate: IntPredicate) -> Self {
        match predicate {
            IntPredicate::Eq => Self::Eq,
            IntPredicate::Ne => Self::Ne,
            IntPredicate::Ugt => Self::Hi,
            IntPredicate::Uge => Self::Hs,
            IntPredicate::Ult => Self::Lo,
            IntPredicate::Ule => Self::Ls,
            IntPredicate::Sgt => Self::Gt,
            IntPredicate::Sge => Self::Ge,
            IntPredicate::Slt => Self::Lt,
            IntPredicate::Sle => Self::Le,
        }
    }

    /// Flags (negative, zero, carry, overflow from the highest of four bits) under which it holds.
    pub fn flags(self) -> i64 {
        match self {
            Self::Eq | Self::Le => 4,
            Self::Hs | Self::Hi => 2,
            Self::Mi | Self::Lt => 8,
            Self::Vs => 1,
            Self::Ne | Self::Lo | Self::Pl | Self::Vc | Self::Ls | Self::Ge | Self::Gt => 0,
        }
    }
}

bitflags::bitflags! {
    /// The flags.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub(crate) struct Flags: u8 {
        /// Negative.
        const N = 1 << 0;
        /// Zero.
        const Z = 1 << 1;
        /// Carry.
        const C = 1 << 2;
        /// Overflow.
        const V = 1 << 3;
    }
}

/// Whether an instruction reads the flags.
pub(crate) fn reads_flags(function: &MachineFunction, inst: Inst) -> bool {
    let mut operands = function.operands(inst).iter();
    operands.any(|operand| {
        operand.is_use()
            && operand.as_reg() == Reg::phys(reg::NZCV)
            && !operand.has(OperandFlags::UNDEF)
    })
}

/// Whether an instruction writes the flags, or calls what may.
pub(crate) fn writes_flags(function: &MachineFunction, inst: Inst) -> bool {
    function.operands(inst).iter().any(|operand| {
        operand.is_def() && operand.as_reg() == Reg::phys(reg::NZCV)
            || operand.kind() == OperandKind::RegMask
                && !function.mask_preserves(operand, reg::NZCV)
    })
}

/// Whether a block after `block` takes the flags over.
pub(crate) fn flags_live_out(function: &MachineFunction, block: Block) -> bool {
    let mut successors = function.blocks[block].succs.iter();
    successors.any(|block| {
        let mut live = function.blocks[*block].live_ins.iter();
        live.any(|(register, _)| *register == reg::NZCV)
    })
}

/// The flags that instructions look at after `inst`, which sets them; `None` if that is not known, or goes on after the
/// block.
pub(crate) fn flags_read_after(function: &MachineFunction, inst: Inst) -> Option<Flags> {
    let block = function.inst_block(inst)?;
    if flags_live_out(function, block) {
        return None;
    }
    let mut used = Flags::empty();
    let mut cursor = function.next_inst(inst);
    while let Some(inst) = cursor {
        cursor = function.next_inst(inst);
        if function.is_debug(inst) {
            continue;
        }
        if reads_flags(function, inst) {
            used |= condition_of(function, inst)?.reads();
        }
        if writes_flags(function, inst) {
            break;
        }
    }
    Some(used)
}

/// The condition on which an instruction branches or selects.
fn condition_of(function: &MachineFunction, inst: Inst) -> Option<Cc> {
    let at = match function.opcode(inst) {
        op::Bcc => 0,
        op::CSINVWr
        | op::CSINVXr
        | op::CSINCWr
        | op::CSINCXr
        | op::CSELWr
        | op::CSELXr
        | op::CSNEGWr
        | op::CSNEGXr
        | op::FCSELSrrr
        | op::FCSELDrrr => 3,
        _ => return None,
    };
    Cc::from_imm(function.operand(inst, at).as_imm()?)
}
