//! Splitting mass among edges.

use smallvec::SmallVec;

use super::Node;
use avarice_ir::BranchProbability;

/// Where an edge leads, seen from the loop in which mass flows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EdgeKind {
    /// On within the loop.
    Local,
    /// Out of the loop.
    Exit,
    /// Back to a header.
    Back,
}

/// One edge with its part of the mass.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weight {
    pub kind: EdgeKind,
    pub target: Node,
    pub amount: u64,
}

/// Above this many edges LLVM combines them with a hash table, whose order then shows.
const HASH_LIMIT: usize = 128;

/// The edges out of a node with their weights.
#[derive(Clone, Debug, Default)]
pub(super) struct Distribution {
    weights: SmallVec<[Weight; 4]>,
    total: u64,
    overflowed: bool,
}

impl Distribution {
    /// Adds an edge.
    pub fn add(&mut self, kind: EdgeKind, target: Node, amount: u64) {
        let (total, overflow) = self.total.overflowing_add(amount);
        self.total = total;
        self.overflowed |= overflow;
        self.weights.push(Weight {
            kind,
            target,
            amount,
        });
    }

    /// The edges, one for each target, each with its part of `mass`. Every edge takes its share of what
    /// the edges before it have left, so that rounding loses nothing.
    pub fn split(&mut self, mass: u64) -> SmallVec<[(Weight, u64); 4]> {
        self.normalize();
        let mut rest = (self.total, mass);
        let mut parts = SmallVec::new();
        for weight in &self.weights {
            // Every amount is positive, so nothing is left only after the last.
            let share = BranchProbability::new(weight.amount, rest.0.max(weight.amount));
            let product = u128::from(rest.1) * u128::from(share.0);
            let taken = (product / u128::from(BranchProbability::DENOMINATOR)) as u64;
            rest = (rest.0.saturating_sub(weight.amount), rest.1 - taken);
            parts.push((*weight, taken));
        }
        parts
    }

    /// Makes one edge of those to the same target and scales amounts so that the total fits 32 bits.
    fn normalize(&mut self) {
        if self.weights.len() > HASH_LIMIT {
            self.combine_by_hashing();
        } else if self.weights.len() > 1 {
            self.combine_by_sorting();
        }
        if let [only] = &mut self.weights[..] {
            only.amount = 1;
            self.total = 1;
            return;
        }
        let shift = match self.total {
            _ if self.overflowed => 33,
            total if total > u64::from(u32::MAX) => 33 - total.leading_zeros(),
            _ => return,
        };
        self.total = 0;
        for weight in &mut self.weights {
            let rounded = (weight.amount >> shift) + (weight.amount >> (shift - 1) & 1);
            weight.amount = rounded.max(1);
            self.total += weight.amount;
        }
    }

    fn combine_by_sorting(&mut self) {
        self.weights.sort_by_key(|weight| weight.target);
        let mut combined: SmallVec<[Weight; 4]> = SmallVec::new();
        for weight in &self.weights {
            match combined.last_mut() {
                Some(last) if last.target == weight.target => {
                    last.amount = last.amount.saturating_add(weight.amount);
                }
                _ => combined.push(*weight),
            }
        }
        self.weights = combined;
    }

    /// As LLVM's `DenseMap` orders it: open addressing with quadratic probing, by target times 37.
    fn combine_by_hashing(&mut self) {
        let reserved = (2 * self.weights.len() + 1).next_power_of_two();
        let buckets = (reserved * 4 / 3 + 2).next_power_of_two();
        let mut table: Vec<Option<Weight>> = vec![None; buckets];
        let mut count = 0;
        for weight in &self.weights {
            let mut at = weight.target.wrapping_mul(37) as usize & (buckets - 1);
            let mut step = 1;
            while table[at].is_some_and(|other| other.target != weight.target) {
                at = (at + step) & (buckets - 1);
                step += 1;
            }
            match &mut table[at] {
                Some(other) => other.amount = other.amount.saturating_add(weight.amount),
                empty => {
                    *empty = Some(*weight);
                    count += 1;
                }
            }
        }
        if count != self.weights.len() {
            self.weights = table.into_iter().flatten().collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_lost() {
        let mut edges = Distribution::default();
        for (target, amount) in [(3, 1), (1, 1), (3, 1)] {
            edges.add(EdgeKind::Local, target, amount);
        }
        let parts = edges.split(u64::MAX);
        assert_eq!(parts.len(), 2);
        assert_eq!((parts[0].0.target, parts[1].0.target), (1, 3));
        assert_eq!(parts[0].1 + parts[1].1, u64::MAX);
        assert_eq!(parts[1].0.amount, 2);
    }

    #[test]
    fn large_weights_are_scaled() {
        let mut edges = Distribution::default();
        edges.add(EdgeKind::Exit, 0, u64::MAX);
        edges.add(EdgeKind::Exit, 1, u64::MAX);
        edges.add(EdgeKind::Exit, 2, 1);
        let parts = edges.split(1 << 40);
        assert_eq!(parts[2].0.amount, 1);
        assert!(parts[0].1.abs_diff(parts[1].1) <= 1 << 10);
    }
}
