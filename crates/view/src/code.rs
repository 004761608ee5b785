//! The code of a function as its record progresses: lines in order, and how they differ from those before.
//!
//! ```text
//!   before   a b c d e        lines are walked together; what is not in the new code goes,
//!   now      a x c e d        what is new comes; of two that change places one goes and comes
//!            └ at 1: b ─▶ x   at 3: d ─▶ ∅   at 5: ∅ ─▶ d
//! ```

use avarice_liveness::SlotIndex;
use avarice_trace::events::{BlockState as RecordedBlock, Change};
use rustc_hash::FxHashMap;

use crate::model::{BlockState, NONE, Row, Splice};
use crate::table::Table;

/// The code, and the tables that it is made of.
#[derive(Default)]
pub struct Code {
    texts: Table<String>,
    rows: Table<Row>,
    blocks: Table<BlockState>,
    layout: Vec<RecordedBlock>,
    /// By the number of the block: its instructions.
    insts: Vec<Vec<u32>>,
    /// By instruction: its block, text and slot index.
    states: Vec<InstState>,
    /// The lines that were last requested.
    last: Vec<u32>,
    /// Whether anything has changed since.
    is_stale: bool,
    /// Whether slot indexes mean nothing any more.
    hides_slots: bool,
}

/// An instruction.
#[derive(Clone, Copy, Default)]
struct InstState {
    block: Option<u32>,
    text: u32,
    slot: i64,
}

impl Code {
    /// Applies a change, if it is one of the code.
    pub fn apply(&mut self, change: &Change) {
        match change {
            Change::Blocks { blocks } => self.layout.clone_from(blocks),
            Change::Removed { id } => self.remove(*id),
            Change::Inst {
                id,
                block,
                after,
                slot,
                text,
                ..
            } => {
                let text = self.texts.number(text.clone());
                self.remove(*id);
                self.insert(*id, *block, *after);
                self.states[*id as usize] = InstState {
                    block: Some(*block),
                    text,
                    slot: raw(*slot),
                };
            }
            _ => return,
        }
        self.is_stale = true;
    }

    fn remove(&mut self, id: u32) {
        let number = id as usize;
        if number >= self.states.len() {
            self.states.resize(number + 1, InstState::default());
        }
        if let Some(block) = self.states[number].block.take() {
            let insts = &mut self.insts[block as usize];
            // Of blocks that are made anew the first goes, of others any.
            if insts.first() == Some(&id) {
                insts.remove(0);
            } else if let Some(at) = insts.iter().rposition(|other| *other == id) {
                insts.remove(at);
            }
        }
    }

    fn insert(&mut self, id: u32, block: u32, after: Option<u32>) {
        let number = block as usize;
        if number >= self.insts.len() {
            self.insts.resize_with(number + 1, Vec::new);
        }
        let insts = &mut self.insts[number];
        let before = after.and_then(|after| insts.iter().rposition(|other| *other == after));
        insts.insert(before.map_or(0, |at| at + 1), id);
    }

    /// Leaves slot indexes away from now on: they mean nothing any more.
    pub fn hide_slots(&mut self) {
        self.is_stale |= !self.hides_slots;
        self.hides_slots = true;
    }

    /// How the lines differ from those at the last call.
    pub fn changes(&mut self) -> Vec<Splice> {
        if !std::mem::take(&mut self.is_stale) {
            return Vec::new();
        }
        let rows = self.lines();
        let found = splices(&self.last, &rows, |row| self.rows.get(row).id);
        self.last = rows;
        found
    }

    fn lines(&mut self) -> Vec<u32> {
        let mut lines = Vec::with_capacity(self.last.len());
        let slot = |slot| if self.hides_slots { -1 } else { slot };
        for block in &self.layout {
            let successors = block.succs.iter().zip(&block.probabilities);
            let successors = successors.map(|(to, share)| {
                let percent = (share * 10_000.0).round() as u32;
                (id_of(&self.layout, *to), percent)
            });
            let head = self.blocks.number(BlockState {
                id: block.id,
                name: block_name(block),
                frequency: rounded(block.frequency),
                pad: block.is_pad,
                successors: successors.collect(),
            });
            lines.push(self.rows.number(Row {
                id: -1 - i64::from(block.id),
                text: head,
                slot: slot(raw(block.start)),
            }));
            let insts = self.insts.get(block.number as usize);
            for id in insts.map_or(&[][..], Vec::as_slice) {
                let state = self.states[*id as usize];
                lines.push(self.rows.number(Row {
                    id: i64::from(*id),
                    text: state.text,
                    slot: slot(state.slot),
                }));
            }
        }
        lines
    }

