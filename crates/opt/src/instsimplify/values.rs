//! Conversions, phis, addresses, and parts of aggregates and vectors.

use avarice_ir::{CastOp, Inst, InstFlags, InstKind, Type, Value, ValueDef};

use super::{Simplified, Simplifier};

/// How far definitions are followed to find that a value is neither undef nor poison.
const MAX_DEPTH: u32 = 6;

impl Simplifier<'_> {
    /// A conversion to `ty`
    pub(super) fn cast(&mut self, op: CastOp, value: Value, ty: Type) -> Option<Simplified> {
        let from = self.function.values[value].ty;
        if op == CastOp::BitCast && from == ty {
            return Some(value.into());
        }
        // There and back again.
        let (InstKind::Cast(inner), inst) = self.kind_of(value)? else {
            return None;
        };
        let inner = *inner;
        let source = self.function.operand(inst, 0);
        if self.function.values[source].ty != ty {
            return None;
        }
        let is_lossless = match (op, inner) {
            (CastOp::Trunc, CastOp::ZExt | CastOp::SExt) | (CastOp::BitCast, CastOp::BitCast) => {
                true
            }
            (CastOp::FpTrunc, CastOp::FpExt) => true,
            (CastOp::IntToPtr, CastOp::PtrToInt) => self.folder.is_pointer_sized(from),
            _ => false,
        };
        is_lossless.then_some(source.into())
    }

    /// A phi of one value.
    pub(super) fn phi(&mut self, phi: Inst) -> Option<Simplified> {
        let result = self.function.insts[phi].result.expand()?;
        let (mut common, mut undefined) = (None, None);
        for value in self.function.operands(phi) {
            if value == result {
                continue;
            }
            if self.is_undef(value) {
                // The strictest of them: undef rather than poison.
                if undefined.is_none_or(|old| self.is_poison(old)) {
                    undefined = Some(value);
                }
            } else if *common.get_or_insert(value) != value {
                return None;
            }
        }
        let Some(common) = common else {
            return match undefined {
                Some(value) => Some(value.into()),
                None => self.poison(result),
            };
        };
        // Where it is not the only operand, it has to be known before the phi.
        let is_everywhere = self.function.def_inst(common).is_none();
        (undefined.is_none() || is_everywhere && self.is_defined(common, 0))
            .then_some(common.into())
    }

    /// Whether a value is neither undef nor poison.
    pub(super) fn is_defined(&self, value: Value, depth: u32) -> bool {
        match self.function.values[value].def {
            ValueDef::Const(id) => self.folder.is_well_defined(id),
            ValueDef::Inst(inst) => {
                let data = &self.function.insts[inst];
                let makes_poison = data.flags.intersects(
                    InstFlags::NUW
                        | InstFlags::NSW
                        | InstFlags::EXACT
                        | InstFlags::DISJOINT
                        | InstFlags::NNEG
                        | InstFlags::SAME_SIGN
                        | InstFlags::NNAN
                        | InstFlags::NINF,
                );
                match &data.kind {
                    InstKind::Freeze | InstKind::Alloca { .. } => true,
                    InstKind::ICmp(_) | InstKind::FCmp(_) | InstKind::Select | InstKind::FNeg => {
                        self.operands_are_defined(inst, makes_poison, depth)
                    }
                    InstKind::Cast(op) if !matches!(op, CastOp::FpToUi | CastOp::FpToSi) => {
                        self.operands_are_defined(inst, makes_poison, depth)
                    }
                    InstKind::Binary(op) => {
                        use avarice_ir::BinaryOp::*;
                        let is_total = matches!(
                            op,
                            Add | Sub
                                | Mul
                                | And
                                | Or
                                | Xor
                                | UDiv
                                | SDiv
                                | URem
                                | SRem
                                | FAdd
                                | FSub
                                | FMul
                                | FDiv
                                | FRem
                        );
                        is_total && self.operands_are_defined(inst, makes_poison, depth)
                    }
                    _ => false,
                }
            }
            ValueDef::Arg(_) | ValueDef::Forward => false,
        }
    }

    fn operands_are_defined(&self, inst: Inst, makes_poison: bool, depth: u32) -> bool {
        !makes_poison
            && depth < MAX_DEPTH
            && self
                .function
                .operands(inst)
                .all(|value| self.is_defined(value, depth + 1))
    }

    /// `getelementptr` by nothing
    pub(super) fn gep(&mut self, inst: Inst) -> Option<Simplified> {
        let base = self.function.operand(inst, 0);
        let ty = self.function.insts[inst].ty;
        let mut operands = self.function.operands(inst);
        if operands.any(|value| self.is_poison(value)) {
            return Some(self.folder.poison(ty).into());
        }
        if self.function.values[base].ty != ty {
            return None;
        }
        if self.is_undef(base) {
            return Some(self.folder.undef(ty).into());
        }
        let mut indices = self.function.operands(inst).skip(1);
        indices
            .all(|value| self.is_null(value))
            .then_some(base.into())
    }

    /// `extractvalue`
    pub(super) fn extract_value(
        &mut self,
        aggregate: Value,
        indices: &[u32],
    ) -> Option<Simplified> {
        let mut aggregate = aggregate;
        // Through insertions of other parts.
        while let Some((InstKind::InsertValue(inserted), inst)) = self.kind_of(aggregate) {
            let common = inserted.iter().zip(indices).take_while(|(a, b)| a == b);
            let common = common.count();
            if common == indices.len() && common == inserted.len() {
                return Some(self.function.operand(inst, 1).into());
            }
            if common == indices.len() || common == inserted.len() {
                return None;
            }
            aggregate = self.function.operand(inst, 0);
        }
        let mut id = self.constant(aggregate)?;
        for index in indices {
            id = self.folder.element(id, u64::from(*index))?;
        }
        Some(id.into())
    }

    /// `insertvalue` of what is there already
    pub(super) fn insert_value(
        &mut self,
        aggregate: Value,
        element: Value,
        indices: &[u32],
    ) -> Option<Simplified> {
        if self.is_poison(element) {
            return Some(aggregate.into());
        }
        let (InstKind::ExtractValue(extracted), inst) = self.kind_of(element)? else {
            return None;
        };
        let source = self.function.operand(inst, 0);
        let is_same_part = **extracted == *indices
            && self.function.values[source].ty == self.function.values[aggregate].ty;
        (is_same_part && (source == aggregate || self.is_poison(aggregate)))
            .then_some(source.into())
    }

    /// `extractelement`
    pub(super) fn extract_element(&mut self, vector: Value, index: Value) -> Option<Simplified> {
        let mut vector = vector;
        while let Some((InstKind::InsertElement, inst)) = self.kind_of(vector) {
            let (element, at) = (
                self.function.operand(inst, 1),
                self.function.operand(inst, 2),
            );
            if at == index {
                return Some(element.into());
            }
            let (at, wanted) = (self.int(at)?.to_u64()?, self.int(index)?.to_u64()?);
            if at == wanted {
                return Some(element.into());
            }
            vector = self.function.operand(inst, 0);
        }
        let (vector, index) = (self.constant(vector)?, self.constant(index)?);
        self.folder
            .extract_element(vector, index)
            .map(Simplified::Const)
    }

    /// `insertelement` of what is there already
    pub(super) fn insert_element(
        &mut self,
        vector: Value,
        element: Value,
        index: Value,
    ) -> Option<Simplified> {
        if self.is_undef(index) {
            return self.poison(vector);
        }
        if self.is_poison(element) {
            return Some(vector.into());
        }
        let (InstKind::ExtractElement, inst) = self.kind_of(element)? else {
            return None;
        };
        let is_same =
            self.function.operand(inst, 0) == vector && self.function.operand(inst, 1) == index;
        is_same.then_some(vector.into())
    }

    /// `shufflevector` that leaves everything in its place
    pub(super) fn shuffle(&mut self, inst: Inst, mask: &[i32]) -> Option<Simplified> {
        let (left, right) = (
            self.function.operand(inst, 0),
            self.function.operand(inst, 1),
        );
        let ty = self.function.insts[inst].ty;
        if mask.iter().all(|index| *index < 0) {
            return Some(self.folder.poison(ty).into());
        }
        if self.function.values[left].ty != ty {
            return None;
        }
        let len = i32::try_from(mask.len()).ok()?;
        let is_identity = |start: i32| {
            mask.iter()
                .zip(start..)
                .all(|(index, place)| *index == place)
        };
        if is_identity(0) {
            Some(left.into())
        } else if is_identity(len) {
            Some(right.into())
        } else {
            None
        }
    }
}
