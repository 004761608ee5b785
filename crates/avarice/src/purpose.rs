//! What a module is compiled for: files, memory, a debug log, or records of what passes do.

use avarice_trace::events::FunctionRecord;

use crate::recording::Selection;

/// What takes the debug log of each function as soon as it is complete.
pub type OnLog<'a> = &'a (dyn Fn(String) + Sync);

/// What a module is compiled for.
pub(crate) enum Purpose<'a> {
    /// The output that the options ask for; what is to be printed on standard error is said meanwhile.
    Output(Sink<'a>, &'a mut dyn FnMut(&str)),
    /// The debug log alone.
    Log(OnLog<'a>),
    /// What the passes do.
    Records(&'a Selection<'a>, &'a mut Vec<FunctionRecord>),
}

impl<'a> Purpose<'a> {
    pub(crate) fn on_log(&self) -> Option<OnLog<'a>> {
        match self {
            Self::Log(on_log) => Some(*on_log),
            _ => None,
        }
    }

    pub(crate) fn selection(&self) -> Option<&'a Selection<'a>> {
        match self {
            Self::Records(selection, _) => Some(selection),
            _ => None,
        }
    }

    /// Whether someone waits for the files that are written.
    pub(crate) fn is_waited_for(&self) -> bool {
        matches!(self, Self::Output(Sink::Files, _))
    }
}

/// Where the output goes.
pub(crate) enum Sink<'a> {
    /// To the files that the options name.
    Files,
    /// Here; nothing is written.
    Memory(&'a mut Vec<u8>),
}
