//! What an instruction reads and writes, as far as it matters for pressure.

use avarice_liveness::{LiveIntervals, SlotIndex};
use avarice_mir::{Inst, MachineFunction, MiFlags, Operand, OperandFlags, Reg};
use avarice_target::PhysReg;

use super::registers::PressureReg;

/// Whether definitions that are marked dead are collected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeadDefs {
    /// They are.
    Collected,
    /// They are, and so are those that live intervals know to be dead.
    Detected,
}

/// The registers of an instruction, borrowed; see [`RegOperands`].
#[derive(Clone, Copy, Debug)]
pub struct RegLists<'a> {
    /// What it reads.
    pub uses: &'a [PressureReg],
    /// What it writes and something reads.
    pub defs: &'a [PressureReg],
    /// What it writes and nothing reads.
    pub dead_defs: &'a [PressureReg],
}

/// The registers of all instructions of a region.
#[derive(Debug, Default)]
pub struct OperandPool {
    regs: Vec<PressureReg>,
    /// By node: where its uses, definitions and dead definitions begin, and where these end.
    bounds: Vec<[u32; 4]>,
}

impl OperandPool {
    /// Begins a region of this many nodes.
    pub fn begin(&mut self, nodes: usize) {
        self.regs.clear();
        self.bounds.clear();
        self.bounds.resize(nodes, [0; 4]);
    }

    /// Keeps the registers of a node.
    pub fn set(&mut self, node: usize, operands: &RegOperands) {
        let mut bounds = [self.regs.len() as u32; 4];
        let lists = [&operands.uses, &operands.defs, &operands.dead_defs];
        for (bound, list) in bounds[1..].iter_mut().zip(lists) {
            self.regs.extend_from_slice(list);
            *bound = self.regs.len() as u32;
        }
        self.bounds[node] = bounds;
    }

    /// The registers of a node.
    pub fn of(&self, node: usize) -> RegLists<'_> {
        let [uses, defs, dead_defs, end] = self.bounds[node].map(|bound| bound as usize);
        RegLists {
            uses: &self.regs[uses..defs],
            defs: &self.regs[defs..dead_defs],
            dead_defs: &self.regs[dead_defs..end],
        }
    }
}

/// The registers of an instruction, each once in each list, in the order of operands.
#[derive(Debug, Default)]
pub struct RegOperands {
    /// What it reads.
    pub uses: Vec<PressureReg>,
    /// What it writes and something reads.
    pub defs: Vec<PressureReg>,
    /// What it writes and nothing reads.
    pub dead_defs: Vec<PressureReg>,
}

impl RegOperands {
    /// Collects the registers of `inst` and its bundle.
    pub fn collect(
        &mut self,
        function: &MachineFunction,
        live_intervals: &LiveIntervals,
        reserved: &[bool],
        inst: Inst,
        dead: DeadDefs,
    ) {
        self.uses.clear();
        self.defs.clear();
        self.dead_defs.clear();
        let mut cursor = Some(inst);
        while let Some(inst) = cursor {
            for operand in function.operands(inst) {
                self.add(function, reserved, operand);
            }
            let has_more = function.insts[inst].flags.contains(MiFlags::BUNDLED_SUCC);
            cursor = function.next_inst(inst).filter(|_| has_more);
        }
        let Self {
            defs, dead_defs, ..
        } = self;
        dead_defs.retain(|reg| !defs.contains(reg));
        if dead == DeadDefs::Detected {
            self.detect_dead(live_intervals, live_intervals.indexes.index(inst));
        }
    }

    fn add(&mut self, function: &MachineFunction, reserved: &[bool], operand: &Operand) {
        let reg = operand.as_reg();
        if !operand.is_reg() || reg.as_virtual().is_none() && reg.as_physical().is_none() {
            return;
        }
        if operand.reads_reg() {
            push(function, reserved, reg, &mut self.uses);
        }
        if operand.is_def() {
            let list = match operand.has(OperandFlags::DEAD) {
                true => &mut self.dead_defs,
                false => &mut self.defs,
            };
            push(function, reserved, reg, list);
        }
    }

    /// Takes definitions that are not read for what they are.
    fn detect_dead(&mut self, live_intervals: &LiveIntervals, at: SlotIndex) {
        let Self {
            defs, dead_defs, ..
        } = self;
        defs.retain(|reg| {
            let range = reg.range(live_intervals);
            let is_dead = range.is_some_and(|range| range.query(at).is_dead_def());
            if is_dead {
                dead_defs.push(*reg);
            }
            !is_dead
        });
    }
}

fn push(function: &MachineFunction, reserved: &[bool], reg: Reg, list: &mut Vec<PressureReg>) {
    let mut add = |reg| {
        if !list.contains(&reg) {
            list.push(reg);
        }
    };
    if let Some(reg) = reg.as_virtual() {
        add(PressureReg::Virtual(reg));
    } else if let Some(reg) = reg
        .as_physical()
        .filter(|reg| is_tracked(function, reserved, *reg))
    {
        for unit in function.target.reg(reg).units {
            add(PressureReg::Unit(*unit));
        }
    }
}

/// Whether values compete for a physical register.
fn is_tracked(function: &MachineFunction, reserved: &[bool], reg: PhysReg) -> bool {
    function.target.reg(reg).allocatable && !reserved.get(reg.index()).copied().unwrap_or(false)
}
