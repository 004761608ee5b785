//! Whether a loop is faster with branches in place of conditional moves.
//!
//! The depth of an instruction is the cycle in which its result is available, if all that limits it are dependencies. It is
//! computed for two iterations of the loop, each time for the code as it is and with branches: a conditional move that is a
//! branch does not wait for its condition.
//!
//! ```text
//!                             as it is    converted
//!   %3 = MUL %1, %1              3           3
//!   CMP %3, %0                   4           4          (the condition of %4)
//!   %4 = CMOV %5, %6             5           1          gain after one iteration: 4 cycles
//! ```

use avarice_machine::schedule::model::SchedulingModel;
use avarice_machine::schedule::target_model::TargetModel;
use avarice_mir::{Block, Inst, MachineFunction, Operand, Reg, VReg};
use cranelift_entity::SecondaryMap;

use super::groups::Groups;
use crate::{op, reg};

/// Iterations that are looked at.
const ITERATIONS: usize = 2;

/// In which cycle a value is available.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Depth {
    as_is: u32,
    converted: u32,
}

impl Depth {
    fn max(self, other: Self) -> Self {
        Self {
            as_is: self.as_is.max(other.as_is),
            converted: self.converted.max(other.converted),
        }
    }
}

/// The depth of what a branch chooses: one of the values is taken three times as often as the other, the worse way.
fn depth_of_branch(one: u32, other: u32) -> u32 {
    let [one, other] = [one, other].map(u64::from);
    let worse = (one * 3 + other).max(other * 3 + one);
    u32::try_from(worse.div_ceil(4)).unwrap_or(u32::MAX)
}

/// The longest ways through a loop, by number of iterations.
pub(super) struct Gain {
    longest: [Depth; ITERATIONS],
}

impl Gain {
    /// Whether the loop gains at least `threshold` cycles in two iterations, and enough of its length.
    ///
    /// Where the second iteration gains no more than the first, the first has to be shorter by an eighth. Else half of what
    /// an iteration adds to the length has to be gained, and an eighth of the length of both.
    pub(super) fn is_worth_it(&self, threshold: u32) -> bool {
        let [first, second] = self.longest;
        let [gain_of_first, gain] =
            [first, second].map(|longest| longest.as_is.wrapping_sub(longest.converted));
        let is_eighth = |gain: u32, length: u32| u64::from(gain) * 8 >= u64::from(length);
        if gain < threshold {
            false
        } else if gain == gain_of_first {
            is_eighth(gain_of_first, first.as_is)
        } else {
            let added = u64::from(second.as_is.saturating_sub(first.as_is));
            gain > gain_of_first
                && u64::from(gain - gain_of_first) * 2 >= added
                && is_eighth(gain, second.as_is)
        }
    }
}

/// Depths of what registers hold, each with the number of the loop or of the visit to a block in which it was computed.
#[derive(Debug, Default)]
pub(super) struct Depths {
    of_virtual: SecondaryMap<VReg, (u32, Depth)>,
    of_physical: Vec<(u32, Depth)>,
    /// The number of the loop.
    loop_number: u32,
    /// The number of the visit to a block.
    visit: u32,
    /// By member of the groups: the depth of its condition.
    conditions: Vec<u32>,
}

impl Depths {
    /// Computes the depths of the instructions of a loop.
    pub(super) fn compute(
        &mut self,
        function: &MachineFunction,
        model: &TargetModel,
        blocks: &[Block],
        groups: &Groups,
    ) -> Gain {
        self.begin_loop(function, groups);
        let mut longest = Depth::default();
        let longest = [(); ITERATIONS].map(|()| {
            let mut member = 0;
            for block in blocks {
                self.visit += 1;
                for inst in function.block_insts(*block) {
                    if function.is_debug(inst) {
                        continue;
                    }
                    let mut depth = self.of_inputs(function, inst);
                    if groups.members().get(member) == Some(&inst) {
                        self.conditions[member] = self.of_condition(function, inst);
                        depth.converted = self.of_values(function, inst, |depth| depth.converted);
                        member += 1;
                    }
                    let latency = model.instruction_latency(function, inst);
                    depth.as_is = depth.as_is.saturating_add(latency);
                    depth.converted = depth.converted.saturating_add(latency);
                    self.define(function, inst, depth);
                    longest = longest.max(depth);
                }
            }
            longest
        });
        Gain { longest }
    }

