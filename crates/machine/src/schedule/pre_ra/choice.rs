//! Which node comes next, before allocation.
//!
//! Candidates are compared by one property after the other; the first one in which they differ decides.

use avarice_liveness::LiveIntervals;
use avarice_mir::{Inst, MachineFunction};
use avarice_target::{InstrFlags, op};
use cranelift_entity::EntityRef;

use super::region_pressure::RegionPressure;
use super::{LatencyHeuristic, PreRaCandidate};
use crate::schedule::candidate::{
    Candidate, LatencyAim, Policy, Reason, policy, try_greater, try_latency, try_less,
};
use crate::schedule::graph::{Graph, Node};
use crate::schedule::pressure::diff::PressureChange;
use crate::schedule::pressure::limits::PressureLimits;
use crate::schedule::processor::{Processor, Remainder};
use crate::schedule::schedule_list::ScheduleList;
use crate::schedule::zone::{Zone, ZoneEnd};

/// What decides which node comes next.
pub(super) struct Choice<'a> {
    pub(super) function: &'a MachineFunction,
    pub(super) limits: &'a PressureLimits,
    /// By node.
    pub(super) biases: &'a [[Bias; 2]],
    pub(super) list: &'a ScheduleList,
    pub(super) processor: Processor<'a>,
    pub(super) remainder: &'a Remainder,
    pub(super) latencies: LatencyHeuristic,
}

/// Register pressure, and where registers are live.
pub(super) struct Live<'a> {
    pub(super) pressure: &'a mut RegionPressure,
    pub(super) live_intervals: &'a mut LiveIntervals,
}

