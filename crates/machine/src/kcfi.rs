//! `kcfi`: before each indirect call, a check of the type of the callee.
//!
//! Functions whose address may be taken have the number of their type before their label; a call with the operand
//! bundle `kcfi` names the one that it expects. The check stays one pseudo instruction until code is emitted, so that
//! nothing comes between its parts.

use crate::bundles::bundle;
use crate::pass::{MachinePass, MachineUnit};
use avarice_ir::Module;
use avarice_mir::{FrameHooks, Inst, InstNotes, MachineFunction, MiFlags};
use avarice_target::InstrFlags;
use avarice_trace::Log;

/// `kcfi`, see [`run`].
pub const PASS: MachinePass = MachinePass {
    after: &["prologepilog"],
    ..MachinePass::new("kcfi", "Insert KCFI indirect call checks", || {
        Box::new(|unit: &mut MachineUnit<'_>, _: &mut Log<'_>| {
            let done = run(unit.module, &mut unit.function, unit.target);
            done.map_err(|why| unit.with_name(why))
        })
    })
};

/// Inserts a `KCFI_CHECK` before each call with a type, and bundles both, if the module asks for it.
///
/// # Requires
/// Code after allocation.
///
/// # Ensures
/// No call has a type any more.
///
/// # Preserves
/// The control flow graph.
///
/// # Errors
/// A call with a type in a form that the target has no check for.
pub fn run(
    module: &Module,
    function: &mut MachineFunction,
    hooks: &dyn FrameHooks,
) -> Result<(), &'static str> {
    if module.flag("kcfi").is_none() {
        return Ok(());
    }
    for at in 0..function.layout.len() {
        let block = function.layout[at];
        let mut cursor = function.blocks[block].first.expand();
        while let Some(inst) = cursor {
            cursor = function.next_inst(inst);
            let Some(notes) = function.notes(inst).copied() else {
                continue;
            };
            if notes.cfi_type == 0 || !function.desc(inst).has(InstrFlags::CALL) {
                continue;
            }
            let is_bundled = is_bundled(function, inst);
            let call = hooks.insert_type_check(function, inst, notes.cfi_type);
            let call = call.ok_or("unsupported: check of the type of this form of a call")?;
            if let Some(check) = function.prev_inst(call) {
                match is_bundled {
                    // What is between the parts of a bundle belongs to it.
                    true => {
                        let inner = MiFlags::BUNDLED_PRED | MiFlags::BUNDLED_SUCC;
                        function.insts[check].flags |= inner;
                    }
                    false => bundle(function, check, call),
                }
            }
            let cfi_type = 0;
            function.set_notes(call, InstNotes { cfi_type, ..notes });
        }
    }
    Ok(())
}

/// Whether an instruction is in a bundle with the one before it.
fn is_bundled(function: &MachineFunction, inst: Inst) -> bool {
    function.insts[inst].flags.contains(MiFlags::BUNDLED_PRED)
}
