//! Computes in one block what two blocks compute that it dominates, where control can get from one of them to the other.
//!
//! The instructions themselves stay: after it they compute what an instruction that dominates them does, and are removed as
//! all such are.

use avarice_ir::Block as IrBlock;
use avarice_mir::{Block, Inst, MachineFunction, Operand, VReg, inst_facts};
use avarice_target::{InstrFlags, PhysReg};
use smallvec::SmallVec;

use super::{Scratch, is_candidate, physical};
use crate::pass::MachineUnit;

/// How many blocks of the IR are looked at before control is taken to get everywhere.
const MAX_BLOCKS: usize = 32;

/// Hoists what dominates, from block to block in the order of the dominator tree.
pub(super) fn run(unit: &mut MachineUnit<'_>, scratch: &mut Scratch, entry: Block) {
    let mut blocks = std::mem::take(&mut scratch.blocks);
    blocks.push((entry, 0));
    while let Some((block, _)) = blocks.pop() {
        let mut cursor = unit.function.blocks[block].first.expand();
        while let Some(inst) = cursor {
            cursor = unit.function.next_inst(inst);
            visit(unit, scratch, inst);
        }
        let children = unit.analyses.dominators.children(block).iter();
        blocks.extend(children.map(|child| (*child, 0)));
    }
    scratch.blocks = blocks;
}

/// What an instruction that may be hoisted reads and writes.
struct Hoistable {
    def: VReg,
    /// Physical registers that it reads, none of them among it.
    phys_uses: SmallVec<[Option<PhysReg>; 4]>,
}

fn hoistable(unit: &MachineUnit<'_>, inst: Inst) -> Option<Hoistable> {
    let function = &unit.function;
    let desc = function.desc(inst);
    if !is_candidate(function, inst)
        || desc.has(InstrFlags::NOT_DUPLICABLE)
        || desc.num_defs != 1
        || !desc.implicit_defs.is_empty()
        || inst_facts::may_load(function, inst)
        || unit.target.is_as_cheap_as_move(function, inst)
    {
        return None;
    }
    let def = function.operands(inst).first()?;
    let def = def.as_reg().as_virtual().filter(|_| def.is_def())?;
    let mut phys_uses = SmallVec::new();
    for operand in function.operands(inst).iter().filter(|o| o.is_reg()) {
        if operand.as_reg().is_virtual() {
            continue;
        }
        if operand.is_def() {
            return None;
        }
        phys_uses.push(operand.as_reg().as_physical());
    }
    Some(Hoistable { def, phys_uses })
}

/// Hoists `inst` if an instruction that was seen computes the same; else it is seen.
fn visit(unit: &mut MachineUnit<'_>, scratch: &mut Scratch, inst: Inst) {
    let Some(hoistable) = hoistable(unit, inst) else {
        return;
    };
    let Some(other) = scratch.values.find(&unit.function, inst, |_| true) else {
        scratch.values.insert(&unit.function, inst);
        return;
    };
    if let Some(before) = place(unit, inst, other, &hoistable) {
        let function = &mut unit.function;
        let reg = function.clone_vreg(hoistable.def);
        if !is_only_copied(function, inst, hoistable.def) {
            let new = duplicate(function, inst, before, reg);
            // What is found from now on is in the block that it was hoisted to.
            scratch.values.insert(function, new);
        }
    }
}

/// Where to compute the value of both instructions: before the terminators of a block that dominates both.
fn place(unit: &MachineUnit<'_>, inst: Inst, other: Inst, what: &Hoistable) -> Option<Inst> {
    let function = &unit.function;
    let block = function.inst_block(inst)?;
    let seen = function.inst_block(other)?;
    let to = unit
        .analyses
        .dominators
        .nearest_common_dominator(block, seen)?;
    if to == seen || !can_hoist_into(function, to) || !is_profitable(unit, to, [block, seen]) {
        return None;
    }
    let ir_blocks = [block, seen].map(|block| function.blocks[block].ir_block.expand());
    let [Some(from), Some(reached)] = ir_blocks else {
        return None;
    };
    if !can_reach(unit, from, reached) && !can_reach(unit, reached, from) {
        return None;
    }
    if function.desc(inst).has(InstrFlags::CONVERGENT) && to != block {
        return None;
    }
    let before = function.first_terminator(to)?;
    if !what.phys_uses.is_empty() {
        physical::reach(function, before, inst, |reg| {
            what.phys_uses.contains(&Some(reg))
        })?;
    }
    Some(before)
}

/// Whether what is at the end of a block is executed before all its successors.
fn can_hoist_into(function: &MachineFunction, block: Block) -> bool {
    let data = &function.blocks[block];
    let returns = data
        .last
        .expand()
        .is_some_and(|last| function.desc(last).has(InstrFlags::RETURN));
    let mut succs = data.succs.iter();
    !returns
        && !succs.any(|succ| {
            let succ = &function.blocks[*succ];
            succ.eh_pad || succ.inline_asm_br_target
        })
}

/// Whether a block runs no more often than two others together. Small code is worth it in any case.
fn is_profitable(unit: &MachineUnit<'_>, to: Block, from: [Block; 2]) -> bool {
    let frequency = |block| unit.analyses.frequencies.frequency(block);
    unit.has_attribute("minsize")
        || frequency(to) <= frequency(from[0]).saturating_add(frequency(from[1]))
}

/// Whether control may get from one block of the IR to another. True where that takes long to find out.
fn can_reach(unit: &MachineUnit<'_>, from: IrBlock, to: IrBlock) -> bool {
    let global = unit.function.ir_function;
    let global = global.and_then(|id| unit.module.globals.get(id));
    let data = global.and_then(avarice_ir::global::GlobalData::function);
    let Some(function) = data.and_then(|data| data.body.as_deref()) else {
        return false;
    };
    let mut stack: SmallVec<[IrBlock; 32]> = SmallVec::from_slice(&[from]);
    let mut visited: SmallVec<[IrBlock; MAX_BLOCKS]> = SmallVec::new();
    while let Some(block) = stack.pop() {
        if visited.contains(&block) {
            continue;
        }
        visited.push(block);
        if block == to || visited.len() == MAX_BLOCKS {
            return true;
        }
        stack.extend_from_slice(function.successors(block));
    }
    false
}

/// Whether `inst` computes a constant that is only copied: it will not be removed.
fn is_only_copied(function: &MachineFunction, inst: Inst, def: VReg) -> bool {
    let mut operands = function.operands(inst).iter();
    let reads_vreg = operands.any(|operand| operand.is_use() && operand.as_reg().is_virtual());
    let mut uses = function.non_debug_uses(def).peekable();
    !reads_vreg
        && uses.peek().is_some()
        && uses.all(|op| inst_facts::is_copy_like(function, function.op_inst(op)))
}

/// Inserts a copy of `inst` that defines `reg`. It belongs to no line of the source.
fn duplicate(function: &mut MachineFunction, inst: Inst, before: Inst, reg: VReg) -> Inst {
    let operands: SmallVec<[Operand; 8]> = function.operands(inst).iter().copied().collect();
    let new = function.create_inst(function.opcode(inst), &operands);
    function.insts[new].flags = function.insts[inst].flags;
    function.copy_mem_ops(inst, new);
    function.set_reg(new, 0, reg);
    function.insert_before(before, new);
    new
}
