//! `x86-flags-copy-lowering`: code that reads flags which were copied reads conditions in registers instead. The
//! machine has no cheap copy of its flags.
//!
//! ```text
//!   CMP32rr %0, %1                     CMP32rr %0, %1
//!   %2 = COPY $eflags                  %9 = SETCCr 4
//!   code that sets the flags           code that sets the flags
//!   $eflags = COPY %2
//!                                      TEST8rr %9, %9
//!   %3 = CMOV32rr %4, %5, 4            %3 = CMOV32rr %4, %5, 5
//! ```
//!
//! All copies come from copies: `$eflags` to a virtual register and back. A condition is put into a register where the flags
//! were copied from, or further up where they are the same.

mod readers;
mod split;

use avarice_ir::MetadataId;
use avarice_machine::pass::{Analysis, MachinePass, MachineUnit, RunPass, When};
use avarice_mir::{
    Block, InsertPoint, Inst, InstBuilder, MachineDominatorTree, MachineFunction, Op, Operand,
    OperandFlags, OperandKind, Reg, VReg,
};
use avarice_trace::Log;
use cranelift_entity::EntitySet;
use cranelift_entity::packed_option::PackedOption;

use crate::condition::Cond;
use crate::{class, op, reg};

/// `x86-flags-copy-lowering`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    when: When::ALWAYS,
    preserves: Analysis::RESERVED_REGS,
    after: &["peephole-opt"],
    ..MachinePass::new(
        "x86-flags-copy-lowering",
        "X86 EFLAGS copy lowering",
        || Box::<Scratch>::default(),
    )
};

/// Memory of the pass.
#[derive(Debug, Default)]
struct Scratch {
    copies: Vec<Inst>,
    blocks: Vec<Block>,
    visited: EntitySet<Block>,
    branches: Vec<Inst>,
}

impl RunPass for Scratch {
    fn run(&mut self, unit: &mut MachineUnit<'_>, log: &mut Log<'_>) -> Result<(), String> {
        run(unit, self, log)
    }
}

/// Replaces copies to the flags.
///
/// # Requires
/// Machine SSA; lists of registers that are live into blocks.
///
/// # Ensures
/// No instruction copies to the flags.
///
/// # Preserves
/// Machine SSA. Blocks that end with two conditional branches may be split.
///
/// # Errors
/// Flags that are copied from something other than a copy of flags; a reader of the flags that is not known; one that is
/// reached without passing the place that the flags are copied from.
fn run(unit: &mut MachineUnit<'_>, scratch: &mut Scratch, log: &mut Log<'_>) -> Result<(), String> {
    let function = &unit.function;
    if !function
        .insts
        .keys()
        .any(|inst| copies_to_flags(function, inst))
    {
        return Ok(());
    }
    let hooks = unit.hooks();
    unit.analyses
        .require(Analysis::LOOPS, &mut unit.function, hooks, log);
    scratch.copies.clear();
    for block in unit.analyses.cfg.reverse_postorder() {
        for inst in unit.function.block_insts(block) {
            if copies_to_flags(&unit.function, inst) {
                scratch.copies.push(inst);
            }
        }
    }
    let mut lowering = Lowering {
        function: &mut unit.function,
        dominators: &unit.analyses.dominators,
    };
    for at in 0..scratch.copies.len() {
        let lowered = lowering.lower(scratch.copies[at], scratch);
        lowered.map_err(|what| {
            let name = String::from_utf8_lossy(&lowering.function.name);
            format!("cannot lower a copy of the flags: {what}, in function '{name}'")
        })?;
    }
    Ok(())
}

fn copies_to_flags(function: &MachineFunction, inst: Inst) -> bool {
    function.opcode(inst) == op::COPY && function.operand(inst, 0).as_reg() == reg::EFLAGS.into()
}

struct Lowering<'a> {
    function: &'a mut MachineFunction,
    dominators: &'a MachineDominatorTree,
}

/// The conditions that are in registers, and where more can be computed.
struct Conditions {
    /// By number of the condition.
    known: [Option<VReg>; 16],
    /// Where the flags are as the readers want them.
    at: InsertPoint,
    location: PackedOption<MetadataId>,
}

