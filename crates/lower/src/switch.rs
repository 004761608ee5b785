//! How a `switch` is decomposed: ranges of cases with one destination, jump tables over dense runs, and tests of bits.
//!
//! ```text
//!   cases            1→a 2→a 3→b 4→c 5→b 6→c 100→a 102→a 104→a
//!   ranges           [1,2]→a [3]→b [4]→c [5]→b [6]→c [100]→a [102]→a [104]→a
//!   clusters         table 1…6 {a a b c b c}   bits 100…104 {10101→a}
//! ```
//!
//! [`crate::select::switch_tree`] turns the sorted clusters into a tree of comparisons.

use avarice_ir::{Block, Inst};

use crate::function::FunctionLowering;
use crate::signature::Extension;
use avarice_legalize::Result;

/// Bits of a word that is tested.
const WORD: u64 = 64;
/// The most destinations of one word.
const MAX_DESTINATIONS: usize = 3;

/// What to do for values from `low` to `high` (both included, compared as signed).
#[derive(Clone, Debug, PartialEq)]
pub struct Cluster {
    /// Smallest value.
    pub low: i64,
    /// Largest value.
    pub high: i64,
    /// Sum of the probabilities of its cases, in units of 2⁻³¹.
    pub weight: u64,
    /// What happens.
    pub kind: ClusterKind,
}

/// What happens for the values of a cluster.
#[derive(Clone, Debug, PartialEq)]
pub enum ClusterKind {
    /// Go to a block.
    Goto(Block),
    /// Look up the destination.
    Table(Table),
    /// Look which of a few words has the value's bit.
    Bits(BitTests),
}

/// A jump table.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The destination of each value: the default block where no case is.
    pub entries: Vec<Block>,
    /// Each destination with the sum of the probabilities of its cases, in the order of `entries`.
    pub destinations: Vec<(Block, u64)>,
}

/// Tests of bits.
#[derive(Clone, Debug, PartialEq)]
pub struct BitTests {
    /// The value of bit 0.
    pub first: i64,
    /// The number of the last bit.
    pub last_bit: u64,
    /// Whether every value from the first to the last is a case.
    pub is_contiguous: bool,
    /// One test a destination, the most likely first.
    pub tests: Vec<BitTest>,
}

/// One test.
#[derive(Clone, Debug, PartialEq)]
pub struct BitTest {
    /// The bits of the destination's values.
    pub mask: u64,
    /// Where to go if one of them is the value's.
    pub destination: Block,
    /// Sum of the probabilities, in units of 2⁻³¹.
    pub weight: u64,
}

impl Cluster {
    /// Number of values minus one.
    fn span(&self) -> u64 {
        self.high.wrapping_sub(self.low) as u64
    }

    /// The destination of all its values.
    fn destination(&self) -> Option<Block> {
        match self.kind {
            ClusterKind::Goto(block) => Some(block),
            _ => None,
        }
    }
}

/// Clusters of a switch.
#[derive(Clone, Debug, PartialEq)]
pub struct Clusters {
    /// Sorted, disjoint.
    pub clusters: Vec<Cluster>,
    /// Where all other values go.
    pub default: Block,
    /// Probability of the default, in units of 2⁻³¹.
    pub default_weight: u64,
    /// Whether the default cannot be reached.
    pub default_unreachable: bool,
}

/// How clusters are formed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClusterRules {
    /// Fewest ranges that are worth a jump table; `None` if none ever is.
    pub least_entries: Option<usize>,
    /// The smallest percentage of a table's entries that must be cases.
    pub density: u32,
    /// The most entries of a table.
    pub most_entries: u64,
    /// Whether time may be spent on it: tables of a part of the cases, and tests of bits.
    pub optimizes: bool,
}

impl FunctionLowering<'_> {
    /// The ranges of switch `inst`, whose value and cases are extended to a register as `extension` says.
    ///
    /// # Errors
    /// If the value has more than 64 bits.
    pub fn switch_ranges(&mut self, inst: Inst, extension: Extension) -> Result<Clusters> {
        let function = self.function;
        let blocks = function.inst_blocks(inst);
        let default = blocks[0];
        let default_weight = u64::from(self.successor_probability(default).0);
        let mut cases = Vec::with_capacity(blocks.len());
        for (index, block) in blocks.iter().enumerate().skip(1) {
            let case = function.operand(inst, index);
            let value = match extension {
                Extension::Zero => self.const_int(case).map(|value| value as i64),
                Extension::Sign | Extension::Any => self.const_signed(case),
            };
            let Some(value) = value else {
                return self.unsupported("switch on an integer wider than 64 bits");
            };
            cases.push(Cluster {
                low: value,
                high: value,
                weight: u64::from(self.edge_probability(index).0),
                kind: ClusterKind::Goto(*block),
            });
        }
        let first = function.blocks[default].first.expand();
        let kind = first.map(|first| &function.insts[first].kind);
        Ok(Clusters {
            clusters: merge_ranges(cases),
            default,
            default_weight,
            default_unreachable: matches!(kind, Some(avarice_ir::InstKind::Unreachable)),
        })
    }
}

