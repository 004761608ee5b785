//! Building the graph of a region, from its last instruction up.
//!
//! What is below the current instruction is known by register ([`physical`] units, [`virtual_regs`] with their lanes) and by
//! object in memory ([`memory`]). The order in which edges are added is behaviour: it is the order in which they are
//! found, definitions before uses, operands in their order, units in theirs.

mod access_lists;
mod memory;
mod physical;
mod virtual_regs;

use avarice_ir::Module;
use avarice_mir::{Inst, MachineFunction, inst_facts};
use avarice_target::{InstrFlags, op};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

use super::graph::{Dependence, Graph, Need, Node, NodeFlags, Order};
use super::model::{ResourceBuffer, SchedulingModel};
use super::region::Region;
use super::target::SchedulingTarget;
use crate::alias::AliasAnalysis;
use memory::MemoryDependences;
use physical::UnitLists;
use virtual_regs::LaneLists;

/// Whether lanes of virtual registers are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lanes {
    /// They are. Marks of definitions that leave other lanes undefined are removed.
    Tracked,
    /// A register is one thing.
    Whole,
}

/// What happens to kill marks of physical registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kills {
    /// They are removed, since someone sets them again after scheduling.
    Removed,
    /// They stay.
    Kept,
}

/// How a graph is built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuildOptions {
    /// Whether lanes of virtual registers are told apart.
    pub lanes: Lanes,
    /// What happens to kill marks.
    pub kills: Kills,
    /// How many accesses of memory are tracked before most of them are forgotten (`-dag-maps-huge-region`).
    pub huge_region: u32,
}

/// What is known of the function whose regions are scheduled.
#[derive(Clone, Copy)]
pub struct BuildContext<'a> {
    /// The module.
    pub module: &'a Module,
    /// The processor.
    pub model: &'a dyn SchedulingModel,
    /// The target.
    pub target: &'a dyn SchedulingTarget,
    /// Which accesses may be to the same memory.
    pub aliases: &'a AliasAnalysis<'a>,
    /// By physical register: whether it is reserved.
    pub reserved: &'a [bool],
    /// How graphs are built.
    pub options: BuildOptions,
}

/// Builds graphs; its memory is kept from region to region.
#[derive(Debug, Default)]
pub struct GraphBuilder {
    /// By instruction: its node, if it is one of the current region.
    nodes: SecondaryMap<Inst, PackedOption<Node>>,
    units: UnitLists,
    lanes: LaneLists,
    memory: MemoryDependences,
    /// Debug instructions with the instruction that each comes after, the last one first.
    pub debug_values: Vec<(Inst, Inst)>,
    /// A debug instruction that the region begins with.
    pub first_debug_value: Option<Inst>,
}

/// A graph under construction.
struct Build<'a> {
    function: &'a mut MachineFunction,
    graph: &'a mut Graph,
    context: &'a BuildContext<'a>,
    scratch: &'a mut GraphBuilder,
}

impl GraphBuilder {
    /// Begins a function.
    pub fn begin_function(&mut self) {
        self.nodes.clear();
        self.units.begin_function();
        self.lanes.begin_function();
    }

    /// The node of an instruction of the current region.
    pub fn node_of(&self, inst: Inst) -> Option<Node> {
        self.nodes[inst].expand()
    }

    /// Builds the graph of `region`.
    ///
    /// # Ensures
    /// `graph` has a node for each instruction that is no debug instruction, and an edge for each dependence. Depths and
    /// heights are those of [`Graph::finish`], which is not called.
    pub fn build(
        &mut self,
        function: &mut MachineFunction,
        region: &Region,
        context: &BuildContext<'_>,
        graph: &mut Graph,
    ) {
        for node in graph.inst_nodes() {
            self.nodes[graph.inst(node)] = None.into();
        }
        graph.clear();
        self.debug_values.clear();
        self.first_debug_value = None;
        self.units.clear(function);
        self.lanes.clear();
        self.memory.clear();
        let mut build = Build {
            function,
            graph,
            context,
            scratch: self,
        };
        build.add_nodes(region);
        build.add_uses_of_exit(region);
        build.add_edges(region);
    }
}

