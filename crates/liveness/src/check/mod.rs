//! The machine verifier's check of live intervals: that numbers, ranges and code agree.
//!
//! - each instruction has a number where it should, in order;
//! - `operands`: a use finds a value, a definition begins one, kill and dead flags say where ranges end;
//! - `ranges`: a value begins at its definition, a segment ends at a reader or flows into the next block, and
//!   what is live into a block is live out of its predecessors.
//!
//! Unlike [`LiveIntervals::verify`] nothing is computed afresh: a range may be larger than it has to be, as
//! long as it is consistent. Messages begin with LLVM's wording, so that a search finds what they mean.

mod operands;
mod ranges;

use std::fmt;

use avarice_mir::verifier::{Place, VerifyErrors};
use avarice_mir::{Block, Inst, MachineFunction, MiFlags, VReg};
use avarice_target::{LaneMask, RegUnit, op};
use cranelift_entity::EntityRef;

use crate::live_intervals::LiveIntervals;
use crate::live_range::LiveRange;
use crate::print::UnitName;

impl LiveIntervals {
    /// Checks the intervals against `function`. `reserved` says by register number which registers are not
    /// followed.
    ///
    /// # Errors
    /// All that is wrong, each at the instruction or block where it shows.
    pub fn check(&self, function: &MachineFunction, reserved: &[bool]) -> Result<(), VerifyErrors> {
        let mut checker = Checker {
            intervals: self,
            function,
            reserved,
            found: VerifyErrors::default(),
        };
        checker.check_numbers();
        // Ranges speak of instructions by their numbers.
        if checker.found.errors.is_empty() {
            checker.check_operands();
            checker.check_intervals();
        }
        checker.found.into_result()
    }
}

struct Checker<'a> {
    intervals: &'a LiveIntervals,
    function: &'a MachineFunction,
    reserved: &'a [bool],
    found: VerifyErrors,
}

/// Whose range it is.
#[derive(Clone, Copy)]
enum Owner {
    /// A virtual register's, or that of some of its lanes ([`LaneMask::NONE`]: the main range).
    Reg(VReg, LaneMask),
    /// A register unit's.
    Unit(RegUnit),
}

impl Owner {
    fn reg(self) -> Option<VReg> {
        match self {
            Self::Reg(reg, _) => Some(reg),
            Self::Unit(_) => None,
        }
    }

    /// The lanes of a sub-range; none for other ranges.
    fn lanes(self) -> LaneMask {
        match self {
            Self::Reg(_, lanes) => lanes,
            Self::Unit(_) => LaneMask::NONE,
        }
    }
}

/// A range with its owner: `%3 [16r,32r:0) 0@16r`, `%3 L000000000000000C [16r,32r:0) 0@16r`, `AL [16r,…`.
struct Named<'a>(&'a MachineFunction, &'a LiveRange, Owner);

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(function, range, owner) = self;
        match *owner {
            Owner::Reg(reg, lanes) if lanes.is_none() => write!(f, "{reg} {range}"),
            Owner::Reg(reg, lanes) => write!(f, "{reg} L{lanes} {range}"),
            Owner::Unit(unit) => write!(f, "{} {range}", UnitName(function.target, unit)),
        }
    }
}

