//! Switches as trees of comparisons whose leaves are ranges and jump tables.
//!
//! ```text
//!                 v < pivot ?
//!               yes /    \ no
//!      [≤ 3 clusters]    [≤ 3 clusters]      each compared in turn, most likely first;
//!                                             what is known from the path is not compared again
//! ```

use avarice_ir::Inst;
use avarice_mir::{Block, BranchProbability, Operand, Reg};

use super::integers::{IntWidth, Integers};
use crate::parts::PartType;
use crate::switch::{Cluster, ClusterKind, Clusters};
use avarice_legalize::Result;

/// Clusters that are compared one after the other.
const LEAF_CLUSTERS: usize = 3;

/// The number that decides, sign-extended to a register of 32 or 64 bits.
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

/// How a value is to be to a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// The same.
    Equal,
    /// At most, as signed numbers.
    SignedLessEqual,
    /// At least, as signed numbers.
    SignedGreaterEqual,
    /// At most, as unsigned numbers.
    UnsignedLessEqual,
    /// More, as unsigned numbers.
    UnsignedGreater,
}

/// What a target emits for a switch, at the current point.
pub trait SwitchTarget<'m>: Integers<'m> {
    /// A branch to `target` if `test` holds.
    fn emit_switch_branch(&mut self, test: SwitchTest, target: Block);

    /// A jump.
    fn emit_switch_jump(&mut self, target: Block);

    /// `value - low`, `low` not 0.
    fn emit_switch_offset(&mut self, value: SwitchValue, low: i64) -> SwitchValue;

    /// `dst = src`, 32 bits, with zeros in the upper half of the whole register.
    fn emit_word_move(&mut self, dst: Reg, src: Reg);

    /// A jump to entry `index`, of 64 bits, of the jump table `symbol`.
    fn emit_jump_through(&mut self, symbol: Operand, index: Reg);

    /// Fewest ranges that are worth a jump table; `None` if none ever is.
    fn min_table_entries(&self) -> Option<usize>;

    /// A jump to entry `offset` of a table of these blocks.
    fn emit_table_jump(&mut self, offset: SwitchValue, blocks: Vec<Block>) {
        let table = self.mf.jump_tables.push(blocks);
        let index = match offset.is_wide {
            true => offset.reg,
            false => {
                let low = self.new_reg(PartType::Int(32));
                self.emit_word_move(low, offset.reg);
                self.zero_extended_64(low)
            }
        };
        self.emit_jump_through(Operand::jump_table(table), index);
    }
}

/// A switch being lowered.
struct Tree {
    value: SwitchValue,
    clusters: Clusters,
    /// The last machine block of the current work item: new ones go after it.
    last: Block,
}

/// A part of the tree: clusters to decide between in `block`, knowing that the value is within bounds.
struct Work {
    block: Block,
    clusters: std::ops::Range<usize>,
    low: Option<i64>,
    high: Option<i64>,
}

/// How a cluster is left: where to if the value is not in it (the default for `None`), whether it surely is,
/// and how likely.
#[derive(Clone, Copy)]
struct Exit {
    next: Option<Block>,
    certain: bool,
    probability: BranchProbability,
}

/// Selects switch `inst` at the end of the current block; `value` requests its operand, unless there is
/// nothing to decide.
///
/// # Errors
/// If the value has more than 64 bits, or what `value` says.
pub fn lower_switch<'m, T: SwitchTarget<'m>>(
    target: &mut T,
    inst: Inst,
    value: impl FnOnce(&mut T) -> Result<SwitchValue>,
) -> Result<()> {
    let machine = target.point().block;
    let tables = target.function_attr("no-jump-tables") != Some("true");
    let least = target.min_table_entries().filter(|_| tables);
    let clusters = target.switch_clusters(inst, least, target.optimizes_for_size())?;
    if clusters.clusters.is_empty() {
        target.add_successor(machine, clusters.default, BranchProbability::ONE);
        let default = target.block_of(clusters.default);
        jump(target, machine, default);
        return Ok(());
    }
    let value = value(target)?;
    let count = clusters.clusters.len();
    let mut tree = Tree {
        value,
        clusters,
        last: machine,
    };
    let mut work = vec![Work {
        block: machine,
        clusters: 0..count,
        low: None,
        high: None,
    }];
    while let Some(item) = work.pop() {
        target.set_point_at_end(item.block);
        tree.last = item.block;
        if item.clusters.len() > LEAF_CLUSTERS {
            split(target, &mut tree, &item, &mut work);
        } else {
            lower_leaf(target, &mut tree, item);
        }
    }
    Ok(())
}

