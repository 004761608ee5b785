//! Tags of type-based alias analysis that are a type alone, as they were before structs had types of their own: they
//! become an access of that type at its beginning.
//!
//! ```text
//!   !{!"int", !1}         ─▶  !{!3, !3, i64 0}          where !3 = !{!"int", !1}
//!   !{!"int", !1, i64 1}  ─▶  !{!3, !3, i64 0, i64 1}   constant memory
//! ```

use rustc_hash::FxHashMap;

use crate::constant::ConstKind;
use crate::entities::{Const, MetadataId};
use crate::global::GlobalKind;
use crate::metadata::{MetadataData, MetadataTable};
use crate::module::Module;
use crate::types::TypeTable;

/// Changes the tags of all instructions.
pub(super) fn upgrade(module: &mut Module) {
    let mut kinds = module.metadata.kinds.iter();
    let Some(tbaa) = kinds.position(|kind| **kind == *"tbaa") else {
        return;
    };
    let zero = module.constant(TypeTable::I64, ConstKind::Int(0));
    let metadata = &mut module.metadata;
    let mut new_tags = FxHashMap::default();
    for data in module.globals.values_mut() {
        let GlobalKind::Function(function) = &mut data.kind else {
            continue;
        };
        let Some(body) = &mut function.body else {
            continue;
        };
        for (_, (kind, node)) in &mut body.attachments {
            if *kind as usize == tbaa && is_old(metadata, *node) {
                let new = new_tags.entry(*node);
                *node = *new.or_insert_with(|| tag(metadata, *node, zero));
            }
        }
    }
}

/// Whether a tag is a type.
fn is_old(metadata: &MetadataTable, tag: MetadataId) -> bool {
    let MetadataData::Node { operands, .. } = &metadata.nodes[tag] else {
        return false;
    };
    let begins_with_node = matches!(operands.first(), Some(Some(first))
        if matches!(metadata.nodes[*first], MetadataData::Node { .. }));
    !(operands.is_empty() || begins_with_node && operands.len() >= 3)
}

/// The tag of an access of the type `old`; a third operand says whether the memory is constant.
fn tag(metadata: &mut MetadataTable, old: MetadataId, zero: Const) -> MetadataId {
    let operands = match &metadata.nodes[old] {
        MetadataData::Node { operands, .. } => operands.clone(),
        _ => return old,
    };
    let nodes = &mut metadata.nodes;
    let node = |operands| MetadataData::Node {
        distinct: false,
        operands,
    };
    let (ty, constant) = match *operands {
        [name, parent, constant] => (nodes.push(node([name, parent].into())), Some(constant)),
        _ => (old, None),
    };
    let offset = nodes.push(MetadataData::Const(zero));
    let access = [Some(ty), Some(ty), Some(offset)];
    nodes.push(node(access.into_iter().chain(constant).collect()))
}
