//! Kill and dead flags, and the live-ins of blocks, of code with physical registers.
//!
//! A value has a home to itself: a write to part of a home ends the value that was in it, and what is read from it
//! later was written there.
//!
//! ```text
//!   $w0 = ADDWrr $w1, $w2                   $w0 = ADDWrr killed $w1, killed $w2, implicit-def $x0
//!   STRXui $x0, $sp, 0            becomes   STRXui killed $x0, $sp, 0
//! ```

use avarice_mir::{Block, Inst, MachineFunction, Operand, OperandFlags, OperandKind};
use avarice_target::{LaneMask, PhysReg, RegUnit, op};
use cranelift_entity::SecondaryMap;
use regalloc2::PReg;
use smallvec::SmallVec;

use super::registers::Registers;

/// Sets kill and dead marks of registers that may be allocated, and live-ins.
///
/// # Requires
/// No virtual registers.
///
/// # Ensures
/// Flags and live-ins are correct; where more of a register is read than the instruction that computed it names, that
/// instruction defines all of it. Dead copies are removed.
pub fn run(function: &mut MachineFunction, registers: &Registers) {
    let mut marks = Marks::new(function, registers);
    marks.solve(function);
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        marks.mark_block(function, block);
        marks.set_live_ins(function, block);
    }
}

/// A set of units.
type Units = Vec<u64>;

struct Marks<'a> {
    registers: &'a Registers,
    /// By home: its units.
    units_of: Vec<SmallVec<[RegUnit; 4]>>,
    /// By block: units that are live where it begins.
    live_in: SecondaryMap<Block, Units>,
    words: usize,
}

fn contains(set: &[u64], unit: RegUnit) -> bool {
    set[unit.index() / 64] >> (unit.index() % 64) & 1 != 0
}

fn insert(set: &mut [u64], unit: RegUnit) {
    set[unit.index() / 64] |= 1 << (unit.index() % 64);
}

fn remove(set: &mut [u64], unit: RegUnit) {
    set[unit.index() / 64] &= !(1 << (unit.index() % 64));
}

impl<'a> Marks<'a> {
    fn new(function: &MachineFunction, registers: &'a Registers) -> Self {
        let target = function.target;
        let words = target.units.len().div_ceil(64);
        let mut units_of = vec![SmallVec::new(); PReg::NUM_INDEX];
        for home in registers.free() {
            let (whole, _) = registers.whole(home);
            units_of[home.index()] = target.reg(whole).units.into();
        }
        Self {
            registers,
            units_of,
            live_in: SecondaryMap::with_default(vec![0; words]),
            words,
        }
    }

    /// Finds what is live where blocks begin.
    fn solve(&mut self, function: &MachineFunction) {
        let mut work: Vec<Block> = function.layout.clone();
        let mut is_waiting: SecondaryMap<Block, bool> = SecondaryMap::with_default(true);
        while let Some(block) = work.pop() {
            is_waiting[block] = false;
            let mut live = self.live_out(function, block);
            for inst in function.block_insts_rev(block) {
                self.step(function, inst, &mut live);
            }
            if live == self.live_in[block] {
                continue;
            }
            self.live_in[block] = live;
            for pred in &function.blocks[block].preds {
                if !std::mem::replace(&mut is_waiting[*pred], true) {
                    work.push(*pred);
                }
            }
        }
    }

    fn live_out(&self, function: &MachineFunction, block: Block) -> Units {
        let mut live = vec![0; self.words];
        for succ in &function.blocks[block].succs {
            let pad = &function.blocks[*succ];
            let mut incoming = self.live_in[*succ].clone();
            if pad.eh_pad {
                // The unwinder sets them.
                for (reg, _) in &pad.live_ins {
                    self.remove_homes(&mut incoming, *reg);
                }
            }
            for (all, more) in live.iter_mut().zip(&incoming) {
                *all |= more;
            }
        }
        live
    }

    fn remove_homes(&self, live: &mut Units, reg: PhysReg) {
        for home in self.registers.homes(reg) {
            for unit in &self.units_of[home.index()] {
                remove(live, *unit);
            }
        }
    }

    /// From what is live after an instruction to what is live before it.
    fn step(&self, function: &MachineFunction, inst: Inst, live: &mut Units) {
        if function.is_debug(inst) || self.is_dead_copy(function, inst, live) {
            return;
        }
        self.end_definitions(function, inst, live);
        for operand in function.operands(inst) {
            if let Some(reg) = read(operand) {
                self.insert_units(function, live, reg);
            }
        }
    }

    fn insert_units(&self, function: &MachineFunction, live: &mut Units, reg: PhysReg) {
        if !self.registers.homes(reg).is_empty() {
            for unit in function.target.reg(reg).units {
                insert(live, *unit);
            }
        }
    }

    /// What an instruction writes or destroys is not live before it.
    fn end_definitions(&self, function: &MachineFunction, inst: Inst, live: &mut Units) {
        for operand in function.operands(inst) {
            if operand.kind() == OperandKind::RegMask {
                for home in self.registers.free() {
                    let (whole, _) = self.registers.whole(home);
                    if !function.mask_preserves(operand, whole) {
                        self.remove_homes(live, whole);
                    }
                }
            } else if let Some(reg) = operand.as_reg().as_physical().filter(|_| operand.is_def()) {
                self.remove_homes(live, reg);
            }
        }
    }

