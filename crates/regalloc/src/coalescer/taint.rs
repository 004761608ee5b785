//! Lanes that are overwritten but not read.
//!
//! A value whose definition overwrites defined lanes of the other register does no harm if nobody reads these
//! lanes before they are written again. That is looked at within the block only:
//!
//! ```text
//!   %b = op               all lanes
//!   %a = op               to become %b.lo: taints it
//!   %b.hi = op            %b.lo is still tainted
//!   %b.lo = COPY %a       not any more, and nobody has read it
//! ```

use avarice_liveness::{SlotIndex, VNInfoId, log};
use avarice_mir::Inst;
use avarice_target::LaneMask;
use cranelift_entity::EntityRef;

use super::lanes_of_index;
use super::value_map::{Resolution, Side, SideValues};
use super::values::Analyzer;
use crate::inst_facts::is_debug_or_probe;

impl Analyzer<'_, '_> {
    /// Looks at the conflicts of `side` that need all values to be mapped. Returns whether all are harmless.
    pub(super) fn resolve_conflicts(&mut self, side: Side) -> bool {
        if !self.map.is_unresolved {
            return true;
        }
        for id in self.range(side).value_ids() {
            if self.map.brief(side, id).resolution != Resolution::Unresolved {
                continue;
            }
            let (reg, def) = (self.map.side(side).reg, self.def(side, id));
            let (number, lanes) = (id.index(), self.map.lanes);
            log!(self.log, "\t\tconflict at {reg}:{number}@{def} {lanes}\n");
            if self.map.is_sub_range || !self.tainted_lanes_are_dead(side, id) {
                self.record_conflict(side, id);
                return false;
            }
            self.map.brief_mut(side, id).resolution = Resolution::Replace;
        }
        true
    }

    /// Whether nobody reads the lanes that a value overwrites before they are written again.
    fn tainted_lanes_are_dead(&mut self, side: Side, id: VNInfoId) -> bool {
        let value = *self.map.value(side, id);
        let Some(other) = value.other.expand() else {
            return false;
        };
        let mut tainted = value.write_lanes & self.map.value(side.other(), other).valid_lanes;
        let Some(extent) = self.taint_extent(side, id, tainted) else {
            return false;
        };
        let def = self.def(side, id);
        let block = self.live_intervals.indexes.block_at(def);
        let defining = self.live_intervals.indexes.inst_at(def);
        let mut cursor = match defining.filter(|_| !def.is_block()) {
            None => self.function.blocks[block].first.expand(),
            Some(inst) if def.is_early_clobber() => Some(inst),
            Some(inst) => self.function.next_inst(inst),
        };
        for (number, (end, _)) in extent.iter().enumerate() {
            let last = self.live_intervals.indexes.inst_at(*end);
            while let Some(inst) = cursor {
                if self.reads_lanes(inst, side.other(), tainted) {
                    log!(self.log, "\t\ttainted lanes used by: ");
                    self.log.write_inst(self.function, inst);
                    return false;
                }
                cursor = self.function.next_inst(inst);
                if Some(inst) == last {
                    break;
                }
            }
            if let Some((_, lanes)) = extent.get(number + 1) {
                tainted = *lanes;
            }
        }
        true
    }

    /// How far lanes that a value overwrites stay tainted: for each value of the other side, where it
    /// ends and which lanes are tainted in it. `None` if that is not before the end of the block.
    fn taint_extent(
        &mut self,
        side: Side,
        id: VNInfoId,
        mut tainted: LaneMask,
    ) -> Option<Vec<(SlotIndex, LaneMask)>> {
        let def = self.def(side, id);
        let block_end = {
            let indexes = &self.live_intervals.indexes;
            indexes.block_end(indexes.block_at(def))
        };
        let reg = self.map.side(side.other()).reg;
        let range = self.range(side.other());
        let mut extent = Vec::new();
        for (number, segment) in range.segments()[range.find(def)..].iter().enumerate() {
            if number > 0 {
                // A new value begins here, if the block has not ended before.
                if segment.start >= block_end {
                    break;
                }
                if !self.map.redefines(side.other(), segment.value) {
                    break;
                }
                tainted &= !self.map.value(side.other(), segment.value).write_lanes;
                if tainted.is_none() {
                    break;
                }
            }
            let (start, end) = (segment.start, segment.end);
            let value = segment.value.index();
            if end >= block_end {
                log!(self.log, "\t\ttaints global {reg}:{value}@{start}\n");
                return None;
            }
            log!(
                self.log,
                "\t\ttaints local {reg}:{value}@{start} to {end}\n"
            );
            if end.is_dead() {
                break;
            }
            extent.push((end, tainted));
        }
        Some(extent)
    }

    /// Whether an instruction reads some of `lanes` of a side's register. Partial definitions do not count.
    fn reads_lanes(&self, inst: Inst, side: Side, lanes: LaneMask) -> bool {
        if is_debug_or_probe(self.function, inst) {
            return false;
        }
        let target = self.function.target;
        let SideValues { reg, sub, .. } = *self.map.side(side);
        self.function.operands(inst).iter().any(|operand| {
            operand.is_use()
                && operand.as_reg() == reg.into()
                && operand.reads_reg()
                && (lanes & lanes_of_index(target, target.compose(sub, operand.sub_reg()))).any()
        })
    }
}
