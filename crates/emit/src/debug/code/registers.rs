//! Machine registers as DWARF numbers them.

use avarice_target::{PhysReg, TargetDesc};

/// What a DWARF register, or nothing that has a number, holds of a machine register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Part {
    /// `None` for bits that no register with a number holds.
    pub(super) number: Option<u16>,
    /// Its size in bits; 0 for all that is needed.
    pub(super) bits: u32,
}

/// How a machine register is described.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Description {
    pub(super) parts: Vec<Part>,
    /// Size and offset in bits of the register in the one that is named in its place; size 0 if it is named itself.
    pub(super) within: (u32, u32),
}

fn number(target: &TargetDesc, register: PhysReg) -> Option<u16> {
    u16::try_from(target.reg(register).dwarf).ok()
}

/// Describes the lowest `needed` bits of `register`: by its own number, that of a larger register, or those of its
/// parts.
pub(super) fn describe(target: &TargetDesc, register: PhysReg, needed: u32) -> Option<Description> {
    let whole = |number: u16| Part {
        number: Some(number),
        bits: 0,
    };
    if let Some(own) = number(target, register) {
        return Some(Description {
            parts: vec![whole(own)],
            within: (0, 0),
        });
    }
    for larger in target.reg(register).super_regs {
        if let Some(found) = number(target, *larger) {
            let index = target.sub_reg_idx(*larger, register);
            let index = &target.sub_reg_indices[index.index()];
            return Some(Description {
                parts: vec![whole(found)],
                within: (index.size_bits.into(), index.offset_bits.into()),
            });
        }
    }
    let parts = of_parts(target, register, needed)?;
    Some(Description {
        parts,
        within: (0, 0),
    })
}

fn of_parts(target: &TargetDesc, register: PhysReg, needed: u32) -> Option<Vec<Part>> {
    let class = target.minimal_class(register)?;
    let size = u32::from(target.class(class).size_bits);
    let mut parts = Vec::new();
    let mut is_covered = vec![false; size as usize];
    let mut position = 0;
    for (index, sub) in target.reg(register).sub_regs {
        let Some(found) = number(target, *sub) else {
            continue;
        };
        let Some((offset, bits)) = target.sub_reg_indices[index.index()].bits() else {
            continue;
        };
        let (offset, bits) = (u32::from(offset), u32::from(bits));
        let Some(own) = is_covered.get_mut(offset as usize..(offset + bits) as usize) else {
            continue;
        };
        let adds = own.contains(&false);
        own.fill(true);
        if offset < needed && adds {
            if offset > position {
                parts.push(Part {
                    number: None,
                    bits: offset - position,
                });
            }
            let is_all = offset == 0 && bits >= needed;
            parts.push(Part {
                number: Some(found),
                bits: if is_all { 0 } else { bits.min(needed - offset) },
            });
        }
        position = offset + bits;
    }
    if position != 0 && position < size {
        parts.push(Part {
            number: None,
            bits: size - position,
        });
    }
    (position != 0).then_some(parts)
}
