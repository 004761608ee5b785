//! Remarks: the spills, reloads and copies that allocation has left, in each loop and in the function.
//!
//! ```text
//!   loop0 { a  loop1 { b }  c }  loop2 { d }  e
//!
//!   loop2: d                      outermost loops from the last to the first
//!   loop1: b                      a loop after those inside it
//!   loop0: loop1 + a + c
//!   function: loop2 + loop0 + e
//! ```
//!
//! A cost is a count times how often the block runs for each entry of the function. Costs are added in the order above,
//! in single precision: that order shows in the last digit.

use std::ops::AddAssign;

use avarice_liveness::Exponent;
use avarice_machine::pass::{Analyses, MachineUnit};
use avarice_machine::remarks;
use avarice_machine::stack_map_fold::fixed_operands;
use avarice_machine::virt_reg_map::VirtRegMap;
use avarice_mir::inst_facts::copy_operands;
use avarice_mir::{
    Block, FrameIndex, Inst, MachineFunction, MachineLoop, MemFlags, MemPointer, OperandValue, Reg,
    StackObjectKind, TargetHooks,
};
use avarice_target::{PhysReg, SubRegIdx};
use avarice_trace::Log;
use avarice_trace::remarks::{Remark, RemarkKind, RemarkPass, SourcePlace};
use cranelift_entity::EntityRef;

/// A number of instructions of one kind, and what they cost.
#[derive(Clone, Copy, Debug, Default)]
struct Moves {
    count: u32,
    cost: f32,
}

impl AddAssign for Moves {
    fn add_assign(&mut self, other: Self) {
        self.count += other.count;
        self.cost += other.cost;
    }
}

/// The moves of a region.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    spills: Moves,
    /// Stores to slots that are part of another instruction.
    folded_spills: Moves,
    reloads: Moves,
    /// Loads from slots that are part of another instruction.
    folded_reloads: Moves,
    /// Slots that an instruction only names for whoever walks the stack.
    free_reloads: u32,
    copies: Moves,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.spills += other.spills;
        self.folded_spills += other.folded_spills;
        self.reloads += other.reloads;
        self.folded_reloads += other.folded_reloads;
        self.free_reloads += other.free_reloads;
        self.copies += other.copies;
    }
}

impl Counts {
    fn is_empty(&self) -> bool {
        let Self {
            spills,
            folded_spills,
            reloads,
            folded_reloads,
            free_reloads,
            copies,
        } = self;
        let moves = [spills, folded_spills, reloads, folded_reloads, copies];
        *free_reloads == 0 && moves.iter().all(|moves| moves.count == 0)
    }

    /// Sets the costs in a block that runs this often for each entry of the function.
    fn set_costs(&mut self, frequency: f32) {
        for moves in [
            &mut self.spills,
            &mut self.folded_spills,
            &mut self.reloads,
            &mut self.folded_reloads,
            &mut self.copies,
        ] {
            moves.cost = frequency * moves.count as f32;
        }
    }

    /// The remark of this name about the region at `place`.
    fn remark(
        &self,
        function: &MachineFunction,
        name: &'static str,
        place: Option<SourcePlace>,
    ) -> Remark {
        let (kind, pass) = (RemarkKind::Missed, RemarkPass::RegAlloc);
        let mut remark = Remark::new(kind, pass, name, &function.name).at(place);
        let mut write = |moves: Moves, [count, cost]: [&'static str; 2], what: &str| {
            if moves.count > 0 {
                remark
                    .value(count, moves.count)
                    .text(format!(" {what} "))
                    .value(cost, Exponent(moves.cost))
                    .text(format!(" total {what} cost "));
            }
        };
        write(self.spills, ["NumSpills", "TotalSpillsCost"], "spills");
        let keys = ["NumFoldedSpills", "TotalFoldedSpillsCost"];
        write(self.folded_spills, keys, "folded spills");
        write(self.reloads, ["NumReloads", "TotalReloadsCost"], "reloads");
        let keys = ["NumFoldedReloads", "TotalFoldedReloadsCost"];
        write(self.folded_reloads, keys, "folded reloads");
        if self.free_reloads > 0 {
            remark
                .value("NumZeroCostFoldedReloads", self.free_reloads)
                .text(" zero cost folded reloads ");
        }
        if self.copies.count > 0 {
            remark
                .value("NumVRCopies", self.copies.count)
                .text(" virtual registers copies ")
                .value("TotalCopiesCost", Exponent(self.copies.cost))
                .text(" total copies cost ");
        }
        remark
    }
}

/// Makes the remarks about a function whose registers are assigned.
///
/// # Requires
/// Loops and block frequencies hold, and so does the assignment.
pub(super) fn say(unit: &mut MachineUnit<'_>, log: &mut Log<'_>) {
    let by_loop = counts_by_loop(unit);
    let loops = &unit.analyses.loops;
    let outermost: Vec<MachineLoop> = {
        let all = loops.loops().rev();
        all.filter(|id| loops.parent(*id).is_none()).collect()
    };
    let order = outer_loops_last(unit, &outermost);
    for id in order {
        let counts = by_loop[id.index()];
        if !counts.is_empty() {
            let place = remarks::place_of_loop(unit, id);
            let header = unit.analyses.loops.header(id);
            let mut remark = counts.remark(&unit.function, "LoopSpillReloadCopies", place);
            remark.text("generated in loop");
            remarks::say(unit, log, header, remark);
        }
    }
    let mut total = Counts::default();
    for id in outermost {
        total += by_loop[id.index()];
    }
    for block in &unit.function.layout {
        if unit.analyses.loops.loop_of(*block).is_none() {
            total += counts_of_block(unit, *block);
        }
    }
    if !total.is_empty() {
        let global = unit.function.ir_function;
        let place = global.and_then(|global| SourcePlace::of_declaration(unit.module, global));
        let mut remark = total.remark(&unit.function, "SpillReloadCopies", place);
        remark.text("generated in function");
        let entry = unit.function.layout[0];
        remarks::say(unit, log, entry, remark);
    }
}

