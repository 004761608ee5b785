//! Converts a [`regalloc2::Function`] to machine SSA of the target without a machine.
//!
//! ```text
//!   use  v1 fixed in p3i      COPY $p3i = %1          before;  the operand is $p3i
//!   use  v1 on the stack      STORE %1, %stack.0      before;  the operand is %stack.0
//!   use  v1 below 8           %9:int8 = COPY %1       before;  the operand is %9
//!   def  v1 fixed in p3i      COPY %1 = $p3i          after;   the operand is $p3i
//!   def  v1 on the stack      %1 = LOAD %stack.0      after;   the operand is %stack.0
//!   def  v1 reuses operand 2  the operand is tied to operand 2
//!   use or def anywhere       an operand that a spill slot may be folded into
//! ```
//!
//! Moves to and from a register that is memory (`fixed_stack_slots`) are instructions that are not copies. Where an
//! operand is read late, everything that the instruction writes is written early: the two never share a register.

use avarice_mir::{
    Block, FrameIndex, InstBuilder, MachineFunction, Operand as MachineOperand, OperandFlags, VReg,
};
use avarice_target::op;
use regalloc2::{
    Function, Inst, MachineEnv, Operand, OperandConstraint, OperandKind, OperandPos, PReg, PRegSet,
    RegAllocError,
};

use super::target::{ANYWHERE, BRANCH, MOVE, OP, RET, class, class_below, phys_reg, target};

/// The function that is being built.
pub struct Builder<'a, F: Function> {
    function: &'a F,
    environment: &'a MachineEnv,
    /// All that may be allocated.
    free: PRegSet,
    /// The result.
    pub machine: MachineFunction,
    /// By number: the block. Before the first there is one of ours: none goes back there.
    pub blocks: Vec<Block>,
    /// By number.
    vregs: Vec<Option<VReg>>,
    /// By number of the virtual register: whether anything reads it.
    is_used: Vec<bool>,
    masks: Vec<PRegSet>,
    /// The registers of kinds of slots: what was created for them.
    pub slots: Vec<(FrameIndex, regalloc2::RegClass)>,
}

/// What comes after an instruction.
enum After {
    Copy(regalloc2::VReg, PReg),
    Move(regalloc2::VReg, PReg),
    Load(regalloc2::VReg, FrameIndex),
    Narrow(regalloc2::VReg, VReg),
}

impl<'a, F: Function> Builder<'a, F> {
    /// Builds all of `function`.
    ///
    /// # Errors
    /// A branch that defines a value that is read: there is no place after it to move the value.
    pub fn build(function: &'a F, environment: &'a MachineEnv) -> Result<Self, RegAllocError> {
        let mut free = PRegSet::empty();
        let preferred = environment.preferred_regs_by_class.iter();
        for set in preferred.chain(&environment.non_preferred_regs_by_class) {
            free.union_from(*set);
        }
        let mut builder = Self {
            function,
            environment,
            free,
            machine: MachineFunction::new(target(), b"function"),
            blocks: Vec::new(),
            vregs: vec![None; function.num_vregs()],
            is_used: vec![false; function.num_vregs()],
            masks: Vec::new(),
            slots: Vec::new(),
        };
        builder.find_used();
        let entry = builder.machine.append_block();
        for _ in 0..function.num_blocks() {
            let block = builder.machine.append_block();
            builder.blocks.push(block);
        }
        let first = builder.blocks[function.entry_block().index()];
        builder.machine.add_edge(entry, first, None);
        for number in 0..function.num_blocks() {
            let block = regalloc2::Block::new(number);
            for succ in function.block_succs(block) {
                let (from, to) = (builder.blocks[number], builder.blocks[succ.index()]);
                if !builder.machine.is_successor(from, to) {
                    builder.machine.add_edge(from, to, None);
                }
            }
        }
        for number in 0..function.num_blocks() {
            builder.block(regalloc2::Block::new(number))?;
        }
        Ok(builder)
    }

    fn find_used(&mut self) {
        let function = self.function;
        for number in 0..function.num_blocks() {
            let block = regalloc2::Block::new(number);
            let insts = function.block_insns(block);
            for inst in insts.iter() {
                let operands = function.inst_operands(inst).iter();
                for operand in operands.filter(|operand| operand.kind() == OperandKind::Use) {
                    if operand.as_fixed_nonallocatable().is_none() {
                        self.is_used[operand.vreg().vreg()] = true;
                    }
                }
            }
            for at in 0..function.block_succs(block).len() {
                for arg in function.branch_blockparams(block, insts.last(), at) {
                    self.is_used[arg.vreg()] = true;
                }
            }
        }
    }