    /// The tables: texts, rows, blocks.
    pub fn into_tables(self) -> (Vec<String>, Vec<Row>, Vec<BlockState>) {
        let (texts, rows, blocks) = (self.texts, self.rows, self.blocks);
        (
            texts.into_entries(),
            rows.into_entries(),
            blocks.into_entries(),
        )
    }
}

/// The block with a number, by what it keeps.
fn id_of(layout: &[RecordedBlock], number: u32) -> u32 {
    // Most blocks stand near where their number says.
    let guess = layout
        .get(number as usize)
        .filter(|block| block.number == number);
    let found = guess.or_else(|| layout.iter().find(|block| block.number == number));
    found.map_or(u32::MAX, |block| block.id)
}

fn block_name(block: &RecordedBlock) -> String {
    match &*block.name {
        "" => format!("bb.{}", block.number),
        name => format!("bb.{}.{name}", block.number),
    }
}

fn raw(slot: Option<SlotIndex>) -> i64 {
    slot.map_or(i64::from(NONE), |slot| i64::from(slot.raw()))
}

/// A frequency with three significant digits.
fn rounded(frequency: f64) -> String {
    if frequency >= 100.0 || frequency == 0.0 {
        return format!("{frequency:.0}");
    }
    let digits = (2.0 - frequency.log10().floor()).clamp(0.0, 12.0) as usize;
    let text = format!("{frequency:.digits$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// What makes `new` of `old`. `identity` says which rows are states of the same line.
pub fn splices(old: &[u32], new: &[u32], identity: impl Fn(u32) -> i64) -> Vec<Splice> {
    // Rows occur once: where each is in the old code.
    let places: FxHashMap<u32, usize> =
        old.iter().enumerate().map(|(at, row)| (*row, at)).collect();
    let mut found: Vec<Splice> = Vec::new();
    let mut at = 0;
    let mut add = |at: usize, gone: usize, row: Option<u32>| {
        let open = found
            .last_mut()
            .filter(|last| (last.at + last.gone) as usize == at);
        match open {
            Some(last) => {
                last.gone += gone as u32;
                last.rows.extend(row);
            }
            None => found.push(Splice {
                at: at as u32,
                gone: gone as u32,
                rows: row.into_iter().collect(),
            }),
        }
    };
    for row in new {
        match places.get(row) {
            Some(place) if *place >= at => {
                if *place > at {
                    add(at, *place - at, None);
                }
                at = *place + 1;
            }
            // Another state of the line that stands here takes its place.
            _ if at < old.len() && identity(old[at]) == identity(*row) => {
                add(at, 1, Some(*row));
                at += 1;
            }
            _ => add(at, 0, Some(*row)),
        }
    }
    if at < old.len() {
        add(at, old.len() - at, None);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Applies changes as the page does.
    fn apply(old: &[u32], splices: &[Splice]) -> Vec<u32> {
        let mut new = Vec::new();
        let mut at = 0;
        for splice in splices {
            new.extend_from_slice(&old[at..splice.at as usize]);
            new.extend_from_slice(&splice.rows);
            at = (splice.at + splice.gone) as usize;
        }
        new.extend_from_slice(&old[at..]);
        new
    }

    #[test]
    fn differences_of_code_make_the_new_code() {
        let cases: [(&[u32], &[u32]); 7] = [
            (&[], &[1, 2]),
            (&[1, 2], &[]),
            (&[1, 2, 3], &[1, 2, 3]),
            (&[1, 2, 3, 4, 5], &[1, 9, 3, 5, 4]),
            (&[1, 2, 3], &[3, 2, 1]),
            (&[1, 2, 3], &[4, 1, 5, 3, 6]),
            (&[1, 2, 3, 4], &[101, 2, 3, 104]),
        ];
        for (old, new) in cases {
            let found = splices(old, new, |row| i64::from(row % 100));
            assert_eq!(apply(old, &found), new, "{old:?} to {new:?}: {found:?}");
            assert!(
                found.is_sorted_by_key(|splice| splice.at),
                "{old:?} to {new:?}: {found:?}"
            );
        }
        assert!(splices(&[1, 2, 3], &[1, 2, 3], i64::from).is_empty());
        let changed = splices(&[1, 2, 3, 4], &[1, 102, 3, 4], |row| i64::from(row % 100));
        assert_eq!(changed.len(), 1);
        assert_eq!((changed[0].at, changed[0].gone), (1, 1));
    }

    #[test]
    fn frequencies_have_three_digits() {
        assert_eq!(rounded(0.0), "0");
        assert_eq!(rounded(1.0), "1");
        assert_eq!(rounded(0.5), "0.5");
        assert_eq!(rounded(0.000_123_4), "0.000123");
        assert_eq!(rounded(31.96), "32");
        assert_eq!(rounded(1234.4), "1234");
    }
}
