//! Candidates for the next place in a schedule, and by what one is better than another.

use super::graph::{Graph, Node};
use super::processor::{Processor, Remainder};
use super::zone::{Zone, ZoneEnd, resource_excess};

/// What a zone should be careful about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Policy {
    /// Latencies decide how long the region takes.
    pub reduce_latency: bool,
    /// A resource of which the zone has used too much; 0 for none.
    pub reduce_resource: u32,
    /// A resource of which much is needed outside the zone, so that it should be used now; 0 for none.
    pub demand_resource: u32,
}

/// Why a candidate was chosen, the best reasons first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Reason {
    /// It was not.
    #[default]
    None,
    /// There was no other.
    Only,
    /// It copies from or to a physical register.
    PhysReg,
    /// Register pressure exceeds a limit.
    RegExcess,
    /// Register pressure grows where it is critical.
    RegCritical,
    /// It waits for fewer cycles.
    Stall,
    /// It should be the neighbour of what was scheduled last.
    Cluster,
    /// It breaks fewer weak edges.
    Weak,
    /// Register pressure grows beyond what the region has had.
    RegMax,
    /// It uses less of what the zone has used too much of.
    ResourceReduce,
    /// It uses what much is needed of.
    ResourceDemand,
    /// The way from it down is shorter, growing up.
    BottomHeightReduce,
    /// The way from it up is longer, growing up.
    BottomPathReduce,
    /// The way from it up is shorter, growing down.
    TopDepthReduce,
    /// The way from it down is longer, growing down.
    TopPathReduce,
    /// Its result is used next.
    NextDefUse,
    /// It comes first in the old order.
    NodeOrder,
}

/// A candidate. `X` is what a scheduler knows of it in addition.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<X> {
    /// What its zone is careful about.
    pub policy: Policy,
    /// The node; none before there is a candidate.
    pub node: Option<Node>,
    /// Why it is better than what was looked at before.
    pub reason: Reason,
    /// The zone that it is to be added to.
    pub end: ZoneEnd,
    /// Cycles of [`Policy::reduce_resource`] that it takes.
    pub reduced: u32,
    /// Cycles of [`Policy::demand_resource`] that it takes.
    pub demanded: u32,
    /// What else is known of it.
    pub more: X,
}

impl<X: Default + Copy> Candidate<X> {
    /// No candidate yet.
    pub fn none(policy: Policy, end: ZoneEnd) -> Self {
        Self {
            policy,
            node: None,
            reason: Reason::None,
            end,
            reduced: 0,
            demanded: 0,
            more: X::default(),
        }
    }

    /// A node that is compared with `best`.
    pub fn new(processor: &Processor<'_>, best: &Self, node: Node, end: ZoneEnd) -> Self {
        let mut new = Self::none(best.policy, end);
        new.node = Some(node);
        let policy = best.policy;
        if policy.reduce_resource != 0 || policy.demand_resource != 0 {
            for taken in processor.resource_uses(node) {
                if taken.resource == policy.reduce_resource {
                    new.reduced += taken.release_at;
                }
                if taken.resource == policy.demand_resource {
                    new.demanded += taken.release_at;
                }
            }
        }
        new
    }

    /// Takes the place of the best candidate so far; the policy stays.
    pub fn set_best(&mut self, best: &Self) {
        let policy = self.policy;
        *self = *best;
        self.policy = policy;
    }
}

/// Whether a difference decides between `new` and `best`: the smaller value is better.
pub fn try_less<X>(
    values: (i32, i32),
    new: &mut Candidate<X>,
    best: &mut Candidate<X>,
    reason: Reason,
) -> bool {
    let (of_new, of_best) = values;
    if of_new < of_best {
        new.reason = reason;
    } else if of_new > of_best {
        best.reason = best.reason.min(reason);
    }
    of_new != of_best
}

/// Whether a difference decides between `new` and `best`: the greater value is better.
pub fn try_greater<X>(
    values: (i32, i32),
    new: &mut Candidate<X>,
    best: &mut Candidate<X>,
    reason: Reason,
) -> bool {
    try_less((values.1, values.0), new, best, reason)
}

/// Whether latencies decide between `new` and `best`.
pub fn try_latency<X>(
    graph: &Graph,
    zone: &Zone,
    new: &mut Candidate<X>,
    best: &mut Candidate<X>,
) -> bool {
    let (Some(a), Some(b)) = (new.node, best.node) else {
        return false;
    };
    let (a, b) = (&graph.nodes[a], &graph.nodes[b]);
    let depths = (a.depth as i32, b.depth as i32);
    let heights = (a.height as i32, b.height as i32);
    let (done, left, less, more) = match zone.is_top() {
        true => (
            depths,
            heights,
            Reason::TopDepthReduce,
            Reason::TopPathReduce,
        ),
        false => (
            heights,
            depths,
            Reason::BottomHeightReduce,
            Reason::BottomPathReduce,
        ),
    };
    // As long as neither has to wait, it does not matter which way up to them is shorter.
    let waits = i64::from(done.0.max(done.1)) > i64::from(zone.scheduled_latency());
    waits && try_less(done, new, best, less) || try_greater(left, new, best, more)
}

/// Whether latencies are aimed at in any case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LatencyAim {
    /// They are, unless a resource limits what is left.
    Always,
    /// They are where the critical path would become longer.
    OnCriticalPath,
}

/// What `zone` should be careful about, given what is outside it: `other` is the other zone, if both grow.
pub fn policy(
    processor: &Processor<'_>,
    remainder: &Remainder,
    zone: &Zone,
    other: Option<&Zone>,
    aim: LatencyAim,
) -> Policy {
    let mut policy = Policy::default();
    let (count, critical) = match other {
        Some(other) => other.other_resource_count(processor, remainder),
        None => (0, 0),
    };
    let mut other_is_limited = false;
    let mut latency = None;
    if processor.model.describes_instructions() && count != 0 {
        let remaining = zone.remaining_latency(processor.graph);
        latency = Some(remaining);
        let excess = resource_excess(processor, count, remaining);
        other_is_limited = excess > i64::from(processor.cycle_factor());
    }
    if !other_is_limited
        && (aim == LatencyAim::Always || is_late(processor, remainder, zone, latency))
    {
        policy.reduce_latency = true;
    }
    if zone.critical_resource() == critical {
        return policy;
    }
    if zone.is_resource_limited() {
        policy.reduce_resource = zone.critical_resource();
    }
    if other_is_limited {
        policy.demand_resource = critical;
    }
    policy
}

/// Whether what is left takes longer than the critical path allows for. `latency` is that of what is left, if it is known
/// already.
fn is_late(
    processor: &Processor<'_>,
    remainder: &Remainder,
    zone: &Zone,
    latency: Option<u32>,
) -> bool {
    if zone.cycle() > remainder.critical_path {
        return true;
    }
    if zone.cycle() == 0 {
        return false;
    }
    let latency = latency.unwrap_or_else(|| zone.remaining_latency(processor.graph));
    latency + zone.cycle() > remainder.critical_path
}
