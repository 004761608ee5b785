//! The lanes and units of registers, under names that are the same in all registers.
//!
//! ```text
//!   $ah, bits 8 to 15     lane 2 in a register that has a name for it
//!                         lane 4 in one that has not            ─▶  lane 2 everywhere (`canonical`)
//! ```

use avarice_mir::{Operand, VReg};
use avarice_target::{LaneMask, PhysReg, RegDesc, SubRegIdx, TargetDesc};
use smallvec::SmallVec;

use super::{Effects, UnitLanes};

impl Effects<'_> {
    /// The lanes with one name for the same bits.
    pub(super) fn canonical(&self, lanes: LaneMask) -> LaneMask {
        let mut all = lanes.0;
        for (alias, lane) in &self.aliases {
            if all & alias != 0 {
                all = all & !alias | lane;
            }
        }
        LaneMask(all)
    }

    /// All lanes of a virtual register.
    pub fn lanes_of(&self, reg: VReg) -> u64 {
        let class = self.after.target.class(self.before.class(reg));
        self.canonical(class.lane_mask).0
    }

    /// Where the lanes of a part of a virtual register are in it.
    pub fn lanes_in(&self, reg: VReg, part: SubRegIdx, lanes: LaneMask) -> u64 {
        if part.is_none() {
            return lanes.0 & self.lanes_of(reg);
        }
        let target = self.after.target;
        let all = target.sub_reg_lane_mask(part);
        let own = self.named(target.reverse_compose_lane_mask(part, all), lanes);
        self.canonical(target.compose_lane_mask(part, own)).0 & self.lanes_of(reg)
    }

    /// Which lanes of the part of a virtual register its lanes `lanes` are.
    pub fn lanes_of_part(&self, part: SubRegIdx, lanes: u64) -> LaneMask {
        let lanes = LaneMask(lanes);
        if part.is_none() {
            return lanes;
        }
        let target = self.after.target;
        let within = self.named(target.sub_reg_lane_mask(part), lanes);
        self.canonical(target.reverse_compose_lane_mask(part, within))
    }

    /// Those of `lanes`, under the names that the target has for them, that have one of these names here.
    pub(super) fn named(&self, lanes: LaneMask, names: LaneMask) -> LaneMask {
        let mut found = lanes.0 & names.0;
        for (alias, lane) in &self.aliases {
            if names.0 & lane != 0 {
                found |= lanes.0 & alias;
            }
        }
        LaneMask(found)
    }

    /// The units of a register.
    pub fn units(&self, reg: PhysReg) -> UnitLanes {
        let desc = self.after.target.reg(reg);
        let lanes = desc.unit_lanes.iter().map(|lanes| self.canonical(*lanes));
        let mut all: UnitLanes = lanes.zip(desc.units.iter().copied()).collect();
        all.sort_unstable();
        all
    }

    /// The lanes of `reg` that an operand writes.
    pub fn lanes_written(&self, reg: VReg, operand: &Operand) -> u64 {
        let written = self.after.target.sub_reg_lane_mask(operand.sub_reg());
        self.canonical(written).0 & self.lanes_of(reg)
    }
}

/// Lanes that are the same bits of a register as a lane with a lower number (the second byte of a register that has a
/// name for it, and of one that has not).
pub(super) fn lane_aliases(target: &TargetDesc) -> Vec<(u64, u64)> {
    let rows = target.sub_reg_indices.iter().skip(1);
    let single = rows.filter(|row| row.lane_mask.0.is_power_of_two());
    let mut lanes: Vec<_> = single
        .filter_map(|row| {
            row.bits()
                .map(|(offset, size)| (offset, size, row.lane_mask.0))
        })
        .collect();
    lanes.sort_unstable();
    lanes.dedup();
    // Parts of tuples have offsets of their own; where a register has both, they are different bits.
    let has = |reg: &RegDesc, lane: u64, other: u64| {
        let mut units = reg.unit_lanes.iter();
        units.any(|lanes| lanes.0 & lane != 0 && lanes.0 & other == 0)
    };
    let is_alias = |a: u64, b: u64| {
        let mut regs = target.registers.iter();
        !regs.any(|reg| has(reg, a, b) && has(reg, b, a))
    };
    let mut aliases = Vec::new();
    for chunk in lanes.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        // The parts of a pair may all be said to begin at bit 0: each is an alias of a part that stands alone, but they
        // are none of each other.
        let mut same: SmallVec<[u64; 8]> = SmallVec::new();
        for (.., lane) in chunk {
            if same.iter().all(|other| is_alias(*other, *lane)) {
                same.push(*lane);
            }
        }
        let (first, others) = same.split_first().expect("a chunk is not empty");
        aliases.extend(others.iter().map(|other| (*other, *first)));
    }
    aliases
}
