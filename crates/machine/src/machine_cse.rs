//! `machine-cse`: reuses values that have been computed before.
//!
//! ```text
//!   %3:gr64 = LEA64r $rip, 1, $noreg, @table, $noreg
//!   …
//!   %9:gr64 = LEA64r $rip, 1, $noreg, @table, $noreg     removed: users read %3
//! ```
//!
//! Selection shares values only within a block. This pass works along the dominator tree. A comparison that is repeated
//! while the flags of the first are still available is removed too.
//!
//! The conditions are llc's. Not implemented: llc also tries operands in the other order, and hoists what two branches
//! compute to the point where they diverge.

use avarice_mir::{Block, Inst, MachineFunction, OperandFlags, OperandKind, TargetHooks, VReg};
use avarice_target::{PhysReg, op};
use cranelift_entity::EntitySet;

use crate::pass::{Analyses, Analysis, MachinePass, MachineUnit, RunPass, When};
use crate::value_table::{ValueTable, is_same_value, replace_by};
use avarice_mir::inst_facts;
use avarice_trace::Log;

/// Memory of the pass.
#[derive(Debug, Default)]
pub struct Scratch {
    values: ValueTable,
    /// Registers that have taken the place of others.
    replacing: EntitySet<VReg>,
    /// Blocks to visit, and how many values dominate them.
    blocks: Vec<(Block, usize)>,
    /// By register number: whether it is the same everywhere, once it was asked for.
    constant_regs: Vec<Option<bool>>,
}

/// `machine-cse`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    requires: Analysis::LOOPS.union(Analysis::RESERVED_REGS),
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
        run(&mut unit.function, unit.target, unit.analyses, self);
        Ok(())
    }
}

/// Removes common subexpressions.
///
/// # Requires
/// Machine SSA, anything else stays as it is; [`Analysis::LOOPS`].
///
/// # Ensures
/// Nothing is computed in a block that a value in the same block has, unless it is a copy or reads memory that
/// may change.
///
/// # Preserves
/// Machine SSA, the CFG.
pub fn run(
    function: &mut MachineFunction,
    hooks: &dyn TargetHooks,
    analyses: &Analyses,
    scratch: &mut Scratch,
) {
    let Some(entry) = function.layout.first().copied().filter(|_| function.is_ssa) else {
        return;
    };
    scratch.values.clear();
    scratch.replacing.clear();
    scratch.constant_regs.clear();
    scratch
        .constant_regs
        .resize(function.target.registers.len(), None);
    let mut blocks = std::mem::take(&mut scratch.blocks);
    blocks.push((entry, 0));
    let mut pass = Cse {
        function,
        hooks,
        reserved: &analyses.reserved,
        scratch,
    };
    while let Some((block, len)) = blocks.pop() {
        pass.scratch.values.truncate(len);
        pass.run_on_block(block);
        let len = pass.scratch.values.len();
        let children = analyses.dominators.children(block).iter().rev();
        blocks.extend(children.map(|child| (*child, len)));
    }
    pass.scratch.blocks = blocks;
}

/// A value of which there are more users is taken not to be used wherever another one is.
const MAX_USERS: usize = 1024;

struct Cse<'a> {
    function: &'a mut MachineFunction,
    hooks: &'a dyn TargetHooks,
    reserved: &'a [bool],
    scratch: &'a mut Scratch,
}

