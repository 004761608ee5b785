//! The part of a region that is scheduled already, at its top or at its bottom.
//!
//! ```text
//!   top zone       cycle 0: SU(0) SU(2)      available: SU(1), SU(4)   can start in cycle 1
//!                  cycle 1:                  pending:   SU(3)          waits for a result or for a resource
//!      …           what is left
//!   bottom zone    cycle 1:                  available: SU(9)
//!                  cycle 0: SU(11) SU(10)
//! ```
//!
//! A zone counts cycles away from its end of the region, and what has been used of each resource. The resource of which
//! most has been used is critical; a zone is limited by it, or by latencies.

use super::graph::{Graph, Node, NodeFlags};
use super::model::{ResourceBuffer, ResourceUse};
use super::processor::{Processor, Remainder, count};

/// A unit that was not used yet.
const NEVER: u32 = u32::MAX;

/// From where a zone grows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ZoneEnd {
    /// Down from the first instruction.
    Top,
    /// Up from the last one.
    Bottom,
}

/// A unit of a resource, and when it is free.
#[derive(Clone, Copy, Debug)]
struct FreeUnit {
    cycle: u32,
    unit: usize,
}

/// One of the two ends of a region.
#[derive(Debug)]
pub struct Zone {
    end: ZoneEnd,
    /// Nodes that can start in the current cycle, in the order that the queue happens to have: removal puts the last one
    /// in the place of what is removed.
    pub available: Vec<Node>,
    /// Nodes all of whose neighbours are scheduled, but that have to wait.
    pub pending: Vec<Node>,
    /// No more nodes are available at once.
    most_available: usize,
    /// Whether pending nodes may have become available.
    checks_pending: bool,
    cycle: u32,
    /// Micro-operations of the current cycle.
    micro_ops: u32,
    /// The first cycle in which a waiting node can start.
    least_ready_cycle: u32,
    /// The longest way through the zone.
    expected_latency: u32,
    /// The longest way from the zone to the other end of the region, less the cycles that have passed.
    dependent_latency: u32,
    retired_micro_ops: u32,
    /// By kind of resource: how much of it was used.
    executed: Vec<u32>,
    critical_resource: u32,
    is_resource_limited: bool,
    /// By unit: the first cycle in which it is free.
    reserved: Vec<u32>,
    /// By kind of resource: its first unit.
    first_units: Vec<u32>,
}

impl Zone {
    /// An empty zone.
    pub fn new(end: ZoneEnd) -> Self {
        Self {
            end,
            available: Vec::new(),
            pending: Vec::new(),
            most_available: 256,
            checks_pending: false,
            cycle: 0,
            micro_ops: 0,
            least_ready_cycle: NEVER,
            expected_latency: 0,
            dependent_latency: 0,
            retired_micro_ops: 0,
            executed: Vec::new(),
            critical_resource: 0,
            is_resource_limited: false,
            reserved: Vec::new(),
            first_units: Vec::new(),
        }
    }

    /// Sets how many nodes are available at once, at least one.
    pub fn limit(&mut self, most: usize) {
        self.most_available = most.max(1);
    }

    /// Begins a region.
    pub fn begin(&mut self, processor: &Processor<'_>) {
        self.available.clear();
        self.pending.clear();
        self.checks_pending = false;
        self.cycle = 0;
        self.micro_ops = 0;
        self.least_ready_cycle = NEVER;
        self.expected_latency = 0;
        self.dependent_latency = 0;
        self.retired_micro_ops = 0;
        self.critical_resource = 0;
        self.is_resource_limited = false;
        self.reserved.clear();
        self.first_units.clear();
        self.executed.clear();
        self.executed.push(0);
        if processor.model.describes_instructions() {
            let resources = processor.model.resources();
            self.executed.resize(resources.len(), 0);
            let mut units = 0;
            for resource in resources {
                self.first_units.push(units);
                units += resource.units;
            }
            self.reserved.resize(units as usize, NEVER);
        }
    }

    /// Whether it grows down from the first instruction.
    pub fn is_top(&self) -> bool {
        self.end == ZoneEnd::Top
    }

    /// The current cycle.
    pub fn cycle(&self) -> u32 {
        self.cycle
    }

    /// Micro-operations of the current cycle.
    pub fn micro_ops(&self) -> u32 {
        self.micro_ops
    }

