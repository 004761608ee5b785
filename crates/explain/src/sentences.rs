//! A sentence for each kind of event, about the register that the event is about.

use avarice_target::PhysReg;
use avarice_trace::events::{
    Attempt, CalleeSavedChoice, Event, Evicted, Obstacle, ObstacleAt, RecolorOutcome, Stage,
};

use crate::Story;
use crate::words::{list, runs, weight};

/// How a way of splitting is called in a sentence.
pub(crate) fn way(how: Attempt) -> &'static str {
    match how {
        Attempt::Region => "around a region",
        Attempt::Hint => "around a region where it can have its hint,",
        Attempt::CalleeSaved => "around a region that does without a callee-saved register,",
        Attempt::Block => "around the blocks that use it",
        Attempt::Local => "around a run of uses within its block",
        Attempt::Instruction => "around single instructions",
    }
}

impl Story<'_> {
    /// What an event says about its register; `turn` counts the turns that it has had.
    pub(crate) fn sentence(&self, event: &Event, turn: usize) -> Option<String> {
        let of_assignment = self.assignment(event, turn);
        let of_obstacle = || self.difficulty(event);
        let of_split = || self.split(event);
        of_assignment
            .or_else(of_obstacle)
            .or_else(of_split)
            .or_else(|| self.ending(event))
    }

    /// Turns, and the registers that it gets and loses.
    fn assignment(&self, event: &Event, turn: usize) -> Option<String> {
        let index = self.index;
        Some(match event {
            Event::Dequeue {
                weight: now, stage, ..
            } => {
                let may = match stage {
                    Some(Stage::New | Stage::Assign) => {
                        ": it may take a free register or evict lighter ones"
                    }
                    Some(Stage::Split) => ": it may be split",
                    Some(Stage::Split2) => ": it may be split where that makes it smaller",
                    Some(Stage::Spill) => ": it may be spilled, but not split any more",
                    Some(Stage::Done) => ": nothing can make it smaller",
                    None => "",
                };
                format!("Turn {turn}, with weight {}{may}", weight(*now))
            }
            Event::Wait { .. } => "It waits until all others have been tried once".into(),
            Event::Drop { .. } => "Nothing uses it any more: it is dropped".into(),
            Event::Assign { phys, cost: 0, .. } => format!("It gets {}", index.phys(*phys)),
            Event::Assign { phys, cost, .. } => {
                format!(
                    "It gets {}, which costs {cost} for each use",
                    index.phys(*phys)
                )
            }
            Event::Unassign { phys, .. } => format!("It loses {}", index.phys(*phys)),
            Event::Evict {
                phys,
                weight: by,
                cascade,
                evicted,
                ..
            } => self.eviction(*phys, *by, *cascade, evicted),
            Event::Reconcile {
                from,
                to,
                old_cost,
                new_cost,
                moves,
                ..
            } => {
                let does = if *moves {
                    "it moves to"
                } else {
                    "it does not move to"
                };
                let (from, to) = (index.phys(*from), index.phys(*to));
                let (old, new) = (runs(*old_cost), runs(*new_cost));
                format!(
                    "After all assignments, {does} {to}: the remaining copies would then cost {new}, and {old} with {from}"
                )
            }
            _ => return None,
        })
    }

    /// What is in its way.
    fn difficulty(&self, event: &Event) -> Option<String> {
        let index = self.index;
        Some(match event {
            Event::HintMissed {
                hint,
                free,
                obstacle,
                ..
            } => {
                let (hint, free) = (index.phys(*hint), index.phys(*free));
                let why = obstacle_clause(obstacle);
                format!(
                    "It wants {hint}, since a copy would then disappear, but {why}; {free} is free"
                )
            }
            Event::HintSavings { saved, limit, .. } => format!(
                "With the hint, copies that cost {} would disappear: a split that gives a part of it the hint has to cost less than {}",
                runs(*saved),
                runs(*limit)
            ),
            Event::Costly { phys, cost, .. } => format!(
                "{} is free, but costs {cost} for each use: a cheaper one is searched for",
                index.phys(*phys)
            ),
            Event::CalleeSaved {
                phys,
                cost,
                other_cost,
                choice,
                ..
            } => self.first_use(*phys, *cost, *other_cost, *choice),
            Event::Blocked { obstacles, .. } => self.blocked(obstacles),
            Event::Recolor { .. } => {
                "It can neither be split nor spilled: others would have to move".into()
            }
            Event::RecolorTry {
                phys,
                moved,
                outcome,
                ..
            } => {
                let (phys, moved) = (index.phys(*phys), list(moved));
                match outcome {
                    RecolorOutcome::Done => format!("{moved} moved: it can have {phys}"),
                    RecolorOutcome::Failed => {
                        format!("For {phys}, {moved} would have to move, but found no place")
                    }
                    RecolorOutcome::Stuck => format!("For {phys}, what is in the way cannot move"),
                    RecolorOutcome::Fixed => format!("{phys} is used by instructions themselves"),
                }
            }
            _ => return None,
        })
    }

    /// How it is cut into pieces.
    fn split(&self, event: &Event) -> Option<String> {
        let index = self.index;
        Some(match event {
            Event::IsolationCost { cost, .. } => format!(
                "Having it in a register only around each use would cost {}: a region has to cost less",
                runs(*cost)
            ),
            Event::LocalRun {
                phys,
                from,
                to,
                interference,
                estimate,
                ..
            } => format!(
                "The best run of uses is from {from} to {to}: it would weigh {} in {}, against {} in the way",
                weight(*estimate),
                index.phys(*phys),
                weight(*interference)
            ),
            Event::NoSplit { how, .. } => match how {
                Attempt::Block => "No block with uses is worth an interval of its own",
                Attempt::Local => "No run of uses in its block outweighs what is in the way",
                Attempt::Instruction => {
                    "No single instruction needs other registers or lanes than the rest"
                }
                Attempt::Region | Attempt::Hint | Attempt::CalleeSaved => "No region pays off",
            }
            .into(),
            Event::Split {
                how,
                phys,
                cost,
                pieces,
                ..
            } => {
                let region =
                    phys.map_or_else(String::new, |phys| format!(" for {}", index.phys(phys)));
                let cost =
                    cost.map_or_else(String::new, |cost| format!(" at a cost of {}", runs(cost)));
                let pieces = list(pieces.iter().map(|piece| piece.reg));
                format!("It is split {}{region}{cost}: into {pieces}", way(*how))
            }
            Event::Separate { parts, .. } => format!(
                "Parts of it that are not connected with the rest become {}",
                list(parts)
            ),
            _ => return None,
        })
    }

    /// Loads and stores.
    fn ending(&self, event: &Event) -> Option<String> {
        let index = self.index;
        Some(match event {
            Event::StoreBehind { phys, slot, .. } => format!(
                "It is stored from {} to stack slot {} after its definition",
                index.phys(*phys),
                slot.0
            ),
            Event::LoadBefore { phys, slot, .. } => {
                format!(
                    "It is loaded from stack slot {} into {}",
                    slot.0,
                    index.phys(*phys)
                )
            }
            Event::RedundantStore { at, .. } => {
                format!("Its value is already in the stack slot: the store at {at} is removed")
            }
            Event::HoistedStore { at, .. } => {
                format!("Its value is stored where it is defined, at {at}")
            }
            _ => return None,
        })
    }

    /// What an event about another register means for this one.
    pub(crate) fn effect_of(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::Evict {
                reg,
                phys,
                weight: by,
                evicted,
                ..
            } => {
                let own = evicted.iter().find(|one| one.reg == self.reg)?;
                let why = if *by > own.weight {
                    "which is heavier"
                } else {
                    "which wants this very register for a copy; this one can still be split"
                };
                let (name, phys) = (self.index.full_name(*reg), self.index.phys(*phys));
                let (by, own) = (weight(*by), weight(own.weight));
                format!("{name}, {why}, evicts it from {phys}: weight {by} against {own}")
            }
            Event::RecolorTry {
                reg,
                phys,
                outcome: RecolorOutcome::Done,
                ..
            } => format!(
                "It had to move for {reg}, which took {}",
                self.index.phys(*phys)
            ),
            Event::Spilled { reg, regs, .. } if regs.contains(&self.reg) => format!(
                "{reg} is spilled, and with it this piece, which has a single use next to copies from or to it"
            ),
            _ => return None,
        })
    }

    // ---- Parts of sentences -------------------------------------------------------------------

    fn eviction(&self, phys: PhysReg, by: f32, cascade: u32, evicted: &[Evicted]) -> String {
        let victims = evicted.iter();
        let victims = victims.map(|one| format!("{} (weight {})", one.reg, weight(one.weight)));
        let chain = match cascade {
            0 => String::new(),
            cascade => format!(" in chain {cascade} of evictions"),
        };
        let (victims, phys, by) = (list(victims), self.index.phys(phys), weight(by));
        format!("It evicts {victims} from {phys}{chain}, with its own weight of {by}")
    }

    fn blocked(&self, obstacles: &[ObstacleAt]) -> String {
        let index = self.index;
        let of_kind = |kind: Obstacle| obstacles.iter().filter(move |one| one.obstacle == kind);
        let mut reasons = Vec::new();
        for (kind, what) in [
            (Obstacle::Call, "a call clobbers"),
            (Obstacle::Fixed, "instructions themselves use"),
        ] {
            let regs: Vec<_> = of_kind(kind).map(|one| index.phys(one.phys)).collect();
            if !regs.is_empty() {
                reasons.push(format!("{what} {}", list(regs)));
            }
        }
        for one in of_kind(Obstacle::Registers) {
            reasons.push(format!(
                "{} is held by {}",
                index.phys(one.phys),
                holders(one)
            ));
        }
        format!("No register is available: {}", reasons.join("; "))
    }

    fn first_use(
        &self,
        phys: PhysReg,
        cost: f64,
        other_cost: Option<f64>,
        choice: CalleeSavedChoice,
    ) -> String {
        let phys = self.index.phys(phys);
        let first = format!(
            "{phys} is free, but is callee-saved and not used yet: its first use costs {}",
            runs(cost)
        );
        let second = match (choice, other_cost.map(runs)) {
            (CalleeSavedChoice::Use, Some(other)) => {
                format!("spilling would cost {other}, so it is used")
            }
            (CalleeSavedChoice::Use, None) => "no other way is cheaper, so it is used".into(),
            (CalleeSavedChoice::Split, Some(other)) => format!("a split costs only {other}"),
            (_, Some(other)) => format!("spilling costs only {other}, so it is not used"),
            (_, None) => "it is not used".into(),
        };
        format!("{first}; {second}")
    }
}

/// Why it cannot have a register, to follow "but".
fn obstacle_clause(obstacle: &ObstacleAt) -> String {
    match obstacle.obstacle {
        Obstacle::Free => "that is available only where it is not wanted".into(),
        Obstacle::Fixed => "instructions use that register themselves".into(),
        Obstacle::Call => "a call clobbers that".into(),
        Obstacle::Registers => format!("that is held by {}", holders(obstacle)),
    }
}

/// The registers in the way, with their weights.
pub(crate) fn holders(obstacle: &ObstacleAt) -> String {
    let regs = obstacle.regs.iter();
    list(regs.map(|held| format!("{} (weight {})", held.reg, weight(held.weight))))
}
