//! `LEA`s that processors are slow with.

use avarice_mir::{InsertPoint, Inst, MachineFunction, Operand, OperandFlags, OperandKind, Reg};

use super::{Lea, NEAR};
use crate::{moves, op, reg};

/// RBP and R13 as a base take a displacement, which makes three operands of two.
fn is_inefficient(reg: Reg) -> bool {
    let named = reg.as_physical();
    named.is_some_and(|reg| matches!(reg, reg::EBP | reg::RBP | reg::R13D | reg::R13))
}

impl Lea {
    /// Whether something is added to base and index.
    fn has_offset(&self) -> bool {
        match self.displacement.kind() {
            OperandKind::Imm => self.displacement.as_imm() != Some(0),
            OperandKind::Global | OperandKind::BlockAddress => true,
            _ => false,
        }
    }

    /// Whether it counts as one of three operands.
    fn is_slow_of_three(&self) -> bool {
        let (base, index) = (self.base.as_reg(), self.index.as_reg());
        let is_block = self.displacement.kind() == OperandKind::BlockAddress;
        let has_all = !base.is_none() && !index.is_none() && self.has_offset() && !is_block;
        has_all || is_inefficient(base) && !index.is_none()
    }

    /// Inserts a `LEA` of the same result.
    fn insert_lea(
        &self,
        function: &mut MachineFunction,
        base: Operand,
        scale: i64,
        index: Operand,
        displacement: Operand,
    ) -> Inst {
        let scale = Operand::imm(scale);
        let operands = [self.result, base, scale, index, displacement, self.segment];
        self.insert(function, self.opcode, &operands)
    }
}

/// Replaces any `LEA` whose result is in a register that it reads, by additions. Returns the last of these.
pub(super) fn any(function: &mut MachineFunction, lea: &Lea) -> Option<Inst> {
    let number = lea.displacement.as_imm()?;
    if !lea.segment.as_reg().is_none() || !lea.is_flags_dead(function, NEAR) || lea.scale > 1 {
        return None;
    }
    let (base, index) = (lea.base.as_reg(), lea.index.as_reg());
    let is_base = !base.is_none() && base == lea.dst;
    if !is_base && (index.is_none() || index != lea.dst) {
        return None;
    }
    let mut new = None;
    if !base.is_none() && !index.is_none() {
        let other = if is_base { lea.index } else { lea.base };
        let operands = [Operand::def(lea.dst), Operand::reg(lea.dst), other];
        let opcode = lea.of_width(op::ADD32rr, op::ADD64rr);
        new = Some(lea.insert(function, opcode, &operands));
    }
    if number != 0 {
        let read = if is_base { lea.base } else { lea.index };
        let operands = [Operand::def(lea.dst), read, Operand::imm(number)];
        let opcode = lea.of_width(op::ADD32ri, op::ADD64ri32);
        new = Some(lea.insert(function, opcode, &operands));
    }
    new
}

/// Replaces a `LEA` of three operands by one of two and an addition. Returns the last of these.
///
/// ```text
///   $rax = LEA64r $rcx, 4, $rdx, 8, $noreg     ─▶     $rax = LEA64r $rcx, 4, $rdx, 0, $noreg
///                                                     $rax = ADD64ri32 $rax, 8
/// ```
pub(super) fn of_three(function: &mut MachineFunction, lea: &Lea, steps: bool) -> Option<Inst> {
    let is_plain = lea.segment.as_reg().is_none();
    if !lea.is_slow_of_three() || !is_plain || !lea.is_flags_dead(function, NEAR) {
        return None;
    }
    let (base, index) = (lea.base_reg, lea.index_reg);
    let is_unscaled = lea.scale == 1;
    let is_bad_base = is_inefficient(base);
    if is_bad_base && lea.dst == base && !is_unscaled {
        return None;
    }
    let none = Operand::reg(Reg::NONE);
    let is_result_read = lea.dst == base || lea.dst == index;
    let new =
        if is_unscaled && base == index && (lea.has_offset() || is_bad_base && !is_result_read) {
            return Some(lea.insert_lea(function, none, 2, lea.index, lea.displacement));
        } else if is_unscaled && is_result_read {
            Some(lea.add_registers(function))
        } else if !is_bad_base {
            let zero = Operand::imm(0);
            Some(lea.insert_lea(function, lea.base, lea.scale, lea.index, zero))
        } else if !is_inefficient(index) && is_unscaled {
            let zero = Operand::imm(0);
            Some(lea.insert_lea(function, lea.index, lea.scale, lea.base, zero))
        } else {
            None
        };
    if let Some(new) = new {
        return match lea.has_offset() {
            true => Some(lea.add_number(function, lea.displacement, steps)),
            false => Some(new),
        };
    }
    with_bad_base(function, lea)
}

/// The same where base and index both are registers that take a displacement, or the index is scaled.
fn with_bad_base(function: &mut MachineFunction, lea: &Lea) -> Option<Inst> {
    if lea.opcode == op::LEA64_32r {
        return None;
    }
    let none = Operand::reg(Reg::NONE);
    let added = if lea.scale == 1 && !lea.has_offset() {
        let ends = lea.base.has(OperandFlags::KILL) && lea.base_reg != lea.index_reg;
        let (dst, base) = (lea.dst.as_physical()?, lea.base_reg.as_physical()?);
        let at = InsertPoint::new(function.inst_block(lea.inst)?, Some(lea.inst));
        let copy = moves::copy(function, at, dst, base, ends)?;
        function.set_debug_loc(copy, function.debug_loc(lea.inst));
        lea.index
    } else {
        lea.insert_lea(function, none, lea.scale, lea.index, lea.displacement);
        lea.base
    };
    let operands = [Operand::def(lea.dst), Operand::reg(lea.dst), added];
    let opcode = lea.of_width(op::ADD32rr, op::ADD64rr);
    Some(lea.insert(function, opcode, &operands))
}
