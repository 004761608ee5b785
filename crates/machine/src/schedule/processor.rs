//! A processor, with what makes counts of its resources comparable.

use super::graph::{Graph, Node};
use super::model::{ProcResource, ResourceBuffer, ResourceUse, SchedulingModel};

/// By what counts are multiplied so that they can be compared.
///
/// A processor that starts 4 micro-operations in a cycle, and has one unit to divide and two to load: a cycle is 4 parts;
/// a micro-operation counts for 1 part, a division for 4, a load for 2.
#[derive(Debug, Default)]
pub struct Factors {
    /// By kind of resource.
    resources: Vec<u32>,
    /// Of a micro-operation.
    micro_op: u32,
    /// Of a cycle.
    cycle: u32,
}

impl Factors {
    /// Computes them for a model.
    pub fn compute(&mut self, model: &dyn SchedulingModel) {
        let width = model.issue_width().max(1);
        let units = |resource: &ProcResource| Some(resource.units).filter(|units| *units > 0);
        let all = model.resources().iter().filter_map(units);
        self.cycle = all.fold(width, least_common_multiple);
        self.micro_op = self.cycle / width;
        self.resources.clear();
        let factors = model.resources().iter().map(units);
        let factors = factors.map(|units| units.map_or(0, |units| self.cycle / units));
        self.resources.extend(factors);
    }
}

fn least_common_multiple(a: u32, b: u32) -> u32 {
    let (mut divisor, mut rest) = (a, b);
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    a / divisor * b
}

/// The processor and the region that is scheduled for it.
#[derive(Clone, Copy)]
pub struct Processor<'a> {
    /// The model.
    pub model: &'a dyn SchedulingModel,
    /// What makes counts comparable.
    pub factors: &'a Factors,
    /// The region.
    pub graph: &'a Graph,
}

impl Processor<'_> {
    /// What a node occupies.
    pub fn resource_uses(&self, node: Node) -> &'static [ResourceUse] {
        match self.model.describes_instructions() {
            true => self.model.resource_uses(self.graph.nodes[node].class),
            false => &[],
        }
    }

    /// A kind of resource.
    pub fn resource(&self, kind: u32) -> &'static ProcResource {
        &self.model.resources()[kind as usize]
    }

    /// Parts of a cycle that a kind of resource counts for.
    pub fn resource_factor(&self, kind: u32) -> u32 {
        self.factors.resources[kind as usize]
    }

    /// Parts of a cycle that a micro-operation counts for.
    pub fn micro_op_factor(&self) -> u32 {
        self.factors.micro_op
    }

    /// Parts of a cycle.
    pub fn cycle_factor(&self) -> u32 {
        self.factors.cycle
    }

    /// Whether a kind of resource is a group of others, for which everything waits.
    pub fn is_unbuffered_group(&self, kind: u32) -> bool {
        let resource = self.resource(kind);
        !resource.sub_units.is_empty() && resource.buffer == ResourceBuffer::None
    }
}

/// What is left to schedule in a region.
#[derive(Debug, Default)]
pub struct Remainder {
    /// The longest way through the region, in cycles.
    pub critical_path: u32,
    /// The longest way from one iteration of the loop that the region is to the next, in cycles.
    pub cyclic_critical_path: u32,
    /// Micro-operations, in parts of cycles.
    pub issue_count: u32,
    /// Whether the processor cannot hold enough iterations at once to hide latencies.
    pub is_acyclic_latency_limited: bool,
    /// By kind of resource: how much of it is needed, in parts of cycles.
    pub counts: Vec<u32>,
}

impl Remainder {
    /// Begins a region.
    pub fn begin(&mut self, processor: &Processor<'_>) {
        self.critical_path = 0;
        self.cyclic_critical_path = 0;
        self.issue_count = 0;
        self.is_acyclic_latency_limited = false;
        self.counts.clear();
        if !processor.model.describes_instructions() {
            return;
        }
        self.counts.resize(processor.model.resources().len(), 0);
        for node in processor.graph.inst_nodes() {
            let micro_ops = processor.graph.nodes[node].micro_ops;
            self.issue_count += micro_ops * processor.micro_op_factor();
            for taken in processor.resource_uses(node) {
                self.counts[taken.resource as usize] += count(processor, taken);
            }
        }
    }
}

/// How much of a resource is taken, in parts of cycles.
pub fn count(processor: &Processor<'_>, taken: &ResourceUse) -> u32 {
    processor.resource_factor(taken.resource) * (taken.release_at - taken.acquire_at)
}
