//! `register-coalescer`: joins registers that are copies of each other.
//!
//! PHI elimination and two-address rewriting leave many copies. A copy `%b = COPY %a` can be removed if `%a`
//! and `%b` can be one register, that is if they hold the same value wherever both are live. Then the live
//! range of one is joined into that of the other, and every operand of the one is rewritten:
//!
//! ```text
//!   before              %a   %b        after             %b
//!   %a = op              │             %b = op            │0
//!   %b = COPY killed %a  ┘   ┐                            │
//!   use %b                   │         use %b             │
//!   %b = op %b               │         %b = op %b         │1
//! ```
//!
//! The steps of a join, each in a module:
//!
//! 1. [`pair`] determines which registers a copy connects, in which parts of the joined register, and
//!    whether a class can hold both.
//! 2. [`values`] maps the values of both ranges to those of the joined one, and finds out whether they conflict. Start
//!    reading there: it has pictures of the cases. [`meetings`] has the most common, [`taint`] decides the hardest.
//! 3. [`prune`] prunes what the join of ranges cannot express, and erases the copies.
//! 4. [`join`] joins the ranges, for virtual and reserved physical registers; [`lanes`] for registers
//!    whose lanes have ranges of their own.
//! 5. [`rewrite`] changes the operands.
//!
//! When two registers interfere, there are other ways to remove a copy: [`remat`] rematerializes the
//! value, [`alternatives`] uses the copied register's older value, commutes the definition, or moves the
//! copy out of a loop; [`undef`] handles copies of nothing.
//!
//! The order of copies ([`order`]) matters: deeper loops first, then blocks with many neighbours; copies
//! between blocks wait for the local ones of their loop depth. A join that fails now may succeed when other
//! registers have been joined, so the remaining copies are tried again until nothing changes.

mod alternatives;
mod commute;
mod dead_defs;
mod debug_values;
mod def_lanes;
mod join;
mod lanes;
mod meetings;
mod order;
mod pair;
mod prune;
mod record;
mod remat;
mod rewrite;
mod taint;
mod undef;
mod unshrunk;
mod value_map;
mod values;

use std::fmt;

use avarice_liveness::{LiveIntervals, RegName, SlotIndex, tracks_lanes};
use avarice_mir::hooks::CoalescedCopy;
use avarice_mir::{Inst, MachineFunction, MachineLoopInfo, Reg, TargetHooks, VReg};
use avarice_target::{LaneMask, SubRegIdx, TargetDesc};
use avarice_trace::events::{Bypass, Erased, Event, Refusal};
use avarice_trace::{Log, event, log};
use cranelift_entity::SecondaryMap;

use crate::class_inflation::recompute_class;
use crate::inst_set::InstSet;
use avarice_machine::debug_phis::DebugPhis;
use avarice_machine::pass::{
    Analyses, Analysis, CoalescerOptions, MachinePass, MachineUnit, RunPass, When,
};
use avarice_machine::register_class_info::RegisterClassInfo;
use commute::Superfluous;
use debug_values::DebugValues;
use def_lanes::KnownDefs;
use order::Waiting;
use pair::{CoalescerPair, as_move};

use unshrunk::Unshrunk;
use value_map::ValueMap;

/// Memory that is kept between functions.
#[derive(Debug, Default)]
pub struct Scratch {
    class_info: RegisterClassInfo,
    work_list: Vec<Waiting>,
    local_work_list: Vec<Waiting>,
    dead_defs: Vec<Inst>,
    inflate: Vec<VReg>,
    /// Registers whose intervals are to be shrunk later.
    to_update: Vec<VReg>,
    unshrunk: Unshrunk,
    /// How often a large interval was joined.
    large_visits: SecondaryMap<VReg, u32>,
    known_defs: KnownDefs,
    debug_values: DebugValues,
    debug_phis: DebugPhis,
    // Boxed to be taken out at little cost.
    main_values: Option<Box<ValueMap>>,
    lane_values: Option<Box<ValueMap>>,
    end_points: Vec<SlotIndex>,
    shrink: Vec<VReg>,
    /// Instructions whose operands have been changed.
    visited: InstSet,
    mask: Vec<u32>,
}

