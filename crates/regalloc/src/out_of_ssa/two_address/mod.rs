//! `twoaddressinstruction`: makes tied operands the same register.
//!
//! ```text
//!   %2 = SUB32rr %0 (tied to %2), %1      becomes      %2 = COPY %0
//!                                                      %2 = SUB32rr %2, %1
//! ```
//!
//! A copy costs nothing where the value ends: the coalescer will remove it. Where it does not end, alternatives are
//! tried first, in this order:
//!
//! ```text
//!   commute      exchange operands, so that one that ends is tied
//!   reschedule   move the instruction below the last use of the value
//!   convert      use a three-address form
//!   reschedule   move the last use of the value above the instruction
//!   convert      split off a load, and exchange operands of the rest
//! ```
//!
//! `REG_SEQUENCE` and `INSERT_SUBREG` become sub-register copies ([`lower`]), results of `STATEPOINT` get the
//! names of the operands that they are tied to ([`statepoint`]).

mod commute;
mod convert;
mod link_tree;
mod lower;
mod positions;
mod reg_map;
mod reschedule;
mod scan;
mod statepoint;
mod tied_operands;

use avarice_mir::text_names::MirFlags;
use avarice_mir::{Block, Inst, MachineFunction, Operand, OperandFlags, Reg, TargetHooks};
use avarice_target::{InstrFlags, LaneMask, SubRegIdx, op};
use cranelift_entity::SecondaryMap;

use avarice_liveness::LiveVariables;
use avarice_machine::pass::{
    AllocatorNeed, Analyses, Analysis, MachinePass, MachineUnit, RunPass, When,
};
use avarice_mir::inst_facts::{has_one_use, may_load};
use avarice_mir::inst_flags::kills;
use avarice_trace::Log;
use positions::Positions;
use reg_map::RegMap;
use scan::NextRegisters;
use tied_operands::{TiedOperands, TiedPair};

impl RunPass for Scratch {
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        let optimize = unit.options.optimize && !unit.has_attribute("optnone");
        run(
            &mut unit.function,
            unit.target,
            unit.analyses,
            self,
            optimize,
        );
        Ok(())
    }
}

/// `twoaddressinstruction`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    when: When {
        allocator: AllocatorNeed::OutOfSsa,
        ..When::ALWAYS
    },
    preserves: Analysis::RESERVED_REGS.union(Analysis::REACHABLE),
    after: &["phi-node-elimination"],
    ..MachinePass::new(
        "twoaddressinstruction",
        "Two-Address instruction pass",
        || Box::<Scratch>::default(),
    )
};

/// Rewrites tied operands. `optimize` allows to exchange, convert and move instructions.
///
/// # Requires
/// No PHIs. Live variables if they hold: without them no kill mark is added to a
/// copy, and nothing is moved.
///
/// # Ensures
/// Tied operands are the same register; no `REG_SEQUENCE`, no `INSERT_SUBREG`.
///
/// # Preserves
/// The CFG.
pub fn run(
    function: &mut MachineFunction,
    hooks: &dyn TargetHooks,
    analyses: &mut Analyses,
    scratch: &mut Scratch,
    optimize: bool,
) {
    if !analyses.has(Analysis::LIVE_VARIABLES) {
        analyses.live_variables.forget();
    }
    function.is_ssa = false;
    function.mir_info.flags |= MirFlags::TIED_OPS_REWRITTEN;
    scratch.processed.clear();
    scratch.next.clear();
    scratch.positions.begin_function();
    scratch.src_map.clear();
    scratch.dst_map.clear();
    let mut pass = TwoAddress {
        function,
        hooks,
        live_variables: &mut analyses.live_variables,
        optimize,
        block: Block::from_u32(0),
        dist: 0,
        scratch,
    };
    for at in 0..pass.function.layout.len() {
        pass.run_on_block(pass.function.layout[at]);
    }
}

/// Memory of the pass, kept between functions.
#[derive(Debug, Default)]
pub struct Scratch {
    positions: Positions,
    /// Copies, and what comes after them, that told where registers come from and go to.
    processed: SecondaryMap<Inst, bool>,
    /// Where registers come from.
    src_map: RegMap,
    /// Where registers go to.
    dst_map: RegMap,
    tied: TiedOperands,
    next: NextRegisters,
}

