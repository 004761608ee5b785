//! The x87 stackifier: operations on the registers FP0 … FP6 become operations on the x87 register stack.
//!
//! Selection and allocation see seven ordinary registers. The machine has a stack of eight, whose top is an
//! operand of every instruction. This pass, after allocation, tracks block by block which register's value
//! is at which position:
//!
//! ```text
//!   $fp0 = LD_Fp80m %a        fld %a             stack (top first): fp0
//!   $fp1 = LD_Fp80m %b        fld %b             fp1 fp0
//!   $fp2 = SUB_Fp80 $fp0,     fsubr %st(1), %st  fp2 fp0              ($fp1 was read the last time: the
//!                   $fp1                                               difference takes its place)
//!   ST_FpP80m %c, $fp2        fstp %c            fp0
//! ```
//!
//! Dead values are popped immediately, so the stack always holds exactly the live registers. Blocks that a
//! group of edges joins (an *edge bundle*: all edges that leave the same blocks or enter the same blocks)
//! have to agree on the content of the stack and its order; the first block that is finished decides on the
//! order, the others exchange values until theirs is the same.
//!
//! | file | holds |
//! |---|---|
//! | `table` | the opcodes: the stack instruction for each register instruction |
//! | `stack` | the stack, and the instructions that move values on it |
//! | `insts` | rewriting of one instruction |
//! | `inline_asm` | the same for inline assembly |
//! | `bundles` | liveness of registers, and the layouts that edges agree on |

mod bundles;
mod inline_asm;
mod insts;
mod stack;
mod table;

use avarice_mir::{Block, MachineFunction};
use avarice_target::PhysReg;
use cranelift_entity::EntitySet;

use crate::reg;
use avarice_machine::pass::{MachinePass, MachineUnit};
use avarice_trace::Log;
use bundles::Bundles;
use stack::Stackifier;

/// The registers that allocation knows, by the number of their value.
const FLOAT_REGS: [PhysReg; 7] = [
    reg::FP0,
    reg::FP1,
    reg::FP2,
    reg::FP3,
    reg::FP4,
    reg::FP5,
    reg::FP6,
];

/// The value that a register holds; `None` for registers of other kinds.
fn value_of(register: avarice_mir::Reg) -> Option<u8> {
    let register = register.as_physical()?;
    let index = FLOAT_REGS.iter().position(|float| *float == register)?;
    Some(index as u8)
}

/// `x86-codegen`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    after: &["stack-slot-coloring", "virtregrewriter"],
    ..MachinePass::new("x86-codegen", "X86 FP Stackifier", || {
        Box::new(|unit: &mut MachineUnit<'_>, _: &mut Log<'_>| {
            run(&mut unit.function)
                .map_err(|why| unit.with_name(format_args!("unsupported: {why}")))
        })
    })
};

/// Replaces operations on x87 registers by operations on the x87 stack.
///
/// # Requires
/// No virtual registers; tied operands are the same register.
///
/// # Ensures
/// No operand is one of FP0 … FP6. The stack is empty at entry and at calls, and holds nothing but results at
/// returns and after calls.
///
/// # Preserves
/// The control flow.
///
/// # Errors
/// An instruction whose form on the stack is not known: arguments of calls in x87 registers, operands of inline assembly
/// that are not at the top.
pub fn run(function: &mut MachineFunction) -> Result<(), String> {
    if FLOAT_REGS
        .iter()
        .all(|reg| function.reg_ops(*reg).next().is_none())
    {
        return Ok(());
    }
    let Some(entry) = function.layout.first().copied() else {
        return Ok(());
    };
    let bundles = Bundles::new(function);
    let mut stackifier = Stackifier::new(function, bundles, entry);
    let mut seen: EntitySet<Block> = EntitySet::new();
    // A block after one that leads to it, where there is one: edges have their order then.
    let mut pending: Vec<Block> = stackifier.function.layout.clone();
    pending.reverse();
    while let Some(block) = pending.pop() {
        if !seen.insert(block) {
            continue;
        }
        stackifier.rewrite_block(block)?;
        let successors = stackifier.function.blocks[block].succs.iter().rev();
        pending.extend(successors);
    }
    for index in 0..function.layout.len() {
        let block = function.layout[index];
        let live_ins = &mut function.blocks[block].live_ins;
        live_ins.retain(|(register, _)| !FLOAT_REGS.contains(register));
    }
    Ok(())
}
