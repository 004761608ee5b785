//! Stack probes: frames touch the memory that the stack grows into, so that none skips the guard page at its end.
//!
//! All but the last 1024 bytes are probed, since what a callee saves immediately is touched as well. A few steps are
//! unrolled, more are done in a loop; where the number of bytes is not known, the loop ends when it has gone too far:
//!
//! ```text
//!   sub sp, sp, #1, lsl #12      sub x9, sp, #64, lsl #12            sub x9, sp, #8192
//!   str xzr, [sp]                loop: sub sp, sp, #1, lsl #12       and x9, x9, #0xffff...
//!   sub sp, sp, #512                   str xzr, [sp]                 test: sub sp, sp, #1, lsl #12
//!                                      cmp sp, x9                          cmp sp, x9
//!                                      b.ne loop                           b.le done
//!                                                                          str xzr, [sp]
//!                                                                          b test
//!                                                                    done: mov sp, x9
//!                                                                          ldr xzr, [sp]
//! ```

use avarice_mir::{Block, CfiInstruction, Operand, OperandFlags, Reg};
use avarice_target::{LaneMask, PhysReg};

use super::layout::{Plan, Rows};
use super::prologue::{Emitter, WHOLE_REGISTER, dwarf};
use super::scratch_at;
use crate::{immediates, op, reg};

/// Bytes at the end of the stack that need not be touched.
pub(crate) const MAX_UNPROBED: i64 = 1024;

/// So many steps are made one after the other.
const MAX_UNROLLED: i64 = 4;

/// Conditions of branches.
const NOT_EQUAL: i64 = 1;
pub(crate) const LESS_OR_EQUAL: i64 = 13;

