//! Instructions that read the flags, and what they become when the condition is in a register.
//!
//! ```text
//!   SETCCr           the register itself
//!   SETCCm           a store of it
//!   ADC, SBB, …      read the carry: ADD8ri of 255 to the register sets it
//!   CMOVcc, Jcc      TEST8rr sets the flags, and the condition is that it is not zero
//! ```

use avarice_mir::{Inst, InstBuilder, MachineFunction, Operand, OperandFlags};
use avarice_target::Opcode;

use super::{Conditions, Lowering, flag_operand};
use crate::condition::Cond;
use crate::encode::operand_fields::MEMORY_OPERANDS;
use crate::{class, op};

/// Conditional moves of the x87 unit, which have their condition in the opcode: for each condition, by type.
const FLOAT_MOVES: [(Cond, [Opcode; 3]); 8] = [
    (Cond::B, [op::CMOVB_Fp32, op::CMOVB_Fp64, op::CMOVB_Fp80]),
    (Cond::E, [op::CMOVE_Fp32, op::CMOVE_Fp64, op::CMOVE_Fp80]),
    (Cond::P, [op::CMOVP_Fp32, op::CMOVP_Fp64, op::CMOVP_Fp80]),
    (
        Cond::BE,
        [op::CMOVBE_Fp32, op::CMOVBE_Fp64, op::CMOVBE_Fp80],
    ),
    (
        Cond::AE,
        [op::CMOVNB_Fp32, op::CMOVNB_Fp64, op::CMOVNB_Fp80],
    ),
    (
        Cond::NE,
        [op::CMOVNE_Fp32, op::CMOVNE_Fp64, op::CMOVNE_Fp80],
    ),
    (
        Cond::NP,
        [op::CMOVNP_Fp32, op::CMOVNP_Fp64, op::CMOVNP_Fp80],
    ),
    (
        Cond::A,
        [op::CMOVNBE_Fp32, op::CMOVNBE_Fp64, op::CMOVNBE_Fp80],
    ),
];

/// Adding this to a condition, which is 0 or 1, carries exactly if it is 1.
const CARRIES_WITH_ONE: i64 = 255;

/// The condition that is the last operand of the row of `inst`: of `SETcc`, `CMOVcc` or `Jcc`.
pub fn condition(function: &MachineFunction, inst: Inst) -> Option<Cond> {
    let at = condition_index(function, inst)?;
    let condition = Cond::from_number(function.operands(inst).get(at)?.as_imm()?)?;
    (condition.number() < 16).then_some(condition)
}

fn condition_index(function: &MachineFunction, inst: Inst) -> Option<usize> {
    let desc = function.desc(inst);
    let (last, _) = desc.names.last()?;
    (*last == "cond").then(|| desc.operands.len() - 1)
}

/// The condition that the opcode of `inst` has, and which of the types it moves.
fn float_move(opcode: Opcode) -> Option<(Cond, usize)> {
    FLOAT_MOVES.iter().find_map(|(condition, opcodes)| {
        let kind = opcodes.iter().position(|other| *other == opcode)?;
        Some((*condition, kind))
    })
}

/// Whether `inst` reads the carry alone.
fn reads_carry(function: &MachineFunction, inst: Inst) -> bool {
    if matches!(function.opcode(inst), op::SETB_C32r | op::SETB_C64r) {
        return true;
    }
    let name = function.desc(inst).name;
    ["ADC", "SBB", "RCL", "RCR"].iter().any(|family| {
        let width = name.strip_prefix(family);
        width.is_some_and(|width| width.starts_with(|c: char| c.is_ascii_digit()))
    })
}

