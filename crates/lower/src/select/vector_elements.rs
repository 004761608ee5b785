//! Elements of vectors: results by register, elements taken out and put in.

use avarice_ir::Inst;
use avarice_mir::Reg;
use avarice_target::op;

use super::selector::Select;
use crate::vector::VectorShape;
use crate::vector_values::Elements;
use avarice_legalize::Result;

/// Selects what puts vectors together and takes them apart.
pub trait VectorElements<'m>: Select<'m> {
    /// The form of operations on a register: its lanes, and as far as a target has several sizes, that.
    type Form: Copy;

    /// The form of register `part` of a vector.
    fn form(shape: VectorShape, part: usize) -> Self::Form;

    /// `src` in a register of the size of `form`.
    fn fit(&mut self, src: Reg, form: Self::Form) -> Reg {
        let _ = form;
        src
    }

    /// A register of the size of `form` of which nothing is known.
    fn undef_vector(&mut self, form: Self::Form) -> Reg;

    /// `dst` = lane `index` of a register.
    fn extract_lane(&mut self, dst: Reg, src: Reg, shape: VectorShape, index: u32) -> Result<()>;

    /// A register with these elements; lanes without one may be anything.
    fn build_register(
        &mut self,
        shape: VectorShape,
        form: Self::Form,
        elements: &Elements,
    ) -> Result<Reg>;

    /// Register `old` with the elements that there are.
    fn insert_elements(&mut self, shape: VectorShape, old: Reg, elements: &Elements)
    -> Result<Reg>;

    /// Defines each requested part of `inst`'s result as what `part` computes for it.
    fn define_parts(
        &mut self,
        inst: Inst,
        mut part: impl FnMut(&mut Self, usize) -> Result<Reg>,
    ) -> Result<()> {
        let Some(value) = self.function.insts[inst].result.expand() else {
            return Ok(());
        };
        let shape = self.shape(value)?;
        for index in 0..shape.parts() {
            let dst = self.requested(value, index);
            if !dst.is_none() {
                let src = part(self, index)?;
                let src = self.fit(src, Self::form(shape, index));
                self.define(dst, src);
            }
        }
        Ok(())
    }

    /// Defines the requested parts of `inst`'s result as `regs`.
    fn define_regs(&mut self, inst: Inst, regs: &[Reg]) -> Result<()> {
        let Some(value) = self.function.insts[inst].result.expand() else {
            return Ok(());
        };
        let shape = self.shape(value)?;
        for (index, reg) in regs.iter().enumerate().take(shape.parts()) {
            let dst = self.requested(value, index);
            if dst.is_none() {
                continue;
            }
            let src = self.fit(*reg, Self::form(shape, index));
            match regs[index + 1..].contains(&src) {
                true => {
                    self.emit_copy(dst, src);
                }
                false => self.define(dst, src),
            }
        }
        Ok(())
    }

    /// Selects `extractelement`.
    fn lower_extract_element(&mut self, inst: Inst) -> Result<()> {
        let [vector, index] = self.operands(inst);
        let shape = self.shape(vector)?;
        let dst = self.result_reg(inst)?;
        let index = match self.const_int(index) {
            Some(index) if index < u64::from(shape.count) => index as u32,
            Some(_) => {
                self.emit(op::IMPLICIT_DEF).def(dst).done();
                return Ok(());
            }
            None => return self.unsupported("vector element with a variable index"),
        };
        let per_register = shape.lane.per_register();
        let src = self.use_part(vector, (index / per_register) as usize)?;
        self.extract_lane(dst, src, shape, index % per_register)
    }

    /// Selects `insertelement` and the insertions into the same register before it that nothing else
    /// needs.
    fn lower_insert_element(&mut self, inst: Inst) -> Result<()> {
        let Some(result) = self.function.insts[inst].result.expand() else {
            return Ok(());
        };
        let shape = self.shape(result)?;
        let Some(index) = self.const_int(self.function.operand(inst, 2)) else {
            return self.unsupported("vector element with a variable index");
        };
        let per_register = u64::from(shape.lane.per_register());
        if index >= u64::from(shape.count) {
            return self.define_parts(inst, |this, part| {
                Ok(this.undef_vector(Self::form(shape, part)))
            });
        }
        let part = (index / per_register) as usize;
        let dst = self.requested(result, part);
        if dst.is_none() {
            return Ok(());
        }
        let mut elements = Elements::from_elem(None, per_register as usize);
        let base = self.collect_elements(inst, part, &mut elements);
        let (base, base_part) = self.resolve(base, part)?;
        let lanes = shape.lanes_of(part) as usize;
        let full = elements[..lanes].iter().all(Option::is_some);
        let form = Self::form(shape, part);
        let built = match full || self.is_undef_part(base, base_part)? {
            true => self.build_register(shape, form, &elements)?,
            false => {
                let old = self.use_part(base, base_part)?;
                self.insert_elements(shape, old, &elements)?
            }
        };
        let built = self.fit(built, form);
        self.define(dst, built);
        Ok(())
    }
}
