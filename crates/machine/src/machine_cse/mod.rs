//! `machine-cse`: reuses values that have been computed before.
//!
//! ```text
//!   %3:gr64 = LEA64r $rip, 1, $noreg, @table, $noreg
//!   …
//!   %9:gr64 = LEA64r $rip, 1, $noreg, @table, $noreg     removed: users read %3
//! ```
//!
//! The pass walks the dominator tree twice. First it hoists what two blocks compute, one of which can follow the other,
//! into the block that dominates both ([`hoist`]):
//!
//! ```text
//!        bb.0                        bb.0: %7 = IMUL64rr %0, %1
//!       ╱    ╲                      ╱    ╲
//!   bb.1:     bb.2           bb.1:        bb.2
//!   %5 = IMUL64rr %0, %1     %5 = …       ╱            both are the same as %7
//!       ╲    ╱                      ╲    ╱
//!        bb.3:                       bb.3:
//!        %6 = IMUL64rr %0, %1        %6 = …
//! ```
//!
//! Then it removes each instruction that computes what an instruction that dominates it does. An instruction that has no
//! equal gets one in some cases when its operands read the sources of copies, or change places. Physical registers must
//! hold the same at both instructions ([`physical`]), and it must pay ([`profit`]).

mod hoist;
mod physical;
mod profit;

use avarice_mir::inst_facts;
use avarice_mir::{Block, Inst, MachineFunction, MiFlags, OperandFlags, TargetHooks, VReg};
use avarice_target::{InstrFlags, PhysReg, op};
use avarice_trace::Log;
use cranelift_entity::EntitySet;
use smallvec::SmallVec;

use crate::pass::{Analysis, MachinePass, MachineUnit, RunPass, When};
use crate::value_table::ValueTable;
use physical::PhysRegs;

/// Memory of the pass.
#[derive(Debug, Default)]
pub struct Scratch {
    /// Instructions that dominate the current one; while hoisting, all that were seen.
    values: ValueTable,
    /// Registers whose uses have no kill marks.
    without_kills: EntitySet<VReg>,
    /// The same of physical registers.
    phys_without_kills: Vec<PhysReg>,
    /// Blocks to visit, and how many values dominate them.
    blocks: Vec<(Block, usize)>,
    /// By register number: whether it is the same everywhere, once it was asked for.
    constant_regs: Vec<Option<bool>>,
}

/// `machine-cse`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    requires: Analysis::LOOPS
        .union(Analysis::FREQUENCIES)
        .union(Analysis::RESERVED_REGS),
    preserves: Analysis::CFG.union(Analysis::RESERVED_REGS),
    after: &["early-machinelicm"],
    ..MachinePass::new(
        "machine-cse",
        "Machine Common Subexpression Elimination",
        || Box::<Scratch>::default(),
    )
};

impl RunPass for Scratch {
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        run(unit, self);
        Ok(())
    }
}

/// Removes common subexpressions.
///
/// # Requires
/// Machine SSA, anything else stays as it is; [`Analysis::LOOPS`], [`Analysis::FREQUENCIES`].
///
/// # Ensures
/// Nothing is computed in a block that a value in the same block has, unless it is a copy or reads memory that
/// may change.
///
/// # Preserves
/// Machine SSA, the CFG.
pub fn run(unit: &mut MachineUnit<'_>, scratch: &mut Scratch) {
    let function = &mut unit.function;
    let Some(entry) = function.layout.first().copied().filter(|_| function.is_ssa) else {
        return;
    };
    scratch.begin(function);
    hoist::run(unit, scratch, entry);
    scratch.values.clear();
    let mut blocks = std::mem::take(&mut scratch.blocks);
    blocks.push((entry, 0));
    let analyses = &*unit.analyses;
    let mut pass = Cse {
        function: &mut unit.function,
        hooks: unit.target,
        reserved: &analyses.reserved,
        scratch,
    };
    while let Some((block, len)) = blocks.pop() {
        pass.scratch.values.truncate(len);
        let len = pass.run_on_block(block);
        let children = analyses.dominators.children(block).iter();
        blocks.extend(children.map(|child| (*child, len)));
    }
    pass.scratch.blocks = blocks;
}

