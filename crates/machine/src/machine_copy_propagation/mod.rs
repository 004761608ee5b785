//! `machine-cp`: removes copies that allocation has left.
//!
//! Going up a block, what computes a value for a copy writes the copy's destination itself ([`backward`]):
//!
//! ```text
//!   $eax = ADD …                  $ecx = ADD …
//!   …                      ──▶    …
//!   $ecx = COPY killed $eax
//! ```
//!
//! Going down, uses of a copy read its source, and copies that are redundant or dead are removed ([`forward`]):
//!
//! ```text
//!   $ecx = COPY $eax              $ecx = COPY $eax         $ecx = COPY $eax
//!   … = op $ecx            ──▶    … = op $eax       ──▶    gone, if $ecx is not read
//!   $eax = COPY $ecx              gone                     any more
//! ```
//!
//! Only operands that the allocator chose a register for (`renamable`) change.

mod backward;
mod forward;
mod tracker;

use avarice_liveness::RegName;
use avarice_mir::{Block, Inst, MachineFunction, OperandFlags, Reg, TargetHooks};
use avarice_target::{PhysReg, op};
use cranelift_entity::EntitySet;

use crate::pass::{Analyses, Analysis, MachinePass, MachineUnit, OptNone, RunPass, When};
use avarice_trace::{Log, LogParts, log};
use tracker::CopyTracker;

/// Memory of the pass.
#[derive(Debug, Default)]
pub struct Scratch {
    tracker: CopyTracker,
    candidates: Candidates,
    /// Copies with the debug instructions that name what they write (going down) or read (going up).
    debug_users: Vec<(Inst, Inst)>,
    /// What an instruction defines.
    defs: Vec<PhysReg>,
    /// By register: where kill marks have been removed last.
    cleared: Vec<Option<Cleared>>,
}

/// `machine-cp`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    when: When {
        optnone: OptNone::Skips,
        ..When::OPTIMIZED_ALLOCATION
    },
    requires: Analysis::RESERVED_REGS,
    after: &["stack-slot-coloring"],
    ..MachinePass::new("machine-cp", "Machine Copy Propagation Pass", || {
        Box::<Scratch>::default()
    })
};

/// The same pass once more where frames are laid out and tails duplicated, which leaves more copies to propagate.
pub const AFTER_FRAMES: MachinePass = MachinePass {
    when: When {
        optnone: OptNone::Skips,
        ..When::OPTIMIZED
    },
    after: &["prologepilog"],
    times: 2,
    ..PASS
};

impl RunPass for Scratch {
    fn run(&mut self, unit: &mut MachineUnit<'_>, log: &mut Log<'_>) -> Result<(), String> {
        run(&mut unit.function, unit.target, unit.analyses, self, log);
        Ok(())
    }
}

/// Propagates copies within blocks.
///
/// # Requires
/// No virtual registers; reserved registers in [`Analyses::reserved`]; live-in lists of blocks, if the
/// function says that it tracks liveness.
///
/// # Ensures
/// No copy is dead, as far as a block and its successors' live-ins show.
///
/// # Preserves
/// The CFG and live-ins. Slot indexes do not follow removed instructions.
pub fn run(
    function: &mut MachineFunction,
    hooks: &dyn TargetHooks,
    analyses: &Analyses,
    scratch: &mut Scratch,
    log: &mut Log<'_>,
) {
    log.select(LogParts::MACHINE_CP);
    scratch.cleared.clear();
    let mut pass = Propagation {
        function,
        hooks,
        reserved: &analyses.reserved,
        scratch,
        log,
    };
    for at in 0..pass.function.layout.len() {
        let block = pass.function.layout[at];
        pass.run_backward(block);
        pass.run_forward(block);
    }
}

/// Copies that may be unnecessary.
#[derive(Debug, Default)]
struct Candidates {
    /// In the order in which they were found, with some that are none any more.
    found: Vec<Inst>,
    /// Those that still are.
    live: EntitySet<Inst>,
    count: usize,
}

impl Candidates {
    fn clear(&mut self) {
        for copy in self.found.drain(..) {
            self.live.remove(copy);
        }
        self.count = 0;
    }

    /// Takes all out, in order.
    fn take(&mut self) -> Vec<Inst> {
        let mut found = std::mem::take(&mut self.found);
        found.retain(|copy| self.live.remove(*copy));
        self.count = 0;
        found
    }

    /// Puts the vector of [`Self::take`] back, with what is left in it.
    fn put(&mut self, found: Vec<Inst>) {
        self.found = found;
        self.count = self.found.len();
        for copy in &self.found {
            self.live.insert(*copy);
        }
    }

    fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn insert(&mut self, copy: Inst) {
        if self.live.insert(copy) {
            self.found.push(copy);
            self.count += 1;
        }
    }

    fn remove(&mut self, copy: Inst) {
        if self.live.remove(copy) {
            self.count -= 1;
        }
    }
}

