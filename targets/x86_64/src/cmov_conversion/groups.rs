//! Conditional moves of a block that can share a branch.

use avarice_mir::{Block, Inst, MachineFunction, MiFlags, Operand, Reg, inst_facts};

use crate::condition::Cond;
use crate::{op, reg};

/// Whether conditional moves that load count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Loads {
    Included,
    Excluded,
}

/// Groups of conditional moves. The members of a group read the same flags and have one condition or its inverse; only
/// instructions for debugging are between them.
#[derive(Debug, Default)]
pub(super) struct Groups {
    members: Vec<Inst>,
    /// By group: the end of its members.
    ends: Vec<usize>,
}

impl Groups {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Where the members of group `at` are among all.
    pub(super) fn range(&self, at: usize) -> std::ops::Range<usize> {
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        start..self.ends[at]
    }

    pub(super) fn get(&self, at: usize) -> &[Inst] {
        &self.members[self.range(at)]
    }

    /// The members of all groups.
    pub(super) fn members(&self) -> &[Inst] {
        &self.members
    }

    /// Collects the groups of `blocks`, in order.
    pub(super) fn collect(&mut self, function: &MachineFunction, blocks: &[Block], loads: Loads) {
        self.members.clear();
        self.ends.clear();
        for block in blocks {
            let mut open: Option<Open> = None;
            for inst in function.block_insts(*block) {
                if function.is_debug(inst) {
                    continue;
                }
                match member_condition(function, inst, loads) {
                    Some(condition) => {
                        let open = open.get_or_insert_with(|| Open::new(condition));
                        open.add(function, inst, condition);
                        self.members.push(inst);
                    }
                    None => {
                        if let Some(group) = &mut open {
                            group.ended = true;
                            if sets_flags(function, inst) {
                                self.close(open.take());
                            }
                        }
                    }
                }
            }
            self.close(open);
        }
    }

    /// Ends a group: its members are forgotten if they cannot share a branch.
    fn close(&mut self, open: Option<Open>) {
        let start = self.ends.last().copied().unwrap_or(0);
        match open {
            Some(group) if group.is_convertible => self.ends.push(self.members.len()),
            _ => self.members.truncate(start),
        }
    }
}

/// A group to which members are added.
struct Open {
    condition: Cond,
    /// The condition of members that load.
    of_loads: Option<Cond>,
    /// Whether there was an instruction after the members so far.
    ended: bool,
    is_convertible: bool,
}

impl Open {
    fn new(condition: Cond) -> Self {
        Self {
            condition,
            of_loads: None,
            ended: false,
            is_convertible: true,
        }
    }

    fn add(&mut self, function: &MachineFunction, inst: Inst, condition: Cond) {
        let is_other = condition != self.condition && condition != self.condition.inverse();
        let loads = inst_facts::may_load(function, inst);
        let is_other_load = loads && *self.of_loads.get_or_insert(condition) != condition;
        if self.ended || is_other || is_other_load || !has_plain_registers(function, inst) {
            self.is_convertible = false;
        }
        // Who knows that the upper half of the result is zero could not know it of a PHI.
        let is_extended = |user: Inst| function.opcode(user) == op::SUBREG_TO_REG;
        if self.is_convertible {
            let result = function.operand(inst, 0).as_reg();
            self.is_convertible = !function.non_debug_users(result).any(is_extended);
        }
    }
}

/// The condition under which the second value of a conditional move is taken; `None` for other instructions.
pub(super) fn condition(function: &MachineFunction, inst: Inst) -> Option<Cond> {
    let at = match function.opcode(inst) {
        op::CMOV16rr | op::CMOV32rr | op::CMOV64rr => 3,
        op::CMOV16rm | op::CMOV32rm | op::CMOV64rm => 7,
        _ => return None,
    };
    let number = function.operands(inst).get(at)?.as_imm()?;
    Cond::from_number(number).filter(|condition| condition.number() <= Cond::G.number())
}

fn member_condition(function: &MachineFunction, inst: Inst, loads: Loads) -> Option<Cond> {
    let condition = condition(function, inst)?;
    let flags = function.insts[inst].flags;
    let counts = loads == Loads::Included || !inst_facts::may_load(function, inst);
    (counts && !flags.contains(MiFlags::UNPREDICTABLE)).then_some(condition)
}

/// Whether the result and the values in registers are whole virtual registers, which a PHI can take.
fn has_plain_registers(function: &MachineFunction, inst: Inst) -> bool {
    let values = if inst_facts::may_load(function, inst) {
        2
    } else {
        3
    };
    let mut operands = function.operands(inst).iter().take(values);
    let is_plain = |operand: &Operand| operand.as_reg().is_virtual() && operand.sub_reg().is_none();
    function.fits_row(inst) && operands.all(is_plain)
}

fn sets_flags(function: &MachineFunction, inst: Inst) -> bool {
    let flags = Reg::from(reg::EFLAGS);
    let mut operands = function.operands(inst).iter();
    operands.any(|operand: &Operand| operand.as_reg() == flags && operand.is_def())
}
