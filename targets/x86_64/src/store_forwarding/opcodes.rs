//! Instructions that copy memory through vector registers, and those that store parts.

use avarice_target::Opcode;

use crate::load_store::LoadStore;
use crate::op;

/// A load into a vector register, with the stores that make a copy with it.
#[derive(Debug)]
pub(super) struct VectorCopy {
    /// How many bytes are copied.
    pub bytes: i64,
    /// The stores.
    pub stores: [Opcode; 2],
    /// What copies 16 bytes of 32.
    pub half: Option<LoadStore>,
}

const fn whole(aligned: Opcode, unaligned: Opcode) -> VectorCopy {
    VectorCopy {
        bytes: 16,
        stores: [aligned, unaligned],
        half: None,
    }
}

const fn halves(stores: [Opcode; 2], load: Opcode, store: Opcode) -> VectorCopy {
    VectorCopy {
        bytes: 32,
        stores,
        half: Some(LoadStore { load, store }),
    }
}

const SSE: VectorCopy = whole(op::MOVAPSmr, op::MOVUPSmr);
const SINGLE: VectorCopy = whole(op::VMOVAPSmr, op::VMOVUPSmr);
const DOUBLE: VectorCopy = whole(op::VMOVAPDmr, op::VMOVUPDmr);
const INTEGER: VectorCopy = whole(op::VMOVDQAmr, op::VMOVDQUmr);
const WIDE_SINGLE: VectorCopy = halves(
    [op::VMOVAPSYmr, op::VMOVUPSYmr],
    op::VMOVUPSrm,
    op::VMOVUPSmr,
);
const WIDE_DOUBLE: VectorCopy = halves(
    [op::VMOVAPDYmr, op::VMOVUPDYmr],
    op::VMOVUPDrm,
    op::VMOVUPDmr,
);
const WIDE_INTEGER: VectorCopy = halves(
    [op::VMOVDQAYmr, op::VMOVDQUYmr],
    op::VMOVDQUrm,
    op::VMOVDQUmr,
);

/// The copies that begin with a load by this instruction.
pub(super) fn copy_by_load(load: Opcode) -> Option<&'static VectorCopy> {
    Some(match load {
        op::MOVUPSrm | op::MOVAPSrm => &SSE,
        op::VMOVUPSrm | op::VMOVAPSrm => &SINGLE,
        op::VMOVUPDrm | op::VMOVAPDrm => &DOUBLE,
        op::VMOVDQUrm | op::VMOVDQArm => &INTEGER,
        op::VMOVUPSYrm | op::VMOVAPSYrm => &WIDE_SINGLE,
        op::VMOVUPDYrm | op::VMOVAPDYrm => &WIDE_DOUBLE,
        op::VMOVDQUYrm | op::VMOVDQAYrm => &WIDE_INTEGER,
        _ => return None,
    })
}

impl VectorCopy {
    /// Whether an instruction stores less than is loaded.
    pub(super) fn is_blocked_by(&self, store: Opcode) -> bool {
        match store {
            op::MOV64mr
            | op::MOV64mi32
            | op::MOV32mr
            | op::MOV32mi
            | op::MOV16mr
            | op::MOV16mi
            | op::MOV8mr
            | op::MOV8mi => true,
            op::VMOVUPSmr
            | op::VMOVAPSmr
            | op::VMOVUPDmr
            | op::VMOVAPDmr
            | op::VMOVDQUmr
            | op::VMOVDQAmr => self.half.is_some(),
            _ => false,
        }
    }

    /// What copies as many of the `left` bytes as one instruction can, and how many.
    pub(super) fn largest_part(&self, left: i64) -> (LoadStore, i64) {
        let part = |load, store| LoadStore { load, store };
        match (self.half, left) {
            (Some(half), 16..) => (half, 16),
            (_, 8..) => (part(op::MOV64rm, op::MOV64mr), 8),
            (_, 4..) => (part(op::MOV32rm, op::MOV32mr), 4),
            (_, 2..) => (part(op::MOV16rm, op::MOV16mr), 2),
            _ => (part(op::MOV8rm, op::MOV8mr), 1),
        }
    }
}
