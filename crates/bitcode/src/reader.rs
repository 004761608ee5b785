//! The reader's state. Each kind of block has a file with the methods that read it.

use avarice_ir::Module;

use crate::stream::Stream;
use crate::tables::attributes::Attributes;
use crate::tables::bodies::Bodies;
use crate::tables::constants::Constants;
use crate::tables::globals::Globals;
use crate::tables::metadata::Metadata;
use crate::tables::types::Types;
use crate::tables::values::Values;

/// The reader's state.
pub(crate) struct Reader<'a> {
    pub stream: Stream<'a>,
    pub strings: &'a [u8],
    pub module: Module,
    pub types: Types,
    pub attributes: Attributes,
    pub globals: Globals,
    pub constants: Constants,
    pub values: Values,
    pub metadata: Metadata<'a>,
    pub bodies: Bodies,
    /// Names of synchronization scopes by number.
    pub scopes: Vec<Box<str>>,
    /// Tags of operand bundles by number.
    pub bundle_tags: Vec<Box<str>>,
    /// Address space of `alloca`, from the data layout.
    pub alloca_space: u32,
    /// Bytes that constants may still claim beyond what the file accounts for.
    pub budget: usize,
}
