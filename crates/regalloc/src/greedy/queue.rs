//! The order in which registers are allocated.
//!
//! ```text
//!   31  30        29      28…24            23…0
//!   1   has hint  global  class priority   size, or place in the code
//! ```
//!
//! Large global ranges come first; ranges within one block follow in the order of the code; ranges that
//! wait to be split come last.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use avarice_liveness::{LiveIntervals, SlotIndex};
use avarice_mir::{MachineFunction, VReg};
use avarice_trace::events::Event;
use avarice_trace::{Log, event, log};

use super::stages::{Stage, Stages};
use avarice_machine::register_class_info::RegisterClassInfo;
use avarice_machine::virt_reg_map::VirtRegMap;

/// What a priority depends on.
pub struct PriorityInput<'a> {
    /// The function.
    pub function: &'a MachineFunction,
    /// Liveness.
    pub live_intervals: &'a LiveIntervals,
    /// Assignments.
    pub map: &'a VirtRegMap,
}

/// Registers by priority; among equals the smaller number comes first.
#[derive(Debug, Default)]
pub struct Queue {
    heap: BinaryHeap<(u32, Reverse<VReg>)>,
}

impl Queue {
    /// Removes everything.
    pub fn clear(&mut self) {
        self.heap.clear();
    }

    /// Adds a register. One that was new is ready to be assigned now.
    pub fn push(
        &mut self,
        input: &PriorityInput<'_>,
        class_info: &mut RegisterClassInfo,
        stages: &mut Stages,
        reg: VReg,
        log: &mut Log<'_>,
    ) {
        if stages.stage(reg) == Stage::New {
            stages.set_stage(reg, Stage::Assign);
        }
        let stage = stages.stage(reg);
        let priority = priority(input, class_info, stage, reg, log);
        event!(
            log,
            Event::Enqueue {
                reg,
                priority: Some(priority),
                stage: Some(stage.recorded()),
            }
        );
        self.heap.push((priority, Reverse(reg)));
    }

    /// Adds a register that has no physical one yet, and says so.
    pub fn enqueue(
        &mut self,
        input: &PriorityInput<'_>,
        class_info: &mut RegisterClassInfo,
        stages: &mut Stages,
        reg: VReg,
        log: &mut Log<'_>,
    ) {
        if !input.map.has_phys(reg) {
            log!(log, "Enqueuing {reg}\n");
            self.push(input, class_info, stages, reg, log);
        }
    }

    /// Takes the register with the highest priority.
    pub fn pop(&mut self) -> Option<VReg> {
        self.heap.pop().map(|(_, reg)| reg.0)
    }
}

fn priority(
    input: &PriorityInput<'_>,
    class_info: &mut RegisterClassInfo,
    stage: Stage,
    reg: VReg,
    log: &mut Log<'_>,
) -> u32 {
    const LARGEST: u32 = (1 << 24) - 1;
    let interval = input.live_intervals.interval(reg);
    let size = interval.size();
    if stage == Stage::Split {
        return size;
    }
    let class = input.function.class(reg);
    let row = input.function.target.class(class);
    // Huge ranges are treated as global, so that they do not block everything else.
    let registers = class_info
        .logged_class(input.function, class, log)
        .order
        .len() as u32;
    let is_huge = size / SlotIndex::INST_DISTANCE > 2 * registers;
    let is_local = stage == Stage::Assign
        && !row.global_priority
        && !is_huge
        && !interval.is_empty()
        && input.live_intervals.in_one_block(interval).is_some();
    let mut priority = if is_local {
        // In the order of the code: the distance to the end, in slots.
        let end = input.live_intervals.indexes.end();
        (interval.begin_index().base().distance(end) / 4).min(LARGEST)
    } else {
        size.min(LARGEST) | 1 << 29
    };
    priority |= u32::from(row.alloc_priority) << 24 | 1 << 31;
    if input.map.has_known_preference(reg) {
        priority |= 1 << 30;
    }
    priority
}