impl Choice<'_> {
    fn graph(&self) -> &Graph {
        self.processor.graph
    }

    /// The best node of the one zone that grows.
    pub(super) fn pick_from(&self, zone: &mut Zone, live: &mut Live<'_>) -> Option<Node> {
        zone.pick_only_choice(&self.processor)
            .or_else(|| self.best(zone, Policy::default(), live).node)
    }

    /// The best node of both zones. `kept` are the candidates of the top and of the bottom, which stay the best as long
    /// as nothing is released to their zone.
    pub(super) fn pick_from_both(
        &self,
        [top, bottom]: [&mut Zone; 2],
        live: &mut Live<'_>,
        kept: &mut [PreRaCandidate; 2],
    ) -> Option<(Node, ZoneEnd)> {
        if let Some(node) = bottom.pick_only_choice(&self.processor) {
            return Some((node, ZoneEnd::Bottom));
        }
        if let Some(node) = top.pick_only_choice(&self.processor) {
            return Some((node, ZoneEnd::Top));
        }
        let of_zone = |zone: &Zone, other: &Zone| {
            let aim = LatencyAim::OnCriticalPath;
            policy(&self.processor, self.remainder, zone, Some(other), aim)
        };
        let (bottom_policy, top_policy) = (of_zone(bottom, top), of_zone(top, bottom));
        let [of_top, of_bottom] = kept;
        if !self.still_holds(of_bottom, bottom_policy) {
            *of_bottom = self.best(bottom, bottom_policy, live);
        }
        if !self.still_holds(of_top, top_policy) {
            *of_top = self.best(top, top_policy, live);
        }
        let mut best = *of_bottom;
        of_top.reason = Reason::None;
        if self.is_better(of_top, &mut best, None, live.pressure.is_tracked) {
            best.set_best(of_top);
        }
        Some((best.node?, best.end))
    }

    /// Whether a candidate need not be looked for again. The policy that it carries is none.
    fn still_holds(&self, candidate: &PreRaCandidate, policy: Policy) -> bool {
        let is_left = |node: Node| !self.graph().nodes[node].is_scheduled();
        candidate.node.is_some_and(is_left) && candidate.policy == policy
    }

    fn best(&self, zone: &Zone, policy: Policy, live: &mut Live<'_>) -> PreRaCandidate {
        let end = match zone.is_top() {
            true => ZoneEnd::Top,
            false => ZoneEnd::Bottom,
        };
        let mut best = PreRaCandidate::none(Policy::default(), ZoneEnd::Bottom);
        let careful = PreRaCandidate::none(policy, end);
        for node in &zone.available {
            let mut new = Candidate::new(&self.processor, &careful, *node, end);
            new.more = live.pressure.delta(
                self.function,
                live.live_intervals,
                self.limits,
                self.graph(),
                (*node, end),
            );
            let same = (best.end == end).then_some(zone);
            if self.is_better(&mut new, &mut best, same, live.pressure.is_tracked) {
                best.set_best(&new);
            }
        }
        best
    }

    /// Whether `new` is better than `best`. `zone` is the zone of both, if they have the same.
    fn is_better(
        &self,
        new: &mut PreRaCandidate,
        best: &mut PreRaCandidate,
        zone: Option<&Zone>,
        is_tracked: bool,
    ) -> bool {
        let (Some(a), Some(b)) = (new.node, best.node) else {
            new.reason = Reason::NodeOrder;
            return true;
        };
        let biases = (self.bias(a, new.end), self.bias(b, best.end));
        if try_greater(biases, new, best, Reason::PhysReg)
            || is_tracked && self.try_limits(new, best)
            || zone.is_some_and(|zone| self.try_stalls(zone, new, best))
            || self.try_neighbours(new, best, zone)
            || is_tracked && self.try_most(new, best)
            || zone.is_some_and(|zone| self.try_resources(zone, new, best))
        {
            return new.reason != Reason::None;
        }
        let comes_first = zone.is_some_and(|zone| match zone.is_top() {
            true => a < b,
            false => a > b,
        });
        if comes_first {
            new.reason = Reason::NodeOrder;
        }
        comes_first
    }

    fn try_limits(&self, new: &mut PreRaCandidate, best: &mut PreRaCandidate) -> bool {
        let excess = (new.more.excess, best.more.excess);
        let critical = (new.more.critical, best.more.critical);
        try_pressure(excess, new, best, Reason::RegExcess)
            || try_pressure(critical, new, best, Reason::RegCritical)
    }

    fn try_most(&self, new: &mut PreRaCandidate, best: &mut PreRaCandidate) -> bool {
        let most = (new.more.most, best.more.most);
        try_pressure(most, new, best, Reason::RegMax)
    }

    fn try_stalls(&self, zone: &Zone, new: &mut PreRaCandidate, best: &mut PreRaCandidate) -> bool {
        let stall = |candidate: &PreRaCandidate| {
            let node = candidate.node;
            node.map_or(0, |node| zone.latency_stall(self.graph(), node)) as i32
        };
        let stalls = (stall(new), stall(best));
        self.remainder.is_acyclic_latency_limited
            && zone.micro_ops() == 0
            && try_latency(self.graph(), zone, new, best)
            || try_less(stalls, new, best, Reason::Stall)
    }

    /// By edges that need not be kept.
    fn try_neighbours(
        &self,
        new: &mut PreRaCandidate,
        best: &mut PreRaCandidate,
        zone: Option<&Zone>,
    ) -> bool {
        let is_next = |candidate: &PreRaCandidate| {
            let next = match candidate.end {
                ZoneEnd::Top => self.list.next_cluster_succ,
                ZoneEnd::Bottom => self.list.next_cluster_pred,
            };
            i32::from(candidate.node == next)
        };
        let weak = |candidate: &PreRaCandidate| {
            candidate.node.map_or(0, |node| {
                let data = &self.graph().nodes[node];
                match candidate.end {
                    ZoneEnd::Top => data.weak_preds_left as i32,
                    ZoneEnd::Bottom => data.weak_succs_left as i32,
                }
            })
        };
        let next = (is_next(new), is_next(best));
        try_greater(next, new, best, Reason::Cluster)
            || zone.is_some() && try_less((weak(new), weak(best)), new, best, Reason::Weak)
    }

    fn try_resources(
        &self,
        zone: &Zone,
        new: &mut PreRaCandidate,
        best: &mut PreRaCandidate,
    ) -> bool {
        let reduced = (new.reduced as i32, best.reduced as i32);
        let demanded = (new.demanded as i32, best.demanded as i32);
        try_less(reduced, new, best, Reason::ResourceReduce)
            || try_greater(demanded, new, best, Reason::ResourceDemand)
            || self.latencies == LatencyHeuristic::Used
                && new.policy.reduce_latency
                && !self.remainder.is_acyclic_latency_limited
                && try_latency(self.graph(), zone, new, best)
    }

    /// Whether a node should come soon (1) or late (-1).
    fn bias(&self, node: Node, end: ZoneEnd) -> i32 {
        let data = &self.graph().nodes[node];
        match (self.biases[node.index()][end as usize], end) {
            (Bias::None, _) => 0,
            (Bias::Soon, _) | (Bias::Constant, ZoneEnd::Bottom) => 1,
            (Bias::Constant, ZoneEnd::Top) => -1,
            (Bias::LateAtBoundary, ZoneEnd::Top) => 1 - 2 * i32::from(data.succs_left == 0),
            (Bias::LateAtBoundary, ZoneEnd::Bottom) => 1 - 2 * i32::from(data.preds_left == 0),
        }
    }
}

