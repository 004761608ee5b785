//! What the coalescer did about the copies of a register.

use std::collections::BTreeMap;

use avarice_liveness::SlotIndex;
use avarice_mir::{Reg, VReg};
use avarice_trace::events::{Bypass, Event, Refusal};

use crate::Story;
use crate::index::Index;

/// A look at a copy.
struct Look<'a> {
    /// The event of the look itself.
    event: usize,
    at: SlotIndex,
    text: &'a str,
    from: Reg,
    to: Reg,
    /// The last conflict that was found: the register of the value, where it is defined, and the register live there.
    conflict: Option<(VReg, SlotIndex, VReg)>,
    /// The event that says what came of it.
    outcome: Option<&'a Event>,
}

impl Story<'_> {
    /// Tells about the copies between the register and others; continues with the register that it became.
    pub(crate) fn tell_joins(&mut self) {
        let looks = looks(self.index);
        let mut last = BTreeMap::new();
        for (number, look) in looks.iter().enumerate() {
            last.insert(look.at, number);
        }
        let mut told = false;
        let mut after = 0;
        while let Some((number, look)) = self.next_look(&looks, after) {
            after = number + 1;
            let decided = last.get(&look.at) == Some(&number);
            if !decided && matches!(look.outcome, Some(Event::Refuse { again: true, .. })) {
                // Another look at the same copy says more.
                continue;
            }
            if !told {
                self.title("What it was joined with");
                told = true;
            }
            self.tell_look(look);
        }
        if !told
            && self
                .index
                .record
                .records
                .iter()
                .any(|record| record.pass == "register-coalescer")
        {
            self.title("What it was joined with");
            self.say("No copy connects it with another register");
        }
    }

    /// The first look from number `after` on that is about the register.
    fn next_look<'l>(&self, looks: &'l [Look<'l>], after: usize) -> Option<(usize, &'l Look<'l>)> {
        let about = |reg: Reg| reg == self.reg.into();
        let mut rest = looks.iter().enumerate().skip(after);
        rest.find(|(_, look)| about(look.from) || about(look.to))
    }

    fn tell_look(&mut self, look: &Look<'_>) {
        let (index, at, text) = (self.index, look.at, look.text);
        let other = if look.from == self.reg.into() {
            look.to
        } else {
            look.from
        };
        match look.outcome {
            Some(Event::Join { gone, kept }) => {
                if *gone == self.reg {
                    self.say(format!(
                        "The copy at {at} joined it into {}",
                        index.reg(*kept)
                    ));
                    self.show(text);
                    match kept.as_virtual() {
                        Some(kept) => {
                            self.reg = kept;
                            let name = index.full_name(kept);
                            self.say(format!("From here on it is {name}"));
                        }
                        None => {
                            self.say(format!("{} stands for it from here on", index.reg(*kept)))
                        }
                    }
                } else {
                    let name = index.full_name(*gone);
                    self.say(format!("The copy at {at} joined {name} into it"));
                    self.show(text);
                }
            }
            Some(Event::Refuse { reason, .. }) => {
                let why = self.refusal(*reason, look.conflict, other);
                self.say(format!("The copy at {at} stays: {why}"));
                self.show(text);
            }
            Some(Event::Bypass { how, .. }) => {
                let how = match how {
                    Bypass::OlderValue => {
                        "its source was a copy of what its destination held before, which is used instead"
                    }
                    Bypass::Commuted => {
                        "the operands of the instruction that defines its source were exchanged"
                    }
                    Bypass::PartialRedundancy => {
                        "it was needed on one way into its block only, where it is now"
                    }
                };
                self.say(format!("The copy at {at} went without a join: {how}"));
                self.show(text);
            }
            Some(Event::Remat { text: new, .. }) => {
                self.say(format!(
                    "The copy at {at} went: its value is computed again instead"
                ));
                self.show(format!("{text}  =>  {new}"));
            }
            Some(Event::Erase { why, .. }) => {
                let why = match why.name() {
                    "dead" => "nothing reads what it defines",
                    "undefined" => "what it copies is undefined",
                    _ => "both sides are one register already",
                };
                self.say(format!("The copy at {at} went: {why}"));
                self.show(text);
            }
            _ => {}
        }
    }

    fn refusal(
        &self,
        reason: Refusal,
        conflict: Option<(VReg, SlotIndex, VReg)>,
        other: Reg,
    ) -> String {
        match (reason, conflict) {
            (Refusal::NotCoalescable, _) => "no register class can hold both sides".into(),
            (Refusal::Target, _) => "the target does not want it joined".into(),
            (Refusal::NotReserved, _) => format!(
                "{} is a physical register that is allocated; only reserved ones can stand for a virtual one. \
                 It is a hint for the allocator",
                self.index.reg(other)
            ),
            (Refusal::SeveralValues, _) => {
                "a reserved register can only stand for a register with a single value".into()
            }
            (Refusal::TooLarge, _) => {
                "its interval is large and many joins of it have been attempted; more would take too long".into()
            }
            (Refusal::PhysicalConflict, _) => {
                format!("{} is used where it is live", self.index.reg(other))
            }
            (Refusal::Conflict, Some((reg, def, live))) => {
                format!("{reg} is defined at {def}, where {live} is live with another value")
            }
            (Refusal::Conflict, None) => "they are live with different values at the same time".into(),
        }
    }
}

/// All looks at copies, in order.
fn looks<'a>(index: &Index<'a>) -> Vec<Look<'a>> {
    let mut looks: Vec<Look<'a>> = Vec::new();
    let records = index.record.records.iter().enumerate();
    for (event, record) in records.filter(|(_, record)| record.pass == "register-coalescer") {
        if let Event::Copy { at, text, from, to } = &record.event {
            looks.push(Look {
                event,
                at: *at,
                text,
                from: *from,
                to: *to,
                conflict: None,
                outcome: None,
            });
            continue;
        }
        let Some(look) = looks.last_mut() else {
            continue;
        };
        match &record.event {
            Event::Conflict { reg, at, other, .. } => look.conflict = Some((*reg, *at, *other)),
            // Other copies that a join makes superfluous are gone with it.
            Event::Erase { why, .. } if why.name() == "joined" => {}
            Event::Join { .. }
            | Event::Refuse { .. }
            | Event::Bypass { .. }
            | Event::Remat { .. }
            | Event::Erase { .. }
                if look.outcome.is_none() && event > look.event =>
            {
                look.outcome = Some(&record.event);
            }
            _ => {}
        }
    }
    looks
}
