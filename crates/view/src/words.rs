//! Events in words: one sentence each, short enough for a list.

use avarice_liveness::RegName;
use avarice_mir::{FrameIndex, Reg, VReg};
use avarice_target::{PhysReg, TargetDesc};
use avarice_trace::events::{
    Attempt, Bypass, CalleeSavedChoice, Erased, Event, Obstacle, ObstacleAt, RecolorOutcome,
    Refusal, RegionOutcome, RematRefusal, Stage,
};

/// The pass that joins registers.
const COALESCER: &str = "register-coalescer";
/// Obstacles that a sentence names.
const MAX_NAMED: usize = 4;

/// An event in words.
#[derive(Debug)]
pub struct Told {
    /// A sentence, without the full stop.
    pub text: String,
    /// Virtual registers that it is about, the first before all.
    pub about: Vec<VReg>,
    /// Its kind, for readers and colours.
    pub kind: &'static str,
    /// What it is.
    pub role: Role,
}

/// What an event is to the list of decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Something was decided.
    Decision,
    /// Something was considered, or done as part of the next decision.
    Part,
    /// What is considered from here on has nothing to do with what was before.
    Begin,
}

/// The names of a target.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    target: &'static TargetDesc,
}

fn decision(kind: &'static str, about: Vec<VReg>, text: String) -> Option<Told> {
    Some(Told {
        text,
        about,
        kind,
        role: Role::Decision,
    })
}

fn part(text: String) -> Option<Told> {
    Some(Told {
        text,
        about: Vec::new(),
        kind: "part",
        role: Role::Part,
    })
}

fn begin(text: String) -> Option<Told> {
    Some(Told {
        role: Role::Begin,
        ..part(text)?
    })
}

impl Words {
    /// The words for a target.
    pub fn new(target: &'static TargetDesc) -> Self {
        Self { target }
    }

    /// The event in words; none for what a list of decisions leaves out.
    pub fn tell(&self, pass: &str, event: &Event) -> Option<Told> {
        self.tell_join(pass, event)
            .or_else(|| self.tell_assignment(event))
            .or_else(|| self.tell_attempt(event))
            .or_else(|| self.tell_split(event))
            .or_else(|| self.tell_spill(pass, event))
            .or_else(|| self.tell_fast(event))
            .or_else(|| self.tell_recoloring(event))
    }

    fn phys(&self, phys: PhysReg) -> RegName {
        RegName::phys(self.target, phys)
    }

    fn reg(&self, reg: Reg) -> RegName {
        RegName(self.target, reg)
    }

    // ---- The coalescer ------------------------------------------------------------------------

    // Long because it is a table: a sentence for each kind.
    fn tell_join(&self, pass: &str, event: &Event) -> Option<Told> {
        match event {
            Event::Separate { reg, parts } => {
                let text = format!(
                    "{reg} has parts that are not connected: they become {}",
                    list(parts)
                );
                match pass {
                    "liveintervals" | COALESCER => {
                        decision("separate", [&[*reg], &parts[..]].concat(), text)
                    }
                    _ => part(text),
                }
            }
            Event::Conflict {
                reg,
                value,
                at,
                other,
            } => part(format!(
                "value {value} of {reg} is defined at {at}, where {other} is live with another value"
            )),
            Event::Join { gone, kept } => decision(
                "join",
                both(*kept, (*gone).into()),
                format!(
                    "{gone} and {} are joined: both are {} from here on",
                    self.reg(*kept),
                    self.reg(*kept)
                ),
            ),
            Event::Refuse {
                at,
                from,
                to,
                reason,
                again,
            } => {
                let later = if *again { " for now" } else { "" };
                let (from_name, to_name) = (self.reg(*from), self.reg(*to));
                decision(
                    "refuse",
                    both(*from, *to),
                    format!(
                        "the copy of {from_name} to {to_name} at {at} stays{later}: {}",
                        refusal(*reason)
                    ),
                )
            }
            Event::Copy { at, text, .. } => begin(format!("{at}: {text}")),
            Event::Erase {
                why: Erased::Joined,
                ..
            } => None,
            Event::Erase { at, text, why } => decision(
                "join",
                Vec::new(),
                format!("the copy at {at} goes, {}: {text}", erased(*why)),
            ),
            Event::Bypass { at, from, to, how } => decision(
                "join",
                both(*from, *to),
                format!(
                    "the copy of {} to {} at {at} goes: {}",
                    self.reg(*from),
                    self.reg(*to),
                    bypass(*how)
                ),
            ),
            Event::Inflate { reg, class } => decision(
                "inflate",
                vec![*reg],
                format!(
                    "{reg} may be in any register of {}",
                    self.target.class(*class).name
                ),
            ),
            _ => None,
        }
    }

