//! Which stack slots can be values.

use avarice_ir::{Function, Inst, InstFlags, InstKind, Module};

use crate::effects::is_lifetime_mark;

/// Whether the slot of `alloca` is only loaded from and stored to, each time as a whole and not volatile; marks
/// of its lifetime do not count. Orderings of atomic accesses mean nothing for memory that no other thread knows.
pub fn is_promotable(module: &Module, function: &Function, alloca: Inst) -> bool {
    let data = &function.insts[alloca];
    let (InstKind::Alloca { ty, .. }, Some(address)) = (&data.kind, data.result.expand()) else {
        return false;
    };
    function.uses_of(address).all(|slot| {
        let user = function.uses[slot].user;
        let data = &function.insts[user];
        let is_volatile = data.flags.contains(InstFlags::VOLATILE);
        match &data.kind {
            InstKind::Load { .. } => !is_volatile && data.ty == *ty,
            InstKind::Store { .. } => {
                let value = function.operand(user, 0);
                !is_volatile && value != address && function.values[value].ty == *ty
            }
            _ => is_lifetime_mark(module, function, user),
        }
    })
}
