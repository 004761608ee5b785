//! Which objects share memory: each of the largest in turn takes in all smaller ones that are not in use where it comes into
//! use, and the other way round.

use avarice_mir::{FrameIndex, MachineFunction};

use super::lifetimes::Slot;

/// An object that is gone, and the one that has its place.
pub(super) type Merge = (FrameIndex, FrameIndex);

/// Merges objects whose lifetimes are disjoint. Each merge names an object that is left.
pub(super) fn disjoint(function: &mut MachineFunction, slots: &mut [Slot]) -> Vec<Merge> {
    let frame = &mut function.frame;
    let mut order: Vec<usize> = (0..slots.len())
        .filter(|at| !slots[*at].spans.is_empty())
        .collect();
    order.sort_by_key(|at| {
        let object = slots[*at].object;
        (
            std::cmp::Reverse(frame.object(object).size as i64),
            object.0,
        )
    });
    let mut merges = Vec::new();
    let mut is_gone = vec![false; order.len()];
    for first in 0..order.len() {
        if is_gone[first] {
            continue;
        }
        let kept = slots[order[first]].object;
        let mut spans = std::mem::take(&mut slots[order[first]].spans);
        let mut starts = std::mem::take(&mut slots[order[first]].starts);
        for second in first + 1..order.len() {
            let part = &slots[order[second]];
            // The IR has to know both.
            let can_merge = !is_gone[second]
                && frame.object(kept).stack_id == frame.object(part.object).stack_id
                && frame.object(kept).alloca.is_some()
                && frame.object(part.object).alloca.is_some()
                && !is_live_at_any(&spans, &part.starts)
                && !is_live_at_any(&part.spans, &starts);
            if !can_merge {
                continue;
            }
            is_gone[second] = true;
            spans = unite(&spans, &part.spans);
            starts.extend_from_slice(&part.starts);
            starts.sort_unstable();
            merges.push((part.object, kept));
            let align = frame.object(part.object).align;
            frame.object_mut(part.object).dead = true;
            let object = frame.object_mut(kept);
            object.align = object.align.max(align);
            if object.counts_for_alignment() {
                frame.max_align = frame.max_align.max(align);
            }
        }
    }
    merges
}

/// Whether one of `places`, which are in order, is in one of `spans`.
fn is_live_at_any(spans: &[(u32, u32)], places: &[u32]) -> bool {
    let mut spans = spans.iter().peekable();
    places.iter().any(|place| {
        while spans.next_if(|(_, end)| end <= place).is_some() {}
        spans.peek().is_some_and(|(start, _)| start <= place)
    })
}

/// The spans of both, in order and without overlaps.
fn unite(first: &[(u32, u32)], second: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let mut all: Vec<(u32, u32)> = first.iter().chain(second).copied().collect();
    all.sort_unstable();
    let mut united: Vec<(u32, u32)> = Vec::with_capacity(all.len());
    for (start, end) in all {
        match united.last_mut() {
            Some((_, last)) if start <= *last => *last = end.max(*last),
            _ => united.push((start, end)),
        }
    }
    united
}
