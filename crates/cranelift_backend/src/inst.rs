//! Instructions that are neither terminators nor phis.

use avarice_ir::{CastOp, Inst, InstKind, Value};
use cranelift_codegen::ir::InstBuilder;

use crate::parts::element_parts;
use crate::translator::{Result, Translator, Values};

/// What an error calls an instruction that is not translated.
pub(crate) fn refused_kind(kind: &InstKind) -> String {
    match kind {
        InstKind::Invoke(_)
        | InstKind::LandingPad { .. }
        | InstKind::Resume
        | InstKind::CleanupRet
        | InstKind::CatchRet
        | InstKind::CatchSwitch { .. }
        | InstKind::CatchPad
        | InstKind::CleanupPad => "exception handling".into(),
        InstKind::CallBr(_) => "inline assembly that jumps".into(),
        kind => format!("instruction {}", avarice_lower::kind_name(kind)),
    }
}

impl Translator<'_, '_> {
    pub(crate) fn translate_inst(&mut self, inst: Inst) -> Result<()> {
        let function = self.function;
        let data = &function.insts[inst];
        match &data.kind {
            InstKind::Alloca { .. } => self.translate_alloca(inst),
            InstKind::Load {
                align, ordering, ..
            } => self.translate_load(inst, *align, *ordering),
            InstKind::Store {
                align, ordering, ..
            } => self.translate_store(inst, *align, *ordering),
            InstKind::Fence { .. } => {
                self.translate_fence(inst);
                Ok(())
            }
            InstKind::CmpXchg { .. } => self.translate_cmpxchg(inst),
            InstKind::AtomicRmw { .. } => self.translate_rmw(inst),
            InstKind::GetElementPtr { .. } => self.translate_gep(inst),
            InstKind::FNeg => {
                let value = self.operand(inst, 0)?;
                let value = self.builder.ins().fneg(value);
                self.define_result(inst, &[value]);
                Ok(())
            }
            InstKind::Binary(op) => {
                let kind = self.only_kind(data.ty)?;
                let (left, right) = (self.operand(inst, 0)?, self.operand(inst, 1)?);
                let value = self.binary(*op, kind, left, right)?;
                self.define_result(inst, &[value]);
                Ok(())
            }
            InstKind::Cast(op) => self.translate_cast(inst, *op),
            InstKind::ICmp(predicate) => {
                let (left, right) = (self.operand(inst, 0)?, self.operand(inst, 1)?);
                let bits = self.only_kind(self.ty(function.operand(inst, 0)))?.bits();
                let value = self.int_compare(*predicate, bits, left, right);
                self.define_result(inst, &[value]);
                Ok(())
            }
            InstKind::FCmp(predicate) => {
                let (left, right) = (self.operand(inst, 0)?, self.operand(inst, 1)?);
                let value = self.float_compare(*predicate, left, right);
                self.define_result(inst, &[value]);
                Ok(())
            }
            InstKind::Select => self.translate_select(inst),
            InstKind::Freeze => {
                let values = self.values(function.operand(inst, 0))?;
                self.define_result(inst, &values);
                Ok(())
            }
            InstKind::Call(_) => self.translate_call(inst),
            InstKind::ExtractValue(path) => self.extract(inst, path),
            InstKind::InsertValue(path) => self.insert(inst, path),
            InstKind::ExtractElement => self.extract_element(inst),
            InstKind::InsertElement => self.insert_element(inst),
            InstKind::ShuffleVector { mask, scalable } => {
                if *scalable {
                    return self.unsupported("a scalable vector");
                }
                self.shuffle(inst, mask)
            }
            kind => self.unsupported(refused_kind(kind)),
        }
    }

    fn translate_cast(&mut self, inst: Inst, op: CastOp) -> Result<()> {
        let function = self.function;
        let source = function.operand(inst, 0);
        let (from, to) = (self.ty(source), function.insts[inst].ty);
        if op == CastOp::BitCast && from == to {
            let values = self.values(source)?;
            self.define_result(inst, &values);
            return Ok(());
        }
        let (from, to) = (self.only_kind(from)?, self.only_kind(to)?);
        let value = self.value(source)?;
        let value = self.cast(op, from, to, value)?;
        self.define_result(inst, &[value]);
        Ok(())
    }

