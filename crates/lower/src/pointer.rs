//! Pointer arithmetic decomposed into constant bytes and scaled values.

use avarice_ir::{BinaryOp, GepStep, GepWalk, Inst, InstFlags, InstKind, Type, Value};
use avarice_mir::FrameIndex;
use smallvec::SmallVec;

use crate::constant::ConstValue;
use crate::function::FunctionLowering;
use avarice_legalize::Result;

/// What a `getelementptr` adds: constant bytes, and values with the bytes that each unit stands for.
pub type GepTerms = (i64, SmallVec<[(Value, u64); 2]>);

/// What a pointer is, as far as an address can take it apart.
pub enum PointerSource<'m> {
    /// The address of a stack object.
    Frame(FrameIndex),
    /// A constant.
    Constant(ConstValue),
    /// What an instruction computes: the value that it names, without others that only rename it.
    Computed(Value, Inst, &'m InstKind),
    /// Something else.
    Other,
}

impl<'m> FunctionLowering<'m> {
    /// What `value` is, as far as an address can take it apart.
    pub fn pointer_source(&self, value: Value) -> Result<PointerSource<'m>> {
        let (value, part) = self.resolve(value, 0)?;
        if part != 0 {
            return Ok(PointerSource::Other);
        }
        if let Some(index) = self.frame_value(value) {
            return Ok(PointerSource::Frame(index));
        }
        if let Some(id) = self.function.as_const(value) {
            return Ok(match self.const_value(id, 0) {
                Ok((constant, _)) => PointerSource::Constant(constant),
                Err(_) => PointerSource::Other,
            });
        }
        Ok(match self.def_kind(value) {
            Some((inst, kind)) => PointerSource::Computed(value, inst, kind),
            None => PointerSource::Other,
        })
    }
}

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