/// All loops, each after those inside it.
fn outer_loops_last(unit: &MachineUnit<'_>, outermost: &[MachineLoop]) -> Vec<MachineLoop> {
    let loops = &unit.analyses.loops;
    let mut order = Vec::new();
    let mut open: Vec<MachineLoop> = Vec::new();
    for root in outermost {
        // Loops are numbered so that each comes right before those inside it.
        let inside = loops.loops().skip(root.index());
        for id in inside.take_while(|id| loops.contains_loop(*root, *id)) {
            while let Some(last) = open.pop_if(|last| !loops.contains_loop(*last, id)) {
                order.push(last);
            }
            open.push(id);
        }
        order.extend(open.drain(..).rev());
    }
    order
}

/// The moves in each loop, with those in loops inside it.
fn counts_by_loop(unit: &MachineUnit<'_>) -> Vec<Counts> {
    let loops = &unit.analyses.loops;
    let mut counts = vec![Counts::default(); loops.len()];
    for id in loops.loops().rev() {
        let mut total = Counts::default();
        for inner in loops.children(id) {
            total += counts[inner.index()];
        }
        for block in loops.blocks(id) {
            if loops.loop_of(*block) == Some(id) {
                total += counts_of_block(unit, *block);
            }
        }
        counts[id.index()] = total;
    }
    counts
}

fn counts_of_block(unit: &MachineUnit<'_>, block: Block) -> Counts {
    let Analyses {
        virt_reg_map,
        frequencies,
        ..
    } = &*unit.analyses;
    let mut counts = Counts::default();
    for inst in unit.function.block_insts(block) {
        count(
            &unit.function,
            unit.hooks(),
            virt_reg_map,
            inst,
            &mut counts,
        );
    }
    counts.set_costs(frequencies.relative(block) as f32);
    counts
}

/// Counts one instruction.
fn count(
    function: &MachineFunction,
    hooks: &dyn TargetHooks,
    map: &VirtRegMap,
    inst: Inst,
    counts: &mut Counts,
) {
    let is_slot = |slot| is_spill_slot(function, slot);
    if let Some((dst, src)) = copy_operands(function, hooks, inst) {
        let is_virtual = |reg: Reg| reg.as_virtual().is_some();
        let place = |operand| place_of(function, map, operand);
        if (is_virtual(dst.0) || is_virtual(src.0)) && place(dst) != place(src) {
            counts.copies.count += 1;
        }
        return;
    }
    let load = hooks.is_load_from_slot(function, inst);
    if load.is_some_and(|(_, slot)| is_slot(slot)) {
        counts.reloads.count += 1;
        return;
    }
    let store = hooks.is_store_to_slot(function, inst);
    if store.is_some_and(|(_, slot)| is_slot(slot)) {
        counts.spills.count += 1;
        return;
    }
    // Where one access is to a spill slot, those to other slots count too.
    let accesses = |flag: MemFlags| {
        let all = function.mem_ops(inst);
        let of_kind = all.filter(move |access| access.flags.contains(flag));
        let slots = of_kind.filter_map(|access| match access.pointer {
            MemPointer::Stack(slot) => Some(slot),
            _ => None,
        });
        let (mut number, mut has_spilled) = (0, false);
        for slot in slots {
            number += 1;
            has_spilled |= is_slot(slot);
        }
        if has_spilled { number } else { 0 }
    };
    match (accesses(MemFlags::LOAD), fixed_operands(function, inst)) {
        (0, _) => counts.folded_spills.count += accesses(MemFlags::STORE),
        (loads, None) => counts.folded_reloads.count += loads,
        (_, Some(fixed)) => count_stack_map(function, inst, &fixed, counts),
    }
}

fn is_spill_slot(function: &MachineFunction, slot: FrameIndex) -> bool {
    function.frame.object(slot).kind == StackObjectKind::SpillSlot
}

/// The physical register that an operand of a copy will be; none if it has none.
fn place_of(function: &MachineFunction, map: &VirtRegMap, (reg, sub): (Reg, SubRegIdx)) -> PhysReg {
    match reg.as_virtual() {
        Some(reg) => match map.phys(reg) {
            phys if phys.is_none() => phys,
            phys => function.target.sub_reg(phys, sub),
        },
        None => reg.as_physical().unwrap_or(PhysReg::NONE),
    }
}

/// Counts an instruction that lists slots in a map of the stack: each slot once.
fn count_stack_map(
    function: &MachineFunction,
    inst: Inst,
    fixed: &std::ops::Range<usize>,
    counts: &mut Counts,
) {
    let mut slots: Vec<(FrameIndex, bool)> = Vec::new();
    for (at, operand) in function.operands(inst).iter().enumerate() {
        if let OperandValue::FrameIndex(slot) = operand.value()
            && is_spill_slot(function, slot)
        {
            slots.push((slot, !fixed.contains(&at)));
        }
    }
    // One that is loaded anywhere is not free.
    slots.sort_by_key(|(slot, is_free)| (slot.0, *is_free));
    slots.dedup_by_key(|(slot, _)| *slot);
    let free = slots.iter().filter(|(_, is_free)| *is_free).count();
    counts.free_reloads += free as u32;
    counts.folded_reloads.count += (slots.len() - free) as u32;
}
