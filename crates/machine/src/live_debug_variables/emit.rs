//! Puts debug instructions back into the code when registers are assigned.

use avarice_ir::debug_expressions::{deref_step, offset_steps};
use avarice_ir::{MetadataId, Module};
use avarice_liveness::{LiveIntervals, SlotIndex};
use avarice_mir::inst_facts::{is_debug_or_probe, is_position};
use avarice_mir::mir_info::DebugPhi;
use avarice_mir::{Block, InsertPoint, Inst, MachineFunction, Operand, OperandFlags, Reg};
use avarice_target::{InstrFlags, PhysReg, SubRegIdx, op};
use avarice_trace::log::LogParts;
use avarice_trace::{Log, log};
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use smallvec::SmallVec;

use super::location_map::{Interval, Value};
use super::print::{RegisterNames, numbers, write_label};
use super::user_value::{UserValue, debug_use, is_same_place};
use super::{LiveDebugVariables, Stashed};
use crate::virt_reg_map::VirtRegMap;
use avarice_mir::debug_values::{Shape, VariableId};

/// What emission works on.
struct Emitter<'a> {
    function: &'a mut MachineFunction,
    module: &'a Module,
    live_intervals: &'a LiveIntervals,
    map: &'a VirtRegMap,
    /// Where instructions go that belong to the start of a block, if that has been asked for.
    heads: SecondaryMap<Block, Option<InsertPoint>>,
}

/// A debug instruction that is to be inserted, once or after each definition of its registers.
struct Emitted {
    shape: Shape,
    operands: SmallVec<[Operand; 4]>,
    /// The registers among its places.
    regs: SmallVec<[PhysReg; 2]>,
    location: PackedOption<MetadataId>,
}

impl LiveDebugVariables {
    /// Puts debug instructions back, with the registers and slots that `map` gives.
    ///
    /// # Requires
    /// The code has physical registers. Slot indexes are right.
    pub fn emit(
        &mut self,
        function: &mut MachineFunction,
        module: &Module,
        live_intervals: &LiveIntervals,
        map: &VirtRegMap,
        log: &mut Log<'_>,
    ) {
        if !self.is_open {
            return;
        }
        self.is_open = false;
        self.follow(live_intervals);
        log.select(LogParts::LIVE_DEBUG_VARIABLES);
        log!(log, "********** EMITTING LIVE DEBUG VARIABLES **********\n");
        let mut emitter = Emitter {
            function,
            module,
            live_intervals,
            map,
            heads: SecondaryMap::new(),
        };
        for number in 0..self.values.len() {
            let id = VariableId::from_u32(number as u32);
            self.write_value(emitter.function, id, RegisterNames::Names, log);
            let spilled = self.rewrite_places(&mut emitter, id);
            self.emit_values(&mut emitter, id, &spilled, log);
        }
        log!(log, "********** EMITTING LIVE DEBUG LABELS **********\n");
        for label in &self.labels {
            write_label(emitter.function, module, label, log);
            let block = live_intervals.indexes.block_at(label.at);
            log!(
                log,
                "\t{} %bb.{}\n",
                label.at,
                emitter.function.blocks[block].number
            );
            let operands = [Operand::metadata(label.label)];
            let inst = emitter.function.create_inst(op::DBG_LABEL, &operands);
            emitter.function.set_debug_loc(inst, label.location);
            let at = emitter.insert_point(block, label.at);
            emitter.function.insert_at(at, inst);
        }
        log!(log, "********** EMITTING DEBUG PHIS **********\n");
        let mut phis: Vec<DebugPhi> = self.phis.iter().copied().collect();
        phis.sort_by_key(|phi| phi.number);
        for phi in &phis {
            emitter.emit_phi(phi, log);
        }
        log!(log, "********** EMITTING INSTR REFERENCES **********\n");
        emitter.put_back(&self.stashed);
        log.select(LogParts::REGALLOC);
    }

    /// Replaces registers by what they are assigned to. Returns for each place the offset in its slot, if it is spilled.
    fn rewrite_places(&mut self, emitter: &mut Emitter<'_>, id: VariableId) -> Vec<Option<u64>> {
        let user = &mut self.values[id];
        let mut places: Vec<Operand> = Vec::new();
        let mut spilled: Vec<Option<u64>> = Vec::new();
        let mut renumbered: Vec<u32> = Vec::with_capacity(user.places.len());
        for place in &user.places {
            let (place, offset) = emitter.assigned(place);
            let known = places.iter().position(|known| is_same_place(known, &place));
            let number = known.unwrap_or_else(|| {
                places.push(place);
                spilled.push(offset);
                places.len() - 1
            });
            renumbered.push(number as u32);
        }
        user.places = places;
        user.renumber_places(&renumbered, &mut self.expressions);
        spilled
    }

