//! `endbr64` at targets of indirect branches, for processors that trap at any other target (CET).
//!
//! ```text
//!   f:                  a function that others can have the address of
//!     endbr64
//!     call  setjmp      returns a second time by an indirect jump
//!     endbr64
//!   .Lpad:              reached by the unwinder, after the label of its table
//!     endbr64
//!   .Lblock:            a block whose address is taken
//!     endbr64
//! ```
//!
//! Targets of jump tables have none: those jumps carry the prefix `notrack`.

use avarice_ir::{CodeModel, Global, Module, TakenAddresses};
use avarice_mir::InsertPoint;
use avarice_mir::{Block, Inst, InstBuilder, MachineFunction, OperandValue};
use avarice_target::InstrFlags;

use crate::op;
use avarice_machine::pass::{MachinePass, MachineUnit};
use avarice_trace::Log;

/// `x86-indirect-branch-tracking`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    after: &["block-placement"],
    ..MachinePass::new(
        "x86-indirect-branch-tracking",
        "X86 Indirect Branch Tracking",
        || {
            Box::new(|unit: &mut MachineUnit<'_>, _: &mut Log<'_>| {
                run(unit.module, unit.addresses, &mut unit.function);
                Ok(())
            })
        },
    )
};

/// Marks the places that indirect branches may reach.
///
/// # Requires
/// Code after allocation, with its frame.
///
/// # Ensures
/// Each such place begins with `ENDBR64`, once, if `marks_targets` of the function's protection asks for it.
///
/// # Preserves
/// The CFG, all values.
pub fn run(module: &Module, addresses: &TakenAddresses<'_>, function: &mut MachineFunction) {
    if !function.target_info.protection.marks_targets || function.layout.is_empty() {
        return;
    }
    if may_be_called_indirectly(module, addresses, function) {
        let entry = function.layout[0];
        let first = function.blocks[entry].first.expand();
        mark(function, InsertPoint::new(entry, first));
    }
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        let data = &function.blocks[block];
        if data.machine_address_taken || data.ir_address_taken.is_some() {
            mark(function, InsertPoint::new(block, data.first.expand()));
        }
        mark_second_returns(module, function, block);
        if function.blocks[block].eh_pad {
            mark_landing_pad(function, block);
        }
    }
}

/// Whether something else than a direct call may call the function.
fn may_be_called_indirectly(
    module: &Module,
    addresses: &TakenAddresses<'_>,
    function: &MachineFunction,
) -> bool {
    let Some(global) = function.ir_function else {
        return true;
    };
    let data = &module.globals[global];
    let attrs = data.function().and_then(|ir| ir.attrs.function);
    !module.attrs(attrs).has("nocf_check")
        && (!data.linkage.is_local()
            || function.target_info.code_model == CodeModel::Large
            || addresses.contains(global))
}

/// Marks the places after calls of functions that return twice.
fn mark_second_returns(module: &Module, function: &mut MachineFunction, block: Block) {
    if !function.exposes_returns_twice {
        return;
    }
    let mut cursor = function.blocks[block].first.expand();
    while let Some(inst) = cursor {
        cursor = function.next_inst(inst);
        if function.desc(inst).has(InstrFlags::CALL)
            && called(function, inst).is_some_and(|callee| returns_twice(module, callee))
        {
            mark(function, InsertPoint::new(block, cursor));
        }
    }
}

fn called(function: &MachineFunction, call: Inst) -> Option<Global> {
    match function.operands(call).first()?.value() {
        OperandValue::Global(callee, _) => Some(callee),
        _ => None,
    }
}

fn returns_twice(module: &Module, callee: Global) -> bool {
    let data = module.globals[callee].function();
    data.is_some_and(|data| module.attrs(data.attrs.function).has("returns_twice"))
}

/// Marks the place after the label that the exception table names.
fn mark_landing_pad(function: &mut MachineFunction, block: Block) {
    let is_label = |inst: &Inst| function.opcode(*inst) == avarice_target::op::EH_LABEL;
    let label = function.block_insts(block).find(is_label);
    if let Some(label) = label {
        let after = function.next_inst(label);
        mark(function, InsertPoint::new(block, after));
    }
}

/// Inserts a mark before `before`, at the end of `block` for `None`, unless there is one.
fn mark(function: &mut MachineFunction, at: InsertPoint) {
    if at
        .before
        .is_some_and(|inst| function.opcode(inst) == op::ENDBR64)
    {
        return;
    }
    let location = at.before.and_then(|inst| function.debug_loc(inst).expand());
    InstBuilder::new(function, op::ENDBR64)
        .location(location.into())
        .insert_at(at);
}

/// Prefixes that do not change what `ENDBR64` is.
const PREFIXES: [u8; 10] = [0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0x66, 0x67, 0xf0, 0xf2];

/// Whether the bytes of a number, the highest first, have `ENDBR64` at their end, with prefixes within.
pub(crate) fn is_mark(value: u64, bits: u32) -> bool {
    let value = match bits {
        32 => value as u32 as i32 as i64 as u64,
        _ => value,
    };
    if value & 0xff_ffff != 0x0f_1efa {
        return false;
    }
    let bytes = value.to_le_bytes();
    let first = bytes[3..].iter().find(|byte| !PREFIXES.contains(byte));
    first == Some(&0xf3)
}
