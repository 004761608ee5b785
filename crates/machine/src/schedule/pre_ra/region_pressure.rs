//! Register pressure while a region is scheduled.
//!
//! Three trackers: one goes up over the whole region before it is scheduled, and says what is live at its ends and what it
//! asks for at most; the other two follow the zones.
//!
//! ```text
//!   top ▼       scheduled instructions
//!               what is left: by node, what it changes if the rest of the region were not there
//!   bottom ▲    scheduled instructions
//! ```

use avarice_liveness::{LiveIntervals, SlotIndex};
use avarice_mir::{Inst, MachineFunction, inst_facts};

use super::readers::Readers;
use crate::schedule::build::GraphBuilder;
use crate::schedule::graph::{Graph, Node};
use crate::schedule::pressure::diff::{PressureChange, PressureDelta, PressureDiff, Upward};
use crate::schedule::pressure::limits::PressureLimits;
use crate::schedule::pressure::{
    Bounds, DeadDefs, Liveness, OperandPool, PressureReg, PressureTracker, RegOperands, is_last_use,
};
use crate::schedule::region::Region;
use crate::schedule::zone::ZoneEnd;

/// What is known of the function.
#[derive(Clone, Copy)]
pub(super) struct Cx<'a> {
    pub(super) function: &'a MachineFunction,
    pub(super) live_intervals: &'a LiveIntervals,
    pub(super) reserved: &'a [bool],
    pub(super) limits: &'a PressureLimits,
}

impl<'a> Cx<'a> {
    fn liveness(&self) -> Liveness<'a> {
        Liveness {
            function: self.function,
            live_intervals: self.live_intervals,
        }
    }

    fn slot(&self, inst: Inst) -> SlotIndex {
        self.live_intervals.indexes.index(inst).reg_slot(false)
    }

    /// The slot of the first instruction from `inst` on that has one; the end of the block for none.
    fn slot_from(&self, region: &Region, inst: Option<Inst>) -> SlotIndex {
        let mut cursor = inst;
        while let Some(inst) = cursor
            && inst_facts::is_debug_or_probe(self.function, inst)
        {
            cursor = self.function.next_bundle(inst);
        }
        match cursor {
            Some(inst) => self.slot(inst),
            None => self.live_intervals.indexes.block_end(region.block),
        }
    }
}

/// The pressure of a region. Its memory is kept from region to region.
#[derive(Debug, Default)]
pub(super) struct RegionPressure {
    /// Over the whole region, before it is scheduled.
    region: PressureTracker,
    top: PressureTracker,
    bottom: PressureTracker,
    /// By node.
    diffs: Vec<PressureDiff>,
    /// By node: its registers, definitions that nothing reads as far as they are marked.
    node_operands: OperandPool,
    readers: Readers,
    /// Sets whose limit the region exceeds, with the most that they have had where it is scheduled.
    critical: Vec<PressureChange>,
    operands: RegOperands,
    live_uses: Vec<PressureReg>,
    /// Whether pressure is tracked.
    pub(super) is_tracked: bool,
}

impl RegionPressure {
    /// Begins a region whose pressure does not matter.
    pub(super) fn begin_untracked(&mut self) {
        self.is_tracked = false;
        self.region.begin(0);
        self.critical.clear();
    }

    /// Goes over a region before it is scheduled, and begins the two zones.
    ///
    /// # Requires
    /// The graph has the nodes of the region.
    pub(super) fn begin(&mut self, cx: &Cx<'_>, region: &Region, graph: &Graph) {
        self.is_tracked = true;
        let sets = cx.limits.num_sets();
        for tracker in [&mut self.region, &mut self.top, &mut self.bottom] {
            tracker.begin(sets);
        }
        self.go_over_region(cx, region, graph);
        self.readers.find(cx.function, graph);
        self.top.add_live(cx.function, self.region.live_ins());
        self.bottom.add_live(cx.function, self.region.live_outs());
        self.top.close_top();
        self.bottom.close_bottom();
        self.bottom.count_live_through(cx.function, &self.region);
        self.top.copy_live_through(&self.bottom);
        self.begin_bottom(cx, region, graph);
        self.critical.clear();
        for (set, most) in self.region.most().iter().enumerate() {
            if *most > cx.limits.of(set) {
                self.critical.push(PressureChange::of(set));
            }
        }
    }

