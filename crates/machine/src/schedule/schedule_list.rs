//! The new order of a region while it grows from both ends.
//!
//! ```text
//!   begin ─▶ scheduled from the top
//!     top ─▶ what is left, in the old order
//!  bottom ─▶ scheduled from the bottom
//!     end ─▶ the boundary
//! ```

use avarice_liveness::{LiveIntervals, Observer};
use avarice_mir::{InsertPoint, Inst, MachineFunction, MiFlags, inst_facts};

use super::graph::{Graph, Node, NodeFlags};
use super::region::Region;
use super::zone::ZoneEnd;

/// The state of a region that is scheduled.
#[derive(Debug)]
pub struct ScheduleList {
    /// The region. Its first instruction changes.
    pub region: Region,
    /// The first instruction that is left.
    pub top: Option<Inst>,
    /// The first instruction after those that are left.
    pub bottom: Option<Inst>,
    /// What should come after the instruction that was scheduled last at the top.
    pub next_cluster_succ: Option<Node>,
    /// What should come before the instruction that was scheduled last at the bottom.
    pub next_cluster_pred: Option<Node>,
}

/// What follows instructions that move.
pub struct Follower<'a> {
    /// Live intervals.
    pub live_intervals: &'a mut LiveIntervals,
    /// The debug log.
    pub log: &'a mut dyn Observer,
}

/// Where an instruction was put.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Placed {
    /// It was there already.
    Stayed,
    /// It has moved.
    Moved {
        /// It was the first one that was left, and went to the bottom.
        was_top: bool,
    },
}

impl ScheduleList {
    /// Nothing is scheduled.
    pub fn new(function: &MachineFunction, region: Region) -> Self {
        let mut list = Self {
            region,
            top: None,
            bottom: region.end,
            next_cluster_succ: None,
            next_cluster_pred: None,
        };
        list.top = skip_debug(function, Some(region.begin), region.end);
        list
    }

    /// Whether nothing is left.
    pub fn is_done(&self) -> bool {
        self.top == self.bottom
    }

    /// Puts an instruction at one end of what is left.
    pub fn put(
        &mut self,
        function: &mut MachineFunction,
        follower: Option<&mut Follower<'_>>,
        inst: Inst,
        end: ZoneEnd,
    ) -> Placed {
        if end == ZoneEnd::Top {
            if self.top == Some(inst) {
                let next = function.next_bundle(inst);
                self.top = skip_debug(function, next, self.bottom);
                return Placed::Stayed;
            }
            self.move_before(function, follower, inst, self.top);
            return Placed::Moved { was_top: false };
        }
        let last = self.last_left(function);
        if last == Some(inst) {
            self.bottom = last;
            return Placed::Stayed;
        }
        let was_top = self.top == Some(inst);
        if was_top {
            let next = function.next_bundle(inst);
            self.top = skip_debug(function, next, last);
        }
        self.move_before(function, follower, inst, self.bottom);
        self.bottom = Some(inst);
        Placed::Moved { was_top }
    }

    /// The last instruction that is left, debug instructions skipped.
    fn last_left(&self, function: &MachineFunction) -> Option<Inst> {
        let mut cursor = match self.bottom {
            Some(bottom) => function.prev_bundle(bottom),
            None => {
                let last = function.blocks[self.region.block].last.expand();
                last.map(|last| function.bundle_head(last))
            }
        };
        while let Some(inst) = cursor
            && cursor != self.top
            && inst_facts::is_debug_or_probe(function, inst)
        {
            cursor = function.prev_bundle(inst);
        }
        cursor
    }

    /// Moves `inst`, with its bundle, before `place`; `None` is the end of the block.
    pub fn move_before(
        &mut self,
        function: &mut MachineFunction,
        follower: Option<&mut Follower<'_>>,
        inst: Inst,
        place: Option<Inst>,
    ) {
        if self.region.begin == inst
            && let Some(next) = function.next_bundle(inst)
        {
            self.region.begin = next;
        }
        splice_bundle(function, inst, InsertPoint::new(self.region.block, place));
        if let Some(Follower {
            live_intervals,
            log,
        }) = follower
        {
            live_intervals.handle_move(function, inst, true, *log);
        }
        if Some(self.region.begin) == place {
            self.region.begin = inst;
        }
    }

