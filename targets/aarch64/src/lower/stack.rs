//! What selection does with the stack pointer.

use avarice_ir::{Inst, InstKind};
use avarice_lower::{PartType, Result};

use super::operand::AND;
use super::{Selector, Width};
use crate::{op, reg};

/// The stack pointer's alignment in bytes.
const STACK_ALIGN: u64 = 16;

impl Selector<'_, '_> {
    /// Selects an `alloca` that is executed: of variable size, or not in the entry block.
    pub(super) fn lower_dynamic_alloca(&mut self, inst: Inst) -> Result<()> {
        let InstKind::Alloca { ty, align, .. } = self.function.insts[inst].kind else {
            return self.unsupported("allocation of this kind");
        };
        if self.function_attr("probe-stack").is_some() {
            return self.unsupported("alloca of variable size with stack probes");
        }
        let count = self.function.operand(inst, 0);
        let Some(size) = self.layout.alloc_size(&self.module.types, ty) else {
            return self.unsupported("alloca of a type without size");
        };
        let Ok(size) = i64::try_from(size) else {
            return self.unsupported("alloca of a type of this size");
        };
        let dst = self.result_reg(inst)?;
        let count = self.extend(count, false, Width::W64)?;
        let bytes = self.new_reg(PartType::Int(64));
        self.emit_mul_by(Width::W64, bytes, count, size)?;
        let bytes = match size % STACK_ALIGN as i64 {
            0 => bytes,
            _ => {
                let up = self.add_imm_reg(Width::W64, bytes, STACK_ALIGN as i64 - 1)?;
                let mask = (STACK_ALIGN - 1) ^ u64::MAX;
                self.logical_imm_reg(&AND, Width::W64, up, mask)?
            }
        };
        let top = self.new_reg(PartType::Pointer);
        self.emit_copy(top, reg::SP);
        let align = align.max(self.layout.abi_align(&self.module.types, ty));
        let mut place = self.binary(op::SUBXrr, Width::W64, top, bytes);
        if align > STACK_ALIGN {
            place = self.logical_imm_reg(&AND, Width::W64, place, align.wrapping_neg())?;
        }
        self.emit_copy(reg::SP, place);
        self.emit_copy(dst, place);
        self.mf.frame.has_var_sized_objects = true;
        Ok(())
    }
}