impl Lowering<'_> {
    /// Makes `inst`, which reads the flags that `source` copies, read registers.
    pub(super) fn rewrite(
        &mut self,
        inst: Inst,
        source: Inst,
        conditions: &mut Conditions,
    ) -> Result<(), &'static str> {
        match self.function.opcode(inst) {
            op::COPY => {
                let other = self.function.operand(inst, 0).as_reg().as_virtual();
                let other = other.ok_or("it is copied to a register of the machine")?;
                let saved = self.function.operand(source, 0).as_reg();
                self.function.replace_reg(other, saved);
                self.function.remove_inst(inst);
                Ok(())
            }
            op::SETCCr | op::SETCCm => self.rewrite_set(inst, conditions),
            _ if reads_carry(self.function, inst) => {
                self.rewrite_carry(inst, conditions);
                Ok(())
            }
            _ => self.rewrite_by_test(inst, conditions),
        }
    }

    fn rewrite_set(&mut self, inst: Inst, conditions: &mut Conditions) -> Result<(), &'static str> {
        let condition = condition(self.function, inst).ok_or("it is read for no condition")?;
        let known = self.register_of(condition, conditions);
        if self.function.opcode(inst) == op::SETCCr {
            let result = self.function.operand(inst, 0).as_reg().as_virtual();
            let result = result.ok_or("a condition is set in a register of the machine")?;
            self.function.clear_kill_flags(result);
            if result != known {
                self.function.replace_reg(result, known);
            }
            self.function.remove_inst(inst);
            return Ok(());
        }
        let address: [Operand; MEMORY_OPERANDS] =
            std::array::from_fn(|at| self.function.operand(inst, at).detached());
        let location = self.function.debug_loc(inst);
        let store = InstBuilder::new(self.function, op::MOV8mr).location(location);
        let store = store.ops(&address).reg(known).insert_before(inst);
        self.function.copy_mem_ops(inst, store);
        self.function.remove_inst(inst);
        Ok(())
    }

    fn rewrite_carry(&mut self, inst: Inst, conditions: &mut Conditions) {
        let known = self.register_of(Cond::B, conditions);
        let sum = self.function.create_vreg(class::GR8);
        let location = self.function.debug_loc(inst);
        let add = InstBuilder::new(self.function, op::ADD8ri).location(location);
        let add = add.dead_def(sum).reg(known).imm(CARRIES_WITH_ONE);
        add.insert_before(inst);
        self.mark_last_read(inst);
    }

    /// Tests a register before `inst`, which then wants to know whether it is zero.
    pub(super) fn rewrite_by_test(
        &mut self,
        inst: Inst,
        conditions: &mut Conditions,
    ) -> Result<(), &'static str> {
        let in_opcode = float_move(self.function.opcode(inst));
        let wanted = condition(self.function, inst).or(in_opcode.map(|(condition, _)| condition));
        let wanted = wanted.ok_or("an instruction reads it that is not known")?;
        let inverse = wanted.inverse();
        let is_known = |condition: Cond| conditions.known[condition as usize].is_some();
        let inverted = !is_known(wanted) && is_known(inverse);
        let known = self.register_of(if inverted { inverse } else { wanted }, conditions);
        let location = self.function.debug_loc(inst);
        let test = InstBuilder::new(self.function, op::TEST8rr).location(location);
        test.reg(known).reg(known).insert_before(inst);
        let tested = if inverted { Cond::E } else { Cond::NE };
        if let Some((_, kind)) = in_opcode {
            let row = FLOAT_MOVES
                .iter()
                .find(|(condition, _)| *condition == tested);
            if let Some((_, opcodes)) = row {
                self.function.set_opcode(inst, opcodes[kind]);
            }
        } else if let Some(at) = condition_index(self.function, inst) {
            self.function.operand_mut(inst, at).set_imm(tested.number());
        }
        self.mark_last_read(inst);
        Ok(())
    }

    fn mark_last_read(&mut self, inst: Inst) {
        if let Some(read) = flag_operand(self.function, inst, Operand::is_use) {
            self.function.op_mut(read).set(OperandFlags::KILL, true);
        }
    }
}
