//! How often functions ran, as their profiles say.

use crate::constant::ConstKind;
use crate::metadata::MetadataData;
use crate::{Global, MetadataId, Module};

impl Module {
    /// How often a function was entered, by the profile.
    pub fn entry_count(&self, function: Global) -> Option<u64> {
        let metadata = &self.metadata;
        let attachments = self.globals[function].metadata.iter();
        let mut profiles = attachments.filter(|(kind, _)| {
            let name = metadata.kinds.get(*kind as usize);
            name.is_some_and(|name| **name == *"prof")
        });
        let (_, profile) = profiles.next()?;
        let MetadataData::Node { operands, .. } = &metadata.nodes[*profile] else {
            return None;
        };
        let (Some(name), Some(count)) = (*operands.first()?, *operands.get(1)?) else {
            return None;
        };
        let is_name = |id: MetadataId| match &metadata.nodes[id] {
            MetadataData::String(text) => **text == *b"function_entry_count",
            _ => false,
        };
        match metadata.nodes[count] {
            MetadataData::Const(id) if is_name(name) => match self.consts[id].kind {
                // A function without samples says all ones.
                ConstKind::Int(count) => Some(count).filter(|count| *count != u64::MAX),
                _ => None,
            },
            _ => None,
        }
    }
}