/// What became of an instruction.
enum Transformed {
    /// This instruction, the same or another in its place, needs copies.
    NeedsCopies(Inst),
    /// It was moved or replaced; go on with `next`, the last one handled being `handled`.
    Done { handled: Inst, next: Option<Inst> },
}

struct TwoAddress<'a> {
    function: &'a mut MachineFunction,
    hooks: &'a dyn TargetHooks,
    live_variables: &'a mut LiveVariables,
    optimize: bool,
    block: Block,
    /// Position of the current instruction.
    dist: u32,
    scratch: &'a mut Scratch,
}

/// Copies of one source register for all operands that are tied to definitions.
struct TiedCopies {
    source: (Reg, SubRegIdx),
    /// The destination of the last one.
    copied: Reg,
    /// A definition is written before all operands are read.
    early: bool,
    /// The instruction ended the source.
    removed_kill: bool,
}

impl TwoAddress<'_> {
    fn run_on_block(&mut self, block: Block) {
        self.block = block;
        self.dist = 0;
        self.scratch.positions.begin_block();
        self.scratch.src_map.clear();
        self.scratch.dst_map.clear();
        let mut cursor = self.function.blocks[block].first.expand();
        while let Some(inst) = cursor {
            cursor = self.function.next_inst(inst);
            if !self.function.is_debug(inst) {
                cursor = self.run_on_inst(inst, cursor);
            }
        }
    }

    /// Handles one instruction. Returns the one to go on with, usually `next`.
    fn run_on_inst(&mut self, mut inst: Inst, next: Option<Inst>) -> Option<Inst> {
        if self.function.opcode(inst) == op::REG_SEQUENCE {
            self.forget_next_registers(inst);
            inst = self.eliminate_reg_sequence(inst);
        }
        self.dist += 1;
        self.scratch.positions.note(inst, self.dist);
        self.process_copy(inst);
        if !self.collect_tied_operands(inst) {
            self.remove_clobbered(inst);
            return next;
        }
        let next = self.run_on_tied(inst, next);
        self.forget_next_registers(inst);
        next
    }

    /// Handles one instruction with tied operands that are different registers, or were.
    fn run_on_tied(&mut self, mut inst: Inst, next: Option<Inst>) -> Option<Inst> {
        self.forget_next_registers(inst);
        if let Some(pair) = self.scratch.tied.single() {
            match self.try_transform(inst, pair) {
                Transformed::NeedsCopies(same) => inst = same,
                Transformed::Done { handled, next } => {
                    self.scratch.tied.clear();
                    self.remove_clobbered(handled);
                    return next;
                }
            }
        }
        if self.function.opcode(inst) == op::STATEPOINT && self.process_statepoint(inst) {
            self.scratch.tied.clear();
            return next;
        }
        for group in self.scratch.tied.take_groups() {
            self.process_tied_pairs(inst, &group);
        }
        if self.function.opcode(inst) == op::INSERT_SUBREG {
            self.lower_insert_subreg(inst);
        }
        self.remove_clobbered(inst);
        next
    }

    // ---- Tied operands ------------------------------------------------------------------------

    /// Collects pairs of tied operands that are different registers, by source register. Returns whether
    /// there are tied operands at all.
    fn collect_tied_operands(&mut self, inst: Inst) -> bool {
        self.scratch.tied.clear();
        let mut any = false;
        for src in 0..self.function.num_operands(inst) {
            let source = *self.function.operand(inst, src);
            let Some(dst) = source.tied_to().filter(|_| source.is_use()) else {
                continue;
            };
            any = true;
            let dest = *self.function.operand(inst, dst);
            let (from, to) = (source.as_reg(), dest.as_reg());
            if from == to {
                continue;
            }
            if source.has(OperandFlags::UNDEF) && dest.sub_reg().is_none() {
                // Nothing is read: no copy.
                self.constrain(to, from);
                self.function.set_reg(inst, src, to);
                let operand = self.function.operand_mut(inst, src);
                operand.set_sub_reg(SubRegIdx::NONE);
                continue;
            }
            self.scratch.tied.add(from, TiedPair { src, dst });
        }
        any
    }

    /// Narrows the class of `to` to that of `from`, both being virtual.
    fn constrain(&mut self, to: Reg, from: Reg) {
        if let (Some(to), Some(from)) = (to.as_virtual(), from.as_virtual()) {
            let class = self.function.class(from);
            self.function.constrain_class(to, class, 0);
        }
    }

    /// Inserts copies for the tied pairs of one source register.
    fn process_tied_pairs(&mut self, inst: Inst, pairs: &[TiedPair]) {
        let early = pairs.iter().any(|pair| {
            self.function
                .operand(inst, pair.dst)
                .has(OperandFlags::EARLY_CLOBBER)
        });
        let mut removed_kill = false;
        let mut all_copied = true;
        let mut last_copied = Reg::NONE;
        let mut source = (Reg::NONE, SubRegIdx::NONE);
        for pair in pairs {
            let to = self.function.operand(inst, pair.dst).as_reg();
            // Read again: exchanged operands have changed it.
            let operand = *self.function.operand(inst, pair.src);
            source = (operand.as_reg(), operand.sub_reg());
            if source.0 == to {
                all_copied = false;
                continue;
            }
            last_copied = to;
            removed_kill |= self.copy_tied(inst, pair.src, to);
        }
        if all_copied {
            let copies = TiedCopies {
                source,
                copied: last_copied,
                early,
                removed_kill,
            };
            self.replace_other_uses(inst, copies);
        } else if removed_kill {
            let mut ops = self.function.op_ids(inst);
            let remaining = ops.find(|op| {
                let operand = self.function.op(*op);
                operand.is_use() && operand.as_reg() == source.0
            });
            if let Some(op) = remaining {
                self.function.op_mut(op).set(OperandFlags::KILL, true);
            }
        }
    }

    /// Inserts a copy of tied operand `src` to `to`, and reads that instead. Returns whether `inst` ended
    /// the value.
    fn copy_tied(&mut self, inst: Inst, src: usize, to: Reg) -> bool {
        let operand = *self.function.operand(inst, src);
        let (from, sub) = (operand.as_reg(), operand.sub_reg());
        let read = Operand::reg(from).with_sub_reg(sub);
        let copy = self.insert_copy(inst, Operand::def(to), read);
        self.scratch.positions.note_new(copy, self.dist);
        self.dist += 1;
        self.scratch.positions.set(inst, self.dist);
        let killed = operand.has(OperandFlags::KILL) || self.is_plainly_killed(inst, from);
        if sub.is_none() {
            self.constrain(to, from);
        }
        self.function.set_reg(inst, src, to);
        let operand = self.function.operand_mut(inst, src);
        operand.set(OperandFlags::KILL, false);
        operand.set_sub_reg(SubRegIdx::NONE);
        killed
    }

    /// Inserts a copy before `before`, at its place in the source.
    fn insert_copy(&mut self, before: Inst, def: Operand, read: Operand) -> Inst {
        let copy = self.function.create_inst(op::COPY, &[def, read]);
        self.function
            .set_debug_loc(copy, self.function.debug_loc(before));
        self.function.insert_before(before, copy);
        copy
    }

    /// After all tied uses of a source were copied: other uses of it read the copy as well, so that the copy is
    /// the source's last use if the instruction was.
    fn replace_other_uses(&mut self, inst: Inst, copies: TiedCopies) {
        let TiedCopies {
            source: (from, sub),
            copied,
            early,
            mut removed_kill,
        } = copies;
        let mut remaining = LaneMask::NONE;
        for at in 0..self.function.num_operands(inst) {
            let operand = *self.function.operand(inst, at);
            if !operand.is_use() || operand.as_reg() != from {
                continue;
            }
            if operand.sub_reg() == sub && !early {
                if operand.has(OperandFlags::KILL) || self.is_plainly_killed(inst, from) {
                    let operand = self.function.operand_mut(inst, at);
                    operand.set(OperandFlags::KILL, false);
                    removed_kill = true;
                }
                self.function.set_reg(inst, at, copied);
                let operand = self.function.operand_mut(inst, at);
                operand.set_sub_reg(SubRegIdx::NONE);
            } else {
                let index = operand.sub_reg();
                remaining |= if index.is_none() {
                    LaneMask::ALL
                } else {
                    self.function.target.sub_reg_indices[index.index()].lane_mask
                };
            }
        }
        if !removed_kill || remaining.any() {
            return;
        }
        if let Some(from) = from.as_virtual()
            && self.live_variables.var_mut(from).remove_kill(inst)
            && let Some(copy) = self.function.prev_inst(inst)
        {
            self.live_variables.add_kill(self.function, from, copy);
        }
        if let Some(copied) = copied.as_virtual() {
            self.scratch.src_map.set(copied, from);
        }
    }

    // ---- Kills --------------------------------------------------------------------------------

    /// Whether an instruction is marked as the last use of a register.
    fn is_plainly_killed(&self, inst: Inst, reg: Reg) -> bool {
        kills(self.function, inst, reg)
    }

    /// Whether an instruction ends a value, looking through the copies that the value went through.
    fn is_killed(&self, mut inst: Inst, mut reg: Reg, allow_false_positives: bool) -> bool {
        // Code that is no SSA may copy in a circle: no chain of copies is longer than this.
        for _ in 0..=self.function.vregs.len() {
            if reg.is_physical() && (allow_false_positives || has_one_use(self.function, reg)) {
                return true;
            }
            if !self.is_plainly_killed(inst, reg) {
                return false;
            }
            if reg.is_physical() {
                return true;
            }
            let mut defs = self.function.defs(reg);
            let (Some(def), None) = (defs.next(), defs.next()) else {
                return true;
            };
            let def = self.function.op_inst(def);
            match self.as_copy(def) {
                Some((_, src)) => (inst, reg) = (def, src),
                None => return true,
            }
        }
        true
    }

    // ---- Transformations ----------------------------------------------------------------------

    /// Tries to do without a copy for a single tied pair.
    fn try_transform(&mut self, inst: Inst, pair: TiedPair) -> Transformed {
        let needs_copies = Transformed::NeedsCopies(inst);
        let dst = self.function.operand(inst, pair.dst).as_reg();
        let mut src = self.function.operand(inst, pair.src).as_reg();
        let Some(src_virtual) = src.as_virtual().filter(|_| self.optimize) else {
            return needs_copies;
        };
        let mut killed = self.is_killed(inst, src, true);
        let commuted = self.scan_and_commute(inst, pair, killed);
        let convertible = self
            .function
            .desc(inst)
            .has(InstrFlags::CONVERTIBLE_TO_3ADDR);
        if commuted && !convertible {
            return needs_copies;
        }
        if !commuted && let Some(next) = self.reschedule_below_kill(inst, src_virtual) {
            return Transformed::Done {
                handled: inst,
                next,
            };
        }
        if commuted {
            src = self.function.operand(inst, pair.src).as_reg();
            killed = self.is_killed(inst, src, true);
        }
        if convertible
            && (!killed || self.is_profitable_to_convert(dst, src))
            && let Some(new) = self.convert_to_three_address(inst, dst, src)
        {
            let next = self.function.next_inst(new);
            return Transformed::Done { handled: new, next };
        }
        if commuted {
            return needs_copies;
        }
        if let Some(next) = self.reschedule_kill_above(inst, src_virtual) {
            return Transformed::Done {
                handled: inst,
                next: Some(next),
            };
        }
        if !killed && may_load(self.function, inst) {
            return Transformed::NeedsCopies(self.try_unfold(inst, dst, src));
        }
        needs_copies
    }

    /// Learns where the result of `inst` goes to, and exchanges operands if that helps. Returns whether it
    /// did.
    fn scan_and_commute(&mut self, inst: Inst, pair: TiedPair, killed: bool) -> bool {
        if let Some(dst) = self.function.operand(inst, pair.dst).as_reg().as_virtual() {
            self.scan_uses(dst);
        }
        self.try_commute(inst, pair, killed)
    }

    /// Cycles until the result of an instruction can be used, as far as is known without a model.
    fn latency(&self, inst: Inst) -> u32 {
        if may_load(self.function, inst) { 2 } else { 1 }
    }
}
