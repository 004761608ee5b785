//! Whether the address of an object gets to where other code may find it.

use avarice_ir::{CastOp, Inst, InstFlags, InstKind, Value};
use smallvec::SmallVec;

use super::super::addresses::Addresses;

/// At most so many uses are looked at.
const MOST_USES: usize = 100;

/// Whether the address of the object that `value` is escapes. That it is returned does not count.
pub(super) fn escapes(addresses: &Addresses<'_>, value: Value) -> bool {
    let body = addresses.body;
    let mut work: SmallVec<[Value; 16]> = SmallVec::from_slice(&[value]);
    work.extend(addresses.sharers(value));
    let mut seen = work.clone();
    let mut uses = 0;
    while let Some(address) = work.pop() {
        for slot in body.uses_of(address) {
            uses += 1;
            if uses > MOST_USES {
                return true;
            }
            let user = body.uses[slot].user;
            let index = (slot.as_u32() - body.insts[user].first_use) as usize;
            match use_of(addresses, user, index) {
                Use::Harmless => {}
                Use::Escape => return true,
                Use::Derived => {
                    if let Some(result) = body.insts[user].result.expand()
                        && !seen.contains(&result)
                    {
                        seen.push(result);
                        work.push(result);
                    }
                }
            }
        }
    }
    false
}

/// What becomes of an address where it is used.
enum Use {
    Harmless,
    Escape,
    /// The result is an address in the same object.
    Derived,
}

fn use_of(addresses: &Addresses<'_>, user: Inst, index: usize) -> Use {
    let data = &addresses.body.insts[user];
    let is_volatile = data.flags.contains(InstFlags::VOLATILE);
    match &data.kind {
        InstKind::Load { .. } if !is_volatile => Use::Harmless,
        InstKind::Store { .. } if !is_volatile && index == 1 => Use::Harmless,
        InstKind::AtomicRmw { .. } if !is_volatile && index == 0 => Use::Harmless,
        InstKind::CmpXchg { .. } if !is_volatile && index == 0 => Use::Harmless,
        InstKind::Ret => Use::Harmless,
        InstKind::GetElementPtr { .. }
        | InstKind::Cast(CastOp::BitCast | CastOp::AddrSpaceCast)
        | InstKind::Phi
        | InstKind::Select => Use::Derived,
        InstKind::ICmp(_) if addresses.compares_with_null(user, index) => Use::Harmless,
        InstKind::Call(_) | InstKind::Invoke(_) if addresses.returns_address_in_argument(user) => {
            Use::Derived
        }
        InstKind::Call(_) | InstKind::Invoke(_) => match addresses.passes_safely(user, index) {
            true => Use::Harmless,
            false => Use::Escape,
        },
        _ => Use::Escape,
    }
}