    // ---- Assignment ---------------------------------------------------------------------------

    fn tell_assignment(&self, event: &Event) -> Option<Told> {
        match event {
            Event::Begin {} => decision(
                "begin",
                Vec::new(),
                "the allocator begins: all spill weights are known".to_owned(),
            ),
            Event::Dequeue { reg, weight, stage } => begin(format!(
                "it is the turn of {reg}, weight {}{}",
                number(*weight),
                stage_of(*stage)
            )),
            Event::Drop { reg } => decision(
                "drop",
                vec![*reg],
                format!("{reg} is dropped: nothing uses it"),
            ),
            Event::Assign {
                reg, phys, hint, ..
            } => {
                let wanted = match hint {
                    Some(hint) if hint.as_physical() == Some(*phys) => {
                        ", which it likes best".to_owned()
                    }
                    Some(hint) => format!("; it would like {} best", self.reg(*hint)),
                    None => String::new(),
                };
                decision(
                    "assign",
                    vec![*reg],
                    format!("{reg} gets {}{wanted}", self.phys(*phys)),
                )
            }
            Event::Evict {
                reg,
                phys,
                weight,
                evicted,
                ..
            } => {
                let losers: Vec<String> = evicted
                    .iter()
                    .map(|one| format!("{} (weight {})", one.reg, number(one.weight)))
                    .collect();
                let about = std::iter::once(*reg).chain(evicted.iter().map(|one| one.reg));
                let text = format!(
                    "{reg} (weight {}) takes {} from {}",
                    number(*weight),
                    self.phys(*phys),
                    losers.join(", ")
                );
                decision("evict", about.collect(), text)
            }
            Event::Wait { reg } => decision(
                "wait",
                vec![*reg],
                format!("{reg} waits until all others have been tried once"),
            ),
            _ => None,
        }
    }

    /// Obstacles to an assignment.
    fn tell_attempt(&self, event: &Event) -> Option<Told> {
        match event {
            Event::HintMissed {
                reg,
                hint,
                free,
                obstacle,
            } => part(format!(
                "{} is free, but {reg} would like {}: {}",
                self.phys(*free),
                self.phys(*hint),
                self.obstacle(obstacle)
            )),
            Event::HintSavings { saved, limit, .. } => part(format!(
                "copies that cost {saved} would disappear: a split for the hint has to cost less than {limit}"
            )),
            Event::Costly { phys, cost, .. } => part(format!(
                "{} is free, but costs {cost} more for each use",
                self.phys(*phys)
            )),
            Event::CalleeSaved {
                phys,
                cost,
                other_cost,
                choice,
                ..
            } => {
                let other = other_cost.map_or(String::new(), |cost| {
                    format!(", doing without {}", runs(cost))
                });
                let choice = match choice {
                    CalleeSavedChoice::Use => "it is used",
                    CalleeSavedChoice::Split => "the value is split instead",
                    CalleeSavedChoice::Avoid => "it is not used",
                };
                let phys = self.phys(*phys);
                part(format!(
                    "{phys} would have to be saved, which costs {}{other}: {choice}",
                    runs(*cost)
                ))
            }
            Event::Blocked { obstacles, .. } => {
                let mut named: Vec<String> = obstacles
                    .iter()
                    .take(MAX_NAMED)
                    .map(|one| self.obstacle(one))
                    .collect();
                if obstacles.len() > MAX_NAMED {
                    named.push(format!("{} more likewise", obstacles.len() - MAX_NAMED));
                }
                part(format!("no register is available: {}", named.join("; ")))
            }
            _ => None,
        }
    }

    fn obstacle(&self, at: &ObstacleAt) -> String {
        let phys = self.phys(at.phys);
        match at.obstacle {
            Obstacle::Free => format!("{phys} is free"),
            Obstacle::Fixed => format!("instructions use {phys} themselves"),
            Obstacle::Call => format!("a call does not preserve {phys}"),
            Obstacle::Registers => {
                let heaviest = at.regs.iter().max_by(|a, b| a.weight.total_cmp(&b.weight));
                let held = heaviest.map_or_else(
                    || "others".to_owned(),
                    |one| format!("{} (weight {})", one.reg, number(one.weight)),
                );
                match at.regs.len() {
                    0 | 1 => format!("{phys} holds {held}"),
                    count => format!("{phys} holds {held} and {} lighter", count - 1),
                }
            }
        }
    }

    // ---- Splitting ----------------------------------------------------------------------------