impl Lowering<'_> {
    /// Makes the readers of what `copy` copies read conditions from registers.
    fn lower(&mut self, copy: Inst, scratch: &mut Scratch) -> Result<(), &'static str> {
        let saved = self.function.operand(copy, 1).as_reg();
        let source = saved
            .as_virtual()
            .and_then(|saved| self.function.unique_def(saved))
            .filter(|source| self.function.opcode(*source) == op::COPY)
            .ok_or("it is not a copy of flags that is copied")?;
        if !self.function.operand(copy, 0).has(OperandFlags::DEAD) {
            let mut conditions = self.find_source(copy, source);
            self.collect_conditions(&mut conditions);
            self.rewrite_readers(copy, source, &mut conditions, scratch)?;
            self.rewrite_branches(&mut conditions, scratch)?;
        }
        self.function.remove_inst(copy);
        if self.function.reg_ops(saved).nth(1).is_none() {
            self.function.remove_inst(source);
        }
        Ok(())
    }

    /// Where conditions can be put into registers: before `source`, or at the end of a block above it where the flags are the
    /// same.
    fn find_source(&mut self, copy: Inst, source: Inst) -> Conditions {
        let function = &*self.function;
        let mut at = InsertPoint::before(function, source);
        let mut location = function.debug_loc(source);
        while has_live_in_flags(function, at.block)
            && !self.clobbers(copy, function.blocks[at.block].first.expand(), at.before)
            && let Some(above) = self.common_dominator(at.block)
        {
            let end = function.first_terminator(above);
            if self.is_clobbered_between(copy, above, at.block) || self.clobbers(copy, end, None) {
                break;
            }
            at = InsertPoint::new(above, end);
            location = None.into();
        }
        Conditions {
            known: [None; 16],
            at,
            location,
        }
    }

    /// The block that dominates all blocks before `block`.
    fn common_dominator(&self, block: Block) -> Option<Block> {
        let (first, others) = self.function.blocks[block].preds.split_first()?;
        others.iter().try_fold(*first, |above, other| {
            self.dominators.nearest_common_dominator(above, *other)
        })
    }

    /// Whether the flags are set between two places in a block, other than by `copy`.
    fn clobbers(&self, copy: Inst, first: Option<Inst>, end: Option<Inst>) -> bool {
        let mut next = first.filter(|first| Some(*first) != end);
        while let Some(inst) = next {
            if inst != copy && flag_operand(self.function, inst, Operand::is_def).is_some() {
                return true;
            }
            next = self
                .function
                .next_inst(inst)
                .filter(|next| Some(*next) != end);
        }
        false
    }

    /// Whether the flags are set in a block on a path from the end of `above` to `below`.
    fn is_clobbered_between(&self, copy: Inst, above: Block, below: Block) -> bool {
        let mut visited = EntitySet::new();
        visited.insert(above);
        let mut blocks = vec![below];
        while let Some(block) = blocks.pop() {
            for pred in &self.function.blocks[block].preds {
                if !visited.insert(*pred) {
                    continue;
                }
                if self.clobbers(copy, self.function.blocks[*pred].first.expand(), None) {
                    return true;
                }
                blocks.push(*pred);
            }
        }
        false
    }

    /// Looks for conditions that the code before the place puts into registers anyway.
    fn collect_conditions(&mut self, conditions: &mut Conditions) {
        let function = &*self.function;
        let mut next = conditions.at.prev(function);
        while let Some(inst) = next {
            if function.opcode(inst) == op::SETCCr
                && let Some(result) = function.operand(inst, 0).as_reg().as_virtual()
                && let Some(known) = readers::condition(function, inst)
            {
                conditions.known[known as usize] = Some(result);
            }
            if flag_operand(function, inst, Operand::is_def).is_some() {
                break;
            }
            next = function.prev_inst(inst);
        }
    }

    /// The register that has a condition.
    fn register_of(&mut self, condition: Cond, conditions: &mut Conditions) -> VReg {
        if let Some(known) = conditions.known[condition as usize] {
            return known;
        }
        let result = self.function.create_vreg(class::GR8);
        let set = InstBuilder::new(self.function, op::SETCCr).location(conditions.location);
        let set = set.def(result).imm(condition.number());
        set.insert_at(conditions.at);
        conditions.known[condition as usize] = Some(result);
        result
    }

    /// Visits the readers of the flags from `copy` on; leaves branches for later.
    fn rewrite_readers(
        &mut self,
        copy: Inst,
        source: Inst,
        conditions: &mut Conditions,
        scratch: &mut Scratch,
    ) -> Result<(), &'static str> {
        let Some(first) = self.function.inst_block(copy) else {
            return Ok(());
        };
        scratch.blocks.clear();
        scratch.branches.clear();
        scratch.visited.clear();
        scratch.blocks.push(first);
        while let Some(block) = scratch.blocks.pop() {
            let start = match block == first && !scratch.visited.contains(first) {
                true => self.function.next_inst(copy),
                false => self.function.blocks[block].first.expand(),
            };
            let ends = |inst: Inst| inst == copy || inst == source;
            let range = (start, ends);
            if self.rewrite_block(range, source, conditions, &mut scratch.branches)? {
                continue;
            }
            for at in 0..self.function.blocks[block].succs.len() {
                let succ = self.function.blocks[block].succs[at];
                if !has_live_in_flags(self.function, succ) || !scratch.visited.insert(succ) {
                    continue;
                }
                let from = conditions.at.block;
                if succ == from || !self.dominators.dominates(from, succ) {
                    return Err("it does not dominate all readers");
                }
                scratch.blocks.push(succ);
                let live_ins = &mut self.function.blocks[succ].live_ins;
                live_ins.retain(|(reg, _)| *reg != reg::EFLAGS);
            }
        }
        Ok(())
    }

    /// Rewrites readers of the flags in a block, up to where the flags are set or no longer read; returns whether they
    /// are.
    fn rewrite_block(
        &mut self,
        (start, ends): (Option<Inst>, impl Fn(Inst) -> bool),
        source: Inst,
        conditions: &mut Conditions,
        branches: &mut Vec<Inst>,
    ) -> Result<bool, &'static str> {
        let mut is_over = false;
        let mut next = start;
        while let Some(inst) = next.filter(|inst| !ends(*inst)) {
            next = self.function.next_inst(inst);
            let read = flag_operand(self.function, inst, Operand::is_use);
            is_over = modifies_flags(self.function, inst);
            let Some(read) = read else {
                if is_over {
                    break;
                }
                continue;
            };
            is_over |= self.function.op(read).has(OperandFlags::KILL);
            if self.function.opcode(inst) == op::JCC_1 {
                let jumps = |inst: &Inst| self.function.opcode(*inst) == op::JCC_1;
                let following =
                    std::iter::successors(Some(inst), |inst| self.function.next_inst(*inst));
                branches.extend(following.take_while(jumps));
                break;
            }
            self.rewrite(inst, source, conditions)?;
            if is_over {
                break;
            }
        }
        Ok(is_over)
    }

    /// Makes branches that were left test registers; a block keeps one of them.
    fn rewrite_branches(
        &mut self,
        conditions: &mut Conditions,
        scratch: &mut Scratch,
    ) -> Result<(), &'static str> {
        let mut last = None;
        for branch in scratch.branches.drain(..) {
            let block = self.function.inst_block(branch);
            match block {
                Some(block) if last == Some(block) => split::before(self.function, block, branch),
                _ => last = block,
            }
            self.rewrite_by_test(branch, conditions)?;
        }
        Ok(())
    }
}

/// The first operand of `inst` for the flags that is so.
fn flag_operand(function: &MachineFunction, inst: Inst, is: fn(&Operand) -> bool) -> Option<Op> {
    let flags = Reg::from(reg::EFLAGS);
    let mut ops = function.op_ids(inst);
    ops.find(|op| function.op(*op).as_reg() == flags && is(function.op(*op)))
}

/// Whether the flags are something else after `inst`.
fn modifies_flags(function: &MachineFunction, inst: Inst) -> bool {
    let flags = Reg::from(reg::EFLAGS);
    let mut operands = function.operands(inst).iter();
    operands.any(|operand| match operand.is_reg() {
        true => operand.is_def() && operand.as_reg() == flags,
        false => {
            operand.kind() == OperandKind::RegMask && !function.mask_preserves(operand, reg::EFLAGS)
        }
    })
}

fn has_live_in_flags(function: &MachineFunction, block: Block) -> bool {
    let mut live_ins = function.blocks[block].live_ins.iter();
    live_ins.any(|(reg, _)| *reg == reg::EFLAGS)
}
