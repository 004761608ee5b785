//! Spills a register everywhere.
//!
//! ```text
//!   %1 = …                      %5 = …                     each use and definition gets a register of
//!   …                           store %5, slot             its own that lives for an instruction;
//!   … = op %1        ──▶        …                          values that can be computed again are not
//!                               %6 = load slot             stored, and the slot is used directly
//!                               … = op %6                  where an instruction can
//! ```
//!
//! Registers made from the same original (*siblings*) share its slot. *Snippets*, siblings with a single
//! real use next to copies from and to the register, are spilled with it. After allocation, stores of
//! equal values are moved to where they are executed least ([`hoist`]).

mod fold;
pub mod hoist;
mod remat;
mod slot;

use avarice_liveness::{LiveInterval, SlotIndex, VNInfo};
use avarice_machine::stack_map_fold::fixed_operands;
use avarice_mir::{Block, FrameIndex, Inst, MachineFunction, MiFlags, Reg, TargetHooks, VReg};
use avarice_target::op;
use avarice_trace::events::Event;
use avarice_trace::{event, log};
use smallvec::SmallVec;

use crate::live_range_edit::LiveRangeEdit;
use avarice_mir::inst_facts::{copy_operands, reg_insts};
use hoist::SpillHoister;

/// Spills the parent of `edit`. Its remaining uses are rewritten to new registers.
///
/// # Ensures
/// The parent is not used any more. New registers have intervals with weights.
pub fn spill(edit: &mut LiveRangeEdit<'_, '_>, hoister: &mut SpillHoister) {
    let reg = edit.parent;
    let cx = &mut edit.cx;
    let original = cx.map.original(reg);
    log!(
        cx.log,
        "Inline spilling {}:{}\nFrom original {original}\n",
        cx.function.target.class(cx.function.class(reg)).name,
        cx.live_intervals.interval(reg)
    );
    event!(
        cx.log,
        Event::Spill {
            reg,
            weight: cx.live_intervals.interval(reg).weight,
            original,
        }
    );
    let slot = cx.map.slot(original);
    let mut spiller = Spiller {
        edit,
        hoister,
        original,
        slot,
        regs: SmallVec::from_slice(&[reg]),
        snippet_copies: Vec::new(),
        used_values: Vec::new(),
        dead: Vec::new(),
    };
    spiller.collect_regs();
    let spilled = spiller.regs.clone();
    spiller.rematerialize_all();
    let in_slot = !spiller.regs.is_empty();
    if in_slot {
        spiller.spill_all();
    }
    let slot = spiller.slot.filter(|_| in_slot);
    edit.compute_classes_and_weights();
    event!(
        edit.cx.log,
        edit.cx.function,
        edit.cx.live_intervals,
        Event::Spilled {
            reg,
            slot,
            regs: spilled.to_vec(),
            new: edit.regs().to_vec(),
        }
    );
}

/// One spill.
struct Spiller<'s, 'a, 'l> {
    edit: &'s mut LiveRangeEdit<'a, 'l>,
    hoister: &'s mut SpillHoister,
    original: VReg,
    slot: Option<FrameIndex>,
    /// The register and its snippets.
    regs: SmallVec<[VReg; 8]>,
    /// Copies between these: nothing has to be done for them.
    snippet_copies: Vec<Inst>,
    /// Values that are needed though others are rematerialized.
    used_values: Vec<(VReg, avarice_liveness::VNInfoId)>,
    dead: Vec<Inst>,
}

