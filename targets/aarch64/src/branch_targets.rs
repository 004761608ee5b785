//! `bti` at targets of indirect branches, for pages in which processors trap at any other target.
//!
//! ```text
//!   f:                bti c     indirect calls, and jumps through X16 and X17
//!   .Lblock:          bti j     a block whose address is taken, or that is in a jump table
//!   (both)            bti jc
//!   paciasp                     is a `bti c` by itself
//! ```
//!
//! Landing pads need none: the unwinder reaches them by a return. What follows a call that returns twice is marked when
//! the call is expanded.

use avarice_mir::InsertPoint;
use avarice_mir::{Block, Inst, InstBuilder, MachineFunction};
use avarice_target::InstrFlags;
use cranelift_entity::EntitySet;

use crate::op;
use avarice_machine::pass::{MachinePass, on_functions};

/// Bits of the number of a `HINT` that is a `bti`.
const BTI: i64 = 32;
const CALLS: i64 = 2;
const JUMPS: i64 = 4;

/// `aarch64-branch-targets`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    after: &["aarch64-ptrauth"],
    ..MachinePass::new("aarch64-branch-targets", "AArch64 Branch Targets", || {
        on_functions(run)
    })
};

/// Marks the places that indirect branches may reach.
///
/// # Requires
/// Final frames, return addresses signed.
///
/// # Ensures
/// Each such place begins with a mark, if `marks_targets` of the function's protection asks for it.
///
/// # Preserves
/// The CFG, all values.
pub fn run(function: &mut MachineFunction) {
    if !function.target_info.protection.marks_targets {
        return;
    }
    let mut in_tables: EntitySet<Block> = EntitySet::new();
    for block in function.jump_tables.values().flatten() {
        in_tables.insert(*block);
    }
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        let data = &function.blocks[block];
        // Even if no one has the function's address, the linker may reach it by way of a register.
        let mut number = if at == 0 { BTI | CALLS } else { BTI };
        let is_taken = data.machine_address_taken || data.ir_address_taken.is_some();
        if is_taken || in_tables.contains(block) {
            number |= JUMPS;
        }
        if number != BTI {
            mark(function, block, number);
        }
    }
}

fn mark(function: &mut MachineFunction, block: Block, number: i64) {
    let is_nothing = |inst: Inst| {
        function.desc(inst).has(InstrFlags::META) || function.opcode(inst) == op::EMITBKEY
    };
    let first = function.block_insts(block).find(|inst| !is_nothing(*inst));
    let signs =
        first.is_some_and(|inst| matches!(function.opcode(inst), op::PACIASP | op::PACIBSP));
    if signs && number == BTI | CALLS {
        return;
    }
    let before = function.blocks[block].first.expand();
    let location = before.and_then(|inst| function.debug_loc(inst).expand());
    InstBuilder::new(function, op::HINT)
        .location(location.into())
        .imm(number)
        .insert_at(InsertPoint::new(block, before));
}
