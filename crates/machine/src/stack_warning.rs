//! Warnings about large frames, as llc gives them: `"warn-stack-size"` sets the limit.

use std::fmt::Write;

use avarice_ir::debug_info::{number, string};
use avarice_ir::metadata::MetadataData;
use avarice_ir::{ConstKind, DebugInfo, Global, Module};
use avarice_mir::MachineFunction;

/// The largest frame that needs no warning where the function does not say so, in bytes.
const LIMIT: u64 = u32::MAX as u64;

/// Appends a warning to `warnings` if `function`, whose frame is laid out, uses more of the stack than it says.
pub(crate) fn write(module: &Module, function: &MachineFunction, warnings: &mut String) {
    let global = function.ir_function;
    let attrs = function.ir_attrs(module);
    let limit = attrs.string("warn-stack-size");
    let limit = limit.and_then(|limit| limit.parse().ok());
    let size = size_of_stack(module, function);
    let limit = limit.unwrap_or(LIMIT);
    if size <= limit {
        return;
    }
    let place = global.and_then(|global| place(module, global));
    let place = place.unwrap_or_else(|| "<unknown>:0:0".into());
    let name = String::from_utf8_lossy(&function.name);
    let _ = writeln!(
        warnings,
        "warning: {place}: stack frame size ({size}) exceeds limit ({limit}) in function '{name}'"
    );
}

/// The bytes of a function's frame, and of what it uses of the unsafe stack.
pub(crate) fn size_of_stack(module: &Module, function: &MachineFunction) -> u64 {
    let has_unsafe = function.ir_attrs(module).has("safestack");
    let global = function.ir_function.filter(|_| has_unsafe);
    let unsafe_size = global.and_then(|global| unsafe_size_of(module, global));
    let size = function.frame.stack_size;
    size.saturating_add(unsafe_size.unwrap_or(0))
}

/// What a function uses of the unsafe stack, in bytes: an annotation says so.
fn unsafe_size_of(module: &Module, function: Global) -> Option<u64> {
    let (metadata, consts) = (&module.metadata, &module.consts);
    let all = module.globals[function].metadata.iter();
    let mut own = all.filter(|(kind, _)| {
        let name = metadata.kinds.get(*kind as usize);
        name.is_some_and(|name| **name == *"annotation")
    });
    own.find_map(|(_, node)| {
        let MetadataData::Node { operands, .. } = &metadata.nodes[*node] else {
            return None;
        };
        let [Some(name), Some(size)] = **operands else {
            return None;
        };
        match (&metadata.nodes[name], &metadata.nodes[size]) {
            (MetadataData::String(name), MetadataData::Const(size))
                if **name == *b"unsafe-stack-size" =>
            {
                match consts[*size].kind {
                    ConstKind::Int(size) => Some(size),
                    _ => None,
                }
            }
            _ => None,
        }
    })
}

/// Where the body of a function begins, by its debug information.
fn place(module: &Module, function: Global) -> Option<String> {
    let view = DebugInfo::of(module)?;
    let subprogram = view.attachments(function).next()?;
    let line = number(view.node_of(subprogram, "DISubprogram")?, "scopeLine");
    let file = string(view.node(view.file_of(subprogram)?)?, "filename")?;
    let file = String::from_utf8_lossy(&file);
    Some(format!("{file}:{line}:0"))
}
