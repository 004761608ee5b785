//! Outcomes of copies, for the recording of events.

use avarice_liveness::SlotIndex;
use avarice_mir::{Inst, Reg};
use avarice_trace::event;
use avarice_trace::events::{Bypass, Erased, Event, Refusal};

use super::pair::{CoalescerPair, Move, as_move};
use super::{Coalescer, Outcome};

/// A copy that may soon be removed: its place and its text. `None` if nothing is recorded.
pub(super) type Going = Option<(SlotIndex, String)>;

impl Coalescer<'_, '_> {
    /// That a copy is looked at.
    pub(super) fn seen(&self, copy: Inst, moved: Option<Move>) -> Event {
        Event::Copy {
            at: self.live_intervals.indexes.index(copy),
            text: self.log.inst_text(self.function, copy),
            from: moved.map_or(Reg::NONE, |moved| moved.src),
            to: moved.map_or(Reg::NONE, |moved| moved.dst),
        }
    }

    /// Records that a copy stays; returns what came of looking at it.
    pub(super) fn refuse(&mut self, copy: Inst, reason: Refusal, outcome: Outcome) -> Outcome {
        event!(self.log, self.refusal_of(copy, reason, outcome));
        outcome
    }

    fn refusal_of(&self, copy: Inst, reason: Refusal, outcome: Outcome) -> Event {
        let moved = as_move(self.function, copy);
        Event::Refuse {
            at: self.live_intervals.indexes.index(copy),
            from: moved.map_or(Reg::NONE, |moved| moved.src),
            to: moved.map_or(Reg::NONE, |moved| moved.dst),
            reason,
            again: outcome == Outcome::Again,
        }
    }

    /// What is to be said of a copy when it is gone.
    pub(super) fn what_goes(&self, copy: Inst) -> Going {
        self.log.is_recording().then(|| {
            let at = self.live_intervals.indexes.index(copy);
            (at, self.log.inst_text(self.function, copy))
        })
    }

    /// Records that a copy is gone.
    pub(super) fn record_erased(&mut self, going: Going, why: Erased) {
        if let Some((at, text)) = going {
            event!(
                self.log,
                self.function,
                self.live_intervals,
                Event::Erase { at, text, why }
            );
        }
    }

    /// Records that the copy of a pair, once at `at`, has become superfluous.
    pub(super) fn record_bypass(&mut self, at: SlotIndex, pair: &CoalescerPair, how: Bypass) {
        let ((from, _), (to, _)) = pair.copy_order();
        event!(
            self.log,
            self.function,
            self.live_intervals,
            Event::Bypass { at, from, to, how }
        );
    }
}
