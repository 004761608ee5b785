//! Which stack slots can be values.

use avarice_ir::{Block, Function, Inst, InstFlags, InstKind, Module};
use cranelift_entity::packed_option::PackedOption;

use crate::effects::is_lifetime_mark;

/// What an instruction does with a slot that can be a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AccessKind {
    Load,
    Store,
    /// It says where the slot's lifetime begins or ends.
    Mark,
}

/// An instruction that uses a slot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Access {
    pub(super) kind: AccessKind,
    pub(super) inst: Inst,
    /// The block that it is in.
    pub(super) block: PackedOption<Block>,
}

/// Whether the slot of `alloca` is only loaded from and stored to, each time as a whole and not volatile; lifetime
/// markers do not count. Orderings of atomic accesses mean nothing for memory that no other thread can access.
pub fn is_promotable(module: &Module, function: &Function, alloca: Inst) -> bool {
    see_accesses(module, function, alloca, |_| {})
}

/// Shows `see` what is done with the slot of `alloca`, what was made last first; false, maybe before all were
/// shown, if it cannot be a value.
pub(super) fn see_accesses(
    module: &Module,
    function: &Function,
    alloca: Inst,
    mut see: impl FnMut(Access),
) -> bool {
    let data = &function.insts[alloca];
    let (InstKind::Alloca { ty, .. }, Some(address)) = (&data.kind, data.result.expand()) else {
        return false;
    };
    function.uses_of(address).all(|slot| {
        let user = function.uses[slot].user;
        let data = &function.insts[user];
        let is_volatile = data.flags.contains(InstFlags::VOLATILE);
        let kind = match &data.kind {
            InstKind::Load { .. } if !is_volatile && data.ty == *ty => AccessKind::Load,
            InstKind::Store { .. } if !is_volatile => {
                let value = function.operand(user, 0);
                if value == address || function.values[value].ty != *ty {
                    return false;
                }
                AccessKind::Store
            }
            InstKind::Call(_) if is_lifetime_mark(module, function, user) => AccessKind::Mark,
            _ => return false,
        };
        see(Access {
            kind,
            inst: user,
            block: data.block,
        });
        true
    })
}