/// What physical registers ask for, so that they are live for a short time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bias {
    /// Nothing.
    None,
    /// It copies from or to one that is on the side of the zone.
    Soon,
    /// It copies from or to one that is on the other side: late, if nothing is left there.
    LateAtBoundary,
    /// It makes a constant.
    Constant,
}

/// The biases of an instruction in the top zone and in the bottom zone.
pub(super) fn biases(function: &MachineFunction, inst: Inst) -> [Bias; 2] {
    let desc = function.desc(inst);
    let is_copy = function.opcode(inst) == op::COPY;
    let is_constant = || {
        let mut defs = 0..usize::from(desc.num_defs);
        desc.has(InstrFlags::MOVE_IMM) && defs.all(|def| is_physical(function, inst, def))
    };
    let otherwise = match is_constant() {
        true => Bias::Constant,
        false => Bias::None,
    };
    // The operand on the side of the zone, and the other one.
    [(1, 0), (0, 1)].map(|(scheduled, other)| {
        if is_copy && is_physical(function, inst, scheduled) {
            Bias::Soon
        } else if is_copy && is_physical(function, inst, other) {
            Bias::LateAtBoundary
        } else {
            otherwise
        }
    })
}

fn is_physical(function: &MachineFunction, inst: Inst, at: usize) -> bool {
    let operand = function.operands(inst).get(at);
    operand.is_some_and(|operand| operand.as_reg().as_physical().is_some())
}

/// Whether pressure decides between `new` and `best`.
fn try_pressure(
    (of_new, of_best): (PressureChange, PressureChange),
    new: &mut PreRaCandidate,
    best: &mut PreRaCandidate,
    reason: Reason,
) -> bool {
    let falls = (i32::from(of_new.units < 0), i32::from(of_best.units < 0));
    if try_greater(falls, new, best, reason) {
        return true;
    }
    // What the two ends do cannot be compared by how much it is.
    if new.end != best.end {
        return false;
    }
    if of_new.set() == of_best.set() {
        let units = (of_new.units.into(), of_best.units.into());
        return try_less(units, new, best, reason);
    }
    // Smaller sets come first.
    let rank = |change: PressureChange| match change.is_some() {
        true => change.set() as i32,
        false => i32::MAX,
    };
    let ranks = match of_new.units < 0 {
        true => (rank(of_best), rank(of_new)),
        false => (rank(of_new), rank(of_best)),
    };
    try_greater(ranks, new, best, reason)
}