fn new_block<'m>(target: &mut impl SwitchTarget<'m>, tree: &mut Tree) -> Block {
    let block = target.create_block_after(tree.last);
    tree.last = block;
    block
}

/// A jump from the end of `from` to `to` unless that follows. Blocks are created only after those of the
/// current work item, so what follows `from` now follows it to the end.
fn jump<'m>(target: &mut impl SwitchTarget<'m>, from: Block, to: Block) {
    let next = target.mf.layout_index(from) + 1;
    if target.mf.layout.get(next) != Some(&to) {
        target.emit_switch_jump(to);
    }
}

/// Halves the clusters of `item` by weight and compares with the first value of the upper half.
fn split<'m>(
    target: &mut impl SwitchTarget<'m>,
    tree: &mut Tree,
    item: &Work,
    work: &mut Vec<Work>,
) {
    let clusters = &tree.clusters.clusters[item.clusters.clone()];
    let (mut low, mut high) = (0, clusters.len() - 1);
    let (mut low_weight, mut high_weight) = (clusters[low].weight, clusters[high].weight);
    while low + 1 < high {
        if low_weight < high_weight || (low_weight == high_weight && (low + high) % 2 == 0) {
            low += 1;
            low_weight += clusters[low].weight;
        } else {
            high -= 1;
            high_weight += clusters[high].weight;
        }
    }
    let pivot = item.clusters.start + high;
    let bound = tree.clusters.clusters[pivot].low;
    let below = new_block(target, tree);
    let above = new_block(target, tree);
    let test = SwitchTest {
        value: tree.value,
        relation: Relation::SignedGreaterEqual,
        bound,
    };
    target.emit_switch_branch(test, above);
    // The lower half follows in the layout.
    target.emit_switch_jump(below);
    let total = (low_weight + high_weight).max(1);
    let probability = BranchProbability::new(low_weight, total);
    target.mf.add_edge(item.block, below, Some(probability));
    let complement = probability.complement();
    target.mf.add_edge(item.block, above, Some(complement));
    work.push(Work {
        block: above,
        clusters: pivot..item.clusters.end,
        low: Some(bound),
        high: item.high,
    });
    work.push(Work {
        block: below,
        clusters: item.clusters.start..pivot,
        low: item.low,
        high: Some(bound - 1),
    });
}

/// Compares with one cluster after the other.
fn lower_leaf<'m>(target: &mut impl SwitchTarget<'m>, tree: &mut Tree, item: Work) {
    let mut order: Vec<usize> = item.clusters.clone().collect();
    order.sort_by_key(|index| std::cmp::Reverse(tree.clusters.clusters[*index].weight));
    let weights = order.iter().map(|i| tree.clusters.clusters[*i].weight);
    let mut rest = weights.sum::<u64>() + tree.clusters.default_weight;
    let (mut block, mut low, mut high) = (item.block, item.low, item.high);
    for (position, index) in order.iter().enumerate() {
        let cluster = tree.clusters.clusters[*index].clone();
        let is_last = position + 1 == order.len();
        // Nothing else can be left: the value is in the cluster.
        let certain = (low == Some(cluster.low) && high == Some(cluster.high))
            || (is_last && tree.clusters.default_unreachable);
        let next = match is_last || certain {
            true => None,
            false => Some(new_block(target, tree)),
        };
        let exit = Exit {
            next,
            certain,
            probability: BranchProbability::new(cluster.weight, rest.max(cluster.weight).max(1)),
        };
        lower_cluster(target, tree, block, &cluster, exit, (low, high));
        rest -= cluster.weight;
        if certain {
            return;
        }
        if low == Some(cluster.low) && cluster.high < i64::MAX {
            low = Some(cluster.high + 1);
        } else if high == Some(cluster.high) && cluster.low > i64::MIN {
            high = Some(cluster.low - 1);
        }
        if let Some(next) = next {
            block = next;
            target.set_point_at_end(block);
        }
    }
}

