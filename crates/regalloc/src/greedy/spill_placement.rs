//! Where a value is worth a register: a Hopfield network over edge bundles.
//!
//! A node is an edge bundle. Its bias says how much the blocks at it that read, write or clobber the value
//! want it in a register (positive) or on the stack (negative); links connect the two bundles of a block
//! that the value only passes through, weighted by the block's frequency, since changing sides there costs
//! a load or a store.
//!
//! ```text
//!   value(n) = sign( bias(n) + Σ weight(n, m) · value(m) )      0 within ± threshold
//! ```
//!
//! All weights are positive, so that iterating over nodes whose neighbours changed ends quickly.

use avarice_mir::{Block, BlockFrequencies, MachineFunction};
use smallvec::SmallVec;

use super::bit_set::BitSet;
use super::edge_bundles::{Bundle, EdgeBundles};
use super::frequency::Frequency;

/// What a block wants at one of its borders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Border {
    /// Nothing: the value is not live there.
    DontCare,
    /// The value in a register.
    PrefReg,
    /// The value on the stack.
    PrefSpill,
    /// The value can only be on the stack.
    MustSpill,
}

/// What a block wants.
#[derive(Clone, Copy, Debug)]
pub struct BlockConstraint {
    /// The block.
    pub block: Block,
    /// Where control enters.
    pub entry: Border,
    /// Where control leaves.
    pub exit: Border,
}

#[derive(Clone, Debug, Default)]
struct Node {
    bias_negative: Frequency,
    bias_positive: Frequency,
    /// -1, 0 or 1; positive means in a register.
    value: i8,
    links: SmallVec<[(Frequency, Bundle); 4]>,
    /// Sum of all link weights and the threshold.
    sum_of_links: Frequency,
}

impl Node {
    fn prefers_reg(&self) -> bool {
        self.value > 0
    }

    fn must_spill(&self) -> bool {
        self.bias_negative >= self.bias_positive + self.sum_of_links
    }

    fn clear(&mut self, threshold: Frequency) {
        self.bias_negative = Frequency::ZERO;
        self.bias_positive = Frequency::ZERO;
        self.value = 0;
        self.sum_of_links = threshold;
        self.links.clear();
    }

    fn add_link(&mut self, to: Bundle, weight: Frequency) {
        self.sum_of_links += weight;
        match self.links.iter_mut().find(|link| link.1 == to) {
            Some(link) => link.0 += weight,
            None => self.links.push((weight, to)),
        }
    }

    fn add_bias(&mut self, frequency: Frequency, border: Border) {
        match border {
            Border::DontCare => {}
            Border::PrefReg => self.bias_positive += frequency,
            Border::PrefSpill => self.bias_negative += frequency,
            Border::MustSpill => self.bias_negative = Frequency::MAX,
        }
    }
}

/// The network; one serves query after query and function after function.
///
/// A query is [`Self::prepare`], then constraints and links, [`Self::scan_active`], rounds of more links
/// and [`Self::iterate`], and [`Self::finish`], which yields the bundles where the value is in a register.
#[derive(Debug, Default)]
pub struct SpillPlacement {
    nodes: Vec<Node>,
    threshold: Frequency,
    entry: Frequency,
    active: BitSet,
    /// Nodes to look at again: the last first, each once.
    todo: Vec<Bundle>,
    in_todo: BitSet,
    recent_positive: Vec<Bundle>,
}

impl SpillPlacement {
    /// Begins a function.
    pub fn begin_function(&mut self, bundles: &EdgeBundles, frequencies: &BlockFrequencies) {
        self.nodes.resize_with(bundles.count(), Node::default);
        self.entry = Frequency(frequencies.entry());
        let entry = self.entry.0;
        let scaled = (entry >> 13) + u64::from(entry & (1 << 12) != 0);
        self.threshold = Frequency(scaled.max(1));
    }

    /// Begins a query.
    pub fn prepare(&mut self, bundles: &EdgeBundles) {
        self.recent_positive.clear();
        self.todo.clear();
        self.in_todo.reset(bundles.count());
        self.active.reset(bundles.count());
    }

    fn push_todo(&mut self, node: Bundle) {
        if self.in_todo.insert(node as usize) {
            self.todo.push(node);
        }
    }

    fn activate(&mut self, bundles: &EdgeBundles, node: Bundle) {
        self.push_todo(node);
        if !self.active.insert(node as usize) {
            return;
        }
        self.nodes[node as usize].clear(self.threshold);
        // A bundle of many blocks (a big switch, a landing pad) is only worth it if many of them want it.
        if bundles.blocks(node).len() > 100 {
            self.nodes[node as usize].bias_negative = Frequency(self.entry.0 >> 4);
        }
    }

