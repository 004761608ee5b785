//! Where a register is live, and how its spill weight is computed.

use avarice_liveness::SlotIndex;
use avarice_trace::events::{Event, WeightTerm};

use crate::Story;
use crate::words::{count, list, runs, weight};

/// Terms of a weight that are told one by one.
const TERMS: usize = 6;

impl Story<'_> {
    pub(crate) fn tell_liveness(&mut self) {
        let index = self.index;
        let Some(life) = index.life(self.reg) else {
            return;
        };
        // The weight that its first turn has.
        let first_turn = index
            .events(self.reg)
            .find_map(|(at, record)| matches!(record.event, Event::Dequeue { .. }).then_some(at));
        let at = first_turn.or(life.intervals.last().map(|(at, ..)| *at));
        let shown = at.and_then(|at| index.interval_at(self.reg, at));
        let Some((_, interval)) = shown.or(life.intervals.first().map(|(_, c, i)| (*c, *i))) else {
            return;
        };
        self.title("Where it is live, and what it weighs");
        self.show(interval.to_string());
        let blocks = interval.segments().len();
        let values = interval.values().iter().filter(|value| !value.is_unused());
        let phis = interval.values().iter().filter(|value| value.is_phi_def());
        let values = count(values.count(), "value");
        let merged = match phis.count() {
            0 => String::new(),
            1 => ", 1 of which merges others at the start of a block".into(),
            number => format!(", {number} of which merge others at the start of a block"),
        };
        self.say(format!(
            "{} with {values}{merged}",
            count(blocks, "segment")
        ));
        let weights = index.events(self.reg).filter(|(event, record)| {
            matches!(record.event, Event::Weight { reg, .. } if reg == self.reg)
                && at.is_none_or(|at| *event <= at)
        });
        if let Some((_, record)) = weights.last()
            && let Event::Weight {
                terms,
                total,
                hints,
                rematerializable,
                size,
                weight: own,
                ..
            } = &record.event
        {
            self.tell_weight(terms, *total, *own);
            if !hints.is_empty() {
                let wanted = hints.iter().map(|hint| match hint.as_virtual() {
                    Some(other) => format!("what {other} gets"),
                    None => index.reg(*hint).to_string(),
                });
                self.say(format!("Copies make it want {}", list(wanted)));
            }
            if own.is_finite() {
                let mut factors = Vec::new();
                if !hints.is_empty() {
                    factors.push("1 % more for the hint".to_owned());
                }
                if *rematerializable {
                    factors.push("half of it, as all its values can be computed again".to_owned());
                }
                self.tell_factors(*own, factors, *size);
            }
        }
    }

    fn tell_weight(&mut self, terms: &[WeightTerm], total: f32, own: f32) {
        if own.is_infinite() {
            self.say(
                "Its weight is infinite: it lives for an instruction at a time (or is a part of what does), so that \
                 spilling would free nothing",
            );
            return;
        }
        self.say(format!(
            "Its reads and writes are worth {}, each as much as its block runs for each run of the function",
            runs(f64::from(total))
        ));
        let mut sorted: Vec<&WeightTerm> = terms.iter().collect();
        sorted.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.at.cmp(&b.at)));
        for term in sorted.iter().take(TERMS) {
            let line = self.term(term);
            self.show(line);
        }
        if let Some(more) = sorted.get(TERMS..).filter(|more| !more.is_empty()) {
            let sum: f32 = more.iter().map(|term| term.weight).sum();
            let rest = count(more.len(), "other instruction");
            self.show(format!("{} {rest}", runs(f64::from(sum))));
        }
    }

    fn term(&self, term: &WeightTerm) -> String {
        let does = match (term.reads, term.writes) {
            (true, true) => "reads and writes it",
            (false, true) => "writes it",
            _ => "reads it",
        };
        let leaves = if term.leaves_loop {
            ", and leaves a loop with it: three times"
        } else {
            ""
        };
        let block = self.index.block(term.block);
        let value = runs(f64::from(term.weight));
        format!("{value} {} in {block} {does}{leaves}", term.at)
    }

    /// Tells by which factors, and by what size in slots, the sum of uses becomes the weight `own`.
    fn tell_factors(&mut self, own: f32, mut factors: Vec<String>, size: u32) {
        let more = 25 * SlotIndex::INST_DISTANCE;
        factors.push(format!(
            "divided by {} (its size of {size} slots and {more} for any)",
            size + more
        ));
        self.say(format!(
            "That makes its weight {}: {}",
            weight(own),
            factors.join(", ")
        ));
    }
}
