//! The instructions that load and store a whole register of a class.

use avarice_target::{Opcode, RegClass};

use crate::subtarget::Features;
use crate::{TARGET, class, op};

/// The instructions that move registers of a class to and from memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoadStore {
    /// Loads a register.
    pub load: Opcode,
    /// Stores a register.
    pub store: Opcode,
}

/// Load and store of the classes in `class`.
struct Row {
    class: RegClass,
    plain: LoadStore,
    /// With AVX, where that has its own.
    avx: Option<LoadStore>,
}

const fn forms(load: Opcode, store: Opcode) -> LoadStore {
    LoadStore { load, store }
}

const fn row(class: RegClass, load: Opcode, store: Opcode) -> Row {
    Row {
        class,
        plain: forms(load, store),
        avx: None,
    }
}

const fn with_avx(class: RegClass, plain: LoadStore, avx: LoadStore) -> Row {
    Row {
        class,
        plain,
        avx: Some(avx),
    }
}

/// Rows by spill size of the class: classes of different sizes hold the same registers.
const ROWS: &[Row] = &[
    row(class::GR8_ABCD_H, op::MOV8rm_NOREX, op::MOV8mr_NOREX),
    row(class::GR8, op::MOV8rm, op::MOV8mr),
    row(class::GR16, op::MOV16rm, op::MOV16mr),
    row(class::GR32, op::MOV32rm, op::MOV32mr),
    with_avx(
        class::FR32,
        forms(op::MOVSSrm_alt, op::MOVSSmr),
        forms(op::VMOVSSrm_alt, op::VMOVSSmr),
    ),
    with_avx(
        class::FR16,
        forms(op::MOVSSrm, op::MOVSSmr),
        forms(op::VMOVSSrm, op::VMOVSSmr),
    ),
    row(class::RFP32, op::LD_Fp32m, op::ST_Fp32m),
    row(class::GR64, op::MOV64rm, op::MOV64mr),
    with_avx(
        class::FR64,
        forms(op::MOVSDrm_alt, op::MOVSDmr),
        forms(op::VMOVSDrm_alt, op::VMOVSDmr),
    ),
    row(class::VR64, op::MMX_MOVQ64rm, op::MMX_MOVQ64mr),
    row(class::RFP64, op::LD_Fp64m, op::ST_Fp64m),
    row(class::RFP80, op::LD_Fp80m, op::ST_FpP80m),
    with_avx(
        class::VR128,
        forms(op::MOVAPSrm, op::MOVAPSmr),
        forms(op::VMOVAPSrm, op::VMOVAPSmr),
    ),
    row(class::VR256, op::VMOVAPSYrm, op::VMOVAPSYmr),
];

/// The aligned forms of whole vectors and the ones for any address.
const UNALIGNED: &[(LoadStore, LoadStore)] = &[
    (
        forms(op::MOVAPSrm, op::MOVAPSmr),
        forms(op::MOVUPSrm, op::MOVUPSmr),
    ),
    (
        forms(op::VMOVAPSrm, op::VMOVAPSmr),
        forms(op::VMOVUPSrm, op::VMOVUPSmr),
    ),
    (
        forms(op::VMOVAPSYrm, op::VMOVAPSYmr),
        forms(op::VMOVUPSYrm, op::VMOVUPSYmr),
    ),
];

/// The instructions for registers of `reg_class`. `is_aligned` says that the address is a multiple of the
/// register's size, which matters for vectors. `None` for registers that cannot be stored.
pub fn load_store(reg_class: RegClass, features: Features, is_aligned: bool) -> Option<LoadStore> {
    let desc = TARGET.class(reg_class);
    let fits = |row: &&Row| {
        let wider = row.class == reg_class || desc.has_super_class(row.class);
        wider && TARGET.class(row.class).spill_size == desc.spill_size
    };
    let row = ROWS.iter().find(fits)?;
    let aligned = match row.avx {
        Some(avx) if features.contains(Features::AVX) => avx,
        _ => row.plain,
    };
    Some(match is_aligned {
        true => aligned,
        false => unaligned_forms(aligned),
    })
}

/// The forms for any address of instructions for addresses that are aligned.
pub fn unaligned_forms(aligned: LoadStore) -> LoadStore {
    let unaligned = UNALIGNED.iter().find(|(forms, _)| *forms == aligned);
    unaligned.map_or(aligned, |(_, forms)| *forms)
}

/// Whether `opcode` loads a whole vector from any address.
pub fn is_unaligned_load(opcode: Opcode) -> bool {
    UNALIGNED.iter().any(|(_, forms)| forms.load == opcode)
}

/// Whether `opcode` stores a whole vector to any address.
pub fn is_unaligned_store(opcode: Opcode) -> bool {
    UNALIGNED.iter().any(|(_, forms)| forms.store == opcode)
}
