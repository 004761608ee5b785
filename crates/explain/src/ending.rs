//! Where a register ended, piece by piece, and what would have kept it in a register.

use std::fmt::Write;

use avarice_mir::{FrameIndex, VReg};
use avarice_target::PhysReg;
use avarice_trace::events::{Event, FunctionRecord, Obstacle, ObstacleAt};

use crate::Story;
use crate::index::Index;
use crate::query::{NotFound, choose};
use crate::sentences::holders;
use crate::words::{list, weight};

/// Passes after which there are no virtual registers.
const REWRITERS: [&str; 4] = ["virtregrewriter", "regallocfast", "ion", "fastalloc"];

/// What a register has come to.
enum Fate {
    /// It has this physical register.
    Register(PhysReg),
    /// It has several ones, one after the other, with or without a stack slot.
    Registers(Vec<PhysReg>, Option<FrameIndex>),
    /// It is in memory, with registers around its uses.
    Memory(FrameIndex, Vec<VReg>),
    /// All that used it could be served otherwise, by these registers.
    Rematerialized(Vec<VReg>),
    /// Others stand for it.
    Pieces(Vec<VReg>),
    /// Another stands for it.
    Joined(avarice_mir::Reg),
    /// Nothing used it any more.
    Dropped,
    /// Its last instruction went in this pass.
    Vanished(&'static str),
    /// An allocator that records nothing did away with it.
    Unrecorded(&'static str),
    /// No allocator has run.
    Virtual,
}

impl Story<'_> {
    pub(crate) fn tell_end(&mut self) {
        self.title("Where it ended");
        self.tell_fate(self.reg, 0);
        self.tell_what_would_have_to_change();
    }

    /// Tells where a register ended, and then its pieces.
    fn tell_fate(&mut self, reg: VReg, depth: usize) {
        let (sentence, pieces) = fate_sentence(self.index, reg);
        let indent = "  ".repeat(depth);
        self.say(format!("{indent}{reg} {sentence}"));
        for piece in pieces {
            if piece != reg {
                self.tell_fate(piece, depth + 1);
            }
        }
    }

    /// For a value that is not in a register: the smallest obstacle.
    fn tell_what_would_have_to_change(&mut self) {
        let (index, reg) = (self.index, self.reg);
        if matches!(
            fate(index, reg),
            Fate::Register(_) | Fate::Virtual | Fate::Vanished(_)
        ) {
            return;
        }
        let blocked = index
            .events(reg)
            .filter_map(|(_, record)| match &record.event {
                Event::Blocked {
                    reg: blocked,
                    weight,
                    obstacles,
                } if *blocked == reg => Some((*weight, obstacles)),
                _ => None,
            });
        let Some((own, obstacles)) = blocked.last() else {
            return;
        };
        self.title("What would keep it in a register");
        let heaviest =
            |one: &ObstacleAt| one.regs.iter().map(|held| held.weight).fold(0.0, f32::max);
        let held = obstacles
            .iter()
            .filter(|one| one.obstacle == Obstacle::Registers);
        let Some(cheapest) = held.min_by(|a, b| heaviest(a).total_cmp(&heaviest(b))) else {
            let free: Vec<_> = obstacles
                .iter()
                .filter(|one| one.obstacle == Obstacle::Free)
                .collect();
            self.say(match free.first() {
                Some(one) => format!("{} was free, but too costly", index.phys(one.phys)),
                None => "A register of its class that no call clobbers and no instruction uses itself where it is \
                         live; there is none"
                    .into(),
            });
            return;
        };
        let phys = index.phys(cheapest.phys);
        let holders = holders(cheapest);
        let needed = heaviest(cheapest);
        if needed.is_infinite() {
            self.say(format!(
                "The least in its way is {holders} in {phys}, which cannot be spilled: these would have to end before \
                 it begins, or begin after it ends"
            ));
        } else if own > needed {
            self.say(format!(
                "The least in its way is {holders} in {phys}. It is heavier, with {}, but may not evict: those have \
                 been evicted for it before, or wait for nothing else",
                weight(own)
            ));
        } else {
            self.say(format!(
                "The least in its way is {holders} in {phys}: its own weight of {} would have to be above {}, by more \
                 uses or in fewer places, or those would have to be live elsewhere",
                weight(own),
                weight(needed)
            ));
        }
    }
}

/// Where a register ended, to follow its name, and the registers that stand for it.
fn fate_sentence(index: &Index<'_>, reg: VReg) -> (String, Vec<VReg>) {
    let alone = |sentence: String| (sentence, Vec::new());
    match fate(index, reg) {
        Fate::Register(phys) => alone(format!("is in {}", index.phys(phys))),
        Fate::Registers(regs, slot) => {
            let regs = list(regs.iter().map(|phys| index.phys(*phys)));
            let slot = slot.map_or_else(String::new, |slot| {
                format!(
                    ", and in stack slot {} where that is taken or its block ends",
                    slot.0
                )
            });
            alone(format!("is in {regs}{slot}"))
        }
        Fate::Memory(slot, new) => (format!("is in stack slot {}", slot.0), new),
        Fate::Rematerialized(new) => (
            "is computed again or read from memory where it is used, without a stack slot".into(),
            new,
        ),
        Fate::Pieces(pieces) => ("is in pieces".into(), pieces),
        Fate::Joined(other) => match other.as_virtual() {
            Some(other) => ("was joined into another".into(), vec![other]),
            None => alone(format!("is {}", index.reg(other))),
        },
        Fate::Dropped => alone("has no uses left".into()),
        Fate::Vanished(pass) => alone(format!(
            "is gone: {pass} removed the last instruction that named it"
        )),
        Fate::Unrecorded(pass) => alone(format!(
            "has registers by {pass}, which does not record its decisions"
        )),
        Fate::Virtual => alone("is still a virtual register: no allocator has run".into()),
    }
}

/// A line for each register that the records name: where it ended.
///
/// # Errors
/// There is no function of that name.
pub fn summary(records: &[FunctionRecord], function: Option<&str>) -> Result<String, NotFound> {
    let mut out = String::new();
    for (_, index) in choose(records, function)? {
        let _ = writeln!(out, "{}", index.record.name);
        for (reg, _) in index.regs() {
            let (sentence, others) = fate_sentence(&index, reg);
            let others = match others.as_slice() {
                [] => String::new(),
                others => format!(": {}", list(others)),
            };
            let _ = writeln!(out, "  {} {sentence}{others}", index.full_name(reg));
        }
    }
    Ok(out)
}

/// Where a register ended.
fn fate(index: &Index<'_>, reg: VReg) -> Fate {
    let mut fate = Fate::Virtual;
    let mut all: Vec<PhysReg> = Vec::new();
    let mut fast_slot = None;
    for (_, record) in index.events(reg) {
        match &record.event {
            Event::Assign {
                reg: other, phys, ..
            } if *other == reg => {
                if !all.contains(phys) {
                    all.push(*phys);
                }
                fate = Fate::Register(*phys);
            }
            Event::Unassign { reg: other, .. } if *other == reg => fate = Fate::Virtual,
            Event::StoreBehind { slot, .. } | Event::LoadBefore { slot, .. } => {
                fast_slot = Some(*slot)
            }
            Event::Spilled {
                reg: spilled,
                slot,
                regs,
                new,
            } if *spilled == reg || regs.contains(&reg) => {
                let new = if *spilled == reg {
                    new.clone()
                } else {
                    Vec::new()
                };
                fate = match slot {
                    Some(slot) => Fate::Memory(*slot, new),
                    None => Fate::Rematerialized(new),
                };
            }
            Event::Split {
                reg: other, pieces, ..
            } if *other == reg => {
                fate = Fate::Pieces(pieces.iter().map(|piece| piece.reg).collect());
            }
            Event::Join { gone, kept } if *gone == reg => fate = Fate::Joined(*kept),
            Event::Drop { reg: other } if *other == reg => fate = Fate::Dropped,
            _ => {}
        }
    }
    let is_fast = index
        .events(reg)
        .any(|(_, record)| record.pass == "regallocfast");
    if is_fast && (all.len() > 1 || fast_slot.is_some()) {
        return Fate::Registers(all, fast_slot);
    }
    match (fate, index.life(reg).and_then(|life| life.vanished)) {
        (Fate::Virtual, Some(at)) => {
            let pass = index.at(at).pass;
            match pass {
                "ion" | "fastalloc" => Fate::Unrecorded(pass),
                _ if REWRITERS.contains(&pass) => Fate::Dropped,
                _ => Fate::Vanished(pass),
            }
        }
        (fate, _) => fate,
    }
}
