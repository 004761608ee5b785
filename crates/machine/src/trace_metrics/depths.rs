//! Depths of instructions along a trace.

use avarice_mir::{Block, Inst, MachineFunction, OperandFlags};

use super::dependencies::{self, Dependency, Physical};
use super::units::units_of;
use super::{LiveIn, TraceMetrics, UnitSet, is_phi};
use crate::schedule::model::OperandPlace;

impl TraceMetrics {
    /// Computes the depths of the instructions in `block` and above it in its trace, which is known.
    pub(super) fn compute_depths(&mut self, function: &MachineFunction, block: Block) {
        let mut path = std::mem::take(&mut self.path);
        let mut next = Some(block);
        while let Some(block) = next.filter(|block| !self.blocks[*block].has_depths) {
            path.push(block);
            next = self.blocks[block].pred.expand();
        }
        let mut units = std::mem::take(&mut self.units);
        units.clear();
        while let Some(block) = path.pop() {
            self.blocks[block].has_depths = true;
            self.blocks[block].critical_path = match self.blocks[block].has_heights {
                true => self.path_across(function, block),
                false => 0,
            };
            for inst in function.block_insts(block) {
                self.update_depth(function, block, inst, &mut units);
            }
        }
        self.path = path;
        self.units = units;
    }

    /// The longest chain of dependencies that goes through `block` without an instruction in it.
    pub(super) fn path_across(&self, function: &MachineFunction, block: Block) -> u32 {
        let own = &self.blocks[block];
        let lengths = own.live_ins.iter().filter_map(|live_in| match live_in {
            LiveIn::Virtual(reg, height) => {
                let def = function.first_def(*reg)?;
                let above = &self.blocks[function.inst_block(def)?];
                above.is_above(own).then(|| height + self.cycles[def].depth)
            }
            LiveIn::Unit(..) => None,
        });
        lengths.max().unwrap_or(0)
    }

    /// Computes the depth of an instruction of `block`, which comes after those for which this was done with `units`.
    pub fn update_depth(
        &mut self,
        function: &MachineFunction,
        block: Block,
        inst: Inst,
        units: &mut UnitSet,
    ) {
        let mut found = std::mem::take(&mut self.dependencies);
        if is_phi(function, inst) {
            found.clear();
            let pred = self.blocks[block].pred.expand();
            found.extend(dependencies::of_phi(function, inst, pred));
        } else if dependencies::of_inst(function, inst, &mut found) == Physical::Some {
            go_down(function, inst, units, &mut found);
        }
        let mut depth = 0;
        for Dependency { def, operand } in &found {
            let Some(above) = function.inst_block(def.inst) else {
                continue;
            };
            if !self.blocks[above].is_above(&self.blocks[block]) {
                continue;
            }
            let user = OperandPlace {
                inst,
                operand: *operand,
            };
            let ready = self.cycles[def.inst].depth + self.latency(function, *def, Some(user));
            depth = depth.max(ready);
        }
        self.dependencies = found;
        self.cycles[inst].depth = depth;
        let height = self.cycles[inst].height;
        let block = &mut self.blocks[block];
        if block.has_heights {
            block.critical_path = block.critical_path.max(depth + height);
        }
    }
}

/// Adds what an instruction depends on through physical registers, and goes past it downwards.
fn go_down(
    function: &MachineFunction,
    inst: Inst,
    units: &mut UnitSet,
    found: &mut Vec<Dependency>,
) {
    let physical = || {
        let operands = function.operands(inst).iter().enumerate();
        operands.filter_map(|(at, operand)| Some((at, operand, operand.as_reg().as_physical()?)))
    };
    for (at, operand, reg) in physical() {
        if operand.reads_reg()
            && let Some(def) = units_of(function, reg).find_map(|unit| units.get(unit)?.place)
        {
            found.push(Dependency {
                def,
                operand: at as u32,
            });
        }
    }
    let is_end = |operand: &avarice_mir::Operand| {
        let end = if operand.is_def() {
            OperandFlags::DEAD
        } else {
            OperandFlags::KILL
        };
        operand.has(end)
    };
    for (_, _, reg) in physical().filter(|(_, operand, _)| is_end(operand)) {
        units_of(function, reg).for_each(|unit| units.remove(unit));
    }
    let lives = physical().filter(|(_, operand, _)| operand.is_def() && !is_end(operand));
    for (at, _, reg) in lives {
        for unit in units_of(function, reg) {
            units.entry(unit).place = Some(OperandPlace {
                inst,
                operand: at as u32,
            });
        }
    }
}
