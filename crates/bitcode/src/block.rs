//! Numbers of blocks.

pub(crate) const MODULE: u32 = 8;
pub(crate) const ATTRIBUTES: u32 = 9;
pub(crate) const ATTRIBUTE_GROUPS: u32 = 10;
pub(crate) const CONSTANTS: u32 = 11;
pub(crate) const FUNCTION: u32 = 12;
pub(crate) const IDENTIFICATION: u32 = 13;
pub(crate) const VALUE_SYMBOLS: u32 = 14;
pub(crate) const METADATA: u32 = 15;
pub(crate) const ATTACHMENTS: u32 = 16;
pub(crate) const TYPES: u32 = 17;
pub(crate) const BUNDLE_TAGS: u32 = 21;
pub(crate) const METADATA_KINDS: u32 = 22;
pub(crate) const STRING_TABLE: u32 = 23;
pub(crate) const SCOPE_NAMES: u32 = 26;
