//! Terminators: branches, indirect branches, and how a call that unwinds ends its block.

use avarice_ir::{CallInfo, Inst, InstKind, Value};
use avarice_mir::{Block, BranchProbability, Reg};
use avarice_target::PhysReg;
use smallvec::SmallVec;

use super::branch_sequence::{BranchSequence, lower_sequence};
use super::integers::IntWidth;
use super::switch_tree::{SwitchTarget, SwitchValue, lower_switch};
use super::tail_calls::TailCalls;
use crate::junction::Junction;
use crate::kinds::kind_name;
use crate::parts::PartType;
use crate::signature::Extension;
use avarice_legalize::Result;

/// The registers that hold a result.
pub type ReturnRegisters = SmallVec<[PhysReg; 4]>;

/// Selects terminators.
pub trait Branches<'m>: TailCalls<'m> + SwitchTarget<'m> {
    /// Puts a result, extended as `extension` says, into registers; returns those.
    fn emit_result(&mut self, value: Value, extension: Extension) -> Result<ReturnRegisters>;

    /// Returns with results in these registers.
    fn emit_return(&mut self, returned: ReturnRegisters) -> Result<()>;

    /// Jumps to a block.
    fn emit_goto(&mut self, target: Block);

    /// Jumps to an address.
    fn emit_indirect_jump(&mut self, address: Reg);

    /// Computes a condition for a branch.
    fn emit_branch_condition(&mut self, condition: Value) -> Result<Self::Condition>;

    /// Branches to `yes` if `condition`, which is not known, holds, else to `no`, which may follow in the layout.
    fn emit_branch(&mut self, condition: Self::Condition, yes: Block, no: Block);

    /// The latency up to which both conditions of a junction are evaluated for one branch; `None` if each has its own.
    fn merged_latency(&self, junction: Junction) -> Option<u32> {
        let _ = junction;
        None
    }

    /// An instruction's latency as the target estimates it.
    fn latency(&self, inst: Inst) -> u32 {
        let _ = inst;
        1
    }

    /// Selects a terminator.
    fn lower_terminator(&mut self, inst: Inst) -> Result<()> {
        let function = self.function;
        let machine = self.point().block;
        match &function.insts[inst].kind {
            InstKind::Ret if self.lower_tail_call(inst)? => Ok(()),
            InstKind::Ret => self.lower_return(inst),
            InstKind::Br => {
                let target = function.inst_blocks(inst)[0];
                self.add_successor(machine, target, BranchProbability::ONE);
                let target = self.block_of(target);
                self.emit_jump(target);
                Ok(())
            }
            InstKind::CondBr => self.lower_conditional_branch(inst),
            InstKind::Switch => self.lower_switch(inst),
            InstKind::IndirectBr => self.lower_indirect_branch(inst),
            InstKind::Unreachable => {
                if self.traps_at(inst) {
                    self.emit_trap();
                }
                Ok(())
            }
            InstKind::Invoke(info) => self.lower_invoke(inst, info),
            InstKind::CallBr(info) => self.lower_asm_branch(inst, info),
            InstKind::Resume => self.lower_resume(inst),
            kind => self.unsupported(format!("terminator {}", kind_name(kind))),
        }
    }

    /// Selects a return that is no tail call.
    fn lower_return(&mut self, inst: Inst) -> Result<()> {
        let mut returned = ReturnRegisters::new();
        if self.function.num_operands(inst) != 0 {
            let value = self.function.operand(inst, 0);
            let function = self.module.globals[self.global].function();
            let extension = self.extension(function.and_then(|f| f.attrs.ret));
            returned = self.emit_result(value, extension)?;
        }
        self.emit_return(returned)
    }

    /// Selects a switch.
    fn lower_switch(&mut self, inst: Inst) -> Result<()> {
        let operand = self.function.operand(inst, 0);
        if self.is_wide(operand) {
            return self.unsupported("switch on an integer wider than 64 bits");
        }
        let (width, is_wide) = match self.int_bits(operand) {
            Some(0..=32) => (Self::Width::WORD, false),
            Some(_) => (Self::Width::DOUBLE_WORD, true),
            None => return self.unsupported("switch on this type"),
        };
        let is_whole = self.int_bits(operand) == Some(width.bits());
        // An argument that its caller has extended stays as it is.
        let parameter = self.function.args.iter().position(|arg| *arg == operand);
        let extension = parameter.map(|index| self.extension(self.param_attrs(index)));
        let extension = match extension {
            Some(Extension::Sign) => Extension::Sign,
            _ if is_whole => Extension::Any,
            _ => Extension::Zero,
        };
        lower_switch(self, inst, extension, |this| {
            let reg = this.extend(operand, extension == Extension::Sign, width)?;
            Ok(SwitchValue { reg, is_wide })
        })
    }

    /// A jump at the end of the current block, unless `target` follows in the layout.
    fn emit_jump(&mut self, target: Block) {
        if self.next_block() != Some(target) {
            self.emit_goto(target);
        }
    }

    /// A jump to an address. Every possible target is a block whose address is taken.
    fn lower_indirect_branch(&mut self, inst: Inst) -> Result<()> {
        let function = self.function;
        let machine = self.point().block;
        let address = self.use_value(function.operand(inst, 0))?;
        let targets = function.inst_blocks(inst);
        for (index, target) in targets.iter().enumerate() {
            let probability = self.edge_probability(index);
            self.add_successor(machine, *target, probability);
            let block = self.block_of(*target);
            self.mf.blocks[block].ir_address_taken = (*target).into();
        }
        self.emit_indirect_jump(address);
        Ok(())
    }

    /// Selects a conditional branch.
    fn lower_conditional_branch(&mut self, inst: Inst) -> Result<()> {
        let function = self.function;
        let machine = self.point().block;
        let [yes, no] = function.inst_blocks(inst) else {
            return self.unsupported("conditional branch without two successors");
        };
        let (yes, no) = (*yes, *no);
        if yes == no {
            self.add_successor(machine, yes, BranchProbability::ONE);
            let target = self.block_of(yes);
            self.emit_jump(target);
            return Ok(());
        }
        let probabilities = [yes, no].map(|successor| self.successor_probability(successor));
        let sequence = BranchSequence::of(self, inst, [yes, no], probabilities);
        lower_sequence(self, &sequence)
    }

    /// Selects `invoke`: the call between two labels, then a jump to the normal destination.
    fn lower_invoke(&mut self, inst: Inst, info: &CallInfo) -> Result<()> {
        let region = self.begin_invoke(inst)?;
        if let Some(region) = region {
            self.lower_call(inst, info)?;
            self.end_invoked_region(region);
        }
        let normal = self.add_invoke_edges(inst);
        self.emit_jump(normal);
        Ok(())
    }

    /// Selects `callbr`: the assembly, copies of its outputs, then a jump to the default destination.
    fn lower_asm_branch(&mut self, inst: Inst, info: &CallInfo) -> Result<()> {
        if self.called_asm(inst).is_none() {
            return self.unsupported("callbr of something other than inline assembly");
        }
        let default = self.add_asm_edges(inst);
        self.lower_call(inst, info)?;
        self.emit_goto(default);
        Ok(())
    }

    /// Selects `resume`: the unwinder goes on.
    fn lower_resume(&mut self, inst: Inst) -> Result<()> {
        let exception = self.function.operand(inst, 0);
        let parts = self.parts(self.ty(exception))?;
        if parts.first().map(|part| part.ty) != Some(PartType::Pointer) {
            return self.unsupported("resume of something that does not begin with a pointer");
        }
        let pointer = self.use_part(exception, 0)?;
        self.emit_libcall("_Unwind_Resume", &[(PartType::Pointer, pointer)], &[])
    }
}