/// Instructions without kill marks of a register and what overlaps it.
#[derive(Clone, Copy, Debug)]
struct Cleared {
    first: Inst,
    last: Inst,
}

struct Propagation<'a, 'l> {
    function: &'a mut MachineFunction,
    hooks: &'a dyn TargetHooks,
    reserved: &'a [bool],
    scratch: &'a mut Scratch,
    log: &'a mut Log<'l>,
}

impl Propagation<'_, '_> {
    fn begin_block(&mut self, what: &str, block: Block) {
        log!(self.log, "MCP: {what} ");
        self.log.write_block_name(self.function, block);
        log!(self.log, "\n");
        self.scratch.tracker.clear(self.function.target.units.len());
        self.scratch.candidates.clear();
        self.scratch.debug_users.clear();
    }

    fn is_reserved(&self, reg: PhysReg) -> bool {
        self.reserved.get(reg.index()).copied().unwrap_or(false)
    }

    fn overlap(&self, a: PhysReg, b: PhysReg) -> bool {
        self.function.target.regs_overlap(a, b)
    }

    /// Whether it is a copy of one register to another that has nothing in common with it.
    fn is_plain_copy(&self, inst: Inst) -> bool {
        if self.function.opcode(inst) != op::COPY {
            return false;
        }
        let (dst, src) = tracker::copied(self.function, inst);
        !self.overlap(dst, src)
    }

    /// Whether an implicit use overlaps operand `at`: it may have to be the same register.
    fn has_implicit_overlap(&self, inst: Inst, at: usize) -> bool {
        let reg = phys(self.function, inst, at);
        let operands = self.function.operands(inst).iter().enumerate();
        operands
            .filter(|(index, operand)| {
                *index != at && operand.is_use() && operand.has(OperandFlags::IMPLICIT)
            })
            .any(|(_, operand)| {
                let other = operand.as_reg().as_physical();
                other.is_some_and(|other| self.overlap(reg, other))
            })
    }

    /// Removes the kill marks of what overlaps `reg` from `first` up to `end`, without it. No such mark comes where
    /// they have been removed, so the next call for both goes on where this one ends.
    fn clear_kills(&mut self, first: Inst, end: Option<Inst>, reg: PhysReg) {
        let cleared = &mut self.scratch.cleared;
        cleared.resize(self.function.target.registers.len(), None);
        let known = cleared[reg.index()].filter(|known| known.first == first);
        let known = known.filter(|known| self.function.inst_block(known.last).is_some());
        let mut last = known.map_or(first, |known| known.last);
        let mut cursor = Some(last);
        while let Some(inst) = cursor.filter(|_| cursor != end) {
            for op in self.function.op_ids(inst) {
                let operand = self.function.op(op);
                let is_kill = operand.is_use() && operand.has(OperandFlags::KILL);
                let other = operand.as_reg().as_physical().filter(|_| is_kill);
                if other.is_some_and(|other| self.overlap(reg, other)) {
                    self.function.op_mut(op).set(OperandFlags::KILL, false);
                }
            }
            last = inst;
            cursor = self.function.next_inst(inst);
        }
        self.scratch.cleared[reg.index()] = Some(Cleared { first, last });
    }

    /// Lets debug instructions that were recorded for `copy` name `new` where they name `old`.
    fn rename_debug_users(&mut self, copy: Inst, old: PhysReg, new: PhysReg) {
        for at in 0..self.scratch.debug_users.len() {
            let (of, user) = self.scratch.debug_users[at];
            let count = match self.function.opcode(user) {
                op::DBG_VALUE | op::DBG_PHI => 1,
                op::DBG_VALUE_LIST => self.function.num_operands(user),
                _ => 0,
            };
            for index in 0..if of == copy { count } else { 0 } {
                let reg = self.function.operand(user, index).as_reg().as_physical();
                if reg.is_some_and(|reg| self.overlap(reg, old)) {
                    self.function.set_reg(user, index, new);
                }
            }
        }
    }

    fn write_inst(&mut self, what: &str, inst: Inst) {
        if self.log.is_on() {
            log!(self.log, "{what}");
            self.log.write_inst(self.function, inst);
        }
    }

    /// Says that operand `at` is about to become `new` because of `copy`.
    fn write_replacement(&mut self, inst: Inst, at: usize, new: PhysReg, copy: Inst) {
        let target = self.function.target;
        let (old, new) = (phys(self.function, inst, at), Reg::phys(new));
        let old = RegName::phys(target, old);
        let new = RegName(target, new);
        log!(self.log, "MCP: Replacing {old}\n     with {new}\n");
        self.write_inst("     in ", inst);
        self.write_inst("     from ", copy);
    }
}

/// The physical register of an operand, or none.
fn phys(function: &MachineFunction, inst: Inst, at: usize) -> PhysReg {
    let reg = function.operand(inst, at).as_reg().as_physical();
    reg.unwrap_or(PhysReg::NONE)
}
