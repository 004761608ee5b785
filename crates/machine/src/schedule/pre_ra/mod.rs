//! `machine-scheduler`: schedules instructions before allocation.
//!
//! Latencies and resources count as they do after allocation, and so does how many registers a region needs at once:
//!
//! ```text
//!   %2 = LDRXui %0, 0                       %2 = LDRXui %0, 0      %2, %3, %4 and %5 at once …
//!   %3 = LDRXui %0, 1                       %3 = LDRXui %0, 1
//!   %4 = LDRXui %0, 2                       %6 = ADDXrr %2, %3     … or only three of them
//!   %5 = LDRXui %0, 3                ──▶    %4 = LDRXui %0, 2
//!   %6 = ADDXrr %2, %3                      %5 = LDRXui %0, 3
//!   %7 = ADDXrr %4, %5                      %7 = ADDXrr %4, %5
//! ```
//!
//! A region grows from its bottom or from both ends, as the target wants. `choice` says what comes next, `region_pressure`
//! what that does to pressure.

mod choice;
mod readers;
mod region_pressure;
mod shuffle;

use avarice_liveness::LiveIntervals;
use avarice_mir::{Block, MachineFunction};
use avarice_target::{InstrFlags, RegClass, op};
use avarice_trace::Log;

use super::build::{BuildContext, BuildOptions, GraphBuilder, Kills, Lanes};
use super::candidate::{Candidate, Policy};
use super::copy_constrain::CopyConstraints;
use super::graph::{Dependence, Graph, Node, NodeFlags};
use super::model::SchedulingModel;
use super::mutation::{self, Accesses, Clustering};
use super::pressure::diff::PressureDelta;
use super::pressure::limits::PressureLimits;
use super::processor::{Factors, Processor, Remainder};
use super::region::{Boundaries, Region};
use super::schedule_list::{Follower, ScheduleList};
use super::target::SchedulingTarget;
use super::target_model::TargetModel;
use super::zone::{Zone, ZoneEnd};
use crate::alias::AliasAnalysis;
use crate::pass::{
    Analysis, MachinePass, MachineUnit, OptNone, RunPass, ScheduleDirection, ScheduleStrategy, When,
};
use crate::register_class_info::RegisterClassInfo;
use choice::{Bias, Choice, Live};
use region_pressure::{Cx, RegionPressure};
use shuffle::Shuffle;

type PreRaCandidate = Candidate<PressureDelta>;

/// Whether long ways through a region decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LatencyHeuristic {
    /// They do.
    Used,
    /// They do not: the processor hides latencies.
    Unused,
}

/// How regions are scheduled before allocation.
#[derive(Clone, Copy, Debug)]
pub struct RegionPolicy {
    /// From where they grow.
    pub direction: ScheduleDirection,
    /// Whether long ways decide.
    pub latencies: LatencyHeuristic,
    /// The class of the largest integers. In regions of at most half as many instructions as it has registers, pressure
    /// does not matter.
    pub integers: RegClass,
    /// Accesses that become neighbours where the target wants it.
    pub clusters: &'static [Accesses],
}

/// What the scheduler before allocation asks of a target.
pub trait PreRaTarget: SchedulingTarget {
    /// How regions of `function` are scheduled.
    fn policy_before_allocation(&self, function: &MachineFunction) -> RegionPolicy;
}

/// `machine-scheduler`, see [`MachineScheduler`]. What makes it is the target's.
pub const PASS: MachinePass = MachinePass {
    when: When {
        optnone: OptNone::Skips,
        ..When::LIVE_INTERVALS
    },
    requires: Analysis::LIVE_INTERVALS.union(Analysis::RESERVED_REGS),
    preserves: Analysis::CFG.union(Analysis::RESERVED_REGS.union(Analysis::LIVE_INTERVALS)),
    after: &["register-coalescer", "rename-independent-subregs"],
    ..MachinePass::new("machine-scheduler", "Machine Instruction Scheduler", || {
        Box::new(|_: &mut MachineUnit<'_>, _: &mut Log<'_>| Ok(()))
    })
};

/// The pass for a target, with its memory.
pub struct MachineScheduler {
    target: &'static dyn PreRaTarget,
    builder: GraphBuilder,
    clustering: Clustering,
    graph: Graph,
    factors: Factors,
    remainder: Remainder,
    zones: [Zone; 2],
    regions: Vec<Region>,
    classes: RegisterClassInfo,
    limits: PressureLimits,
    pressure: RegionPressure,
    /// By node.
    biases: Vec<[Bias; 2]>,
    /// Whether pressure counts in the region.
    tracks_pressure: bool,
    /// The best candidates at both ends, where both grow.
    kept: [PreRaCandidate; 2],
    /// What can come next in an order that is not to be good.
    shuffle: Shuffle,
}

