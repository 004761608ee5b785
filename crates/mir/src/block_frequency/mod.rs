//! How often blocks run, from branch probabilities, with LLVM's results to the last bit.
//!
//! The entry has a *mass* of (nearly) one, which flows along the edges by their probabilities. Loops are
//! handled from the inside out:
//!
//! 1. The header of a loop gets the whole mass, which flows through the loop once. The mass that
//!    returns to the header is the loop's back-edge mass; the mass that leaves is recorded by exit.
//! 2. The loop's *scale*, how often it runs once entered, is 1 / (1 - back-edge mass). Then the loop is
//!    *packaged*: it acts as one node whose successors are its exits.
//! 3. When mass has flowed through the whole function, packages are unpacked from the outside in: a
//!    block's frequency is its mass times the scales and masses of the loops around it.
//!
//! If mass would have to flow backwards to a node that is not a loop header, there is a cycle with
//! several entries; see [`irreducible`]. Mass is split so that no unit is lost ([`Distribution`]).
//! Blocks are nodes, numbered in reverse postorder.

mod distribution;
mod irreducible;

use crate::entities::Block;
use crate::flow::{MachineCfg, MachineLoopInfo};
use crate::function::MachineFunction;
use crate::scaled_number::ScaledNumber;
use distribution::{Distribution, EdgeKind};

/// A block, by its place in reverse postorder.
type Node = u32;

/// A loop, by index into [`Flow::loops`].
type LoopIndex = usize;

/// The mass of something that always runs.
const FULL: u64 = u64::MAX;

/// How often a loop without way out is taken to run, as 2^this.
const INFINITE_LOOP_SCALE: i32 = 12;

/// Bits that integer frequencies leave free at the top, so that sums of them do not overflow.
const SLACK_BITS: i32 = 10;

/// Frequencies of the blocks of one function.
#[derive(Clone, Debug, Default)]
pub struct BlockFrequencies {
    /// By block; 0 for unreachable blocks.
    frequencies: Vec<u64>,
    floating: Vec<ScaledNumber>,
    entry: u64,
    /// Weights of the edges from which they were computed, block by block; none if any was set.
    weights: Vec<u32>,
}

impl BlockFrequencies {
    /// The frequencies of `function`.
    pub fn of(function: &MachineFunction, cfg: &MachineCfg, loops: &MachineLoopInfo) -> Self {
        let mut frequencies = Self::default();
        frequencies.compute(function, cfg, loops);
        frequencies
    }

    /// Makes these the frequencies of `function`, whose blocks and edges are those for which they were computed last:
    /// nothing is to be done where the edges also have the same weights.
    pub fn update(
        &mut self,
        function: &MachineFunction,
        cfg: &MachineCfg,
        loops: &MachineLoopInfo,
    ) {
        if !self.weights.iter().copied().eq(weights(function)) || self.weights.is_empty() {
            self.compute(function, cfg, loops);
        }
    }

    /// Makes these the frequencies of `function`.
    ///
    /// # Requires
    /// `cfg` and `loops` are up to date.
    ///
    /// # Ensures
    /// Reachable blocks have frequencies of at least 1, the largest is just below 2^54.
    pub fn compute(
        &mut self,
        function: &MachineFunction,
        cfg: &MachineCfg,
        loops: &MachineLoopInfo,
    ) {
        self.frequencies.clear();
        self.frequencies.resize(function.blocks.len(), 0);
        self.floating.clear();
        self.floating
            .resize(function.blocks.len(), ScaledNumber::ZERO);
        self.entry = 0;
        self.weights.clear();
        self.weights.extend(weights(function));
        let mut flow = Flow::new(function, cfg, loops);
        if flow.order.is_empty() {
            return;
        }
        flow.compute_mass_in_loops();
        flow.compute_mass_in_function();
        let scaled = flow.unwrap_loops();
        let max = scaled.iter().copied().max().unwrap_or(ScaledNumber::ONE);
        let factor = ScaledNumber::new(1, 64 - SLACK_BITS).divide(max);
        for (block, scaled) in flow.order.iter().zip(&scaled) {
            let index = block.as_u32() as usize;
            self.floating[index] = *scaled;
            self.frequencies[index] = scaled.multiply(factor).to_u64().max(1);
        }
        self.entry = self.frequencies[flow.order[0].as_u32() as usize];
    }

    /// The frequency of `block` as an integer; 0 if it is unreachable or was not there.
    #[inline]
    pub fn frequency(&self, block: Block) -> u64 {
        self.frequencies
            .get(block.as_u32() as usize)
            .copied()
            .unwrap_or(0)
    }

