//! `break-false-deps`: instructions that wait for the previous content of a register which they do not need.
//!
//! ```text
//!   $xmm1 = CVTSI2SDrr $eax                      $xmm1 = XORPSrr undef $xmm1, undef $xmm1
//!                                           ─▶   $xmm1 = CVTSI2SDrr $eax, implicit killed $xmm1
//!   $xmm1 = VSQRTSDr undef $xmm1, $xmm0     ─▶   $xmm1 = VSQRTSDr undef $xmm0, $xmm0
//! ```
//!
//! An instruction that writes a part of a register keeps the rest. One that reads an undefined register can read any:
//! best one that it needs anyway, or one that was written long ago. If there is none, an instruction is put before it
//! that makes the register a new one for the processor.

use avarice_mir::{Inst, MachineFunction, OperandFlags};
use avarice_target::{InstrFlags, PhysReg};

use crate::live_phys_regs::LivePhysRegs;
use crate::loop_traversal::LoopTraversal;
use crate::pass::MachineUnit;
use crate::reaching_defs::ReachingDefs;

/// What a target says of such instructions.
pub trait FalseDependencies {
    /// The registers in question.
    fn registers(&self) -> &'static [PhysReg];

    /// How many instructions before `inst` the undefined register should have been written that operand `index` reads; 0
    /// if that does not matter.
    fn undef_clearance(&self, function: &MachineFunction, inst: Inst, index: usize) -> i32;

    /// How many instructions before `inst` the register should have been written a part of which operand `index` defines;
    /// 0 if that does not matter.
    fn partial_clearance(&self, function: &MachineFunction, inst: Inst, index: usize) -> i32;

    /// Makes the register of operand `index` new before `inst`.
    fn break_dependency(&self, function: &mut MachineFunction, inst: Inst, index: usize);
}

/// Memory of the pass.
#[derive(Debug, Default)]
pub struct BreakFalseDeps {
    traversal: LoopTraversal,
    reaching: ReachingDefs,
    live: LivePhysRegs,
    /// Operands of a block that read an undefined register written too short before.
    undef_reads: Vec<(Inst, usize)>,
}

impl BreakFalseDeps {
    /// Breaks false dependencies.
    ///
    /// # Requires
    /// No virtual registers; blocks that know which registers live into them; blocks and edges, reserved registers.
    ///
    /// # Preserves
    /// The control flow graph, all values.
    pub fn run(&mut self, unit: &mut MachineUnit<'_>, target: &dyn FalseDependencies) {
        let is_smallest = unit.has_attribute("minsize");
        let function = &mut unit.function;
        if !may_wait(function, target) {
            return;
        }
        self.traversal.compute(function, &unit.analyses.cfg);
        self.reaching
            .compute(function, &self.traversal, target.registers());
        for at in 0..function.layout.len() {
            let block = function.layout[at];
            if !unit.analyses.cfg.is_reachable(block) {
                continue;
            }
            self.undef_reads.clear();
            self.reaching.enter(block);
            let mut cursor = function.blocks[block].first.expand();
            while let Some(inst) = cursor {
                cursor = function.next_inst(inst);
                if function.is_debug(inst) {
                    continue;
                }
                self.choose_undef(function, target, &unit.analyses.reserved, inst);
                if !is_smallest {
                    self.break_partial(function, target, inst);
                }
                self.reaching.pass(function, inst);
            }
            if !is_smallest {
                self.break_undef(function, target, block);
            }
        }
    }

    /// Chooses the undefined registers that `inst` reads.
    fn choose_undef(
        &mut self,
        function: &mut MachineFunction,
        target: &dyn FalseDependencies,
        reserved: &[bool],
        inst: Inst,
    ) {
        let desc = function.desc(inst);
        let end = desc.operands.len().min(function.num_operands(inst));
        for index in usize::from(desc.num_defs)..end {
            let operand = function.operand(inst, index);
            if !operand.is_use() || !operand.has(OperandFlags::UNDEF) {
                continue;
            }
            let wanted = match operand.as_reg().as_physical() {
                Some(_) => target.undef_clearance(function, inst, index),
                None => 0,
            };
            if wanted == 0 || self.pick(function, reserved, (inst, index), wanted) {
                continue;
            }
            let reg = function.operand(inst, index).as_reg().as_physical();
            if reg.is_some_and(|reg| self.reaching.clearance(function, reg) < wanted) {
                self.undef_reads.push((inst, index));
            }
        }
    }