impl Scratch {
    fn begin(&mut self, function: &MachineFunction) {
        self.values.clear();
        self.without_kills.clear();
        self.phys_without_kills.clear();
        self.blocks.clear();
        self.constant_regs.clear();
        self.constant_regs
            .resize(function.target.registers.len(), None);
    }
}

/// Whether an instruction does nothing but compute: it reads no memory that may change, and has no effects. Of copies the
/// coalescer knows more.
fn is_candidate(function: &MachineFunction, inst: Inst) -> bool {
    let opcode = function.opcode(inst);
    let flags = function.insts[inst].flags;
    let is_other = matches!(
        opcode,
        op::PHI
            | op::IMPLICIT_DEF
            | op::KILL
            | op::COPY
            | op::SUBREG_TO_REG
            | op::LOAD_STACK_GUARD
            | op::JUMP_TABLE_DEBUG_INFO
    );
    let raises =
        function.desc(inst).has(InstrFlags::FP_EXCEPTION) && !flags.contains(MiFlags::NOFPEXCEPT);
    !is_other
        && !raises
        && !flags.intersects(MiFlags::BUNDLED_PRED | MiFlags::BUNDLED_SUCC)
        && !inst_facts::is_position(function, inst)
        && !inst_facts::is_inline_asm(function, inst)
        && !function.is_debug(inst)
        && !inst_facts::may_store(function, inst)
        && !inst_facts::is_call(function, inst)
        && !function.is_terminator(inst)
        && !inst_facts::has_side_effects(function, inst)
        && (!inst_facts::may_load(function, inst) || inst_facts::is_invariant_load(function, inst))
}

/// Narrows the class of `reg` so that it can stand for `other` too. If there is no such class, `false`.
fn constrain(function: &mut MachineFunction, reg: VReg, other: VReg) -> bool {
    let class = function.class(other);
    function.constrain_class(reg, class, 0).is_some()
}

/// The removal of an instruction: what stands for its results.
#[derive(Default)]
struct Replacement {
    /// Its virtual registers, and those that replace them.
    regs: SmallVec<[(VReg, VReg); 2]>,
    /// Indices of implicit definitions that are not dead any more.
    revived: SmallVec<[usize; 2]>,
    /// Physical registers that both instructions define implicitly, and that live longer now.
    extended: SmallVec<[PhysReg; 2]>,
}

struct Cse<'a> {
    function: &'a mut MachineFunction,
    hooks: &'a dyn TargetHooks,
    reserved: &'a [bool],
    scratch: &'a mut Scratch,
}