    fn emit_values(
        &mut self,
        emitter: &mut Emitter<'_>,
        id: VariableId,
        spilled: &[Option<u64>],
        log: &mut Log<'_>,
    ) {
        let user = &self.values[id];
        let indexes = &emitter.live_intervals.indexes;
        for Interval { start, stop, value } in &user.map.intervals {
            let is_trimmed = user.trimmed.contains(start);
            let mut start = match is_trimmed {
                // Else it would come after the first instruction of the scope.
                true => indexes.prev_entry(*start),
                false => *start,
            };
            let table = &mut emitter.function.own_expressions;
            let expression = self
                .expressions
                .node(emitter.module, table, value.expression);
            let emitted = emitter.instruction(user, value, expression, spilled);
            log!(log, "\t[{start};{stop}):{}", numbers(value));
            let first = indexes.block_at(start);
            let mut at = emitter.function.layout_index(first);
            loop {
                let block = emitter.function.layout[at];
                let end = indexes.block_end(block);
                log!(log, " %bb.{}-{end}", emitter.function.blocks[block].number);
                emitter.insert(&emitted, block, start, (*stop).min(end));
                at += 1;
                if *stop <= end || at == emitter.function.layout.len() {
                    break;
                }
                start = end;
            }
            log!(log, "\n");
        }
    }
}