    /// Chooses another register for an undefined one. Whether it is one that `inst` needs anyway.
    fn pick(
        &self,
        function: &mut MachineFunction,
        reserved: &[bool],
        (inst, index): (Inst, usize),
        wanted: i32,
    ) -> bool {
        let operand = *function.operand(inst, index);
        let (Some(original), Some(class)) = (
            operand.as_reg().as_physical(),
            function.desc(inst).operands[index].class,
        ) else {
            return false;
        };
        let target = function.target;
        let has_alias = |reg: PhysReg| {
            let mut units = target.reg(reg).units.iter();
            units.any(|unit| target.units[unit.index()].roots.len() > 1)
        };
        let is_free = operand.tied_to().is_none() && operand.has(OperandFlags::RENAMABLE);
        if !is_free || has_alias(original) {
            return false;
        }
        let class = target.class(class);
        let needed = function.operands(inst).iter().find_map(|other| {
            let reg = other.as_reg().as_physical().filter(|_| other.is_use())?;
            (!other.has(OperandFlags::UNDEF) && class.contains(reg)).then_some(reg)
        });
        if let Some(needed) = needed {
            set_reg(function, (inst, index), needed);
            return true;
        }
        let mut best = (0, original);
        for reg in allocation_order(function, reserved, class.order) {
            let clearance = self.reaching.clearance(function, reg);
            if clearance > best.0 {
                best = (clearance, reg);
                if clearance > wanted {
                    break;
                }
            }
        }
        set_reg(function, (inst, index), best.1);
        false
    }

    /// Breaks the dependency on a register of which `inst` writes a part.
    fn break_partial(
        &self,
        function: &mut MachineFunction,
        target: &dyn FalseDependencies,
        inst: Inst,
    ) {
        let desc = function.desc(inst);
        let count = match desc.has(InstrFlags::VARIADIC) {
            true => function.num_operands(inst),
            false => usize::from(desc.num_defs).min(function.num_operands(inst)),
        };
        for index in 0..count {
            let operand = function.operand(inst, index);
            let Some(reg) = operand.as_reg().as_physical().filter(|_| operand.is_def()) else {
                continue;
            };
            let wanted = target.partial_clearance(function, inst, index);
            if wanted != 0 && self.reaching.clearance(function, reg) < wanted {
                target.break_dependency(function, inst, index);
            }
        }
    }

    /// Breaks the dependencies on undefined registers of a block that hold nothing which is still needed.
    fn break_undef(
        &mut self,
        function: &mut MachineFunction,
        target: &dyn FalseDependencies,
        block: avarice_mir::Block,
    ) {
        let Some(mut next) = self.undef_reads.pop() else {
            return;
        };
        self.live.begin_function(function);
        self.live.add_live_outs(function, block);
        let mut cursor = function.blocks[block].last.expand();
        while let Some(inst) = cursor {
            self.live.step_backward(function, inst);
            // A dependency that is broken puts an instruction before `inst` that is walked over next.
            let (read, index) = next;
            if read == inst {
                let reg = function.operand(inst, index).as_reg().as_physical();
                if reg.is_some_and(|reg| !self.live.contains(reg)) {
                    target.break_dependency(function, inst, index);
                }
                match self.undef_reads.pop() {
                    Some(earlier) => next = earlier,
                    None => return,
                }
            }
            cursor = function.prev_inst(inst);
        }
    }
}

/// Whether there is an instruction for whose registers the last write matters. Walks over the table, not the blocks, which is
/// faster; it may find one that was removed.
fn may_wait(function: &MachineFunction, target: &dyn FalseDependencies) -> bool {
    let waits = |inst: Inst| {
        let desc = function.desc(inst);
        let count = function.num_operands(inst);
        let defs = match desc.has(InstrFlags::VARIADIC) {
            true => count,
            false => usize::from(desc.num_defs).min(count),
        };
        let mut reads = usize::from(desc.num_defs)..desc.operands.len().min(count);
        reads.any(|at| {
            let operand = function.operand(inst, at);
            operand.has(OperandFlags::UNDEF) && target.undef_clearance(function, inst, at) != 0
        }) || (0..defs).any(|at| {
            let operand = function.operand(inst, at);
            operand.is_def() && target.partial_clearance(function, inst, at) != 0
        })
    };
    function.insts.keys().any(waits)
}

/// Gives an operand another register, which may not be renamed.
fn set_reg(function: &mut MachineFunction, (inst, index): (Inst, usize), reg: PhysReg) {
    if function.operand(inst, index).as_reg() != reg.into() {
        function.set_reg(inst, index, reg);
        let operand = function.operand_mut(inst, index);
        operand.set(OperandFlags::RENAMABLE, false);
    }
}

/// The registers of a class in the order in which allocation takes them: those last that the function has to save.
fn allocation_order<'a>(
    function: &'a MachineFunction,
    reserved: &'a [bool],
    order: &'a [PhysReg],
) -> impl Iterator<Item = PhysReg> + 'a {
    let is_saved = |reg: PhysReg| {
        let mut saved = function.callee_saved().iter();
        saved.any(|saved| function.target.regs_overlap(*saved, reg))
    };
    let free = move || order.iter().copied().filter(|reg| !reserved[reg.index()]);
    let first = free().filter(move |reg| !is_saved(*reg));
    first.chain(free().filter(move |reg| is_saved(*reg)))
}
