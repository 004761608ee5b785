//! Module flags that the command line decides.

use crate::entities::MetadataId;
use crate::metadata::MetadataData;
use crate::module::Module;
use crate::{ConstKind, TypeTable};

/// The list of flags.
const FLAGS: &str = "llvm.module.flags";
/// The largest value of modules that are linked counts.
const MAX: u64 = 7;

impl Module {
    /// Gives a module flag the value `value`, whether the module has it or not.
    pub fn set_flag_number(&mut self, name: &str, value: u64) {
        self.remove_flag(name);
        let [behavior, value] =
            [MAX, value].map(|number| self.constant(TypeTable::I32, ConstKind::Int(number)));
        let nodes = &mut self.metadata.nodes;
        let operands = [
            MetadataData::Const(behavior),
            MetadataData::String(name.as_bytes().into()),
            MetadataData::Const(value),
        ];
        let operands = operands.map(|data| Some(nodes.push(data))).into();
        let flag = nodes.push(MetadataData::Node {
            distinct: false,
            operands,
        });
        let named = &mut self.metadata.named;
        match named.iter_mut().find(|(key, _)| **key == *FLAGS) {
            Some((_, flags)) => flags.push(flag),
            None => named.push((FLAGS.into(), vec![flag])),
        }
    }

    /// Removes a module flag.
    pub fn remove_flag(&mut self, name: &str) {
        let metadata = &mut self.metadata;
        let nodes = &metadata.nodes;
        let is_named = |flag: &MetadataId| {
            let MetadataData::Node { operands, .. } = &nodes[*flag] else {
                return false;
            };
            let key = operands.get(1).copied().flatten();
            key.is_some_and(
                |key| matches!(&nodes[key], MetadataData::String(key) if **key == *name.as_bytes()),
            )
        };
        if let Some((_, flags)) = metadata.named.iter_mut().find(|(key, _)| **key == *FLAGS) {
            flags.retain(|flag| !is_named(flag));
        }
    }
}