impl Emitter<'_> {
    /// Where a place is after allocation, and the offset in its slot if it is spilled.
    fn assigned(&self, place: &Operand) -> (Operand, Option<u64>) {
        let Some(reg) = place.as_reg().as_virtual() else {
            return (*place, None);
        };
        let target = self.function.target;
        let phys = self.map.phys(reg);
        if !phys.is_none() {
            return (Operand::reg(target.sub_reg(phys, place.sub_reg())), None);
        }
        match self.map.slot(reg) {
            Some(slot) => {
                let offset = self.offset_in_slot(place.sub_reg()).unwrap_or(0);
                (Operand::frame_index(slot), Some(offset))
            }
            None => (Operand::reg(Reg::NONE), None),
        }
    }

    /// Where a part of a register is in its slot, in bytes; `None` if that cannot be said.
    fn offset_in_slot(&self, part: SubRegIdx) -> Option<u64> {
        if part.is_none() {
            return Some(0);
        }
        let (offset, size) = self.function.target.sub_reg_indices[part.index()].bits()?;
        (offset % 8 == 0 && size % 8 == 0).then_some(u64::from(offset / 8))
    }

    /// The debug instruction for a value. One that is in memory now needs another step to get it.
    fn instruction(
        &mut self,
        user: &UserValue,
        value: &Value,
        mut id: MetadataId,
        spilled: &[Option<u64>],
    ) -> Emitted {
        let is_undef = value.is_undef();
        let places: SmallVec<[Operand; 2]> = value
            .places
            .iter()
            .map(|place| match is_undef {
                true => Operand::reg(Reg::NONE),
                false => user.places[*place as usize],
            })
            .collect();
        let mut shape = value.shape;
        for (at, place) in value.places.iter().enumerate().filter(|_| !is_undef) {
            let Some(offset) = spilled[*place as usize] else {
                continue;
            };
            let table = &mut self.function.own_expressions;
            let expression = table.expression(self.module, id);
            let mut added: SmallVec<[_; 2]> = offset_steps(offset as i64).collect();
            let changed = if shape == Shape::List {
                added.push(deref_step());
                expression.with_argument_changed(at as u64, &added)
            } else {
                added.extend((shape == Shape::Indirect).then(deref_step));
                shape = Shape::Indirect;
                expression.prepended(added)
            };
            id = table.id_of(self.module, changed);
        }
        let regs = places
            .iter()
            .filter_map(|place| place.as_reg().as_physical());
        let regs = regs.collect();
        let places = places.iter().map(debug_use);
        let (variable, expression) = (Operand::metadata(user.variable), Operand::metadata(id));
        let offset = match shape {
            Shape::Indirect => Operand::imm(0),
            _ => debug_use(&Operand::reg(Reg::NONE)),
        };
        let operands = match shape {
            Shape::List => [variable, expression].into_iter().chain(places).collect(),
            _ => places.chain([offset, variable, expression]).collect(),
        };
        Emitted {
            shape,
            operands,
            regs,
            location: user.location,
        }
    }

    /// Inserts a debug instruction in a block at `start`, and again after each definition of its registers before
    /// `stop`.
    fn insert(&mut self, emitted: &Emitted, block: Block, start: SlotIndex, stop: SlotIndex) {
        let opcode = match emitted.shape {
            Shape::List => op::DBG_VALUE_LIST,
            _ => op::DBG_VALUE,
        };
        let mut at = self.insert_point(block, start);
        loop {
            let inst = self.function.create_inst(opcode, &emitted.operands);
            self.function.set_debug_loc(inst, emitted.location);
            self.function.insert_at(at, inst);
            match self.next_definition(at.before, stop, &emitted.regs) {
                Some(def) => at = InsertPoint::new(block, self.function.next_inst(def)),
                None => return,
            }
            if at.before.is_none() {
                // There is nothing after it that could ask.
                return;
            }
        }
    }

    /// The next instruction from `from` on that defines one of `regs`, before `stop` and the end of the block.
    fn next_definition(
        &self,
        from: Option<Inst>,
        stop: SlotIndex,
        regs: &[PhysReg],
    ) -> Option<Inst> {
        if regs.is_empty() {
            return None;
        }
        let mut cursor = from;
        while let Some(inst) = cursor {
            if self.function.desc(inst).has(InstrFlags::TERMINATOR) {
                return None;
            }
            let index = self.live_intervals.indexes.get(inst);
            if index.is_some_and(|index| stop.base() <= index) {
                return None;
            }
            if regs.iter().any(|reg| defines(self.function, inst, *reg)) {
                return Some(inst);
            }
            cursor = self.function.next_inst(inst);
        }
        None
    }

    /// Where instructions of a block go that belong after what is at `index`.
    fn insert_point(&mut self, block: Block, index: SlotIndex) -> InsertPoint {
        let indexes = &self.live_intervals.indexes;
        let start = indexes.block_start(block);
        let found = indexes.inst_at_or_before(index);
        let inst = found.filter(|inst| start < indexes.index(*inst));
        let Some(inst) = inst else {
            return self.head(block);
        };
        let before = match self.function.desc(inst).has(InstrFlags::TERMINATOR) {
            true => self.function.first_terminator(block),
            false => self.function.next_inst(inst),
        };
        InsertPoint::new(block, before)
    }

    /// After the labels and debug instructions that a block begins with.
    fn head(&mut self, block: Block) -> InsertPoint {
        let function = &*self.function;
        let is_passed =
            |inst: &Inst| is_position(function, *inst) || is_debug_or_probe(function, *inst);
        *self.heads[block].get_or_insert_with(|| {
            let first = function.block_insts(block).find(|inst| !is_passed(inst));
            InsertPoint::new(block, first)
        })
    }

    /// Says where the value of a PHI is.
    fn emit_phi(&mut self, phi: &DebugPhi, log: &mut Log<'_>) {
        let number = Operand::imm(i64::from(phi.number));
        let phys = self.map.phys(phi.reg);
        let target = self.function.target;
        let mut operands: SmallVec<[Operand; 3]> = SmallVec::new();
        if !phys.is_none() {
            let reg = target.sub_reg(phys, phi.sub_reg);
            operands.extend([Operand::reg(reg).with(OperandFlags::DEBUG), number]);
        } else if let Some(slot) = self.map.slot(phi.reg) {
            let offset = self.offset_in_slot(phi.sub_reg);
            if offset.is_some_and(|offset| offset != 0) {
                log!(
                    log,
                    "DBG_PHI for Vreg {} subreg {} has nonzero offset\n",
                    phi.reg,
                    phi.sub_reg.index()
                );
            }
            if offset != Some(0) {
                return;
            }
            let size = match phi.sub_reg.is_none() {
                true => target.class(self.function.class(phi.reg)).size_bits,
                false => target.sub_reg_indices[phi.sub_reg.index()].size_bits,
            };
            let slot = Operand::frame_index(slot);
            operands.extend([slot, number, Operand::imm(i64::from(size))]);
        } else {
            // It is not live any more: variables with this value are optimized out.
            return;
        }
        let inst = self.function.create_inst(op::DBG_PHI, &operands);
        let at = InsertPoint::at_start(self.function, phi.block);
        self.function.insert_at(at, inst);
    }

    /// Puts instructions back where they were, or as near to it as there is something left.
    fn put_back(&mut self, stashed: &[Stashed]) {
        for group in stashed.chunk_by(|a, b| a.at == b.at) {
            let Stashed { block, at, .. } = group[0];
            let indexes = &self.live_intervals.indexes;
            let (start, end) = indexes.block_range(block);
            let point = if at == start {
                self.head(block)
            } else if let Some(inst) = indexes.inst_at(at) {
                let mut after = self.function.next_inst(inst);
                while let Some(inst) = after.filter(|inst| self.function.is_debug(*inst)) {
                    after = self.function.next_inst(inst);
                }
                InsertPoint::new(block, after)
            } else {
                let later = indexes.insts_between(at, end).next();
                let later = later.or_else(|| self.function.first_terminator(block));
                InsertPoint::new(block, later)
            };
            for stashed in group {
                self.function.insert_at(point, stashed.inst);
            }
        }
    }
}

/// Whether an instruction defines a register, or a larger one that contains it.
fn defines(function: &MachineFunction, inst: Inst, reg: PhysReg) -> bool {
    let target = function.target;
    function.operands(inst).iter().any(|operand| {
        let def = operand.as_reg().as_physical().filter(|_| operand.is_def());
        def.is_some_and(|def| def == reg || !target.sub_reg_idx(def, reg).is_none())
    })
}
