//! Intrinsics that only move elements: they are shuffles.

use avarice_ir::{IntPredicate, Intrinsic, Value};

use super::builder::Builder;

impl Builder<'_> {
    /// `llvm.vector.reverse`, `.splice`, `.insert`, `.extract`, `.interleave2`, `.deinterleave2`,
    /// `llvm.experimental.stepvector`, `llvm.get.active.lane.mask` of fixed length.
    pub(super) fn expand_rearrangement(&mut self, intrinsic: Intrinsic) -> Option<Value> {
        use Intrinsic::*;
        match intrinsic {
            ExperimentalStepvector => {
                let shape = self.shape(self.function.insts[self.at].ty)?;
                self.bits(shape.element).filter(|bits| *bits <= 64)?;
                let steps: Vec<u64> = (0..u64::from(shape.len)).collect();
                return Some(self.int_vector(shape.element, &steps));
            }
            GetActiveLaneMask => return self.active_lanes(),
            VectorDeinterleave2 => return self.deinterleave(),
            VectorReverse | VectorSplice | VectorInsert | VectorExtract | VectorInterleave2 => {}
            _ => return None,
        }
        let first = self.operand(0);
        let ty = self.ty(first);
        let len = self.shape(ty)?.len as i32;
        Some(match intrinsic {
            VectorReverse => {
                let poison = self.poison(ty);
                let mask: Vec<i32> = (0..len).rev().collect();
                self.shuffle(first, poison, &mask)
            }
            VectorSplice => {
                let second = self.operand(1);
                let by = self.const_int(self.operand(2))? as i32;
                let start = if by < 0 { len + by } else { by };
                let mask: Vec<i32> = (start..start + len).collect();
                self.shuffle(first, second, &mask)
            }
            VectorExtract => {
                let start = self.const_int(self.operand(1))? as i32;
                let wanted = self.shape(self.function.insts[self.at].ty)?.len as i32;
                let poison = self.poison(ty);
                let mask: Vec<i32> = (start..start + wanted).collect();
                self.shuffle(first, poison, &mask)
            }
            VectorInsert => {
                let part = self.operand(1);
                let start = self.const_int(self.operand(2))? as i32;
                let part_len = self.shape(self.ty(part))?.len as i32;
                let poison = self.poison(self.ty(part));
                let widen: Vec<i32> = (0..len)
                    .map(|at| if at < part_len { at } else { -1 })
                    .collect();
                let part = self.shuffle(part, poison, &widen);
                let mask: Vec<i32> = (0..len)
                    .map(|at| match (start..start + part_len).contains(&at) {
                        true => len + at - start,
                        false => at,
                    })
                    .collect();
                self.shuffle(first, part, &mask)
            }
            _ => {
                let second = self.operand(1);
                let mask: Vec<i32> = (0..len).flat_map(|at| [at, len + at]).collect();
                self.shuffle(first, second, &mask)
            }
        })
    }

    /// `{ even elements, odd elements }`
    fn deinterleave(&mut self) -> Option<Value> {
        use avarice_ir::InstKind::InsertValue;
        let vector = self.operand(0);
        let len = self.shape(self.ty(vector))?.len as i32;
        let ty = self.function.insts[self.at].ty;
        let poison = self.poison(self.ty(vector));
        let mut both = self.poison(ty);
        for first in [0, 1] {
            let mask: Vec<i32> = (first..len).step_by(2).collect();
            let half = self.shuffle(vector, poison, &mask);
            let kind = InsertValue([first as u32].into());
            both = self.value(kind, ty, Default::default(), &[both, half]);
        }
        Some(both)
    }

    /// For each element, whether base plus its index is below the limit; the sum does not wrap around.
    fn active_lanes(&mut self) -> Option<Value> {
        use Intrinsic::UsubSat;
        let (base, limit) = (self.operand(0), self.operand(1));
        let shape = self.shape(self.function.insts[self.at].ty)?;
        let ty = self.ty(base);
        self.bits(ty).filter(|bits| *bits <= 64)?;
        let left = self.intrinsic(UsubSat, &[ty], ty, Default::default(), &[limit, base]);
        let left = self.splat(left, shape.len);
        let steps: Vec<u64> = (0..u64::from(shape.len)).collect();
        let steps = self.int_vector(ty, &steps);
        Some(self.icmp(IntPredicate::Ult, steps, left))
    }
}
