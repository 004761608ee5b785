//! Weak edges that let copies between virtual registers be coalesced.
//!
//! One of the two registers of a copy is local to the region. Where the other one has a hole, edges keep the hole open, so
//! that both can have the same physical register:
//!
//! ```text
//!   SU(0)       = %global      ─weak▶ SU(1)      reads of %global before the hole come before the local range
//!   SU(1) %local =
//!   SU(2)       = %local       ─weak▶ SU(3)      reads of %local come before the hole ends
//!   SU(3) %global = COPY %local
//! ```

use avarice_liveness::{LiveIntervals, SlotIndex};
use avarice_mir::{MachineFunction, OperandFlags, VReg};
use avarice_target::op;
use smallvec::SmallVec;

use super::build::GraphBuilder;
use super::graph::{Dependence, Graph, Node, Order};

/// What copies are constrained with.
#[derive(Clone, Copy)]
pub struct CopyConstraints<'a> {
    /// The function.
    pub function: &'a MachineFunction,
    /// Where registers are live.
    pub live_intervals: &'a LiveIntervals,
    /// Knows the nodes of instructions.
    pub builder: &'a GraphBuilder,
}

/// The nodes between which edges are added, and the registers of the edges that lead to them.
struct Hole {
    local: VReg,
    global: VReg,
    /// Defines the local register first.
    first_local: Node,
    /// Defines the local register last.
    last_local: Node,
    /// Ends the hole of the global register.
    end: Node,
}

impl CopyConstraints<'_> {
    /// Adds edges for all copies of a region.
    pub fn apply(&self, graph: &mut Graph) {
        let indexes = &self.live_intervals.indexes;
        let mut nodes = graph.inst_nodes();
        let Some(first) = nodes.next() else { return };
        let last = nodes.next_back().unwrap_or(first);
        let region = (
            indexes.index(graph.inst(first)),
            indexes.index(graph.inst(last)),
        );
        for node in graph.inst_nodes() {
            if self.function.opcode(graph.inst(node)) == op::COPY {
                self.constrain(graph, node, region);
            }
        }
    }

    fn constrain(&self, graph: &mut Graph, copy: Node, region: (SlotIndex, SlotIndex)) {
        let Some(hole) = self.hole(graph, copy, region) else {
            return;
        };
        let mut local_reads = SmallVec::<[Node; 8]>::new();
        let mut cursor = graph.first_succ(hole.last_local);
        while let Some(edge) = cursor {
            cursor = graph.next_succ(edge);
            let edge = *graph.edge(edge);
            if edge.dependence != Dependence::Data(hole.local.into()) || edge.succ == hole.end {
                continue;
            }
            if !graph.can_add_edge(hole.end, edge.succ) {
                return;
            }
            local_reads.push(edge.succ);
        }
        let mut global_reads = SmallVec::<[Node; 8]>::new();
        let mut cursor = graph.first_pred(hole.end);
        while let Some(edge) = cursor {
            cursor = graph.next_pred(edge);
            let edge = *graph.edge(edge);
            let is_read = edge.dependence == Dependence::Anti(hole.global.into());
            if !is_read || edge.pred == hole.first_local {
                continue;
            }
            if !graph.can_add_edge(hole.first_local, edge.pred) {
                return;
            }
            global_reads.push(edge.pred);
        }
        for read in local_reads {
            graph.add_edge(hole.end, read, Dependence::Order(Order::Weak), 0);
        }
        for read in global_reads {
            graph.add_edge(hole.first_local, read, Dependence::Order(Order::Weak), 0);
        }
    }

    /// The local and the global register of a copy.
    fn registers(
        &self,
        graph: &Graph,
        copy: Node,
        region: (SlotIndex, SlotIndex),
    ) -> Option<(VReg, VReg)> {
        let inst = graph.inst(copy);
        let [target, source, ..] = self.function.operands(inst) else {
            return None;
        };
        let from = source
            .as_reg()
            .as_virtual()
            .filter(|_| source.reads_reg())?;
        let is_dead = target.has(OperandFlags::DEAD);
        let to = target.as_reg().as_virtual().filter(|_| !is_dead)?;
        let is_local = |reg: VReg| {
            let range = self.live_intervals.interval(reg).range();
            !range.is_empty()
                && range.begin_index() > region.0.base()
                && range.end_index() < region.1.boundary()
        };
        let has_both = [from, to].map(|reg| self.live_intervals.has_interval(reg));
        match has_both == [true; 2] {
            true if is_local(from) => Some((from, to)),
            true if is_local(to) => Some((to, from)),
            _ => None,
        }
    }

    fn hole(&self, graph: &Graph, copy: Node, region: (SlotIndex, SlotIndex)) -> Option<Hole> {
        let indexes = &self.live_intervals.indexes;
        let (local, global) = self.registers(graph, copy, region)?;
        let range = self.live_intervals.interval(local).range();
        let begin = range.begin_index();
        let other = self.live_intervals.interval(global).range();
        let segments = other.segments();
        let mut at = other.find(begin);
        at += usize::from(segments.get(at)?.contains(begin));
        let after = segments.get(at)?;
        if let Some(before) = at.checked_sub(1).map(|at| segments[at]) {
            // Instructions that write what they read leave no hole.
            if before.end.same_inst(after.start) || before.start.same_inst(begin) {
                return None;
            }
        }
        let node_at = |at: SlotIndex| {
            let inst = indexes.inst_at(at)?;
            self.builder.node_of(inst)
        };
        let last = range.value_before(range.end_index())?;
        Some(Hole {
            local,
            global,
            first_local: node_at(begin)?,
            last_local: node_at(range.value(last).def)?,
            end: node_at(after.start)?,
        })
    }
}
