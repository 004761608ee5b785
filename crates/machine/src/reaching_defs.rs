//! How many instructions ago registers were last written.
//!
//! What blocks bring to others is computed once, by [`ReachingDefs::compute`]; then a cursor walks through a block and
//! keeps the last write of each register:
//!
//! ```text
//!   bb.0:  $xmm0 = …    0            bb.1:  enter        last($xmm0) = -2
//!          …            1  ─▶               …       0
//!                                           $xmm0 = … 1  last($xmm0) = 1 from here on
//! ```
//!
//! Of several predecessors the latest write counts. Debug instructions do not count.

use avarice_mir::{Block, Inst, MachineFunction};
use avarice_target::PhysReg;
use cranelift_entity::SecondaryMap;

use crate::loop_traversal::LoopTraversal;

/// Where a register was last written if nothing is known: so long ago that it does not matter.
pub const LONG_AGO: i32 = -(1 << 20);

/// No unit of the registers in question.
const NO_UNIT: u16 = u16::MAX;

/// The last writes of some registers.
#[derive(Clone, Debug, Default)]
pub struct ReachingDefs {
    /// By register unit: its place among those in question.
    places: Vec<u16>,
    /// How many units are in question.
    count: usize,
    /// By block: where its rows are in the tables; `None` if it was not visited.
    rows: SecondaryMap<Block, Option<u32>>,
    /// Last writes on the way into blocks, counted from their first instruction.
    incoming: Vec<i32>,
    /// Last writes on the way out of blocks, counted from their end.
    outgoing: Vec<i32>,
    /// Last writes before the cursor, counted from the first instruction of its block.
    last: Vec<i32>,
    /// Number of the instruction at the cursor.
    position: i32,
}

impl ReachingDefs {
    /// Computes what reaches the blocks of `function` of writes of `registers`.
    pub fn compute(
        &mut self,
        function: &MachineFunction,
        traversal: &LoopTraversal,
        registers: &[PhysReg],
    ) {
        self.choose_units(function, registers);
        self.rows.clear();
        self.incoming.clear();
        self.outgoing.clear();
        for visit in traversal.order() {
            if visit.is_first {
                self.add_block(function, visit.block);
            } else {
                self.repair_block(function, visit.block);
            }
        }
    }

    fn choose_units(&mut self, function: &MachineFunction, registers: &[PhysReg]) {
        self.places.clear();
        self.places.resize(function.target.units.len(), NO_UNIT);
        self.count = 0;
        for reg in registers {
            for unit in function.target.reg(*reg).units {
                let place = &mut self.places[unit.index()];
                if *place == NO_UNIT {
                    *place = self.count as u16;
                    self.count += 1;
                }
            }
        }
    }

    /// Computes what reaches a block and its end, from the predecessors that are known.
    fn add_block(&mut self, function: &MachineFunction, block: Block) {
        let row = self.incoming.len();
        self.rows[block] = Some(row as u32);
        self.last.clear();
        self.last.resize(self.count, LONG_AGO);
        let preds = &function.blocks[block].preds;
        for (reg, _) in &function.blocks[block].live_ins {
            if preds.is_empty() {
                self.write(function, *reg, -1);
            }
        }
        for pred in preds {
            let Some(from) = self.rows[*pred] else {
                continue;
            };
            // The block's own row is not there yet when it comes to itself.
            let from = self.outgoing.get(from as usize..from as usize + self.count);
            for (last, other) in self.last.iter_mut().zip(from.into_iter().flatten()) {
                *last = (*last).max(*other);
            }
        }
        self.incoming.extend_from_slice(&self.last);
        self.position = 0;
        for inst in function.block_insts(block) {
            self.pass(function, inst);
        }
        let position = self.position;
        let at_end = self.last.iter().map(|last| match *last {
            LONG_AGO => LONG_AGO,
            last => last - position,
        });
        self.outgoing.extend(at_end);
    }

    /// Adds what predecessors bring that were not known the first time.
    fn repair_block(&mut self, function: &MachineFunction, block: Block) {
        let Some(row) = self.rows[block] else {
            return;
        };
        let row = row as usize;
        let counted = function.block_insts(block);
        let length = counted.filter(|inst| !function.is_debug(*inst)).count() as i32;
        for pred in &function.blocks[block].preds {
            let Some(from) = self.rows[*pred] else {
                continue;
            };
            for unit in 0..self.count {
                let def = self.outgoing[from as usize + unit];
                if def != LONG_AGO && self.incoming[row + unit] < def {
                    self.incoming[row + unit] = def;
                    let end = &mut self.outgoing[row + unit];
                    *end = (*end).max(def - length);
                }
            }
        }
    }

    /// Puts the cursor at the begin of a block.
    pub fn enter(&mut self, block: Block) {
        self.position = 0;
        self.last.clear();
        match self.rows[block] {
            Some(row) => {
                let row = row as usize;
                let incoming = &self.incoming[row..row + self.count];
                self.last.extend_from_slice(incoming);
            }
            None => self.last.resize(self.count, LONG_AGO),
        }
    }

    /// Moves the cursor past `inst`.
    pub fn pass(&mut self, function: &MachineFunction, inst: Inst) {
        if function.is_debug(inst) {
            return;
        }
        for operand in function.operands(inst) {
            if let Some(reg) = operand.as_reg().as_physical()
                && operand.is_def()
            {
                self.write(function, reg, self.position);
            }
        }
        self.position += 1;
    }

    fn write(&mut self, function: &MachineFunction, reg: PhysReg, at: i32) {
        for unit in function.target.reg(reg).units {
            let place = self.places[unit.index()];
            if place != NO_UNIT {
                self.last[usize::from(place)] = at;
            }
        }
    }

    /// The number of the last instruction before the cursor that writes a part of `reg`, in its block; below zero if it is
    /// in another block.
    pub fn last_write(&self, function: &MachineFunction, reg: PhysReg) -> i32 {
        let units = function.target.reg(reg).units.iter();
        let places = units.map(|unit| self.places[unit.index()]);
        let known = places.filter(|place| *place != NO_UNIT);
        known
            .map(|place| self.last[usize::from(place)])
            .max()
            .unwrap_or(LONG_AGO)
    }

    /// How many instructions before the cursor `reg` was last written.
    pub fn clearance(&self, function: &MachineFunction, reg: PhysReg) -> i32 {
        self.position - self.last_write(function, reg)
    }
}
