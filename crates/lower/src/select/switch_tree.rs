//! Switches as trees of comparisons whose leaves are ranges, jump tables and tests of bits.
//!
//! ```text
//!       one case of two thirds and more?                  compared before everything else
//!                   │ no
//!              v < pivot ?
//!            yes /    \ no                                 halves of about the same probability
//!   [≤ 3 clusters]    [≤ 3 clusters]                       each compared in turn, most likely first
//! ```
//!
//! Probabilities are sums in units of 2⁻³¹, as LLVM's; those of a block's successors are scaled to a sum of one.

use avarice_ir::Inst;
use avarice_mir::{Block, BranchProbability, Operand, Reg};

use super::integers::{IntWidth, Integers};
use crate::parts::PartType;
use crate::signature::Extension;
use crate::switch::{BitTests, Cluster, ClusterKind, ClusterRules, Clusters, Table};
use avarice_legalize::Result;

/// Clusters that are compared one after the other.
const LEAF_CLUSTERS: usize = 3;

/// The number that decides, extended to a register of 32 or 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SwitchValue {
    /// Its register.
    pub reg: Reg,
    /// Whether the register has 64 bits.
    pub is_wide: bool,
}

impl SwitchValue {
    /// The width of its register.
    pub fn width<W: IntWidth>(self) -> W {
        match self.is_wide {
            true => W::DOUBLE_WORD,
            false => W::WORD,
        }
    }

    /// The smallest and the largest signed number that it can be.
    fn limits(self) -> (i64, i64) {
        match self.is_wide {
            true => (i64::MIN, i64::MAX),
            false => (i32::MIN.into(), i32::MAX.into()),
        }
    }
}

/// What a branch of the tree tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SwitchTest {
    /// The number.
    pub value: SwitchValue,
    /// How it is to be to the bound.
    pub relation: Relation,
    /// The bound.
    pub bound: i64,
}

impl SwitchTest {
    /// The test that holds where this one does not. None of the bounds made here is the first or the last number.
    fn inverse(self) -> Self {
        let (relation, bound) = match self.relation {
            Relation::Equal => (Relation::NotEqual, self.bound),
            Relation::NotEqual => (Relation::Equal, self.bound),
            Relation::SignedLess => (Relation::SignedGreater, self.bound.wrapping_sub(1)),
            Relation::SignedGreater => (Relation::SignedLess, self.bound.wrapping_add(1)),
            Relation::UnsignedLess => (Relation::UnsignedGreater, self.bound.wrapping_sub(1)),
            Relation::UnsignedGreater => (Relation::UnsignedLess, self.bound.wrapping_add(1)),
        };
        Self {
            relation,
            bound,
            ..self
        }
    }
}

/// How a value is to be to a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// The same.
    Equal,
    /// Not the same.
    NotEqual,
    /// Less, as signed numbers.
    SignedLess,
    /// More, as signed numbers.
    SignedGreater,
    /// Less, as unsigned numbers.
    UnsignedLess,
    /// More, as unsigned numbers.
    UnsignedGreater,
}

/// What a target emits for a switch, at the current point.
pub trait SwitchTarget<'m>: Integers<'m> {
    /// A branch to `target` if `test` holds.
    fn emit_switch_branch(&mut self, test: SwitchTest, target: Block);

    /// A branch to `target` if bit `index` of `mask` is set.
    ///
    /// # Errors
    /// If the target cannot.
    fn emit_bit_branch(&mut self, index: SwitchValue, mask: u64, target: Block) -> Result<()>;

    /// A jump.
    fn emit_switch_jump(&mut self, target: Block);

    /// `value - low`, `low` not 0.
    fn emit_switch_offset(&mut self, value: SwitchValue, low: i64) -> SwitchValue;

    /// `value | bit`, for a single bit.
    ///
    /// # Errors
    /// If the target cannot.
    fn emit_switch_bit(&mut self, value: SwitchValue, bit: u64) -> Result<SwitchValue>;

    /// `dst = src`, 32 bits, with zeros in the upper half of the whole register.
    fn emit_word_move(&mut self, dst: Reg, src: Reg);

    /// A jump to entry `index`, of 64 bits, of the jump table `symbol`.
    fn emit_jump_through(&mut self, symbol: Operand, index: Reg);

    /// Fewest ranges that are worth a jump table; `None` if none ever is.
    fn min_table_entries(&self) -> Option<usize>;

