//! Takes debug instructions out of the code.

use avarice_ir::{DebugInfo, Module};
use avarice_liveness::{LiveIntervals, SlotIndex};
use avarice_mir::inst_facts::is_debug_or_probe;
use avarice_mir::{Block, Inst, MachineFunction, Operand, OperandValue};
use avarice_target::op;
use avarice_trace::log::LogParts;
use avarice_trace::{Log, log};
use smallvec::SmallVec;

use super::print::name;
use super::user_value::{Said, UserValue};
use super::{LiveDebugVariables, Stashed, UserLabel};
use avarice_mir::debug_values::{DebugValue, Shape};

impl LiveDebugVariables {
    /// Takes the debug instructions of `function` out of its code; those of a function that is not described are removed.
    /// Does nothing if that has been done.
    ///
    /// # Requires
    /// No PHIs; live intervals.
    pub fn collect(
        &mut self,
        function: &mut MachineFunction,
        module: &Module,
        live_intervals: &LiveIntervals,
        log: &mut Log<'_>,
    ) {
        if self.is_open {
            return;
        }
        self.table.clear();
        self.values.clear();
        self.labels.clear();
        self.classes.clear();
        self.expressions.clear();
        self.stashed.clear();
        self.followed = live_intervals.renumberings().len();
        self.phis.take(function);
        if !has_subprogram(function, module) {
            if !live_intervals.indexes.numbers_all() {
                remove_debug_insts(function);
            }
            return;
        }
        self.is_open = true;
        log.select(LogParts::LIVE_DEBUG_VARIABLES);
        log!(
            log,
            "********** COMPUTING LIVE DEBUG VARIABLES: {} **********\n",
            String::from_utf8_lossy(&function.name)
        );
        if !live_intervals.indexes.numbers_all() {
            for at in 0..function.layout.len() {
                let block = function.layout[at];
                self.collect_block(function, module, live_intervals, block, log);
            }
            self.compute_intervals(function, module, live_intervals, log);
        }
        self.write_all(function, module, log);
        log.select(LogParts::REGALLOC);
    }

    fn collect_block(
        &mut self,
        function: &mut MachineFunction,
        module: &Module,
        live_intervals: &LiveIntervals,
        block: Block,
        log: &mut Log<'_>,
    ) {
        let refers = function.mir_info.debug_instr_ref == Some(true);
        let indexes = &live_intervals.indexes;
        let mut at = indexes.block_start(block);
        let mut cursor = function.blocks[block].first.expand();
        while let Some(inst) = cursor {
            cursor = function.next_inst(inst);
            if !is_debug_or_probe(function, inst) {
                at = indexes.index(inst).reg_slot(false);
                continue;
            }
            let is_stashed = match function.opcode(inst) {
                op::DBG_VALUE | op::DBG_PHI | op::DBG_INSTR_REF => refers,
                _ => false,
            };
            if is_stashed {
                self.stashed.push(Stashed { inst, block, at });
                function.remove_inst(inst);
            } else if self.take_value(function, module, live_intervals, inst, at, log)
                || self.take_label(function, module, inst, at)
            {
                function.remove_inst(inst);
            }
        }
    }

    /// Notes what a debug value says. Returns whether it is a well-formed one.
    fn take_value(
        &mut self,
        function: &MachineFunction,
        module: &Module,
        live_intervals: &LiveIntervals,
        inst: Inst,
        at: SlotIndex,
        log: &mut Log<'_>,
    ) -> bool {
        let Some(value) = DebugValue::of(function, inst) else {
            return false;
        };
        if value.shape == Shape::References || function.debug_loc(inst).is_none() {
            return false;
        }
        let mut places: SmallVec<[Operand; 2]> = SmallVec::from_slice(value.places(function));
        let mut shape = value.shape;
        let mut is_discarded = false;
        for reg in places
            .iter()
            .filter_map(|place| place.as_reg().as_virtual())
        {
            let what = if !live_intervals.has_interval(reg) {
                "no LIS interval"
            } else if live_intervals
                .interval(reg)
                .query(at)
                .value_out_or_dead()
                .is_none()
            {
                "reg not live"
            } else {
                continue;
            };
            is_discarded = true;
            if log.is_on() {
                log!(log, "Discarding debug info ({what}): {at} ");
                log.write_inst(function, inst);
            }
        }
        if is_discarded {
            places.fill(Operand::reg(avarice_mir::Reg::NONE));
            if shape == Shape::Indirect {
                shape = Shape::Direct;
            }
        }
        let id = self.table.id(value.part_key(function, module));
        if id == self.values.next_key() {
            let location = function.debug_loc(inst);
            let mut user = UserValue::new(value.variable, location, id);
            if log.is_on() {
                user.name = name(function, module, value.variable, location);
            }
            self.values.push(user);
        }
        let said = Said {
            places: &places,
            shape,
            expression: self.expressions.of_node(
                module,
                &function.own_expressions,
                value.expression,
            ),
        };
        let user = &mut self.values[id];
        let value = user.value_of(&said, &mut self.expressions);
        user.define(at, live_intervals.indexes.next_slot(at), value);
        true
    }

    /// Notes a label. Returns whether the instruction is one.
    fn take_label(
        &mut self,
        function: &MachineFunction,
        module: &Module,
        inst: Inst,
        at: SlotIndex,
    ) -> bool {
        if function.opcode(inst) != op::DBG_LABEL {
            return false;
        }
        let [label] = function.operands(inst) else {
            return false;
        };
        let OperandValue::Metadata(label) = label.value() else {
            return false;
        };
        let location = function.debug_loc(inst);
        let call = |label: &UserLabel| {
            let location = label.location.expand()?;
            avarice_mir::debug_values::inlined_at(function, module, location)
        };
        let new = UserLabel {
            label,
            location,
            at,
        };
        // Labels come in the order of the code.
        let same_place = self.labels.iter().rev().take_while(|other| other.at == at);
        let mut same_label = same_place.filter(|other| other.label == label);
        if !same_label.any(|other| call(other) == call(&new)) {
            self.labels.push(new);
        }
        true
    }
}

/// Whether a function is described in the debug information.
fn has_subprogram(function: &MachineFunction, module: &Module) -> bool {
    let view = DebugInfo::of(module).zip(function.ir_function);
    let node = view.and_then(|(view, global)| {
        let id = view.attachments(global).next()?;
        view.node_of(id, "DISubprogram")
    });
    node.is_some()
}

fn remove_debug_insts(function: &mut MachineFunction) {
    for at in 0..function.layout.len() {
        let mut cursor = function.blocks[function.layout[at]].first.expand();
        while let Some(inst) = cursor {
            cursor = function.next_inst(inst);
            if function.is_debug(inst) {
                function.remove_inst(inst);
            }
        }
    }
}