    fn mark_block(&self, function: &mut MachineFunction, block: Block) {
        let mut live = self.live_out(function, block);
        let mut cursor = function.blocks[block].last.expand();
        while let Some(inst) = cursor {
            cursor = function.prev_inst(inst);
            if self.is_dead_copy(function, inst, &live) {
                function.remove_inst(inst);
            } else if !function.is_debug(inst) {
                self.mark_defs(function, inst, &live);
                self.end_definitions(function, inst, &mut live);
                self.mark_uses(function, inst, &mut live);
            }
        }
    }

    /// Marks dead definitions, and widens those of which more is live than they name.
    fn mark_defs(&self, function: &mut MachineFunction, inst: Inst, live: &Units) {
        let mut wider: SmallVec<[PhysReg; 2]> = SmallVec::new();
        for op in function.op_ids(inst) {
            let operand = *function.op(op);
            let Some(reg) = operand.as_reg().as_physical().filter(|_| operand.is_def()) else {
                continue;
            };
            let homes = self.registers.homes(reg);
            if homes.is_empty() {
                continue;
            }
            let units = function.target.reg(reg).units;
            let is_live = homes.iter().any(|home| self.is_live(live, *home));
            function.op_mut(op).set(OperandFlags::DEAD, !is_live);
            for home in homes {
                let beyond = self.units_of[home.index()].iter();
                let mut beyond = beyond.filter(|unit| !units.contains(unit));
                if beyond.any(|unit| contains(live, *unit)) {
                    let (whole, _) = self.registers.whole(home);
                    wider.push(whole);
                }
            }
        }
        for whole in wider {
            let operands = function.operands(inst);
            let mut defs = operands.iter().filter(|operand| operand.is_def());
            if !defs.any(|operand| operand.as_reg() == whole.into()) {
                function.push_operand(inst, Operand::implicit_def(whole));
            }
        }
    }

    /// Whether an instruction is a dead copy.
    fn is_dead_copy(&self, function: &MachineFunction, inst: Inst, live: &Units) -> bool {
        let (op::COPY, [dst, _]) = (function.opcode(inst), function.operands(inst)) else {
            return false;
        };
        let Some(reg) = dst.as_reg().as_physical() else {
            return false;
        };
        let homes = self.registers.homes(reg);
        !homes.is_empty() && !homes.iter().any(|home| self.is_live(live, *home))
    }

    fn is_live(&self, live: &Units, home: PReg) -> bool {
        let mut units = self.units_of[home.index()].iter();
        units.any(|unit| contains(live, *unit))
    }

    /// Marks the last uses of registers; then they are live.
    fn mark_uses(&self, function: &mut MachineFunction, inst: Inst, live: &mut Units) {
        let mut killed: SmallVec<[PhysReg; 4]> = SmallVec::new();
        // What pseudos become reads explicit operands first.
        for op in function.op_ids(inst).rev() {
            let operand = *function.op(op);
            let Some(reg) = operand.as_reg().as_physical().filter(|_| operand.is_use()) else {
                continue;
            };
            let homes = self.registers.homes(reg);
            if homes.is_empty() {
                continue;
            }
            let is_last = read(&operand).is_some()
                && !homes.iter().any(|home| self.is_live(live, *home))
                && !killed
                    .iter()
                    .any(|other| function.target.regs_overlap(*other, reg));
            function.op_mut(op).set(OperandFlags::KILL, is_last);
            if is_last {
                killed.push(reg);
            }
        }
        for at in 0..function.num_operands(inst) {
            if let Some(reg) = read(function.operand(inst, at)) {
                self.insert_units(function, live, reg);
            }
        }
    }

    /// The registers that are live where `block` begins: those that were there, as far as they are not allocated,
    /// and the parts of homes that are live.
    fn set_live_ins(&self, function: &mut MachineFunction, block: Block) {
        let live = &self.live_in[block];
        let mut live_ins = std::mem::take(&mut function.blocks[block].live_ins);
        let is_entry = function.layout.first() == Some(&block) || function.blocks[block].eh_pad;
        live_ins.retain(|(reg, _)| is_entry || self.registers.homes(*reg).is_empty());
        for home in self.registers.free() {
            if !self.is_live(live, home) {
                continue;
            }
            let listed = live_ins
                .iter()
                .any(|(reg, _)| self.registers.homes(*reg).contains(&home));
            if !listed {
                live_ins.push((self.live_part(function, live, home), LaneMask::ALL));
            }
        }
        live_ins.sort_unstable_by_key(|(reg, _)| *reg);
        function.blocks[block].live_ins = live_ins;
    }

    /// The smallest low part of a home that has all of its units that are live.
    fn live_part(&self, function: &MachineFunction, live: &Units, home: PReg) -> PhysReg {
        let target = function.target;
        let (whole, _) = self.registers.whole(home);
        let has_all = |reg: PhysReg| {
            let units = target.reg(reg).units;
            let mut wanted = self.units_of[home.index()].iter();
            wanted.all(|unit| !contains(live, *unit) || units.contains(unit))
        };
        let count = |reg: PhysReg| target.reg(reg).units.len();
        let parts = target.reg(whole).sub_regs.iter().map(|(_, part)| *part);
        let best = parts
            .filter(|part| has_all(*part))
            .min_by_key(|part| count(*part));
        best.filter(|part| count(*part) < count(whole))
            .unwrap_or(whole)
    }
}

/// The register that an operand reads.
fn read(operand: &Operand) -> Option<PhysReg> {
    let reads = operand.is_use() && operand.reads_reg();
    operand.as_reg().as_physical().filter(|_| reads)
}