    /// A jump to entry `offset` of a table of these blocks.
    fn emit_table_jump(&mut self, offset: SwitchValue, blocks: Vec<Block>) {
        let table = self.mf.jump_tables.push(blocks);
        let index = self.widened_offset(offset).reg;
        self.emit_jump_through(Operand::jump_table(table), index);
    }

    /// A number that is at least 0, in a register of 64 bits.
    fn widened_offset(&mut self, offset: SwitchValue) -> SwitchValue {
        let reg = match offset.is_wide {
            true => offset.reg,
            false => {
                let low = self.new_reg(PartType::Int(32));
                self.emit_word_move(low, offset.reg);
                self.zero_extended_64(low)
            }
        };
        SwitchValue { reg, is_wide: true }
    }
}

/// A switch being lowered.
struct Tree {
    value: SwitchValue,
    clusters: Clusters,
    /// The block in which the switch stands.
    root: Block,
    /// The last machine block of the current work item: new ones go after it.
    last: Block,
    /// Where blocks of the current work item end, unless the other block follows when all are there.
    jumps: Vec<(Block, Block)>,
}

/// A part of the tree: clusters to decide between in `block`, whose value is at least `low` and less than `high`.
struct Work {
    block: Block,
    clusters: std::ops::Range<usize>,
    low: Option<i64>,
    high: Option<i64>,
    /// Probability of the default.
    default_weight: u64,
}

/// Where to go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Destination {
    /// A block of the tree.
    Inner(Block),
    /// What the switch says.
    Named(avarice_ir::Block),
}

/// How a cluster in `block` is left if the value is not in it.
#[derive(Clone, Copy)]
struct Exit {
    block: Block,
    next: Destination,
    /// Whether `next` is the default, which cannot be reached.
    is_unreachable: bool,
    /// Sum of the probabilities of what is left to decide.
    rest: u64,
    /// Probability of the default.
    default_weight: u64,
}

/// Selects switch `inst`, whose value is `extension`-extended, at the end of the current block; `value` requests its operand,
/// unless there is nothing to decide.
///
/// # Errors
/// If the value has more than 64 bits, or what `value` says.
pub fn lower_switch<'m, T: SwitchTarget<'m>>(
    target: &mut T,
    inst: Inst,
    extension: Extension,
    value: impl FnOnce(&mut T) -> Result<SwitchValue>,
) -> Result<()> {
    let root = target.point().block;
    let clusters = target.switch_ranges(inst, extension)?;
    if clusters.clusters.is_empty() {
        target.add_successor(root, clusters.default, BranchProbability::ONE);
        let default = target.block_of(clusters.default);
        jump(target, root, default);
        return Ok(());
    }
    let value = value(target)?;
    let mut tree = Tree {
        value,
        clusters,
        root,
        last: root,
        jumps: Vec::new(),
    };
    let is_small = target.has_function_attr("minsize");
    let is_split = target.is_optimized() && !is_small;
    let block = match is_split {
        true => peel_dominant(target, &mut tree)?,
        false => root,
    };
    tree.clusters.combine(rules(target));
    let mut work = vec![Work {
        block,
        clusters: 0..tree.clusters.clusters.len(),
        low: None,
        high: None,
        default_weight: tree.clusters.default_weight,
    }];
    while let Some(item) = work.pop() {
        target.set_point_at_end(item.block);
        tree.last = item.block;
        if item.clusters.len() > LEAF_CLUSTERS && is_split {
            split(target, &mut tree, &item, &mut work);
        } else {
            let next = Destination::Named(tree.clusters.default);
            lower_leaf(target, &mut tree, item, next)?;
        }
    }
    Ok(())
}

/// How the clusters of a switch are formed in this function.
fn rules<'m>(target: &impl SwitchTarget<'m>) -> ClusterRules {
    let tables = target.function_attr("no-jump-tables") != Some("true");
    let options = target.options.jump_tables;
    let for_size = target.optimizes_for_size();
    ClusterRules {
        least_entries: target.min_table_entries().filter(|_| tables),
        density: match for_size {
            true => options.density_for_size,
            false => options.density,
        },
        most_entries: match for_size {
            true => u64::MAX,
            false => options.most_entries.into(),
        },
        optimizes: target.is_optimized(),
    }
}

