//! Ranges against the code: where values begin, where segments end, what flows between blocks.

use avarice_mir::verifier::Place;
use avarice_mir::{Block, Inst, MirFlags, OperandFlags, Reg, VReg};
use avarice_target::{LaneMask, RegUnit};
use cranelift_entity::EntityRef;

use super::{Checker, Named, Owner};
use crate::live_intervals::tracks_lanes;
use crate::live_range::{LiveRange, Segment, VNInfoId};
use crate::slot_index::SlotIndex;

/// What the operands of an instruction do to a register whose segment ends there.
#[derive(Default)]
struct Ending {
    reads: bool,
    defines_part: bool,
    dead: bool,
}

/// How an instruction defines what a range is of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Definition {
    None,
    Plain,
    /// Before it reads its operands.
    Early,
}

impl Checker<'_> {
    pub(super) fn check_range(&mut self, range: &LiveRange, owner: Owner) {
        for id in range.value_ids() {
            if !range.value(id).is_unused() {
                self.check_value(range, id, owner);
            }
        }
        for at in 0..range.segments().len() {
            self.check_segment(range, at, owner);
        }
    }

    fn report_value(
        &mut self,
        place: Place,
        what: &str,
        range: &LiveRange,
        id: VNInfoId,
        owner: Owner,
    ) {
        let def = range.value(id).def;
        let range = Named(self.function, range, owner);
        let message = format!("{what}: {range}, value {id} (def {def})");
        self.report(place, message);
    }

    fn report_segment(
        &mut self,
        place: Place,
        what: &str,
        range: &LiveRange,
        segment: Segment,
        owner: Owner,
    ) {
        let range = Named(self.function, range, owner);
        let message = format!("{what}: {range}, segment {segment}");
        self.report(place, message);
    }

    fn is_in_code(&self, index: SlotIndex) -> bool {
        index < self.intervals.indexes.end()
    }

    fn check_value(&mut self, range: &LiveRange, id: VNInfoId, owner: Owner) {
        let indexes = &self.intervals.indexes;
        let value = range.value(id);
        let problem = match range.value_at(value.def) {
            None => Some("Value not live at VNInfo def and not marked unused"),
            Some(other) if other != id => Some("Live segment at def has different VNInfo"),
            _ if !self.is_in_code(value.def) => Some("Invalid VNInfo definition index"),
            _ => None,
        };
        if let Some(problem) = problem {
            self.report_value(Place::Function, problem, range, id, owner);
            return;
        }
        let block = indexes.block_at(value.def);
        if value.is_phi_def() {
            if value.def != indexes.block_start(block) {
                let problem = "PHIDef VNInfo is not defined at MBB start";
                self.report_value(Place::Block(block), problem, range, id, owner);
            }
            return;
        }
        let Some(inst) = indexes.inst_at(value.def) else {
            let problem = "No instruction at VNInfo def index";
            self.report_value(Place::Block(block), problem, range, id, owner);
            return;
        };
        let definition = self.definition(inst, owner);
        if definition == Definition::None {
            let problem = "Defining instruction does not modify register";
            self.report_value(Place::Inst(inst), problem, range, id, owner);
        }
        let early = definition == Definition::Early;
        if early && !value.def.is_early_clobber() {
            let problem = "Early clobber def must be at an early-clobber slot";
            self.report_value(Place::Inst(inst), problem, range, id, owner);
        } else if !early && value.def != value.def.reg_slot(false) {
            let problem = "Non-PHI, non-early clobber def must be at a register slot";
            self.report_value(Place::Inst(inst), problem, range, id, owner);
        }
    }

    /// How an instruction (with its bundle) defines what a range is of.
    fn definition(&self, inst: Inst, owner: Owner) -> Definition {
        let function = self.function;
        let mut definition = Definition::None;
        for operand in self.bundle(inst).flat_map(|inst| function.operands(inst)) {
            let matches = match owner {
                Owner::Reg(reg, _) => operand.as_reg() == Reg::virt(reg),
                Owner::Unit(unit) => self.has_unit(operand.as_reg(), unit),
            };
            let lanes = function.target.sub_reg_lane_mask(operand.sub_reg());
            let touches = owner.lanes().is_none() || (owner.lanes() & lanes).any();
            if operand.is_def() && matches && touches {
                let own = match operand.has(OperandFlags::EARLY_CLOBBER) {
                    true => Definition::Early,
                    false => Definition::Plain,
                };
                definition = definition.max(own);
            }
        }
        definition
    }

    fn has_unit(&self, reg: Reg, unit: RegUnit) -> bool {
        let reg = reg.as_physical();
        reg.is_some_and(|reg| self.function.target.reg(reg).units.contains(&unit))
    }

    fn check_segment(&mut self, range: &LiveRange, at: usize, owner: Owner) {
        let indexes = &self.intervals.indexes;
        let segment = range.segments()[at];
        let (start, end) = (segment.start, segment.end);
        if segment.value.index() >= range.values().len() {
            let problem = "Foreign valno in live segment";
            self.report_segment(Place::Function, problem, range, segment, owner);
            return;
        }
        let value = range.value(segment.value);
        if value.is_unused() {
            let problem = "Live segment valno is marked unused";
            self.report_segment(Place::Function, problem, range, segment, owner);
        }
        if !self.is_in_code(start) || !self.is_in_code(end.prev_slot()) {
            let problem = "Bad start or end of live segment, no basic block";
            self.report_segment(Place::Function, problem, range, segment, owner);
            return;
        }
        let first = indexes.block_at(start);
        if start != indexes.block_start(first) && start != value.def {
            let problem = "Live segment must begin at MBB entry or valno def";
            self.report_segment(Place::Block(first), problem, range, segment, owner);
        }
        let last = indexes.block_at(end.prev_slot());
        if end != indexes.block_end(last) && !self.check_end(range, at, last, owner) {
            return;
        }
        let defined_here = start == value.def && !value.is_phi_def();
        if !(defined_here && first == last) {
            self.check_flow(range, segment, owner, defined_here);
        }
    }

    /// Checks the end of a segment inside block `last`. Returns whether the rest can be checked.
    fn check_end(&mut self, range: &LiveRange, at: usize, last: Block, owner: Owner) -> bool {
        let segment = range.segments()[at];
        let value = range.value(segment.value);
        let end = segment.end;
        let dead_phi = value.is_phi_def() && segment.start == value.def;
        if owner.reg().is_none() && dead_phi && end == value.def.dead_slot() {
            return false;
        }
        let inst = self.intervals.indexes.inst_at(end);
        let Some(inst) = inst.filter(|_| !end.is_block()) else {
            let problem = match inst {
                Some(_) => "Live segment ends at B slot of an instruction",
                None => "Live segment doesn't end at a valid instruction",
            };
            self.report_segment(Place::Block(last), problem, range, segment, owner);
            return false;
        };
        if end.is_dead() && !segment.start.same_inst(end) {
            let problem = "Live segment ending at dead slot spans instructions";
            self.report_segment(Place::Inst(inst), problem, range, segment, owner);
        }
        let flags = self.function.mir_info.flags;
        let next = range.segments().get(at + 1);
        if flags.contains(MirFlags::TIED_OPS_REWRITTEN)
            && end.is_early_clobber()
            && next.is_none_or(|next| next.start != end)
        {
            let problem = "Live segment ending at early clobber slot must be redefined by an EC def in the \
                           same instruction";
            self.report_segment(Place::Inst(inst), problem, range, segment, owner);
        }
        if let Some(reg) = owner.reg() {
            self.check_reader(range, segment, owner, (inst, reg));
        }
        true
    }

    /// A segment of a virtual register ends at a use or at a redefinition, or at a dead definition.
    fn check_reader(
        &mut self,
        range: &LiveRange,
        segment: Segment,
        owner: Owner,
        (inst, reg): (Inst, VReg),
    ) {
        let ending = self.ending(inst, reg, owner.lanes());
        let whole = owner.lanes().is_none();
        if segment.end.is_dead() {
            // Of some lanes the value may be dead without the whole being so.
            if whole && !ending.dead {
                let problem = "Instruction ending live segment on dead slot has no dead flag";
                self.report_segment(Place::Inst(inst), problem, range, segment, owner);
            }
            return;
        }
        // Where lanes are followed, the main range begins a new value with each of them.
        let new_value = tracks_lanes(self.function, reg) && whole && ending.defines_part;
        if !ending.reads && !new_value {
            let problem = "Instruction ending live segment doesn't read the register";
            self.report_segment(Place::Inst(inst), problem, range, segment, owner);
        }
    }

    fn ending(&self, inst: Inst, reg: VReg, lanes: LaneMask) -> Ending {
        let function = self.function;
        let mut ending = Ending::default();
        for operand in self.bundle(inst).flat_map(|inst| function.operands(inst)) {
            if operand.as_reg() != Reg::virt(reg) {
                continue;
            }
            let mut touched = function.target.sub_reg_lane_mask(operand.sub_reg());
            if operand.is_def() {
                ending.dead |= operand.has(OperandFlags::DEAD);
                if !operand.sub_reg().is_none() {
                    ending.defines_part = true;
                    // Defining some lanes keeps, that is reads, the others.
                    touched = !touched;
                }
            }
            let concerns = lanes.is_none() || (lanes & touched).any();
            ending.reads |= concerns && operand.reads_reg();
        }
        ending
    }

    /// Checks that what a segment brings into blocks leaves their predecessors.
    fn check_flow(&mut self, range: &LiveRange, segment: Segment, owner: Owner, skip_first: bool) {
        let function = self.function;
        let intervals = self.intervals;
        let mut undefs = Vec::new();
        if let Owner::Reg(reg, lanes) = owner
            && lanes.any()
        {
            let interval = intervals.interval(reg);
            interval.sub_range_undefs(&mut undefs, lanes, function, &intervals.indexes);
        }
        let starts = intervals.indexes.block_starts();
        let first = starts.partition_point(|(start, _)| *start <= segment.start) - 1;
        for (begin, block) in &starts[first + usize::from(skip_first)..] {
            if *begin >= segment.end {
                break;
            }
            // Registers are not followed into landing pads.
            if owner.reg().is_none() && function.blocks[*block].eh_pad {
                continue;
            }
            for pred in &function.blocks[*block].preds {
                self.check_edge(range, segment, owner, (*pred, *block), &undefs);
            }
        }
    }

    /// Checks that what is live into `block` leaves `pred`.
    fn check_edge(
        &mut self,
        range: &LiveRange,
        segment: Segment,
        owner: Owner,
        (pred, block): (Block, Block),
        undefs: &[SlotIndex],
    ) {
        let begin = self.intervals.indexes.block_start(block);
        let end = self.leaves_at(pred, block);
        let value = range.value(segment.value);
        let is_phi = value.is_phi_def() && value.def == begin;
        // A PHI value of some lanes needs only some of the register to be there.
        let needed = owner.lanes().is_none() || !is_phi;
        let number = self.function.blocks[block].number;
        let problem = match range.value_before(end) {
            None if needed && !self.is_undefined_at(pred, undefs) => format!(
                "Register not marked live out of predecessor, live into %bb.{number}@{begin}, not live before \
                 {end}"
            ),
            Some(other) if !is_phi && other != segment.value => format!(
                "Different value live out of predecessor: value {other} before {end}, but value {} into \
                 %bb.{number}@{begin}",
                segment.value
            ),
            _ => return,
        };
        self.report_segment(Place::Block(pred), &problem, range, segment, owner);
    }

    /// Whether every path to the end of `block` passes one of the blocks of `undefs`.
    fn is_undefined_at(&self, block: Block, undefs: &[SlotIndex]) -> bool {
        let function = self.function;
        let mut stops = vec![false; function.blocks.len()];
        for undef in undefs {
            stops[self.intervals.indexes.block_at(*undef).index()] = true;
        }
        let mut work = vec![block];
        while let Some(block) = work.pop() {
            if std::mem::replace(&mut stops[block.index()], true) {
                continue;
            }
            if Some(&block) == function.layout.first() {
                return false;
            }
            work.extend_from_slice(&function.blocks[block].preds);
        }
        true
    }
}
