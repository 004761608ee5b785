//! `peephole-opt`: small improvements of machine SSA, in one walk over each block.
//!
//! ```text
//!   copies         %2 = COPY %1 (a copy of %0 from another file)   reads %0                   [`copies`], [`values`]
//!   bitcasts       %2 = MOVD %1 (a bitcast of %0)                  becomes a copy of %0
//!   repeated       %3 = COPY %0 after %2 = COPY %0                 gone: users read %2        [`repeated`]
//!   comparisons    TEST %1, %1 after %1 = SUB …                    gone: the flags are those of the subtraction
//!   branches       CBZ of what a CSINC computes                    becomes a branch on the condition
//!   extensions     users of %0 after %1 = SIGN-EXTEND %0           read a part of %1          [`extensions`]
//!   numbers        ADDrr %0, %1 with %1 = MOV 5                    becomes ADDri %0, 5
//!   loads          ADDrr %0, %1 with %1 = LOAD …                   becomes ADDrm %0, …
//!   recurrences    %1 = PHI …, %2; %2 = ADD %3, %1                 becomes ADD %1, %3         [`recurrence`]
//! ```
//!
//! What comparisons, branches, extensions and numbers are is the target's to know
//! ([`PeepholeHooks`](avarice_mir::hooks::PeepholeHooks)).

mod copies;
mod extensions;
mod loads;
mod recurrence;
mod repeated;
mod values;

use avarice_mir::{
    Block, Inst, MachineFunction, MachineLoopInfo, Reg, TargetHooks, VReg, inst_facts,
};
use avarice_target::{InstrFlags, SubRegIdx, op};
use avarice_trace::Log;
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

use crate::identical;
use crate::pass::{Analysis, MachinePass, MachineUnit, RunPass, When};
use loads::Loads;
use repeated::{CopyTable, PhysCopies};
use values::SourceMap;

/// Memory of the pass.
#[derive(Debug, Default)]
pub struct Scratch {
    /// The number of the current block, from 1, over all functions: marks what belongs to it.
    stamp: u32,
    /// Instructions that were visited, by the block's stamp.
    visited: SecondaryMap<Inst, u32>,
    /// Registers that the block sets to a number, by the block's stamp, and where.
    constants: SecondaryMap<VReg, (u32, PackedOption<Inst>)>,
    loads: Loads,
    copies: CopyTable,
    phys_copies: PhysCopies,
    sources: SourceMap,
}

/// `peephole-opt`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    when: When::OPTIMIZED,
    requires: Analysis::LOOPS.union(Analysis::RESERVED_REGS),
    preserves: Analysis::CFG.union(Analysis::RESERVED_REGS),
    after: &["machine-cse"],
    ..MachinePass::new("peephole-opt", "Peephole Optimizations", || {
        Box::<Scratch>::default()
    })
};

impl RunPass for Scratch {
    fn run(&mut self, unit: &mut MachineUnit<'_>, _: &mut Log<'_>) -> Result<(), String> {
        run(unit, self);
        Ok(())
    }
}

/// Improves a function.
///
/// # Requires
/// Machine SSA, anything else stays as it is; [`Analysis::LOOPS`].
///
/// # Ensures
/// Each instruction computes the same as before.
///
/// # Preserves
/// Machine SSA, the control flow graph.
pub fn run(unit: &mut MachineUnit<'_>, scratch: &mut Scratch) {
    if !unit.function.is_ssa {
        return;
    }
    scratch.visited.clear();
    scratch.constants.clear();
    scratch.loads.begin_function();
    scratch.copies.begin_function();
    let mut pass = Peephole {
        function: &mut unit.function,
        hooks: unit.target,
        reserved: &unit.analyses.reserved,
        loops: &unit.analyses.loops,
        scratch,
    };
    for at in 0..pass.function.layout.len() {
        pass.run_on_block(pass.function.layout[at]);
    }
}

struct Peephole<'a> {
    function: &'a mut MachineFunction,
    hooks: &'a dyn TargetHooks,
    reserved: &'a [bool],
    loops: &'a MachineLoopInfo,
    scratch: &'a mut Scratch,
}

/// The block that is walked over.
struct Walk {
    is_loop_header: bool,
    /// Whether it has set a register to a number.
    has_constants: bool,
}