fn new_block<'m>(target: &mut impl SwitchTarget<'m>, tree: &mut Tree) -> Block {
    let block = target.create_block_after(tree.last);
    tree.last = block;
    block
}

/// The block after `block` in the layout.
fn following<'m>(target: &impl SwitchTarget<'m>, block: Block) -> Option<Block> {
    let next = target.mf.layout_index(block) + 1;
    target.mf.layout.get(next).copied()
}

/// A jump from the end of `from` to `to` unless that follows, once all blocks of the work item are there: others are not
/// created between these.
fn jump<'m>(target: &mut impl SwitchTarget<'m>, from: Block, to: Block) {
    if following(target, from) != Some(to) {
        target.emit_switch_jump(to);
    }
}

/// Adds the edges of `block`, and gives their blocks.
fn add_edges<'m, const N: usize>(
    target: &mut impl SwitchTarget<'m>,
    block: Block,
    edges: [(Destination, u64); N],
) -> [Block; N] {
    let blocks = edges.map(|(destination, weight)| {
        let weight = weight.min(BranchProbability::DENOMINATOR.into());
        let probability = BranchProbability(weight as u32);
        match destination {
            Destination::Inner(inner) => {
                target.mf.add_edge(block, inner, Some(probability));
                inner
            }
            Destination::Named(named) => {
                target.add_successor(block, named, probability);
                target.block_of(named)
            }
        }
    });
    BranchProbability::normalize(&mut target.mf.blocks[block].probs);
    blocks
}

/// Compares with a case that is more likely than all others together; gives the block in which the rest is decided.
fn peel_dominant<'m>(target: &mut impl SwitchTarget<'m>, tree: &mut Tree) -> Result<Block> {
    let clusters = &tree.clusters.clusters;
    let one = u64::from(BranchProbability::DENOMINATOR);
    let percentage = u64::from(target.options.jump_tables.dominant);
    if percentage > 100 {
        return Ok(tree.root);
    }
    let threshold = (one * percentage + 50) / 100;
    let most = (0..clusters.len()).max_by_key(|index| clusters[*index].weight);
    let Some(index) = most.filter(|index| clusters[*index].weight >= threshold) else {
        return Ok(tree.root);
    };
    if clusters.len() < 2 {
        return Ok(tree.root);
    }
    let peeled = clusters[index].weight.min(one);
    let rest = new_block(target, tree);
    let item = Work {
        block: tree.root,
        clusters: index..index + 1,
        low: None,
        high: None,
        default_weight: one - peeled,
    };
    lower_leaf(target, tree, item, Destination::Inner(rest))?;
    // What is left is all that there is from here on.
    let scale = |weight: u64| match one - peeled {
        0 => 0,
        left => u64::from(BranchProbability::new(weight, left.max(weight)).0),
    };
    tree.clusters.clusters.remove(index);
    for cluster in &mut tree.clusters.clusters {
        cluster.weight = scale(cluster.weight);
    }
    tree.clusters.default_weight = scale(tree.clusters.default_weight);
    Ok(rest)
}

/// Where clusters are divided: the position of the first of the upper half, and the probabilities of both.
struct Division {
    pivot: usize,
    below: u64,
    above: u64,
}

/// How many of `clusters` are compared before `cluster`.
fn rank(cluster: &Cluster, clusters: &[Cluster]) -> usize {
    let key = |cluster: &Cluster| (std::cmp::Reverse(cluster.weight), cluster.low);
    let before = clusters.iter().filter(|other| key(other) < key(cluster));
    before.count()
}

/// Divides clusters into halves of about the same probability.
fn divide(clusters: &[Cluster], default_weight: u64) -> Division {
    let (mut last, mut first) = (0, clusters.len() - 1);
    let mut below = clusters[last].weight + default_weight / 2;
    let mut above = clusters[first].weight + default_weight / 2;
    let mut is_odd = false;
    while last + 1 < first {
        if below < above || (below == above && is_odd) {
            last += 1;
            below += clusters[last].weight;
        } else {
            first -= 1;
            above += clusters[first].weight;
        }
        is_odd = !is_odd;
    }
    // A leaf has up to three clusters: a half of fewer takes one that is compared no later there.
    let mut pivot = first;
    loop {
        let (left, right) = (pivot, clusters.len() - pivot);
        if left.min(right) >= LEAF_CLUSTERS || left.max(right) <= LEAF_CLUSTERS {
            break;
        }
        let (lower, upper) = clusters.split_at(pivot);
        if left < right {
            let moved = &clusters[pivot];
            if rank(moved, lower) > rank(moved, upper) {
                break;
            }
            pivot += 1;
        } else {
            let moved = &clusters[pivot - 1];
            if rank(moved, upper) > rank(moved, lower) {
                break;
            }
            pivot -= 1;
        }
    }
    Division {
        pivot,
        below,
        above,
    }
}

