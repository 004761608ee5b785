//! Where a value is worth a register: a Hopfield network over edge bundles.
//!
//! A node is an edge bundle. Its bias says how much its blocks that read, write or clobber the value
//! prefer it in a register (positive) or on the stack (negative); links connect the two bundles of a block
//! that the value is only live through, weighted by the block's frequency, since changing sides there
//! costs a load or a store.
//!
//! ```text
//!   value(n) = sign( bias(n) + Σ weight(n, m) · value(m) )      0 within ± threshold
//! ```
//!
//! All weights are positive, so iterating over nodes whose neighbours changed converges quickly. Each node
//! keeps the sums over its links up to date, so visiting a node with thousands of links costs no more than
//! any other: only a change of its value does.

use avarice_mir::{Block, BlockFrequencies, MachineFunction};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap, entity_impl};

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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockConstraint {
    /// The block.
    pub block: Block,
    /// Where control enters.
    pub entry: Border,
    /// Where control leaves.
    pub exit: Border,
}

/// One direction of a link between nodes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct LinkId(u32);
entity_impl!(LinkId, "link");

impl LinkId {
    /// The other direction: they are made in pairs.
    fn reverse(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// One direction of a link.
#[derive(Clone, Copy, Debug)]
struct Link {
    weight: Frequency,
    to: Bundle,
    /// The next link from the same node.
    next: PackedOption<LinkId>,
}

/// Where a node wants the value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Value {
    /// On the stack: -1.
    Stack,
    /// Undecided: 0.
    #[default]
    Neither,
    /// In a register: 1.
    Register,
}

/// All about a node, in one cache line: updating a node looks at each of its neighbours.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Node {
    bias_negative: Frequency,
    bias_positive: Frequency,
    /// Weights of the links to nodes of each value. They may be wrong when the sum of all has come to
    /// [`Frequency::MAX`].
    linked: [u64; 3],
    /// Sum of all link weights and the threshold.
    sum_of_links: Frequency,
    /// The links from the node, in the order in which they were made.
    first_link: PackedOption<LinkId>,
    last_link: PackedOption<LinkId>,
    num_links: u32,
    value: Value,
    /// It belongs to the present query.
    active: bool,
    /// It is to be looked at again.
    in_todo: bool,
    /// Its bundle has many blocks.
    is_crowded: bool,
}

impl Node {
    /// A node without wishes and links that does not belong to the query.
    fn new(threshold: Frequency, is_crowded: bool) -> Self {
        Self {
            bias_negative: Frequency::ZERO,
            bias_positive: Frequency::ZERO,
            linked: [0; 3],
            sum_of_links: threshold,
            first_link: None.into(),
            last_link: None.into(),
            num_links: 0,
            value: Value::Neither,
            active: false,
            in_todo: false,
            is_crowded,
        }
    }

    /// A node that a query meets for the first time.
    fn first_seen(threshold: Frequency, entry: Frequency, is_crowded: bool) -> Self {
        let mut node = Self::new(threshold, is_crowded);
        node.active = true;
        // A bundle of many blocks (a big switch, a landing pad) is only worth it if many of them want it.
        if is_crowded {
            node.bias_negative = Frequency(entry.0 >> 4);
        }
        node
    }

