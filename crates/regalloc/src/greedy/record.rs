//! Events about registers that find no place.

use avarice_mir::VReg;
use avarice_target::PhysReg;
use avarice_trace::event;
use avarice_trace::events::{Attempt, Event, Evicted, Obstacle, ObstacleAt, Piece, Weighed};
use smallvec::SmallVec;

use super::Greedy;
use super::frequency::Frequency;
use super::order::AllocationOrder;
use super::reg_assign::SplitInterval;
use super::region::Best;
use crate::interference::Interference;

impl Greedy<'_, '_> {
    /// A cost in runs of the function.
    pub(super) fn runs(&self, cost: Frequency) -> f64 {
        cost.in_runs(Frequency(self.analyses.frequencies.entry()))
    }

    /// What keeps `reg` from `phys`. Nothing is looked at that the search for a free register has not looked at.
    pub(super) fn obstacle_at(&mut self, reg: VReg, phys: PhysReg) -> ObstacleAt {
        let obstacle = match self.interference(reg, phys) {
            Interference::Free => Obstacle::Free,
            Interference::VirtReg => Obstacle::Registers,
            Interference::RegUnit => Obstacle::Fixed,
            Interference::RegMask => Obstacle::Call,
        };
        let mut regs = Vec::new();
        if obstacle == Obstacle::Registers {
            let intervals = &self.analyses.live_intervals;
            regs.extend(self.holders(reg, phys).into_iter().map(|reg| Weighed {
                reg,
                weight: intervals.interval(reg).weight,
            }));
        }
        ObstacleAt {
            phys,
            obstacle,
            regs,
        }
    }

    /// The registers that hold `phys` where `reg` is live.
    fn holders(&self, reg: VReg, phys: PhysReg) -> SmallVec<[VReg; 16]> {
        let (analyses, scratch) = (&*self.analyses, &*self.scratch);
        let range = analyses.live_intervals.interval(reg).range();
        let mut found: SmallVec<[VReg; 16]> = SmallVec::new();
        for unit in self.function.target.reg(phys).units {
            let mut others: SmallVec<[VReg; 16]> = SmallVec::new();
            scratch
                .matrix
                .collect_interfering(range, *unit, &mut others);
            for other in others {
                if !found.contains(&other) {
                    found.push(other);
                }
            }
        }
        found
    }

    /// That `reg` can have no physical register of its order.
    pub(super) fn blocked(&mut self, reg: VReg, order: &AllocationOrder) -> Event {
        let regs = order.regs().iter();
        let obstacles = regs.map(|phys| self.obstacle_at(reg, *phys)).collect();
        Event::Blocked {
            reg,
            weight: self.analyses.live_intervals.interval(reg).weight,
            obstacles,
        }
    }

    /// That `reg` evicts what is in its way in `phys`.
    pub(super) fn eviction(&self, reg: VReg, phys: PhysReg, cascade: u32) -> Event {
        let (analyses, scratch) = (&*self.analyses, &*self.scratch);
        let evicted = self.holders(reg, phys).into_iter().map(|reg| Evicted {
            reg,
            weight: analyses.live_intervals.interval(reg).weight,
            cascade: scratch.greedy.events.stages.cascade(reg),
            breaks_hint: analyses.virt_reg_map.has_preferred_phys(reg),
        });
        Event::Evict {
            reg,
            phys,
            weight: analyses.live_intervals.interval(reg).weight,
            cascade,
            evicted: evicted.collect(),
        }
    }

    /// Records that `reg` has been split into `regs`, each from the interval in `origins`; `best` is the region that
    /// it was split around.
    pub(super) fn record_split(
        &mut self,
        reg: VReg,
        how: Attempt,
        best: Option<Best>,
        (regs, origins): (&[VReg], &[SplitInterval]),
    ) {
        let (analyses, scratch) = (&*self.analyses, &*self.scratch);
        let at = best.and_then(|best| best.candidate);
        let phys = at.map(|at| scratch.greedy.regions.candidates[at].phys);
        let cost = best
            .filter(|_| at.is_some())
            .map(|best| self.runs(best.cost));
        let pieces = regs.iter().zip(origins).map(|(reg, origin)| Piece {
            reg: *reg,
            interval: origin.as_u32(),
        });
        event!(
            self.log,
            self.function,
            &analyses.live_intervals,
            Event::Split {
                reg,
                how,
                phys: phys.filter(|phys| !phys.is_none()),
                cost,
                pieces: pieces.collect(),
            }
        );
    }
}

/// That a way of splitting has made nothing of `reg`.
pub(super) fn no_split(reg: VReg, how: Attempt) -> Event {
    Event::NoSplit { reg, how }
}