/// What does not change from region to region.
struct Context<'a> {
    build: BuildContext<'a>,
    boundaries: Boundaries<'a>,
    policy: RegionPolicy,
    reserved: &'a [bool],
    options: &'a crate::pass::SchedulingOptions,
}

impl MachineScheduler {
    /// The pass for `target`.
    pub fn new(target: &'static dyn PreRaTarget) -> Self {
        let none = |end| PreRaCandidate::none(Policy::default(), end);
        Self {
            target,
            builder: GraphBuilder::default(),
            clustering: Clustering::default(),
            graph: Graph::default(),
            factors: Factors::default(),
            remainder: Remainder::default(),
            zones: [Zone::new(ZoneEnd::Top), Zone::new(ZoneEnd::Bottom)],
            regions: Vec::new(),
            classes: RegisterClassInfo::default(),
            limits: PressureLimits::default(),
            pressure: RegionPressure::default(),
            biases: Vec::new(),
            tracks_pressure: false,
            kept: [none(ZoneEnd::Top), none(ZoneEnd::Bottom)],
            shuffle: Shuffle::default(),
        }
    }
}

impl RunPass for MachineScheduler {
    /// # Requires
    /// Live intervals, reserved registers.
    ///
    /// # Ensures
    /// Instructions of a block are in an order that takes the processor fewer cycles and fewer registers, as far as its
    /// model tells.
    ///
    /// # Preserves
    /// Blocks and edges; live intervals, which follow.
    fn run(&mut self, unit: &mut MachineUnit<'_>, log: &mut Log<'_>) -> Result<(), String> {
        let options = &unit.options.scheduling;
        if !options.before_allocation {
            return Ok(());
        }
        let function = &unit.function;
        let model = TargetModel::of(function, options.detail);
        if model.has_intervals() {
            return Err(unit.with_name("scheduling models with intervals are not supported"));
        }
        let function = &mut unit.function;
        let target = self.target;
        let reserved = &unit.analyses.reserved;
        let mut policy = target.policy_before_allocation(function);
        policy.direction = options.direction_before_allocation(policy.direction);
        let evidence = options.alias_evidence(target.uses_alias_analysis(function));
        let aliases = AliasAnalysis::new(unit.module, function, target, evidence);
        let context = Context {
            build: BuildContext {
                module: unit.module,
                aliases: &aliases,
                model: &model,
                target,
                reserved,
                options: BuildOptions {
                    lanes: Lanes::Whole,
                    kills: Kills::Kept,
                    huge_region: options.huge_region,
                },
            },
            boundaries: Boundaries {
                target,
                stack_pointer: unit.target.stack_pointer(),
            },
            policy,
            reserved,
            options,
        };
        self.factors.compute(&model);
        for zone in &mut self.zones {
            zone.limit(options.most_available);
        }
        self.clustering.is_always_fast = options.clusters_fast;
        self.classes.limit(unit.options.register_limit);
        if !self.classes.begin_function(function, reserved) {
            self.limits.clear();
        }
        self.builder.begin_function();
        self.graph.clear();
        let mut follower = Follower {
            live_intervals: &mut unit.analyses.live_intervals,
            log,
        };
        follower.live_intervals.defer_renumberings();
        for at in 0..function.layout.len() {
            self.schedule_block(function, &mut follower, function.layout[at], &context);
        }
        follower.live_intervals.number_all();
        Ok(())
    }
}

impl MachineScheduler {
    fn schedule_block(
        &mut self,
        function: &mut MachineFunction,
        follower: &mut Follower<'_>,
        block: Block,
        context: &Context<'_>,
    ) {
        let mut regions = std::mem::take(&mut self.regions);
        context.boundaries.regions(function, block, &mut regions);
        for region in &regions {
            let integers = context.policy.integers;
            let free = self.classes.logged_class(function, integers, follower.log);
            self.tracks_pressure =
                context.options.tracks_pressure && region.len as usize > free.order.len() / 2;
            // One instruction has one order.
            if function.next_bundle(region.begin) != region.end {
                self.schedule_region(function, follower, region, context);
            }
        }
        self.regions = regions;
    }