    /// See the field.
    pub fn dependent_latency(&self) -> u32 {
        self.dependent_latency
    }

    /// The cycles that the zone takes.
    pub fn scheduled_latency(&self) -> u32 {
        self.expected_latency.max(self.cycle)
    }

    /// The longest way from a node away from the zone.
    fn unscheduled_latency(&self, graph: &Graph, node: Node) -> u32 {
        match self.end {
            ZoneEnd::Top => graph.nodes[node].height,
            ZoneEnd::Bottom => graph.nodes[node].depth,
        }
    }

    /// The resource of which most was used; 0 stands for micro-operations.
    pub fn critical_resource(&self) -> u32 {
        self.critical_resource
    }

    /// Whether the use of a resource limits the zone, not latencies.
    pub fn is_resource_limited(&self) -> bool {
        self.is_resource_limited
    }

    /// Micro-operations that have been scheduled.
    pub fn retired_micro_ops(&self) -> u32 {
        self.retired_micro_ops
    }

    fn resource_count(&self, kind: u32) -> u32 {
        self.executed[kind as usize]
    }

    /// How much was used of the critical resource, in parts of cycles.
    pub fn critical_count(&self, processor: &Processor<'_>) -> u32 {
        match self.critical_resource {
            0 => self.retired_micro_ops * processor.micro_op_factor(),
            kind => self.resource_count(kind),
        }
    }

    fn ready_cycle(&self, graph: &Graph, node: Node) -> u32 {
        match self.end {
            ZoneEnd::Top => graph.nodes[node].top_ready_cycle,
            ZoneEnd::Bottom => graph.nodes[node].bottom_ready_cycle,
        }
    }

    /// Cycles that a node waits for its operands in the unit that it uses.
    pub fn latency_stall(&self, graph: &Graph, node: Node) -> u32 {
        if !graph.nodes[node].flags.contains(NodeFlags::UNBUFFERED) {
            return 0;
        }
        self.ready_cycle(graph, node).saturating_sub(self.cycle)
    }

    /// When a unit is free.
    fn next_cycle_of_unit(&self, unit: usize, taken: &ResourceUse) -> u32 {
        match (self.reserved[unit], self.end) {
            (NEVER, _) => self.cycle,
            (cycle, ZoneEnd::Top) => cycle,
            (cycle, ZoneEnd::Bottom) => self.cycle.max(cycle.saturating_add(taken.release_at)),
        }
    }

    /// The unit of a kind of resource that is free first.
    fn next_cycle(&self, processor: &Processor<'_>, node: Node, taken: &ResourceUse) -> FreeUnit {
        let kind = taken.resource;
        let first = self.first_units[kind as usize] as usize;
        let resource = processor.resource(kind);
        let mut best = FreeUnit {
            cycle: NEVER,
            unit: 0,
        };
        let mut consider = |other: FreeUnit| {
            if best.cycle > other.cycle {
                best = other;
            }
        };
        if processor.is_unbuffered_group(kind) {
            // An instruction that names a member as well waits for the member alone.
            let mut uses = processor.resource_uses(node).iter();
            if uses.any(|taken| resource.sub_units.contains(&taken.resource)) {
                return FreeUnit {
                    cycle: self.next_cycle_of_unit(first, taken),
                    unit: first,
                };
            }
            for member in resource.sub_units {
                let taken = ResourceUse {
                    resource: *member,
                    ..*taken
                };
                consider(self.next_cycle(processor, node, &taken));
            }
            return best;
        }
        for unit in first..first + resource.units as usize {
            let cycle = self.next_cycle_of_unit(unit, taken);
            consider(FreeUnit { cycle, unit });
        }
        best
    }

    /// Whether a node cannot start in the current cycle.
    fn has_hazard(&self, processor: &Processor<'_>, node: Node) -> bool {
        let data = &processor.graph.nodes[node];
        let model = processor.model;
        if self.micro_ops > 0 {
            let ends = match self.end {
                ZoneEnd::Top => model.begins_group(data.class),
                ZoneEnd::Bottom => model.ends_group(data.class),
            };
            if self.micro_ops + data.micro_ops > model.issue_width() || ends {
                return true;
            }
        }
        if !data.flags.contains(NodeFlags::RESERVED_RESOURCE) {
            return false;
        }
        let mut uses = processor.resource_uses(node).iter();
        uses.any(|taken| self.next_cycle(processor, node, taken).cycle > self.cycle)
    }