    fn tell_split(&self, event: &Event) -> Option<Told> {
        match event {
            Event::IsolationCost { reg, cost } => part(format!(
                "having {reg} in a register around each use only costs {}",
                runs(*cost)
            )),
            Event::Region {
                phys,
                cost,
                outcome,
                ..
            } => {
                let region = match phys {
                    Some(phys) => format!("a region for {}", self.phys(*phys)),
                    None => "a region for any register".to_owned(),
                };
                let cost = cost.map_or(String::new(), |cost| format!(" costs {},", runs(cost)));
                part(format!("{region}{cost} {}", region_outcome(*outcome)))
            }
            Event::LocalRun {
                phys,
                from,
                to,
                interference,
                estimate,
                ..
            } => part(format!(
                "from {from} to {to} it would weigh {} in {}, more than the {} of what is there",
                number(*estimate),
                self.phys(*phys),
                number(*interference)
            )),
            Event::NoSplit { how, .. } => part(format!(
                "a split {} does not apply or does not pay off",
                attempt(*how)
            )),
            Event::Split {
                reg,
                how,
                phys,
                cost,
                pieces,
            } => {
                let regs: Vec<VReg> = pieces.iter().map(|piece| piece.reg).collect();
                let phys = phys.map_or(String::new(), |phys| format!(" for {}", self.phys(phys)));
                let cost = cost.map_or(String::new(), |cost| {
                    format!(", at a cost of {}", runs(cost))
                });
                let text = format!(
                    "{reg} is split {}{phys} into {}{cost}",
                    attempt(*how),
                    list(&regs)
                );
                decision("split", [&[*reg], &regs[..]].concat(), text)
            }
            _ => None,
        }
    }

    // ---- Spilling -----------------------------------------------------------------------------

    // Long because it is a table: a sentence for each kind.
    fn tell_spill(&self, pass: &str, event: &Event) -> Option<Told> {
        match event {
            Event::Remat { of, reg, at, text } => {
                let sentence = format!("{} is computed again at {at}: {text}", self.reg(*reg));
                match pass {
                    COALESCER => decision("remat", both((*of).into(), *reg), sentence),
                    _ => part(sentence),
                }
            }
            Event::CannotRemat { at, why, .. } => part(match why {
                RematRefusal::Impossible => {
                    format!("its value cannot be computed again at {at}")
                }
                RematRefusal::Tied => {
                    format!("the instruction at {at} changes it in place, so that it is loaded")
                }
            }),
            Event::Spill { reg, weight, .. } => {
                part(format!("{reg} goes to memory, weight {}", number(*weight)))
            }
            Event::Reload { reg, at, slot, .. } => {
                part(format!("{reg} is loaded from {} at {at}", slot_name(*slot)))
            }
            Event::Store { reg, at, slot, .. } => {
                part(format!("{reg} is stored to {} at {at}", slot_name(*slot)))
            }
            Event::Fold { at, text, .. } => {
                part(format!("the instruction at {at} works on memory: {text}"))
            }
            Event::RedundantStore { at, slot, .. } => part(format!(
                "the store to {} at {at} is removed: the value is already there",
                slot_name(*slot)
            )),
            Event::HoistedStore { reg, at, slot } => part(format!(
                "{reg} is stored to {} where it is defined, at {at}",
                slot_name(*slot)
            )),
            Event::Spilled {
                reg,
                slot,
                regs,
                new,
            } => {
                let mut text = match slot {
                    Some(slot) => format!("{reg} is spilled to {}", slot_name(*slot)),
                    None => format!("{reg} is spilled without a slot: none of its uses needs one"),
                };
                let others: Vec<VReg> = regs.iter().copied().filter(|other| other != reg).collect();
                if !others.is_empty() {
                    text.push_str(&format!(", with {}", list(&others)));
                }
                if !new.is_empty() {
                    text.push_str(&format!("; its uses get {}", list(new)));
                }
                decision("spill", [&[*reg], &others[..], new].concat(), text)
            }
            Event::MergedStores {
                slot,
                before,
                after,
            } => decision(
                "spill",
                Vec::new(),
                format!(
                    "{before} stores of equal values to {} become {after}",
                    slot_name(*slot)
                ),
            ),
            _ => None,
        }
    }

    // ---- The fast allocator -------------------------------------------------------------------

    fn tell_fast(&self, event: &Event) -> Option<Told> {
        match event {
            Event::StoreBehind {
                reg, phys, slot, ..
            } => decision(
                "spill",
                vec![*reg],
                format!(
                    "{reg} in {} is stored to {} where it is defined",
                    self.phys(*phys),
                    slot_name(*slot)
                ),
            ),
            Event::LoadBefore {
                reg, phys, slot, ..
            } => decision(
                "spill",
                vec![*reg],
                format!(
                    "{reg} is loaded from {} into {}",
                    slot_name(*slot),
                    self.phys(*phys)
                ),
            ),
            _ => None,
        }
    }

