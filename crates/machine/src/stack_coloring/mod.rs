//! `stack-coloring`: variables that are never in use at the same time share a stack object.
//!
//! Marks say where the lifetimes of variables begin and end:
//!
//! ```text
//!                          %stack.0  %stack.1
//!   LIFETIME_START %stack.0   ┊
//!   STORE … %stack.0          █                  a lifetime begins at the first use, not at its mark
//!   LIFETIME_END %stack.0
//!   LIFETIME_START %stack.1             ┊
//!   STORE … %stack.1                    █        no point is in both: %stack.1 becomes %stack.0
//!   LIFETIME_END %stack.1
//! ```
//!
//! [`lifetimes`] finds where objects are in use, [`merge`] which of them share memory, and [`remap`] names the objects that are
//! left where the others were named.

mod lifetimes;
mod merge;
mod remap;

use avarice_trace::Log;

use crate::pass::{Analysis, MachinePass, MachineUnit, RunPass, When};
use lifetimes::{LifetimeBegin, Lifetimes};

/// Objects of so few bytes together are not worth the work.
const LEAST_BYTES: u32 = 16;

/// `stack-coloring`.
///
/// # Requires
/// No frame layout yet. Every access of an object that has marks is between them.
///
/// # Ensures
/// No marks in blocks that control reaches; objects that are not in use at the same time may be one.
///
/// # Preserves
/// Machine SSA, the control flow graph.
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED_CODE,
    preserves: Analysis::CFG.union(Analysis::RESERVED_REGS),
    after: &["opt-phis"],
    ..MachinePass::new("stack-coloring", "Merge disjoint stack slots", || {
        Box::<Lifetimes>::default()
    })
};

impl RunPass for Lifetimes {
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        let options = unit.options.stack_coloring;
        let may_merge = options.merges && !unit.has_attribute("optnone");
        let function = &mut unit.function;
        if function.frame.objects.is_empty() || !self.find_marks(function) {
            return Ok(());
        }
        if self.marks.len() >= 2 && may_merge && bytes_of_objects(function) >= LEAST_BYTES {
            let begin = match options.begins_at_first_use && !options.protects_escaped {
                true => LifetimeBegin::FirstUse,
                false => LifetimeBegin::Mark,
            };
            self.compute(function, begin);
            if options.protects_escaped {
                self.drop_escaped(function);
            }
            let merges = merge::disjoint(function, &mut self.slots);
            if !merges.is_empty() {
                remap::apply(unit.module, function, &merges);
            }
        }
        for mark in self.marks.drain(..) {
            unit.function.remove_inst(mark);
        }
        Ok(())
    }
}

/// The bytes of all objects together, modulo 2^32 as llc counts them.
fn bytes_of_objects(function: &avarice_mir::MachineFunction) -> u32 {
    let objects = function.frame.objects.iter();
    objects.fold(0, |sum: u32, object| {
        let size = if object.dead { u64::MAX } else { object.size };
        sum.wrapping_add(size as u32)
    })
}
