//! Whether joining comparisons is worth it.

use avarice_machine::trace_metrics::{Center, TraceMetrics, TracedCode};
use avarice_mir::MachineFunction;

use super::Candidate;
use crate::op;

/// Whether joining two comparisons makes code faster, or if `is_smallest` smaller.
///
/// The branch now waits for both comparisons, which costs when it is predicted wrongly: that must not be much later than the
/// first one alone. And the instructions that now run always should fit in beside those before the branch.
pub(super) fn is_worth_it(
    metrics: &mut TraceMetrics,
    code: TracedCode<'_>,
    candidate: &Candidate,
    is_smallest: bool,
) -> bool {
    let function = code.function;
    metrics.compute(code, candidate.second);
    if is_smallest {
        match growth(function, candidate) {
            0 => {}
            growth => return growth < 0,
        }
    }
    let penalty = metrics
        .model()
        .map_or(0, |model| model.processor().mispredict_penalty);
    let depth = |block| {
        let branch = function.first_terminator(block);
        branch.map_or(0, |branch| metrics.cycles(branch).depth)
    };
    let (head, second) = (depth(candidate.head), depth(candidate.second));
    second <= head + penalty * 3 / 4
        && metrics.resource_depth(candidate.second, Center::Included) <= head
}

/// By how many instructions code gets larger.
fn growth(function: &MachineFunction, candidate: &Candidate) -> i32 {
    // A comparison takes the place of a branch that compares, beside the branch.
    let from_head = i32::from(candidate.condition.len() > 1);
    let opcode = function.opcode(candidate.compare);
    let is_branch = matches!(opcode, op::CBZW | op::CBNZW | op::CBZX | op::CBNZX);
    from_head - i32::from(!is_branch)
}
