//! The regions of a block that are scheduled.
//!
//! ```text
//!   bb.0:
//!     $x0 = …        ┐
//!     $x1 = …        ┘ region, ends at the call
//!     BL @f            boundary: nothing moves over it
//!     $x2 = …        ┐
//!     $x3 = …        ┘ region, ends at the branch
//!     B %bb.1          boundary
//! ```

use avarice_mir::{Block, Inst, MachineFunction, OperandKind, inst_facts};
use avarice_target::{InstrFlags, PhysReg, op};

use super::target::SchedulingTarget;

/// A run of instructions that are put into another order.
#[derive(Clone, Copy, Debug)]
pub struct Region {
    /// The block.
    pub block: Block,
    /// The first instruction.
    pub begin: Inst,
    /// The boundary after the last one; `None` is the end of the block.
    pub end: Option<Inst>,
    /// How many instructions there are, debug instructions not counted; at least one.
    pub len: u32,
}

/// What decides where regions end.
#[derive(Clone, Copy)]
pub struct Boundaries<'a> {
    /// The target's own ones.
    pub target: &'a dyn SchedulingTarget,
    /// What instructions that change the stack pointer write.
    pub stack_pointer: PhysReg,
}

impl Boundaries<'_> {
    /// Whether nothing moves over `inst`.
    pub fn is_boundary(&self, function: &MachineFunction, inst: Inst) -> bool {
        let ends = InstrFlags::CALL.union(InstrFlags::TERMINATOR);
        function.any_in_bundle(inst, ends)
            || inst_facts::is_position(function, inst)
            || function.opcode(inst) == op::INLINEASM_BR
            || self.changes_stack_pointer(function, inst)
            || self.target.is_boundary(function, inst)
    }

    fn changes_stack_pointer(&self, function: &MachineFunction, inst: Inst) -> bool {
        let mut operands = function.operands(inst).iter();
        operands.any(|operand| {
            let reg = operand.as_reg().as_physical().filter(|_| operand.is_def());
            reg.is_some_and(|reg| function.target.regs_overlap(reg, self.stack_pointer))
                || operand.kind() == OperandKind::RegMask
                    && !function.mask_preserves(operand, self.stack_pointer)
        })
    }

    /// Finds the regions of a block, the last one first.
    pub fn regions(&self, function: &MachineFunction, block: Block, regions: &mut Vec<Region>) {
        regions.clear();
        let mut end = None;
        let last = function.blocks[block].last.expand();
        let mut below = last.map(|last| function.bundle_head(last));
        while let Some(last) = below {
            // The boundary itself belongs to no region.
            if self.is_boundary(function, last) {
                end = Some(last);
                below = function.prev_bundle(last);
                continue;
            }
            let mut region = Region {
                block,
                begin: last,
                end,
                len: 0,
            };
            let mut cursor = Some(last);
            while let Some(inst) = cursor
                && !self.is_boundary(function, inst)
            {
                region.begin = inst;
                region.len += u32::from(!inst_facts::is_debug_or_probe(function, inst));
                cursor = function.prev_bundle(inst);
            }
            if region.len > 0 {
                regions.push(region);
            }
            below = cursor;
        }
    }
}
