//! Groups and lists of attributes, by number.

use std::sync::Arc;

use avarice_ir::AttrGroup;
use avarice_ir::attribute::AttributeList;
use rustc_hash::FxHashMap;

/// Where the attributes of a group belong.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Function,
    Result,
    Param(u32),
}

/// Groups and lists by number.
#[derive(Default)]
pub(crate) struct Attributes {
    pub groups: FxHashMap<u64, (Place, Option<AttrGroup>)>,
    pub lists: Vec<AttributeList>,
    /// Keywords, each stored once.
    pub words: FxHashMap<&'static str, Arc<str>>,
}