    /// Marks a node as scheduled at `end`, and tells its neighbours on the other side. `release` gets those that are ready.
    pub fn release_neighbours(
        &mut self,
        graph: &mut Graph,
        node: Node,
        end: ZoneEnd,
        mut release: impl FnMut(&mut Graph, Node),
    ) {
        match end {
            ZoneEnd::Top => self.release_succs(graph, node, &mut release),
            ZoneEnd::Bottom => self.release_preds(graph, node, &mut release),
        }
        graph.nodes[node].flags |= NodeFlags::SCHEDULED;
    }

    fn release_succs(
        &mut self,
        graph: &mut Graph,
        node: Node,
        release: &mut impl FnMut(&mut Graph, Node),
    ) {
        let mut cursor = graph.first_succ(node);
        while let Some(edge) = cursor {
            cursor = graph.next_succ(edge);
            let edge = *graph.edge(edge);
            let ready = graph.nodes[node].top_ready_cycle + edge.latency;
            let succ = &mut graph.nodes[edge.succ];
            if edge.dependence.is_weak() {
                succ.weak_preds_left = succ.weak_preds_left.saturating_sub(1);
                if edge.dependence.is_cluster() {
                    self.next_cluster_succ = Some(edge.succ);
                }
                continue;
            }
            succ.top_ready_cycle = succ.top_ready_cycle.max(ready);
            succ.preds_left = succ.preds_left.saturating_sub(1);
            if succ.preds_left == 0 && edge.succ != graph.exit() {
                release(graph, edge.succ);
            }
        }
    }

    /// Tells the predecessors of a node that it is scheduled at the bottom. For the exit before anything else is.
    pub fn release_preds(
        &mut self,
        graph: &mut Graph,
        node: Node,
        release: &mut impl FnMut(&mut Graph, Node),
    ) {
        let mut cursor = graph.first_pred(node);
        while let Some(edge) = cursor {
            cursor = graph.next_pred(edge);
            let edge = *graph.edge(edge);
            let ready = graph.nodes[node].bottom_ready_cycle + edge.latency;
            let pred = &mut graph.nodes[edge.pred];
            if edge.dependence.is_weak() {
                pred.weak_succs_left = pred.weak_succs_left.saturating_sub(1);
                if edge.dependence.is_cluster() {
                    self.next_cluster_pred = Some(edge.pred);
                }
                continue;
            }
            pred.bottom_ready_cycle = pred.bottom_ready_cycle.max(ready);
            pred.succs_left = pred.succs_left.saturating_sub(1);
            if pred.succs_left == 0 {
                release(graph, edge.pred);
            }
        }
    }

    /// Puts debug instructions back after what they followed: `values` are pairs of the two, the last ones first; `first`
    /// is what the region began with.
    pub fn place_debug_values(
        &mut self,
        function: &mut MachineFunction,
        first: Option<Inst>,
        values: &[(Inst, Inst)],
    ) {
        let block = self.region.block;
        if let Some(first) = first {
            let place = InsertPoint::new(block, Some(self.region.begin));
            function.splice(first, place);
            self.region.begin = first;
        }
        for (value, before) in values.iter().rev() {
            if self.region.begin == *value
                && let Some(next) = function.next_inst(*value)
            {
                self.region.begin = next;
            }
            let next = function.next_bundle(*before);
            if next != Some(*value) {
                function.splice(*value, InsertPoint::new(block, next));
            }
            if self.region.end == Some(*before) {
                self.region.end = Some(*value);
            }
        }
    }
}

/// `inst`, or the first instruction after it that is no debug instruction, but at most `end`.
fn skip_debug(function: &MachineFunction, inst: Option<Inst>, end: Option<Inst>) -> Option<Inst> {
    let mut cursor = inst;
    while let Some(inst) = cursor
        && cursor != end
        && inst_facts::is_debug_or_probe(function, inst)
    {
        cursor = function.next_inst(inst);
    }
    cursor
}

/// Moves an instruction, with all of its bundle.
fn splice_bundle(function: &mut MachineFunction, head: Inst, place: InsertPoint) {
    let mut cursor = Some(head);
    while let Some(inst) = cursor {
        let has_more = function.insts[inst].flags.contains(MiFlags::BUNDLED_SUCC);
        cursor = function.next_inst(inst).filter(|_| has_more);
        function.splice(inst, place);
    }
}