    /// The longest way from waiting nodes away from the zone.
    pub fn remaining_latency(&self, graph: &Graph) -> u32 {
        let waiting = self.available.iter().chain(&self.pending);
        let ways = waiting.map(|node| self.unscheduled_latency(graph, *node));
        ways.fold(self.dependent_latency, u32::max)
    }

    /// How much the other zone and what is left need of the resource that they need most of; and which that is, 0 for
    /// micro-operations.
    pub fn other_resource_count(
        &self,
        processor: &Processor<'_>,
        remainder: &Remainder,
    ) -> (u32, u32) {
        if !processor.model.describes_instructions() {
            return (0, 0);
        }
        let issued = self.retired_micro_ops * processor.micro_op_factor();
        let mut most = (remainder.issue_count + issued, 0);
        for kind in 1..processor.model.resources().len() as u32 {
            let count = self.resource_count(kind) + remainder.counts[kind as usize];
            if count > most.0 {
                most = (count, kind);
            }
        }
        most
    }

    /// Notes that all neighbours of a node on this side are scheduled.
    pub fn release(&mut self, processor: &Processor<'_>, node: Node) {
        if !self.try_release(processor, node) {
            self.pending.push(node);
        }
    }

    /// Makes a node available, if it need not wait.
    fn try_release(&mut self, processor: &Processor<'_>, node: Node) -> bool {
        let ready = self.ready_cycle(processor.graph, node);
        self.least_ready_cycle = self.least_ready_cycle.min(ready);
        let is_early = processor.model.micro_op_buffer_size() == 0 && ready > self.cycle;
        if is_early
            || self.has_hazard(processor, node)
            || self.available.len() >= self.most_available
        {
            return false;
        }
        self.available.push(node);
        true
    }

    /// Goes on to a later cycle.
    fn advance(&mut self, processor: &Processor<'_>, to: u32) {
        let mut next = to;
        if processor.model.micro_op_buffer_size() == 0 && self.least_ready_cycle != NEVER {
            next = next.max(self.least_ready_cycle);
        }
        let passed = next.saturating_sub(self.cycle);
        let issued = processor.model.issue_width().saturating_mul(passed);
        self.micro_ops = self.micro_ops.saturating_sub(issued);
        self.dependent_latency = self.dependent_latency.saturating_sub(passed);
        self.cycle = next;
        self.checks_pending = true;
        self.update_limit(processor);
    }

    fn update_limit(&mut self, processor: &Processor<'_>) {
        let excess = resource_excess(
            processor,
            self.critical_count(processor),
            self.scheduled_latency(),
        );
        self.is_resource_limited = excess >= i64::from(processor.cycle_factor());
    }

    /// Counts what a node takes of a resource; the cycle in which it can start.
    fn count_resource(
        &mut self,
        processor: &Processor<'_>,
        remainder: &mut Remainder,
        node: Node,
        taken: &ResourceUse,
    ) -> u32 {
        let kind = taken.resource;
        let count = count(processor, taken);
        self.executed[kind as usize] += count;
        let left = &mut remainder.counts[kind as usize];
        *left = left.saturating_sub(count);
        if self.critical_resource != kind
            && self.resource_count(kind) > self.critical_count(processor)
        {
            self.critical_resource = kind;
        }
        self.next_cycle(processor, node, taken).cycle
    }

