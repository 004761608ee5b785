//! Callee-saved registers: which are saved, in which pairs, and where.

use std::ops::Range;

use avarice_ir::Module;
use avarice_machine::prolog_epilog::saved;
use avarice_mir::{FrameIndex, MachineFunction, StackObject, StackObjectKind};
use avarice_target::PhysReg;
use smallvec::SmallVec;

use super::offsets;
use crate::subtarget::STACK_ALIGN;
use crate::{TARGET, class, mask, reg, registers};

/// From this many bytes on, an address may need a register when none is free.
const SAFE_DISTANCE: u64 = 255;

/// What a saved register is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    General,
    Double,
    Vector,
}

impl Kind {
    fn of(register: PhysReg) -> Self {
        let is = |class| TARGET.class(class).contains(register);
        match () {
            () if is(class::FPR128) => Self::Vector,
            () if is(class::FPR64) => Self::Double,
            () => Self::General,
        }
    }

    /// Bytes of a register.
    pub fn size(self) -> i64 {
        match self {
            Self::General | Self::Double => 8,
            Self::Vector => 16,
        }
    }
}

/// One or two registers that one instruction saves, each with its slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Save {
    /// At the higher address.
    pub first: (PhysReg, FrameIndex),
    /// Below it.
    pub second: Option<(PhysReg, FrameIndex)>,
    /// Of the lower one, in bytes from the bottom of the save area.
    pub offset: i64,
    pub kind: Kind,
}

/// All saves of a function, from the highest address down.
#[derive(Default, Debug)]
pub(super) struct Saves {
    pub list: SmallVec<[Save; 10]>,
    /// Bytes of the save area, a multiple of 16.
    pub size: i64,
    /// Where X29 is saved, in bytes from the bottom, if it is the frame pointer.
    pub record: i64,
    /// Whether bytes of the save area are not used.
    pub has_hole: bool,
    /// The indices of the slots.
    pub slots: Range<usize>,
}

impl Saves {
    /// Whether `register` is saved.
    pub fn has(&self, register: PhysReg) -> bool {
        let is = |saved: Option<(PhysReg, FrameIndex)>| {
            saved.is_some_and(|(saved, _)| saved == register)
        };
        self.list
            .iter()
            .any(|save| is(Some(save.first)) || is(save.second))
    }
}

/// What is decided of the frame before anything has a place.
#[derive(Default, Debug)]
pub(super) struct Needs {
    /// The registers that are saved, in the order of the list of callee-saved ones.
    pub saved: Vec<PhysReg>,
    /// Bytes that they need, without padding.
    bytes: i64,
    /// Whether there is a frame beyond stack objects of a leaf.
    pub has_frame: bool,
    /// A slot for a register in need.
    pub emergency: Option<FrameIndex>,
}

/// The callee-saved registers that do not survive when the unwinder enters a landing pad: on Linux it keeps those of the
/// usual convention.
fn lost_in_unwinding(module: &Module, function: &MachineFunction) -> Vec<PhysReg> {
    let is_linux = module
        .triple
        .split('-')
        .any(|part| part.starts_with("linux"));
    let has_pad = || {
        function
            .layout
            .iter()
            .any(|block| function.blocks[*block].eh_pad)
    };
    if !is_linux || function.target_info.is_naked || !has_pad() {
        return Vec::new();
    }
    let kept = &TARGET.reg_masks[mask::CSR_AArch64_AAPCS.index()];
    let saved = function.callee_saved().iter().copied();
    saved
        .filter(|register| !kept.preserves(*register))
        .collect()
}

/// Decides which registers are saved. In functions whose frame may be larger than offsets of instructions reach, one
/// register more is saved, for addresses; if none can be, there is a slot where one can be kept meanwhile.
pub(super) fn determine(module: &Module, function: &mut MachineFunction) -> Needs {
    let list: Vec<PhysReg> = function.callee_saved().to_vec();
    let mut is_saved = vec![false; TARGET.registers.len()];
    for register in saved::changed_registers(module, function) {
        is_saved[register.index()] = true;
    }
    for register in lost_in_unwinding(module, function) {
        is_saved[register.index()] = true;
    }
    if registers::has_base_pointer(function) {
        is_saved[reg::X19.index()] = true;
    }
    let reserved = registers::reserved(function);
    let is_spare = |register: &&PhysReg| {
        Kind::of(**register) == Kind::General
            && !is_saved[register.index()]
            && !reserved[register.index()]
    };
    let spare = list.iter().rev().find(is_spare).copied();
    let saved_of = |is_saved: &[bool]| -> Vec<PhysReg> {
        let saved = list.iter().copied();
        saved
            .filter(|register| is_saved[register.index()])
            .collect()
    };
    let first = saved_of(&is_saved);
    let mut bytes: i64 = first
        .iter()
        .map(|register| Kind::of(*register).size())
        .sum();
    let frame_size = estimate_size(function);
    if registers::has_frame_pointer(function) {
        is_saved[reg::FP.index()] = true;
        is_saved[reg::LR.index()] = true;
    }
    let has_saves = is_saved.contains(&true);
    let limit = match offsets::has_bare_access(function) {
        true => 0,
        false => SAFE_DISTANCE,
    };
    let arguments = function
        .frame
        .fixed
        .iter()
        .map(|object| object.offset.max(0));
    let arguments = arguments.max().unwrap_or(0) as u64;
    let is_big = frame_size
        .saturating_add(bytes as u64)
        .saturating_add(arguments)
        > limit;
    let mut emergency = None;
    if is_big {
        if let Some(spare) = spare {
            is_saved[spare.index()] = true;
        }
        if spare.is_none_or(|spare| is_used(function, spare)) {
            let slot = StackObject::new(StackObjectKind::Default, 8, 8);
            emergency = Some(function.frame.create_object(slot));
        }
    }
    let saved = saved_of(&is_saved);
    bytes += 8 * (saved.len() - first.len()) as i64;
    Needs {
        has_frame: is_big || has_saves || cannot_do_without(function),
        saved,
        bytes,
        emergency,
    }
}