    // ---- Recoloring ---------------------------------------------------------------------------

    fn tell_recoloring(&self, event: &Event) -> Option<Told> {
        match event {
            Event::Recolor { reg, depth } => part(format!(
                "{reg} can neither be split nor spilled: others are to move for it (depth {depth})"
            )),
            Event::RecolorTry {
                reg,
                phys,
                moved,
                outcome,
            } => {
                let outcome = match outcome {
                    RecolorOutcome::Done => "all others found a place",
                    RecolorOutcome::Fixed => "something fixed is in the way",
                    RecolorOutcome::Stuck => "those in the way cannot move, or are too many",
                    RecolorOutcome::Failed => "those in the way found no place",
                };
                let text = format!("{} is tried for {reg}: {outcome}", self.phys(*phys));
                decision("recolor", [&[*reg], &moved[..]].concat(), text)
            }
            Event::Reconcile {
                reg,
                from,
                to,
                old_cost,
                new_cost,
                moves,
            } => {
                let verb = if *moves { "moves" } else { "does not move" };
                let text = format!(
                    "{reg} {verb} from {} to {}, for copies: they cost {} before, {} after",
                    self.phys(*from),
                    self.phys(*to),
                    runs(*old_cost),
                    runs(*new_cost)
                );
                decision("recolor", vec![*reg], text)
            }
            _ => None,
        }
    }
}

/// The virtual ones of two registers.
fn both(one: Reg, other: Reg) -> Vec<VReg> {
    let virtuals = [one, other].into_iter().filter_map(Reg::as_virtual);
    virtuals.collect()
}

fn list(regs: &[VReg]) -> String {
    let names: Vec<String> = regs.iter().map(ToString::to_string).collect();
    names.join(", ")
}

/// `fi#2`, as logs name a spill slot.
pub fn slot_name(slot: FrameIndex) -> String {
    format!("fi#{}", slot.0)
}

/// A weight with four digits.
fn number(weight: f32) -> String {
    match weight {
        weight if weight.is_infinite() => "infinite".to_owned(),
        0.0 => "0".to_owned(),
        weight => {
            let digits = (3.0 - weight.abs().log10().floor()).clamp(0.0, 9.0) as usize;
            format!("{weight:.digits$}")
        }
    }
}

/// A cost in runs of the function.
fn runs(cost: f64) -> String {
    number(cost as f32)
}

fn stage_of(stage: Option<Stage>) -> &'static str {
    match stage {
        Some(Stage::Split | Stage::Split2) => ", to be split",
        Some(Stage::Spill) => ", to be spilled",
        _ => "",
    }
}

fn attempt(how: Attempt) -> &'static str {
    match how {
        Attempt::Region => "around a region",
        Attempt::Hint => "around the region where it can have its hint",
        Attempt::CalleeSaved => "to do without a callee-saved register",
        Attempt::Block => "around each block with uses",
        Attempt::Local => "around a run of uses",
        Attempt::Instruction => "around single instructions",
    }
}

fn region_outcome(outcome: RegionOutcome) -> &'static str {
    match outcome {
        RegionOutcome::Best => "the best so far",
        RegionOutcome::Worse => "no better than the best",
        RegionOutcome::NoBundle => "and nothing in it wants a register",
        RegionOutcome::NoRoom => "and code cannot be inserted where it is taken",
    }
}

fn refusal(reason: Refusal) -> &'static str {
    match reason {
        Refusal::NotCoalescable => "no class holds both, or parts are copied",
        Refusal::Target => "the target does not want it",
        Refusal::NotReserved => "only reserved physical registers can stand for virtual ones",
        Refusal::SeveralValues => "the virtual register has several values",
        Refusal::TooLarge => "the intervals are large and many joins of them have been attempted",
        Refusal::Conflict => "both are live at once with different values",
        Refusal::PhysicalConflict => "the physical register is used in between",
    }
}

fn erased(why: Erased) -> &'static str {
    match why {
        Erased::Dead => "nothing reads what it defines",
        Erased::Undefined => "what it copies is undefined",
        Erased::Identity => "it copies a register to itself",
        Erased::Joined => "the register holds that anyway",
    }
}

fn bypass(how: Bypass) -> &'static str {
    match how {
        Bypass::OlderValue => "the value that it copies is already there",
        Bypass::Commuted => "the instruction that defines it is commuted",
        Bypass::PartialRedundancy => "it is needed on one path only, and is there now",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_have_four_digits() {
        assert_eq!(number(0.0), "0");
        assert_eq!(number(f32::INFINITY), "infinite");
        assert_eq!(number(0.012_345_6), "0.01235");
        assert_eq!(number(1234.5), "1234");
    }
}
