//! Which registers were found to block which.
//!
//! Most registers that find no place at first find none at their next turn either, and are kept from the same physical
//! registers by the same others. Also, whether a register may be evicted often depends on whether it finds another
//! place, and for some that is queried again and again. So for each physical register, one blocker is remembered. As
//! long as it has stayed where it was, nothing has to be searched:
//!
//! ```text
//!   %7    $rax: %3 since 12    $rcx: %9 since 31    $rdx: -        %9 was evicted at 52: look again
//! ```
//!
//! The interval of the register itself must be the same, too; its version says so.

use avarice_liveness::LiveIntervals;
use avarice_mir::VReg;
use cranelift_entity::SecondaryMap;

use crate::interference::Blocker;

/// Where the blockers of a register are, and the version of its interval when they were found.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    version: u32,
    start: u32,
    len: u32,
}

/// Those in the way of registers, by place in the order of their classes.
#[derive(Clone, Debug, Default)]
pub struct Blockers {
    rows: SecondaryMap<VReg, Row>,
    memory: Vec<Blocker>,
}

impl Blockers {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.rows.clear();
        self.memory.clear();
    }

    /// What is known of `reg`, whose class has `len` registers: nothing, or a blocker for each of these.
    pub fn known(&self, reg: VReg, len: usize, live_intervals: &LiveIntervals) -> &[Blocker] {
        let row = self.rows[reg];
        if row.len as usize != len || row.version != live_intervals.version(reg) {
            return &[];
        }
        &self.memory[row.start as usize..][..len]
    }

    /// The same, to be added to.
    pub fn row(&mut self, reg: VReg, len: usize, live_intervals: &LiveIntervals) -> &mut [Blocker] {
        let row = &mut self.rows[reg];
        let version = live_intervals.version(reg);
        if row.len as usize != len {
            row.start = self.memory.len() as u32;
            row.len = len as u32;
            self.memory
                .resize(self.memory.len() + len, Blocker::default());
        }
        let blockers = &mut self.memory[row.start as usize..][..len];
        if row.version != version {
            row.version = version;
            blockers.fill(Blocker::default());
        }
        blockers
    }
}
