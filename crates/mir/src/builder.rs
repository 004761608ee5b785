//! Building instructions: operands of the row in order, then the row's implicit registers.

use crate::insert_point::InsertPoint;
use avarice_ir::MetadataId;
use avarice_target::{Opcode, PhysReg, RegMaskId, SubRegIdx};
use cranelift_entity::packed_option::PackedOption;

use crate::entities::{Block, FrameIndex, Inst, Reg};
use crate::function::{MachineFunction, MiFlags};
use crate::memory::MemOperand;
use crate::operand::{Operand, OperandFlags};

/// Collects operands of one instruction, then inserts it.
///
/// The row's implicit definitions come before its implicit uses, after all explicit operands, as LLVM
/// orders them; registers added by [`InstBuilder::implicit_use`] and the like come after those.
///
/// ```text
///   InstBuilder::new(function, op::ADD32rr).def(d).reg(a).reg(b).append(block)
///     %d = ADD32rr %a, %b, implicit-def $eflags
/// ```
#[must_use = "an instruction must be inserted"]
#[derive(Debug)]
pub struct InstBuilder<'f> {
    function: &'f mut MachineFunction,
    opcode: Opcode,
    flags: MiFlags,
    location: PackedOption<MetadataId>,
    parts: Box<InstParts>,
}

/// What a builder has collected. The function lends one box to each builder, which is thus small and
/// allocates nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct InstParts {
    operands: Vec<Operand>,
    extra: Vec<Operand>,
    mem: Vec<MemOperand>,
}

impl<'f> InstBuilder<'f> {
    /// Begins an instruction.
    pub fn new(function: &'f mut MachineFunction, opcode: Opcode) -> Self {
        let parts = function.builder_parts.take().unwrap_or_default();
        Self {
            function,
            opcode,
            flags: MiFlags::empty(),
            location: None.into(),
            parts,
        }
    }

    /// Adds any explicit operand.
    pub fn op(mut self, operand: Operand) -> Self {
        self.parts.operands.push(operand);
        self
    }

    /// Adds explicit operands.
    pub fn ops(mut self, operands: &[Operand]) -> Self {
        self.parts.operands.extend_from_slice(operands);
        self
    }

    /// Adds a definition.
    pub fn def(self, reg: impl Into<Reg>) -> Self {
        self.op(Operand::def(reg))
    }

    /// Adds a dead definition.
    pub fn dead_def(self, reg: impl Into<Reg>) -> Self {
        self.op(Operand::def(reg).with(OperandFlags::DEAD))
    }

    /// Adds a use.
    pub fn reg(self, reg: impl Into<Reg>) -> Self {
        self.op(Operand::reg(reg))
    }

    /// Adds a use of part of a register.
    pub fn sub_reg(self, reg: impl Into<Reg>, index: SubRegIdx) -> Self {
        self.op(Operand::reg(reg).with_sub_reg(index))
    }

    /// Adds a last use.
    pub fn kill(self, reg: impl Into<Reg>) -> Self {
        self.op(Operand::reg(reg).with(OperandFlags::KILL))
    }

    /// Adds an integer.
    pub fn imm(self, value: i64) -> Self {
        self.op(Operand::imm(value))
    }

    /// Adds a block.
    pub fn block(self, block: Block) -> Self {
        self.op(Operand::block(block))
    }

    /// Adds a stack object.
    pub fn frame_index(self, index: FrameIndex) -> Self {
        self.op(Operand::frame_index(index))
    }

    /// Adds a call-preserved register mask.
    pub fn reg_mask(self, mask: RegMaskId) -> Self {
        self.op(Operand::reg_mask(mask))
    }

    /// Adds an operand after the row's implicit ones.
    pub fn extra(mut self, operand: Operand) -> Self {
        self.parts.extra.push(operand);
        self
    }

    /// Adds an implicit use after the row's own.
    pub fn implicit_use(self, reg: PhysReg) -> Self {
        self.extra(Operand::implicit_use(reg))
    }

    /// Adds an implicit definition after the row's own.
    pub fn implicit_def(self, reg: PhysReg) -> Self {
        self.extra(Operand::implicit_def(reg))
    }

    /// Adds a memory operand.
    pub fn mem(mut self, operand: MemOperand) -> Self {
        self.parts.mem.push(operand);
        self
    }

    /// Sets flags.
    pub fn flags(mut self, flags: MiFlags) -> Self {
        self.flags |= flags;
        self
    }

    /// Sets the debug location.
    pub fn location(mut self, location: PackedOption<MetadataId>) -> Self {
        self.location = location;
        self
    }

    /// Creates the instruction in no block.
    pub fn create(self) -> Inst {
        self.build().1
    }

    fn build(self) -> (&'f mut MachineFunction, Inst) {
        let Self {
            function,
            opcode,
            flags,
            location,
            mut parts,
        } = self;
        let InstParts {
            operands,
            extra,
            mem,
        } = &mut *parts;
        let desc = function.target.instr(opcode);
        for (operand, row) in operands.iter_mut().zip(desc.operands) {
            let early = row
                .flags
                .contains(avarice_target::OperandFlags::EARLY_CLOBBER);
            if early && operand.is_def() {
                operand.set(OperandFlags::EARLY_CLOBBER, true);
            }
        }
        let defs = desc.implicit_defs.iter();
        operands.extend(defs.map(|r| Operand::implicit_def(*r)));
        let uses = desc.implicit_uses.iter();
        operands.extend(uses.map(|r| Operand::implicit_use(*r)));
        operands.append(extra);
        let inst = function.create_inst(opcode, operands);
        operands.clear();
        function.insts[inst].flags = flags;
        function.set_debug_loc(inst, location);
        for operand in mem.drain(..) {
            function.add_mem_operand(inst, operand);
        }
        function.builder_parts = Some(parts);
        (function, inst)
    }

    /// Inserts it at the end of `block`.
    pub fn append(self, block: Block) -> Inst {
        self.insert_at(InsertPoint::at_end(block))
    }

    /// Inserts it into `block` before `before`, at the end for `None`.
    pub fn insert_at(self, at: InsertPoint) -> Inst {
        let (function, inst) = self.build();
        function.insert_at(at, inst);
        inst
    }

    /// Inserts it into `block` before `before`, at the end for `None`; returns the function as well.
    pub fn insert_in(self, at: InsertPoint) -> (&'f mut MachineFunction, Inst) {
        let (function, inst) = self.build();
        function.insert_at(at, inst);
        (function, inst)
    }

    /// Inserts it before `before`.
    pub fn insert_before(self, before: Inst) -> Inst {
        let (function, inst) = self.build();
        function.insert_before(before, inst);
        inst
    }
}