impl Clusters {
    /// Makes jump tables and tests of bits of the ranges where that pays.
    pub fn combine(&mut self, rules: ClusterRules) {
        let ranges = std::mem::take(&mut self.clusters);
        self.clusters = find_tables(ranges, self.default, rules);
        if rules.optimizes {
            self.clusters = find_bit_tests(std::mem::take(&mut self.clusters));
        }
    }
}

/// Sorts cases and joins neighbours with the same destination.
fn merge_ranges(mut cases: Vec<Cluster>) -> Vec<Cluster> {
    cases.sort_by_key(|c| c.low);
    let mut merged: Vec<Cluster> = Vec::with_capacity(cases.len());
    for case in cases {
        match merged.last_mut() {
            Some(last) if last.kind == case.kind && last.high.checked_add(1) == Some(case.low) => {
                last.high = case.high;
                last.weight += case.weight;
            }
            _ => merged.push(case),
        }
    }
    merged
}

/// Whether `cases` values spread over `span + 1` are at least `density` percent of these.
fn is_dense(cases: u64, span: u64, density: u32) -> bool {
    let range = span.min((u64::MAX - 1) / 100) + 1;
    u128::from(cases) * 100 >= u128::from(range) * u128::from(density)
}

/// Splits the ranges into as few partitions as possible, each a jump table or a single range, and makes
/// the tables.
fn find_tables(ranges: Vec<Cluster>, default: Block, rules: ClusterRules) -> Vec<Cluster> {
    let count = ranges.len();
    let Some(least_entries) = rules.least_entries.filter(|least| count >= (*least).max(2)) else {
        return ranges;
    };
    // cases[i]: number of values of ranges 0..=i.
    let mut sum = 0u64;
    let cases: Vec<u64> = ranges
        .iter()
        .map(|range| {
            sum = sum.saturating_add(range.span()).saturating_add(1);
            sum
        })
        .collect();
    let values =
        |first: usize, last: usize| cases[last] - if first == 0 { 0 } else { cases[first - 1] };
    let dense = |first: usize, last: usize| {
        let span = ranges[last].high.wrapping_sub(ranges[first].low) as u64;
        span < rules.most_entries && is_dense(values(first, last), span, rules.density)
    };
    if dense(0, count - 1)
        && let Some(table) = make_table(&ranges, default)
    {
        return vec![table];
    }
    if !rules.optimizes {
        return ranges;
    }
    let lasts = best_partitions(count, least_entries, dense);
    replace_partitions(&ranges, &lasts, |partition| {
        let is_large = partition.len() >= least_entries;
        is_large.then(|| make_table(partition, default)).flatten()
    })
}

/// The clusters with each partition, from its first to its last as `lasts` says, replaced by what `make` gives for it.
fn replace_partitions(
    clusters: &[Cluster],
    lasts: &[usize],
    make: impl Fn(&[Cluster]) -> Option<Cluster>,
) -> Vec<Cluster> {
    let mut replaced = Vec::with_capacity(clusters.len());
    let mut first = 0;
    while first < clusters.len() {
        let partition = &clusters[first..=lasts[first]];
        match make(partition) {
            Some(cluster) => replaced.push(cluster),
            None => replaced.extend_from_slice(partition),
        }
        first += partition.len();
    }
    replaced
}

/// For each first range, the last range of its partition in a split of the rest into the fewest
/// partitions; among equals, the one with the best score (tables first, then short runs).
fn best_partitions(
    count: usize,
    least_entries: usize,
    dense: impl Fn(usize, usize) -> bool,
) -> Vec<usize> {
    const TABLE: u32 = 1;
    const FEW: u32 = 1;
    const SINGLE: u32 = 2;
    const MANY: u32 = 0;
    let mut partitions = vec![1u32; count + 1];
    let mut scores = vec![0u32; count + 1];
    let mut lasts: Vec<usize> = (0..count).collect();
    partitions[count] = 0;
    scores[count - 1] = SINGLE;
    for first in (0..count - 1).rev() {
        partitions[first] = partitions[first + 1] + 1;
        scores[first] = scores[first + 1] + SINGLE;
        for last in (first + 1..count).rev() {
            if !dense(first, last) {
                continue;
            }
            let entries = last - first + 1;
            let mut score = scores[last + 1];
            score += match entries {
                1 => SINGLE,
                _ if entries <= least_entries / 2 => FEW,
                _ if entries >= least_entries => TABLE,
                _ => MANY,
            };
            let number = 1 + partitions[last + 1];
            if number < partitions[first] || (number == partitions[first] && score > scores[first])
            {
                (partitions[first], scores[first], lasts[first]) = (number, score, last);
            }
        }
    }
    lasts
}