    /// The frequency of the entry block.
    #[inline]
    pub fn entry(&self) -> u64 {
        self.entry
    }

    /// Executions of `block` for each execution of the entry block, from the integers as LLVM has it.
    #[inline]
    pub fn relative(&self, block: Block) -> f64 {
        self.frequency(block) as f64 / self.entry.max(1) as f64
    }

    /// The same before it was made an integer.
    pub fn floating(&self, block: Block) -> ScaledNumber {
        let found = self.floating.get(block.as_u32() as usize);
        found.copied().unwrap_or_default()
    }

    /// Sets the frequency of a block, which may be a new one.
    pub fn set(&mut self, block: Block, frequency: u64) {
        self.weights.clear();
        let index = block.as_u32() as usize;
        if index >= self.frequencies.len() {
            self.frequencies.resize(index + 1, 0);
            self.floating.resize(index + 1, ScaledNumber::ZERO);
        }
        self.frequencies[index] = frequency;
    }
}

/// The weights of all edges, and how many of them each block has.
fn weights(function: &MachineFunction) -> impl Iterator<Item = u32> + '_ {
    function.layout.iter().flat_map(|block| {
        let probs = &function.blocks[*block].probs;
        let weights = probs.iter().map(|probability| probability.0);
        std::iter::once(probs.len() as u32).chain(weights)
    })
}

/// A loop while mass flows.
///
/// `nodes` begins with the headers (one; several, ascending, in a cycle with several entries), then the
/// other nodes, ascending. A loop inside is there by its header only.
#[derive(Debug)]
struct LoopData {
    parent: Option<LoopIndex>,
    is_packaged: bool,
    num_headers: usize,
    nodes: Vec<Node>,
    exits: Vec<(Node, u64)>,
    /// Mass that returns, by header.
    back_edge_mass: Vec<u64>,
    mass: u64,
    scale: ScaledNumber,
}

impl LoopData {
    fn new(parent: Option<LoopIndex>, headers: &[Node], others: &[Node]) -> Self {
        Self {
            parent,
            is_packaged: false,
            num_headers: headers.len(),
            nodes: [headers, others].concat(),
            exits: Vec::new(),
            back_edge_mass: vec![0; headers.len()],
            mass: 0,
            scale: ScaledNumber::ZERO,
        }
    }

    fn is_irreducible(&self) -> bool {
        self.num_headers > 1
    }

    fn header_index(&self, node: Node) -> Option<usize> {
        self.nodes[..self.num_headers].binary_search(&node).ok()
    }
}

/// A node while mass flows.
#[derive(Clone, Copy, Debug, Default)]
struct NodeData {
    /// The innermost loop that it is in or the header of.
    innermost: Option<LoopIndex>,
    mass: u64,
}

/// All state of the computation.
struct Flow<'f> {
    function: &'f MachineFunction,
    /// Blocks in reverse postorder: by node.
    order: Vec<Block>,
    /// By block: its node.
    node_of: Vec<Node>,
    nodes: Vec<NodeData>,
    loops: Vec<LoopData>,
    /// Loops in order, each before those inside it.
    loop_order: Vec<LoopIndex>,
}

/// Mass would have to flow backwards: there is a cycle with several entries.
struct IrreducibleEdge;

type FlowResult = Result<(), IrreducibleEdge>;

impl<'f> Flow<'f> {
    fn new(function: &'f MachineFunction, cfg: &MachineCfg, loops: &MachineLoopInfo) -> Self {
        let order: Vec<Block> = cfg.reverse_postorder().collect();
        let mut node_of = vec![Node::MAX; function.blocks.len()];
        for (node, block) in order.iter().enumerate() {
            node_of[block.as_u32() as usize] = node as Node;
        }
        let mut flow = Self {
            function,
            nodes: vec![NodeData::default(); order.len()],
            order,
            node_of,
            loops: Vec::new(),
            loop_order: Vec::new(),
        };
        flow.add_loops(loops);
        flow
    }

    fn node(&self, block: Block) -> Node {
        self.node_of[block.as_u32() as usize]
    }

    fn add_loops(&mut self, info: &MachineLoopInfo) {
        let mut index_of = Vec::with_capacity(info.len());
        for id in info.loops() {
            let parent = info.parent(id).map(|p| index_of[p.as_u32() as usize]);
            let header = self.node(info.header(id));
            let index = self.loops.len();
            self.loops.push(LoopData::new(parent, &[header], &[]));
            self.nodes[header as usize].innermost = Some(index);
            index_of.push(index);
        }
        self.loop_order.extend(0..self.loops.len());
        for node in 0..self.order.len() as Node {
            if self.is_loop_header(node) {
                if let Some(outer) = self.containing_loop(node) {
                    self.loops[outer].nodes.push(node);
                }
            } else if let Some(id) = info.loop_of(self.order[node as usize]) {
                let index = index_of[id.as_u32() as usize];
                self.nodes[node as usize].innermost = Some(index);
                self.loops[index].nodes.push(node);
            }
        }
    }