    /// Adds a node to the zone.
    ///
    /// # Requires
    /// It was available.
    pub fn schedule(&mut self, processor: &Processor<'_>, remainder: &mut Remainder, node: Node) {
        let data = &processor.graph.nodes[node];
        let model = processor.model;
        let ready = self.ready_cycle(processor.graph, node);
        let is_unbuffered = data.flags.contains(NodeFlags::UNBUFFERED);
        let mut next = self.cycle;
        match model.micro_op_buffer_size() {
            0 => {}
            1 => next = next.max(ready),
            _ if is_unbuffered => next = next.max(ready),
            _ => {}
        }
        self.retired_micro_ops += data.micro_ops;
        if model.describes_instructions() {
            next = self.use_resources(processor, remainder, node, next);
        }
        let (from_top, from_bottom) = match self.end {
            ZoneEnd::Top => (&mut self.expected_latency, &mut self.dependent_latency),
            ZoneEnd::Bottom => (&mut self.dependent_latency, &mut self.expected_latency),
        };
        *from_top = (*from_top).max(data.depth);
        *from_bottom = (*from_bottom).max(data.height);
        match next > self.cycle {
            true => self.advance(processor, next),
            false => self.update_limit(processor),
        }
        self.micro_ops += data.micro_ops;
        let ends_cycle = match self.end {
            ZoneEnd::Top => model.ends_group(data.class),
            ZoneEnd::Bottom => model.begins_group(data.class),
        };
        if ends_cycle {
            next += 1;
            self.advance(processor, next);
        }
        while self.micro_ops >= model.issue_width().max(1) {
            next += 1;
            self.advance(processor, next);
        }
    }

    /// Counts and reserves what a node takes; the cycle in which it can start, `next` or a later one.
    fn use_resources(
        &mut self,
        processor: &Processor<'_>,
        remainder: &mut Remainder,
        node: Node,
        mut next: u32,
    ) -> u32 {
        let data = &processor.graph.nodes[node];
        let issued = data.micro_ops * processor.micro_op_factor();
        remainder.issue_count = remainder.issue_count.saturating_sub(issued);
        if self.critical_resource != 0 {
            let all = self.retired_micro_ops * processor.micro_op_factor();
            let used = self.resource_count(self.critical_resource);
            let excess = i64::from(all) - i64::from(used);
            if excess >= i64::from(processor.cycle_factor()) {
                self.critical_resource = 0;
            }
        }
        for taken in processor.resource_uses(node) {
            next = next.max(self.count_resource(processor, remainder, node, taken));
        }
        if !data.flags.contains(NodeFlags::RESERVED_RESOURCE) {
            return next;
        }
        for taken in processor.resource_uses(node) {
            if processor.resource(taken.resource).buffer != ResourceBuffer::None {
                continue;
            }
            let free = self.next_cycle(processor, node, taken);
            self.reserved[free.unit] = match self.end {
                ZoneEnd::Top => free.cycle.max(next + taken.release_at),
                ZoneEnd::Bottom => next,
            };
        }
        next
    }

    /// Makes pending nodes available that need not wait any longer.
    fn release_pending(&mut self, processor: &Processor<'_>) {
        if self.available.is_empty() {
            self.least_ready_cycle = NEVER;
        }
        let mut at = 0;
        while let Some(node) = self.pending.get(at).copied() {
            let ready = self.ready_cycle(processor.graph, node);
            self.least_ready_cycle = self.least_ready_cycle.min(ready);
            if self.available.len() >= self.most_available {
                break;
            }
            match self.try_release(processor, node) {
                true => _ = self.pending.swap_remove(at),
                false => at += 1,
            }
        }
        self.checks_pending = false;
    }

    /// Takes a node out of the queues.
    pub fn remove(&mut self, node: Node) {
        for queue in [&mut self.available, &mut self.pending] {
            if let Some(at) = queue.iter().position(|other| *other == node) {
                queue.swap_remove(at);
                return;
            }
        }
    }

    /// Goes on to the first cycle in which a node is available; the node, if there is only one.
    ///
    /// # Requires
    /// A node is waiting.
    pub fn pick_only_choice(&mut self, processor: &Processor<'_>) -> Option<Node> {
        if self.checks_pending {
            self.release_pending(processor);
        }
        let mut at = 0;
        while let Some(node) = self.available.get(at).copied() {
            match self.has_hazard(processor, node) {
                true => {
                    self.pending.push(node);
                    self.available.swap_remove(at);
                }
                false => at += 1,
            }
        }
        while self.available.is_empty() && !self.pending.is_empty() {
            self.advance(processor, self.cycle + 1);
            self.release_pending(processor);
        }
        match self.available[..] {
            [only] => Some(only),
            _ => None,
        }
    }
}

/// By how much the use of a resource exceeds what a number of cycles offer, in parts of cycles.
pub fn resource_excess(processor: &Processor<'_>, count: u32, latency: u32) -> i64 {
    i64::from(count) - i64::from(latency) * i64::from(processor.cycle_factor())
}
