//! Which numbers change when there is no room for another, and how users that store numbers follow.
//!
//! # Requires
//! Entries are given in ascending order, and keep it.
//!
//! # Ensures
//! A [`Renumbering`] that stands for several maps each place as these do in sequence.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::{Deref, Range};

use smallvec::SmallVec;

use crate::search::gallop;
use crate::slot_index::SlotIndex;

/// Raw numbers from an entry of [`SlotIndexes`](crate::SlotIndexes) to the next.
pub(crate) const STEP: u32 = 4;

/// Neighbouring entries that move by the same distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    /// Old positions of the first and last of them.
    first: SlotIndex,
    last: SlotIndex,
    /// What is added to the raw number, modulo 2^32.
    by: u32,
}

/// Which numbers a local renumbering changed: runs of entries, ascending.
///
/// ```text
///   old    32 40 48 56    64       96        where entries are close, many move alike
///   new    40 48 56 64    72       96        one run: from 32 to 64 by 8
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Renumbering {
    runs: Vec<Run>,
    /// Places in code order of the blocks where they are.
    pub(crate) blocks: Range<usize>,
}

impl Renumbering {
    /// Adds an entry at the end.
    pub(crate) fn push(&mut self, old: u32, new: u32) {
        let by = new.wrapping_sub(old);
        let old = SlotIndex::from_raw(old);
        match self.runs.last_mut() {
            Some(run) if run.by == by => run.last = old,
            _ => self.runs.push(Run {
                first: old,
                last: old,
                by,
            }),
        }
    }

    /// The new number of a place. Order is kept: `a < b` if and only if `map(a) < map(b)`.
    #[inline]
    pub fn map(&self, index: SlotIndex) -> SlotIndex {
        self.ascending().map(index)
    }

    /// Maps places one after the other, none smaller than the one before.
    #[inline]
    pub fn ascending(&self) -> AscendingMap<'_> {
        AscendingMap { runs: &self.runs }
    }

    /// Whether a number becomes another.
    pub(crate) fn changes_anything(&self) -> bool {
        self.runs.iter().any(|run| run.by != 0)
    }

    /// Several renumberings, one after the other, as one.
    fn compose(renumberings: &[&Self]) -> Self {
        match renumberings {
            [] => Self::default(),
            [only] => (*only).clone(),
            several => {
                let (before, after) = several.split_at(several.len() / 2);
                Self::compose(before).then(&Self::compose(after))
            }
        }
    }

    /// This one and then another.
    ///
    /// ```text
    ///   this     ----[ +16 ]-----[ +8 ]---      old places; what lies between its runs stays
    ///   next           |  [ +8 ]
    ///   both     ----[+16][+24]--[+8+8]---      if the second run is moved into that of `next`
    /// ```
    fn then(&self, next: &Self) -> Self {
        let mut both = Self {
            runs: Vec::with_capacity(self.runs.len() + next.runs.len()),
            blocks: self.blocks.start.min(next.blocks.start)..self.blocks.end.max(next.blocks.end),
        };
        let mut next = next.runs.as_slice();
        let mut between = 0;
        for run in &self.runs {
            let (first, last) = (run.first.raw(), run.last.raw());
            if between < first {
                next = both.push_moved(next, (between, first - STEP), 0);
            }
            next = both.push_moved(next, (first, last), run.by);
            between = last + STEP;
        }
        both.push_moved(next, (between, !(STEP - 1)), 0);
        both
    }

    /// Appends the places from `first` to `last`, which move by `by` and then as `next` says. Returns the part of
    /// `next` that is not before all places after these.
    fn push_moved<'a>(
        &mut self,
        next: &'a [Run],
        (mut first, last): (u32, u32),
        by: u32,
    ) -> &'a [Run] {
        let moved = |raw: u32| SlotIndex::from_raw(raw.wrapping_add(by));
        let mut push = |first: u32, last: u32, by: u32| {
            if by != 0 {
                self.runs.push(Run {
                    first: SlotIndex::from_raw(first),
                    last: SlotIndex::from_raw(last),
                    by,
                });
            }
        };
        let mut next = &next[gallop(next, 0, |run| run.last < moved(first))..];
        while let Some(run) = next.first().filter(|run| run.first <= moved(last)) {
            let start = run.first.max(moved(first)).raw().wrapping_sub(by);
            let stop = run.last.min(moved(last)).raw().wrapping_sub(by);
            if first < start {
                push(first, start - STEP, by);
            }
            push(start, stop, by.wrapping_add(run.by));
            first = stop + STEP;
            if run.last > moved(last) {
                break;
            }
            next = &next[1..];
        }
        if first <= last {
            push(first, last, by);
        }
        next
    }

    /// The blocks where a number changed, or that start or end at one, as places in
    /// [`SlotIndexes::block_starts`](crate::SlotIndexes::block_starts).
    pub fn blocks(&self) -> Range<usize> {
        self.blocks.clone()
    }

    /// The first and last place that can change.
    pub fn span(&self) -> (SlotIndex, SlotIndex) {
        let first = self.runs.first().map_or(SlotIndex::NONE, |run| run.first);
        let last = self.runs.last().map_or(SlotIndex::ZERO, |run| run.last);
        (first, last.dead_slot())
    }
}

