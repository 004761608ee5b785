//! What needs the frame: instructions that have to come after the save point and before the end of the restore point.

use avarice_ir::Module;
use avarice_mir::{
    Block, FrameHooks, Inst, MachineFunction, Operand, OperandKind, inst_facts as facts,
};
use avarice_target::{InstrFlags, PhysReg};

use super::pointers;

/// The registers of a function that its caller wants back.
#[derive(Default)]
pub(super) struct FrameUses {
    /// The callee-saved registers. Most functions have those of the one before.
    list: Vec<PhysReg>,
    /// By register number: whether it overlaps one of them.
    saved: Vec<bool>,
    /// Whether the function saves registers at all.
    saves: bool,
}

/// The same with the function.
pub(super) struct FrameUsesOf<'a> {
    uses: &'a FrameUses,
    module: &'a Module,
    function: &'a MachineFunction,
    target: &'static dyn FrameHooks,
    stack_pointer: PhysReg,
}

impl FrameUses {
    pub(super) fn begin_function(&mut self, function: &MachineFunction) {
        if self.saved.is_empty() || self.list != function.callee_saved() {
            self.list.clear();
            self.list.extend(function.callee_saved());
            self.find_overlapping(function);
        }
        self.saves = !function.target_info.is_naked;
    }

    fn find_overlapping(&mut self, function: &MachineFunction) {
        self.saved.clear();
        self.saved.resize(function.target.registers.len(), false);
        for saved in &self.list {
            for (at, is_saved) in self.saved.iter_mut().enumerate().skip(1) {
                let register = PhysReg::from_index(at);
                *is_saved |= function.target.regs_overlap(register, *saved);
            }
        }
    }

    pub(super) fn of<'a>(
        &'a self,
        module: &'a Module,
        function: &'a MachineFunction,
        target: &'static dyn FrameHooks,
    ) -> FrameUsesOf<'a> {
        FrameUsesOf {
            uses: self,
            module,
            function,
            target,
            stack_pointer: target.stack_pointer(),
        }
    }
}

impl FrameUsesOf<'_> {
    /// What the target says of machine code.
    pub(super) fn hooks(&self) -> &'static dyn FrameHooks {
        self.target
    }

    /// Whether `inst` needs the frame. If addresses of stack objects may be known (`knows_stack`), so does whatever
    /// accesses memory that may be one.
    pub(super) fn needs_frame(&self, inst: Inst, knows_stack: bool) -> bool {
        let function = self.function;
        if knows_stack && self.may_access_frame(inst) {
            return true;
        }
        if self.target.is_call_frame_pseudo(function, inst) {
            return true;
        }
        let is_debug_value = function.is_debug(inst);
        let desc = function.desc(inst);
        let is_call = desc.has(InstrFlags::CALL);
        function.operands(inst).iter().any(|operand| {
            if let Some(register) = operand.as_reg().as_physical() {
                return (operand.is_def() || operand.reads_reg())
                    && (!is_call && register == self.stack_pointer
                        || self.uses.saved[register.index()]);
            }
            match operand.kind() {
                OperandKind::RegMask => self.clobbers_saved(operand),
                _ => operand.as_frame_index().is_some() && !is_debug_value,
            }
        })
    }

    /// Whether a terminator of `block` needs the frame.
    pub(super) fn end_needs_frame(&self, block: Block) -> bool {
        let first = self.function.first_terminator(block);
        let mut insts = std::iter::successors(first, |inst| self.function.next_inst(*inst));
        insts.any(|inst| self.needs_frame(inst, true))
    }

    /// Whether an instruction of `block` needs the frame.
    pub(super) fn block_needs_frame(&self, block: Block) -> bool {
        let mut insts = self.function.block_insts(block);
        insts.any(|inst| self.needs_frame(inst, true))
    }

    fn may_access_frame(&self, inst: Inst) -> bool {
        let function = self.function;
        if !facts::may_load(function, inst) && !facts::may_store(function, inst) {
            return false;
        }
        let is_outside = |operand| pointers::is_outside_of_frame(self.module, function, operand);
        facts::is_call(function, inst)
            || facts::has_side_effects(function, inst)
            || function.mem_ops(inst).next().is_none()
            || !function.mem_ops(inst).all(is_outside)
    }

    /// Whether a call does not preserve a register that the function saves: those that some call destroys are saved.
    fn clobbers_saved(&self, mask: &Operand) -> bool {
        let mut saved = self.function.callee_saved().iter();
        self.uses.saves && saved.any(|register| !self.function.mask_preserves(mask, *register))
    }
}