impl Peephole<'_> {
    fn run_on_block(&mut self, block: Block) {
        self.scratch.stamp += 1;
        self.scratch.loads.clear();
        self.scratch.copies.begin_block();
        self.scratch.phys_copies.clear();
        let mut walk = Walk {
            is_loop_header: self.loops.is_header(block),
            has_constants: false,
        };
        let mut cursor = self.function.blocks[block].first.expand();
        while let Some(inst) = cursor {
            cursor = self.visit(inst, &mut walk);
        }
    }

    /// Improves `inst`; returns the instruction to look at next.
    fn visit(&mut self, inst: Inst, walk: &mut Walk) -> Option<Inst> {
        let next = self.function.next_bundle(inst);
        self.scratch.visited[inst] = self.scratch.stamp;
        let opcode = self.function.opcode(inst);
        if self.function.is_debug(inst) || inst_facts::is_position(self.function, inst) {
            return next;
        }
        if walk.is_loop_header && opcode == op::PHI && self.commute_recurrence(inst) {
            return next;
        }
        self.forget_phys_copies(inst);
        if matches!(opcode, op::IMPLICIT_DEF | op::KILL) {
            return next;
        }
        if inst_facts::is_inline_asm(self.function, inst)
            || inst_facts::has_side_effects(self.function, inst)
        {
            self.scratch.phys_copies.clear();
        }
        if self.improve(inst) {
            return next;
        }
        if self.is_constant(inst) {
            walk.has_constants = true;
        } else {
            self.reuse_extension(inst);
            // The copies that it has inserted are visited too.
            let next = self.function.next_bundle(inst);
            if walk.has_constants && self.fold_immediates(inst) {
                return next;
            }
            self.fold_loads(inst);
            return next;
        }
        self.fold_loads(inst);
        next
    }

    /// Tries what is the end of an instruction's visit if it succeeds.
    fn improve(&mut self, inst: Inst) -> bool {
        let desc = self.function.desc(inst);
        if desc.has(InstrFlags::BITCAST) && self.replace_bitcast(inst) {
            return true;
        }
        if desc.has(InstrFlags::COMPARE) && self.hooks.optimize_compare(self.function, inst) {
            return true;
        }
        let is_conditional_branch = desc.has(InstrFlags::BRANCH)
            && !desc
                .flags
                .intersects(InstrFlags::BARRIER | InstrFlags::INDIRECT_BRANCH);
        if is_conditional_branch && self.hooks.optimize_conditional_branch(self.function, inst) {
            return true;
        }
        if self.rewrite_copy(inst) {
            return true;
        }
        let is_gone = self.function.opcode(inst) == op::COPY
            && (self.replace_repeated_copy(inst) || self.is_copied_back(inst));
        if is_gone {
            self.remove_copy(inst);
        }
        is_gone
    }

    /// Notes `inst` if it sets a register to a number.
    fn is_constant(&mut self, inst: Inst) -> bool {
        let desc = self.function.desc(inst);
        if desc.num_defs != 1 {
            return false;
        }
        let def = self.function.operands(inst).first();
        let Some(reg) = def.and_then(|def| def.as_reg().as_virtual()) else {
            return false;
        };
        let is_constant = desc.has(InstrFlags::MOVE_IMM)
            || self.hooks.constant(self.function, inst, reg).is_some();
        if is_constant {
            self.scratch.constants[reg] = (self.scratch.stamp, inst.into());
        }
        is_constant
    }

    /// Puts a number in the place of the first register of `inst` that was set to one in this block and allows it. `true` if
    /// `inst` was removed, because the number is in a register already.
    fn fold_immediates(&mut self, inst: Inst) -> bool {
        let count = self.function.desc(inst).operands.len();
        for at in 0..count.min(self.function.num_operands(inst)) {
            let operand = *self.function.operand(inst, at);
            let Some(reg) = operand.as_reg().as_virtual().filter(|_| operand.is_use()) else {
                continue;
            };
            let (stamp, def) = self.scratch.constants[reg];
            let def = def.expand().filter(|_| stamp == self.scratch.stamp);
            let Some(def) = def.filter(|def| self.function.inst_block(*def).is_some()) else {
                continue;
            };
            let source = self.copy_source(inst);
            if self.hooks.fold_immediate(self.function, inst, def, reg) {
                if let Some(source) = source {
                    self.scratch.copies.remove(source, inst);
                }
                return self.is_repeated_constant(inst, def, reg);
            }
        }
        false
    }

    /// Removes `inst` if it sets a register to the same as `def` sets `reg`.
    fn is_repeated_constant(&mut self, inst: Inst, def: Inst, reg: VReg) -> bool {
        let function = &mut *self.function;
        if function.inst_block(def).is_none()
            || !identical::is_same_computation(function, inst, def)
        {
            return false;
        }
        let first = function.operands(inst).first();
        let own = first.and_then(|def| def.as_reg().as_virtual());
        let Some(own) = own.filter(|own| function.class(*own) == function.class(reg)) else {
            return false;
        };
        if own != reg {
            function.replace_reg(own, reg);
        }
        function.remove_inst(inst);
        true
    }

    /// Removes a copy, which is not a copy to reuse any more.
    fn remove_copy(&mut self, inst: Inst) {
        if let Some(source) = self.copy_source(inst) {
            self.scratch.copies.remove(source, inst);
        }
        self.function.remove_inst(inst);
    }
}

/// Makes a debug instruction describe nothing: what it describes is gone.
fn make_debug_value_undefined(function: &mut MachineFunction, inst: Inst) {
    let operands = match function.opcode(inst) {
        op::DBG_VALUE => 0..1,
        op::DBG_VALUE_LIST => 2..function.num_operands(inst),
        _ => return,
    };
    for at in operands {
        if function.operand(inst, at).is_reg() {
            function.set_reg(inst, at, Reg::NONE);
            function.operand_mut(inst, at).set_sub_reg(SubRegIdx::NONE);
        }
    }
}
