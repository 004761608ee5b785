//! Intervals whose shrinking is deferred.
//!
//! A constant is often copied to argument registers in many places. Each of these copies is removed, since the constant
//! is rematerialized, and a use goes with it. Shrinking the interval to the remaining uses is work for every block in
//! which it is live, and mostly finds it unchanged:
//!
//! ```text
//!                        %a
//!   %a = MOV32ri 7       │
//!   $edi = COPY %a       │       goes: %a is live up to the same place
//!   $edi = COPY %a       │       goes: still
//!   use %a               │
//! ```
//!
//! An interval with one value extends exactly to its uses: shrinking it once gives the same as shrinking it after each
//! removal. So that is done when it is next accessed. With a log, each shrinking writes some lines, and nothing is
//! deferred.

use avarice_mir::{Inst, MachineFunction, OperandFlags, VReg};
use cranelift_entity::SecondaryMap;

use super::Coalescer;

/// A set of registers.
#[derive(Debug, Default)]
pub(super) struct Unshrunk {
    is_in: SecondaryMap<VReg, bool>,
    /// Registers that were added; some may be no longer in the set, or there twice.
    regs: Vec<VReg>,
}

impl Unshrunk {
    /// Begins with the empty set for a function.
    pub fn begin(&mut self, function: &MachineFunction) {
        self.is_in.clear();
        self.is_in.resize(function.vregs.len());
        self.regs.clear();
    }

    /// Adds a register.
    pub fn insert(&mut self, reg: VReg) {
        if !std::mem::replace(&mut self.is_in[reg], true) {
            self.regs.push(reg);
        }
    }

    #[inline]
    fn contains(&self, reg: VReg) -> bool {
        !self.regs.is_empty() && self.is_in[reg]
    }

    /// Removes a register, if it is there.
    pub fn remove(&mut self, reg: VReg) {
        if self.contains(reg) {
            self.is_in[reg] = false;
        }
    }
}

impl Coalescer<'_, '_> {
    /// Whether nothing but the places where a register is live can change when it is shrunk: it has one value,
    /// which is read.
    pub(super) fn can_wait(&self, reg: VReg) -> bool {
        let interval = self.live_intervals.interval(reg);
        let is_watched = self.log.is_watched();
        if is_watched || interval.values().len() != 1 || interval.has_sub_ranges() {
            return false;
        }
        let mut uses = self.function.non_debug_uses(reg).peekable();
        // An undefined use reads it only if it happens to be live there.
        uses.peek().is_some() && uses.all(|op| !self.function.op(op).has(OperandFlags::UNDEF))
    }

    /// Shrinks a register that waits for it. To be called before its interval is looked at, unless that is
    /// asked for the value at one of its uses only.
    #[inline]
    pub(super) fn settle(&mut self, reg: VReg) {
        if self.scratch.unshrunk.contains(reg) {
            self.shrink_to_uses(reg);
        }
    }

    /// Shrinks the registers that an instruction reads.
    pub(super) fn settle_uses(&mut self, inst: Inst) {
        if self.scratch.unshrunk.regs.is_empty() {
            return;
        }
        for index in 0..self.function.num_operands(inst) {
            let operand = self.function.operand(inst, index);
            if let Some(reg) = operand.as_reg().as_virtual().filter(|_| operand.is_use()) {
                self.settle(reg);
            }
        }
    }

    /// Shrinks all registers that wait for it.
    pub(super) fn settle_all(&mut self) {
        while let Some(reg) = self.scratch.unshrunk.regs.last().copied() {
            self.settle(reg);
            self.scratch.unshrunk.regs.pop();
        }
    }
}
