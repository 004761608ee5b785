//! The tables of this target, made by `build.rs` from `registers.tab` and `instructions/*.tab`.

include!(concat!(env!("OUT_DIR"), "/tables.rs"));