impl Cse<'_> {
    /// Removes what is not needed in `block`. Returns how many values dominate the blocks that it dominates: inline assembly
    /// may leave before what follows it is computed, which llc does not see.
    fn run_on_block(&mut self, block: Block) -> usize {
        let mut visible = None;
        let mut cursor = self.function.blocks[block].first.expand();
        while let Some(inst) = cursor {
            cursor = self.function.next_inst(inst);
            if self.function.opcode(inst) == op::INLINEASM_BR {
                visible.get_or_insert(self.scratch.values.len());
            }
            if is_candidate(self.function, inst) && !self.remove(inst) {
                self.scratch.values.insert(self.function, inst);
            }
        }
        visible.unwrap_or(self.scratch.values.len())
    }

    /// Removes `inst` if a value that dominates it is the same.
    fn remove(&mut self, inst: Inst) -> bool {
        let Some(other) = self.find(inst) else {
            return false;
        };
        let regs = self.phys_regs(inst);
        let mut crosses = false;
        if !regs.is_empty() {
            // An instruction that changes a register which it reads computes something else the next time.
            if regs.reads_own_definition() {
                return false;
            }
            let reach = physical::reach(self.function, other, inst, |reg| {
                regs.overlap(self.function.target, reg)
            });
            let Some(reach) = reach.filter(|reach| !reach.crosses || self.can_enter(&regs)) else {
                return false;
            };
            crosses = reach.crosses;
        }
        let is_local = self.function.inst_block(inst) == self.function.inst_block(other);
        let is_convergent = self.function.desc(inst).has(InstrFlags::CONVERGENT);
        if is_convergent && !is_local {
            return false;
        }
        let Some(replacement) = self.replacement(inst, other) else {
            return false;
        };
        self.replace(inst, other, &replacement);
        for at in regs.defs().iter().map(|(at, _)| *at) {
            if !self.function.operand(inst, at).has(OperandFlags::DEAD) {
                let def = self.function.operand_mut(other, at);
                def.set(OperandFlags::DEAD, false);
            }
        }
        self.extend_phys_regs(other, inst, &replacement.extended);
        if crosses && let Some(block) = self.function.inst_block(inst) {
            regs.add_live_ins(self.function, block);
        }
        self.function.remove_inst(inst);
        true
    }

    /// The instruction that computes the same as `inst`, which may be changed for that.
    fn find(&mut self, inst: Inst) -> Option<Inst> {
        let same = |cse: &Self| cse.scratch.values.find(cse.function, inst, |_| true);
        if let Some(found) = same(self) {
            return Some(found);
        }
        if self.propagate_copies(inst)
            && let Some(found) = same(self)
        {
            return Some(found);
        }
        if !self.function.desc(inst).has(InstrFlags::COMMUTABLE) || !self.commute(inst) {
            return None;
        }
        let found = same(self);
        if found.is_none() {
            self.commute(inst);
        }
        found
    }

    fn commute(&mut self, inst: Inst) -> bool {
        let operands = self.hooks.commutable_operands(self.function, inst, None);
        operands.is_some_and(|(a, b)| self.hooks.commute(self.function, inst, a, b))
    }

    /// Makes `inst` read the sources of the copies that it reads; whether there were any. A copy that nothing else reads
    /// is removed.
    fn propagate_copies(&mut self, inst: Inst) -> bool {
        let mut changed = false;
        for op in self.function.op_ids(inst) {
            let operand = *self.function.op(op);
            let Some(reg) = operand.as_reg().as_virtual().filter(|_| operand.is_use()) else {
                continue;
            };
            let copy = self.function.unique_def(reg);
            let Some(copy) = copy.filter(|copy| self.function.opcode(*copy) == op::COPY) else {
                continue;
            };
            let Some(((_, dst_part), (src, src_part))) = self.function.as_copy(copy) else {
                continue;
            };
            let Some(src) = src.as_virtual().filter(|src| *src != reg) else {
                continue;
            };
            if !dst_part.is_none() || !src_part.is_none() || !constrain(self.function, src, reg) {
                continue;
            }
            let is_only_use = self.function.has_one_non_debug_use(reg);
            self.function.set_op_reg(op, src);
            self.function.op_mut(op).set(OperandFlags::KILL, false);
            self.clear_kills(src);
            if is_only_use {
                self.rename_debug_uses(reg, src);
                self.function.remove_inst(copy);
            }
            changed = true;
        }
        changed
    }

    /// Makes debug instructions that speak of `old` speak of `new`.
    fn rename_debug_uses(&mut self, old: VReg, new: VReg) {
        let mut cursor = self.function.first_reg_op(old);
        while let Some(op) = cursor {
            cursor = self.function.next_reg_op(op);
            if self.function.op(op).has(OperandFlags::DEBUG) {
                self.function.set_op_reg(op, new);
            }
        }
    }

    /// Clears the kill marks of a register, from which on it gets none.
    fn clear_kills(&mut self, reg: VReg) {
        if self.scratch.without_kills.insert(reg) {
            self.function.clear_kill_flags(reg);
        }
    }

    /// What replaces the results of `inst` by those of `other`; `None` if it does not pay, or no register can be both.
    fn replacement(&mut self, inst: Inst, other: Inst) -> Option<Replacement> {
        let mut result = Replacement::default();
        let desc = self.function.desc(inst);
        let mut rest = usize::from(desc.num_defs) + desc.implicit_defs.len();
        for at in 0..self.function.num_operands(inst) {
            if rest == 0 {
                break;
            }
            let operand = *self.function.operand(inst, at);
            if !operand.is_def() {
                continue;
            }
            rest -= 1;
            let replacing = *self.function.operand(other, at);
            let (old, new) = (operand.as_reg(), replacing.as_reg());
            if operand.has(OperandFlags::IMPLICIT) && !operand.has(OperandFlags::DEAD) {
                if replacing.has(OperandFlags::DEAD) {
                    result.revived.push(at);
                }
                if old == new {
                    result.extended.extend(old.as_physical());
                }
            }
            if old == new {
                continue;
            }
            let (old, new) = old.as_virtual().zip(new.as_virtual())?;
            if !self.is_profitable(inst, old, other, new) || !constrain(self.function, new, old) {
                return None;
            }
            result.regs.push((old, new));
        }
        Some(result)
    }

    fn replace(&mut self, inst: Inst, other: Inst, replacement: &Replacement) {
        debug_assert_ne!(inst, other);
        for (old, new) in &replacement.regs {
            if let Some(def) = self.function.unique_def(*new) {
                for op in self.function.op_ids(def) {
                    let operand = self.function.op_mut(op);
                    if operand.is_def() && operand.as_reg() == (*new).into() {
                        operand.set(OperandFlags::DEAD, false);
                    }
                }
            }
            self.function.clear_kill_flags(*old);
            self.clear_kills(*new);
            self.function.replace_reg(*old, *new);
        }
        for at in &replacement.revived {
            let def = self.function.operand_mut(other, *at);
            def.set(OperandFlags::DEAD, false);
        }
    }

    /// Clears the kill marks of physical registers that live from `first` past `last` now.
    fn extend_phys_regs(&mut self, first: Inst, last: Inst, regs: &[PhysReg]) {
        if self.function.inst_block(first) != self.function.inst_block(last) {
            for reg in regs {
                if !self.scratch.phys_without_kills.contains(reg) {
                    self.scratch.phys_without_kills.push(*reg);
                    self.function.clear_kill_flags(*reg);
                }
            }
            return;
        }
        let target = self.function.target;
        let mut cursor = Some(first).filter(|_| !regs.is_empty());
        while let Some(inst) = cursor.filter(|inst| *inst != last) {
            for reg in regs {
                let is_kill = |op: &avarice_mir::Op| {
                    let operand = self.function.op(*op);
                    let other = operand.as_reg().as_physical();
                    operand.is_use()
                        && operand.has(OperandFlags::KILL)
                        && other.is_some_and(|other| target.regs_overlap(*reg, other))
                };
                if let Some(kill) = self.function.op_ids(inst).find(is_kill) {
                    self.function.op_mut(kill).set(OperandFlags::KILL, false);
                }
            }
            cursor = self.function.next_inst(inst);
        }
    }

    fn phys_regs(&mut self, inst: Inst) -> PhysRegs {
        let (function, reserved) = (&*self.function, self.reserved);
        let known = &mut self.scratch.constant_regs;
        PhysRegs::of(function, inst, |reg| {
            *known[reg.index()]
                .get_or_insert_with(|| inst_facts::is_constant_phys_reg(function, reserved, reg))
        })
    }

    /// Whether physical registers that an instruction defines may live into another block: others are the allocator's, or
    /// everyone's.
    fn can_enter(&self, regs: &PhysRegs) -> bool {
        let target = self.function.target;
        let mut defs = regs.defs().iter();
        defs.all(|(_, reg)| !target.reg(*reg).allocatable && !self.reserved[reg.index()])
    }
}