/// A [`Renumbering`] of ascending places.
#[derive(Clone, Copy, Debug)]
pub struct AscendingMap<'a> {
    /// The runs that do not lie before all places that may still come.
    runs: &'a [Run],
}

impl AscendingMap<'_> {
    /// The new number of a place that is not before those asked for before.
    #[inline]
    pub fn map(&mut self, index: SlotIndex) -> SlotIndex {
        let base = index.base();
        self.runs = &self.runs[gallop(self.runs, 0, |run| run.last < base)..];
        match self.runs.first() {
            Some(run) if run.first <= base => SlotIndex::from_raw(index.raw().wrapping_add(run.by)),
            _ => index,
        }
    }
}

/// All renumberings since some time, oldest first; as a slice, each for itself.
///
/// A user that stores slot indexes elsewhere remembers how many it has followed, and follows the others as one when it
/// needs to. Several users do, for much the same ones; so each one with an even number is combined with the next only
/// once, on demand, and so are pairs of these.
///
/// ```text
///   single      0   1   2   3   4   5   6   7   8
///   pairs      [0   1] [2   3] [4   5] [6   7]
///   of four    [0           3] [4           7]
///                   1, then 2-3, then 4-7, then 8    is what there is since 1
/// ```
#[derive(Clone, Debug, Default)]
pub struct Renumberings {
    single: Vec<Renumbering>,
    /// By level: of `2 << level` renumberings each, for all whole rows of so many.
    composed: Vec<Vec<OnceCell<Renumbering>>>,
}

impl Renumberings {
    pub(crate) fn clear(&mut self) {
        self.single.clear();
        self.composed.iter_mut().for_each(Vec::clear);
    }

    pub(crate) fn push(&mut self, renumbering: Renumbering) {
        self.single.push(renumbering);
        for level in 0..self.single.len().trailing_zeros() as usize {
            if level == self.composed.len() {
                self.composed.push(Vec::new());
            }
            self.composed[level].push(OnceCell::new());
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.single.len()
    }

    /// Those after the first `followed`, as one.
    pub fn since(&self, followed: usize) -> Cow<'_, Renumbering> {
        let mut rows: SmallVec<[&Renumbering; 16]> = SmallVec::new();
        let mut at = followed;
        while at < self.single.len() {
            let fitting = (self.single.len() - at).ilog2();
            let level = at.trailing_zeros().min(fitting);
            rows.push(self.row(level, at >> level));
            at += 1 << level;
        }
        match rows[..] {
            [only] => Cow::Borrowed(only),
            _ => Cow::Owned(Renumbering::compose(&rows)),
        }
    }

    /// The row of `1 << level` renumberings of this number.
    fn row(&self, level: u32, number: usize) -> &Renumbering {
        match level.checked_sub(1) {
            None => &self.single[number],
            Some(below) => self.composed[below as usize][number].get_or_init(|| {
                let [before, after] = [0, 1].map(|half| self.row(below, 2 * number + half));
                before.then(after)
            }),
        }
    }
}

impl Deref for Renumberings {
    type Target = [Renumbering];

    fn deref(&self) -> &[Renumbering] {
        &self.single
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_renumberings_as_one() {
        let mut seed = 1_u64;
        let mut below = |limit: u32| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as u32 % limit
        };
        for _ in 0..500 {
            let mut old: Vec<u32> = (0..30).map(|at| 4 * at * (1 + below(2))).collect();
            old.sort_unstable();
            old.dedup();
            let mut now = old.clone();
            let mut renumberings = Renumberings::default();
            let mut stages = vec![old];
            for _ in 0..1 + below(12) {
                // Entries from some place on move up, until one has room.
                let from = below(now.len() as u32) as usize;
                let mut renumbering = Renumbering::default();
                let mut room = now[from] + 4 * (1 + below(4));
                for place in &mut now[from..] {
                    if *place >= room {
                        break;
                    }
                    renumbering.push(*place, room);
                    *place = room;
                    room += 4 * (1 + below(2));
                }
                renumberings.push(renumbering);
                stages.push(now.clone());
            }
            let slot = |raw: &u32| SlotIndex::from_raw(raw + 2);
            for (followed, stage) in stages.iter().enumerate() {
                let one = renumberings.since(followed);
                for (old, now) in stage.iter().zip(&now) {
                    assert_eq!(one.map(slot(old)), slot(now), "{renumberings:?}");
                }
            }
        }
    }
}
