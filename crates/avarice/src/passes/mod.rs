//! The machine passes: their order, those that a command line asks for, and how they run.
//!
//! ```text
//!   table       all passes in order; each is declared where its code is
//!   llc_passes  the names of llc's passes, for messages
//!   pipeline_text  the names in llc's -passes
//!   plan        which of them a command line asks for
//!   state       one function on its way
//!   run         runs a plan on a function, and tells those who watch: check, verifier, printer, recorder
//! ```

pub mod llc_passes;
mod machine_printer;
mod machine_verifier;
mod pipeline_text;
pub mod plan;
pub mod run;
mod stack_protector_remarks;
pub mod state;
mod table;