    /// Goes up from the boundary after the region, and notes what each instruction changes.
    fn go_over_region(&mut self, cx: &Cx<'_>, region: &Region, graph: &Graph) {
        if let Some(end) = region.end {
            self.recede_region(cx, end, DeadDefs::Detected);
        }
        self.diffs.clear();
        self.diffs.resize(graph.len(), PressureDiff::default());
        self.node_operands.begin(graph.len());
        for node in graph.inst_nodes().rev() {
            self.recede_region(cx, graph.inst(node), DeadDefs::Collected);
            let at = node.as_u32() as usize;
            self.node_operands.set(at, &self.operands);
            let diff = &mut self.diffs[at];
            for reg in &self.operands.defs {
                diff.add(cx.function, *reg, Upward::Ends);
            }
            for reg in &self.operands.uses {
                diff.add(cx.function, *reg, Upward::Begins);
            }
        }
        self.region.close_top();
    }

    fn recede_region(&mut self, cx: &Cx<'_>, inst: Inst, dead: DeadDefs) {
        if inst_facts::is_debug_or_probe(cx.function, inst) {
            return;
        }
        self.collect(cx, inst, dead);
        let slot = cx.slot(inst);
        let Self {
            region,
            operands,
            live_uses,
            ..
        } = self;
        live_uses.clear();
        region.recede(&cx.liveness(), slot, operands, live_uses);
    }

    fn collect(&mut self, cx: &Cx<'_>, inst: Inst, dead: DeadDefs) {
        self.operands
            .collect(cx.function, cx.live_intervals, cx.reserved, inst, dead);
    }

    /// Begins the bottom zone: what is live out, and what the boundary after the region reads.
    fn begin_bottom(&mut self, cx: &Cx<'_>, region: &Region, graph: &Graph) {
        self.live_uses.clear();
        self.live_uses.extend(self.region.live_outs());
        let after = region.end.and_then(|end| cx.function.next_bundle(end));
        let place = region.end.map(|_| after);
        self.update_diffs(cx, region, graph, place.flatten());
        let Some(end) = region.end else { return };
        self.live_uses.clear();
        if !inst_facts::is_debug_or_probe(cx.function, end) {
            self.collect(cx, end, DeadDefs::Detected);
            let slot = cx.slot(end);
            let uses = &mut self.live_uses;
            self.bottom
                .recede(&cx.liveness(), slot, &self.operands, uses);
        }
        self.update_diffs(cx, region, graph, Some(end));
    }

    /// Takes registers that have become live off from what other readers of the same value change: for these they are
    /// live already. `place` is where the bottom zone begins.
    fn update_diffs(&mut self, cx: &Cx<'_>, region: &Region, graph: &Graph, place: Option<Inst>) {
        let uses = std::mem::take(&mut self.live_uses);
        for reg in uses.iter().filter_map(|reg| reg.as_virtual()) {
            if !cx.live_intervals.has_interval(reg) {
                continue;
            }
            let range = cx.live_intervals.interval(reg).range();
            let at = cx.slot_from(region, place);
            let end = cx.live_intervals.indexes.block_end(region.block);
            let value = match at == end {
                true => range.value_before(end),
                false => range.query(at).value_in,
            };
            for node in self.readers.of(reg) {
                if graph.nodes[node].is_scheduled() {
                    continue;
                }
                let index = cx.live_intervals.indexes.index(graph.inst(node));
                if range.query(index).value_in == value {
                    let diff = &mut self.diffs[node.as_u32() as usize];
                    diff.add(cx.function, PressureReg::Virtual(reg), Upward::Ends);
                }
            }
        }
        self.live_uses = uses;
    }

