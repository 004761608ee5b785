//! The stage of each register, and which may evict which.

use avarice_mir::VReg;
use avarice_trace::events;
use cranelift_entity::SecondaryMap;

/// What has been tried with a register. Registers only move forward, so that allocation ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Stage {
    /// Just made, never queued.
    #[default]
    New,
    /// Assignment and eviction only.
    Assign,
    /// Splitting, if it can neither be assigned nor evict.
    Split,
    /// Splitting that makes progress for sure: an earlier split did not.
    Split2,
    /// No more splitting.
    Spill,
    /// Nothing more can be done with it.
    Done,
}

impl Stage {
    /// The stage as events name it.
    pub fn recorded(self) -> events::Stage {
        match self {
            Self::New => events::Stage::New,
            Self::Assign => events::Stage::Assign,
            Self::Split => events::Stage::Split,
            Self::Split2 => events::Stage::Split2,
            Self::Spill => events::Stage::Spill,
            Self::Done => events::Stage::Done,
        }
    }

    /// The name in the debug output.
    pub fn name(self) -> &'static str {
        match self {
            Self::New => "RS_New",
            Self::Assign => "RS_Assign",
            Self::Split => "RS_Split",
            Self::Split2 => "RS_Split2",
            Self::Spill => "RS_Spill",
            Self::Done => "RS_Done",
        }
    }
}

/// A register's stage and cascade.
#[derive(Clone, Copy, Debug, Default)]
struct Info {
    stage: Stage,
    /// 0 if it was never in an eviction.
    cascade: u32,
}

/// Stages and cascades of all registers.
///
/// A register that evicts others hands them its cascade number. A register can only evict those with a
/// smaller number (or none), so that evictions cannot go round in circles.
#[derive(Clone, Debug, Default)]
pub struct Stages {
    info: SecondaryMap<VReg, Info>,
    next_cascade: u32,
}

impl Stages {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.info.clear();
        self.next_cascade = 1;
    }

    /// The stage of a register.
    #[inline]
    pub fn stage(&self, reg: VReg) -> Stage {
        self.info[reg].stage
    }

    /// Sets the stage of a register.
    pub fn set_stage(&mut self, reg: VReg, stage: Stage) {
        self.info[reg].stage = stage;
    }

    /// Sets the stage of those registers that are new.
    pub fn set_stage_of_new(&mut self, regs: &[VReg], stage: Stage) {
        for reg in regs {
            if self.stage(*reg) == Stage::New {
                self.set_stage(*reg, stage);
            }
        }
    }

    /// The cascade of a register, 0 if it has none.
    #[inline]
    pub fn cascade(&self, reg: VReg) -> u32 {
        self.info[reg].cascade
    }

    /// Sets the cascade of a register.
    pub fn set_cascade(&mut self, reg: VReg, cascade: u32) {
        self.info[reg].cascade = cascade;
    }

    /// The cascade of a register, a new one if it has none.
    pub fn assign_cascade(&mut self, reg: VReg) -> u32 {
        if self.cascade(reg) == 0 {
            self.set_cascade(reg, self.next_cascade);
            self.next_cascade += 1;
        }
        self.cascade(reg)
    }

    /// The cascade of a register, or the one that it would get.
    pub fn cascade_or_next(&self, reg: VReg) -> u32 {
        match self.cascade(reg) {
            0 => self.next_cascade,
            cascade => cascade,
        }
    }

    /// `new` is a connected part of what was `old`: both get another chance to be assigned.
    pub fn cloned(&mut self, new: VReg, old: VReg) {
        if self.info.get(old).is_some() {
            self.info[old].stage = Stage::Assign;
            self.info[new] = self.info[old];
        }
    }
}
