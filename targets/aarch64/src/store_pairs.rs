//! `aarch64-stp-suppress`: keeps stores of floating-point numbers from becoming pairs where that costs.
//!
//! On some processors a pair of narrow vector registers is put together by the vector units before it is stored. Where these
//! limit a trace, the stores are marked, and the optimization of loads and stores leaves them alone.

use avarice_machine::pass::{Analysis, MachinePass, MachineUnit, When};
use avarice_machine::schedule::model::SchedulingModel;
use avarice_machine::trace_metrics::{TraceChange, TraceMetrics, TracedCode};
use avarice_mir::{Block, Inst, MachineFunction, MemFlags};
use avarice_trace::Log;

use crate::op;
use crate::subtarget::Features;

/// `aarch64-stp-suppress`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    requires: Analysis::LOOPS.union(Analysis::TRACES),
    preserves: Analysis::CFG.union(Analysis::RESERVED_REGS.union(Analysis::TRACES)),
    after: &["early-ifcvt"],
    ..MachinePass::new(
        "aarch64-stp-suppress",
        "AArch64 Store Pair Suppression",
        || Box::new(run),
    )
};

/// Marks stores that are not to become pairs.
///
/// # Requires
/// Machine SSA; [`Analysis::LOOPS`], [`Analysis::TRACES`].
///
/// # Preserves
/// All code but marks of memory.
///
/// # Errors
/// None.
pub fn run(unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
    let function = &mut unit.function;
    let is_wanted = Features::of(function).contains(Features::STORE_PAIR_SUPPRESS);
    if !is_wanted || function.optimize_for_size || !function.is_ssa {
        return Ok(());
    }
    let analyses = &mut *unit.analyses;
    let model = analyses.traces.model();
    if !model.is_some_and(|model| model.describes_instructions()) {
        return Ok(());
    }
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        let code = TracedCode {
            function,
            loops: &analyses.loops,
        };
        if let Some(from) = neighbour(function, block)
            && is_slow(&mut analyses.traces, code, block)
        {
            mark(function, from);
        }
    }
    Ok(())
}

/// Whether a pair instead of two stores makes the trace through a block longer.
fn is_slow(traces: &mut TraceMetrics, code: TracedCode<'_>, block: Block) -> bool {
    traces.compute(code, block);
    let Some(model) = traces.model() else {
        return false;
    };
    let [pair, single] = [op::STPDi, op::STRDui].map(|opcode| model.class_of_opcode(opcode));
    let is_known = |class| model.micro_ops_of_class(class).is_some();
    if !is_known(pair) || !is_known(single) {
        return false;
    }
    let mut length = |change| traces.resource_length(code.function, block, change);
    let change = TraceChange {
        added: &[pair],
        removed: &[single, single],
        ..TraceChange::default()
    };
    length(change) > length(TraceChange::default())
}

/// The base of a store of a narrow floating-point number; `None` of all else and of stack objects.
fn base(function: &MachineFunction, inst: Inst) -> Option<avarice_mir::Reg> {
    let opcode = function.opcode(inst);
    let is_store = matches!(opcode, op::STRSui | op::STRDui | op::STURSi | op::STURDi);
    let operands = function.operands(inst);
    let has_offset = is_store && operands.get(2).is_some_and(|operand| operand.is_imm());
    (has_offset && operands[1].is_reg()).then(|| operands[1].as_reg())
}

fn is_narrow_store(function: &MachineFunction, inst: Inst) -> bool {
    let opcode = function.opcode(inst);
    matches!(opcode, op::STRSui | op::STRDui | op::STURSi | op::STURDi)
}

/// The first store of a block that has the same base as the one before it.
fn neighbour(function: &MachineFunction, block: Block) -> Option<Inst> {
    let mut last = None;
    let insts = function.block_insts(block);
    for inst in insts.filter(|inst| is_narrow_store(function, *inst)) {
        let base = base(function, inst);
        if base.is_some() && base == last {
            return Some(inst);
        }
        last = base;
    }
    None
}

/// Marks `first` and each store after it that has the same base as the one before it.
fn mark(function: &mut MachineFunction, first: Inst) {
    let mut last = base(function, first);
    let mut cursor = Some(first);
    while let Some(inst) = cursor {
        cursor = function.next_inst(inst);
        if !is_narrow_store(function, inst) {
            continue;
        }
        let base = base(function, inst);
        if base.is_some() && base == last {
            let memory = function.insts[inst].mem_ops.first(&function.mem_lists);
            if let Some(memory) = memory {
                function.mem_operands[memory].flags |= MemFlags::TARGET_1;
            }
        }
        last = base;
    }
}