impl RunPass for Scratch {
    fn run(&mut self, unit: &mut MachineUnit<'_>, log: &mut Log<'_>) -> Result<(), String> {
        self.class_info.limit(unit.options.register_limit);
        let (hooks, options) = (unit.hooks(), &unit.options.coalescer);
        if run(&mut unit.function, hooks, unit.analyses, options, self, log) {
            unit.analyses.write_intervals(&unit.function, log);
        }
        Ok(())
    }
}

/// `register-coalescer`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    when: When::LIVE_INTERVALS,
    requires: Analysis::LIVE_INTERVALS,
    preserves: Analysis::CFG.union(Analysis::RESERVED_REGS.union(Analysis::LIVE_INTERVALS)),
    after: &["liveintervals"],
    ..MachinePass::new("register-coalescer", "Register Coalescer", || {
        Box::<Scratch>::default()
    })
};

/// Joins the registers of `function`. Returns whether it looked at the function at all: one that calls
/// `setjmp` or the like is left as it is.
///
/// # Requires
/// Two-address form, live intervals and loops.
///
/// # Ensures
/// No copy between virtual registers that can be one, or from or to a reserved register that can stand for
/// a virtual one. There are no kill marks of virtual registers (computing live intervals clears them).
///
/// # Preserves
/// The CFG, slot indexes and live intervals.
pub fn run(
    function: &mut MachineFunction,
    hooks: &dyn TargetHooks,
    analyses: &mut Analyses,
    options: &CoalescerOptions,
    scratch: &mut Scratch,
    log: &mut Log<'_>,
) -> bool {
    log!(
        log,
        "********** REGISTER COALESCER **********\n********** Function: {}\n",
        String::from_utf8_lossy(&function.name)
    );
    if function.exposes_returns_twice {
        log!(
            log,
            "* Skipped as it exposes functions that returns twice.\n"
        );
        return false;
    }
    function.is_ssa = false;
    let Analyses {
        live_intervals,
        loops,
        reserved,
        ..
    } = analyses;
    scratch
        .debug_values
        .compute(function, &live_intervals.indexes);
    scratch.debug_phis.take(function);
    scratch.large_visits.clear();
    scratch.known_defs.begin(function);
    scratch.unshrunk.begin(function);
    scratch.class_info.begin_function(function, reserved);
    let mut coalescer = Coalescer {
        function,
        hooks,
        live_intervals,
        loops,
        reserved,
        options,
        scratch,
        shrink_lanes: LaneMask::NONE,
        shrink_main: false,
        recompute: false,
        refusal: Refusal::Conflict,
        changes: 1,
        is_counted: false,
        log,
    };
    if options.join {
        coalescer.join_all();
    }
    coalescer.inflate_classes();
    scratch.debug_phis.give_back(function);
    true
}

/// The pass at work on one function.
struct Coalescer<'a, 'l> {
    function: &'a mut MachineFunction,
    hooks: &'a dyn TargetHooks,
    live_intervals: &'a mut LiveIntervals,
    loops: &'a MachineLoopInfo,
    /// By register number: not to be allocated.
    reserved: &'a [bool],
    options: &'a CoalescerOptions,
    scratch: &'a mut Scratch,
    /// Lanes of the current register that may be live for too long.
    shrink_lanes: LaneMask,
    /// Whether its main range may be.
    shrink_main: bool,
    /// Whether its interval has to be computed anew.
    recompute: bool,
    /// Why the last pair could not be joined, for the record.
    refusal: Refusal,
    /// How often something changed that a copy might depend on that was refused before, from 1 on.
    changes: u32,
    /// Whether the attempt to join the current copy counts: joins of a large interval are attempted only so often.
    is_counted: bool,
    log: &'a mut Log<'l>,
}

/// What came of looking at a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    /// The copy is gone.
    Done,
    /// It may go when other registers have been joined.
    Again,
    /// It stays.
    Never,
}