impl Cse<'_> {
    fn run_on_block(&mut self, block: Block) {
        let mut comparison = None;
        let mut cursor = self.function.blocks[block].first.expand();
        while let Some(inst) = cursor {
            cursor = self.function.next_inst(inst);
            if self.is_repeated_comparison(inst, &mut comparison) {
                continue;
            }
            if !self.is_candidate(inst) {
                continue;
            }
            let other = self.scratch.values.find(self.function, inst, |_| true);
            let is_gone = other.is_some_and(|other| {
                self.is_profitable(inst, other)
                    && replace_by(self.function, inst, other, &mut self.scratch.replacing)
            });
            if !is_gone {
                self.scratch.values.insert(self.function, inst);
            }
        }
    }

    /// Whether an instruction does nothing but compute virtual registers from what never changes.
    fn is_candidate(&mut self, inst: Inst) -> bool {
        let function = &*self.function;
        let opcode = function.opcode(inst);
        let is_other = matches!(
            opcode,
            op::IMPLICIT_DEF | op::KILL | op::COPY | op::SUBREG_TO_REG | op::LOAD_STACK_GUARD
        );
        if is_other
            || inst_facts::is_inline_asm(function, inst)
            || !inst_facts::is_safe_to_move(function, inst, true)
        {
            return false;
        }
        let mut has_value = false;
        for op in function.op_ids(inst) {
            let operand = *self.function.op(op);
            has_value |= operand.is_def() && operand.as_reg().is_virtual();
            if let Some(reg) = operand.as_reg().as_physical() {
                let is_harmless = if operand.is_def() {
                    operand.has(OperandFlags::DEAD)
                } else {
                    self.is_constant_reg(reg)
                };
                if !is_harmless {
                    return false;
                }
            }
        }
        has_value
    }

    /// Whether a physical register reads the same everywhere.
    fn is_constant_reg(&mut self, reg: PhysReg) -> bool {
        let function = &*self.function;
        *self.scratch.constant_regs[reg.index()]
            .get_or_insert_with(|| inst_facts::is_constant_phys_reg(function, self.reserved, reg))
    }

    /// Whether it is better to keep the value of `other`, from before, than to have `inst` compute it again.
    fn is_profitable(&self, inst: Inst, other: Inst) -> bool {
        let function = &*self.function;
        let (Some(old), Some(new)) = (vreg_def(function, inst), vreg_def(function, other)) else {
            return false;
        };
        let user = |op| function.op_inst(op);
        let mut users = function.non_debug_uses(old).map(user);
        let is_user_of_new = |inst| function.non_debug_uses(new).map(user).any(|u| u == inst);
        let has_many_users = || function.non_debug_uses(new).nth(MAX_USERS).is_some();
        let (from, to) = (function.inst_block(other), function.inst_block(inst));
        let (Some(from), Some(to)) = (from, to) else {
            return false;
        };
        // A register that stays live for longer costs more than computing a constant.
        if self.hooks.is_as_cheap_as_move(function, inst)
            && from != to
            && !function.is_successor(from, to)
            && (has_many_users() || !users.all(is_user_of_new))
        {
            return false;
        }
        let reads_vreg = function
            .operands(inst)
            .iter()
            .any(|o| o.is_use() && o.as_reg().is_virtual());
        let mut users = function.non_debug_uses(old).map(user);
        if !reads_vreg && users.all(|user| inst_facts::is_copy_like(function, user)) {
            return false;
        }
        // A PHI copies a value that stays live after it.
        let mut is_in_phi = false;
        for user in function.non_debug_uses(new).map(user) {
            if function.inst_block(user) == Some(to) {
                return true;
            }
            is_in_phi |= function.opcode(user) == op::PHI;
        }
        !is_in_phi
    }

    /// Removes a comparison whose result is in the flags already. `last` is the comparison whose flags are.
    fn is_repeated_comparison(&mut self, inst: Inst, last: &mut Option<(Inst, PhysReg)>) -> bool {
        let flags = comparison_flags(self.function, inst);
        if let Some((other, reg)) = *last {
            if flags == Some(reg) && is_same_value(self.function, inst, other) {
                self.keep_flags(other, inst, reg);
                self.function.remove_inst(inst);
                return true;
            }
            if writes(self.function, inst, reg) {
                *last = None;
            }
        }
        if let Some(reg) = flags {
            *last = Some((inst, reg));
        }
        false
    }

    /// Makes the flags `reg` of `first` live up to `end`.
    fn keep_flags(&mut self, first: Inst, end: Inst, reg: PhysReg) {
        let mut cursor = Some(first);
        while let Some(inst) = cursor.filter(|inst| *inst != end) {
            for op in self.function.op_ids(inst) {
                let operand = self.function.op_mut(op);
                if operand.as_reg().as_physical() == Some(reg) {
                    operand.set(OperandFlags::KILL | OperandFlags::DEAD, false);
                }
            }
            cursor = self.function.next_inst(inst);
        }
    }
}

/// The only virtual register that an instruction defines.
fn vreg_def(function: &MachineFunction, inst: Inst) -> Option<VReg> {
    let mut defs = function.operands(inst).iter().filter(|o| o.is_def());
    let first = defs.next()?.as_reg().as_virtual()?;
    let mut others = defs.filter(|o| o.as_reg().is_virtual());
    others.next().is_none().then_some(first)
}

/// The register that an instruction writes if it does nothing else and reads virtual registers only.
fn comparison_flags(function: &MachineFunction, inst: Inst) -> Option<PhysReg> {
    if !inst_facts::is_safe_to_move(function, inst, true)
        || inst_facts::is_inline_asm(function, inst)
        || inst_facts::is_copy_like(function, inst)
    {
        return None;
    }
    let mut flags = None;
    for operand in function.operands(inst) {
        match operand.as_reg().as_physical() {
            Some(reg) if operand.is_def() && flags.is_none() => flags = Some(reg),
            Some(_) => return None,
            None if operand.is_def() => return None,
            None => {}
        }
    }
    flags
}

/// Whether an instruction writes `reg` or a part of it.
fn writes(function: &MachineFunction, inst: Inst, reg: PhysReg) -> bool {
    function.operands(inst).iter().any(|operand| {
        let other = operand.as_reg().as_physical();
        operand.kind() == OperandKind::RegMask && !function.mask_preserves(operand, reg)
            || operand.is_def()
                && other.is_some_and(|other| function.target.regs_overlap(reg, other))
    })
}
