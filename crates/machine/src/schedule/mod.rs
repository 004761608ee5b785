//! Scheduling of machine instructions: what all schedulers share.
//!
//! [`model`] is what they ask of the processor.

pub mod model;