    /// Adds what blocks want.
    pub fn add_constraints(
        &mut self,
        function: &MachineFunction,
        bundles: &EdgeBundles,
        frequencies: &BlockFrequencies,
        constraints: &[BlockConstraint],
    ) {
        for constraint in constraints {
            let frequency = Frequency(frequencies.frequency(constraint.block));
            for (border, exit) in [(constraint.entry, false), (constraint.exit, true)] {
                if border != Border::DontCare {
                    let node = bundles.bundle(function, constraint.block, exit);
                    self.activate(bundles, node);
                    self.nodes[node as usize].add_bias(frequency, border);
                }
            }
        }
    }

    /// Says that blocks want the value on the stack, twice as much as usual.
    pub fn add_strong_spill(
        &mut self,
        function: &MachineFunction,
        bundles: &EdgeBundles,
        frequencies: &BlockFrequencies,
        blocks: &[Block],
    ) {
        for block in blocks {
            let frequency = Frequency(frequencies.frequency(*block));
            let entry = bundles.bundle(function, *block, false);
            let exit = bundles.bundle(function, *block, true);
            self.activate(bundles, entry);
            self.activate(bundles, exit);
            for node in [entry, exit] {
                self.nodes[node as usize].add_bias(frequency + frequency, Border::PrefSpill);
            }
        }
    }

    /// Adds blocks that the value can pass through in a register.
    pub fn add_links(
        &mut self,
        function: &MachineFunction,
        bundles: &EdgeBundles,
        frequencies: &BlockFrequencies,
        blocks: &[Block],
    ) {
        for block in blocks {
            let entry = bundles.bundle(function, *block, false);
            let exit = bundles.bundle(function, *block, true);
            if entry == exit {
                continue;
            }
            self.activate(bundles, entry);
            self.activate(bundles, exit);
            let frequency = Frequency(frequencies.frequency(*block));
            self.nodes[entry as usize].add_link(exit, frequency);
            self.nodes[exit as usize].add_link(entry, frequency);
        }
    }

    /// Updates all active nodes once; returns whether any wants the value in a register.
    pub fn scan_active(&mut self) -> bool {
        self.recent_positive.clear();
        let active = std::mem::take(&mut self.active);
        for node in active.iter() {
            self.update(node as Bundle);
            let state = &self.nodes[node];
            if !state.must_spill() && state.prefers_reg() {
                self.recent_positive.push(node as Bundle);
            }
        }
        self.active = active;
        !self.recent_positive.is_empty()
    }

    /// Computes a node's value; returns whether its preference changed.
    fn update(&mut self, at: Bundle) -> bool {
        let node = &self.nodes[at as usize];
        let (mut negative, mut positive) = (node.bias_negative, node.bias_positive);
        for (weight, other) in &node.links {
            match self.nodes[*other as usize].value {
                -1 => negative += *weight,
                1 => positive += *weight,
                _ => {}
            }
        }
        let value = if negative >= positive + self.threshold {
            -1
        } else {
            i8::from(positive >= negative + self.threshold)
        };
        let before = node.prefers_reg();
        self.nodes[at as usize].value = value;
        if before == (value > 0) {
            return false;
        }
        for link in 0..self.nodes[at as usize].links.len() {
            let other = self.nodes[at as usize].links[link].1;
            if self.nodes[other as usize].value != value {
                self.push_todo(other);
            }
        }
        true
    }

    /// Updates nodes until nothing changes, or long enough.
    pub fn iterate(&mut self) {
        self.recent_positive.clear();
        let mut limit = self.nodes.len() * 10;
        while limit > 0 {
            limit -= 1;
            let Some(node) = self.todo.pop() else { break };
            self.in_todo.remove(node as usize);
            if self.update(node) && self.nodes[node as usize].prefers_reg() {
                self.recent_positive.push(node);
            }
        }
    }

    /// The nodes that have come to want a register in the last scan or iteration.
    pub fn recent_positive(&self) -> &[Bundle] {
        &self.recent_positive
    }

    /// Ends a query: `bundles` becomes the set of bundles where the value is in a register.
    pub fn finish(&mut self, bundles: &mut BitSet) {
        std::mem::swap(bundles, &mut self.active);
        for word in 0..self.nodes.len() {
            if bundles.contains(word) && !self.nodes[word].prefers_reg() {
                bundles.remove(word);
            }
        }
    }
}
