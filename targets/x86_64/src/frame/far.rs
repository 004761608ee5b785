//! Frames of more than 2 GiB, whose size does not fit in an instruction.

use avarice_mir::InsertPoint;
use avarice_mir::{Inst, InstBuilder, MachineFunction, Operand, OperandFlags, Reg};
use avarice_target::{Opcode, PhysReg};

use super::{Emitter, SLOT};
use crate::{op, reg};

/// The most that one instruction changes the stack pointer by, in bytes.
const STEP: i64 = i32::MAX as i64;

/// So many steps are worth less than a register that has to be saved for it.
const MAX_STEPS: i64 = 8;

impl Emitter<'_> {
    /// RAX, unless it carries an argument.
    pub(super) fn free_at_entry(&self) -> Option<PhysReg> {
        let live_ins = &self.function.blocks[self.block].live_ins;
        let mut live = live_ins.iter().map(|(register, _)| *register);
        let is_free = !live.any(|register| crate::TARGET.regs_overlap(register, reg::RAX))
            && !self.function.callee_saved().contains(&reg::RAX);
        is_free.then_some(reg::RAX)
    }

    /// Adds `bytes` to the stack pointer by means of `free`, if there is one.
    pub(super) fn move_far(&mut self, bytes: i64, free: Option<PhysReg>) {
        let (by_number, by_register) = match bytes < 0 {
            true => (op::SUB64ri32, op::SUB64rr),
            false => (op::ADD64ri32, op::ADD64rr),
        };
        match free {
            Some(free) => {
                self.number(free, bytes.saturating_abs());
                self.combine(by_register, reg::RSP, reg::RSP, free);
            }
            None if bytes.saturating_abs() > MAX_STEPS * STEP => self.move_by_saved(bytes),
            None => {
                let mut left = bytes.saturating_abs();
                while left != 0 {
                    let step = left.min(STEP);
                    self.adjust(by_number, step);
                    left -= step;
                }
            }
        }
    }

    /// The same with RAX, which is on the stack meanwhile.
    fn move_by_saved(&mut self, bytes: i64) {
        let none = Operand::reg(Reg::NONE);
        let (top, zero) = (Operand::reg(reg::RSP), Operand::imm(0));
        let address = [top, Operand::imm(1), none, zero, none];
        self.push(reg::RAX, OperandFlags::KILL);
        self.number(reg::RAX, bytes.saturating_add(SLOT));
        self.combine(op::ADD64rr, reg::RAX, reg::RAX, reg::RSP);
        let mut exchange = vec![Operand::def(reg::RAX), Operand::reg(reg::RAX)];
        exchange.extend(address);
        self.build(op::XCHG64rm, &exchange);
        let mut load = vec![Operand::def(reg::RSP)];
        load.extend(address);
        self.build(op::MOV64rm, &load);
    }

    fn number(&mut self, to: PhysReg, number: i64) {
        self.build(
            number_opcode(number),
            &[Operand::def(to), Operand::imm(number)],
        );
    }

    fn combine(&mut self, opcode: Opcode, to: PhysReg, left: PhysReg, right: PhysReg) {
        let operands = [Operand::def(to), Operand::reg(left), Operand::reg(right)];
        let inst = self.build(opcode, &operands);
        let flags = self.function.num_operands(inst) - 1;
        let flags = self.function.operand_mut(inst, flags);
        flags.set(OperandFlags::DEAD, true);
    }
}

fn number_opcode(number: i64) -> Opcode {
    match (u32::try_from(number), i32::try_from(number)) {
        (Ok(_), _) => op::MOV32ri64,
        (_, Ok(_)) => op::MOV64ri32,
        _ => op::MOV64ri,
    }
}

/// Whether the object `distance` bytes from the base at operand `base` of `inst` is further away than an address reaches.
/// An instruction that only computes the address gets there; for any other the function is marked.
pub(super) fn reach(
    function: &mut MachineFunction,
    inst: Inst,
    base: usize,
    distance: i64,
) -> bool {
    let place = base + 3;
    let old = match function.operands(inst).get(place) {
        Some(operand) if !operand.is_reg() => operand.as_imm().unwrap_or(0),
        _ => return false,
    };
    let sum = old.saturating_add(distance);
    if i32::try_from(sum).is_ok() {
        return false;
    }
    let ops = function.operands(inst);
    let is_plain = function.opcode(inst) == op::LEA64r
        && ops[3].is_reg()
        && ops[3].as_reg().is_none()
        && ops[place].as_imm().is_some();
    let (Some(to), Some(block)) = (ops[0].as_reg().as_physical(), function.inst_block(inst)) else {
        return false;
    };
    if !is_plain || to == reg::RSP {
        function.target_info.has_object_out_of_reach = true;
        return true;
    }
    let location = function.debug_loc(inst);
    InstBuilder::new(function, number_opcode(sum))
        .ops(&[Operand::def(to), Operand::imm(sum)])
        .location(location)
        .insert_at(InsertPoint::new(block, Some(inst)));
    function.replace_operand(inst, 3, Operand::reg(to).with(OperandFlags::KILL));
    function.operand_mut(inst, place).set_imm(0);
    true
}