impl Spiller<'_, '_, '_> {
    /// Instructions of a register at this moment, in the order of its chain.
    fn insts_of(&mut self, reg: VReg) -> Vec<Inst> {
        let mut insts = Vec::new();
        reg_insts(self.edit.cx.function, reg, &mut insts);
        insts
    }

    fn is_sibling(&self, reg: Reg) -> Option<VReg> {
        let reg = reg.as_virtual()?;
        (self.edit.cx.map.original(reg) == self.original).then_some(reg)
    }

    fn interval(&self, reg: VReg) -> &LiveInterval {
        self.edit.cx.live_intervals.interval(reg)
    }

    /// The interval of a sibling, which may be so new that it has none yet.
    fn sibling_interval(&mut self, reg: VReg) -> &LiveInterval {
        let cx = &mut self.edit.cx;
        cx.live_intervals.ensure_interval(cx.function, reg)
    }

    fn copy_of(&self, inst: Inst, reg: VReg) -> Reg {
        copy_of(self.edit.cx.function, self.edit.cx.hooks, inst, reg)
    }

    /// Finds the snippets of the register.
    fn collect_regs(&mut self) {
        let reg = self.edit.parent;
        if self.original == reg {
            return;
        }
        for inst in self.insts_of(reg) {
            let other = self.copy_of(inst, reg);
            let Some(snippet) = self.is_sibling(other) else {
                continue;
            };
            let cx = &mut self.edit.cx;
            cx.live_intervals.ensure_interval(cx.function, snippet);
            if !self.is_snippet(snippet) {
                continue;
            }
            self.snippet_copies.push(inst);
            if !self.regs.contains(&snippet) {
                self.regs.push(snippet);
                let cx = &mut self.edit.cx;
                let interval = cx.live_intervals.interval(snippet);
                log!(cx.log, "\talso spill snippet {interval}\n");
            }
        }
    }

    /// Whether a sibling is live in one block only, with one instruction besides copies from and to the
    /// register and accesses to its slot.
    fn is_snippet(&mut self, snippet: VReg) -> bool {
        let reg = self.edit.parent;
        let interval = self.interval(snippet);
        let local =
            !interval.is_empty() && self.edit.cx.live_intervals.in_one_block(interval).is_some();
        let cx = &self.edit.cx;
        let is_relocation = |value: &VNInfo| {
            let inst = cx.live_intervals.indexes.inst_at(value.def);
            inst.is_some_and(|inst| cx.function.opcode(inst) == op::STATEPOINT)
        };
        let values = interval.values().iter();
        if !local || values.filter(|value| !is_relocation(value)).count() > 2 {
            return false;
        }
        let mut used = None;
        for inst in self.insts_of(snippet) {
            let is_free = !self.copy_of(inst, reg).is_none()
                || self.is_access(inst, snippet)
                || self.is_only_described(inst, snippet);
            if is_free {
                continue;
            }
            if used.is_some_and(|used| used != inst) {
                return false;
            }
            used = Some(inst);
        }
        true
    }

    /// Whether an instruction is a statepoint that has a register only where a slot would do.
    fn is_only_described(&self, inst: Inst, reg: VReg) -> bool {
        let function = &*self.edit.cx.function;
        function.opcode(inst) == op::STATEPOINT
            && fixed_operands(function, inst)
                .and_then(|fixed| function.operands(inst).get(fixed))
                .is_some_and(|fixed| fixed.iter().all(|it| it.as_reg() != reg.into()))
    }

    /// Whether an instruction loads or stores a register from or to its slot.
    fn is_access(&self, inst: Inst, reg: VReg) -> bool {
        let (function, hooks) = (&*self.edit.cx.function, self.edit.cx.hooks);
        let access = hooks.is_load_from_slot(function, inst);
        let access = access.or_else(|| hooks.is_store_to_slot(function, inst));
        access.is_some_and(|(other, slot)| other == reg.into() && Some(slot) == self.slot)
    }

    /// Numbers the instructions between `before` (from the start of `block` for `None`) and `end` (the
    /// block's end for `None`) that have no number yet.
    fn number_between(&mut self, block: Block, prev: Option<Inst>, end: Option<Inst>) {
        let cx = &mut self.edit.cx;
        let mut cursor = cx.function.next_or_first(block, prev);
        while let Some(inst) = cursor.filter(|inst| Some(*inst) != end) {
            if cx.live_intervals.indexes.get(inst).is_none() {
                cx.live_intervals.insert_inst(cx.function, inst, false);
            }
            cursor = cx.function.next_inst(inst);
        }
    }

    /// Writes the instructions between two others with their places.
    fn write_between(
        &mut self,
        what: &str,
        reg: Option<VReg>,
        block: Block,
        prev: Option<Inst>,
        end: Option<Inst>,
    ) {
        let cx = &mut self.edit.cx;
        if !cx.log.is_on() {
            return;
        }
        let first = cx.function.next_or_first(block, prev);
        let insts: Vec<Inst> = std::iter::successors(first, |inst| cx.function.next_inst(*inst))
            .take_while(|inst| Some(*inst) != end)
            .collect();
        let single = insts.len() == 1;
        let (line, indent) = if single { (' ', ' ') } else { ('\n', '\t') };
        log!(cx.log, "\t{what}: {line}");
        for inst in insts {
            let early = reg.is_some_and(|reg| defines_early(cx.function, inst, reg));
            let index = cx.live_intervals.indexes.index(inst).reg_slot(early);
            log!(cx.log, "{indent}{index}\t");
            cx.log.write_inst(cx.function, inst);
        }
    }

    fn write_inst(&mut self, what: &str, inst: Inst) {
        let cx = &mut self.edit.cx;
        if cx.log.is_on() {
            log!(cx.log, "{what}");
            cx.log.write_inst(cx.function, inst);
        }
    }

    fn write_inst_at(&mut self, what: &str, at: SlotIndex, inst: Inst) {
        log!(self.edit.cx.log, "{what}{at}");
        self.write_inst("\t", inst);
    }
}

/// Whether an instruction defines `reg` before it reads its operands.
fn defines_early(function: &MachineFunction, inst: Inst, reg: VReg) -> bool {
    use avarice_mir::OperandFlags;
    let mut operands = function.operands(inst).iter();
    let def = operands.find(|operand| operand.is_def() && operand.as_reg() == reg.into());
    def.is_some_and(|def| def.has(OperandFlags::EARLY_CLOBBER))
}

/// The other register if `inst` copies from or to `reg` without changing the part of it.
fn copy_of(function: &MachineFunction, hooks: &dyn TargetHooks, inst: Inst, reg: VReg) -> Reg {
    let bundled = MiFlags::BUNDLED_PRED | MiFlags::BUNDLED_SUCC;
    if function.insts[inst].flags.intersects(bundled) {
        return Reg::NONE;
    }
    match copy_operands(function, hooks, inst) {
        Some(((dst, dst_sub), (src, src_sub))) if dst_sub == src_sub => {
            if dst == reg.into() {
                src
            } else if src == reg.into() {
                dst
            } else {
                Reg::NONE
            }
        }
        _ => Reg::NONE,
    }
}
