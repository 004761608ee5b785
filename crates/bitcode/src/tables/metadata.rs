//! Metadata, by number.

use std::sync::Arc;

use avarice_ir::metadata::{LocationNode, MetadataField, Word};
use avarice_ir::{Const, MetadataId, Type};
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;

/// What has a number among metadata.
#[derive(Clone, Debug)]
pub(crate) enum Listed<'a> {
    Text(&'a [u8]),
    Node(MetadataId),
    /// A value of the function that is being read, or a constant.
    Value(Type, u32),
    /// Values by their numbers among metadata.
    List(Box<[u64]>),
}

/// Fields of a specialized node.
pub(crate) type Fields = Vec<(Word, MetadataField)>;

/// Metadata by number, and what is shared between nodes.
#[derive(Default)]
pub(crate) struct Metadata<'a> {
    pub list: Vec<Listed<'a>>,
    /// Nodes that have been mentioned before their record.
    pub forward: FxHashMap<u64, MetadataId>,
    pub strings: FxHashMap<&'a [u8], MetadataId>,
    pub consts: FxHashMap<Const, MetadataId>,
    /// Places in the source that are not distinct.
    pub places: FxHashMap<LocationNode, MetadataId>,
    /// Names of kinds of attachments.
    pub kind_names: FxHashMap<u64, Box<str>>,
    /// Kinds that the module has used.
    pub kind_ids: FxHashMap<u64, u32>,
    pub words: FxHashMap<&'static str, Arc<str>>,
    /// The fields of the node that is being read.
    pub fields: Fields,
    /// For nodes with a number in [`avarice_ir::metadata::MetadataTable::numbered`]: that number plus 1.
    pub numbered: SecondaryMap<MetadataId, u32>,
    /// Texts of small numbers.
    pub numbers: Vec<Option<Arc<str>>>,
    /// The name of the list that comes next.
    pub name: Option<Box<str>>,
}

/// Numbers whose text is stored once.
const SMALL: usize = 4096;

impl Metadata<'_> {
    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Forgets what has been read since there were `len` numbers.
    pub fn truncate(&mut self, len: usize) {
        self.list.truncate(len);
    }

    /// The number by which the text of a record names a node.
    pub fn number_of(&self, id: MetadataId) -> Option<u32> {
        self.numbered[id].checked_sub(1)
    }

    /// A word, stored once.
    pub fn word(&mut self, word: &'static str) -> Arc<str> {
        let words = &mut self.words;
        words.entry(word).or_insert_with(|| word.into()).clone()
    }

    /// The text of a number.
    pub fn number(&mut self, value: u64) -> Arc<str> {
        let index = value as usize;
        if value >= SMALL as u64 {
            return value.to_string().into();
        }
        if self.numbers.len() <= index {
            self.numbers.resize(index + 1, None);
        }
        let text = self.numbers[index].get_or_insert_with(|| value.to_string().into());
        text.clone()
    }
}
