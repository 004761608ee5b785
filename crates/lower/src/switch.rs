//! How a `switch` is decomposed: ranges of cases with one destination, and jump tables over dense runs.
//!
//! ```text
//!   cases            1→a 2→a 3→b 4→c 5→b 6→c 100→a
//!   ranges           [1,2]→a [3]→b [4]→c [5]→b [6]→c [100]→a
//!   clusters         table 1…6 {a a b c b c}   [100]→a
//! ```
//!
//! The target turns the sorted clusters into a tree of comparisons.

use avarice_ir::{Block, Inst};

use crate::function::FunctionLowering;
use avarice_legalize::Result;

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
    /// Look up the destination: one entry a value, the default block where no case is.
    Table {
        /// The entries.
        entries: Vec<Block>,
        /// Whether an entry is the default block because no case has that value.
        has_holes: bool,
    },
}

impl Cluster {
    /// Number of values minus one.
    fn span(&self) -> u64 {
        self.high.wrapping_sub(self.low) as u64
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

impl FunctionLowering<'_> {
    /// The clusters of switch `inst`, with jump tables for at least `least_entries` ranges, or without.
    ///
    /// # Errors
    /// If the value has more than 64 bits.
    pub fn switch_clusters(
        &self,
        inst: Inst,
        least_entries: Option<usize>,
        for_size: bool,
    ) -> Result<Clusters> {
        let blocks = self.function.inst_blocks(inst);
        let weight = |index: usize| u64::from(self.edge_probability(index).0);
        let default = blocks[0];
        let mut clusters = Vec::with_capacity(blocks.len());
        for (index, block) in blocks.iter().enumerate().skip(1) {
            let Some(value) = self.const_signed(self.function.operand(inst, index)) else {
                return self.unsupported("switch on an integer wider than 64 bits");
            };
            clusters.push(Cluster {
                low: value,
                high: value,
                weight: weight(index),
                kind: ClusterKind::Goto(*block),
            });
        }
        let first = self.function.blocks[default].first.expand();
        let kind = first.map(|first| &self.function.insts[first].kind);
        let default_unreachable = matches!(kind, Some(avarice_ir::InstKind::Unreachable));
        let clusters = merge_ranges(clusters);
        let options = self.options.jump_tables;
        let density = match for_size {
            true => options.density_for_size,
            false => options.density,
        };
        let clusters = match least_entries {
            Some(least) => find_tables(clusters, default, least, density),
            None => clusters,
        };
        Ok(Clusters {
            clusters,
            default,
            default_weight: weight(0),
            default_unreachable,
        })
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
fn find_tables(
    ranges: Vec<Cluster>,
    default: Block,
    least_entries: usize,
    density: u32,
) -> Vec<Cluster> {
    let count = ranges.len();
    if count < least_entries.max(2) {
        return ranges;
    }
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
        is_dense(values(first, last), span, density)
    };
    let lasts = match dense(0, count - 1) {
        true => vec![count - 1; count],
        false => best_partitions(count, least_entries, dense),
    };
    let mut clusters = Vec::new();
    let mut first = 0;
    while first < count {
        let last = lasts[first];
        if last - first + 1 >= least_entries {
            clusters.push(make_table(&ranges[first..=last], default));
        } else {
            clusters.extend_from_slice(&ranges[first..=last]);
        }
        first = last + 1;
    }
    clusters
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
                2..=3 => FEW,
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

fn make_table(ranges: &[Cluster], default: Block) -> Cluster {
    let mut entries = Vec::new();
    let mut has_holes = false;
    let mut next = ranges[0].low;
    for range in ranges {
        let ClusterKind::Goto(block) = range.kind else {
            unreachable!("tables are made of ranges");
        };
        let holes = range.low.wrapping_sub(next) as u64;
        has_holes |= holes != 0;
        entries.extend((0..holes).map(|_| default));
        entries.extend((0..=range.span()).map(|_| block));
        next = range.high.wrapping_add(1);
    }
    Cluster {
        low: ranges[0].low,
        high: ranges[ranges.len() - 1].high,
        weight: ranges.iter().map(|r| r.weight).sum(),
        kind: ClusterKind::Table { entries, has_holes },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(value: i64, block: u32) -> Cluster {
        Cluster {
            low: value,
            high: value,
            weight: 1,
            kind: ClusterKind::Goto(Block::from_u32(block)),
        }
    }

    #[test]
    fn dense_runs_become_tables() {
        let cases = [(5, 3), (1, 1), (2, 1), (4, 2), (3, 3), (6, 2), (100_000, 1)];
        let ranges = merge_ranges(cases.iter().map(|(v, b)| case(*v, *b)).collect());
        assert_eq!(ranges.len(), 6);
        let clusters = find_tables(ranges, Block::from_u32(9), 4, 10);
        assert_eq!(clusters.len(), 2);
        assert_eq!((clusters[0].low, clusters[0].high), (1, 6));
        let blocks: Vec<u32> = match &clusters[0].kind {
            ClusterKind::Table { entries, has_holes } => {
                assert!(!has_holes);
                entries.iter().map(|b| b.as_u32()).collect()
            }
            ClusterKind::Goto(_) => panic!("no table"),
        };
        assert_eq!(blocks, [1, 1, 3, 2, 3, 2]);
    }

    #[test]
    fn extreme_values_do_not_overflow() {
        let cases = [i64::MIN, -1, 0, i64::MAX].map(|v| case(v, v as u32 & 3));
        let clusters = find_tables(merge_ranges(cases.to_vec()), Block::from_u32(9), 4, 10);
        assert_eq!(clusters.len(), 4);
    }
}
