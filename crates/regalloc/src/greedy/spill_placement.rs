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
//! All weights are positive, so that iterating over nodes whose neighbours changed ends quickly. Each node
//! keeps the sums over its links up to date, so that a node with thousands of links costs no more to look at
//! than any other: only a change of its value does.

use avarice_mir::{Block, BlockFrequencies};

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

/// One direction of a link; the other is its neighbour in the pool.
#[derive(Clone, Copy, Debug)]
struct Link {
    weight: Frequency,
    to: Bundle,
    /// The next link from the same node.
    next: u32,
}

/// No link.
const NO_LINK: u32 = u32::MAX;

#[derive(Clone, Debug)]
struct Node {
    bias_negative: Frequency,
    bias_positive: Frequency,
    /// Weights of the links to nodes whose value is -1, and 1.
    linked_negative: u128,
    linked_positive: u128,
    /// Sum of all link weights and the threshold.
    sum_of_links: Frequency,
    /// The links from the node, in the order in which they were made.
    first_link: u32,
    last_link: u32,
    num_links: u32,
}

impl Node {
    /// A node without wishes and links.
    fn new(threshold: Frequency) -> Self {
        Self {
            bias_negative: Frequency::ZERO,
            bias_positive: Frequency::ZERO,
            linked_negative: 0,
            linked_positive: 0,
            sum_of_links: threshold,
            first_link: NO_LINK,
            last_link: NO_LINK,
            num_links: 0,
        }
    }

    fn must_spill(&self) -> bool {
        self.bias_negative >= self.bias_positive + self.sum_of_links
    }

    fn add_bias(&mut self, frequency: Frequency, border: Border) {
        match border {
            Border::DontCare => {}
            Border::PrefReg => self.bias_positive += frequency,
            Border::PrefSpill => self.bias_negative += frequency,
            Border::MustSpill => self.bias_negative = Frequency::MAX,
        }
    }

    /// Notes that a node at the other end of a link of this weight has come to a value, or left it.
    fn count_link(&mut self, weight: Frequency, value: i8, come: bool) {
        let sum = match value {
            -1 => &mut self.linked_negative,
            1 => &mut self.linked_positive,
            _ => return,
        };
        let weight = u128::from(weight.0);
        *sum = if come { *sum + weight } else { *sum - weight };
    }

    /// The value that bias and links make.
    fn wanted_value(&self, threshold: Frequency) -> i8 {
        let negative = self.bias_negative.plus_exact(self.linked_negative);
        let positive = self.bias_positive.plus_exact(self.linked_positive);
        if negative >= positive + threshold {
            -1
        } else {
            i8::from(positive >= negative + threshold)
        }
    }
}

/// What is asked of a node most often.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    /// -1, 0 or 1; positive means in a register.
    value: i8,
    /// It belongs to the present query.
    active: bool,
    /// It is to be looked at again.
    in_todo: bool,
}

/// The network; one serves query after query and function after function.
///
/// A query is [`Self::prepare`], then constraints and links, [`Self::scan_active`], rounds of more links
/// and [`Self::iterate`], and [`Self::finish`], which yields the bundles where the value is in a register.
#[derive(Debug, Default)]
pub struct SpillPlacement {
    nodes: Vec<Node>,
    /// Links of the present query, in pairs.
    links: Vec<Link>,
    states: Vec<State>,
    threshold: Frequency,
    entry: Frequency,
    /// The active nodes, in the order in which they became so.
    active: Vec<Bundle>,
    /// Nodes to look at again: the last first, each once.
    todo: Vec<Bundle>,
    recent_positive: Vec<Bundle>,
}

impl SpillPlacement {
    /// Begins a function.
    pub fn begin_function(&mut self, bundles: &EdgeBundles, frequencies: &BlockFrequencies) {
        self.nodes.clear();
        self.nodes
            .resize(bundles.count(), Node::new(Frequency::ZERO));
        self.states.clear();
        self.states.resize(bundles.count(), State::default());
        self.active.clear();
        self.entry = Frequency(frequencies.entry());
        let entry = self.entry.0;
        let scaled = (entry >> 13) + u64::from(entry & (1 << 12) != 0);
        self.threshold = Frequency(scaled.max(1));
    }

    /// Begins a query.
    pub fn prepare(&mut self) {
        self.recent_positive.clear();
        self.todo.clear();
        self.links.clear();
        for node in self.active.drain(..) {
            self.states[node as usize] = State::default();
        }
    }

    #[inline]
    fn activate(&mut self, bundles: &EdgeBundles, node: Bundle) {
        let state = self.states[node as usize];
        if !(state.active && state.in_todo) {
            self.activate_anew(bundles, node);
        }
    }

    /// Makes a node one to be looked at again, and one of the present query.
    fn activate_anew(&mut self, bundles: &EdgeBundles, node: Bundle) {
        let state = &mut self.states[node as usize];
        let known = std::mem::replace(&mut state.active, true);
        if !std::mem::replace(&mut state.in_todo, true) {
            self.todo.push(node);
        }
        if known {
            return;
        }
        self.active.push(node);
        self.nodes[node as usize] = Node::new(self.threshold);
        // A bundle of many blocks (a big switch, a landing pad) is only worth it if many of them want it.
        if bundles.blocks(node).len() > 100 {
            self.nodes[node as usize].bias_negative = Frequency(self.entry.0 >> 4);
        }
    }

