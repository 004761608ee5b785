//! Whether instructions that may stand for others are better.

use avarice_mir::{Block, Inst, MachineFunction, Reg, inst_facts};
use avarice_target::op;
use smallvec::SmallVec;

use super::{Alternative, Objective};
use crate::schedule::model::{OperandPlace, SchedClass, SchedulingModel};
use crate::schedule::target_model::TargetModel;
use crate::trace_metrics::{TraceChange, TraceMetrics};

/// An alternative to `root`, in the trace through its block.
pub(super) struct Comparison<'a> {
    pub function: &'a MachineFunction,
    pub block: Block,
    pub root: Inst,
    pub alternative: &'a Alternative,
    /// Whether it is known how late `root` may be.
    pub slack_is_known: bool,
}

impl Comparison<'_> {
    /// Whether the alternative reaches its objective.
    pub fn improves_length(&self, metrics: &TraceMetrics, objective: Objective) -> bool {
        let Some(model) = metrics.model() else {
            return false;
        };
        let new_depth = self.depth(metrics, model);
        let old_depth = metrics.cycles(self.root).depth;
        if objective == Objective::Depth {
            return new_depth < old_depth;
        }
        let latency = |inst| model.instruction_latency(self.function, inst);
        let Some((new_root, others)) = self.alternative.inserted.split_last() else {
            return false;
        };
        let others = others.iter().map(|inst| latency(*inst)).sum::<u32>();
        let new_latency = others + self.latency(metrics, model, *new_root);
        let removed = self.alternative.removed.iter();
        let old_latency = removed.map(|inst| latency(*inst)).sum::<u32>();
        let slack = match self.slack_is_known {
            true => metrics.slack(self.block, self.root),
            false => 0,
        };
        let old = old_depth.wrapping_add(old_latency).wrapping_add(slack);
        new_depth + new_latency <= old
    }

    /// The depth of the last new instruction.
    fn depth(&self, metrics: &TraceMetrics, model: &TargetModel) -> u32 {
        let mut first = 0;
        let mut depth = 0;
        for (at, inst) in self.alternative.inserted.iter().enumerate() {
            depth = 0;
            for operand in self.function.operands(*inst) {
                let Some(reg) = operand.as_reg().as_virtual().filter(|_| operand.is_use()) else {
                    continue;
                };
                let ready = if self.alternative.between == Some(reg) {
                    let def = self.alternative.inserted.first();
                    let latency = |def| self.operand_latency(model, def, *inst, reg.into());
                    first + def.map_or(0, |def| latency(*def))
                } else if let Some(def) = self.function.unique_def(reg) {
                    let latency = match is_transient(self.function, def) {
                        true => 0,
                        false => self.operand_latency(model, def, *inst, reg.into()),
                    };
                    metrics.cycles(def).depth + latency
                } else {
                    0
                };
                depth = depth.max(ready);
            }
            if at == 0 {
                first = depth;
            }
        }
        depth
    }

    /// Cycles from the definition of a register by `def` until `user` can read it.
    fn operand_latency(&self, model: &TargetModel, def: Inst, user: Inst, reg: Reg) -> u32 {
        let place = |inst, is_def: bool| {
            let mut operands = self.function.operands(inst).iter();
            let at = operands.position(|o| o.as_reg() == reg && o.is_def() == is_def)?;
            Some(OperandPlace {
                inst,
                operand: at as u32,
            })
        };
        place(def, true).map_or(0, |def| {
            model.operand_latency(self.function, def, place(user, false))
        })
    }

    /// Cycles until the results of the last new instruction are there, for the next instruction in the trace that reads
    /// them if there is one.
    fn latency(&self, metrics: &TraceMetrics, model: &TargetModel, inst: Inst) -> u32 {
        let function = self.function;
        let operands = function.operands(inst).iter();
        let defs = operands.filter(|operand| operand.is_def());
        let mut latency = 0;
        for reg in defs.filter_map(|operand| operand.as_reg().as_virtual()) {
            // The first operand of the chain is the old definition.
            let Some(op) = function.reg_ops(reg).nth(1) else {
                continue;
            };
            let user = function.op_inst(op);
            let cycles = match metrics.is_in_trace(function, self.root, user) {
                true => self.operand_latency(model, inst, user, reg.into()),
                false => model.instruction_latency(function, inst),
            };
            latency = latency.max(cycles);
        }
        latency
    }

    /// Whether the trace does not need more cycles for what its instructions occupy.
    pub fn keeps_resources(&self, metrics: &mut TraceMetrics) -> bool {
        let Some(model) = metrics
            .model()
            .filter(|model| model.describes_instructions())
        else {
            return true;
        };
        let classes = |insts: &[Inst]| -> SmallVec<[SchedClass; 4]> {
            let opcodes = insts.iter().map(|inst| self.function.opcode(*inst));
            opcodes
                .map(|opcode| model.class_of_opcode(opcode))
                .collect()
        };
        let added = classes(&self.alternative.inserted);
        let removed = classes(&self.alternative.removed);
        let blocks = [self.block];
        let change = TraceChange {
            blocks: &blocks,
            ..TraceChange::default()
        };
        let before = metrics.resource_length(self.function, self.block, change);
        let change = TraceChange {
            added: &added,
            removed: &removed,
            ..change
        };
        metrics.resource_length(self.function, self.block, change) <= before
    }
}

/// Whether an instruction is expected to become no machine code. Unlike elsewhere, a copy counts if its registers cannot be
/// the same.
fn is_transient(function: &MachineFunction, inst: Inst) -> bool {
    if function.opcode(inst) != op::COPY {
        return inst_facts::is_transient(function, inst);
    }
    let [dst, src] = [0, 1].map(|at| *function.operand(inst, at));
    let target = function.target;
    let is_whole = dst.sub_reg().is_none() && src.sub_reg().is_none();
    match (dst.as_reg().as_virtual(), src.as_reg().as_virtual()) {
        (Some(to), Some(from)) => {
            let (to, from) = (function.class(to), function.class(from));
            if is_whole {
                let is_sub = |a, b| a == b || target.class(a).has_super_class(b);
                return is_sub(from, to) || is_sub(to, from);
            }
            let part = src.sub_reg();
            dst.sub_reg().is_none() && target.matching_super_reg_class(from, to, part).is_some()
        }
        (None, None) => is_whole && dst.as_reg() == src.as_reg(),
        (to, from) if is_whole => {
            let physical = if to.is_some() { src } else { dst };
            let class = to.or(from).map(|reg| target.class(function.class(reg)));
            let reg = physical.as_reg().as_physical();
            reg.zip(class)
                .is_some_and(|(reg, class)| class.contains(reg))
        }
        _ => false,
    }
}
