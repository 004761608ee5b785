//! Which bytes loads and stores access that have a base register and a constant offset.

use std::sync::LazyLock;

use avarice_machine::memory_alias::AccessRange;
use avarice_mir::{Inst, MachineFunction};
use avarice_target::Opcode;

use crate::{TARGET, op};

/// The bytes of a unit of the offset, those of the access, and the opcodes.
type Row = (i64, i64, &'static [Opcode]);

macro_rules! rows {
    ($($unit:literal $width:literal: $($name:ident)*;)*) => {
        &[$(($unit, $width, &[$(op::$name),*])),*]
    };
}

/// What llc knows of accesses; where it is wrong of one (`LDRWpost`), so is this.
const ROWS: &[Row] = rows! {
    16 16: LDRQui STRQui LDG STGi STZGi;
    8 8: LDRXui LDRDui STRXui STRDui PRFMui;
    4 4: LDRWui LDRSui LDRSWui STRWui STRSui;
    2 2: LDRHui LDRHHui LDRSHWui LDRSHXui STRHui STRHHui;
    1 1: LDRBui LDRBBui LDRSBWui LDRSBXui STRBui STRBBui;
    1 16: STRQpre LDRQpost LDURQi STURQi;
    1 8: STRXpre STRDpre LDRXpost LDRDpost LDURXi LDURDi LDAPURXi STURXi STURDi STLURXi PRFUMi
         StoreSwiftAsyncContext;
    4 32: STRWpost LDRWpost;
    1 4: LDURWi LDURSi LDURSWi LDAPURi LDAPURSWi STURWi STURSi STLURWi;
    1 2: LDURHi LDURHHi LDURSHXi LDURSHWi LDAPURHi LDAPURSHWi LDAPURSHXi STURHi STURHHi STLURHi;
    1 1: LDURBi LDURBBi LDURSBXi LDURSBWi LDAPURBi LDAPURSBWi LDAPURSBXi STURBi STURBBi STLURBi;
    16 32: LDPQi LDNPQi STPQi STNPQi;
    8 16: LDPXi LDPDi LDNPXi LDNPDi STPXi STPDi STNPXi STNPDi;
    4 8: LDPWi LDPSi LDNPWi LDNPSi STPWi STPSi STNPWi STNPSi;
};

/// By opcode: unit and width in bytes, 0 where nothing is known.
static BY_OPCODE: LazyLock<Vec<(i64, i64)>> = LazyLock::new(|| {
    let mut found = vec![(0, 0); TARGET.instrs.len()];
    for (unit, width, opcodes) in ROWS {
        for opcode in *opcodes {
            found[opcode.index()] = (*unit, *width);
        }
    }
    found
});

/// The bytes that `inst` accesses; `None` if they are not at a constant distance from one of its operands.
pub fn of(function: &MachineFunction, inst: Inst) -> Option<AccessRange> {
    let (unit, width) = BY_OPCODE[function.opcode(inst).index()];
    // Register, base, offset; or two registers, or the changed base and a register, before base and offset.
    let explicit = function.desc(inst).operands.len();
    if width == 0 || !(3..=4).contains(&explicit) || function.num_operands(inst) < explicit {
        return None;
    }
    let base = explicit - 2;
    let number = function.operand(inst, base + 1).as_imm()?;
    let operand = function.operand(inst, base);
    let has_base = operand.is_reg() || operand.as_frame_index().is_some();
    has_base.then(|| AccessRange {
        base,
        offset: number.saturating_mul(unit),
        width,
    })
}
