//! `cfi-instr-inserter`: unwind rows for blocks that follow an epilogue in the layout.
//!
//! An epilogue changes the rule for the canonical frame address; the block after it in the layout is
//! entered from elsewhere, with the frame still set up:
//!
//! ```text
//!   bb.1: …  pop %rbx       .cfi_def_cfa_offset 8   ret
//!   bb.2: (frame is up)     .cfi_def_cfa %rsp, 16   ◀── inserted
//! ```

use avarice_mir::InsertPoint;
use avarice_mir::{Block, CfiInstruction, InstBuilder, MachineFunction, Operand, OperandValue};
use avarice_target::op;
use cranelift_entity::SecondaryMap;

/// How the canonical frame address is computed: DWARF register plus offset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct CfaRule {
    register: u16,
    offset: i64,
}

impl CfaRule {
    fn apply(&mut self, instruction: CfiInstruction) {
        match instruction {
            CfiInstruction::DefCfa(register, offset) => *self = Self { register, offset },
            CfiInstruction::DefCfaOffset(offset) => self.offset = offset,
            CfiInstruction::DefCfaRegister(register) => self.register = register,
            CfiInstruction::AdjustCfaOffset(by) => self.offset += by,
            _ => {}
        }
    }
}

fn rule_after(function: &MachineFunction, block: Block, mut rule: CfaRule) -> CfaRule {
    for inst in function.block_insts(block) {
        if function.opcode(inst) == op::CFI_INSTRUCTION
            && let OperandValue::Cfi(index) = function.operand(inst, 0).value()
        {
            rule.apply(function.cfi[index]);
        }
    }
    rule
}

/// Inserts `def_cfa` where layout and control flow disagree.
///
/// # Requires
/// Final block order; on every path to a block the same rule (as frame lowering leaves it).
/// `register` and `offset` are the rule at function entry.
///
/// # Ensures
/// The rule that holds by reading the blocks in layout order is right in each.
pub fn run(function: &mut MachineFunction, register: u16, offset: i64) {
    if function.cfi.is_empty() {
        return;
    }
    let start = CfaRule { register, offset };
    let mut entry_rule: SecondaryMap<Block, Option<CfaRule>> = SecondaryMap::new();
    let mut work = vec![(function.layout[0], start)];
    while let Some((block, rule)) = work.pop() {
        if entry_rule[block].is_none() {
            entry_rule[block] = Some(rule);
            let after = rule_after(function, block, rule);
            let successors = &function.blocks[block].succs;
            work.extend(successors.iter().map(|successor| (*successor, after)));
        }
    }
    let mut current = start;
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        let wanted = entry_rule[block].unwrap_or(current);
        if wanted != current {
            let index = function
                .cfi
                .push(CfiInstruction::DefCfa(wanted.register, wanted.offset));
            let before = function.blocks[block].first.expand();
            InstBuilder::new(function, op::CFI_INSTRUCTION)
                .op(Operand::cfi(index))
                .insert_at(InsertPoint::new(block, before));
        }
        current = rule_after(function, block, wanted);
    }
}
