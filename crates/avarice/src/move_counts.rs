//! The moves that an allocator produces: spills, reloads and copies, as `-stats` counts them.
//!
//! Each is counted twice: as instructions, and as how often it runs for each entry of its function, by block
//! frequency. *Folded* ones are part of another instruction that works on the slot.

use avarice_mir::{
    BlockFrequencies, FrameIndex, Inst, MachineFunction, MemFlags, MemPointer, StackObjectKind,
    TargetHooks,
};

use crate::timing::Stats;

/// What is counted: the name of the count and of its weighted sum.
const NAMES: [[&str; 2]; 5] = [
    ["spills", "spills, weighted"],
    ["folded spills", "folded spills, weighted"],
    ["reloads", "reloads, weighted"],
    ["folded reloads", "folded reloads, weighted"],
    ["copies", "copies, weighted"],
];

const SPILL: usize = 0;
const FOLDED_SPILL: usize = 1;
const RELOAD: usize = 2;
const FOLDED_RELOAD: usize = 3;
const COPY: usize = 4;

/// Counts in a function without virtual registers. `frequencies` are those of its blocks.
pub fn count(
    function: &MachineFunction,
    hooks: &dyn TargetHooks,
    frequencies: &BlockFrequencies,
    stats: &mut Stats,
) {
    let mut counts = [(0, 0.0); NAMES.len()];
    for &block in &function.layout {
        let frequency = frequencies.relative(block);
        for inst in function.block_insts(block) {
            for (kind, count) in kinds(function, hooks, inst).into_iter().zip(&mut counts) {
                if kind {
                    count.0 += 1;
                    count.1 += frequency;
                }
            }
        }
    }
    for ([name, weighted_name], (count, weighted)) in NAMES.into_iter().zip(counts) {
        stats.add(name, count);
        stats.add_weighted(weighted_name, weighted);
    }
}

/// Which of [`NAMES`] an instruction counts for.
fn kinds(function: &MachineFunction, hooks: &dyn TargetHooks, inst: Inst) -> [bool; NAMES.len()] {
    let is_spill_slot = |slot: FrameIndex| {
        slot.0 >= 0 && function.frame.object(slot).kind == StackObjectKind::SpillSlot
    };
    let accesses = |flag: MemFlags| {
        function.mem_ops(inst).any(|access| {
            let in_slot = matches!(access.pointer, MemPointer::Stack(slot) if is_spill_slot(slot));
            in_slot && access.flags.contains(flag)
        })
    };
    let store = hooks.is_store_to_slot(function, inst);
    let load = hooks.is_load_from_slot(function, inst);
    let mut kinds = [false; NAMES.len()];
    kinds[SPILL] = store.is_some_and(|(_, slot)| is_spill_slot(slot));
    kinds[FOLDED_SPILL] = !kinds[SPILL] && accesses(MemFlags::STORE);
    kinds[RELOAD] = load.is_some_and(|(_, slot)| is_spill_slot(slot));
    kinds[FOLDED_RELOAD] = !kinds[RELOAD] && accesses(MemFlags::LOAD);
    kinds[COPY] = function.as_copy(inst).is_some();
    kinds
}
