//! `stack-slot-coloring`: merges spill slots that are never in use at the same time.
//!
//! ```text
//!   fi#0  ──────            ────          weight 9        fi#0  ── fi#1 ──── fi#0 ──── fi#2 ──
//!   fi#1         ──────                   weight 7   ──▶
//!   fi#2                          ────    weight 2        fi#1, fi#2 are gone
//! ```
//!
//! A slot is a *colour*. In the order of their weights, that is how often they are accessed, slots choose
//! the first colour in use that is free wherever they are live, or a new one if there is none. So the most
//! accessed values come nearest to the stack pointer.

use avarice_liveness::{Exponent, LiveRange};
use avarice_mir::{
    Block, FrameIndex, Inst, MachineFunction, MemPointer, Operand, StackObjectKind, TargetHooks,
    VReg,
};
use avarice_trace::{Log, LogParts, log};

use crate::interval_union::IntervalUnion;
use avarice_machine::pass::{Analyses, Analysis, MachinePass, MachineUnit, OptNone, RunPass, When};
use avarice_mir::inst_flags::kills;

/// Where a slot holds a value.
#[derive(Clone, Copy, Debug)]
struct SlotRange<'a> {
    slot: FrameIndex,
    range: &'a LiveRange,
}

/// Memory of the pass.
#[derive(Debug, Default)]
pub struct Scratch {
    /// By slot: how often it is accessed, relative to entries of the function.
    weights: Vec<f32>,
    /// By slot: its colour; none for objects that are no spill slots.
    colors: Vec<Option<FrameIndex>>,
    /// By colour: where it is in use.
    unions: Vec<IntervalUnion>,
    /// Loads and stores that do nothing any more.
    dead: Vec<Inst>,
}

impl RunPass for Scratch {
    fn run(&mut self, unit: &mut MachineUnit<'_>, log: &mut Log<'_>) -> Result<(), String> {
        // Without an allocator before it, no slot is known to be one of spilled registers.
        if unit.analyses.has(Analysis::VIRT_REG_MAP) {
            let hooks = unit.hooks();
            unit.analyses
                .require(Analysis::FREQUENCIES, &mut unit.function, hooks, log);
            run(&mut unit.function, hooks, unit.analyses, self, log);
        }
        Ok(())
    }
}

/// `stack-slot-coloring`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    when: When {
        optnone: OptNone::Skips,
        ..When::LIVE_INTERVALS
    },
    preserves: Analysis::RESERVED_REGS,
    after: &["virtregrewriter"],
    ..MachinePass::new("stack-slot-coloring", "Stack Slot Coloring", || {
        Box::<Scratch>::default()
    })
};

/// Gives spill slots that are never in use together one place.
///
/// # Requires
/// Spill slots as the allocator leaves them in [`Analyses::virt_reg_map`], slot indexes, block frequencies.
///
/// # Ensures
/// No two slots could share a place more by taking them in this order. Stores of what was just loaded from
/// the same slot are gone, in functions where anything was shared.
///
/// # Preserves
/// The CFG. Slot indexes do not follow removed instructions.
pub fn run(
    function: &mut MachineFunction,
    hooks: &dyn TargetHooks,
    analyses: &mut Analyses,
    scratch: &mut Scratch,
    log: &mut Log<'_>,
) {
    log.select(LogParts::STACK_SLOT_COLORING);
    log!(
        log,
        "********** Stack Slot Coloring **********\n********** Function: {}\n",
        String::from_utf8_lossy(&function.name)
    );
    let renumberings = analyses.live_intervals.renumberings();
    analyses.virt_reg_map.follow(renumberings);
    let slots = analyses.virt_reg_map.stack_ranges();
    let mut order: Vec<SlotRange<'_>> = slots
        .map(|(slot, range)| SlotRange { slot, range })
        .collect();
    // A second return may find slots as a later use left them.
    if order.is_empty() || function.exposes_returns_twice {
        return;
    }
    scratch.weigh(function, &order, |block| {
        analyses.frequencies.relative(block) as f32
    });
    order.sort_by_key(|spilled| spilled.slot.0);
    log!(log, "Spill slot intervals:\n");
    scratch.write(&order, log);
    order.retain(|spilled| !function.frame.object(spilled.slot).dead);
    if scratch.color(function, &mut order, log) {
        rewrite(function, &scratch.colors);
        scratch.remove_dead_stores(function, hooks);
        remove_unused(function, &order, &scratch.unions, log);
    }
}

