//! Translation of lane masks through sub-register indices, and common classes of two registers with indices.
//!
//! A lane mask refers to one register. An index translates it to the register that has this one as a part:
//!
//! ```text
//!   lanes of a D register                    1
//!   part dsub1 of a pair of D registers    10      compose_lane_mask(dsub1, 1) = 10
//!                                                  reverse_compose_lane_mask(dsub1, 11) = 1
//! ```
//!
//! As in LLVM, a mask is translated by rotation. Where one rotation serves all lanes of an index, bits that are not
//! lanes of the register ("all lanes") move along; callers mask them with the lanes of a class.

use crate::{LaneMask, PhysReg, RegClass, SubRegIdx, TargetDesc, first_common};

impl TargetDesc {
    /// The lanes that `idx` names; all of them for "no index".
    pub fn sub_reg_lane_mask(&self, idx: SubRegIdx) -> LaneMask {
        if idx.is_none() {
            return LaneMask::ALL;
        }
        self.sub_reg_indices[idx.index()].lane_mask
    }

    /// Where the lanes `lanes` of part `idx` are in the whole register.
    pub fn compose_lane_mask(&self, idx: SubRegIdx, lanes: LaneMask) -> LaneMask {
        if idx.is_none() {
            return lanes;
        }
        let mut steps = self.lane_steps(idx);
        let Some((_, first)) = steps.next() else {
            return LaneMask::NONE;
        };
        if steps.all(|(_, rotation)| rotation == first) {
            return LaneMask(lanes.0.rotate_left(first));
        }
        let moved = self
            .lane_steps(idx)
            .map(|(from, rotation)| (lanes.0 & from.0).rotate_left(rotation));
        LaneMask(moved.fold(0, |all, lane| all | lane))
    }

    /// Which lanes of part `idx` the lanes `lanes` of the whole register are.
    pub fn reverse_compose_lane_mask(&self, idx: SubRegIdx, lanes: LaneMask) -> LaneMask {
        if idx.is_none() {
            return lanes;
        }
        let within = lanes.0 & self.sub_reg_indices[idx.index()].lane_mask.0;
        let steps = self.lane_steps(idx);
        let moved = steps.map(|(_, rotation)| within.rotate_right(rotation));
        LaneMask(moved.fold(0, |all, lane| all | lane))
    }

    /// The lane of each smallest part of a register, and how far left it moves when the register becomes
    /// part `idx` of another.
    fn lane_steps(&self, idx: SubRegIdx) -> impl Iterator<Item = (LaneMask, u32)> + '_ {
        let lane = |idx: SubRegIdx| self.sub_reg_indices[idx.index()].lane_mask;
        let own = self.is_leaf_index(idx).then_some((LaneMask(1), lane(idx)));
        let all = (1..self.sub_reg_indices.len()).map(SubRegIdx::from_index);
        let parts = all.filter_map(move |part| {
            let composed =
                self.sub_reg_compose[idx.index() * self.sub_reg_indices.len() + part.index()];
            let step = !composed.is_none() && self.is_leaf_index(part);
            step.then(|| (lane(part), lane(composed)))
        });
        own.into_iter().chain(parts).map(|(from, to)| {
            let (from_bit, to_bit) = (from.0.trailing_zeros(), to.0.trailing_zeros());
            (from, to_bit.wrapping_sub(from_bit) & 63)
        })
    }

    /// Whether part `idx` of a register has no parts itself.
    fn is_leaf_index(&self, idx: SubRegIdx) -> bool {
        let count = self.sub_reg_indices.len();
        let row = &self.sub_reg_compose[idx.index() * count..][..count];
        row.iter().skip(1).all(|composed| composed.is_none())
    }

    /// Whether every register of `class` consists of its parts: there is no bit that belongs to none.
    pub fn is_covered_by_sub_regs(&self, class: RegClass) -> bool {
        let desc = self.class(class);
        desc.order
            .iter()
            .all(|reg| self.bits_of_parts(*reg) == u32::from(desc.size_bits))
    }

    /// The bits of the largest parts of `reg` that do not overlap.
    fn bits_of_parts(&self, reg: PhysReg) -> u32 {
        let (mut covered, mut bits) = (LaneMask::NONE, 0);
        let mut rest: Vec<SubRegIdx> = self.reg(reg).sub_regs.iter().map(|(idx, _)| *idx).collect();
        rest.sort_by_key(|idx| std::cmp::Reverse(self.sub_reg_indices[idx.index()].size_bits));
        for idx in rest {
            let desc = &self.sub_reg_indices[idx.index()];
            if (desc.lane_mask & covered).is_none() {
                covered |= desc.lane_mask;
                bits += u32::from(desc.size_bits);
            }
        }
        bits
    }

    /// Whether parts of registers of two classes can be the same register: a copy between them may go away.
    pub fn share_register_file(
        &self,
        (a, sub_a): (RegClass, SubRegIdx),
        (b, sub_b): (RegClass, SubRegIdx),
    ) -> bool {
        match (sub_a.is_none(), sub_b.is_none()) {
            _ if a == b => true,
            (false, false) => {
                let common = self.common_super_reg_class((b, sub_b), (a, sub_a));
                common.is_some()
            }
            (true, false) => self.matching_super_reg_class(b, a, sub_b).is_some(),
            (false, true) => self.matching_super_reg_class(a, b, sub_a).is_some(),
            (true, true) => self.common_sub_class(a, b).is_some(),
        }
    }

    /// The smallest class whose registers have a part in class `a` (index `p`) and one in class `b` (index
    /// `q`) such that part `sub_a` of the first is part `sub_b` of the second; with `p` and `q`.
    pub fn common_super_reg_class(
        &self,
        (a, sub_a): (RegClass, SubRegIdx),
        (b, sub_b): (RegClass, SubRegIdx),
    ) -> Option<(RegClass, SubRegIdx, SubRegIdx)> {
        let size = |class: RegClass| self.class(class).size_bits;
        if size(a) < size(b) {
            let (class, q, p) = self.common_super_reg_class((b, sub_b), (a, sub_a))?;
            return Some((class, p, q));
        }
        let mut best: Option<(RegClass, SubRegIdx, SubRegIdx)> = None;
        for (p, mask_a) in self.super_reg_class_masks(a) {
            for (q, mask_b) in self.super_reg_class_masks(b) {
                let Some(class) = first_common(mask_a, mask_b) else {
                    continue;
                };
                let fits =
                    size(class) >= size(a) && self.compose(p, sub_a) == self.compose(q, sub_b);
                if !fits || best.is_some_and(|(best, ..)| size(class) >= size(best)) {
                    continue;
                }
                best = Some((class, p, q));
                if size(class) == size(a) {
                    return best;
                }
            }
        }
        best
    }

    /// The sub-classes of `class` under "no index", then the classes that have it as a part, by index.
    fn super_reg_class_masks(
        &self,
        class: RegClass,
    ) -> impl Iterator<Item = (SubRegIdx, &'static [u32])> {
        let desc = self.class(class);
        let own = std::iter::once((SubRegIdx::NONE, desc.sub_classes));
        own.chain(desc.super_reg_classes.iter().copied())
    }
}
