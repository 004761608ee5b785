//! Out of SSA form: what PHIs and tied operands mean is said by copies.

pub mod detect_dead_lanes;
pub mod phi_elimination;
pub mod process_imp_defs;
pub mod two_address;
