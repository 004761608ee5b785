//! An estimate of how many registers are in use, made while instructions are visited in order.
//!
//! A definition adds the weight of its register, the only use of one removes it. Values that are live through the code
//! but not used in it are not counted.

use avarice_mir::{Inst, MachineFunction, OperandFlags, VReg};
use avarice_target::op;
use cranelift_entity::EntityRef;

/// How uses are counted of registers that were not seen before.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Unseen {
    /// They were counted elsewhere.
    Counted,
    /// They are live into the code that is visited.
    LiveIn,
}

/// The registers in use at a point.
#[derive(Debug, Default)]
pub(super) struct Pressure {
    /// By set: what is in use.
    now: Vec<i32>,
    /// By set: what an instruction adds. Zero but for the sets in `touched`.
    cost: Vec<i32>,
    touched: Vec<u8>,
    /// By virtual register: the number of the last walk that saw it.
    seen: Vec<u32>,
    walk: u32,
    /// What is in use at the start of each block from the header of the loop to the current one, along the dominator
    /// tree: one after the other, for all sets.
    path: Vec<i32>,
}

impl Pressure {
    /// Begins a function.
    pub(super) fn begin_function(&mut self, function: &MachineFunction) {
        let sets = function.target.pressure.sets.len();
        self.cost.clear();
        self.cost.resize(sets, 0);
        self.touched.clear();
        self.seen.clear();
        self.walk = 0;
    }

    /// Begins a walk: nothing is in use, no register was seen.
    pub(super) fn begin_walk(&mut self, function: &MachineFunction) {
        self.seen.resize(function.vregs.len(), 0);
        self.walk += 1;
        self.now.clear();
        self.now.resize(self.cost.len(), 0);
        self.path.clear();
    }

    /// Enters a block, the last one of the path from now on.
    pub(super) fn enter_block(&mut self) {
        self.path.extend_from_slice(&self.now);
    }

    /// Takes the last block off the path.
    pub(super) fn leave_block(&mut self) {
        let rest = self.path.len().saturating_sub(self.now.len());
        self.path.truncate(rest);
    }

    /// Goes past an instruction.
    pub(super) fn pass(&mut self, function: &MachineFunction, inst: Inst, unseen: Unseen) {
        self.begin_cost();
        let walk = self.walk;
        self.seen.resize(function.vregs.len(), 0);
        for_each_vreg(function, inst, |reg, access| {
            let is_new = std::mem::replace(&mut self.seen[reg.index()], walk) != walk;
            let is_live_in = is_new && unseen == Unseen::LiveIn;
            if access == Access::Def || access == Access::Use && is_live_in {
                self.add_cost(function, reg, 1);
            } else if !is_new && access == Access::LastUse {
                self.add_cost(function, reg, -1);
            }
        });
        for set in &self.touched {
            let set = usize::from(*set);
            self.now[set] = (self.now[set] + self.cost[set]).max(0);
        }
    }

    /// Finds what moving an instruction out of the code adds to the registers in use there.
    pub(super) fn find_cost(&mut self, function: &MachineFunction, inst: Inst) {
        self.begin_cost();
        for_each_vreg(function, inst, |reg, access| match access {
            Access::Def => self.add_cost(function, reg, 1),
            Access::Use => {}
            Access::LastUse => self.add_cost(function, reg, -1),
        });
    }

    fn begin_cost(&mut self) {
        for set in self.touched.drain(..) {
            self.cost[usize::from(set)] = 0;
        }
    }

    fn add_cost(&mut self, function: &MachineFunction, reg: VReg, times: i32) {
        let weight = function.target.pressure.of_class(function.class(reg));
        for set in weight.sets {
            let cost = &mut self.cost[usize::from(*set)];
            if *cost == 0 && !self.touched.contains(set) {
                self.touched.push(*set);
            }
            *cost += times * weight.weight as i32;
        }
    }

    /// Whether the cost that was found is too much somewhere on the path. Anything is too much for an instruction that is
    /// cheap to repeat.
    pub(super) fn is_too_high(&self, function: &MachineFunction, is_cheap: bool) -> bool {
        let sets = self.touched.iter().map(|set| usize::from(*set));
        let mut costs = sets.filter(|set| self.cost[*set] > 0);
        costs.any(|set| {
            let limit = function.target.pressure.sets[set].limit as i32;
            let mut path = self.path.chunks_exact(self.now.len());
            is_cheap || path.any(|at| at[set] + self.cost[set] >= limit)
        })
    }

    /// Counts the cost that was found as in use on the whole path.
    pub(super) fn add_to_path(&mut self) {
        for at in self.path.chunks_exact_mut(self.now.len()) {
            for set in self.touched.iter().map(|set| usize::from(*set)) {
                at[set] += self.cost[set];
            }
        }
    }
}

/// What an operand does to its register.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Def,
    Use,
    /// The use is the last one, or the only one.
    LastUse,
}

/// Calls `each` with each explicit virtual register of an instruction.
fn for_each_vreg(function: &MachineFunction, inst: Inst, mut each: impl FnMut(VReg, Access)) {
    if function.opcode(inst) == op::IMPLICIT_DEF {
        return;
    }
    let explicit = function.desc(inst).operands.len();
    for operand in function.operands(inst).iter().take(explicit) {
        if let Some(reg) = operand.as_reg().as_virtual() {
            let access = if operand.is_def() {
                Access::Def
            } else if operand.has(OperandFlags::KILL) || has_one_use(function, reg) {
                Access::LastUse
            } else {
                Access::Use
            };
            each(reg, access);
        }
    }
}

/// Whether one operand reads a register, debug instructions left out.
fn has_one_use(function: &MachineFunction, reg: VReg) -> bool {
    let mut uses = function.non_debug_uses(reg);
    uses.next().is_some() && uses.next().is_none()
}
