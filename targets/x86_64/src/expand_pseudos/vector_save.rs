//! The vector registers of variable arguments, which are saved unless AL is zero.
//!
//! ```text
//!   entry:                              entry:
//!     …                                   …
//!     VASTART_SAVE_XMM_REGS $al, …        TEST8rr $al, $al
//!     rest                                JCC_1 tail, e
//!                                ─▶     save:
//!                                         MOVAPSmr …, $xmm0      (one for each register)
//!                                       tail:
//!                                         rest
//! ```

use avarice_mir::{Inst, InstBuilder, MachineFunction, Operand, OperandFlags, OperandKind};
use smallvec::SmallVec;

use super::Scratch;
use crate::condition::Cond;
use crate::op;
use crate::subtarget::{self, Features};

/// Operands of the pseudo: the number of vectors in AL, the address of the frame object, the offset of the area of
/// vectors in it, the registers.
const DISPLACEMENT: usize = 4;
const AREA_OFFSET: usize = 6;
const FIRST_REGISTER: usize = 7;

/// Bytes of a register.
const VECTOR: i64 = 16;

impl Scratch {
    /// Expands the pseudo in the entry block, if there is one.
    pub(super) fn expand_vector_save(&mut self, function: &mut MachineFunction, reserved: &[bool]) {
        let Some(entry) = function.layout.first().copied() else {
            return;
        };
        let is_save = |inst: &Inst| {
            function.opcode(*inst) == op::VASTART_SAVE_XMM_REGS
                && function.num_operands(*inst) > FIRST_REGISTER
        };
        let Some(save) = function.block_insts(entry).find(is_save) else {
            return;
        };
        self.find_live(function, save);
        let operands: SmallVec<[Operand; 16]> = function.operands(save).iter().copied().collect();
        let location = function.debug_loc(save);
        let rest = function.next_inst(save);
        let ir_block = function.blocks[entry].ir_block;
        let [guarded, tail] = [(); 2].map(|()| function.create_block());
        function.insert_block_after(entry, guarded);
        function.insert_block_after(guarded, tail);
        function.blocks[guarded].ir_block = ir_block;
        function.blocks[tail].ir_block = ir_block;
        if let Some(rest) = rest {
            function.splice_tail(rest, tail);
        }
        function.transfer_successors(entry, tail);
        let number = |at: usize| operands[at].as_imm().unwrap_or(0);
        let mut offset = number(DISPLACEMENT) + number(AREA_OFFSET);
        let store = match subtarget::of(function).contains(Features::AVX) {
            true => op::VMOVAPSmr,
            false => op::MOVAPSmr,
        };
        let is_register = |operand: &&Operand| {
            operand.kind() == OperandKind::Reg && !operand.has(OperandFlags::IMPLICIT)
        };
        for register in operands[FIRST_REGISTER..].iter().filter(is_register) {
            InstBuilder::new(function, store)
                .location(location)
                .ops(&operands[1..DISPLACEMENT])
                .imm(offset)
                .op(operands[DISPLACEMENT + 1])
                .reg(register.as_reg())
                .append(guarded);
            offset += VECTOR;
        }
        function.add_edge(entry, guarded, None);
        function.add_edge(guarded, tail, None);
        function.remove_inst(save);
        InstBuilder::new(function, op::TEST8rr)
            .location(location)
            .reg(operands[0].as_reg())
            .reg(operands[0].as_reg())
            .append(entry);
        InstBuilder::new(function, op::JCC_1)
            .location(location)
            .block(tail)
            .imm(Cond::E as i64)
            .append(entry);
        function.add_edge(entry, tail, None);
        self.live.write_live_ins(function, reserved, guarded);
        self.live.write_live_ins(function, reserved, tail);
    }

    /// Finds what is live before `save`. What an instruction of the block defines stays live in this, also where it ends
    /// earlier: as in llc, whose lists of registers that live into blocks are seen.
    fn find_live(&mut self, function: &MachineFunction, save: Inst) {
        let Some(entry) = function.inst_block(save) else {
            return;
        };
        self.live.begin_function(function);
        self.live.add_pristine(function);
        self.live.add_live_ins(function, entry);
        self.defined.clear();
        for inst in function.block_insts(entry) {
            if inst == save {
                break;
            }
            for operand in function.operands(inst) {
                if operand.kind() == OperandKind::RegMask {
                    self.live.remove_clobbered(function, operand);
                    continue;
                }
                let Some(reg) = operand.as_reg().as_physical() else {
                    continue;
                };
                if operand.is_def() {
                    if !operand.has(OperandFlags::DEAD) {
                        self.defined.push(reg);
                    }
                } else if operand.has(OperandFlags::KILL) && !operand.has(OperandFlags::DEBUG) {
                    self.live.remove(function, reg);
                }
            }
            for reg in &self.defined {
                self.live.add(function, *reg);
            }
        }
    }
}
