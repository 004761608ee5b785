//! What passes say of their decisions: the debug log of llc, and events as typed values and as JSON.
//!
//! A pass is given a [`Log`]. It writes text with [`log!`] and records events with [`event!`]; where no one has asked
//! for either, each costs a predictable branch. Neither may steer a pass: it decides the same whether or not anyone
//! watches.
//!
//! ```text
//!   pass ─ log!(log, "…") ──────────────▶ text of -debug-only, byte for byte llc's
//!        ─ event!(log, Event::…) ───────▶ Recorder ─▶ FunctionRecord ─▶ JSON, explain, view
//! ```

pub mod events;
pub mod log;

pub use avarice_liveness::log;
pub use log::{Log, LogParts};
