//! Which registers hold vectors.

use avarice_lower::PartType;
use avarice_target::RegClass;

use super::opcodes::Form;
use crate::class;

/// The class of registers that hold a part with these lanes.
pub(crate) fn class_of(part: PartType) -> RegClass {
    match part {
        PartType::Vector { lane, lanes } if !Form::of(lane, lanes.into()).wide => class::FPR64,
        _ => class::FPR128,
    }
}