    fn translate_select(&mut self, inst: Inst) -> Result<()> {
        let function = self.function;
        let condition = self.operand(inst, 0)?;
        let yes = self.values(function.operand(inst, 1))?;
        let no = self.values(function.operand(inst, 2))?;
        let pairs = yes.into_iter().zip(no);
        let chosen: Values = pairs
            .map(|(yes, no)| self.builder.ins().select(condition, yes, no))
            .collect();
        self.define_result(inst, &chosen);
        Ok(())
    }

    // ---- Elements -----------------------------------------------------------------------------

    fn extract_element(&mut self, inst: Inst) -> Result<()> {
        let vector = self.function.operand(inst, 0);
        let index = self.element_index(self.function.operand(inst, 1))?;
        if self.has_element(vector, index) {
            return self.extract(inst, &[index]);
        }
        // It is poison.
        let zeros = self.zeros(self.function.insts[inst].ty)?;
        self.define_result(inst, &zeros);
        Ok(())
    }

    fn insert_element(&mut self, inst: Inst) -> Result<()> {
        let vector = self.function.operand(inst, 0);
        let index = self.element_index(self.function.operand(inst, 2))?;
        if self.has_element(vector, index) {
            return self.insert(inst, &[index]);
        }
        // All of it is poison.
        let values = self.values(vector)?;
        self.define_result(inst, &values);
        Ok(())
    }

    fn has_element(&self, vector: Value, index: u32) -> bool {
        let types = &self.convention.module.types;
        let count = types.num_elements(self.ty(vector));
        count.is_some_and(|count| u64::from(index) < count)
    }

    /// The index of an element of a vector, which is a constant: others were taken apart before.
    fn element_index(&self, index: Value) -> Result<u32> {
        match self.known_index(index) {
            Some(index) => Ok(u32::try_from(index).unwrap_or(u32::MAX)),
            None => self.unsupported("an element of a vector at a variable place"),
        }
    }

    /// Where the parts of an element are.
    fn element_range(&self, aggregate: Value, path: &[u32]) -> Result<std::ops::Range<usize>> {
        let (module, layout) = (self.convention.module, self.convention.layout);
        let ty = self.ty(aggregate);
        match element_parts(&module.types, layout, ty, path) {
            Some((first, element)) => {
                let count = self.parts_of(element)?.len();
                Ok(first..first + count)
            }
            None => self.unsupported("an element that is not there"),
        }
    }

    fn extract(&mut self, inst: Inst, path: &[u32]) -> Result<()> {
        let aggregate = self.function.operand(inst, 0);
        let range = self.element_range(aggregate, path)?;
        let values = self.values(aggregate)?;
        self.define_result(inst, &values[range]);
        Ok(())
    }

    fn insert(&mut self, inst: Inst, path: &[u32]) -> Result<()> {
        let aggregate = self.function.operand(inst, 0);
        let range = self.element_range(aggregate, path)?;
        let mut values = self.values(aggregate)?;
        let element = self.values(self.function.operand(inst, 1))?;
        values[range].copy_from_slice(&element);
        self.define_result(inst, &values);
        Ok(())
    }

    fn shuffle(&mut self, inst: Inst, mask: &[i32]) -> Result<()> {
        let function = self.function;
        let ty = self.ty(function.operand(inst, 0));
        let mut values = self.values(function.operand(inst, 0))?;
        values.extend(self.values(function.operand(inst, 1))?);
        let count = self.convention.module.types.num_elements(ty).unwrap_or(1);
        let each = values.len() / (2 * count.max(1) as usize);
        let mut shuffled = Values::new();
        for index in mask {
            // Poison may be any element.
            let first = usize::try_from(*index).unwrap_or(0) * each;
            match values.get(first..first + each) {
                Some(element) => shuffled.extend_from_slice(element),
                None => return self.unsupported("an element that is not there"),
            }
        }
        self.define_result(inst, &shuffled);
        Ok(())
    }
}