    /// The value that the bias and links with these sums make.
    #[inline]
    fn wanted(&self, [negative, _, positive]: [u64; 3], threshold: Frequency) -> Value {
        let negative = self.bias_negative + Frequency(negative);
        let positive = self.bias_positive + Frequency(positive);
        if negative >= positive + threshold {
            Value::Stack
        } else if positive >= negative + threshold {
            Value::Register
        } else {
            Value::Neither
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

    /// Adds the weight of a link to a node with this value.
    fn count_link(&mut self, weight: Frequency, value: Value) {
        let sum = &mut self.linked[value as usize];
        *sum = sum.wrapping_add(weight.0);
    }

    /// Takes the weight of a link to a node that had this value away.
    fn uncount_link(&mut self, weight: Frequency, value: Value) {
        let sum = &mut self.linked[value as usize];
        *sum = sum.wrapping_sub(weight.0);
    }

    /// Puts a link at the end of those of the node.
    fn append_link(&mut self, link: LinkId, links: &mut PrimaryMap<LinkId, Link>) {
        match self.last_link.expand() {
            None => self.first_link = link.into(),
            Some(last) => links[last].next = link.into(),
        }
        self.last_link = link.into();
        self.num_links += 1;
    }
}

/// A block that the value can live through.
#[derive(Clone, Copy, Debug, Default)]
struct Passage {
    /// The bundles of the edges into and out of it.
    nodes: [Bundle; 2],
    frequency: Frequency,
}

/// The network; one serves query after query and function after function.
///
/// A query is [`Self::prepare`], then constraints and links, [`Self::scan_active`], rounds of more links
/// and [`Self::iterate`], and [`Self::finish`], which yields the bundles where the value is in a register.
#[derive(Debug, Default)]
pub struct SpillPlacement {
    nodes: PrimaryMap<Bundle, Node>,
    passages: SecondaryMap<Block, Passage>,
    /// Links of the present query, in pairs.
    links: PrimaryMap<LinkId, Link>,
    agenda: Agenda,
    recent_positive: Vec<Bundle>,
}

/// The nodes of a query, and what they begin with.
#[derive(Debug, Default)]
struct Agenda {
    threshold: Frequency,
    entry: Frequency,
    /// The active nodes, in the order in which they became so.
    active: Vec<Bundle>,
    /// Nodes to look at again: the last first, each once.
    todo: Vec<Bundle>,
}

impl Agenda {
    /// Makes node `at` one to be looked at again, and one of the present query.
    #[inline]
    fn add(&mut self, at: Bundle, node: &mut Node) {
        if !node.active {
            *node = Node::first_seen(self.threshold, self.entry, node.is_crowded);
            self.active.push(at);
        }
        if !node.in_todo {
            node.in_todo = true;
            self.todo.push(at);
        }
    }
}

impl SpillPlacement {
    /// Begins a function.
    pub fn begin_function(
        &mut self,
        function: &MachineFunction,
        bundles: &EdgeBundles,
        frequencies: &BlockFrequencies,
    ) {
        self.agenda.entry = Frequency(frequencies.entry());
        let entry = self.agenda.entry.0;
        let scaled = (entry >> 13) + u64::from(entry & (1 << 12) != 0);
        self.agenda.threshold = Frequency(scaled.max(1));
        self.agenda.active.clear();
        self.nodes.clear();
        self.nodes.extend((0..bundles.count()).map(|bundle| {
            let is_crowded = bundles.blocks(Bundle::new(bundle)).len() > 100;
            Node::new(self.agenda.threshold, is_crowded)
        }));
        self.passages.clear();
        self.passages.resize(function.blocks.len());
        for block in &function.layout {
            self.passages[*block] = Passage {
                nodes: bundles.of_block(*block),
                frequency: Frequency(frequencies.frequency(*block)),
            };
        }
    }

    /// Begins a query.
    pub fn prepare(&mut self) {
        self.recent_positive.clear();
        self.agenda.todo.clear();
        self.links.clear();
        for node in self.agenda.active.drain(..) {
            self.nodes[node].active = false;
        }
    }

    /// Makes a node one to be looked at again, and one of the present query.
    #[inline]
    fn activate(&mut self, at: Bundle) -> &mut Node {
        let node = &mut self.nodes[at];
        self.agenda.add(at, node);
        node
    }

    /// Adds what blocks want.
    pub fn add_constraints(&mut self, constraints: &[BlockConstraint]) {
        for constraint in constraints {
            let Passage { nodes, frequency } = self.passages[constraint.block];
            for (border, node) in [constraint.entry, constraint.exit].into_iter().zip(nodes) {
                if border != Border::DontCare {
                    self.activate(node).add_bias(frequency, border);
                }
            }
        }
    }

    /// Says that blocks want the value on the stack, twice as much as usual.
    pub fn add_strong_spill(&mut self, blocks: &[Block]) {
        for block in blocks {
            let Passage { nodes, frequency } = self.passages[*block];
            for node in nodes {
                self.activate(node)
                    .add_bias(frequency + frequency, Border::PrefSpill);
            }
        }
    }

    /// Adds blocks that the value can pass through in a register.
    pub fn add_links(&mut self, blocks: &[Block]) {
        for block in blocks {
            let Passage { nodes, frequency } = self.passages[*block];
            // A block with the same bundle on both sides links nothing.
            if let Ok([entry, exit]) = self.nodes.get_disjoint_mut(nodes) {
                self.agenda.add(nodes[0], entry);
                self.agenda.add(nodes[1], exit);
                add_link(&mut self.links, [entry, exit], nodes, frequency);
            }
        }
    }

    /// Updates all active nodes once; returns whether any wants the value in a register.
    pub fn scan_active(&mut self) -> bool {
        self.recent_positive.clear();
        self.agenda.active.sort_unstable();
        for at in 0..self.agenda.active.len() {
            let node = self.agenda.active[at];
            self.update(node);
            let Node { value, .. } = self.nodes[node];
            if value == Value::Register && !self.nodes[node].must_spill() {
                self.recent_positive.push(node);
            }
        }
        !self.recent_positive.is_empty()
    }

    /// The weights of a node's links by the value at the other end, where they may be too large to keep sums.
    #[cold]
    fn saturated_sums(&self, node: &Node) -> [u64; 3] {
        let mut sums = [Frequency::ZERO; 3];
        let mut rest = node.first_link;
        while let Some(link) = rest.expand() {
            let Link { weight, to, next } = self.links[link];
            sums[self.nodes[to].value as usize] += weight;
            rest = next;
        }
        sums.map(|sum| sum.0)
    }

    /// Computes a node's value, which it returns if the node's preference changed.
    #[inline]
    fn update(&mut self, at: Bundle) -> Option<Value> {
        let node = &self.nodes[at];
        let (before, mut value) = (node.value, node.wanted(node.linked, self.agenda.threshold));
        if node.sum_of_links == Frequency::MAX {
            value = node.wanted(self.saturated_sums(node), self.agenda.threshold);
        }
        (before != value && self.set_value(at, before, value)).then_some(value)
    }

    /// Changes a node's value and tells its neighbours; returns whether its preference changed.
    #[inline(never)]
    fn set_value(&mut self, at: Bundle, before: Value, value: Value) -> bool {
        let changed = (before == Value::Register) != (value == Value::Register);
        let node = &mut self.nodes[at];
        node.value = value;
        let mut rest = node.first_link;
        while let Some(link) = rest.expand() {
            let Link { weight, to, next } = self.links[link];
            rest = next;
            let neighbour = &mut self.nodes[to];
            neighbour.uncount_link(weight, before);
            neighbour.count_link(weight, value);
            if changed && neighbour.value != value && !neighbour.in_todo {
                neighbour.in_todo = true;
                self.agenda.todo.push(to);
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
            let Some(node) = self.agenda.todo.pop() else {
                break;
            };
            self.nodes[node].in_todo = false;
            if self.update(node) == Some(Value::Register) {
                self.recent_positive.push(node);
            }
        }
    }

    /// The nodes that have come to want a register in the last scan or iteration.
    pub fn recent_positive(&self) -> &[Bundle] {
        &self.recent_positive
    }

    /// Ends a query: `bundles` becomes the set of bundles where the value is in a register.
    pub fn finish(&self, bundles: &mut BitSet<Bundle>) {
        bundles.reset(self.nodes.len());
        for node in &self.agenda.active {
            if self.nodes[*node].value == Value::Register {
                bundles.insert(*node);
            }
        }
    }
}

/// Links two nodes, the bundles `ends`, or makes their link stronger.
#[inline]
fn add_link(
    links: &mut PrimaryMap<LinkId, Link>,
    nodes: [&mut Node; 2],
    ends: [Bundle; 2],
    weight: Frequency,
) {
    let ([node_a, node_b], [a, b]) = (nodes, ends);
    let (mut rest, to) = if node_a.num_links <= node_b.num_links {
        (node_a.first_link, b)
    } else {
        (node_b.first_link, a)
    };
    while let Some(link) = rest.expand()
        && links[link].to != to
    {
        rest = links[link].next;
    }
    if let Some(known) = rest.expand() {
        for link in [known, known.reverse()] {
            links[link].weight += weight;
        }
    } else {
        let next = None.into();
        let [there, back] = [b, a].map(|to| links.push(Link { weight, to, next }));
        node_a.append_link(there, links);
        node_b.append_link(back, links);
    }
    node_a.sum_of_links += weight;
    node_b.sum_of_links += weight;
    node_a.count_link(weight, node_b.value);
    node_b.count_link(weight, node_a.value);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A network of `count` nodes that are not at any block.
    fn network(count: usize) -> SpillPlacement {
        let threshold = Frequency(1);
        let mut network = SpillPlacement {
            nodes: vec![Node::new(threshold, false); count].into(),
            agenda: Agenda {
                threshold,
                ..Agenda::default()
            },
            ..SpillPlacement::default()
        };
        for node in 0..count {
            network.activate(Bundle::new(node));
        }
        network
    }

    fn link(network: &mut SpillPlacement, ends: [Bundle; 2], weight: Frequency) {
        let nodes = network.nodes.get_disjoint_mut(ends);
        let nodes = nodes.expect("two nodes");
        add_link(&mut network.links, nodes, ends, weight);
    }

    #[test]
    fn weights_add_up_to_no_more_than_the_maximum() {
        let mut network = network(4);
        network.nodes[Bundle::new(0)].bias_positive = Frequency::MAX;
        network.nodes[Bundle::new(1)].bias_positive = Frequency::MAX;
        network.nodes[Bundle::new(2)].bias_negative = Frequency::MAX;
        link(
            &mut network,
            [3, 0].map(Bundle::new),
            Frequency(u64::MAX - 1),
        );
        link(
            &mut network,
            [3, 1].map(Bundle::new),
            Frequency(u64::MAX / 2),
        );
        link(&mut network, [3, 2].map(Bundle::new), Frequency(u64::MAX));
        assert!(network.scan_active());
        // As much says stack as says register.
        assert_eq!(network.nodes[Bundle::new(3)].value, Value::Stack);
        assert_eq!(
            network.saturated_sums(&network.nodes[Bundle::new(3)].clone()),
            [u64::MAX, 0, u64::MAX]
        );
    }

    #[test]
    fn a_wish_spreads_along_links() {
        let mut network = network(3);
        network.nodes[Bundle::new(0)].bias_positive = Frequency(10);
        link(&mut network, [1, 0].map(Bundle::new), Frequency(5));
        link(&mut network, [2, 1].map(Bundle::new), Frequency(2));
        link(&mut network, [1, 2].map(Bundle::new), Frequency(2));
        assert!(network.scan_active());
        network.iterate();
        let mut bundles = BitSet::default();
        network.finish(&mut bundles);
        assert_eq!(
            bundles.iter().collect::<Vec<_>>(),
            [0, 1, 2].map(Bundle::new)
        );
    }
}