    fn is_loop_header(&self, node: Node) -> bool {
        let innermost = self.nodes[node as usize].innermost;
        innermost.is_some_and(|l| self.loops[l].header_index(node).is_some())
    }

    /// The irreducible loop around the loop of which `node` is a header, if it is a header of that too.
    fn double_header(&self, node: Node) -> Option<LoopIndex> {
        let inner = self.nodes[node as usize]
            .innermost
            .filter(|_| self.is_loop_header(node))?;
        let outer = self.loops[inner].parent?;
        let data = &self.loops[outer];
        (data.is_irreducible() && data.header_index(node).is_some()).then_some(outer)
    }

    /// The innermost loop around a node, or around the loops that it is the header of.
    fn containing_loop(&self, node: Node) -> Option<LoopIndex> {
        let innermost = self.nodes[node as usize].innermost;
        if !self.is_loop_header(node) {
            return innermost;
        }
        let outer = self.double_header(node).or(innermost)?;
        self.loops[outer].parent
    }

    /// The outermost of the packages that a node is in.
    fn packaged_loop(&self, node: Node) -> Option<LoopIndex> {
        let mut found = self.nodes[node as usize].innermost?;
        if !self.loops[found].is_packaged {
            return None;
        }
        while let Some(parent) = self.loops[found]
            .parent
            .filter(|p| self.loops[*p].is_packaged)
        {
            found = parent;
        }
        Some(found)
    }

    /// The node that stands for `node` now: the header of the package that it is in, or itself.
    fn resolved(&self, node: Node) -> Node {
        self.packaged_loop(node)
            .map_or(node, |l| self.loops[l].nodes[0])
    }

    /// Where the mass of a node is kept: with the package that it is the header of, or by itself.
    fn mass_mut(&mut self, node: Node) -> &mut u64 {
        let package = self.nodes[node as usize]
            .innermost
            .filter(|l| self.is_loop_header(node) && self.loops[*l].is_packaged);
        let Some(package) = package else {
            return &mut self.nodes[node as usize].mass;
        };
        let outer = self
            .double_header(node)
            .filter(|l| self.loops[*l].is_packaged);
        &mut self.loops[outer.unwrap_or(package)].mass
    }

    fn compute_mass_in_loops(&mut self) {
        let mut at = self.loop_order.len();
        while at > 0 {
            at -= 1;
            let index = self.loop_order[at];
            if self.compute_mass_in_loop(index).is_err() {
                self.split_irreducible(Some(index), at + 1);
                // All backward edges are inside packages now.
                let _ = self.compute_mass_in_loop(index);
            }
        }
    }

    fn compute_mass_in_function(&mut self) {
        if self.try_mass_in_function().is_err() {
            self.split_irreducible(None, 0);
            let _ = self.try_mass_in_function();
        }
    }

    fn try_mass_in_function(&mut self) -> FlowResult {
        *self.mass_mut(0) = FULL;
        for node in 0..self.order.len() as Node {
            if self.resolved(node) == node {
                self.propagate(None, node)?;
            }
        }
        Ok(())
    }

    /// Step 1 of the module doc for one loop, then 2.
    fn compute_mass_in_loop(&mut self, index: LoopIndex) -> FlowResult {
        if self.loops[index].is_irreducible() {
            let headers = self.loops[index].nodes[..self.loops[index].num_headers].to_vec();
            let mut start = Distribution::default();
            for header in headers {
                start.add(EdgeKind::Local, header, 1);
            }
            self.set_header_masses(start);
            for at in 0..self.loops[index].nodes.len() {
                self.propagate(Some(index), self.loops[index].nodes[at])?;
            }
            self.adjust_header_masses(index);
        } else {
            *self.mass_mut(self.loops[index].nodes[0]) = FULL;
            for at in 0..self.loops[index].nodes.len() {
                self.propagate(Some(index), self.loops[index].nodes[at])?;
            }
        }
        self.compute_scale(index);
        self.package(index);
        Ok(())
    }

    /// Gives headers of an irreducible loop shares of the full mass.
    fn set_header_masses(&mut self, mut shares: Distribution) {
        for (weight, taken) in shares.split(FULL) {
            *self.mass_mut(weight.target) = taken;
        }
    }