    /// Follows a node to one of the zones.
    ///
    /// # Requires
    /// Its instruction has its new place; the node is not yet marked as scheduled.
    pub(super) fn schedule(
        &mut self,
        cx: &Cx<'_>,
        region: &Region,
        graph: &Graph,
        node: Node,
        end: ZoneEnd,
    ) {
        if !self.is_tracked {
            return;
        }
        let inst = graph.inst(node);
        self.collect(cx, inst, DeadDefs::Detected);
        let slot = cx.slot(inst);
        let liveness = cx.liveness();
        if end == ZoneEnd::Top {
            self.top.advance(&liveness, slot, &self.operands);
            note_critical(&mut self.critical, &self.diffs, node, self.top.most());
            return;
        }
        self.live_uses.clear();
        let uses = &mut self.live_uses;
        self.bottom.recede(&liveness, slot, &self.operands, uses);
        note_critical(&mut self.critical, &self.diffs, node, self.bottom.most());
        self.update_diffs(cx, region, graph, Some(inst));
    }

    /// What scheduling a node would do to pressure.
    pub(super) fn delta(
        &mut self,
        function: &MachineFunction,
        live_intervals: &mut LiveIntervals,
        limits: &PressureLimits,
        graph: &Graph,
        (node, end): (Node, ZoneEnd),
    ) -> PressureDelta {
        if !self.is_tracked {
            return PressureDelta::default();
        }
        let bounds = Bounds {
            limits,
            critical: &self.critical,
            most: self.region.most(),
        };
        if end == ZoneEnd::Bottom {
            let diff = &self.diffs[node.as_u32() as usize];
            return self.bottom.upward_delta(diff, &bounds);
        }
        let inst = graph.inst(node);
        let operands = self.node_operands.of(node.as_u32() as usize);
        let readers = &mut self.readers;
        self.top.downward_delta(function, operands, &bounds, |reg| {
            if let Some(reg) = reg.as_virtual() {
                live_intervals.number_interval(reg);
            }
            let slot = live_intervals.indexes.index(inst).reg_slot(false);
            let liveness = Liveness {
                function,
                live_intervals,
            };
            is_last_use(&liveness, reg, slot) && !readers.is_read_before(graph, reg, node)
        })
    }

    /// The longest way from one iteration to the next, in a region that is the body of a loop.
    pub(super) fn cyclic_critical_path(
        &self,
        cx: &Cx<'_>,
        region: &Region,
        graph: &Graph,
        builder: &GraphBuilder,
    ) -> u32 {
        let mut longest = 0;
        if !cx.function.blocks[region.block]
            .succs
            .contains(&region.block)
        {
            return 0;
        }
        for reg in self
            .region
            .live_outs()
            .iter()
            .filter_map(|reg| reg.as_virtual())
        {
            let range = cx.live_intervals.interval(reg).range();
            let end = cx.live_intervals.indexes.block_end(region.block);
            let def = range.value_before(end).map(|value| range.value(value).def);
            let def = def.and_then(|def| cx.live_intervals.indexes.inst_at(def));
            let Some(def) = def.and_then(|def| builder.node_of(def)) else {
                continue;
            };
            for reader in self.readers.of(reg) {
                let index = cx.live_intervals.indexes.index(graph.inst(reader));
                let value = range.query(index).value_in;
                if value.is_some_and(|value| range.value(value).is_phi_def()) {
                    longest = longest.max(cyclic_latency(graph, def, reader));
                }
            }
        }
        longest
    }
}

/// How long a way is that leaves a loop's body by `def` and enters it again by `reader`.
fn cyclic_latency(graph: &Graph, def: Node, reader: Node) -> u32 {
    let (def, reader) = (&graph.nodes[def], &graph.nodes[reader]);
    let by_depth = (def.depth + def.latency).saturating_sub(reader.depth);
    let by_height = (reader.height + def.latency).saturating_sub(def.height);
    by_depth.min(by_height)
}

/// Notes the most pressure on critical sets that a node changes.
fn note_critical(
    critical: &mut [PressureChange],
    diffs: &[PressureDiff],
    node: Node,
    most: &[u32],
) {
    let mut critical = critical.iter_mut().peekable();
    for change in diffs[node.as_u32() as usize].changes() {
        let set = change.set();
        while critical.next_if(|entry| entry.set() < set).is_some() {}
        if let Some(entry) = critical.peek_mut().filter(|entry| entry.set() == set)
            && let Ok(most) = i16::try_from(most[set])
        {
            entry.units = entry.units.max(most);
        }
    }
}
