//! Loads and stores, as schedulers see them.

use std::sync::LazyLock;

use avarice_machine::alias::MemoryAddress;
use avarice_machine::schedule::target::Cluster;
use avarice_mir::{FrameIndex, Inst, MachineFunction, MemFlags, OperandKind, inst_facts};
use avarice_target::Opcode;

use crate::load_store::{Form, single_form};
use crate::subtarget::Features;
use crate::{TARGET, op};

/// What an instruction accesses: the factor of the distance that is its last operand, and the width, both in bytes.
#[derive(Clone, Copy)]
struct Extent {
    scale: i64,
    width: u64,
}

macro_rules! extents {
    ($($scale:literal $width:literal: $($opcode:ident)*;)*) => {
        &[$(($scale, $width, &[$(op::$opcode),*])),*]
    };
}

/// Scale, width, and the instructions that have them. Some that change their base are there, as LLVM has them.
const EXTENTS: &[(i64, u64, &[Opcode])] = extents! {
    16 16: LDRQui STRQui STPQpre LDPQpost LDG STGi STZGi;
    8 8: LDRXui LDRDui STRXui STRDui PRFMui STPXpre LDPXpost STPDpre LDPDpost;
    4 4: LDRWui LDRSui LDRSWui STRWui STRSui;
    2 2: LDRHui LDRHHui LDRSHWui LDRSHXui STRHui STRHHui;
    1 1: LDRBui LDRBBui LDRSBWui LDRSBXui STRBui STRBBui
         LDURBi LDURBBi LDURSBXi LDURSBWi LDAPURBi LDAPURSBWi LDAPURSBXi STURBi STURBBi STLURBi;
    1 16: STRQpre LDRQpost LDURQi STURQi;
    1 8: STRXpre STRDpre LDRXpost LDRDpost LDURXi LDURDi LDAPURXi STURXi STURDi STLURXi PRFUMi
         StoreSwiftAsyncContext;
    4 32: STRWpost LDRWpost;
    1 4: LDURWi LDURSi LDURSWi LDAPURi LDAPURSWi STURWi STURSi STLURWi;
    1 2: LDURHi LDURHHi LDURSHXi LDURSHWi LDAPURHi LDAPURSHWi LDAPURSHXi STURHi STURHHi STLURHi;
    16 32: LDPQi LDNPQi STPQi STNPQi;
    8 16: LDPXi LDPDi LDNPXi LDNPDi STPXi STPDi STNPXi STNPDi;
    4 8: LDPWi LDPSi LDNPWi LDNPSi STPWi STPSi STNPWi STNPSi;
    16 0: ADDG TAGPstack;
};

/// By opcode.
static EXTENT_OF: LazyLock<Vec<Option<Extent>>> = LazyLock::new(|| {
    let mut extents = vec![None; TARGET.instrs.len()];
    for (scale, width, opcodes) in EXTENTS {
        for opcode in *opcodes {
            extents[opcode.index()] = Some(Extent {
                scale: *scale,
                width: *width,
            });
        }
    }
    extents
});

/// Base, distance and width of an access by a register or stack object and a number.
///
/// ```text
///   LDRXui $x0, $x1, 2          $x1, 16, 8
///   LDPXi $x0, $x2, $x1, 2      $x1, 16, 16
/// ```
pub(super) fn address(function: &MachineFunction, inst: Inst) -> Option<MemoryAddress<'_>> {
    if !inst_facts::may_load(function, inst) && !inst_facts::may_store(function, inst) {
        return None;
    }
    let explicit = function.desc(inst).operands.len();
    let extent = EXTENT_OF[function.opcode(inst).index()]?;
    let operands = function.operands(inst);
    let (first, base, number) = match explicit {
        3 => (None, operands.get(1)?, operands.get(2)?),
        4 => (Some(operands.get(1)?), operands.get(2)?, operands.get(3)?),
        _ => return None,
    };
    let is_base = |kind| matches!(kind, OperandKind::Reg | OperandKind::FrameIndex);
    if first.is_some_and(|first| !first.is_reg()) || !is_base(base.kind()) {
        return None;
    }
    Some(MemoryAddress {
        base,
        offset: number.as_imm()?.wrapping_mul(extent.scale),
        width: extent.width,
    })
}

/// An access that may be half of a pair.
struct Half {
    form: &'static Form,
    opcode: Opcode,
    /// In units of its size.
    number: i64,
}