    /// Adds what blocks want.
    pub fn add_constraints(
        &mut self,
        bundles: &EdgeBundles,
        frequencies: &BlockFrequencies,
        constraints: &[BlockConstraint],
    ) {
        for constraint in constraints {
            let frequency = Frequency(frequencies.frequency(constraint.block));
            let [entry, exit] = bundles.of_block(constraint.block);
            for (border, node) in [(constraint.entry, entry), (constraint.exit, exit)] {
                if border != Border::DontCare {
                    self.activate(bundles, node);
                    self.nodes[node as usize].add_bias(frequency, border);
                }
            }
        }
    }

    /// Says that blocks want the value on the stack, twice as much as usual.
    pub fn add_strong_spill(
        &mut self,
        bundles: &EdgeBundles,
        frequencies: &BlockFrequencies,
        blocks: &[Block],
    ) {
        for block in blocks {
            let frequency = Frequency(frequencies.frequency(*block));
            let [entry, exit] = bundles.of_block(*block);
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
        bundles: &EdgeBundles,
        frequencies: &BlockFrequencies,
        blocks: &[Block],
    ) {
        for block in blocks {
            let [entry, exit] = bundles.of_block(*block);
            if entry == exit {
                continue;
            }
            self.activate(bundles, entry);
            self.activate(bundles, exit);
            let frequency = Frequency(frequencies.frequency(*block));
            self.add_link(entry, exit, frequency);
        }
    }

    /// Links two nodes, or makes their link stronger.
    fn add_link(&mut self, a: Bundle, b: Bundle, weight: Frequency) {
        let (node_a, node_b) = (&self.nodes[a as usize], &self.nodes[b as usize]);
        let (mut at, to) = if node_a.num_links <= node_b.num_links {
            (node_a.first_link, b)
        } else {
            (node_b.first_link, a)
        };
        while at != NO_LINK && self.links[at as usize].to != to {
            at = self.links[at as usize].next;
        }
        let mut more = weight;
        if at == NO_LINK {
            self.push_link(a, b, weight);
            self.push_link(b, a, weight);
        } else {
            let old = self.links[at as usize].weight;
            let sum = old + weight;
            more = Frequency(sum.0 - old.0);
            for link in [at, at ^ 1] {
                self.links[link as usize].weight = sum;
            }
        }
        for (from, to) in [(a, b), (b, a)] {
            let value = self.states[to as usize].value;
            let node = &mut self.nodes[from as usize];
            node.sum_of_links += weight;
            node.count_link(more, value, true);
        }
    }

    /// Adds one direction of a link.
    fn push_link(&mut self, from: Bundle, to: Bundle, weight: Frequency) {
        let link = self.links.len() as u32;
        self.links.push(Link {
            weight,
            to,
            next: NO_LINK,
        });
        let node = &mut self.nodes[from as usize];
        let last = std::mem::replace(&mut node.last_link, link);
        node.num_links += 1;
        if last == NO_LINK {
            node.first_link = link;
        } else {
            self.links[last as usize].next = link;
        }
    }

    /// Updates all active nodes once; returns whether any wants the value in a register.
    pub fn scan_active(&mut self) -> bool {
        self.recent_positive.clear();
        self.active.sort_unstable();
        for at in 0..self.active.len() {
            let node = self.active[at];
            self.update(node);
            let positive = self.states[node as usize].value > 0;
            if positive && !self.nodes[node as usize].must_spill() {
                self.recent_positive.push(node);
            }
        }
        !self.recent_positive.is_empty()
    }

    /// Computes a node's value; returns whether its preference changed.
    fn update(&mut self, at: Bundle) -> bool {
        let at = at as usize;
        let value = self.nodes[at].wanted_value(self.threshold);
        let before = std::mem::replace(&mut self.states[at].value, value);
        if before == value {
            return false;
        }
        let changed = (before > 0) != (value > 0);
        let mut at = self.nodes[at].first_link;
        while at != NO_LINK {
            let Link { weight, to, next } = self.links[at as usize];
            at = next;
            let neighbour = &mut self.nodes[to as usize];
            neighbour.count_link(weight, before, false);
            neighbour.count_link(weight, value, true);
            let state = &mut self.states[to as usize];
            if changed && state.value != value && !state.in_todo {
                state.in_todo = true;
                self.todo.push(to);
            }
        }
        changed
    }

    /// Updates nodes until nothing changes, or long enough.
    pub fn iterate(&mut self) {
        self.recent_positive.clear();
        let mut limit = self.nodes.len() * 10;
        while limit > 0 {
            limit -= 1;
            let Some(node) = self.todo.pop() else { break };
            self.states[node as usize].in_todo = false;
            if self.update(node) && self.states[node as usize].value > 0 {
                self.recent_positive.push(node);
            }
        }
    }

    /// The nodes that have come to want a register in the last scan or iteration.
    pub fn recent_positive(&self) -> &[Bundle] {
        &self.recent_positive
    }

    /// Ends a query: `bundles` becomes the set of bundles where the value is in a register.
    pub fn finish(&self, bundles: &mut BitSet) {
        bundles.reset(self.nodes.len());
        for node in &self.active {
            if self.states[*node as usize].value > 0 {
                bundles.insert(*node as usize);
            }
        }
    }
}
