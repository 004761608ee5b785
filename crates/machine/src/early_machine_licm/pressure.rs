//! An estimate of how many registers are in use, made while instructions are visited in order.
//!
//! A definition adds the weight of its register, the only use of one removes it. Values that are live through the code
//! but not used in it are not counted.

use avarice_mir::hooks::PRESSURE_SETS;
use avarice_mir::{Inst, MachineFunction, OperandFlags, TargetHooks, VReg};
use avarice_target::{RegClass, op};
use cranelift_entity::EntityRef;

/// Weight in each set of registers.
pub(super) type Weights = [i32; PRESSURE_SETS];

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
    /// By class number: set and weight of its registers.
    classes: Vec<Option<(usize, i32)>>,
    limits: Weights,
    now: Weights,
    /// By virtual register: the number of the last walk that saw it.
    seen: Vec<u32>,
    walk: u32,
    /// Pressure at the start of each block from the header of the loop to the current one, along the dominator
    /// tree.
    path: Vec<Weights>,
}

impl Pressure {
    /// Begins a function.
    pub(super) fn begin_function(&mut self, function: &MachineFunction, hooks: &dyn TargetHooks) {
        let classes = (0..function.target.classes.len()).map(RegClass::from_index);
        self.classes.clear();
        self.classes
            .extend(classes.map(|class| hooks.pressure_weight(class)));
        for (set, limit) in self.limits.iter_mut().enumerate() {
            *limit = hooks.pressure_limit(set);
        }
        self.seen.clear();
        self.walk = 0;
    }

    /// Begins a walk: nothing is in use, no register was seen.
    pub(super) fn begin_walk(&mut self, function: &MachineFunction) {
        self.seen.resize(function.vregs.len(), 0);
        self.walk += 1;
        self.now = Weights::default();
        self.path.clear();
    }

    /// Enters a block that has `depth` blocks of the path above it.
    pub(super) fn enter_block(&mut self, depth: usize) {
        self.path.truncate(depth);
        self.path.push(self.now);
    }

    /// Goes past an instruction.
    pub(super) fn pass(&mut self, function: &MachineFunction, inst: Inst, unseen: Unseen) {
        let mut cost = Weights::default();
        let walk = self.walk;
        self.seen.resize(function.vregs.len(), 0);
        for_each_vreg(function, inst, |reg, access| {
            let is_new = std::mem::replace(&mut self.seen[reg.index()], walk) != walk;
            let Some((set, weight)) = self.classes[function.class(reg).index()] else {
                return;
            };
            let is_live_in = is_new && unseen == Unseen::LiveIn;
            if access == Access::Def || access == Access::Use && is_live_in {
                cost[set] += weight;
            } else if !is_new && access == Access::LastUse {
                cost[set] -= weight;
            }
        });
        for (now, cost) in self.now.iter_mut().zip(cost) {
            *now = (*now + cost).max(0);
        }
    }

    /// What moving an instruction out of the code adds to the registers in use there.
    pub(super) fn cost(&self, function: &MachineFunction, inst: Inst) -> Weights {
        let mut cost = Weights::default();
        for_each_vreg(function, inst, |reg, access| {
            if let Some((set, weight)) = self.classes[function.class(reg).index()] {
                match access {
                    Access::Def => cost[set] += weight,
                    Access::Use => {}
                    Access::LastUse => cost[set] -= weight,
                }
            }
        });
        cost
    }

    /// Whether `cost` is too much somewhere on the path. Anything is too much for an instruction that is cheap
    /// to repeat.
    pub(super) fn is_too_high(&self, cost: Weights, is_cheap: bool) -> bool {
        let mut costs = cost.iter().enumerate().filter(|(_, cost)| **cost > 0);
        costs.any(|(set, cost)| {
            is_cheap
                || self
                    .path
                    .iter()
                    .any(|at| at[set] + cost >= self.limits[set])
        })
    }

    /// Counts what was moved out of the code as in use on the whole path.
    pub(super) fn add_to_path(&mut self, cost: Weights) {
        for at in &mut self.path {
            at.iter_mut().zip(cost).for_each(|(at, cost)| *at += cost);
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