impl Scratch {
    /// Adds up the accesses of each slot.
    fn weigh(
        &mut self,
        function: &MachineFunction,
        slots: &[SlotRange<'_>],
        frequency: impl Fn(Block) -> f32,
    ) {
        let count = function.frame.objects.len();
        self.weights.clear();
        self.weights.resize(count, 0.0);
        self.colors.clear();
        self.colors.resize(count, None);
        for spilled in slots {
            self.colors[spilled.slot.0 as usize] = Some(spilled.slot);
        }
        for &block in &function.layout {
            let frequency = frequency(block);
            for inst in function.block_insts(block) {
                if function.is_debug(inst) {
                    continue;
                }
                for slot in function.operands(inst).iter().filter_map(object_index) {
                    if self.colors[slot].is_some() {
                        self.weights[slot] += frequency;
                    }
                }
            }
        }
    }

    /// Writes slots with their weights.
    fn write(&self, order: &[SlotRange<'_>], log: &mut Log<'_>) {
        if log.is_on() {
            for spilled in order {
                let number = spilled.slot.0;
                let weight = Exponent(self.weights[number as usize]);
                log!(log, "SS#{number} {}  weight:{weight}\n", spilled.range);
            }
            log!(log, "\n");
        }
    }

    /// Chooses a colour for each slot; `order` is by number. Returns whether any slot gets another's.
    fn color(
        &mut self,
        function: &mut MachineFunction,
        order: &mut [SlotRange<'_>],
        log: &mut Log<'_>,
    ) -> bool {
        let palette: Vec<FrameIndex> = order.iter().map(|spilled| spilled.slot).collect();
        let weights = &self.weights;
        let heavier = |weights: &[f32], a: &SlotRange<'_>, b: &SlotRange<'_>| {
            let weight = |spilled: &SlotRange<'_>| weights[spilled.slot.0 as usize];
            weight(b).total_cmp(&weight(a))
        };
        order.sort_by(|a, b| heavier(weights, a, b));
        log!(log, "Color spill slot intervals:\n");
        for union in &mut self.unions {
            union.clear();
        }
        self.unions
            .resize_with(palette.len(), IntervalUnion::default);
        let sizes: Vec<(u64, u64)> = order
            .iter()
            .map(|spilled| {
                let object = function.frame.object(spilled.slot);
                (object.size, object.align)
            })
            .collect();
        let (mut used, mut changed) = (0, false);
        let mut sums = vec![0.0f32; self.weights.len()];
        for (spilled, (size, align)) in order.iter().zip(sizes) {
            let shared =
                (0..used).find(|color| !self.unions[*color].any_overlap(spilled.range, |_| true));
            let color = shared.unwrap_or(used);
            used = used.max(color + 1);
            self.unions[color].unify(VReg::from_u32(0), 0.0, spilled.range);
            let (slot, place) = (spilled.slot, palette[color]);
            log!(log, "Assigning fi#{} to fi#{}\n", slot.0, place.0);
            let object = function.frame.object_mut(place);
            let least = shared.map_or((0, 0), |_| (object.size, object.align));
            (object.size, object.align) = (size.max(least.0), align.max(least.1));
            self.colors[slot.0 as usize] = Some(place);
            sums[place.0 as usize] += self.weights[slot.0 as usize];
            changed |= slot != place;
        }
        if log.is_on() {
            std::mem::swap(&mut self.weights, &mut sums);
            order.sort_by(|a, b| heavier(&self.weights, a, b));
            log!(log, "\nSpill slots after coloring:\n");
            self.write(order, log);
        }
        changed
    }

    /// Removes stores to a slot of what was loaded from it just before, and the load if the store was its only
    /// use.
    fn remove_dead_stores(&mut self, function: &mut MachineFunction, hooks: &dyn TargetHooks) {
        self.dead.clear();
        for &block in &function.layout {
            let mut cursor = function.blocks[block].first.expand();
            while let Some(load) = cursor {
                cursor = function.next_inst(load);
                let Some((reg, slot)) = hooks.is_load_from_slot(function, load) else {
                    continue;
                };
                while let Some(debug) = cursor.filter(|inst| function.is_debug(*inst)) {
                    cursor = function.next_inst(debug);
                }
                let Some(store) = cursor else { break };
                let same_access = hooks.is_store_to_slot(function, store) == Some((reg, slot))
                    && access_size(function, load) == access_size(function, store);
                if !same_access || !is_spill_slot(function, slot) {
                    continue;
                }
                if kills(function, store, reg) {
                    self.dead.push(load);
                }
                self.dead.push(store);
                cursor = function.next_inst(store);
            }
        }
        for inst in self.dead.drain(..) {
            function.remove_inst(inst);
        }
    }
}

/// The position of the object that an operand names among those that frame layout places.
fn object_index(operand: &Operand) -> Option<usize> {
    usize::try_from(operand.as_frame_index()?.0).ok()
}

fn is_spill_slot(function: &MachineFunction, slot: FrameIndex) -> bool {
    slot.0 >= 0 && function.frame.object(slot).kind == StackObjectKind::SpillSlot
}

/// Bytes that a load or store of a slot accesses.
fn access_size(function: &MachineFunction, inst: Inst) -> Option<u64> {
    function.mem_ops(inst).next().and_then(|access| access.size)
}

/// Replaces slots by their colours.
fn rewrite(function: &mut MachineFunction, colors: &[Option<FrameIndex>]) {
    let color = |index: FrameIndex| {
        let position = usize::try_from(index.0).ok();
        position.and_then(|position| colors[position])
    };
    for at in 0..function.layout.len() {
        let mut cursor = function.blocks[function.layout[at]].first.expand();
        while let Some(inst) = cursor {
            cursor = function.next_inst(inst);
            for at in 0..function.operands(inst).len() {
                if let Some(old) = function.operand(inst, at).as_frame_index()
                    && let Some(new) = color(old).filter(|new| *new != old)
                {
                    function.replace_operand(inst, at, Operand::frame_index(new));
                }
            }
        }
    }
    for access in function.mem_operands.values_mut() {
        if let MemPointer::Stack(old) = access.pointer
            && let Some(new) = color(old)
        {
            access.pointer = MemPointer::Stack(new);
        }
    }
}

/// Removes the slots that are not used as a colour.
fn remove_unused(
    function: &mut MachineFunction,
    order: &[SlotRange<'_>],
    unions: &[IntervalUnion],
    log: &mut Log<'_>,
) {
    let mut palette: Vec<FrameIndex> = order.iter().map(|spilled| spilled.slot).collect();
    palette.sort_by_key(|slot| slot.0);
    for (slot, union) in palette.into_iter().zip(unions) {
        if union.is_empty() {
            log!(log, "Removing unused stack object fi#{}\n", slot.0);
            function.frame.object_mut(slot).dead = true;
        }
    }
}
