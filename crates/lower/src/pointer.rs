//! Pointer arithmetic decomposed into constant bytes and scaled values.

use avarice_ir::{BinaryOp, GepStep, GepWalk, Inst, InstFlags, Type, Value};
use smallvec::SmallVec;

use crate::function::FunctionLowering;
use avarice_legalize::Result;

/// What a `getelementptr` adds: constant bytes, and values with the bytes that each unit stands for.
pub type GepTerms = (i64, SmallVec<[(Value, u64); 2]>);

impl FunctionLowering<'_> {
    /// Constant bytes and variable terms of a `getelementptr`.
    pub fn gep_terms(&self, inst: Inst, source: Type) -> Result<GepTerms> {
        let mut walk = GepWalk::new(source);
        let (mut disp, mut terms) = (0i64, SmallVec::new());
        if !self
            .module
            .types
            .is_ptr(self.ty(self.function.operand(inst, 0)))
        {
            return self.unsupported("getelementptr on a vector of pointers");
        }
        for index in self.function.operands(inst).skip(1) {
            let step = walk.step(self.layout, &self.module.types, self.const_signed(index));
            match step {
                Some(GepStep::Offset(bytes)) => disp = disp.wrapping_add(bytes),
                Some(GepStep::Stride(0)) => {}
                Some(GepStep::Stride(stride)) => {
                    if self.int_bits(index).is_none() {
                        return self.unsupported("getelementptr with an index of this type");
                    }
                    terms.push((index, stride));
                }
                None => return self.unsupported("getelementptr into this type"),
            }
        }
        Ok((disp, terms))
    }

    /// Whether `op` of an instruction adds its operands: an exclusive choice of bits does too.
    pub fn adds(&self, inst: Inst, op: BinaryOp) -> bool {
        let is_disjoint = self.function.insts[inst]
            .flags
            .contains(InstFlags::DISJOINT);
        op == BinaryOp::Add || op == BinaryOp::Or && is_disjoint
    }
}