    fn schedule_region(
        &mut self,
        function: &mut MachineFunction,
        follower: &mut Follower<'_>,
        region: &Region,
        context: &Context<'_>,
    ) {
        let graph = &mut self.graph;
        self.builder.build(function, region, &context.build, graph);
        if context.options.strategy == ScheduleStrategy::Shuffle {
            self.shuffle_region(function, follower, region, context);
            return;
        }
        let mut list = ScheduleList::new(function, *region);
        self.begin_region(function, follower, region, context);
        self.release_roots(&mut list, context);
        self.find_critical_paths(function, follower.live_intervals, region, context);
        while !list.is_done() {
            let picked = self.pick(function, follower.live_intervals, &list, context);
            let Some((node, end)) = picked else { break };
            let inst = self.graph.inst(node);
            list.put(function, Some(&mut *follower), inst, end);
            follower.live_intervals.number_intervals_of(function, inst);
            let cx = cx(function, follower.live_intervals, context, &self.limits);
            let region = list.region;
            self.pressure.schedule(&cx, &region, &self.graph, node, end);
            self.add_to_zone(node, end, context);
            self.place_copies(function, follower, &mut list, node, end);
            self.release_neighbours(&mut list, node, end, context);
        }
        let first = self.builder.first_debug_value;
        list.place_debug_values(function, first, &self.builder.debug_values);
    }

    /// Completes the graph of a region, and begins its zones.
    fn begin_region(
        &mut self,
        function: &MachineFunction,
        follower: &mut Follower<'_>,
        region: &Region,
        context: &Context<'_>,
    ) {
        let graph = &mut self.graph;
        self.biases.clear();
        for inst in graph.inst_nodes().map(|node| graph.inst(node)) {
            follower.live_intervals.number_intervals_of(function, inst);
            self.biases.push(choice::biases(function, inst));
        }
        if let Some(end) = region.end {
            follower.live_intervals.number_intervals_of(function, end);
        }
        let live_intervals = &*follower.live_intervals;
        if self.tracks_pressure {
            self.limits
                .require(function, &mut self.classes, follower.log);
            let cx = cx(function, live_intervals, context, &self.limits);
            self.pressure.begin(&cx, region, graph);
        } else {
            self.pressure.begin_untracked();
        }
        let copies = CopyConstraints {
            function,
            live_intervals,
            builder: &self.builder,
        };
        copies.apply(graph);
        let is_for_target = context.options.strategy == ScheduleStrategy::Target;
        if is_for_target && context.options.clusters {
            for kind in context.policy.clusters {
                let target = context.build.target;
                self.clustering.apply(graph, function, target, *kind);
            }
        }
        if is_for_target && context.options.fuses {
            mutation::fuse(graph, function, context.build.target);
        }
        graph.finish();
        let processor = processor(context, &self.factors, graph);
        self.remainder.begin(&processor);
        for (zone, kept) in self.zones.iter_mut().zip(&mut self.kept) {
            zone.begin(&processor);
            *kept = PreRaCandidate::none(Policy::default(), kept.end);
        }
    }

    fn release_roots(&mut self, list: &mut ScheduleList, context: &Context<'_>) {
        let [top, bottom] = &mut self.zones;
        let state = processor(context, &self.factors, &self.graph);
        for node in self.graph.inst_nodes() {
            if self.graph.nodes[node].is_top_ready() {
                top.release(&state, node);
            }
        }
        for node in self.graph.inst_nodes().rev() {
            if self.graph.nodes[node].is_bottom_ready() {
                bottom.release(&state, node);
            }
        }
        let exit = self.graph.exit();
        let factors = &self.factors;
        list.release_preds(&mut self.graph, exit, &mut |graph, node| {
            bottom.release(&processor(context, factors, graph), node);
        });
    }

    fn find_critical_paths(
        &mut self,
        function: &MachineFunction,
        live_intervals: &LiveIntervals,
        region: &Region,
        context: &Context<'_>,
    ) {
        let depth = |node: &Node| self.graph.nodes[*node].depth;
        let mut longest = depth(&self.graph.exit());
        let [_, bottom] = &self.zones;
        longest = bottom.available.iter().map(depth).fold(longest, u32::max);
        self.remainder.critical_path = longest;
        let buffer = context.build.model.micro_op_buffer_size();
        if !context.options.uses_cyclic_path || buffer == 0 {
            return;
        }
        let cx = cx(function, live_intervals, context, &self.limits);
        let pressure = &self.pressure;
        let cyclic = pressure.cyclic_critical_path(&cx, region, &self.graph, &self.builder);
        self.remainder.cyclic_critical_path = cyclic;
        if cyclic == 0 || cyclic >= longest {
            return;
        }
        // How much of other iterations is on its way while one is executed, against what the processor can hold.
        let state = processor(context, &self.factors, &self.graph);
        let issued = self.remainder.issue_count;
        let iteration = (cyclic * state.cycle_factor()).max(issued);
        let path = longest * state.cycle_factor();
        // Of large regions LLVM has the lower half of the product.
        let in_flight = path.wrapping_mul(issued).wrapping_add(iteration - 1) / iteration;
        let held = buffer * state.micro_op_factor();
        self.remainder.is_acyclic_latency_limited = in_flight > held;
    }

