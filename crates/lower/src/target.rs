//! The interface of a target to selection.

use avarice_ir::{Global, Inst, Module};
use avarice_legalize::ExpansionTarget;
use avarice_target::{Opcode, RegClass, SubRegIdx, TargetDesc};

use crate::function::FunctionLowering;
use crate::local::Local;
use crate::parts::PartType;
use avarice_legalize::Result;

/// The target's part of selection. Implementations are stateless; everything about one function is in
/// [`FunctionLowering`] and its machine function.
pub trait TargetLowering: ExpansionTarget {
    /// Its tables.
    fn desc(&self) -> &'static TargetDesc;

    /// The class of virtual registers that hold a part.
    fn class(&self, part: PartType) -> RegClass;

    /// The class that a register of `class` must have if part `index` of it is an operand of an
    /// instruction, a copy or another; `None` if any register of its class will do.
    fn class_with_sub_reg(
        &self,
        class: RegClass,
        index: SubRegIdx,
        copy: bool,
    ) -> Option<RegClass> {
        let _ = (class, index, copy);
        None
    }

    /// The classes of registers that llc's selection makes for what `inst` does and takes away again
    /// before allocation: their numbers stay taken. None for most instructions.
    fn dropped_results(&self, opcode: Opcode) -> &'static [RegClass] {
        let _ = opcode;
        &[]
    }

    /// The size in bits from which on vectors go in registers that are not known here where `global` and the functions that
    /// it calls pass them; `None` if there are no such registers.
    fn unknown_vectors(&self, module: &Module, global: Global) -> Option<u32> {
        let _ = (module, global);
        None
    }

    /// Does a step of the selection of a function.
    fn select(&self, cx: &mut FunctionLowering<'_>, step: Step<'_>) -> Result<()>;
}

/// A step of the selection of a function.
#[derive(Clone, Copy)]
pub enum Step<'l> {
    /// Before any block: reads function attributes.
    Begin,
    /// Decides where arguments are, before any block is selected: arguments in memory get their frame
    /// objects (`FunctionLowering::set_frame_value`).
    AssignArguments,
    /// Emits the group of an instruction: one of its results was requested or it has side effects. The current
    /// point is right before everything emitted so far in the block. Never done for phis, static
    /// allocas, hints and other instructions that the driver handles.
    Instruction(Inst),
    /// Emits a terminator and the edges of the block's machine blocks.
    Terminator(Inst),
    /// Emits a block-local value at the current point.
    Local(&'l Local),
    /// Emits the copies of requested arguments at the current point, the beginning of the entry block.
    Arguments,
    /// When all blocks are selected and phis are there: expands what needs more blocks.
    Finish,
}
