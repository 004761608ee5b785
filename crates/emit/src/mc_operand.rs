//! Explicit operands of final machine instructions, as encoders and printers take them.

use avarice_mir::{Block, Operand, OperandFlags, OperandValue};
use avarice_target::PhysReg;

use crate::buffer::FixupTarget;
use crate::error::EmitError;

/// A reference to a symbol.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SymbolOperand {
    /// The symbol; never a label.
    pub target: FixupTarget,
    /// Offset in bytes.
    pub offset: i64,
    /// Target flags.
    pub flags: u16,
}

/// An operand.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum McOperand {
    /// A register, or none.
    Reg(PhysReg),
    /// An integer.
    Imm(i64),
    /// A symbol.
    Symbol(SymbolOperand),
    /// A block of the function.
    Block(Block),
}

impl McOperand {
    /// The register; none if this is something else.
    pub fn reg(self) -> PhysReg {
        match self {
            Self::Reg(reg) => reg,
            _ => PhysReg::NONE,
        }
    }

    /// The integer, or `None`.
    pub fn imm(self) -> Option<i64> {
        match self {
            Self::Imm(value) => Some(value),
            _ => None,
        }
    }

    /// What an operand of a final machine instruction is; `None` for what machine code does not show.
    ///
    /// # Errors
    /// If it is of a kind that final code does not have: a virtual register, a frame index.
    pub fn of(operand: &Operand) -> Result<Option<Self>, EmitError> {
        let symbol = |target, offset| {
            Some(Self::Symbol(SymbolOperand {
                target,
                offset,
                flags: operand.target_flags(),
            }))
        };
        let lowered = match operand.value() {
            OperandValue::Reg(..) if operand.has(OperandFlags::IMPLICIT) => None,
            OperandValue::Reg(reg, _) if reg.is_none() => Some(Self::Reg(PhysReg::NONE)),
            OperandValue::Reg(reg, sub) if sub.is_none() => {
                let reg = reg.as_physical();
                Some(Self::Reg(reg.ok_or_else(|| {
                    EmitError::unsupported("virtual register in final code")
                })?))
            }
            OperandValue::Imm(value) => Some(Self::Imm(value)),
            OperandValue::Block(block) => Some(Self::Block(block)),
            OperandValue::ConstPool(index, offset) => symbol(FixupTarget::ConstPool(index), offset),
            OperandValue::JumpTable(index) => symbol(FixupTarget::JumpTable(index), 0),
            OperandValue::Symbol(name, offset) => symbol(FixupTarget::Symbol(name), offset),
            OperandValue::McSymbol(name) => symbol(FixupTarget::Symbol(name), 0),
            OperandValue::Global(global, offset) => symbol(FixupTarget::Global(global), offset),
            OperandValue::BlockAddress(function, block, offset) => {
                symbol(FixupTarget::BlockAddress(function, block), offset.into())
            }
            OperandValue::RegMask(_) => None,
            other => {
                let text = format!("operand {other:?} in final code");
                return Err(EmitError::unsupported(text));
            }
        };
        Ok(lowered)
    }
}