impl Build<'_> {
    fn add_nodes(&mut self, region: &Region) {
        let model = self.context.model;
        let mut cursor = Some(region.begin);
        while let Some(inst) = cursor.filter(|_| cursor != region.end) {
            cursor = self.function.next_bundle(inst);
            if inst_facts::is_debug_or_probe(self.function, inst) {
                continue;
            }
            let node = self.graph.add_node(inst);
            self.scratch.nodes[inst] = node.into();
            let class = model.class_of(self.function, inst);
            let desc = self.function.desc(inst);
            let mut flags = NodeFlags::empty();
            flags.set(NodeFlags::CALL, desc.has(InstrFlags::CALL));
            flags.set(NodeFlags::COMMUTABLE, desc.has(InstrFlags::COMMUTABLE));
            if model.describes_instructions() {
                for taken in model.resource_uses(class) {
                    match model.resources()[taken.resource as usize].buffer {
                        ResourceBuffer::None => flags |= NodeFlags::RESERVED_RESOURCE,
                        ResourceBuffer::Entries(1) => flags |= NodeFlags::UNBUFFERED,
                        _ => {}
                    }
                }
            }
            let data = &mut self.graph.nodes[node];
            data.class = class;
            data.flags = flags;
            data.micro_ops = model.micro_ops(self.function, inst, class);
            data.latency = model.instruction_latency(self.function, inst);
        }
        let exit = region.end.map(|end| self.last_real(region, end));
        self.graph.add_exit(exit);
    }

    /// `end`, or the last instruction before it that is no debug instruction.
    fn last_real(&self, region: &Region, end: Inst) -> Inst {
        let mut inst = end;
        while inst_facts::is_debug_or_probe(self.function, inst)
            && inst != region.begin
            && let Some(prev) = self.function.prev_inst(inst)
        {
            inst = prev;
        }
        inst
    }

    /// Notes what is read after the region: by the instruction that ends it, and, where control goes on to other blocks,
    /// by these.
    fn add_uses_of_exit(&mut self, region: &Region) {
        let exit = self.graph.exit();
        let inst = self.graph.nodes[exit].inst.expand();
        for at in 0..inst.map_or(0, |inst| self.function.num_operands(inst)) {
            let Some(inst) = inst else { break };
            let operand = self.function.operand(inst, at);
            if !operand.is_use() {
                continue;
            }
            let reads = operand.reads_reg();
            if let Some(reg) = operand.as_reg().as_physical() {
                for unit in self.function.target.reg(reg).units {
                    self.scratch.units.add_use(*unit, exit, None);
                }
            } else if let Some(reg) = operand.as_reg().as_virtual().filter(|_| reads) {
                self.add_virtual_use(exit, inst, at, reg);
            }
        }
        let leaves = InstrFlags::CALL.union(InstrFlags::BARRIER);
        if inst.is_some_and(|inst| self.function.any_in_bundle(inst, leaves)) {
            return;
        }
        for successor in &self.function.blocks[region.block].succs {
            for (reg, lanes) in &self.function.blocks[*successor].live_ins {
                let desc = self.function.target.reg(*reg);
                for (unit, held) in desc.units.iter().zip(desc.unit_lanes) {
                    let is_live = held.is_none() || (*held & *lanes).any();
                    if is_live && !self.scratch.units.has_use(*unit) {
                        self.scratch.units.add_use(*unit, exit, None);
                    }
                }
            }
        }
    }

    fn add_edges(&mut self, region: &Region) {
        let last = match region.end {
            Some(end) => self.function.prev_bundle(end),
            None => {
                let last = self.function.blocks[region.block].last.expand();
                last.map(|last| self.function.bundle_head(last))
            }
        };
        let mut debug = None;
        let mut cursor = last;
        while let Some(inst) = cursor {
            if let Some(debug) = debug.take() {
                self.scratch.debug_values.push((debug, inst));
            }
            if is_placed_later(self.function, inst) {
                debug = Some(inst);
            } else if let Some(node) = self.scratch.node_of(inst) {
                self.add_edges_of(node, inst);
            }
            let is_first = inst == region.begin;
            cursor = self.function.prev_bundle(inst).filter(|_| !is_first);
        }
        self.scratch.first_debug_value = debug;
    }

    fn add_edges_of(&mut self, node: Node, inst: Inst) {
        let mut defines_virtual = false;
        for at in 0..self.function.num_operands(inst) {
            let operand = self.function.operand(inst, at);
            if !operand.is_def() {
                continue;
            }
            if let Some(reg) = operand.as_reg().as_physical() {
                self.add_physical(node, inst, at, reg);
            } else if let Some(reg) = operand.as_reg().as_virtual() {
                defines_virtual = true;
                self.add_virtual_def(node, inst, at, reg);
            }
        }
        for at in 0..self.function.num_operands(inst) {
            let operand = self.function.operand(inst, at);
            if !operand.is_use() {
                continue;
            }
            let reads = operand.reads_reg();
            if let Some(reg) = operand.as_reg().as_physical() {
                self.add_physical(node, inst, at, reg);
            } else if let Some(reg) = operand.as_reg().as_virtual().filter(|_| reads) {
                self.add_virtual_use(node, inst, at, reg);
            }
        }
        let latency = self.graph.nodes[node].latency;
        if self.graph.nodes[node].data_succs == 0
            && latency > 1
            && (defines_virtual || inst_facts::may_load(self.function, inst))
        {
            let exit = self.graph.exit();
            let why = Dependence::Order(Order::Artificial);
            self.graph
                .add_pred(exit, node, why, latency - 1, Need::Required);
        }
        self.add_memory(node, inst);
    }
}

/// Whether an instruction is put back after what it follows, once that has its place.
fn is_placed_later(function: &MachineFunction, inst: Inst) -> bool {
    matches!(
        function.opcode(inst),
        op::DBG_VALUE | op::DBG_VALUE_LIST | op::DBG_PHI
    )
}
