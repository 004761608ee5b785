//! `postra-machine-sink`: copies that one successor reads alone move there.
//!
//! Paths that do not need a copy should not execute it. Where it writes a callee-saved register, they may then do
//! without a frame (`shrink-wrap`).
//!
//! ```text
//!   bb.0:  $rbx = COPY killed $rdi              bb.0:
//!          TEST32rr $esi, $esi, …                      TEST32rr $esi, $esi, …
//!          JCC_1 %bb.2, 4, …            ──▶            JCC_1 %bb.2, 4, …
//!   bb.1:  liveins: $rbx                        bb.1:  liveins: $rdi
//!          CALL …                                      $rbx = COPY killed $rdi
//!                                                      CALL …
//! ```
//!
//! Blocks are walked upwards, up to the last call. A copy moves if nothing after it in its block touches what it writes or
//! changes what it reads, and if what it writes lives into one successor only, which has no other predecessor.

use avarice_ir::Module;
use avarice_mir::{Block, Inst, MachineFunction, Op, OperandFlags, Reg, TargetHooks, inst_facts};
use avarice_target::{PhysReg, op};
use smallvec::SmallVec;

use crate::live_reg_units::{LiveRegUnits, live_in_units};
use crate::pass::{Analysis, MachinePass, MachineUnit, RunPass, When};
use crate::sinking::{SunkValue, place_after_labels, sink};
use avarice_mir::debug_values::{debug_places, is_debug_value};
use avarice_trace::Log;

/// `postra-machine-sink`, see the module.
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    preserves: Analysis::CFG.union(Analysis::RESERVED_REGS),
    after: &["virtregrewriter", "stack-slot-coloring"],
    ..MachinePass::new("postra-machine-sink", "PostRA Machine Sink", || {
        Box::<Sinker>::default()
    })
};

/// The successors of a block into which a register unit lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum LivesInto {
    #[default]
    None,
    One(Block),
    Several,
}

impl LivesInto {
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::None, one) | (one, Self::None) => one,
            (Self::One(a), Self::One(b)) if a == b => self,
            _ => Self::Several,
        }
    }
}

/// A debug value below the current instruction that names a register unit.
#[derive(Debug)]
struct Named {
    value: Inst,
    reg: PhysReg,
    /// The entry of the same unit before this one, counted from 1.
    before: u32,
}

/// The scratch memory of the pass.
#[derive(Debug, Default)]
struct Sinker {
    /// What the block changes below the current instruction.
    modified: LiveRegUnits,
    /// What it reads there.
    used: LiveRegUnits,
    /// By unit.
    lives_into: Vec<LivesInto>,
    named: Vec<Named>,
    /// By unit: its last entry in `named`, counted from 1.
    last_named: Vec<u32>,
}

/// What a copy reads and writes.
#[derive(Debug, Default)]
struct Operands {
    defs: SmallVec<[PhysReg; 2]>,
    uses: SmallVec<[Op; 2]>,
}

impl RunPass for Sinker {
    /// # Requires
    /// No virtual registers: other functions stay as they are. Live-in lists of blocks.
    ///
    /// # Ensures
    /// No copy is left in a block that could be moved to the only successor that reads it.
    ///
    /// # Preserves
    /// The CFG. Live-in lists are right again.
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        let hooks = unit.hooks();
        if !unit.function.vregs.is_empty() {
            return Ok(());
        }
        for at in 0..unit.function.layout.len() {
            let block = unit.function.layout[at];
            self.run_on_block(&mut unit.function, (unit.module, hooks), block);
        }
        Ok(())
    }
}

