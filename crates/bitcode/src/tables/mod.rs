//! What records refer to by number, as far as it has been read.

pub(crate) mod attributes;
pub(crate) mod bodies;
pub(crate) mod constants;
pub(crate) mod globals;
pub(crate) mod metadata;
pub(crate) mod records;
pub(crate) mod types;
pub(crate) mod values;
