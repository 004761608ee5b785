//! `postmisched`: schedules instructions after allocation.
//!
//! Registers are fixed, so that only latencies and resources matter:
//!
//! ```text
//!   $w8 = LDRWui $x0, 0                        $w8 = LDRWui $x0, 0
//!   $w8 = ADDWrr $w8, $w1    waits             $w9 = LDRWui $x0, 1     fills the time
//!   $w9 = LDRWui $x0, 1               ──▶      $w8 = ADDWrr $w8, $w1
//!   $w9 = ADDWrr $w9, $w1                      $w9 = ADDWrr $w9, $w1
//! ```
//!
//! A region is scheduled from its top: of what can start in the current cycle, the best is next.

use avarice_mir::{Block, MachineFunction};
use avarice_trace::Log;

use super::build::{BuildContext, BuildOptions, GraphBuilder, Kills, Lanes};
use super::candidate::{
    Candidate, LatencyAim, Policy, Reason, policy, try_greater, try_latency, try_less,
};
use super::graph::{Graph, Node};
use super::kill_marks::fix_kills;
use super::model::SchedulingModel;
use super::mutation;
use super::processor::{Factors, Processor, Remainder};
use super::region::{Boundaries, Region};
use super::schedule_list::ScheduleList;
use super::target::SchedulingTarget;
use super::target_model::TargetModel;
use super::zone::{Zone, ZoneEnd};
use crate::alias::AliasAnalysis;
use crate::live_reg_units::LiveRegUnits;
use crate::pass::{Analysis, MachinePass, MachineUnit, RunPass, ScheduleDirection, When};

type PostRaCandidate = Candidate<()>;

/// `postmisched`, see [`PostMachineScheduler`]. What makes it is the target's.
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    requires: Analysis::RESERVED_REGS,
    preserves: Analysis::CFG,
    after: &["postrapseudos", "prologepilog"],
    ..MachinePass::new(
        "postmisched",
        "PostRA Machine Instruction Scheduler",
        || Box::new(|_: &mut MachineUnit<'_>, _: &mut Log<'_>| Ok(())),
    )
};

/// The pass for a target, with its memory.
pub struct PostMachineScheduler {
    target: &'static dyn SchedulingTarget,
    builder: GraphBuilder,
    graph: Graph,
    factors: Factors,
    remainder: Remainder,
    top: Zone,
    bottom: Zone,
    regions: Vec<Region>,
    live: LiveRegUnits,
    /// The best candidates at both ends, where both grow.
    kept: [PostRaCandidate; 2],
}

/// What does not change from region to region.
struct Context<'a> {
    build: BuildContext<'a>,
    boundaries: Boundaries<'a>,
    direction: ScheduleDirection,
    fuses: bool,
}

impl PostMachineScheduler {
    /// The pass for `target`.
    pub fn new(target: &'static dyn SchedulingTarget) -> Self {
        let none = |end| PostRaCandidate::none(Policy::default(), end);
        Self {
            target,
            builder: GraphBuilder::default(),
            graph: Graph::default(),
            factors: Factors::default(),
            remainder: Remainder::default(),
            top: Zone::new(ZoneEnd::Top),
            bottom: Zone::new(ZoneEnd::Bottom),
            regions: Vec::new(),
            live: LiveRegUnits::default(),
            kept: [none(ZoneEnd::Top), none(ZoneEnd::Bottom)],
        }
    }
}

impl RunPass for PostMachineScheduler {
    /// # Requires
    /// No virtual registers; reserved registers.
    ///
    /// # Ensures
    /// Instructions of a block are in an order that takes the processor fewer cycles, as far as its model tells; kill
    /// marks are right.
    ///
    /// # Preserves
    /// Blocks and edges.
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        let options = &unit.options.scheduling;
        let target = self.target;
        let wanted = options.after_allocation;
        if !wanted.unwrap_or_else(|| target.schedules_after_allocation(&unit.function)) {
            return Ok(());
        }
        let model = TargetModel::of(&unit.function, options.detail);
        if model.has_intervals() {
            return Err(unit.with_name("scheduling models with intervals are not supported"));
        }
        self.top.limit(options.most_available);
        self.bottom.limit(options.most_available);
        self.factors.compute(&model);
        self.builder.begin_function();
        self.graph.clear();
        let evidence = options.alias_evidence(target.uses_alias_analysis(&unit.function));
        let aliases = AliasAnalysis::new(unit.module, &unit.function, target, evidence);
        let context = Context {
            build: BuildContext {
                module: unit.module,
                aliases: &aliases,
                model: &model,
                target,
                reserved: &unit.analyses.reserved,
                options: BuildOptions {
                    lanes: Lanes::Whole,
                    kills: Kills::Removed,
                    huge_region: options.huge_region,
                },
            },
            boundaries: Boundaries {
                target,
                stack_pointer: unit.target.stack_pointer(),
            },
            direction: options.direction_after_allocation,
            fuses: options.fuses,
        };
        let function = &mut unit.function;
        for at in 0..function.layout.len() {
            self.schedule_block(function, function.layout[at], &context);
        }
        Ok(())
    }
}

