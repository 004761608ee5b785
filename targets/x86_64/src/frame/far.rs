//! Frames of more than 2 GiB, whose size does not fit in an instruction.

use avarice_machine::live_reg_units::LiveRegUnits;
use avarice_mir::{
    Block, InsertPoint, Inst, InstBuilder, MachineFunction, Operand, OperandFlags, Reg,
};
use avarice_target::{Opcode, PhysReg};

use super::{Emitter, SLOT};
use crate::{TARGET, op, reg};

/// Registers that may be free, in the order in which they are tried.
const SCRATCH: [PhysReg; 9] = [
    reg::RAX,
    reg::RCX,
    reg::RDX,
    reg::RSI,
    reg::RDI,
    reg::R8,
    reg::R9,
    reg::R10,
    reg::R11,
];

/// The most that one instruction changes the stack pointer by, in bytes.
const STEP: i64 = i32::MAX as i64;

/// So many steps are worth less than a register that has to be saved for it.
const MAX_STEPS: i64 = 8;

impl Emitter<'_> {
    /// RAX, unless it carries an argument.
    pub(super) fn free_at_entry(&self) -> Option<PhysReg> {
        let live_ins = &self.function.blocks[self.block].live_ins;
        let mut live = live_ins.iter().map(|(register, _)| *register);
        let is_free = !live.any(|register| TARGET.regs_overlap(register, reg::RAX))
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

/// Whether the object `distance` bytes from the base at operand `base` of `inst` is further away than an address reaches. Then the
/// distance is put in a register before it: in its result, if it only computes the address itself, else in one that is free.
/// The function is marked if there is none.
///
/// ```text
///                                                 $rcx = MOV64ri 5000000000
///   MOV8mr %stack.0, 1, $noreg, 0, …       -->    $rcx = LEA64r $rsp, 1, killed $rcx, 0, $noreg
///                                                 MOV8mr killed $rcx, 1, $noreg, 0, …
/// ```
pub(super) fn reach(
    function: &mut MachineFunction,
    inst: Inst,
    base: usize,
    distance: i64,
) -> bool {
    let place = base + 3;
    let (old, is_number) = match function.operands(inst).get(place) {
        Some(operand) if !operand.is_reg() => {
            (operand.as_imm().unwrap_or(0), operand.as_imm().is_some())
        }
        _ => return false,
    };
    let sum = old.saturating_add(distance);
    if i32::try_from(sum).is_ok() {
        return false;
    }
    let Some(block) = function.inst_block(inst).filter(|_| is_number) else {
        function.target_info.has_object_out_of_reach = true;
        return true;
    };
    let at = InsertPoint::new(block, Some(inst));
    if let Some(result) = address_in_result(function, inst) {
        put_number(function, at, result, sum);
        let index = Operand::reg(result).with(OperandFlags::KILL);
        function.replace_operand(inst, base + 2, index);
    } else if let Some(free) = free_before(function, block, inst) {
        put_number(function, at, free, sum);
        let index = Operand::reg(free).with(OperandFlags::KILL);
        let old = Operand::reg(function.operand(inst, base).as_reg());
        let none = Operand::reg(Reg::NONE);
        let (one, zero) = (Operand::imm(1), Operand::imm(0));
        let location = function.debug_loc(inst);
        InstBuilder::new(function, op::LEA64r)
            .ops(&[Operand::def(free), old, one, index, zero, none])
            .location(location)
            .insert_at(at);
        function.replace_operand(inst, base, index);
    } else {
        function.target_info.has_object_out_of_reach = true;
        return true;
    }
    function.operand_mut(inst, place).set_imm(0);
    true
}

/// Puts `number` in `register`, for the instruction at `at`.
fn put_number(function: &mut MachineFunction, at: InsertPoint, register: PhysReg, number: i64) {
    let location = at
        .before
        .map(|inst| function.debug_loc(inst))
        .unwrap_or_default();
    InstBuilder::new(function, number_opcode(number))
        .ops(&[Operand::def(register), Operand::imm(number)])
        .location(location)
        .insert_at(at);
}

/// The result of `inst`, if that is an address without an index.
fn address_in_result(function: &MachineFunction, inst: Inst) -> Option<PhysReg> {
    let ops = function.operands(inst);
    let is_plain = function.opcode(inst) == op::LEA64r && ops[3].as_reg().is_none();
    let to = ops[0].as_reg().as_physical();
    to.filter(|to| is_plain && *to != reg::RSP)
}

/// A register that no one needs at `inst`, and that `inst` does not name.
fn free_before(function: &MachineFunction, block: Block, inst: Inst) -> Option<PhysReg> {
    let mut live = LiveRegUnits::default();
    live.begin_function(function);
    live.add_live_outs(function, block);
    for passed in function.block_insts_rev(block) {
        live.step_backward(function, passed);
        if passed == inst {
            break;
        }
    }
    let operands = function.operands(inst).iter();
    let named: Vec<PhysReg> = operands
        .filter_map(|operand| operand.as_reg().as_physical())
        .collect();
    let is_free = |register: &PhysReg| {
        let mut named = named.iter();
        live.is_available(function, *register)
            && !function.callee_saved().contains(register)
            && !named.any(|named| TARGET.regs_overlap(*named, *register))
    };
    SCRATCH.into_iter().find(is_free)
}
