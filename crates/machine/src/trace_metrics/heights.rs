//! Heights of instructions along a trace.

use avarice_mir::{Block, Inst, MachineFunction};

use super::dependencies::{self, Dependency, Physical};
use super::units::units_of;
use super::{LiveIn, Stamped, TraceMetrics, TracedCode, UnitSet, is_phi};
use crate::schedule::model::OperandPlace;

impl TraceMetrics {
    /// Computes the heights of the instructions in `block` and below it in its trace, which is known.
    pub(super) fn compute_heights(&mut self, code: TracedCode<'_>, block: Block) {
        let mut path = std::mem::take(&mut self.path);
        let mut next = Some(block);
        while let Some(block) = next.filter(|block| !self.blocks[*block].has_heights) {
            path.push(block);
            self.blocks[block].live_ins.clear();
            next = self.blocks[block].succ.expand();
        }
        self.stamp += 1;
        let mut units = std::mem::take(&mut self.units);
        units.clear();
        if let Some(below) = next {
            self.take_live_ins(code.function, below, &mut units);
        }
        while let Some(block) = path.last().copied() {
            self.blocks[block].has_heights = true;
            self.blocks[block].critical_path = 0;
            self.visit_phis_below(code, &path, block);
            for inst in code.function.block_insts_rev(block) {
                self.update_height(code.function, &path, inst, &mut units);
            }
            self.finish_live_ins(code.function, block, &units);
            if self.blocks[block].has_depths {
                let across = self.path_across(code.function, block);
                let data = &mut self.blocks[block];
                data.critical_path = data.critical_path.max(across);
            }
            path.pop();
        }
        self.path = path;
        self.units = units;
    }

    /// Begins with the registers that live into a block whose heights are known.
    fn take_live_ins(&mut self, function: &MachineFunction, block: Block, units: &mut UnitSet) {
        for at in 0..self.blocks[block].live_ins.len() {
            match self.blocks[block].live_ins[at] {
                LiveIn::Virtual(reg, height) => {
                    if let Some(def) = function.first_def(reg) {
                        self.need(def, height);
                    }
                }
                LiveIn::Unit(unit, height) => units.entry(unit).cycle = height,
            }
        }
    }

    /// Gives the definitions that PHIs below read the height of these. In front of a loop's header that is above, PHIs
    /// have none.
    fn visit_phis_below(&mut self, code: TracedCode<'_>, path: &[Block], block: Block) {
        let function = code.function;
        let succ = self.blocks[block].succ.expand();
        let header = || {
            let header = code.loops.header(code.loops.loop_of(block)?);
            function.is_successor(block, header).then_some(header)
        };
        let Some(below) = succ.or_else(header) else {
            return;
        };
        let mut cursor = function.blocks[below].first.expand();
        while let Some(phi) = cursor.filter(|inst| is_phi(function, *inst)) {
            cursor = function.next_inst(phi);
            if let Some(dependency) = dependencies::of_phi(function, phi, Some(block)) {
                let height = match succ {
                    Some(_) => self.cycles[phi].height,
                    None => 0,
                };
                self.push(function, path, dependency, (phi, height));
            }
        }
    }

    fn update_height(
        &mut self,
        function: &MachineFunction,
        path: &[Block],
        inst: Inst,
        units: &mut UnitSet,
    ) {
        let needed = std::mem::take(&mut self.heights[inst]);
        let mut height = match needed.stamp == self.stamp {
            true => needed.value,
            false => 0,
        };
        let mut found = std::mem::take(&mut self.dependencies);
        if dependencies::of_inst(function, inst, &mut found) == Physical::Some {
            height = self.go_up(function, inst, height, units);
        }
        for dependency in &found {
            self.push(function, path, *dependency, (inst, height));
        }
        self.dependencies = found;
        self.cycles[inst].height = height;
        let depth = self.cycles[inst].depth;
        if let Some(block) = path.last()
            && self.blocks[*block].has_depths
        {
            let data = &mut self.blocks[*block];
            data.critical_path = data.critical_path.max(height + depth);
        }
    }

    /// Makes a definition as high as `user`, of this height, needs it. Where it is met for the first time, its register
    /// lives into the blocks of the path below it.
    fn push(
        &mut self,
        function: &MachineFunction,
        path: &[Block],
        dependency: Dependency,
        (user, height): (Inst, u32),
    ) {
        let place = OperandPlace {
            inst: user,
            operand: dependency.operand,
        };
        let height = height + self.latency(function, dependency.def, Some(place));
        let def = dependency.def.inst;
        if !self.need(def, height) {
            return;
        }
        let operand = function.operand(def, dependency.def.operand as usize);
        let Some(reg) = operand.as_reg().as_virtual() else {
            return;
        };
        let home = function.inst_block(def);
        let below = path.iter().rev().take_while(|block| Some(**block) != home);
        for block in below {
            self.blocks[*block].live_ins.push(LiveIn::Virtual(reg, 0));
        }
    }

    /// Notes that an instruction needs this height; whether it is the first time.
    fn need(&mut self, inst: Inst, height: u32) -> bool {
        let stamp = self.stamp;
        let needed = &mut self.heights[inst];
        let is_first = needed.stamp != stamp;
        let value = if is_first {
            height
        } else {
            needed.value.max(height)
        };
        *needed = Stamped { stamp, value };
        is_first
    }

    /// Goes past an instruction upwards, and gives its height once its physical registers count.
    fn go_up(
        &self,
        function: &MachineFunction,
        inst: Inst,
        mut height: u32,
        units: &mut UnitSet,
    ) -> u32 {
        let operands = function.operands(inst).iter().enumerate();
        let physical = operands
            .filter_map(|(at, operand)| Some((at, operand, operand.as_reg().as_physical()?)));
        for (at, _, reg) in physical.clone().filter(|(_, operand, _)| operand.is_def()) {
            for unit in units_of(function, reg) {
                let Some(used) = units.get(unit) else {
                    continue;
                };
                let def = OperandPlace {
                    inst,
                    operand: at as u32,
                };
                height = height.max(used.cycle + self.latency(function, def, used.place));
                units.remove(unit);
            }
        }
        for (at, _, reg) in physical.filter(|(_, operand, _)| operand.reads_reg()) {
            for unit in units_of(function, reg) {
                let used = units.entry(unit);
                if used.cycle <= height && used.place.is_none_or(|place| place.inst != inst) {
                    used.cycle = height;
                    used.place = Some(OperandPlace {
                        inst,
                        operand: at as u32,
                    });
                }
            }
        }
        height
    }

    /// Gives registers that live into `block` the height that they need, and adds units.
    fn finish_live_ins(&mut self, function: &MachineFunction, block: Block, units: &UnitSet) {
        let stamp = self.stamp;
        let live_ins = &mut self.blocks[block].live_ins;
        for live_in in live_ins.iter_mut() {
            if let LiveIn::Virtual(reg, height) = live_in {
                let def = function.first_def(*reg);
                let needed = def.map(|def| self.heights[def]);
                let needed = needed.filter(|needed| needed.stamp == stamp);
                *height = needed.map_or(0, |needed| needed.value);
            }
        }
        let live = units.members().iter();
        live_ins.extend(live.map(|used| LiveIn::Unit(used.unit, used.cycle)));
    }
}
