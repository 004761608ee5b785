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

/// A landing pad's label and what it does.
#[derive(Clone, Debug)]
pub struct LandingPadData {
    /// The label at its start.
    pub label: Symbol,
    /// The selectors of its clauses, the last clause first: the id of a type that it catches, that of a filter (negative),
    /// or 0 for a cleanup, which comes first.
    pub selectors: Vec<i32>,
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
    /// The ids of the types that filters let through, 0 after those of each.
    pub filter_types: Vec<u32>,
    /// Where in `filter_types` the zeros are.
    filter_ends: Vec<u32>,
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

    /// The id of the filter that lets `types` through: -1 minus its place in [`Self::filter_types`]. It may be the end of
    /// another.
    ///
    /// ```text
    ///   filter_types    2  1  0
    ///                   ▲  ╰───── [1]: -2
    ///                   ╰──────── [2, 1]: -1
    /// ```
    pub fn filter_id(&mut self, types: &[u32]) -> i32 {
        for end in &self.filter_ends {
            let before = &self.filter_types[..*end as usize];
            if let Some(rest) = before.strip_suffix(types) {
                return -1 - rest.len() as i32;
            }
        }
        let start = self.filter_types.len();
        self.filter_types.extend_from_slice(types);
        self.filter_ends.push(self.filter_types.len() as u32);
        self.filter_types.push(0);
        -1 - start as i32
    }
}