    fn vreg(&mut self, vreg: regalloc2::VReg) -> VReg {
        let slot = &mut self.vregs[vreg.vreg()];
        *slot.get_or_insert_with(|| self.machine.create_vreg(class(vreg.class())))
    }

    fn block(&mut self, block: regalloc2::Block) -> Result<(), RegAllocError> {
        self.phis(block);
        for inst in self.function.block_insns(block).iter() {
            let mut operands = self.function.inst_operands(inst).iter();
            let defines = |operand: &Operand| {
                operand.kind() == OperandKind::Def
                    && operand.as_fixed_nonallocatable().is_none()
                    && self.is_used[operand.vreg().vreg()]
            };
            if self.is_end(inst) && operands.any(defines) {
                return Err(RegAllocError::Branch(inst));
            }
            self.inst(self.blocks[block.index()], inst);
        }
        Ok(())
    }

    fn is_end(&self, inst: Inst) -> bool {
        self.function.is_branch(inst) || self.function.is_ret(inst)
    }

    /// Parameters of a block.
    fn phis(&mut self, block: regalloc2::Block) {
        for (at, param) in self.function.block_params(block).iter().enumerate() {
            let dst = self.vreg(*param);
            let mut operands = vec![MachineOperand::def(dst)];
            let mut preds: Vec<regalloc2::Block> = self.function.block_preds(block).to_vec();
            preds.dedup();
            for pred in preds {
                let succs = self.function.block_succs(pred);
                let Some(index) = succs.iter().position(|succ| *succ == block) else {
                    continue;
                };
                let branch = self.function.block_insns(pred).last();
                let args = self.function.branch_blockparams(pred, branch, index);
                let arg = self.vreg(args[at]);
                operands.push(MachineOperand::reg(arg));
                operands.push(MachineOperand::block(self.blocks[pred.index()]));
            }
            InstBuilder::new(&mut self.machine, op::PHI)
                .ops(&operands)
                .append(self.blocks[block.index()]);
        }
    }

    fn inst(&mut self, block: Block, inst: Inst) {
        let function = self.function;
        let operands = function.inst_operands(inst);
        let reads_late = operands
            .iter()
            .any(|operand| operand.kind() == OperandKind::Use && operand.pos() == OperandPos::Late);
        let mut after = Vec::new();
        let mut machine = vec![MachineOperand::imm(inst.index() as i64)];
        for operand in operands {
            machine.push(match operand.kind() {
                OperandKind::Use => self.use_operand(block, *operand),
                OperandKind::Def => self.def_operand(*operand, reads_late, &mut after),
            });
        }
        self.clobbers(inst, reads_late, &mut machine);
        let opcode = match (function.is_branch(inst), function.is_ret(inst)) {
            (true, _) => BRANCH,
            (_, true) => RET,
            _ => OP,
        };
        let built = InstBuilder::new(&mut self.machine, opcode)
            .ops(&machine)
            .append(block);
        for (at, operand) in operands.iter().enumerate() {
            if let OperandConstraint::Reuse(used) = operand.constraint() {
                self.machine.tie_operands(built, at + 1, used + 1);
            }
        }
        if self.is_end(inst) {
            // What it defines is scratch space: it is never read.
            return;
        }
        for move_after in after {
            self.move_after(block, &move_after);
        }
    }

    /// Whether `reg` is memory.
    fn is_memory(&self, reg: PReg) -> bool {
        self.environment.fixed_stack_slots.contains(&reg)
    }

    fn new_slot(&mut self, kind: regalloc2::RegClass) -> FrameIndex {
        let slot = self.machine.frame.create_spill_slot(8, 8);
        self.slots.push((slot, kind));
        slot
    }

    /// The class of registers below a limit; `None` if that is no restriction.
    fn limited(&self, operand: Operand, limit: usize) -> Option<avarice_target::RegClass> {
        let kind = operand.class();
        let mut free = self.free.into_iter().filter(|reg| reg.class() == kind);
        let restricts = free.any(|reg| reg.hw_enc() >= limit);
        restricts.then(|| class_below(kind, limit))
    }

    fn use_operand(&mut self, block: Block, operand: Operand) -> MachineOperand {
        if let Some(fixed) = operand.as_fixed_nonallocatable() {
            return MachineOperand::imm(fixed.index() as i64);
        }
        let vreg = self.vreg(operand.vreg());
        match operand.constraint() {
            OperandConstraint::FixedReg(reg) => {
                let opcode = if self.is_memory(reg) { MOVE } else { op::COPY };
                InstBuilder::new(&mut self.machine, opcode)
                    .def(phys_reg(reg))
                    .reg(vreg)
                    .append(block);
                MachineOperand::reg(phys_reg(reg))
            }
            OperandConstraint::Stack => {
                let slot = self.new_slot(operand.class());
                InstBuilder::new(&mut self.machine, super::target::STORE)
                    .reg(vreg)
                    .frame_index(slot)
                    .append(block);
                MachineOperand::frame_index(slot)
            }
            OperandConstraint::Limit(limit) => match self.limited(operand, limit) {
                Some(class) => {
                    let narrow = self.machine.create_vreg(class);
                    InstBuilder::new(&mut self.machine, op::COPY)
                        .def(narrow)
                        .reg(vreg)
                        .append(block);
                    MachineOperand::reg(narrow)
                }
                None => MachineOperand::reg(vreg),
            },
            OperandConstraint::Any => MachineOperand::reg(vreg).with_target_flags(ANYWHERE),
            OperandConstraint::Reg | OperandConstraint::Reuse(_) => MachineOperand::reg(vreg),
        }
    }

