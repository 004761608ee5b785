//! Callee-saved registers: which are saved, in which pairs, and where.

use avarice_mir::{MachineFunction, StackObject, StackObjectKind};
use avarice_target::PhysReg;
use smallvec::SmallVec;

use crate::{TARGET, class, reg};

/// Bytes of a saved register.
pub(super) const SLOT: i64 = 8;

/// One or two registers that one instruction saves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Save {
    /// At the higher address.
    pub first: PhysReg,
    /// Below it.
    pub second: Option<PhysReg>,
    /// Of the lower one, in bytes from the bottom of the save area.
    pub offset: i64,
    /// Whether they are floating-point registers.
    pub is_float: bool,
}

/// All saves of a function, from the highest address down.
#[derive(Default, Debug)]
pub(super) struct Saves {
    pub list: SmallVec<[Save; 10]>,
    /// Bytes of the save area, a multiple of 16.
    pub size: i64,
    /// Where X29 is saved, in bytes from the bottom, if it is the frame pointer.
    pub record: i64,
}

impl Saves {
    /// Whether `register` is saved.
    pub fn has(&self, register: PhysReg) -> bool {
        let holds = |save: &Save| save.first == register || save.second == Some(register);
        self.list.iter().any(holds)
    }
}

/// Pairs the registers `regs` that are saved and makes stack objects for them.
///
/// Bytes above the registers, `reserved`, stay free: a multiple of 16.
pub(super) fn choose(function: &mut MachineFunction, regs: &[PhysReg], reserved: i64) -> Saves {
    let size = (regs.len() as i64 * SLOT + 15) & !15;
    let mut saves = Saves {
        size: size + reserved,
        ..Saves::default()
    };
    // An odd number of registers leaves a gap; it comes below the first register without partner that is not
    // aligned.
    let mut has_gap = size != regs.len() as i64 * SLOT;
    let mut offset = size;
    let mut rest = regs;
    while let [first, tail @ ..] = rest {
        let second = tail.first().copied().filter(|second| {
            is_float(*first) == is_float(*second) && may_pair(function, *first, *second)
        });
        offset -= if second.is_some() { 2 * SLOT } else { SLOT };
        if second.is_none() && has_gap && offset % (2 * SLOT) != 0 {
            offset -= SLOT;
            has_gap = false;
        }
        let save = Save {
            first: *first,
            second,
            offset,
            is_float: is_float(*first),
        };
        if second == Some(reg::FP) {
            saves.record = offset;
        }
        saves.list.push(save);
        rest = &tail[usize::from(second.is_some())..];
    }
    create_objects(function, &saves);
    saves
}

/// Callee-saved registers that the function or its prologue changes, in list order, and the frame record.
pub(super) fn registers(function: &MachineFunction) -> Vec<PhysReg> {
    let keeps_record = function.target_info.uses_frame_pointer;
    let base = crate::registers::has_base_pointer(function).then_some(reg::X19);
    let list = function.callee_saved().iter().copied();
    list.filter(|saved| {
        keeps_record && matches!(*saved, reg::LR | reg::FP)
            || base == Some(*saved)
            || function.is_modified(*saved)
    })
    .collect()
}

/// In a frame record the link register stands above the frame pointer: nothing else is its partner.
fn may_pair(function: &MachineFunction, first: PhysReg, second: PhysReg) -> bool {
    if function.target_info.uses_frame_pointer {
        return second != reg::LR && (first != reg::LR || second == reg::FP);
    }
    true
}

fn is_float(register: PhysReg) -> bool {
    TARGET.class(class::FPR64).contains(register)
}

/// Gives each saved register its stack object.
fn create_objects(function: &mut MachineFunction, saves: &Saves) {
    for save in &saves.list {
        let above = save.second.map(|_| SLOT).unwrap_or(0);
        for (register, offset) in [(Some(save.first), above), (save.second, 0)] {
            let Some(register) = register else {
                continue;
            };
            let mut object = StackObject::new(StackObjectKind::SpillSlot, SLOT as u64, SLOT as u64);
            object.callee_saved = register;
            object.offset = save.offset + offset - saves.size;
            let slot = function.frame.create_object(object);
            function.frame.callee_saved.push((register, slot));
        }
    }
    function.frame.callee_saved_valid = true;
    function.target_info.callee_saved_size = saves.size as u64;
}
