//! Changes a module so that its code can run in a process that is already there.

use avarice_ir::metadata::MetadataData;
use avarice_ir::{Module, ThreadLocal, Visibility};

/// Takes back what the module assumes about a program that is linked as a whole:
///
/// - that it is the executable, which the module flag `PIE Level` says;
/// - that symbols of others are near (`dso_local` or `hidden` on declarations);
/// - that its thread-local variables have places that are known when the program starts.
///
/// # Ensures
/// References to others go through a table of addresses, and thread-local variables are of the general dynamic model.
pub(crate) fn prepare(module: &mut Module) {
    remove_flag(module, b"PIE Level");
    for data in module.globals.values_mut() {
        if data.is_declaration() {
            data.dso_local = false;
            data.visibility = Visibility::Default;
        }
        if data.thread_local != ThreadLocal::None {
            data.thread_local = ThreadLocal::GeneralDynamic;
            // The place of one that others cannot replace would be known from that of another.
            data.dso_local = false;
        }
    }
}

fn remove_flag(module: &mut Module, key: &[u8]) {
    let metadata = &mut module.metadata;
    let nodes = &metadata.nodes;
    let is_flag = |flag| match &nodes[flag] {
        MetadataData::Node { operands, .. } => operands
            .iter()
            .flatten()
            .any(|id| matches!(&nodes[*id], MetadataData::String(text) if **text == *key)),
        _ => false,
    };
    for (name, flags) in &mut metadata.named {
        if **name == *"llvm.module.flags" {
            flags.retain(|flag| !is_flag(*flag));
        }
    }
}
