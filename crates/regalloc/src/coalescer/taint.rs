//! Lanes that are overwritten but not read.
//!
//! A value whose definition overwrites defined lanes of the other register is harmless if these lanes are not
//! read before they are written again. That is only checked within the block:
//!
//! ```text
//!   %b = op               all lanes
//!   %a = op               to become %b.lo: taints it
//!   %b.hi = op            %b.lo is still tainted
//!   %b.lo = COPY %a       not any more, and it was not read
//! ```

use avarice_liveness::{SlotIndex, VNInfoId};
use avarice_mir::Inst;
use avarice_target::LaneMask;
use avarice_trace::log;
use cranelift_entity::EntityRef;

use super::def_lanes::lanes_of_index;
use super::value_map::{Resolution, Side, SideValues};
use super::values::Analyzer;

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

    /// Whether the lanes that a value overwrites are not read before they are written again.
    fn tainted_lanes_are_dead(&mut self, side: Side, id: VNInfoId) -> bool {
        let value = *self.map.value(side, id);
        let Some(other) = value.other.expand() else {
            return false;
        };
        let tainted = value.write_lanes & self.map.value(side.other(), other).valid_lanes;
        let Some(extent) = self.taint_extent(side, id, tainted) else {
            return false;
        };
        let def = self.def(side, id);
        // A definition at an early clobber is read by its own instruction at the earliest, any other by the next.
        let first = if def.is_block() || def.is_early_clobber() {
            def.base()
        } else {
            def.boundary()
        };
        if let Some(reader) = self.first_reader(side.other(), first, &extent) {
            log!(self.log, "\t\ttainted lanes used by: ");
            self.log.write_inst(self.function, reader);
            return false;
        }
        true
    }

    /// The first instruction from `first` on that reads a lane of a side's register while it is tainted.
    ///
    /// The register's uses are looked at, in any order, rather than the instructions: lanes may stay tainted
    /// for long in a large block, and a register has few uses.
    fn first_reader(
        &self,
        side: Side,
        first: SlotIndex,
        extent: &[(SlotIndex, LaneMask)],
    ) -> Option<Inst> {
        let indexes = &self.live_intervals.indexes;
        let target = self.function.target;
        let SideValues { reg, sub, .. } = *self.map.side(side);
        let mut reader: Option<(SlotIndex, Inst)> = None;
        for op in self.function.uses(reg) {
            let inst = self.function.op_inst(op);
            let operand = self.function.op(op);
            let Some(at) = indexes.get(inst) else {
                continue;
            };
            if at < first || !operand.reads_reg() || reader.is_some_and(|(best, _)| best <= at) {
                continue;
            }
            let Some((_, tainted)) = extent.iter().find(|(end, _)| at <= end.base()) else {
                continue;
            };
            let lanes = lanes_of_index(target, target.compose(sub, operand.sub_reg()));
            if (*tainted & lanes).any() {
                reader = Some((at, inst));
            }
        }
        reader.map(|(_, inst)| inst)
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
}
