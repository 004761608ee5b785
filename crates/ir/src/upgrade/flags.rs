//! Module flags: behaviors that used to be others, and what Objective-C and Swift keep in flags and sections.

use crate::constant::ConstKind;
use crate::entities::MetadataId;
use crate::metadata::MetadataData;
use crate::module::Module;
use crate::types::TypeTable;

/// What linking does with a flag that both modules have: an error, this one counts, the larger value, the smaller value.
const ERROR: u64 = 1;
const OVERRIDE: u64 = 4;
const MAX: u64 = 7;
const MIN: u64 = 8;

/// What has been found among the flags of Objective-C.
#[derive(Default)]
struct ObjectiveC {
    /// `Objective-C Image Info Version`
    has_version: bool,
    /// `Objective-C Class Properties`
    has_class_properties: bool,
    /// The versions of Swift that `Objective-C Garbage Collection` had above its own byte.
    swift: Option<u64>,
}

/// Changes flags that used to be others, and spaces in the name of a section.
pub(super) fn upgrade(module: &mut Module) {
    trim_sections(module);
    let mut named = module.metadata.named.iter();
    let Some(at) = named.position(|(name, _)| **name == *"llvm.module.flags") else {
        return;
    };
    let mut found = ObjectiveC::default();
    for flag in module.metadata.named[at].1.clone() {
        upgrade_flag(module, flag);
        upgrade_objective_c(module, flag, &mut found);
    }
    let mut added = Vec::new();
    if found.has_version && !found.has_class_properties {
        let name = "Objective-C Class Properties";
        added.push((OVERRIDE, name, TypeTable::I32, 0));
    }
    if let Some(versions) = found.swift {
        let (abi, major, minor) = (versions >> 8, versions >> 24, versions >> 16);
        added.push((ERROR, "Swift ABI Version", TypeTable::I32, abi & 0xff));
        added.push((ERROR, "Swift Major Version", TypeTable::I8, major & 0xff));
        added.push((ERROR, "Swift Minor Version", TypeTable::I8, minor & 0xff));
    }
    for (behavior, name, ty, value) in added {
        let behavior = module.constant(TypeTable::I32, ConstKind::Int(behavior));
        let value = module.constant(ty, ConstKind::Int(value));
        let nodes = &mut module.metadata.nodes;
        let operands = [
            MetadataData::Const(behavior),
            MetadataData::String(name.as_bytes().into()),
            MetadataData::Const(value),
        ];
        let operands = operands.map(|data| Some(nodes.push(data)));
        let flag = nodes.push(MetadataData::Node {
            distinct: false,
            operands: operands.into(),
        });
        module.metadata.named[at].1.push(flag);
    }
}

/// `__DATA, __objc_catlist, …` has no spaces any more.
fn trim_sections(module: &mut Module) {
    for data in module.globals.values_mut() {
        if let Some(section) = &mut data.section
            && section.starts_with(b"__DATA, __objc_catlist")
        {
            *section = without_spaces(section);
        }
    }
}

/// Names between commas without the spaces around them.
fn without_spaces(section: &[u8]) -> Box<[u8]> {
    let parts = section.split(|c| *c == b',').map(<[u8]>::trim_ascii);
    parts.collect::<Vec<_>>().join(&b',').into()
}

/// Looks at a flag of Objective-C, and changes its value if that used to be another.
fn upgrade_objective_c(module: &mut Module, flag: MetadataId, found: &mut ObjectiveC) {
    let nodes = &module.metadata.nodes;
    let MetadataData::Node { operands, .. } = &nodes[flag] else {
        return;
    };
    let [_, Some(key), Some(value)] = **operands else {
        return;
    };
    let MetadataData::String(key) = &nodes[key] else {
        return;
    };
    match (&**key, &nodes[value]) {
        (b"Objective-C Image Info Version", _) => found.has_version = true,
        (b"Objective-C Class Properties", _) => found.has_class_properties = true,
        (b"Objective-C Image Info Section", MetadataData::String(section)) => {
            let new = without_spaces(section);
            set_operand(module, flag, 2, MetadataData::String(new));
        }
        (b"Objective-C Garbage Collection", MetadataData::Const(id)) => {
            let ConstKind::Int(old) = module.consts[*id].kind else {
                return;
            };
            if module.consts[*id].ty != TypeTable::I32 {
                return;
            }
            if old > 0xff {
                found.swift = Some(old);
            }
            let behavior = module.constant(TypeTable::I32, ConstKind::Int(ERROR));
            let value = module.constant(TypeTable::I8, ConstKind::Int(old & 0xff));
            set_operand(module, flag, 0, MetadataData::Const(behavior));
            set_operand(module, flag, 2, MetadataData::Const(value));
        }
        _ => {}
    }
}

/// Puts something else into an operand of a node.
fn set_operand(module: &mut Module, node: MetadataId, index: usize, data: MetadataData) {
    let nodes = &mut module.metadata.nodes;
    let new = nodes.push(data);
    if let MetadataData::Node { operands, .. } = &mut nodes[node] {
        operands[index] = Some(new);
    }
}

/// Changes the behavior of a flag if that used to be another.
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
    set_operand(module, flag, 0, MetadataData::Const(id));
}