impl Sinker {
    fn run_on_block(
        &mut self,
        function: &mut MachineFunction,
        context: (&Module, &dyn TargetHooks),
        block: Block,
    ) {
        let mut successors = function.blocks[block].succs.iter();
        if !successors.any(|to| takes_copies(function, block, *to)) {
            return;
        }
        self.begin_block(function, block);
        let last = function.blocks[block].last.expand();
        let mut cursor = last.map(|last| function.bundle_head(last));
        while let Some(inst) = cursor {
            cursor = function.prev_bundle(inst);
            if is_debug_value(function, inst) {
                self.note_debug_value(function, inst);
                continue;
            }
            if inst_facts::is_debug_or_probe(function, inst) {
                continue;
            }
            let end = function.next_bundle(inst);
            let parts = std::iter::successors(Some(inst), |inst| function.next_inst(*inst));
            let parts: SmallVec<[Inst; 4]> = parts.take_while(|inst| Some(*inst) != end).collect();
            // Copies do not move across calls.
            if parts
                .iter()
                .any(|inst| inst_facts::is_call(function, *inst))
            {
                return;
            }
            if !self.sink_copy(function, context, block, inst) {
                for part in parts {
                    self.modified.add_modified(function, part);
                    self.used.add_used(function, part);
                }
            }
        }
    }

    fn begin_block(&mut self, function: &MachineFunction, block: Block) {
        self.modified.begin_function(function);
        self.used.begin_function(function);
        let units = function.target.units.len();
        self.named.clear();
        self.last_named.clear();
        self.last_named.resize(units, 0);
        self.lives_into.clear();
        self.lives_into.resize(units, LivesInto::None);
        for successor in &function.blocks[block].succs {
            for unit in live_in_units(function, *successor) {
                let at = &mut self.lives_into[unit.index()];
                *at = at.and(LivesInto::One(*successor));
            }
        }
        if function.frame.callee_saved_valid {
            self.keep_pristine(function);
        }
    }

    /// Lets callee-saved registers that the frame does not save live into every block: no copy of them moves.
    fn keep_pristine(&mut self, function: &MachineFunction) {
        let saved = &function.frame.callee_saved;
        let is_saved = |reg: PhysReg| saved.iter().any(|(saved, _)| *saved == reg);
        for reg in function
            .callee_saved()
            .iter()
            .filter(|reg| !is_saved(**reg))
        {
            for unit in function.target.reg(*reg).units {
                self.lives_into[unit.index()] = LivesInto::Several;
            }
        }
    }

    /// Remembers what a debug value names, unless that changes below it: it moves with a copy that writes it.
    fn note_debug_value(&mut self, function: &MachineFunction, value: Inst) {
        let places = debug_places(function, value).iter();
        let regs = places.filter_map(|operand| operand.as_reg().as_physical());
        if regs
            .clone()
            .any(|reg| !self.modified.is_available(function, reg))
        {
            return;
        }
        for reg in regs {
            for unit in function.target.reg(reg).units {
                let last = &mut self.last_named[unit.index()];
                let before = std::mem::replace(last, self.named.len() as u32 + 1);
                self.named.push(Named { value, reg, before });
            }
        }
    }

    /// Moves `inst` to a successor if it is a copy that can be moved; whether it did.
    fn sink_copy(
        &mut self,
        function: &mut MachineFunction,
        context: (&Module, &dyn TargetHooks),
        block: Block,
        inst: Inst,
    ) -> bool {
        if function.opcode(inst) != op::COPY
            || !function.operand(inst, 0).has(OperandFlags::RENAMABLE)
        {
            return false;
        }
        let Some(operands) = self.independent_operands(function, inst) else {
            return false;
        };
        let Some(to) = self.only_reader(function, &operands.defs) else {
            return false;
        };
        if !takes_copies(function, block, to) {
            return false;
        }
        let values = self.values_of(function, &operands.defs);
        self.take_kills(function, inst, &operands.uses);
        sink(
            function,
            context,
            inst,
            place_after_labels(function, to),
            &values,
        );
        self.update_live_ins(function, to, &operands);
        true
    }

    /// What a copy writes and reads, unless something below it in its block depends on the one or changes the other.
    fn independent_operands(&self, function: &MachineFunction, inst: Inst) -> Option<Operands> {
        let mut all = Operands::default();
        for op in function.op_ids(inst) {
            let operand = function.op(op);
            let Some(reg) = operand.as_reg().as_physical() else {
                continue;
            };
            let is_def = operand.is_def();
            if !self.modified.is_available(function, reg)
                || is_def && !self.used.is_available(function, reg)
            {
                return None;
            }
            if is_def {
                all.defs.push(reg);
            } else {
                all.uses.push(op);
            }
        }
        (!all.defs.is_empty() && !all.uses.is_empty()).then_some(all)
    }