impl Half {
    fn of(function: &MachineFunction, inst: Inst) -> Option<Self> {
        let opcode = function.opcode(inst);
        let form = single_form(opcode).filter(|form| form.pair.is_some())?;
        let number = function.operands(inst).get(2)?.as_imm()?;
        if inst_facts::has_ordered_memory_access(function, inst) {
            return None;
        }
        let base = function.operand(inst, 1).as_reg();
        let mut operands = function.operands(inst).iter();
        let changes_base = operands.any(|operand| {
            operand.is_def()
                && match (operand.as_reg().as_physical(), base.as_physical()) {
                    (Some(reg), Some(base)) => TARGET.regs_overlap(reg, base),
                    _ => !base.is_none() && operand.as_reg() == base,
                }
        });
        let mut memory = function.mem_ops(inst);
        let is_suppressed = memory.any(|mem| mem.flags.contains(MemFlags::TARGET_1));
        let is_slow = form.size == 16 && Features::of(function).contains(Features::SLOW_PAIRED_128);
        if changes_base || is_suppressed || is_slow {
            return None;
        }
        let is_scaled = opcode == form.scaled;
        if !is_scaled && number % form.size != 0 {
            return None;
        }
        Some(Self {
            form,
            opcode,
            number: if is_scaled {
                number
            } else {
                number / form.size
            },
        })
    }

    /// Whether one instruction can access both.
    fn pairs_with(&self, other: &Self) -> bool {
        if self.opcode == other.opcode {
            return true;
        }
        let word = |form: &Form| matches!(form.scaled, op::LDRWui | op::LDRSWui);
        match word(self.form) {
            // One of them is extended afterwards.
            true => word(other.form) && self.form.scaled != other.form.scaled,
            false => self.form.scaled == other.form.scaled,
        }
    }
}

/// Whether two accesses are side by side, so that they may become a pair.
pub(super) fn become_pair(function: &MachineFunction, cluster: &Cluster) -> bool {
    let bases = (
        function.operand(cluster.first, 1),
        function.operand(cluster.second, 1),
    );
    if cluster.size > 2 || bases.0.kind() != bases.1.kind() || bases.0.as_reg() != bases.1.as_reg()
    {
        return false;
    }
    let halves = (
        Half::of(function, cluster.first),
        Half::of(function, cluster.second),
    );
    let (Some(first), Some(second)) = halves else {
        return false;
    };
    if !first.pairs_with(&second) || !(-64..=63).contains(&first.number) {
        return false;
    }
    match (bases.0.as_frame_index(), bases.1.as_frame_index()) {
        (Some(a), Some(b)) => objects_are_neighbours(function, (a, &first), (b, &second)),
        _ => first.number + 1 == second.number,
    }
}

/// Accesses of two stack objects: fixed ones are where they are, others have to be the same.
fn objects_are_neighbours(
    function: &MachineFunction,
    (a, first): (FrameIndex, &Half),
    (b, second): (FrameIndex, &Half),
) -> bool {
    if a.0 >= 0 || b.0 >= 0 {
        return a == b;
    }
    let place = |index: FrameIndex, half: &Half| {
        let offset = function.frame.object(index).offset;
        (offset % half.form.size == 0).then(|| offset / half.form.size + half.number)
    };
    match (place(a, first), place(b, second)) {
        (Some(a), Some(b)) => a + 1 == b,
        _ => false,
    }
}

/// Whether `new` comes before `best`, if both are vector stores to the same object that do not overlap: addresses ascend
/// where the processor wants that.
pub(super) fn in_ascending_order(
    function: &MachineFunction,
    new: Inst,
    best: Inst,
) -> Option<bool> {
    let is_ordered = |inst| {
        let wanted = match function.opcode(inst) {
            op::STURQi | op::STRQui => Features::of(function).contains(Features::ASCENDING_STORES),
            op::STPQi => true,
            _ => false,
        };
        let operands = function.operands(inst);
        let number = match function.opcode(inst) {
            op::STPQi => operands.get(3),
            _ => operands.get(2),
        };
        wanted && number.is_some_and(|number| number.is_imm())
    };
    if !is_ordered(new) || !is_ordered(best) {
        return None;
    }
    let (new, best) = (address(function, new)?, address(function, best)?);
    let lower = if new.offset < best.offset { new } else { best };
    let distance = new.offset.abs_diff(best.offset);
    let same_base = new.base.value() == best.base.value();
    (same_base && distance >= lower.width).then_some(new.offset < best.offset)
}
