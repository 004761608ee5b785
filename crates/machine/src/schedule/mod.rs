//! Scheduling of machine instructions: what all schedulers share.
//!
//! [`model`] is what they ask of the processor; [`target_model`] answers it from the target's tables.

pub mod model;
pub mod target_model;