    /// The node that comes next, and at which end.
    fn pick(
        &mut self,
        function: &MachineFunction,
        live_intervals: &mut LiveIntervals,
        list: &ScheduleList,
        context: &Context<'_>,
    ) -> Option<(Node, ZoneEnd)> {
        let choice = Choice {
            function,
            limits: &self.limits,
            biases: &self.biases,
            list,
            processor: processor(context, &self.factors, &self.graph),
            remainder: &self.remainder,
            latencies: context.policy.latencies,
        };
        let [top, bottom] = &mut self.zones;
        let mut live = Live {
            pressure: &mut self.pressure,
            live_intervals,
        };
        // A copy that was put next to what it belongs to may still wait in a queue.
        let (node, end) = loop {
            let picked = match context.policy.direction {
                ScheduleDirection::Down => (choice.pick_from(top, &mut live)?, ZoneEnd::Top),
                ScheduleDirection::Up => (choice.pick_from(bottom, &mut live)?, ZoneEnd::Bottom),
                ScheduleDirection::Both => {
                    choice.pick_from_both([&mut *top, &mut *bottom], &mut live, &mut self.kept)?
                }
            };
            if !self.graph.nodes[picked.0].is_scheduled() {
                break picked;
            }
            match picked.1 {
                ZoneEnd::Top => top.remove(picked.0),
                ZoneEnd::Bottom => bottom.remove(picked.0),
            }
        };
        let data = &self.graph.nodes[node];
        if data.is_top_ready() {
            top.remove(node);
        }
        if data.is_bottom_ready() {
            bottom.remove(node);
        }
        Some((node, end))
    }

    fn add_to_zone(&mut self, node: Node, end: ZoneEnd, context: &Context<'_>) {
        let zone = &mut self.zones[end as usize];
        let data = &mut self.graph.nodes[node];
        let ready = match end {
            ZoneEnd::Top => &mut data.top_ready_cycle,
            ZoneEnd::Bottom => &mut data.bottom_ready_cycle,
        };
        *ready = zone.cycle().max(*ready);
        let state = processor(context, &self.factors, &self.graph);
        zone.schedule(&state, &mut self.remainder, node);
    }

    /// Moves copies of physical registers, and constants for them, which are scheduled already, next to the one node that
    /// they belong to.
    fn place_copies(
        &mut self,
        function: &mut MachineFunction,
        follower: &mut Follower<'_>,
        list: &mut ScheduleList,
        node: Node,
        end: ZoneEnd,
    ) {
        let graph = &self.graph;
        let inst = graph.inst(node);
        let (wanted, place) = match end {
            ZoneEnd::Top => (NodeFlags::PHYS_REG_USES, Some(inst)),
            ZoneEnd::Bottom => (NodeFlags::PHYS_REG_DEFS, function.next_bundle(inst)),
        };
        if !graph.nodes[node].flags.contains(wanted) {
            return;
        }
        let mut cursor = match end {
            ZoneEnd::Top => graph.first_pred(node),
            ZoneEnd::Bottom => graph.first_succ(node),
        };
        while let Some(edge) = cursor {
            let data = graph.edge(edge);
            let (next, other, edges) = match end {
                ZoneEnd::Top => (graph.next_pred(edge), data.pred, graph.num_succs(data.pred)),
                ZoneEnd::Bottom => (graph.next_succ(edge), data.succ, graph.num_preds(data.succ)),
            };
            cursor = next;
            let is_physical =
                matches!(data.dependence, Dependence::Data(reg) if reg.as_physical().is_some());
            if !is_physical || edges > 1 || other == graph.exit() {
                continue;
            }
            let copy = graph.inst(other);
            let is_constant = function.desc(copy).has(InstrFlags::MOVE_IMM);
            if function.opcode(copy) == op::COPY || is_constant {
                list.move_before(function, Some(&mut *follower), copy, place);
            }
        }
    }

    /// Releases what has waited for a node.
    fn release_neighbours(
        &mut self,
        list: &mut ScheduleList,
        node: Node,
        end: ZoneEnd,
        context: &Context<'_>,
    ) {
        let factors = &self.factors;
        let zone = &mut self.zones[end as usize];
        let kept = &mut self.kept[end as usize];
        list.release_neighbours(&mut self.graph, node, end, |graph, node| {
            // The other end has it already.
            if graph.nodes[node].is_scheduled() {
                return;
            }
            zone.release(&processor(context, factors, graph), node);
            kept.node = None;
        });
    }
}

fn processor<'a>(context: &Context<'a>, factors: &'a Factors, graph: &'a Graph) -> Processor<'a> {
    Processor {
        model: context.build.model,
        factors,
        graph,
    }
}

fn cx<'a>(
    function: &'a MachineFunction,
    live_intervals: &'a LiveIntervals,
    context: &Context<'a>,
    limits: &'a PressureLimits,
) -> Cx<'a> {
    Cx {
        function,
        live_intervals,
        reserved: context.reserved,
        limits,
    }
}