    fn def_operand(
        &mut self,
        operand: Operand,
        reads_late: bool,
        after: &mut Vec<After>,
    ) -> MachineOperand {
        if let Some(fixed) = operand.as_fixed_nonallocatable() {
            return MachineOperand::imm(fixed.index() as i64);
        }
        let is_tied = matches!(operand.constraint(), OperandConstraint::Reuse(_));
        let is_early = operand.pos() == OperandPos::Early || reads_late;
        let early = match is_early && !is_tied {
            true => OperandFlags::EARLY_CLOBBER,
            false => OperandFlags::empty(),
        };
        let value = operand.vreg();
        match operand.constraint() {
            OperandConstraint::FixedReg(reg) => {
                after.push(match self.is_memory(reg) {
                    true => After::Move(value, reg),
                    false => After::Copy(value, reg),
                });
                MachineOperand::def(phys_reg(reg)).with(early)
            }
            OperandConstraint::Stack => {
                let slot = self.new_slot(operand.class());
                after.push(After::Load(value, slot));
                MachineOperand::frame_index(slot)
            }
            OperandConstraint::Limit(limit) if self.limited(operand, limit).is_some() => {
                let narrow = self
                    .machine
                    .create_vreg(class_below(operand.class(), limit));
                after.push(After::Narrow(value, narrow));
                MachineOperand::def(narrow).with(early)
            }
            OperandConstraint::Any => MachineOperand::def(self.vreg(value))
                .with(early)
                .with_target_flags(ANYWHERE),
            OperandConstraint::Reg | OperandConstraint::Limit(_) | OperandConstraint::Reuse(_) => {
                MachineOperand::def(self.vreg(value)).with(early)
            }
        }
    }

    /// What an instruction destroys: a mask, or early definitions where something is read late.
    fn clobbers(&mut self, inst: Inst, reads_late: bool, machine: &mut Vec<MachineOperand>) {
        let mut clobbers = self.function.inst_clobbers(inst);
        for operand in self.function.inst_operands(inst) {
            if let (OperandKind::Def, OperandConstraint::FixedReg(reg)) =
                (operand.kind(), operand.constraint())
            {
                clobbers.remove(reg);
            }
        }
        if clobbers == PRegSet::empty() {
            return;
        }
        if reads_late {
            let flags = OperandFlags::DEAD | OperandFlags::EARLY_CLOBBER;
            machine.extend(
                clobbers
                    .into_iter()
                    .map(|reg| MachineOperand::implicit_def(phys_reg(reg)).with(flags)),
            );
            return;
        }
        let known = self.masks.iter().position(|mask| *mask == clobbers);
        let mask = known.unwrap_or_else(|| {
            let mut preserved = vec![u32::MAX; target().reg_mask_words];
            for reg in clobbers {
                let number = phys_reg(reg).index();
                preserved[number / 32] &= !(1 << (number % 32));
            }
            self.machine.custom_reg_masks.push(preserved.into());
            self.masks.push(clobbers);
            self.masks.len() - 1
        });
        machine.push(MachineOperand::custom_reg_mask(mask as u32));
    }

    fn move_after(&mut self, block: Block, what: &After) {
        match what {
            After::Copy(value, reg) | After::Move(value, reg) => {
                let dst = self.vreg(*value);
                let is_move = matches!(what, After::Move(..));
                let opcode = if is_move { MOVE } else { op::COPY };
                InstBuilder::new(&mut self.machine, opcode)
                    .def(dst)
                    .reg(phys_reg(*reg))
                    .append(block);
            }
            After::Load(value, slot) => {
                let dst = self.vreg(*value);
                InstBuilder::new(&mut self.machine, super::target::LOAD)
                    .def(dst)
                    .frame_index(*slot)
                    .append(block);
            }
            After::Narrow(value, narrow) => {
                let dst = self.vreg(*value);
                InstBuilder::new(&mut self.machine, op::COPY)
                    .def(dst)
                    .reg(*narrow)
                    .append(block);
            }
        }
    }
}