impl Checker<'_> {
    fn report(&mut self, place: Place, message: String) {
        self.found.report(self.function, place, message);
    }

    /// Numbers ascend, and only what takes part in liveness has one.
    fn check_numbers(&mut self) {
        let function = self.function;
        for block in &function.layout {
            let (mut last, end) = self.intervals.indexes.block_range(*block);
            for inst in function.block_insts(*block) {
                let index = self.intervals.indexes.get(inst);
                if let Some(message) = self.number_problem(inst, index.is_some()) {
                    self.report(Place::Inst(inst), message.into());
                }
                let Some(index) = index else { continue };
                if index <= last {
                    let message = format!("Instruction index out of order: {index} after {last}");
                    self.report(Place::Inst(inst), message);
                }
                last = index;
            }
            if end <= last {
                let message = format!(
                    "Block ends before last instruction index: block ends at {end}, last instruction was \
                     at {last}"
                );
                self.report(Place::Block(*block), message);
            }
        }
    }

    fn number_problem(&self, inst: Inst, has_number: bool) -> Option<&'static str> {
        let function = self.function;
        let flags = function.insts[inst].flags;
        let is_debug = function.is_debug(inst) || function.opcode(inst) == op::PSEUDO_PROBE;
        match (is_debug, flags.contains(MiFlags::BUNDLED_PRED), has_number) {
            (true, _, true) => Some("Debug instruction has a slot index"),
            (false, true, true) => Some("Instruction inside bundle has a slot index"),
            (false, false, false) => Some("Missing slot index"),
            _ => None,
        }
    }

    fn check_intervals(&mut self) {
        let function = self.function;
        for number in 0..function.vregs.len() {
            let reg = VReg::new(number);
            if function.is_unused(reg) {
                continue;
            }
            if self.intervals.has_interval(reg) {
                self.check_interval(reg);
            } else {
                let message = format!("Missing live interval for virtual register: {reg}");
                self.report(Place::Function, message);
            }
        }
        for number in 0..function.target.units.len() {
            let unit = RegUnit::from_index(number);
            if let Some(range) = self.intervals.cached_reg_unit(unit) {
                self.check_range(range, Owner::Unit(unit));
            }
        }
    }

    fn check_interval(&mut self, reg: VReg) {
        let intervals = self.intervals;
        let interval = intervals.interval(reg);
        self.check_range(interval.range(), Owner::Reg(reg, LaneMask::NONE));
        let all = self.class_lanes(reg);
        let mut seen = LaneMask::NONE;
        for sub in interval.sub_ranges() {
            if (seen & sub.lanes).any() {
                let message = "Lane masks of sub ranges overlap in live interval";
                self.report(Place::Function, format!("{message}: {interval}"));
            }
            if (sub.lanes & !all).any() {
                let message = format!("Subrange lanemask is invalid: {interval}");
                self.report(Place::Function, message);
            }
            if sub.range.is_empty() {
                let message = format!("Subrange must not be empty: {interval}");
                self.report(Place::Function, message);
            }
            seen |= sub.lanes;
            self.check_range(&sub.range, Owner::Reg(reg, sub.lanes));
            if !interval.range().covers(&sub.range) {
                let message = "A Subrange is not covered by the main range";
                self.report(Place::Function, format!("{message}: {interval}"));
            }
        }
        let (_, components) = intervals.classify(self.function, interval.range());
        if components > 1 {
            let message = "Multiple connected components in live interval";
            self.report(Place::Function, format!("{message}: {interval}"));
        }
    }

    fn class_lanes(&self, reg: VReg) -> LaneMask {
        let function = self.function;
        function.target.class(function.class(reg)).lane_mask
    }

    /// The instructions of the bundle that `first` begins; `first` alone outside bundles.
    fn bundle(&self, first: Inst) -> impl Iterator<Item = Inst> + use<'_> {
        let function = self.function;
        std::iter::successors(Some(first), move |inst| {
            let goes_on = function.insts[*inst].flags.contains(MiFlags::BUNDLED_SUCC);
            function.next_inst(*inst).filter(|_| goes_on)
        })
    }

    /// The last block that a call of `pred` can leave to the landing pad `block` from, as a place; the end of
    /// `pred` for other blocks.
    fn leaves_at(&self, pred: Block, block: Block) -> crate::SlotIndex {
        let function = self.function;
        let end = self.intervals.indexes.block_end(pred);
        if !function.blocks[block].eh_pad {
            return end;
        }
        let mut insts = function.block_insts_rev(pred);
        let is_call = |inst: &Inst| {
            let desc = function.desc(*inst);
            desc.has(avarice_target::InstrFlags::CALL)
        };
        let call = insts.find(is_call);
        let index = call.and_then(|call| self.intervals.indexes.get(call));
        index.map_or(end, |index| index.boundary())
    }
}
