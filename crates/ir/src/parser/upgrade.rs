//! Module flags of older producers, changed as LLVM 19 changes them on reading.

use crate::constant::ConstKind;
use crate::entities::MetadataId;
use crate::metadata::MetadataData;

use super::Parser;

/// What linking does with a flag that both modules have: an error, the larger value, the smaller value.
const ERROR: u64 = 1;
const MAX: u64 = 7;
const MIN: u64 = 8;

impl Parser<'_> {
    /// Changes the behaviors of flags that used to be others.
    pub(super) fn upgrade_module_flags(&mut self) {
        let named = &self.module.metadata.named;
        let flags = named
            .iter()
            .find(|(name, _)| **name == *"llvm.module.flags");
        let nodes = flags.map_or_else(Vec::new, |(_, nodes)| nodes.clone());
        for node in nodes {
            self.upgrade_flag(node);
        }
    }

    fn upgrade_flag(&mut self, flag: MetadataId) {
        let nodes = &self.module.metadata.nodes;
        let MetadataData::Node { operands, .. } = &nodes[flag] else {
            return;
        };
        let [Some(behavior), Some(key), _] = **operands else {
            return;
        };
        let (MetadataData::Const(id), MetadataData::String(key)) = (&nodes[behavior], &nodes[key])
        else {
            return;
        };
        let constant = &self.module.consts[*id];
        let ConstKind::Int(old) = constant.kind else {
            return;
        };
        let new = match (&**key, old) {
            (b"PIC Level", ERROR | MAX) => MIN,
            (b"PIE Level", ERROR) => MAX,
            (b"branch-target-enforcement", ERROR) => MIN,
            (key, ERROR) if key.starts_with(b"sign-return-address") => MIN,
            _ => return,
        };
        let ty = constant.ty;
        let id = self.intern(ty, ConstKind::Int(new));
        let nodes = &mut self.module.metadata.nodes;
        let behavior = nodes.push(MetadataData::Const(id));
        if let MetadataData::Node { operands, .. } = &mut nodes[flag] {
            operands[0] = Some(behavior);
        }
    }
}