    /// Gives headers of an irreducible loop what returns to them.
    fn adjust_header_masses(&mut self, index: LoopIndex) {
        let data = &self.loops[index];
        let mut shares = Distribution::default();
        for (header, mass) in data.nodes.iter().zip(&data.back_edge_mass) {
            if *mass > 0 {
                shares.add(EdgeKind::Local, *header, *mass);
            }
        }
        self.set_header_masses(shares);
    }

    fn compute_scale(&mut self, index: LoopIndex) {
        let data = &mut self.loops[index];
        let returning = data
            .back_edge_mass
            .iter()
            .fold(0, |sum: u64, m| sum.saturating_add(*m));
        let leaving = FULL - returning;
        data.scale = match leaving {
            0 => ScaledNumber::new(1, INFINITE_LOOP_SCALE),
            _ => scaled_mass(leaving).inverse(),
        };
    }

    fn package(&mut self, index: LoopIndex) {
        for at in 0..self.loops[index].nodes.len() {
            if let Some(inner) = self.packaged_loop(self.loops[index].nodes[at]) {
                self.loops[inner].exits.clear();
            }
        }
        self.loops[index].is_packaged = true;
    }

    /// Lets the mass of `node` flow along its edges, within `outer`.
    fn propagate(&mut self, outer: Option<LoopIndex>, node: Node) -> FlowResult {
        let mut edges = Distribution::default();
        if let Some(package) = self.packaged_loop(node) {
            let header = self.loops[package].nodes[0];
            for (target, mass) in &self.loops[package].exits {
                self.add_edge(&mut edges, outer, header, *target, *mass)?;
            }
        } else {
            let block = self.order[node as usize];
            for (at, succ) in self.function.blocks[block].succs.iter().enumerate() {
                let weight = u64::from(self.function.succ_probability(block, at).0);
                self.add_edge(&mut edges, outer, node, self.node(*succ), weight)?;
            }
        }
        let mass = *self.mass_mut(node);
        for (weight, taken) in edges.split(mass) {
            let target = weight.target;
            match (weight.kind, outer) {
                (EdgeKind::Local, _) | (_, None) => {
                    let mass = self.mass_mut(target);
                    *mass = mass.saturating_add(taken);
                }
                (EdgeKind::Back, Some(outer)) => {
                    let data = &mut self.loops[outer];
                    let header = data.header_index(target).unwrap_or(0);
                    let mass = &mut data.back_edge_mass[header];
                    *mass = mass.saturating_add(taken);
                }
                (EdgeKind::Exit, Some(outer)) => self.loops[outer].exits.push((target, taken)),
            }
        }
        Ok(())
    }

    fn add_edge(
        &self,
        edges: &mut Distribution,
        outer: Option<LoopIndex>,
        from: Node,
        to: Node,
        weight: u64,
    ) -> FlowResult {
        let weight = weight.max(1);
        let is_header =
            |node| outer.is_some_and(|outer| self.loops[outer].header_index(node).is_some());
        let target = self.resolved(to);
        let kind = if is_header(target) {
            EdgeKind::Back
        } else if self.containing_loop(target) != outer {
            EdgeKind::Exit
        } else if target < from && !is_header(from) {
            return Err(IrreducibleEdge);
        } else {
            EdgeKind::Local
        };
        edges.add(kind, target, weight);
        Ok(())
    }

    /// Opens packages, outer ones first; returns frequencies by node.
    fn unwrap_loops(&mut self) -> Vec<ScaledNumber> {
        let mut scaled: Vec<_> = self.nodes.iter().map(|n| scaled_mass(n.mass)).collect();
        for at in 0..self.loop_order.len() {
            let index = self.loop_order[at];
            let data = &mut self.loops[index];
            data.scale = data.scale.multiply(scaled_mass(data.mass));
            data.is_packaged = false;
            let scale = data.scale;
            for place in 0..self.loops[index].nodes.len() {
                let node = self.loops[index].nodes[place];
                let package = self
                    .packaged_loop(node)
                    .filter(|_| self.is_package_header(node));
                let value = match package {
                    Some(inner) => &mut self.loops[inner].scale,
                    None => &mut scaled[node as usize],
                };
                *value = scale.multiply(*value);
            }
        }
        scaled
    }

    fn is_package_header(&self, node: Node) -> bool {
        let innermost = self.nodes[node as usize].innermost;
        self.is_loop_header(node) && innermost.is_some_and(|l| self.loops[l].is_packaged)
    }
}

/// A mass as a fraction of the full one.
fn scaled_mass(mass: u64) -> ScaledNumber {
    match mass {
        FULL => ScaledNumber::ONE,
        mass => ScaledNumber::new(mass + 1, -64),
    }
}
