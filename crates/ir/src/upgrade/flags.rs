//! Module flags: behaviors that used to be others.

use crate::constant::ConstKind;
use crate::entities::MetadataId;
use crate::metadata::MetadataData;
use crate::module::Module;

/// What linking does with a flag that both modules have: an error, the larger value, the smaller value.
const ERROR: u64 = 1;
const MAX: u64 = 7;
const MIN: u64 = 8;

/// Changes the behaviors of flags that used to be others.
pub(super) fn upgrade(module: &mut Module) {
    let mut named = module.metadata.named.iter();
    let Some((_, flags)) = named.find(|(name, _)| **name == *"llvm.module.flags") else {
        return;
    };
    for flag in flags.clone() {
        upgrade_flag(module, flag);
    }
}

fn upgrade_flag(module: &mut Module, flag: MetadataId) {
    let nodes = &module.metadata.nodes;
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
    let constant = &module.consts[*id];
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
    let id = module.constant(ty, ConstKind::Int(new));
    let nodes = &mut module.metadata.nodes;
    let behavior = nodes.push(MetadataData::Const(id));
    if let MetadataData::Node { operands, .. } = &mut nodes[flag] {
        operands[0] = Some(behavior);
    }
}