/// A jump table, unless tests of bits do the same.
fn make_table(ranges: &[Cluster], default: Block) -> Option<Cluster> {
    if are_worth_bit_tests(ranges) {
        return None;
    }
    let mut table = Table {
        entries: Vec::new(),
        destinations: Vec::new(),
    };
    let mut order: Vec<(Block, usize)> = Vec::new();
    let mut next = ranges[0].low;
    for range in ranges {
        let block = range.destination()?;
        let holes = range.low.wrapping_sub(next) as u64;
        if holes != 0 {
            order.push((default, table.destinations.len()));
            table.destinations.push((default, 0));
        }
        table.entries.extend((0..holes).map(|_| default));
        order.push((block, table.destinations.len()));
        table.destinations.push((block, range.weight));
        table.entries.extend((0..=range.span()).map(|_| block));
        next = range.high.wrapping_add(1);
    }
    merge_destinations(&mut table.destinations, order);
    Some(Cluster {
        low: ranges[0].low,
        high: ranges[ranges.len() - 1].high,
        weight: ranges.iter().map(|r| r.weight).sum(),
        kind: ClusterKind::Table(table),
    })
}

/// Adds the weights of equal destinations up where each first stands; `order` has all with their positions.
fn merge_destinations(destinations: &mut Vec<(Block, u64)>, mut order: Vec<(Block, usize)>) {
    order.sort_unstable();
    let mut is_first = vec![false; destinations.len()];
    for same in order.chunk_by(|a, b| a.0 == b.0) {
        let first = same[0].1;
        is_first[first] = true;
        for (_, position) in &same[1..] {
            destinations[first].1 += destinations[*position].1;
        }
    }
    let mut keep = is_first.into_iter();
    destinations.retain(|_| keep.next().unwrap_or(true));
}

/// Different destinations of ranges, if all are ranges and there are not more than a word may have.
fn few_destinations(ranges: &[Cluster]) -> Option<usize> {
    let mut seen: [Option<Block>; MAX_DESTINATIONS] = [None; MAX_DESTINATIONS];
    let mut count = 0;
    for range in ranges {
        let destination = Some(range.destination()?);
        if !seen[..count].contains(&destination) {
            *seen.get_mut(count)? = destination;
            count += 1;
        }
    }
    Some(count)
}

/// Whether all values of these clusters have a bit each in one word.
fn fit_in_word(ranges: &[Cluster]) -> bool {
    let span = ranges[ranges.len() - 1].high.wrapping_sub(ranges[0].low) as u64;
    span < WORD
}

/// Whether tests of bits are cheaper than comparisons: one a destination, and one of the range.
fn are_worth_bit_tests(ranges: &[Cluster]) -> bool {
    if !fit_in_word(ranges) {
        return false;
    }
    let comparisons = ranges.iter().map(|range| match range.low == range.high {
        true => 1,
        false => 2,
    });
    let comparisons: u32 = comparisons.sum();
    match few_destinations(ranges) {
        Some(1) => comparisons >= 3,
        Some(2) => comparisons >= 5,
        Some(3) => comparisons >= 6,
        _ => false,
    }
}

/// Splits the clusters into as few partitions as possible, each with values of one word and few destinations, and makes tests
/// of bits of those that are worth it.
fn find_bit_tests(clusters: Vec<Cluster>) -> Vec<Cluster> {
    let count = clusters.len();
    let mut partitions = vec![0u32; count + 1];
    let mut lasts: Vec<usize> = (0..count).collect();
    for first in (0..count).rev() {
        partitions[first] = partitions[first + 1] + 1;
        let furthest = (count - 1).min(first + WORD as usize - 1);
        for last in (first + 1..=furthest).rev() {
            let part = &clusters[first..=last];
            if !fit_in_word(part) {
                continue;
            }
            // As in LLVM, a shorter part is not looked at then.
            if few_destinations(part).is_none() {
                break;
            }
            if 1 + partitions[last + 1] < partitions[first] {
                partitions[first] = 1 + partitions[last + 1];
                lasts[first] = last;
            }
        }
    }
    replace_partitions(&clusters, &lasts, |partition| {
        let is_worth_it = partition.len() > 1 && are_worth_bit_tests(partition);
        is_worth_it.then(|| make_bit_tests(partition)).flatten()
    })
}

