//! What passes say of their decisions: the debug log of llc, events as typed values and as JSON, and remarks for the
//! programmer.
//!
//! A pass is given a [`Log`]. It writes text with [`log!`] and records events with [`event!`]; where no one has asked
//! for either, each costs a predictable branch. Neither steers a pass: it makes the same code whether or not anyone
//! watches. Where it passes over what only a log would show ([`Log::is_watched`]), the test `watched` compares.
//!
//! ```text
//!   pass ─ log!(log, "…") ──────────────▶ text of -debug-only, byte for byte llc's
//!        ─ event!(log, Event::…) ───────▶ Recorder ─▶ FunctionRecord ─▶ JSON, explain, view
//!        ─ log.remark(Remark { … }) ────▶ RemarkSink ─▶ text and YAML of -pass-remarks
//! ```

pub mod events;
pub mod log;
pub mod remarks;

pub use avarice_liveness::log;
pub use log::{Log, LogParts};