    /// The only successor into which all of `regs` live.
    fn only_reader(&self, function: &MachineFunction, regs: &[PhysReg]) -> Option<Block> {
        let mut only = None;
        for reg in regs {
            let units = function.target.reg(*reg).units.iter();
            let into = units.map(|unit| self.lives_into[unit.index()]);
            let LivesInto::One(block) = into.fold(LivesInto::None, LivesInto::and) else {
                return None;
            };
            if only.is_some_and(|only| only != block) {
                return None;
            }
            only = Some(block);
        }
        only
    }

    /// The debug values below that name what `regs` define, each once.
    fn values_of(&self, function: &MachineFunction, regs: &[PhysReg]) -> SmallVec<[SunkValue; 2]> {
        let mut found: SmallVec<[SunkValue; 2]> = SmallVec::new();
        let units = regs.iter().flat_map(|reg| function.target.reg(*reg).units);
        for unit in units {
            let first = self.last_named[unit.index()];
            let entry = |number: u32| self.named.get((number as usize).wrapping_sub(1));
            let entries = std::iter::successors(entry(first), |named| entry(named.before));
            let entries: SmallVec<[&Named; 4]> = entries.collect();
            for Named { value, reg, .. } in entries.iter().rev() {
                let reg = Reg::phys(*reg);
                match found.iter_mut().find(|other| other.value == *value) {
                    Some(other) => other.regs.push(reg),
                    None => found.push(SunkValue {
                        value: *value,
                        regs: SmallVec::from_slice(&[reg]),
                    }),
                }
            }
        }
        found
    }

    /// Moves the kill marks of what a copy reads from the instructions below it to the copy.
    fn take_kills(&self, function: &mut MachineFunction, inst: Inst, uses: &[Op]) {
        for op in uses {
            let reg = function.op(*op).as_reg().as_physical();
            let Some(reg) = reg.filter(|reg| !self.used.is_available(function, *reg)) else {
                continue;
            };
            let mut cursor = function.next_inst(inst);
            while let Some(later) = cursor {
                if clear_kills(function, later, reg) {
                    function.op_mut(*op).set(OperandFlags::KILL, true);
                    break;
                }
                cursor = function.next_inst(later);
            }
        }
    }

    fn update_live_ins(&mut self, function: &mut MachineFunction, to: Block, operands: &Operands) {
        let target = function.target;
        for def in &operands.defs {
            let parts = target.reg(*def).sub_regs.iter().map(|(_, part)| *part);
            for reg in std::iter::once(*def).chain(parts) {
                let live_ins = &mut function.blocks[to].live_ins;
                if let Some(at) = live_ins.iter().position(|(live, _)| *live == reg) {
                    live_ins.remove(at);
                }
            }
            for unit in target.reg(*def).units {
                self.lives_into[unit.index()] = LivesInto::None;
            }
        }
        for op in &operands.uses {
            if let Some(reg) = function.op(*op).as_reg().as_physical() {
                let live = (reg, avarice_target::LaneMask::ALL);
                function.blocks[to].live_ins.push(live);
            }
        }
        function.blocks[to].sort_unique_live_ins();
        for unit in live_in_units(function, to) {
            let at = &mut self.lives_into[unit.index()];
            *at = at.and(LivesInto::One(to));
        }
    }
}

/// Whether copies can move from `block` to its successor `to`.
fn takes_copies(function: &MachineFunction, block: Block, to: Block) -> bool {
    let data = &function.blocks[to];
    to != block && !data.live_ins.is_empty() && data.preds.len() == 1
}

/// Takes the kill marks off uses of what overlaps `reg`; whether there were any.
fn clear_kills(function: &mut MachineFunction, inst: Inst, reg: PhysReg) -> bool {
    let mut found = false;
    for op in function.op_ids(inst) {
        let operand = function.op(op);
        let killed = operand.as_reg().as_physical();
        let killed = killed.filter(|_| operand.is_use() && operand.has(OperandFlags::KILL));
        if killed.is_some_and(|killed| function.target.regs_overlap(killed, reg)) {
            function.op_mut(op).set(OperandFlags::KILL, false);
            found = true;
        }
    }
    found
}
