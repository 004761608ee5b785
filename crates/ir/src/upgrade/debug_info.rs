//! Debug information of a version that LLVM 19 does not have is dropped, with all that refers to it. Fields of old forms
//! become those of today.

use crate::debug_info::VERSION;
use crate::function::Function;
use crate::global::GlobalKind;
use crate::metadata::{MetadataData, MetadataField, MetadataTable, Word};
use crate::module::Module;

/// Drops debug information of another version. A module that had some remembers which.
pub(super) fn upgrade(module: &mut Module) {
    if !may_have_debug_info(module) {
        return;
    }
    let version = version(module);
    if version == VERSION {
        return;
    }
    let metadata = &mut module.metadata;
    let before = metadata.named.len();
    let is_debug = |name: &str| name.starts_with("llvm.dbg.") || name == "llvm.gcov";
    metadata.named.retain(|(name, _)| !is_debug(name));
    let mut has_dropped = metadata.named.len() < before;
    let dbg = kind(metadata, "dbg");
    let assign = kind(metadata, "DIAssignID");
    let is_dropped = |kind: u32| Some(kind) == dbg || Some(kind) == assign;
    for data in module.globals.values_mut() {
        let before = data.metadata.len();
        data.metadata.retain(|(kind, _)| !is_dropped(*kind));
        has_dropped |= data.metadata.len() < before;
        if let GlobalKind::Function(function) = &mut data.kind
            && let Some(body) = &mut function.body
        {
            has_dropped |= strip(body, &is_dropped);
        }
    }
    if has_dropped {
        module.dropped_debug_info = Some(version);
    }
}

/// Whether anything in the module could be debug information.
fn may_have_debug_info(module: &Module) -> bool {
    let metadata = &module.metadata;
    let mut named = metadata.named.iter();
    let has_records = |function: &Function| !function.debug_records.is_empty();
    module.had_debug_calls
        || kind(metadata, "dbg").is_some()
        || named.any(|(name, _)| name.starts_with("llvm.dbg."))
        || module
            .globals
            .values()
            .any(|data| data.body().is_some_and(has_records))
}

/// The number of an attachment kind that the module uses.
fn kind(metadata: &MetadataTable, name: &str) -> Option<u32> {
    let found = metadata.kinds.iter().position(|kind| **kind == *name);
    found.map(|at| at as u32)
}

/// The version that the module states, 0 if it states none.
fn version(module: &Module) -> u64 {
    let metadata = &module.metadata;
    let mut named = metadata.named.iter();
    let Some((_, flags)) = named.find(|(name, _)| **name == *"llvm.module.flags") else {
        return 0;
    };
    let stated = flags.iter().find_map(|flag| {
        let MetadataData::Node { operands, .. } = &metadata.nodes[*flag] else {
            return None;
        };
        let [_, Some(key), Some(value)] = **operands else {
            return None;
        };
        let key_is = MetadataData::String((*b"Debug Info Version").into());
        match metadata.nodes[value] {
            MetadataData::Const(id) if metadata.nodes[key] == key_is => module.int_value(id),
            _ => None,
        }
    });
    stated.unwrap_or(0)
}

/// Drops the debug information of a body; whether there was any.
fn strip(body: &mut Function, is_dropped: &impl Fn(u32) -> bool) -> bool {
    let mut has_dropped = !body.debug_records.is_empty() || !body.debug_declares.is_empty();
    body.debug_records.clear();
    body.debug_declares.clear();
    body.debug.clear();
    for data in body.insts.values_mut() {
        has_dropped |= data.debug_loc.is_some();
        data.debug_loc = None.into();
    }
    let before = body.attachments.len();
    body.attachments.retain(|(_, (kind, _))| !is_dropped(*kind));
    has_dropped || body.attachments.len() < before
}

/// Fields of a `DISubprogram` that follow its flags.
const AFTER_FLAGS: &[&str] = &[
    "unit",
    "templateParams",
    "declaration",
    "retainedNodes",
    "thrownTypes",
    "annotations",
    "targetFuncName",
];

/// Before LLVM 8, a `DISubprogram` had a field for each of what is a bit of `spFlags` now. One that says nothing is a
/// definition.
///
/// ```text
///   isLocal: false, isDefinition: true, isOptimized: true, virtuality: DW_VIRTUALITY_virtual
///       ↓
///   spFlags: DISPFlagVirtual | DISPFlagDefinition | DISPFlagOptimized
/// ```
pub(crate) fn join_subprogram_flags(fields: &mut Vec<(Word, MetadataField)>) {
    if fields.iter().any(|(key, _)| **key == *"spFlags") {
        return;
    }
    let mut take = |name: &str| {
        let at = fields.iter().position(|(key, _)| **key == *name)?;
        match fields.remove(at).1 {
            MetadataField::Text(text) => Some(text),
            _ => None,
        }
    };
    let virtuality = match take("virtuality").as_deref() {
        Some("DW_VIRTUALITY_virtual" | "1") => Some("DISPFlagVirtual"),
        Some("DW_VIRTUALITY_pure_virtual" | "2") => Some("DISPFlagPureVirtual"),
        _ => None,
    };
    let mut flags: Vec<&str> = virtuality.into_iter().collect();
    for (name, by_default, flag) in [
        ("isLocal", false, "DISPFlagLocalToUnit"),
        ("isDefinition", true, "DISPFlagDefinition"),
        ("isOptimized", false, "DISPFlagOptimized"),
    ] {
        if take(name).map_or(by_default, |text| *text == *"true") {
            flags.push(flag);
        }
    }
    if flags.is_empty() {
        flags.push("0");
    }
    let follows = |(key, _): &(Word, MetadataField)| AFTER_FLAGS.contains(&&**key);
    let at = fields.iter().position(follows).unwrap_or(fields.len());
    let text = MetadataField::Text(flags.join(" | ").into());
    fields.insert(at, (Word::Known("spFlags"), text));
}
