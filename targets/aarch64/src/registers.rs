//! Reserved and callee-saved registers of a function.

use avarice_mir::MachineFunction;
use avarice_target::PhysReg;

use crate::subtarget::Features;
use crate::{TARGET, op, reg};

/// The largest outgoing argument area, in bytes, that a function without frame pointer may have: what a
/// 9-bit signed offset reaches.
const MAX_CALL_FRAME_WITHOUT_FP: u64 = 255;

/// Whether X29 is the frame pointer. While the size of call frames is not known, it is taken to be.
pub fn has_frame_pointer(function: &MachineFunction) -> bool {
    let frame = &function.frame;
    let flags = function.mir_info.flags;
    let needs_one = avarice_mir::MirFlags::HAS_EH_FUNCLETS
        | avarice_mir::MirFlags::HAS_STACK_MAP
        | avarice_mir::MirFlags::HAS_PATCH_POINT;
    function.target_info.force_frame_pointer
        || flags.intersects(needs_one)
        || frame.has_var_sized_objects
        || frame.frame_address_taken
        || realigns(function)
        || frame
            .max_call_frame_size
            .is_none_or(|size| size > MAX_CALL_FRAME_WITHOUT_FP)
}

/// Gives a function that does not say how large its call frames are the largest that its code sets up.
pub fn complete_call_frame_size(function: &mut MachineFunction) {
    if function.frame.max_call_frame_size.is_some() {
        return;
    }
    let blocks = function.layout.iter();
    let insts = blocks.flat_map(|block| function.block_insts(*block));
    let sizes = insts
        .filter(|inst| {
            let opcode = function.opcode(*inst);
            matches!(opcode, op::ADJCALLSTACKDOWN | op::ADJCALLSTACKUP)
        })
        .filter_map(|inst| function.operands(inst).first()?.as_imm())
        .map(i64::unsigned_abs);
    function.frame.max_call_frame_size = Some(sizes.max().unwrap_or(0));
}

/// Whether the prologue aligns the stack pointer, or may do so.
fn realigns(function: &MachineFunction) -> bool {
    function.frame.realigns()
}

/// Whether X19 is the base pointer: offsets from the frame pointer do not reach objects, and those from the
/// stack pointer change.
pub fn has_base_pointer(function: &MachineFunction) -> bool {
    let has_funclets = function
        .mir_info
        .flags
        .contains(avarice_mir::MirFlags::HAS_EH_FUNCLETS);
    (function.frame.has_var_sized_objects || has_funclets)
        && (realigns(function)
            || Features::of(function).contains(Features::SVE)
            || function.frame.local_frame_size >= 256)
}

/// Registers that must not be allocated in `function`, with all that contain them, by number.
pub fn reserved(function: &MachineFunction) -> Vec<bool> {
    let mut reserved = vec![false; TARGET.registers.len()];
    let mut reserve = |root: PhysReg| {
        reserved[root.index()] = true;
        for whole in TARGET.reg(root).super_regs {
            reserved[whole.index()] = true;
        }
    };
    let features = Features::of(function);
    for root in [reg::WSP, reg::WZR, reg::VG, reg::FPCR, reg::FPSR] {
        reserve(root);
    }
    if has_frame_pointer(function) || features.contains(Features::DARWIN) {
        reserve(reg::W29);
    }
    if has_base_pointer(function) {
        reserve(reg::W19);
    }
    for root in &function.target_info.reserved {
        reserve(*root);
    }
    if features.contains(Features::SVE) {
        reserve(reg::FFR);
    }
    for (feature, whole) in [(Features::SME, reg::ZA), (Features::SME2, reg::ZT0)] {
        if features.contains(feature) {
            reserved[whole.index()] = true;
            for (_, part) in TARGET.reg(whole).sub_regs {
                reserved[part.index()] = true;
            }
        }
    }
    reserved
}