impl Coalescer<'_, '_> {
    /// Tries to be rid of a copy.
    fn join_copy(&mut self, copy: Inst) -> Outcome {
        if self.log.is_on() {
            log!(self.log, "{}\t", self.live_intervals.indexes.index(copy));
            self.log.write_inst(self.function, copy);
        }
        let moved = as_move(self.function, copy);
        event!(self.log, self.seen(copy, moved));
        let pair = moved.and_then(|moved| CoalescerPair::of(self.function, copy, moved));
        let (Some(moved), Some(mut pair)) = (moved, pair) else {
            log!(self.log, "\tNot coalescable.\n");
            return self.refuse(copy, Refusal::NotCoalescable, Outcome::Never);
        };
        if !self.target_agrees(copy, &pair) {
            log!(self.log, "\tSubtarget bailed on coalescing.\n");
            return self.refuse(copy, Refusal::Target, Outcome::Never);
        }
        if let Some(dst) = pair.dst_vreg() {
            self.settle(pair.src);
            self.settle(dst);
            if avarice_liveness::live_intervals::all_defs_are_dead(self.function, copy) {
                log!(self.log, "\tCopy is dead.\n");
                let seen = self.what_goes(copy);
                self.scratch.dead_defs.push(copy);
                self.eliminate_dead_defs();
                self.record_erased(seen, Erased::Dead);
                return Outcome::Done;
            }
            let seen = self.what_goes(copy);
            match self.eliminate_undef_copy(copy, moved) {
                undef::UndefCopy::No => {}
                undef::UndefCopy::ImplicitDef => {
                    self.record_erased(seen, Erased::Undefined);
                    return Outcome::Never;
                }
                undef::UndefCopy::Superfluous => {
                    self.delete_inst(copy);
                    self.record_erased(seen, Erased::Undefined);
                    return Outcome::Never;
                }
            }
        }
        if pair.dst == pair.src.into() {
            let seen = self.what_goes(copy);
            self.remove_identity_copy(copy, &pair);
            self.record_erased(seen, Erased::Identity);
            return Outcome::Done;
        }
        if pair.is_phys() {
            if let Some(outcome) = self.refuse_physical(copy, &pair) {
                return outcome;
            }
        } else {
            self.choose_direction(&mut pair);
        }
        self.shrink_lanes = LaneMask::NONE;
        self.shrink_main = false;
        self.recompute = false;
        if !self.join_intervals(&pair) {
            return self.try_alternatives(copy, &pair);
        }
        self.finish_join(&pair);
        Outcome::Done
    }

    fn target_agrees(&self, copy: Inst, pair: &CoalescerPair) -> bool {
        let (Some(class), Some(dst)) = (pair.class, pair.dst_vreg()) else {
            return true;
        };
        let (mut src, mut dst) = (
            (self.function.class(pair.src), pair.src_idx),
            (self.function.class(dst), pair.dst_idx),
        );
        if pair.flipped {
            std::mem::swap(&mut src, &mut dst);
        }
        let copy = CoalescedCopy {
            inst: copy,
            src,
            dst,
            class,
        };
        self.hooks.should_coalesce(self.function, copy)
    }

    /// Only reserved registers are joined with, and only by registers of one value. A value that can be
    /// computed into the register at once needs no copy.
    fn refuse_physical(&mut self, copy: Inst, pair: &CoalescerPair) -> Option<Outcome> {
        let target = self.function.target;
        let dst = RegPart(target, pair.dst, pair.src_idx);
        log!(self.log, "\tConsidering merging {} with {dst}\n", pair.src);
        let phys = pair.dst.as_physical()?;
        if !self.reserved[phys.index()] {
            log!(self.log, "\tCan only merge into reserved registers.\n");
            self.refusal = Refusal::NotReserved;
        } else if self.live_intervals.interval(pair.src).values().len() == 1 {
            self.settle(pair.src);
            return None;
        } else {
            log!(
                self.log,
                "\tCannot join complex intervals into reserved register.\n"
            );
            self.refusal = Refusal::SeveralValues;
        }
        let outcome = match self.rematerialize(copy, pair) {
            remat::Rematerialized::Yes => return Some(Outcome::Done),
            remat::Rematerialized::IsCopy => Outcome::Again,
            remat::Rematerialized::No => Outcome::Never,
        };
        Some(self.refuse(copy, self.refusal, outcome))
    }

