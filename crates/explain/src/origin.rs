//! Where a register comes from: a value of LLVM IR, an instruction, another register.

use avarice_mir::VReg;
use avarice_trace::events::Event;

use crate::Story;
use crate::index::{Index, InstState};
use crate::sentences::way;
use crate::words::{count, runs};

/// Definitions that are told one by one.
const DEFS: usize = 3;

impl Story<'_> {
    pub(crate) fn tell_origin(&mut self) {
        self.title("Where it comes from");
        let Some(life) = self.index.life(self.reg) else {
            self.say("Nothing is known of it");
            return;
        };
        if let Some((name, part)) = life.value {
            match part {
                0 => self.say(format!("It holds {name}")),
                _ => self.say(format!("It holds part {part} of {name}")),
            }
        }
        if let Some(parent) = parent(self.index, self.reg) {
            self.say(parent);
        }
        if life.first_defs.is_empty() {
            match life.first_use {
                Some((_, used)) => {
                    self.say("Nothing defines it: what reads it takes any value, as here");
                    self.show(used.text);
                }
                None => self.say("No instruction names it"),
            }
            return;
        }
        for (at, def) in life.first_defs.iter().take(DEFS) {
            self.tell_definition(*at, *def);
        }
        if let Some(more) = life
            .first_defs
            .len()
            .checked_sub(DEFS)
            .filter(|more| *more > 0)
        {
            self.say(format!("So do {}", count(more, "other instruction")));
        }
        let receives = life
            .first_use
            .and_then(|(at, used)| merged_value(self.index, at, used));
        if let Some(receives) = receives {
            self.say(receives);
        }
    }

    fn tell_definition(&mut self, at: usize, def: InstState<'_>) {
        let record = self.index.at(at);
        let block = self.index.block(def.block);
        let by = match &record.event {
            Event::Start {} => String::new(),
            _ => format!(", made by the pass {}", record.pass),
        };
        let line = self.index.line(def.location);
        let line = line.map_or_else(String::new, |line| {
            format!(" for {}:{}", line.file, line.line)
        });
        let what = if def.is_phi {
            "A PHI"
        } else {
            "An instruction"
        };
        self.say(format!("{what} of {block} defines it{line}{by}"));
        self.show(def.text);
    }
}

/// Which register a register was made from, and why.
fn parent(index: &Index<'_>, reg: VReg) -> Option<String> {
    index.events(reg).find_map(|(_, record)| match &record.event {
        Event::Separate { reg: whole, parts } if parts.contains(&reg) => Some(format!(
            "It is a part of {whole}: parts of a live interval that do not hang together become registers of their own"
        )),
        Event::Split {
            reg: whole,
            how,
            phys,
            cost,
            pieces,
        } => {
            let piece = pieces.iter().find(|piece| piece.reg == reg)?;
            let part = match piece.interval {
                0 => "the rest".to_owned(),
                number => format!("interval {number}"),
            };
            let region = phys.map_or_else(String::new, |phys| format!(" for {}", index.phys(phys)));
            let cost = cost.map_or_else(String::new, |cost| format!(" at a cost of {}", runs(cost)));
            Some(format!(
                "It is a piece of {whole}, {part} of a split {}{region}{cost}",
                way(*how)
            ))
        }
        Event::Reload { of, reg: new, at, slot } if *new == reg => Some(format!(
            "It was made for an instruction that reads {of}, which is in stack slot {}: {at} loads it",
            slot.0
        )),
        Event::Store { of, reg: new, at, slot } if *new == reg => Some(format!(
            "It was made for an instruction that defines {of}, which is in stack slot {}: {at} stores it",
            slot.0
        )),
        Event::Remat { of, reg: new, at, .. } if new.as_virtual() == Some(reg) && *of != reg => {
            Some(format!("It has the value of {of}, computed again at {at}"))
        }
        _ => None,
    })
}

/// The PHI that a register carries a value to, if PHI elimination made it for that.
fn merged_value(index: &Index<'_>, at: usize, used: InstState<'_>) -> Option<String> {
    let is_made_for_phi = used.is_copy && index.at(at).pass == "phi-node-elimination";
    let &[merged] = used.defs else { return None };
    let phi = index.first_def(merged)?;
    (is_made_for_phi && phi.is_phi).then(|| {
        format!(
            "It carries what the blocks before pass to the PHI of {}",
            index.full_name(merged)
        )
    })
}