/// Halves the clusters of `item` and compares with the first value of the upper half.
fn split<'m>(
    target: &mut impl SwitchTarget<'m>,
    tree: &mut Tree,
    item: &Work,
    work: &mut Vec<Work>,
) {
    let division = divide(
        &tree.clusters.clusters[item.clusters.clone()],
        item.default_weight,
    );
    let pivot = item.clusters.start + division.pivot;
    let bound = tree.clusters.clusters[pivot].low;
    let halves = [
        (item.clusters.start..pivot, item.low, Some(bound)),
        (pivot..item.clusters.end, Some(bound), item.high),
    ];
    let [below, above] = halves.map(|(clusters, low, high)| {
        // What is known from the path leaves a single range of cases and nothing else: no more need be compared.
        let only = &tree.clusters.clusters[clusters.start];
        let fills = Some(only.low) == low && only.high.checked_add(1) == high && high.is_some();
        if let ClusterKind::Goto(destination) = only.kind
            && clusters.len() == 1
            && fills
        {
            return Destination::Named(destination);
        }
        let block = new_block(target, tree);
        work.push(Work {
            block,
            clusters,
            low,
            high,
            default_weight: item.default_weight / 2,
        });
        Destination::Inner(block)
    });
    let test = SwitchTest {
        value: tree.value,
        relation: Relation::SignedLess,
        bound,
    };
    let edges = [(below, division.below), (above, division.above)];
    branch(target, item.block, test, edges);
}

/// Ends `block` with a branch to the first destination if `test` holds, else to the second.
fn branch<'m>(
    target: &mut impl SwitchTarget<'m>,
    block: Block,
    test: SwitchTest,
    edges: [(Destination, u64); 2],
) {
    let [yes, no] = add_edges(target, block, edges);
    // The jump stays even where it goes to the next block, as in LLVM; branch folding takes it away.
    match following(target, block) == Some(yes) {
        true => {
            target.emit_switch_branch(test.inverse(), no);
            target.emit_switch_jump(yes);
        }
        false => {
            target.emit_switch_branch(test, yes);
            target.emit_switch_jump(no);
        }
    }
}

/// Two cases of one destination that differ in one bit, compared at once.
fn lower_pair<'m>(target: &mut impl SwitchTarget<'m>, tree: &Tree, item: &Work) -> Result<bool> {
    let [small, big] = &tree.clusters.clusters[item.clusters.clone()] else {
        return Ok(false);
    };
    let (ClusterKind::Goto(destination), true) = (&small.kind, small.kind == big.kind) else {
        return Ok(false);
    };
    let bit = (small.low ^ big.low) as u64;
    let are_single = small.low == small.high && big.low == big.high;
    if item.block != tree.root || !are_single || !bit.is_power_of_two() {
        return Ok(false);
    }
    let test = SwitchTest {
        value: target.emit_switch_bit(tree.value, bit)?,
        relation: Relation::Equal,
        bound: small.low | big.low,
    };
    let default = u64::from(target.edge_probability(0).0);
    let edges = [
        (Destination::Named(*destination), small.weight + big.weight),
        (Destination::Named(tree.clusters.default), default),
    ];
    let [yes, no] = add_edges(target, item.block, edges);
    target.emit_switch_branch(test, yes);
    target.emit_switch_jump(no);
    Ok(true)
}

/// The clusters of a leaf in the order in which they are compared.
fn order<'m>(target: &mut impl SwitchTarget<'m>, tree: &Tree, item: &Work) -> Vec<usize> {
    let mut order: Vec<usize> = item.clusters.clone().collect();
    if !target.is_optimized() {
        return order;
    }
    let clusters = &tree.clusters.clusters;
    order.sort_by_key(|index| std::cmp::Reverse(clusters[*index].weight));
    // The last one falls through if one of the least likely goes to the next block.
    let next = following(target, item.block);
    if let Some((last, others)) = order.split_last_mut() {
        for other in others.iter_mut().rev() {
            if clusters[*other].weight > clusters[*last].weight {
                break;
            }
            if let ClusterKind::Goto(destination) = clusters[*other].kind
                && Some(target.block_of(destination)) == next
            {
                std::mem::swap(other, last);
                break;
            }
        }
    }
    order
}

