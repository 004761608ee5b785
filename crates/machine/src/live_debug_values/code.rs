//! What both forms ask of the code of a function.

use avarice_ir::Module;
use avarice_ir::debug_info::{DebugInfo, number};
use avarice_mir::memory::{MemFlags, MemPointer};
use avarice_mir::{
    Block, FrameHooks, FrameIndex, Inst, MachineFunction, MemOperand, Operand, OperandFlags, Reg,
    StackObjectKind,
};
use avarice_target::{InstrFlags, PhysReg};

use super::registers::Registers;
use avarice_mir::debug_values::VariableKey;

/// A function to look at, with what it takes to understand it.
#[derive(Clone, Copy)]
pub(super) struct Code<'a> {
    pub function: &'a MachineFunction,
    pub module: &'a Module,
    pub target: &'static dyn FrameHooks,
    pub registers: &'a Registers,
    pub info: DebugInfo<'a>,
}

/// A place in the frame: a register, and the distance from where it points.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct FramePlace {
    pub base: PhysReg,
    pub offset: i64,
}

/// Source and destination of a copy.
#[derive(Clone, Copy, Debug)]
pub(super) struct Copied {
    pub from: PhysReg,
    pub to: PhysReg,
    /// Whether the source is not used any more.
    pub kills: bool,
}

impl Code<'_> {
    /// Where a stack object is.
    pub fn frame_place(&self, object: FrameIndex) -> FramePlace {
        let (base, offset) = self.target.debug_address(self.function, object);
        FramePlace { base, offset }
    }

    /// The only memory operand of an instruction.
    pub fn memory(&self, inst: Inst) -> Option<&MemOperand> {
        let mut operands = self.function.mem_ops(inst);
        let first = operands.next()?;
        operands.next().is_none().then_some(first)
    }

    /// The stack object that an instruction's only memory operand is in.
    pub fn stack_access(&self, inst: Inst) -> Option<(FrameIndex, &MemOperand)> {
        let memory = self.memory(inst)?;
        match memory.pointer {
            MemPointer::Stack(object) => Some((object, memory)),
            _ => None,
        }
    }

    /// Whether something but the instructions that name it may access a stack object.
    pub fn is_aliased(&self, object: FrameIndex) -> bool {
        let data = self.function.frame.object(object);
        match object.0 < 0 {
            true => data.aliased,
            false => data.kind != StackObjectKind::SpillSlot,
        }
    }

    /// Whether a stack object is a spill slot.
    pub fn is_spill_slot(&self, object: FrameIndex) -> bool {
        self.function.frame.object(object).kind == StackObjectKind::SpillSlot
    }

    /// The stack object that an instruction writes to, if that is its only access to memory and nothing else accesses the
    /// object.
    pub fn folded_store(&self, inst: Inst) -> Option<FrameIndex> {
        let (object, memory) = self.stack_access(inst)?;
        let is_store = memory.flags.contains(MemFlags::STORE);
        (is_store && !self.is_aliased(object)).then_some(object)
    }

    /// Registers that an instruction copies.
    pub fn copy(&self, inst: Inst) -> Option<Copied> {
        let (to, from) = self.target.copy_like_operands(self.function, inst)?;
        let operands = self.function.operands(inst);
        let (to, from) = (operands.get(to)?, operands.get(from)?);
        Some(Copied {
            from: from.as_reg().as_physical()?,
            to: to.as_reg().as_physical().filter(|_| to.is_def())?,
            kills: from.has(OperandFlags::KILL),
        })
    }

    /// Whether an instruction becomes no code.
    pub fn is_meta(&self, inst: Inst) -> bool {
        self.function.desc(inst).has(InstrFlags::META)
    }

    /// Whether an instruction, or one of the bundle that it begins, is a call.
    pub fn is_call(&self, inst: Inst) -> bool {
        self.function.any_in_bundle(inst, InstrFlags::CALL)
    }

    /// The instructions of a block; one of each bundle, which says what the others do.
    pub fn insts(&self, block: Block) -> impl Iterator<Item = Inst> + '_ {
        let first = self.function.blocks[block].first.expand();
        std::iter::successors(first, |inst| self.function.next_bundle(*inst))
    }

    /// Whether a register addresses the frame: it is never asked what it had on entry.
    pub fn addresses_frame(&self, reg: PhysReg) -> bool {
        reg == self.target.stack_pointer() || reg == self.target.frame_register(self.function)
    }

    /// Whether a variable is a parameter.
    pub fn is_parameter(&self, variable: VariableKey) -> bool {
        let node = self.info.node_of(variable.variable, "DILocalVariable");
        node.is_some_and(|node| number(node, "arg") != 0)
    }

    /// Whether a variable is a parameter of the function itself.
    pub fn is_own_parameter(&self, variable: VariableKey) -> bool {
        variable.inlined_at.is_none() && self.is_parameter(variable)
    }

    /// The physical registers that an operand defines.
    pub fn defined(operand: &Operand) -> Option<PhysReg> {
        let reg = operand.as_reg().as_physical()?;
        operand.is_def().then_some(reg)
    }

    /// Whether a block has instructions that a line of the source stands for.
    pub fn has_lines(&self, block: Block) -> bool {
        let line = |inst| {
            let location = self.function.debug_loc(inst).expand()?;
            Some(self.info.location(location)?.line)
        };
        let mut insts = self.function.block_insts(block);
        insts.any(|inst| line(inst).is_some_and(|line| line != 0))
    }
}

/// Whether a place of a debug value is nowhere.
pub(super) fn is_undefined(place: &Operand) -> bool {
    place.is_reg() && place.as_reg() == Reg::NONE
}