    /// The register with more segments stays.
    fn choose_direction(&mut self, pair: &mut CoalescerPair) {
        let segments = |reg| self.live_intervals.interval(reg).segments().len();
        if let Some(dst) = pair.dst_vreg()
            && !pair.partial
            && segments(pair.src) > segments(dst)
        {
            pair.flip();
        }
        if !self.log.is_on() {
            return;
        }
        let target = self.function.target;
        let class = pair.class.map_or("", |class| target.class(class).name);
        log!(self.log, "\tConsidering merging to {class} with ");
        let index = |idx: SubRegIdx| target.sub_reg_indices[idx.index()].name;
        let dst = RegName(target, pair.dst);
        if !pair.dst_idx.is_none() && !pair.src_idx.is_none() {
            let (dst_idx, src_idx) = (index(pair.dst_idx), index(pair.src_idx));
            let src = pair.src;
            log!(self.log, "{dst} in {dst_idx} and {src} in {src_idx}\n");
        } else {
            let dst = RegPart(target, pair.dst, pair.src_idx);
            log!(self.log, "{} in {dst}\n", pair.src);
        }
    }

    /// The registers interfere, or could not be joined: tries other ways to be rid of the copy.
    fn try_alternatives(&mut self, copy: Inst, pair: &CoalescerPair) -> Outcome {
        if self.rematerialize(copy, pair) == remat::Rematerialized::Yes {
            return Outcome::Done;
        }
        if !pair.partial && !pair.is_phys() {
            let (superfluous, how) = match self.adjust_copies_back(copy, pair) {
                true => (Some(Superfluous::Copy), Bypass::OlderValue),
                false => (self.remove_copy_by_commuting(copy, pair), Bypass::Commuted),
            };
            if let Some(superfluous) = superfluous {
                let at = self.live_intervals.indexes.index(copy);
                self.delete_inst(copy);
                let ((_, _), (dst, _)) = pair.copy_order();
                let shrink = superfluous == Superfluous::AndTooLong;
                if let Some(dst) = dst.as_virtual().filter(|_| shrink) {
                    self.shrink_to_uses(dst);
                    let interval = self.live_intervals.interval(dst);
                    log!(self.log, "\t\tshrunk:   {interval}\n");
                }
                log!(self.log, "\tTrivial!\n");
                self.record_bypass(at, pair, how);
                return Outcome::Done;
            }
            let at = self.live_intervals.indexes.index(copy);
            if self.remove_partial_redundancy(copy, pair) {
                self.record_bypass(at, pair, Bypass::PartialRedundancy);
                return Outcome::Done;
            }
        }
        log!(self.log, "\tInterference!\n");
        self.refuse(copy, self.refusal, Outcome::Again)
    }

    /// The ranges are joined: rewrites the operands and cleans up.
    fn finish_join(&mut self, pair: &CoalescerPair) {
        if let (Some(dst), Some(class)) = (pair.dst_vreg(), pair.class) {
            if pair.cross_class {
                self.function.set_class(dst, class);
            }
            let info = &mut self.scratch.class_info;
            if info
                .logged_class(self.function, class, self.log)
                .proper_sub_class
            {
                self.scratch.inflate.push(dst);
            }
        }
        if !pair.dst_idx.is_none()
            && let Some(dst) = pair.dst_vreg()
        {
            self.update_operands(dst, pair.dst, pair.dst_idx);
        }
        self.update_operands(pair.src, pair.dst, pair.src_idx);
        if let Some(dst) = pair.dst_vreg() {
            self.shrink_joined(dst, pair.src);
        }
        self.live_intervals.remove_interval(pair.src);
        if self.log.is_on() {
            let target = self.function.target;
            let src = RegPart(target, pair.src.into(), pair.src_idx);
            let dst = RegPart(target, pair.dst, pair.dst_idx);
            log!(self.log, "\tSuccess: {src} -> {dst}\n\tResult = ");
            match pair.dst_vreg() {
                Some(dst) => log!(self.log, "{}\n", self.live_intervals.interval(dst)),
                None => log!(self.log, "{}\n", RegName(target, pair.dst)),
            }
        }
        event!(
            self.log,
            self.function,
            self.live_intervals,
            Event::Join {
                gone: pair.src,
                kept: pair.dst,
            }
        );
    }

