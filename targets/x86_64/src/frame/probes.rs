//! Stack probes: frames touch the memory that the stack grows into, so that none skips the guard page at its end.
//!
//! A frame of a few pages touches each after allocating it; a larger one does so in a loop. The last part, less than a
//! page, is touched by what comes next: a call pushes its return address.
//!
//! ```text
//!   sub  rsp, 4096            r11 = rsp - 40960
//!   mov  qword [rsp], 0       loop: sub rsp, 4096
//!   sub  rsp, 1000                  mov qword [rsp], 0
//!                                   cmp rsp, r11
//!                                   jne loop
//!                             sub  rsp, 1000
//! ```

use avarice_ir::CodeModel;
use avarice_mir::{Block, CfiInstruction, Operand, OperandFlags, Reg, Symbol};
use avarice_target::{LaneMask, Opcode, PhysReg, op as generic};

use super::{Emitter, Plan, SLOT, dwarf};
use crate::{op, reg};

/// So many probes are made one after the other; a loop makes more.
const MAX_UNROLLED: u64 = 8;

/// The register that tells a loop where to end: none that carries an argument.
pub(super) const BOUND: PhysReg = reg::R11;

/// Conditions of jumps.
const BELOW: i64 = 2;
const EQUAL: i64 = 4;
const NOT_EQUAL: i64 = 5;