/// At the end of `block`: to the cluster's destination if the value is in it.
fn lower_cluster<'m>(
    target: &mut impl SwitchTarget<'m>,
    tree: &mut Tree,
    block: Block,
    cluster: &Cluster,
    exit: Exit,
    bounds: (Option<i64>, Option<i64>),
) {
    let destination = match &cluster.kind {
        ClusterKind::Goto(destination) => *destination,
        ClusterKind::Table { entries, .. } => {
            return lower_table(target, tree, block, cluster, entries, exit);
        }
    };
    let destination_block = target.block_of(destination);
    if exit.certain {
        target.add_successor(block, destination, BranchProbability::ONE);
        jump(target, block, destination_block);
        return;
    }
    let (value, relation, bound) = range_check(target, tree, cluster, bounds);
    let test = SwitchTest {
        value,
        relation,
        bound,
    };
    target.emit_switch_branch(test, destination_block);
    target.add_successor(block, destination, exit.probability);
    let complement = exit.probability.complement();
    match exit.next {
        Some(next) => {
            target.mf.add_edge(block, next, Some(complement));
            target.emit_switch_jump(next);
        }
        None => {
            let default = tree.clusters.default;
            target.add_successor(block, default, complement);
            let default = target.block_of(default);
            jump(target, block, default);
        }
    }
}

/// What must hold for the value to be in the cluster.
fn range_check<'m>(
    target: &mut impl SwitchTarget<'m>,
    tree: &Tree,
    cluster: &Cluster,
    (low, high): (Option<i64>, Option<i64>),
) -> (SwitchValue, Relation, i64) {
    if cluster.low == cluster.high {
        return (tree.value, Relation::Equal, cluster.low);
    }
    if low == Some(cluster.low) {
        return (tree.value, Relation::SignedLessEqual, cluster.high);
    }
    if high == Some(cluster.high) {
        return (tree.value, Relation::SignedGreaterEqual, cluster.low);
    }
    let offset = offset_from(target, tree.value, cluster.low);
    let span = cluster.high.wrapping_sub(cluster.low);
    (offset, Relation::UnsignedLessEqual, span)
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

fn lower_table<'m>(
    target: &mut impl SwitchTarget<'m>,
    tree: &mut Tree,
    block: Block,
    cluster: &Cluster,
    entries: &[avarice_ir::Block],
    exit: Exit,
) {
    let offset = offset_from(target, tree.value, cluster.low);
    let mut jump_block = block;
    if !exit.certain {
        let span = cluster.high.wrapping_sub(cluster.low);
        jump_block = new_block(target, tree);
        let other = match exit.next {
            Some(next) => next,
            None => target.block_of(tree.clusters.default),
        };
        let test = SwitchTest {
            value: offset,
            relation: Relation::UnsignedGreater,
            bound: span,
        };
        target.emit_switch_branch(test, other);
        target.emit_switch_jump(jump_block);
        let complement = exit.probability.complement();
        match exit.next {
            Some(next) => target.mf.add_edge(block, next, Some(complement)),
            None => target.add_successor(block, tree.clusters.default, complement),
        }
        target
            .mf
            .add_edge(block, jump_block, Some(exit.probability));
        target.set_point_at_end(jump_block);
    }
    let blocks: Vec<Block> = entries
        .iter()
        .map(|entry| target.block_of(*entry))
        .collect();
    let mut destinations = entries.to_vec();
    destinations.sort();
    destinations.dedup();
    for destination in destinations {
        let probability = target.successor_probability(destination);
        target.add_successor(jump_block, destination, probability);
    }
    BranchProbability::normalize(&mut target.mf.blocks[jump_block].probs);
    target.emit_table_jump(offset, blocks);
}