impl Emitter<'_> {
    /// Writes a zero to where the stack pointer points.
    pub(super) fn touch(&mut self) {
        let operands = [reg::XZR, reg::SP].map(Operand::reg);
        self.build(op::STRXui, &[operands[0], operands[1], Operand::imm(0)]);
    }

    fn branch_if(&mut self, target: Block, condition: i64) {
        self.build(op::Bcc, &[Operand::imm(condition), Operand::block(target)]);
    }

    /// Compares the stack pointer with `bound`.
    fn compare_with(&mut self, bound: PhysReg) {
        let zero = Operand::def(reg::XZR).with(OperandFlags::DEAD);
        let [stack, bound] = [reg::SP, bound].map(Operand::reg);
        self.build(
            op::SUBSXrx64,
            &[zero, stack, bound, Operand::imm(WHOLE_REGISTER)],
        );
    }

    /// A new block after `after`, which code is put into from now on; `bound` is live there.
    fn begin_block(&mut self, after: Block, bound: PhysReg) -> Block {
        let block = self.function.create_block();
        self.function.insert_block_after(after, block);
        let data = &self.function.blocks[self.block];
        let (ir_block, mut live_ins) = (data.ir_block, data.live_ins.clone());
        if live_ins.iter().all(|(register, _)| *register != bound) {
            live_ins.push((bound, LaneMask::ALL));
        }
        let data = &mut self.function.blocks[block];
        (data.ir_block, data.live_ins) = (ir_block, live_ins);
        (self.block, self.before) = (block, None);
        block
    }

    fn go_on_in(&mut self, block: Block) {
        self.before = self.function.blocks[block].first.expand();
        self.block = block;
    }

    /// Says that the CFA is `depth` bytes above the stack pointer, unless the frame pointer says where it is.
    fn stack_depth(&mut self, plan: &Plan, depth: i64) {
        if plan.rows == Rows::Exact && !plan.frame_pointer {
            self.cfi(CfiInstruction::DefCfaOffset(depth));
        }
    }

    /// Makes room for the locals, with a probe each `size` bytes.
    pub(super) fn allocate_with_probes(&mut self, plan: &Plan, size: i64) {
        if plan.locals == 0 && plan.realign.is_none() {
            return;
        }
        let more_follows = self.function.frame.has_var_sized_objects;
        let bound = scratch_at(self.function, self.block).unwrap_or(reg::X9);
        match plan.realign {
            None => {
                self.allocate_known(plan, size, bound);
                if more_follows {
                    self.touch();
                }
            }
            Some(align) => {
                let most = plan.locals + align - 16;
                let mask = Operand::imm(immediates::logical_bits((align as u64).wrapping_neg()));
                self.add(bound, reg::SP, -plan.locals);
                let unaligned = Operand::reg(bound).with(OperandFlags::KILL);
                if most <= size {
                    self.build(op::ANDXri, &[Operand::def(reg::SP), unaligned, mask]);
                    if more_follows || most > MAX_UNPROBED {
                        self.touch();
                    }
                    return;
                }
                self.build(op::ANDXri, &[Operand::def(bound), unaligned, mask]);
                self.go_down_to(bound, size);
            }
        }
    }

    fn allocate_known(&mut self, plan: &Plan, size: i64, bound: PhysReg) {
        let (steps, rest) = (plan.locals / size, plan.locals % size);
        let has_rows = plan.rows == Rows::Exact && !plan.frame_pointer;
        let mut depth = plan.saves.size;
        if steps <= MAX_UNROLLED {
            for _ in 0..steps {
                self.add(reg::SP, reg::SP, -size);
                depth += size;
                self.stack_depth(plan, depth);
                self.touch();
            }
        } else {
            self.add(bound, reg::SP, -size * steps);
            depth += size * steps;
            if has_rows {
                self.cfi(CfiInstruction::DefCfa(dwarf(bound), depth));
            }
            self.loop_to(bound, size);
            if has_rows {
                self.cfi(CfiInstruction::DefCfaRegister(dwarf(reg::SP)));
            }
        }
        if rest != 0 {
            self.add(reg::SP, reg::SP, -rest);
            self.stack_depth(plan, depth + rest);
            if rest > MAX_UNPROBED {
                self.touch();
            }
        }
    }

    /// Moves the stack pointer to `bound`, which is a multiple of `size` bytes below it.
    fn loop_to(&mut self, bound: PhysReg, size: i64) {
        let entry = self.block;
        let rest = self.function.split_block(entry, self.before);
        let body = self.begin_block(entry, bound);
        self.add(reg::SP, reg::SP, -size);
        self.touch();
        self.compare_with(bound);
        self.branch_if(body, NOT_EQUAL);
        for (from, to) in [(entry, body), (body, rest), (body, body)] {
            self.function.add_edge(from, to, None);
        }
        self.go_on_in(rest);
    }

    /// Moves the stack pointer to `bound`, which is below it.
    fn go_down_to(&mut self, bound: PhysReg, size: i64) {
        let entry = self.block;
        let rest = self.function.split_block(entry, self.before);
        let live_in = (bound, LaneMask::ALL);
        self.function.blocks[rest].live_ins.push(live_in);
        let test = self.begin_block(entry, bound);
        self.add(reg::SP, reg::SP, -size);
        self.compare_with(bound);
        self.branch_if(rest, LESS_OR_EQUAL);
        let body = self.begin_block(test, bound);
        self.touch();
        self.build(op::B, &[Operand::block(test)]);
        for (from, to) in [(entry, test), (test, rest), (test, body), (body, test)] {
            self.function.add_edge(from, to, None);
        }
        self.go_on_in(rest);
        self.add(reg::SP, bound, 0);
        let read = [
            Operand::def(Reg::from(reg::XZR)),
            Operand::reg(reg::SP),
            Operand::imm(0),
        ];
        self.build(op::LDRXui, &read);
    }

    /// Subtracts `bytes`, the size of a call's arguments, from the stack pointer with a probe each `size` bytes.
    pub(super) fn grow_for_call(&mut self, bytes: i64, size: i64) {
        let mut left = bytes;
        while left > 0 {
            let step = left.min(size);
            self.add(reg::SP, reg::SP, -step);
            if step == size || step > MAX_UNPROBED {
                self.touch();
            }
            left -= step;
        }
    }
}