impl Emitter<'_> {
    /// Writes a zero to where the stack pointer points.
    fn touch(&mut self) {
        let none = Operand::reg(Reg::NONE);
        let zero = Operand::imm(0);
        let top = Operand::reg(reg::RSP);
        self.build(
            op::MOV64mi32,
            &[top, Operand::imm(1), none, zero, none, zero],
        );
    }

    fn compare(&mut self, left: PhysReg, right: PhysReg) {
        self.build(op::CMP64rr, &[Operand::reg(left), Operand::reg(right)]);
    }

    fn jump_if(&mut self, target: Block, condition: i64) {
        self.build(
            op::JCC_1,
            &[Operand::block(target), Operand::imm(condition)],
        );
    }

    fn copy(&mut self, to: PhysReg, from: PhysReg) {
        self.build(generic::COPY, &[Operand::def(to), Operand::reg(from)]);
    }

    /// `register = register opcode number`
    fn change(&mut self, opcode: Opcode, register: PhysReg, number: i64) {
        let operands = [
            Operand::def(register),
            Operand::reg(register),
            Operand::imm(number),
        ];
        let inst = self.build(opcode, &operands);
        let flags = self.function.num_operands(inst) - 1;
        let flags = self.function.operand_mut(inst, flags);
        flags.set(OperandFlags::DEAD, true);
    }

    /// A new block after `block` that code is now put into.
    fn begin_block(&mut self, after: Block) -> Block {
        let block = self.function.create_block();
        self.function.insert_block_after(after, block);
        let data = &self.function.blocks[self.block];
        let (ir_block, live_ins) = (data.ir_block, data.live_ins.clone());
        let data = &mut self.function.blocks[block];
        (data.ir_block, data.live_ins) = (ir_block, live_ins);
        data.live_ins.push((BOUND, LaneMask::ALL));
        (self.block, self.before) = (block, None);
        block
    }

    /// Goes on in `block`, before what is there.
    fn go_on_in(&mut self, block: Block) {
        self.before = self.function.blocks[block].first.expand();
        self.block = block;
    }

    fn edge(&mut self, from: Block, to: Block) {
        self.function.add_edge(from, to, None);
    }

    /// Aligns the stack pointer down to `align` bytes, at least as many as there are between probes of `size` bytes: what
    /// that skips is touched.
    pub(super) fn align_with_probes(&mut self, align: u64, size: u64) {
        let entry = self.block;
        let rest = self.function.split_block(entry, self.before);
        (self.before, self.block) = (None, entry);
        self.copy(BOUND, reg::RSP);
        self.change(op::AND64ri32, BOUND, -(align as i64));
        self.compare(BOUND, reg::RSP);
        self.jump_if(rest, EQUAL);
        let head = self.begin_block(entry);
        let body = self.begin_block(head);
        let foot = self.begin_block(body);
        (self.block, self.before) = (head, None);
        self.change(op::SUB64ri32, reg::RSP, size as i64);
        self.compare(reg::RSP, BOUND);
        self.jump_if(foot, BELOW);
        (self.block, self.before) = (body, None);
        self.touch();
        self.change(op::SUB64ri32, reg::RSP, size as i64);
        self.compare(BOUND, reg::RSP);
        self.jump_if(body, BELOW);
        (self.block, self.before) = (foot, None);
        self.copy(reg::RSP, BOUND);
        self.touch();
        for (from, to) in [
            (entry, head),
            (entry, rest),
            (head, body),
            (head, foot),
            (body, body),
            (body, foot),
            (foot, rest),
        ] {
            self.edge(from, to);
        }
        self.go_on_in(rest);
    }

    /// Subtracts `bytes` from the stack pointer, touching memory at least each `size` bytes.
    pub(super) fn allocate_with_probes(&mut self, plan: &Plan, bytes: u64, size: u64) {
        let skipped = plan.realign.map_or(0, |align| align % size);
        match bytes > size.saturating_mul(MAX_UNROLLED) {
            true => self.allocate_in_loop(plan, bytes, size, skipped),
            false => self.allocate_in_steps(plan, bytes, size, skipped),
        }
    }

    fn allocate_in_steps(&mut self, plan: &Plan, bytes: u64, size: u64, skipped: u64) {
        let mut done = 0;
        let mut step = size - skipped;
        while match done {
            0 => size < bytes + skipped,
            _ => done + size < bytes,
        } {
            self.change(op::SUB64ri32, reg::RSP, step as i64);
            if !plan.frame_pointer {
                self.unmarked_cfi(CfiInstruction::AdjustCfaOffset(step as i64));
            }
            self.touch();
            done += step;
            step = size;
        }
        match bytes.saturating_sub(done) {
            0 => {}
            left if left == SLOT as u64 => self.push(reg::RAX, OperandFlags::UNDEF),
            left => self.adjust(op::SUB64ri32, left as i64),
        }
    }

    fn allocate_in_loop(&mut self, plan: &Plan, bytes: u64, size: u64, skipped: u64) {
        if skipped != 0 {
            self.change(op::SUB64ri32, reg::RSP, skipped as i64);
            self.touch();
        }
        let bytes = bytes - skipped;
        let bound = bytes - bytes % size;
        match i32::try_from(bound) {
            Ok(bound) => {
                self.copy(BOUND, reg::RSP);
                self.change(op::SUB64ri32, BOUND, bound.into());
            }
            Err(_) => {
                let minus = Operand::imm((bound as i64).wrapping_neg());
                self.build(op::MOV64ri, &[Operand::def(BOUND), minus]);
                let sum = [
                    Operand::def(BOUND),
                    Operand::reg(BOUND),
                    Operand::reg(reg::RSP),
                ];
                self.build(op::ADD64rr, &sum);
            }
        }
        if !plan.frame_pointer {
            self.unmarked_cfi(CfiInstruction::DefCfaRegister(dwarf(BOUND)));
            self.unmarked_cfi(CfiInstruction::AdjustCfaOffset(bound as i64));
        }
        let entry = self.block;
        let rest = self.function.split_block(entry, self.before);
        let body = self.begin_block(entry);
        self.change(op::SUB64ri32, reg::RSP, size as i64);
        self.touch();
        self.compare(reg::RSP, BOUND);
        self.jump_if(body, NOT_EQUAL);
        for (from, to) in [(entry, body), (body, body), (body, rest)] {
            self.edge(from, to);
        }
        self.go_on_in(rest);
        if !bytes.is_multiple_of(size) {
            self.adjust(op::SUB64ri32, (bytes % size) as i64);
        }
        if !plan.frame_pointer {
            self.unmarked_cfi(CfiInstruction::DefCfaRegister(dwarf(reg::RSP)));
        }
    }

    /// Subtracts `bytes` from the stack pointer after a call of the function that touches so many bytes below it: it takes
    /// the number in RAX and keeps all registers.
    pub(super) fn allocate_by_call(&mut self, bytes: u64, callee: Symbol) {
        let live_ins = &self.function.blocks[self.block].live_ins;
        let mut live = live_ins.iter().map(|(register, _)| *register);
        let keeps_rax = live.any(|register| crate::TARGET.regs_overlap(register, reg::RAX));
        let mut bytes = bytes as i64;
        if keeps_rax {
            self.push(reg::RAX, OperandFlags::KILL);
            bytes -= SLOT;
        }
        let number = Operand::imm(bytes);
        let opcode = match u32::try_from(bytes) {
            Ok(_) => op::MOV32ri64,
            Err(_) => op::MOV64ri,
        };
        self.build(opcode, &[Operand::def(reg::RAX), number]);
        let callee = Operand::symbol(callee, 0);
        let call = match self.function.target_info.code_model {
            CodeModel::Large => {
                self.build(op::MOV64ri, &[Operand::def(BOUND), callee]);
                self.build(op::CALL64r, &[Operand::reg(BOUND)])
            }
            _ => self.build(op::CALL64pcrel32, &[callee]),
        };
        for operand in [
            Operand::reg(reg::RAX),
            Operand::def(reg::RAX),
            Operand::def(reg::EFLAGS),
        ] {
            self.function
                .push_operand(call, operand.with(OperandFlags::IMPLICIT));
        }
        let operands = [
            Operand::def(reg::RSP),
            Operand::reg(reg::RSP),
            Operand::reg(reg::RAX),
        ];
        self.build(op::SUB64rr, &operands);
        if keeps_rax {
            let none = Operand::reg(Reg::NONE);
            let saved = [
                Operand::reg(reg::RSP),
                Operand::imm(1),
                none,
                Operand::imm(bytes),
                none,
            ];
            let mut operands = vec![Operand::def(reg::RAX)];
            operands.extend(saved);
            self.build(op::MOV64rm, &operands);
        }
    }
}