/// Compares with one cluster after the other, and goes to `last` if none is it.
fn lower_leaf<'m>(
    target: &mut impl SwitchTarget<'m>,
    tree: &mut Tree,
    item: Work,
    last: Destination,
) -> Result<()> {
    if lower_pair(target, tree, &item)? {
        return Ok(());
    }
    let order = order(target, tree, &item);
    let weights = order.iter().map(|i| tree.clusters.clusters[*i].weight);
    let mut rest = weights.sum::<u64>() + item.default_weight;
    let mut block = item.block;
    for (position, index) in order.iter().enumerate() {
        let is_last = position + 1 == order.len();
        let next = match is_last {
            true => last,
            false => Destination::Inner(new_block(target, tree)),
        };
        rest -= tree.clusters.clusters[*index].weight;
        let exit = Exit {
            block,
            next,
            is_unreachable: next == Destination::Named(tree.clusters.default)
                && tree.clusters.default_unreachable,
            rest,
            default_weight: item.default_weight,
        };
        lower_cluster(target, tree, *index, exit)?;
        if let Destination::Inner(inner) = next {
            block = inner;
            target.set_point_at_end(inner);
        }
    }
    for (from, to) in std::mem::take(&mut tree.jumps) {
        target.set_point_at_end(from);
        jump(target, from, to);
    }
    Ok(())
}

/// At the end of `exit.block`: to the cluster's destination if the value is in it.
fn lower_cluster<'m>(
    target: &mut impl SwitchTarget<'m>,
    tree: &mut Tree,
    index: usize,
    exit: Exit,
) -> Result<()> {
    let cluster = tree.clusters.clusters[index].clone();
    let destination = match &cluster.kind {
        ClusterKind::Goto(destination) => Destination::Named(*destination),
        ClusterKind::Table(table) => {
            lower_table(target, tree, &cluster, table, exit);
            return Ok(());
        }
        ClusterKind::Bits(bits) => return lower_bits(target, tree, cluster.weight, bits, exit),
    };
    match range_check(target, tree.value, &cluster).filter(|_| !exit.is_unreachable) {
        Some(test) => {
            let edges = [(destination, cluster.weight), (exit.next, exit.rest)];
            branch(target, exit.block, test, edges);
        }
        None => {
            let [only] = add_edges(target, exit.block, [(destination, cluster.weight)]);
            jump(target, exit.block, only);
        }
    }
    Ok(())
}

/// What must hold for the value to be in the cluster; `None` if it always is.
fn range_check<'m>(
    target: &mut impl SwitchTarget<'m>,
    value: SwitchValue,
    cluster: &Cluster,
) -> Option<SwitchTest> {
    let test = |value, relation, bound| SwitchTest {
        value,
        relation,
        bound,
    };
    let (least, most) = value.limits();
    if cluster.low == cluster.high {
        return Some(test(value, Relation::Equal, cluster.low));
    }
    if cluster.low == least {
        let is_in = cluster.high < most;
        return is_in.then(|| test(value, Relation::SignedLess, cluster.high + 1));
    }
    let offset = offset_from(target, value, cluster.low);
    let values = cluster.high.wrapping_sub(cluster.low).wrapping_add(1);
    Some(test(offset, Relation::UnsignedLess, values))
}

/// `value - low`.
fn offset_from<'m>(
    target: &mut impl SwitchTarget<'m>,
    value: SwitchValue,
    low: i64,
) -> SwitchValue {
    match low {
        0 => value,
        _ => target.emit_switch_offset(value, low),
    }
}

/// Leaves `exit.block` if `offset` is more than `last`, else for `inside`; without a check if that cannot be.
fn check_range<'m>(
    target: &mut impl SwitchTarget<'m>,
    offset: SwitchValue,
    last: u64,
    exit: Exit,
    inside: (Block, u64),
) {
    let (inside, weight) = inside;
    let inner = (Destination::Inner(inside), weight);
    if exit.is_unreachable {
        add_edges(target, exit.block, [inner]);
    } else {
        let [other, _] = add_edges(target, exit.block, [(exit.next, exit.rest), inner]);
        let test = SwitchTest {
            value: offset,
            relation: Relation::UnsignedGreater,
            bound: last as i64,
        };
        target.emit_switch_branch(test, other);
    }
    jump(target, exit.block, inside);
    target.set_point_at_end(inside);
}