    fn begin_loop(&mut self, function: &MachineFunction, groups: &Groups) {
        if self.loop_number == u32::MAX || self.visit > u32::MAX / 2 {
            *self = Self::default();
        }
        self.loop_number += 1;
        let registers = function.target.registers.len();
        if self.of_physical.len() < registers {
            self.of_physical.resize(registers, (0, Depth::default()));
        }
        self.conditions.clear();
        self.conditions.resize(groups.members().len(), 0);
    }

    /// What is known of a register; 0 if nothing in the loop, or in the block, defines it.
    fn of_reg(&self, reg: Reg) -> Depth {
        let (known, now) = match (reg.as_virtual(), reg.as_physical()) {
            (Some(reg), _) => (self.of_virtual[reg], self.loop_number),
            (_, Some(reg)) => (self.of_physical[usize::from(reg.0)], self.visit),
            _ => return Depth::default(),
        };
        match known {
            (number, depth) if number == now => depth,
            _ => Depth::default(),
        }
    }

    fn of_inputs(&self, function: &MachineFunction, inst: Inst) -> Depth {
        let inputs = function.operands(inst).iter().filter(|o| o.is_use());
        inputs.fold(Depth::default(), |depth, input| {
            depth.max(self.of_reg(input.as_reg()))
        })
    }

    fn of_condition(&self, function: &MachineFunction, inst: Inst) -> u32 {
        let flags = Reg::from(reg::EFLAGS);
        let mut inputs = function.operands(inst).iter().filter(|o| o.is_use());
        let reads_flags = inputs.any(|input: &Operand| input.as_reg() == flags);
        if reads_flags {
            self.of_reg(flags).as_is
        } else {
            0
        }
    }

    /// The depth of a conditional move that is a branch, before its own latency.
    fn of_values(&self, function: &MachineFunction, inst: Inst, which: fn(Depth) -> u32) -> u32 {
        let [one, other] = [1, 2].map(|at| which(self.of_reg(function.operand(inst, at).as_reg())));
        depth_of_branch(one, other)
    }

    fn define(&mut self, function: &MachineFunction, inst: Inst, depth: Depth) {
        for operand in function.operands(inst).iter().filter(|o| o.is_def()) {
            let reg = operand.as_reg();
            match (reg.as_virtual(), reg.as_physical()) {
                (Some(reg), _) => self.of_virtual[reg] = (self.loop_number, depth),
                (_, Some(reg)) => self.of_physical[usize::from(reg.0)] = (self.visit, depth),
                _ => {}
            }
        }
    }

    /// Whether each conditional move of group `at` waits for its condition long enough to make up for a quarter of its
    /// branches being predicted wrongly, which costs `penalty` cycles each.
    pub(super) fn is_group_worth_it(
        &self,
        function: &MachineFunction,
        groups: &Groups,
        at: usize,
        penalty: u32,
    ) -> bool {
        let members = groups.get(at).iter().zip(groups.range(at));
        let mut members = members.map(|(inst, member)| (*inst, self.conditions[member]));
        members.all(|(inst, condition)| {
            let values = self.of_values(function, inst, |depth| depth.as_is);
            let waits = condition.checked_sub(values);
            !is_followed(function, inst)
                && waits.is_some_and(|waits| u64::from(waits) * 4 >= u64::from(penalty))
        })
    }
}

/// Whether the result is only a pointer that is loaded from. Such branches, as in a search tree, are predicted badly.
fn is_followed(function: &MachineFunction, inst: Inst) -> bool {
    let result = function.operand(inst, 0).as_reg();
    let mut users = function.uses(result).map(|user| function.op_inst(user));
    let Some(first) = users.next() else {
        return false;
    };
    users.all(|user| user == first) && matches!(function.opcode(first), op::MOV64rm | op::MOV32rm)
}
