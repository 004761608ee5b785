//! Where in the head the code of the sides can go: before the terminators, after what it reads, and where no register is
//! live that it writes.

use avarice_mir::{Block, Inst, MachineFunction};
use avarice_target::PhysReg;
use cranelift_entity::SecondaryMap;

/// Memory for the search, and what the code of the sides needs.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// By instruction: the search in which it was noted.
    after: SecondaryMap<Inst, u32>,
    search: u32,
    /// By unit: whether the sides write it.
    clobbered: Vec<bool>,
    /// The units that they write.
    units: Vec<usize>,
    /// By unit: whether it is live.
    live: Vec<bool>,
    live_count: usize,
}

impl Scratch {
    pub fn begin_function(&mut self, function: &MachineFunction) {
        self.after.clear();
        self.search = 0;
        self.units.clear();
        for list in [&mut self.clobbered, &mut self.live] {
            list.clear();
            list.resize(function.target.units.len(), false);
        }
    }

    /// Begins a search: nothing is noted.
    pub fn begin(&mut self) {
        self.search += 1;
        for unit in self.units.drain(..) {
            self.clobbered[unit] = false;
            self.live[unit] = false;
        }
        self.live_count = 0;
    }

    /// Notes that the sides write a register.
    pub fn clobber(&mut self, function: &MachineFunction, reg: PhysReg) {
        for unit in function.target.reg(reg).units {
            let unit = unit.index();
            if !std::mem::replace(&mut self.clobbered[unit], true) {
                self.units.push(unit);
            }
        }
    }

    /// Notes that the code has to come after an instruction.
    pub fn come_after(&mut self, inst: Inst) {
        self.after[inst] = self.search;
    }

    /// The last instruction of the head before which the code can go.
    pub fn find(&mut self, function: &MachineFunction, head: Block) -> Option<Inst> {
        let first_terminator = function.first_terminator(head);
        let mut cursor = function.blocks[head].last.expand();
        while let Some(inst) = cursor {
            if self.after[inst] == self.search {
                return None;
            }
            self.go_past(function, inst);
            let is_early = Some(inst) == first_terminator || !function.is_terminator(inst);
            if is_early && self.live_count == 0 {
                return Some(inst);
            }
            cursor = function.prev_inst(inst);
        }
        None
    }

    /// Follows which of the units that the sides write are live, upwards past an instruction.
    fn go_past(&mut self, function: &MachineFunction, inst: Inst) {
        let operands = || {
            let operands = function.operands(inst).iter();
            operands.filter_map(|operand| Some((operand, operand.as_reg().as_physical()?)))
        };
        for (_, reg) in operands().filter(|(operand, _)| operand.is_def()) {
            self.set(function, reg, false);
        }
        for (_, reg) in operands().filter(|(operand, _)| operand.reads_reg()) {
            self.set(function, reg, true);
        }
    }

    fn set(&mut self, function: &MachineFunction, reg: PhysReg, is_live: bool) {
        for unit in function.target.reg(reg).units {
            let unit = unit.index();
            if self.clobbered[unit] && self.live[unit] != is_live {
                self.live[unit] = is_live;
                match is_live {
                    true => self.live_count += 1,
                    false => self.live_count -= 1,
                }
            }
        }
    }
}
