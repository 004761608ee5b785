//! Whether selections are better than a branch.

use super::Candidate;
use crate::loop_invariance::is_loop_invariant;
use crate::trace_metrics::{TraceChange, TraceMetrics, TracedCode};

/// Whether selections make code faster.
///
/// There must be room beside the shorter way for the code of both. And neither the condition nor the values of both ways
/// may come much later than the PHI allows: half as late as a branch costs that was predicted wrongly.
pub(super) fn is_worth_it(
    metrics: &mut TraceMetrics,
    code: TracedCode<'_>,
    reserved: &[bool],
    candidate: &Candidate,
) -> bool {
    let function = code.function;
    // A condition that is the same in each turn of a loop is predicted.
    let id = code.loops.loop_of(candidate.head);
    let uses = candidate
        .condition
        .iter()
        .filter(|operand| operand.is_use());
    let mut defs = uses.filter_map(|operand| function.first_def(operand.as_reg().as_virtual()?));
    if id.is_some_and(|id| {
        defs.any(|def| is_loop_invariant(function, code.loops, reserved, def, id))
    }) {
        return false;
    }
    let [taken, other] = [candidate.taken_pred(), candidate.other_pred()];
    metrics.compute(code, taken);
    let taken_path = metrics.critical_path(taken);
    metrics.compute(code, other);
    let shorter = taken_path.min(metrics.critical_path(other));
    let penalty = metrics
        .model()
        .map_or(0, |model| model.processor().mispredict_penalty);
    let limit = penalty / 2;
    let joined = [candidate.taken];
    let change = TraceChange {
        blocks: if candidate.taken == candidate.tail {
            &[]
        } else {
            &joined
        },
        ..TraceChange::default()
    };
    if metrics.resource_length(function, other, change) > shorter + limit {
        return false;
    }
    metrics.compute(code, candidate.head);
    let branch = function.first_terminator(candidate.head);
    let branch_depth = branch.map_or(0, |branch| metrics.cycles(branch).depth);
    metrics.compute(code, candidate.tail);
    candidate.phis.iter().all(|phi| {
        let depth = metrics.cycles(phi.inst).depth;
        let latest = depth.wrapping_add(metrics.slack(candidate.tail, phi.inst));
        let is_in_time = |depth: u32| depth <= latest || depth - latest <= limit;
        let of = |pred| metrics.phi_depth(function, pred, phi.inst);
        is_in_time(branch_depth + phi.cycles.condition)
            && is_in_time(of(taken) + phi.cycles.taken)
            && is_in_time(of(other) + phi.cycles.otherwise)
    })
}