impl PostMachineScheduler {
    fn schedule_block(
        &mut self,
        function: &mut MachineFunction,
        block: Block,
        context: &Context<'_>,
    ) {
        let mut regions = std::mem::take(&mut self.regions);
        context.boundaries.regions(function, block, &mut regions);
        for region in &regions {
            // One instruction has one order.
            if function.next_bundle(region.begin) != region.end {
                self.schedule_region(function, region, context);
            }
        }
        self.regions = regions;
        fix_kills(function, block, context.build.reserved, &mut self.live);
    }

    fn schedule_region(
        &mut self,
        function: &mut MachineFunction,
        region: &Region,
        context: &Context<'_>,
    ) {
        let graph = &mut self.graph;
        self.builder.build(function, region, &context.build, graph);
        if context.fuses {
            mutation::fuse(graph, function, context.build.target);
        }
        graph.finish();
        let processor = Processor {
            model: context.build.model,
            factors: &self.factors,
            graph,
        };
        self.remainder.begin(&processor);
        self.top.begin(&processor);
        self.bottom.begin(&processor);
        let mut list = ScheduleList::new(function, *region);
        self.release_roots(&mut list, context);
        for kept in &mut self.kept {
            *kept = PostRaCandidate::none(Policy::default(), kept.end);
        }
        while !list.is_done() {
            let Some((node, end)) = self.pick(function, &list, context) else {
                break;
            };
            list.put(function, None, self.graph.inst(node), end);
            self.schedule_node(&mut list, node, end, context);
        }
        let first = self.builder.first_debug_value;
        list.place_debug_values(function, first, &self.builder.debug_values);
    }

    fn release_roots(&mut self, list: &mut ScheduleList, context: &Context<'_>) {
        for node in self.graph.inst_nodes() {
            if self.graph.nodes[node].is_top_ready() {
                let processor = processor(context, &self.factors, &self.graph);
                self.top.release(&processor, node);
            }
        }
        for node in self.graph.inst_nodes().rev() {
            if self.graph.nodes[node].is_bottom_ready() {
                let processor = processor(context, &self.factors, &self.graph);
                self.bottom.release(&processor, node);
            }
        }
        let exit = self.graph.exit();
        list.release_preds(&mut self.graph, exit, &mut |graph, node| {
            let processor = processor(context, &self.factors, graph);
            self.bottom.release(&processor, node);
        });
        let mut longest = self.graph.nodes[exit].depth;
        for node in &self.bottom.available {
            longest = longest.max(self.graph.nodes[*node].depth);
        }
        self.remainder.critical_path = longest;
    }

