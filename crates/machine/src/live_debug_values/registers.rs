//! What both forms ask of registers: which share bits, and how large they are.

use avarice_target::{PhysReg, TargetDesc};

/// Registers that overlap and sizes, for one target.
#[derive(Clone, Debug, Default)]
pub(super) struct Registers {
    /// Where the list of each register begins in `lists`; one more than registers.
    starts: Vec<u32>,
    lists: Vec<PhysReg>,
    /// Size in bits of the smallest class with the register, 0 if there is none.
    sizes: Vec<u16>,
}

impl Registers {
    /// Fills the tables, unless that has been done.
    pub fn prepare(&mut self, target: &TargetDesc) {
        if self.sizes.len() == target.registers.len() {
            return;
        }
        self.starts.clear();
        self.lists.clear();
        self.sizes.clear();
        let mut found: Vec<PhysReg> = Vec::new();
        for number in 0..target.registers.len() {
            let reg = PhysReg::from_index(number);
            found.clear();
            for unit in target.reg(reg).units {
                for root in target.units[unit.index()].roots {
                    found.push(*root);
                    found.extend_from_slice(target.reg(*root).super_regs);
                }
            }
            found.sort_unstable();
            found.dedup();
            found.retain(|other| *other != reg);
            self.starts.push(self.lists.len() as u32);
            self.lists.extend_from_slice(&found);
            self.lists.push(reg);
            let class = target.minimal_class(reg);
            let size = class.map_or(0, |class| target.class(class).size_bits);
            self.sizes.push(size);
        }
        self.starts.push(self.lists.len() as u32);
    }

    /// The registers that share a unit with `reg` by number, then `reg` itself. This order decides in which order places
    /// get known.
    pub fn overlapping(&self, reg: PhysReg) -> &[PhysReg] {
        let range = self.starts[reg.index()] as usize..self.starts[reg.index() + 1] as usize;
        &self.lists[range]
    }

    /// How many bits a register has.
    pub fn size(&self, reg: PhysReg) -> u16 {
        self.sizes[reg.index()]
    }
}