/// Whether a frame is set up whatever is in it.
fn cannot_do_without(function: &MachineFunction) -> bool {
    let frame = &function.frame;
    function.target_info.force_frame_pointer && frame.adjusts_stack
        || frame.has_var_sized_objects
        || frame.frame_address_taken
}

/// Whether some instruction names `register` or what overlaps it.
fn is_used(function: &MachineFunction, register: PhysReg) -> bool {
    let desc = TARGET.reg(register);
    let parts = desc.sub_regs.iter().map(|(_, part)| *part);
    let mut aliases = parts
        .chain([register])
        .chain(desc.super_regs.iter().copied());
    aliases.any(|alias| !function.is_unused(alias))
}

/// The size of the frame as far as it is known before registers are saved, in bytes.
fn estimate_size(function: &MachineFunction) -> u64 {
    let frame = &function.frame;
    let fixed = frame
        .fixed
        .iter()
        .map(|object| object.offset.min(0).unsigned_abs());
    let mut size = fixed.max().unwrap_or(0);
    let mut align = STACK_ALIGN.max(frame.max_align);
    for object in frame
        .objects
        .iter()
        .filter(|object| !object.dead && object.stack_id == 0)
    {
        size = size.saturating_add(object.size);
        size = size.checked_next_multiple_of(object.align).unwrap_or(size);
        align = align.max(object.align);
    }
    if frame.adjusts_stack && !frame.has_var_sized_objects {
        size += frame.max_call_frame_size.unwrap_or(0);
    }
    size.checked_next_multiple_of(align).unwrap_or(size)
}

/// Pairs the registers that are saved and makes stack objects for them.
pub(super) fn choose(function: &mut MachineFunction, needs: &Needs) -> Saves {
    let size = (needs.bytes + 15) & !15;
    let slots = create_slots(function, &needs.saved);
    let mut saves = Saves {
        size,
        has_hole: size != needs.bytes,
        slots,
        ..Saves::default()
    };
    // An odd number of registers leaves a gap; it comes below the first register without partner that is not aligned.
    let mut has_gap = saves.has_hole;
    let mut offset = size;
    let mut rest = &function.frame.callee_saved.clone()[..];
    while let [first, tail @ ..] = rest {
        let kind = Kind::of(first.0);
        let second = tail.first().copied().filter(|second| {
            kind == Kind::of(second.0)
                // In a frame record the link register stands above the frame pointer.
                && !(function.target_info.uses_frame_pointer && second.0 == reg::LR)
        });
        offset -= if second.is_some() {
            2 * kind.size()
        } else {
            kind.size()
        };
        if has_gap && kind != Kind::Vector && second.is_none() && offset % 16 != 0 {
            offset -= 8;
            function.frame.object_mut(first.1).align = STACK_ALIGN;
            function.frame.max_align = function.frame.max_align.max(STACK_ALIGN);
            has_gap = false;
        }
        let save = Save {
            first: *first,
            second,
            offset,
            kind,
        };
        let is_record = second.is_some_and(|(second, _)| second == reg::FP);
        if function.target_info.uses_frame_pointer && first.0 == reg::LR && is_record {
            saves.record = offset;
        }
        saves.list.push(save);
        rest = &tail[usize::from(second.is_some())..];
    }
    saves
}

/// Gives each saved register its stack object.
fn create_slots(function: &mut MachineFunction, saved: &[PhysReg]) -> Range<usize> {
    let frame = &mut function.frame;
    let start = frame.objects.len();
    frame.callee_saved.clear();
    for register in saved {
        let size = Kind::of(*register).size() as u64;
        let mut object = StackObject::new(StackObjectKind::SpillSlot, size, size);
        object.callee_saved = *register;
        let slot = frame.create_object(object);
        frame.callee_saved.push((*register, slot));
    }
    start..frame.objects.len()
}