fn make_bit_tests(ranges: &[Cluster]) -> Option<Cluster> {
    let (low, high) = (ranges[0].low, ranges[ranges.len() - 1].high);
    let mut neighbours = ranges.windows(2);
    let is_contiguous = neighbours.all(|pair| pair[0].high.checked_add(1) == Some(pair[1].low));
    // Where all values are numbers of bits, nothing need be subtracted.
    let is_direct = low > 0 && high < WORD as i64;
    let first = if is_direct { 0 } else { low };
    let mut tests: Vec<BitTest> = Vec::with_capacity(MAX_DESTINATIONS);
    for range in ranges {
        let destination = range.destination()?;
        let from = range.low.wrapping_sub(first) as u64;
        let mask = (u64::MAX >> (WORD - 1 - range.span())) << from;
        match tests
            .iter_mut()
            .find(|test| test.destination == destination)
        {
            Some(test) => {
                test.mask |= mask;
                test.weight += range.weight;
            }
            None => tests.push(BitTest {
                mask,
                destination,
                weight: range.weight,
            }),
        }
    }
    tests.sort_by(|a, b| {
        let key = |test: &BitTest| (test.weight, test.mask.count_ones());
        key(b).cmp(&key(a)).then(a.mask.cmp(&b.mask))
    });
    Some(Cluster {
        low,
        high,
        weight: ranges.iter().map(|range| range.weight).sum(),
        kind: ClusterKind::Bits(BitTests {
            first,
            last_bit: high.wrapping_sub(first) as u64,
            is_contiguous: is_contiguous && !is_direct,
            tests,
        }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: ClusterRules = ClusterRules {
        least_entries: Some(4),
        density: 10,
        most_entries: u64::MAX,
        optimizes: true,
    };

    fn case(value: i64, block: u32) -> Cluster {
        Cluster {
            low: value,
            high: value,
            weight: 1,
            kind: ClusterKind::Goto(Block::from_u32(block)),
        }
    }

    fn combine(cases: &[(i64, u32)]) -> Vec<Cluster> {
        let mut clusters = Clusters {
            clusters: merge_ranges(cases.iter().map(|(v, b)| case(*v, *b)).collect()),
            default: Block::from_u32(9),
            default_weight: 1,
            default_unreachable: false,
        };
        clusters.combine(RULES);
        clusters.clusters
    }

    #[test]
    fn dense_runs_become_tables() {
        let clusters = combine(&[(5, 3), (1, 1), (2, 1), (4, 2), (3, 3), (6, 4), (100_000, 1)]);
        assert_eq!(clusters.len(), 2);
        assert_eq!((clusters[0].low, clusters[0].high), (1, 6));
        let ClusterKind::Table(table) = &clusters[0].kind else {
            panic!("no table");
        };
        let blocks: Vec<u32> = table.entries.iter().map(|b| b.as_u32()).collect();
        assert_eq!(blocks, [1, 1, 3, 2, 3, 4]);
        let weights = [(1, 2), (3, 2), (2, 1), (4, 1)];
        assert_eq!(
            table.destinations,
            weights.map(|(b, w)| (Block::from_u32(b), w))
        );
    }

    #[test]
    fn few_destinations_become_bits() {
        let clusters = combine(&[(32, 1), (10, 1), (9, 1), (13, 1)]);
        let ClusterKind::Bits(bits) = &clusters[0].kind else {
            panic!("no bits");
        };
        assert_eq!((bits.first, bits.last_bit), (0, 32));
        assert!(!bits.is_contiguous);
        assert_eq!(bits.tests.len(), 1);
        assert_eq!(bits.tests[0].mask, 0x1_0000_2600);
        assert_eq!(bits.tests[0].weight, 4);
    }

    #[test]
    fn bits_of_negative_values_are_counted_from_the_first() {
        let clusters = combine(&[(-3, 1), (-2, 2), (-1, 1), (0, 2), (1, 1)]);
        let ClusterKind::Bits(bits) = &clusters[0].kind else {
            panic!("no bits");
        };
        assert_eq!((bits.first, bits.last_bit), (-3, 4));
        assert!(bits.is_contiguous);
        let masks: Vec<u64> = bits.tests.iter().map(|test| test.mask).collect();
        assert_eq!(masks, [0b10101, 0b01010]);
    }

    #[test]
    fn extreme_values_do_not_overflow() {
        let cases = [i64::MIN, -1, 0, i64::MAX].map(|value| (value, value as u32 & 3));
        assert_eq!(combine(&cases).len(), 4);
        let all: Vec<(i64, u32)> = (0..64).map(|value| (value, (value % 2) as u32)).collect();
        assert_eq!(combine(&all).len(), 1);
    }
}