    /// Shrinks what the join may have left too long.
    fn shrink_joined(&mut self, dst: VReg, src: VReg) {
        if self.live_intervals.interval(src).is_loose {
            self.live_intervals.interval_mut(dst).is_loose = true;
        }
        if self.recompute {
            self.live_intervals.remove_interval(dst);
            self.live_intervals.ensure_interval(self.function, dst);
        }
        if self.shrink_lanes.any() {
            let mut interval = self.live_intervals.take_interval(dst);
            for sub in interval.sub_ranges_mut() {
                if (sub.lanes & self.shrink_lanes).is_none() {
                    continue;
                }
                log!(self.log, "Shrink LaneUses (Lane {})\n", sub.lanes);
                self.live_intervals
                    .shrink_sub_range(self.function, dst, sub, self.log);
                self.shrink_main = true;
            }
            interval.remove_empty_sub_ranges();
            self.live_intervals.put_interval(interval);
        }
        if self.shrink_main || self.scratch.to_update.contains(&src) {
            self.shrink_to_uses(dst);
        }
    }

    /// Removes an instruction from code and numbering.
    fn delete_inst(&mut self, inst: Inst) {
        self.live_intervals.remove_inst(inst);
        self.function.remove_inst(inst);
    }

    /// Shrinks an interval to its uses; unconnected parts become registers of their own.
    fn shrink_to_uses(&mut self, reg: VReg) {
        self.scratch.unshrunk.remove(reg);
        let intervals = &mut *self.live_intervals;
        if intervals.shrink_to_uses(self.function, reg, None, self.log) {
            intervals.split_separate_components(self.function, reg, self.log);
        }
    }

    /// Like [`Self::shrink_to_uses`], and removes definitions that are dead afterwards.
    fn shrink_and_clean(&mut self, reg: VReg) {
        self.scratch.unshrunk.remove(reg);
        let mut dead = std::mem::take(&mut self.scratch.dead_defs);
        let intervals = &mut *self.live_intervals;
        if intervals.shrink_to_uses(self.function, reg, Some(&mut dead), self.log) {
            intervals.split_separate_components(self.function, reg, self.log);
        }
        self.scratch.dead_defs = dead;
        if !self.scratch.dead_defs.is_empty() {
            self.eliminate_dead_defs();
        }
    }

    /// Gives joined registers the largest class that their operands still allow.
    fn inflate_classes(&mut self) {
        let mut inflate = std::mem::take(&mut self.scratch.inflate);
        inflate.sort_unstable();
        inflate.dedup();
        log!(self.log, "Trying to inflate {} regs.\n", inflate.len());
        for reg in inflate.drain(..) {
            if self.function.is_unused(reg) || !recompute_class(self.function, reg) {
                continue;
            }
            let class = self.function.target.class(self.function.class(reg));
            log!(self.log, "{reg} inflated to {}\n", class.name);
            let class = self.function.class(reg);
            event!(self.log, Event::Inflate { reg, class });
            if !tracks_lanes(self.function, reg) {
                self.live_intervals.interval_mut(reg).clear_sub_ranges();
            }
        }
        self.scratch.inflate = inflate;
    }
}

/// A register with a sub-register index: `%3`, `%3:sub_32bit`, `$rax`.
struct RegPart(&'static TargetDesc, Reg, SubRegIdx);

impl fmt::Display for RegPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", RegName(self.0, self.1))?;
        if !self.2.is_none() {
            write!(f, ":{}", self.0.sub_reg_indices[self.2.index()].name)?;
        }
        Ok(())
    }
}
