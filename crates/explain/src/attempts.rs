//! Every attempt to find a place for a register, in order.

use avarice_mir::{FrameIndex, VReg};
use avarice_trace::events::{Event, Record, RegionOutcome, RematRefusal};

use crate::Story;
use crate::index::subjects;
use crate::words::{count, list, runs};

/// Regions that are told one by one.
const REGIONS: usize = 4;

impl Story<'_> {
    pub(crate) fn tell_attempts(&mut self) {
        let events = self.index.events(self.reg).map(|(_, record)| record);
        let attempts: Vec<&Record> = events
            .filter(|record| record.pass != "register-coalescer" && is_attempt(&record.event))
            .collect();
        if attempts.is_empty() {
            return;
        }
        self.title("What the allocator did with it");
        let (mut at, mut turn) = (0, 0);
        while at < attempts.len() {
            let rest = &attempts[at..];
            at += self.tell_attempt(rest, &mut turn);
        }
    }

    /// Tells of the first of some events, and of those that belong to it; returns how many these are.
    fn tell_attempt(&mut self, events: &[&Record], turn: &mut usize) -> usize {
        let event = &events[0].event;
        let is_own = subjects(event).first() == Some(&self.reg);
        match event {
            _ if !is_own => {
                let sentence = self.effect_of(event);
                self.say_all(sentence);
                1
            }
            Event::Region { .. } => {
                let is_region = |record: &&&Record| matches!(record.event, Event::Region { .. });
                let count = events.iter().take_while(is_region).count();
                self.tell_regions(&events[..count]);
                count
            }
            Event::LocalRun { .. } => {
                // Each was better than those before: the last is the best.
                let is_run = |record: &&&Record| matches!(record.event, Event::LocalRun { .. });
                let count = events.iter().take_while(is_run).count();
                let sentence = self.sentence(&events[count - 1].event, *turn);
                self.say_all(sentence);
                count
            }
            Event::Spill { .. } => {
                let own = self.reg;
                let is_end = |record: &&Record| matches!(record.event, Event::Spilled { reg, .. } if reg == own);
                let end = events.iter().position(is_end);
                let count = end.map_or(events.len(), |end| end + 1);
                self.tell_spill(&events[..count]);
                count
            }
            _ => {
                *turn += usize::from(matches!(event, Event::Dequeue { .. }));
                let sentence = self.sentence(event, *turn);
                self.say_all(sentence);
                1
            }
        }
    }

    fn say_all(&mut self, sentence: Option<String>) {
        if let Some(sentence) = sentence {
            self.say(sentence);
        }
    }

    // ---- Splitting and spilling ---------------------------------------------------------------

    fn tell_regions(&mut self, regions: &[&Record]) {
        let index = self.index;
        let (mut told, mut no_bundle, mut worse) = (Vec::new(), 0, 0);
        for record in regions {
            let Event::Region {
                phys,
                static_cost,
                cost,
                outcome,
                ..
            } = &record.event
            else {
                continue;
            };
            let name = phys.map_or_else(
                || "no register in mind".to_owned(),
                |phys| index.phys(phys).to_string(),
            );
            let least = static_cost.map(|cost| format!("at least {}", runs(cost)));
            let cost = cost.map(runs).or(least);
            match (outcome, cost) {
                (RegionOutcome::NoBundle, _) => no_bundle += 1,
                (RegionOutcome::NoRoom, _) => {
                    told.push(format!("for {name} code would have to go where it cannot"));
                }
                (RegionOutcome::Best, Some(cost)) => {
                    told.push(format!("for {name} one costs {cost}, less than any before"));
                }
                (RegionOutcome::Best, None) => told.push(format!("there is one with {name}")),
                (RegionOutcome::Worse, Some(cost)) if told.len() < REGIONS => {
                    told.push(format!("for {name} it would cost {cost}, too much"));
                }
                (RegionOutcome::Worse, _) => worse += 1,
            }
        }
        if no_bundle > 0 {
            told.push(format!(
                "for {}, no part of the code wants it",
                count(no_bundle, "register")
            ));
        }
        if worse > 0 {
            told.push(format!(
                "for {} it would cost too much",
                count(worse, "other register")
            ));
        }
        self.say(format!(
            "Regions where it could be in a register: {}",
            told.join("; ")
        ));
    }

    fn tell_spill(&mut self, events: &[&Record]) {
        let own = self.reg;
        if events
            .first()
            .is_some_and(|record| record.pass == "regallocbasic")
        {
            self.say("Either no register is free or held by lighter ones only, or a heavier one needs its register");
        }
        if let Some(Event::Spill { original, .. }) = events.first().map(|record| &record.event) {
            let all = if *original == own {
                String::new()
            } else {
                format!("; all pieces of {original} share a stack slot")
            };
            self.say(format!("It goes to memory{all}"));
        }
        let mut impossible = Vec::new();
        let (mut loads, mut stores) = (0, 0);
        for record in events {
            match &record.event {
                Event::CannotRemat { at, why, .. } => impossible.push(match why {
                    RematRefusal::Impossible => format!("for {at} it cannot be"),
                    RematRefusal::Tied => format!("{at} changes it in place"),
                }),
                Event::Remat { of, at, text, .. } if *of == own => {
                    self.say(format!("Its value is computed again at {at}"));
                    self.show(text);
                }
                Event::Fold {
                    at, text, is_load, ..
                } => {
                    let memory = if *is_load {
                        "what it was loaded from"
                    } else {
                        "the stack slot"
                    };
                    self.say(format!("The instruction at {at} works on {memory} itself"));
                    self.show(text);
                }
                Event::Reload { .. } => loads += 1,
                Event::Store { .. } | Event::HoistedStore { .. } => stores += 1,
                _ => {}
            }
        }
        if !impossible.is_empty() {
            self.say(format!(
                "Its value can be computed again elsewhere, but {}",
                list(impossible)
            ));
        }
        if let Some(Event::Spilled { slot, new, .. }) = events.last().map(|record| &record.event) {
            self.tell_slot(*slot, (loads, stores), new);
        }
    }

    /// Tells where it is when it is spilled.
    fn tell_slot(
        &mut self,
        slot: Option<FrameIndex>,
        (loads, stores): (usize, usize),
        new: &[VReg],
    ) {
        self.say(match slot.map(|slot| slot.0) {
            Some(slot) if loads + stores == 0 => {
                format!("It is in stack slot {slot} now, without any other load or store")
            }
            Some(slot) => {
                let (loads, stores) = (count(loads, "load"), count(stores, "store"));
                format!("It is in stack slot {slot} now, with {loads} and {stores}")
            }
            None => "No stack slot is needed for it".into(),
        });
        if !new.is_empty() {
            self.say(format!(
                "Its uses got registers of their own: {}",
                list(new)
            ));
        }
    }
}

/// Whether an event is about finding a place.
fn is_attempt(event: &Event) -> bool {
    !matches!(
        event,
        Event::Value { .. } | Event::Weight { .. } | Event::Enqueue { .. }
    )
}
