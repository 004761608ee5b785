//! Exception handling of a function: its landing pads and the calls that lead there.
//!
//! ```text
//!   EH_LABEL .Ltmp0    ◀─┐
//!   CALL64pcrel32 @f     ├─ an invoke: if f throws, control goes to the pad
//!   EH_LABEL .Ltmp1    ◀─┘
//!   …
//!   bb.2 (landing-pad):
//!     EH_LABEL .Ltmp2  ◀─── the pad, with what it catches
//! ```
//!
//! MIR text has the labels but not this table, like llc's.

use avarice_ir::Global;
use cranelift_entity::{PrimaryMap, entity_impl};

use crate::entities::Symbol;

/// A landing pad.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LandingPad(u32);
entity_impl!(LandingPad, "pad");

/// What a landing pad does with an exception, if it is of the right type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PadAction {
    /// It catches exceptions of a type: the type's id, see [`ExceptionInfo::type_id`].
    Catch(u32),
    /// It stops exceptions of all types but those in [`ExceptionInfo::filters`] at this index.
    Filter(u32),
    /// It cleans up and lets the exception continue.
    Cleanup,
}

/// A landing pad's label and what it does, in order.
#[derive(Clone, Debug)]
pub struct LandingPadData {
    /// The label at its start.
    pub label: Symbol,
    /// Its clauses; a cleanup is the last.
    pub actions: Vec<PadAction>,
}

/// A call that unwinds to a landing pad.
#[derive(Clone, Copy, Debug)]
pub struct Invoke {
    /// The label before it.
    pub begin: Symbol,
    /// The label after it.
    pub end: Symbol,
    /// The pad.
    pub pad: LandingPad,
}

/// The exception table of a function before its layout is known.
#[derive(Clone, Debug, Default)]
pub struct ExceptionInfo {
    /// The function that the unwinder asks.
    pub personality: Option<Global>,
    /// Landing pads.
    pub pads: PrimaryMap<LandingPad, LandingPadData>,
    /// Calls that lead to them.
    pub invokes: Vec<Invoke>,
    /// The types that are caught: `None` is any type. Ids count from 1.
    pub type_infos: Vec<Option<Global>>,
    /// Lists of type ids that filters let through.
    pub filters: Vec<Box<[u32]>>,
}

impl ExceptionInfo {
    /// The id, counted from 1, of the type whose description is `info` (`None`: any type).
    pub fn type_id(&mut self, info: Option<Global>) -> u32 {
        let found = self.type_infos.iter().position(|known| *known == info);
        let index = found.unwrap_or_else(|| {
            self.type_infos.push(info);
            self.type_infos.len() - 1
        });
        index as u32 + 1
    }
}