    /// The node that comes next, and at which end.
    fn pick(
        &mut self,
        function: &MachineFunction,
        list: &ScheduleList,
        context: &Context<'_>,
    ) -> Option<(Node, ZoneEnd)> {
        let choice = Choice {
            function,
            list,
            target: self.target,
            processor: processor(context, &self.factors, &self.graph),
            remainder: &self.remainder,
        };
        let (top, bottom) = (&mut self.top, &mut self.bottom);
        let (node, end) = match context.direction {
            ScheduleDirection::Down => (choice.pick_from(top)?, ZoneEnd::Top),
            ScheduleDirection::Up => (choice.pick_up(bottom, top)?, ZoneEnd::Bottom),
            ScheduleDirection::Both => choice.pick_from_both(top, bottom, &mut self.kept)?,
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

    /// Adds a node to a zone, and releases what has waited for it.
    fn schedule_node(
        &mut self,
        list: &mut ScheduleList,
        node: Node,
        end: ZoneEnd,
        context: &Context<'_>,
    ) {
        let zone = match end {
            ZoneEnd::Top => &mut self.top,
            ZoneEnd::Bottom => &mut self.bottom,
        };
        let data = &mut self.graph.nodes[node];
        let ready = match end {
            ZoneEnd::Top => &mut data.top_ready_cycle,
            ZoneEnd::Bottom => &mut data.bottom_ready_cycle,
        };
        *ready = zone.cycle().max(*ready);
        let factors = &self.factors;
        let state = processor(context, factors, &self.graph);
        zone.schedule(&state, &mut self.remainder, node);
        list.release_neighbours(&mut self.graph, node, end, |graph, node| {
            zone.release(&processor(context, factors, graph), node);
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

/// What decides which node comes next.
struct Choice<'a> {
    function: &'a MachineFunction,
    list: &'a ScheduleList,
    target: &'a dyn SchedulingTarget,
    processor: Processor<'a>,
    remainder: &'a Remainder,
}

impl Choice<'_> {
    fn policy(&self, zone: &Zone, other: Option<&Zone>) -> Policy {
        policy(
            &self.processor,
            self.remainder,
            zone,
            other,
            LatencyAim::Always,
        )
    }

    fn pick_from(&self, zone: &mut Zone) -> Option<Node> {
        zone.pick_only_choice(&self.processor).or_else(|| {
            let policy = self.policy(zone, None);
            self.best(zone, zone, policy).node
        })
    }

    /// The same from the bottom. Stalls are those that the top would have.
    fn pick_up(&self, zone: &mut Zone, top: &Zone) -> Option<Node> {
        zone.pick_only_choice(&self.processor).or_else(|| {
            let policy = self.policy(zone, None);
            self.best(zone, top, policy).node
        })
    }

    fn pick_from_both(
        &self,
        top: &mut Zone,
        bottom: &mut Zone,
        kept: &mut [PostRaCandidate; 2],
    ) -> Option<(Node, ZoneEnd)> {
        if let Some(node) = bottom.pick_only_choice(&self.processor) {
            return Some((node, ZoneEnd::Bottom));
        }
        if let Some(node) = top.pick_only_choice(&self.processor) {
            return Some((node, ZoneEnd::Top));
        }
        let [of_top, of_bottom] = kept;
        let bottom_policy = self.policy(bottom, Some(top));
        let top_policy = self.policy(top, Some(bottom));
        // The policies are compared and not used.
        if !self.still_holds(of_bottom, bottom_policy) {
            *of_bottom = self.best(bottom, top, Policy::default());
        }
        if !self.still_holds(of_top, top_policy) {
            *of_top = self.best(top, top, Policy::default());
        }
        let mut best = *of_bottom;
        of_top.reason = Reason::None;
        if self.is_better(top, of_top, &mut best) {
            best.set_best(of_top);
        }
        Some((best.node?, best.end))
    }

    fn still_holds(&self, candidate: &PostRaCandidate, policy: Policy) -> bool {
        let graph = self.processor.graph;
        let is_left = |node: Node| !graph.nodes[node].is_scheduled();
        candidate.node.is_some_and(is_left) && candidate.policy == policy
    }

    fn best(&self, zone: &Zone, top: &Zone, policy: Policy) -> PostRaCandidate {
        let end = match zone.is_top() {
            true => ZoneEnd::Top,
            false => ZoneEnd::Bottom,
        };
        let mut best = PostRaCandidate::none(policy, end);
        for node in &zone.available {
            let mut new = PostRaCandidate::new(&self.processor, &best, *node, end);
            if self.is_better(top, &mut new, &mut best) {
                best.set_best(&new);
            }
        }
        best
    }

    /// Whether `new` is better than `best`.
    fn is_better(&self, top: &Zone, new: &mut PostRaCandidate, best: &mut PostRaCandidate) -> bool {
        let is_better = self.is_better_by_model(top, new, best);
        let (Some(a), Some(b)) = (new.node, best.node) else {
            return is_better;
        };
        let graph = self.processor.graph;
        let (a, b) = (graph.inst(a), graph.inst(b));
        match self.target.prefers_after_allocation(self.function, a, b) {
            Some(is_better) => {
                new.reason = Reason::NodeOrder;
                is_better
            }
            None => is_better,
        }
    }

    fn is_better_by_model(
        &self,
        top: &Zone,
        new: &mut PostRaCandidate,
        best: &mut PostRaCandidate,
    ) -> bool {
        let (Some(a), Some(b)) = (new.node, best.node) else {
            new.reason = Reason::NodeOrder;
            return true;
        };
        let graph = self.processor.graph;
        let stall = |node| top.latency_stall(graph, node) as i32;
        let next = |node| i32::from(self.list.next_cluster_succ == Some(node));
        let reduced = (new.reduced as i32, best.reduced as i32);
        let demanded = (new.demanded as i32, best.demanded as i32);
        if try_less((stall(a), stall(b)), new, best, Reason::Stall)
            || try_greater((next(a), next(b)), new, best, Reason::Cluster)
            || try_less(reduced, new, best, Reason::ResourceReduce)
            || try_greater(demanded, new, best, Reason::ResourceDemand)
            || best.policy.reduce_latency && try_latency(graph, top, new, best)
        {
            return new.reason != Reason::None;
        }
        if a < b {
            new.reason = Reason::NodeOrder;
        }
        a < b
    }
}
