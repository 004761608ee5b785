//! What is left of a function when it is compiled.

use avarice_emit::FunctionCode;
use avarice_ir::Global;
use avarice_mir::MachineFunction;
use avarice_trace::events::FunctionRecord;

use crate::remarks::Rendered;
use crate::timing::{Stats, Timing};

/// The result of compiling one function.
pub(crate) struct Compiled {
    pub(crate) global: Option<Global>,
    /// The machine code; gone once it is encoded.
    pub(crate) function: Option<MachineFunction>,
    pub(crate) code: Option<FunctionCode>,
    pub(crate) log: String,
    /// What the passes did, if that is recorded.
    pub(crate) record: Option<FunctionRecord>,
    /// The same as lines of JSON, if they are to be written.
    pub(crate) events: String,
    /// Remarks as YAML, if they are to be written.
    pub(crate) remarks: String,
    /// Remarks that come after those of all functions.
    pub(crate) late_remarks: Rendered,
    pub(crate) timing: Timing,
    pub(crate) stats: Stats,
}
