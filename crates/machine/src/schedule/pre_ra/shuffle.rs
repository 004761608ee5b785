//! An order that is right and otherwise as bad as can be, for tests of what follows moves (`-misched=shuffle`).
//!
//! From the top comes the last instruction of the old order that can come next, from the bottom the first one; the two
//! take turns unless options say from where regions are scheduled.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use avarice_mir::MachineFunction;

use super::super::graph::{Graph, Node};
use super::super::region::Region;
use super::super::schedule_list::{Follower, ScheduleList};
use super::super::zone::ZoneEnd;
use super::{Context, MachineScheduler};
use crate::pass::SchedulingOptions;

/// What can come next.
#[derive(Debug, Default)]
pub(super) struct Shuffle {
    top: BinaryHeap<Node>,
    bottom: BinaryHeap<Reverse<Node>>,
}

impl Shuffle {
    fn release(&mut self, node: Node, end: ZoneEnd) {
        match end {
            ZoneEnd::Top => self.top.push(node),
            ZoneEnd::Bottom => self.bottom.push(Reverse(node)),
        }
    }

    /// The next node from `end`.
    fn pick(&mut self, graph: &Graph, end: ZoneEnd) -> Option<Node> {
        loop {
            let node = match end {
                ZoneEnd::Top => self.top.pop()?,
                ZoneEnd::Bottom => self.bottom.pop()?.0,
            };
            if !graph.nodes[node].is_scheduled() {
                return Some(node);
            }
        }
    }
}

/// The end that comes first, and whether they take turns.
fn ends(options: &SchedulingOptions) -> (ZoneEnd, bool) {
    let [is_down, is_up] = [options.only_down, options.only_up].map(|only| only == Some(true));
    let first = match is_up {
        true => ZoneEnd::Bottom,
        false => ZoneEnd::Top,
    };
    (first, !is_down && !is_up)
}

impl MachineScheduler {
    /// Schedules a region whose graph is built, without what makes other orders better.
    pub(super) fn shuffle_region(
        &mut self,
        function: &mut MachineFunction,
        follower: &mut Follower<'_>,
        region: &Region,
        context: &Context<'_>,
    ) {
        let (graph, shuffle) = (&mut self.graph, &mut self.shuffle);
        graph.finish();
        let mut list = ScheduleList::new(function, *region);
        shuffle.top.clear();
        shuffle.bottom.clear();
        for node in graph.inst_nodes() {
            let inst = graph.inst(node);
            follower.live_intervals.number_intervals_of(function, inst);
            if graph.nodes[node].is_top_ready() {
                shuffle.release(node, ZoneEnd::Top);
            }
            if graph.nodes[node].is_bottom_ready() {
                shuffle.release(node, ZoneEnd::Bottom);
            }
        }
        if let Some(end) = region.end {
            follower.live_intervals.number_intervals_of(function, end);
        }
        let exit = graph.exit();
        list.release_preds(graph, exit, &mut |_, node| {
            shuffle.release(node, ZoneEnd::Bottom);
        });
        let (mut end, takes_turns) = ends(context.options);
        while !list.is_done() {
            let Some(node) = shuffle.pick(graph, end) else {
                break;
            };
            let inst = graph.inst(node);
            list.put(function, Some(&mut *follower), inst, end);
            follower.live_intervals.number_intervals_of(function, inst);
            list.release_neighbours(graph, node, end, |_, node| shuffle.release(node, end));
            if takes_turns {
                end = match end {
                    ZoneEnd::Top => ZoneEnd::Bottom,
                    ZoneEnd::Bottom => ZoneEnd::Top,
                };
            }
        }
        let first = self.builder.first_debug_value;
        list.place_debug_values(function, first, &self.builder.debug_values);
    }
}