fn lower_table<'m>(
    target: &mut impl SwitchTarget<'m>,
    tree: &mut Tree,
    cluster: &Cluster,
    table: &Table,
    mut exit: Exit,
) {
    let offset = offset_from(target, tree.value, cluster.low);
    let block = new_block(target, tree);
    let mut weight = cluster.weight;
    let mut destinations = table.destinations.clone();
    // The default may be reached by the table as well.
    let default = tree.clusters.default;
    if let Some((_, sum)) = destinations.iter_mut().find(|(to, _)| *to == default) {
        let half = exit.default_weight / 2;
        *sum = half;
        weight += half;
        exit.rest = exit.rest.saturating_sub(half);
    }
    // A jump through a table that nothing checks is what an attacker looks for.
    exit.is_unreachable &= !target.has_function_attr("branch-target-enforcement");
    check_range(
        target,
        offset,
        cluster.high.wrapping_sub(cluster.low) as u64,
        exit,
        (block, weight),
    );
    let blocks: Vec<Block> = table
        .entries
        .iter()
        .map(|entry| target.block_of(*entry))
        .collect();
    for (destination, weight) in destinations {
        let weight = weight.min(BranchProbability::DENOMINATOR.into());
        let probability = BranchProbability(weight as u32);
        target.add_successor(block, destination, probability);
    }
    BranchProbability::normalize(&mut target.mf.blocks[block].probs);
    target.emit_table_jump(offset, blocks);
}

/// A test of the range, then one test of bits after the other.
///
/// ```text
///   index = v - first; if index > last_bit goto next
///   if mask_a has bit index goto a
///   if mask_b has bit index goto b              where every value is a case, the last test is left out
///   goto next
/// ```
fn lower_bits<'m>(
    target: &mut impl SwitchTarget<'m>,
    tree: &mut Tree,
    weight: u64,
    bits: &BitTests,
    exit: Exit,
) -> Result<()> {
    let is_certain = bits.is_contiguous || exit.is_unreachable;
    let count = match bits.tests.len() {
        count @ 2.. if is_certain => count - 1,
        count => count,
    };
    let blocks: Vec<Block> = (0..count).map(|_| new_block(target, tree)).collect();
    let offset = offset_from(target, tree.value, bits.first);
    let is_long = bits.tests.iter().any(|test| test.mask > u32::MAX.into());
    let index = match is_long {
        true => target.widened_offset(offset),
        false => offset,
    };
    let (mut left, mut outside) = (weight, exit.rest);
    if !bits.is_contiguous {
        left += exit.default_weight / 2;
        outside = outside.saturating_sub(exit.default_weight / 2);
    }
    let outer = Exit {
        rest: outside,
        ..exit
    };
    check_range(target, offset, bits.last_bit, outer, (blocks[0], left));
    for (position, test) in bits.tests[..count].iter().enumerate() {
        let block = blocks[position];
        target.set_point_at_end(block);
        left = left.saturating_sub(test.weight);
        let next = match blocks.get(position + 1) {
            Some(next) => Destination::Inner(*next),
            None if count < bits.tests.len() => Destination::Named(bits.tests[count].destination),
            None => exit.next,
        };
        let edges = [
            (Destination::Named(test.destination), test.weight),
            (next, left),
        ];
        let [yes, no] = add_edges(target, block, edges);
        let (ones, zeros) = (test.mask.trailing_ones(), test.mask.trailing_zeros());
        let equality = match u64::from(test.mask.count_ones()) {
            1 => Some((Relation::Equal, zeros)),
            // There is a single zero.
            count if count == bits.last_bit => Some((Relation::NotEqual, ones)),
            _ => None,
        };
        match equality {
            Some((relation, bit)) => {
                let test = SwitchTest {
                    value: index,
                    relation,
                    bound: bit.into(),
                };
                target.emit_switch_branch(test, yes);
            }
            None => target.emit_bit_branch(index, test.mask, yes)?,
        }
        // Further clusters of the leaf may still get blocks after this one.
        tree.jumps.push((block, no));
    }
    Ok(())
}
