//! Warnings about large frames, as llc gives them: `"warn-stack-size"` says from where on.

use std::fmt::Write;

use avarice_ir::debug_info::{number, string};
use avarice_ir::{AttrSet, DebugInfo, Global, Module};
use avarice_mir::MachineFunction;

/// The largest frame that needs no warning where the function does not say so, in bytes.
const LIMIT: u64 = u32::MAX as u64;

/// Appends a warning to `log` if `function`, whose frame is laid out, uses more of the stack than it says.
pub(crate) fn write(module: &Module, function: &MachineFunction, log: &mut String) {
    let global = function.ir_function;
    let ir = global.and_then(|global| module.globals[global].function());
    let none = AttrSet::default();
    let attrs = ir.map_or(&none, |ir| module.attrs(ir.attrs.function));
    let limit = attrs.string("warn-stack-size");
    let limit = limit.and_then(|limit| limit.parse().ok());
    let (limit, size) = (limit.unwrap_or(LIMIT), function.frame.stack_size);
    if size <= limit {
        return;
    }
    let place = global.and_then(|global| place(module, global));
    let place = place.unwrap_or_else(|| "<unknown>:0:0".into());
    let name = String::from_utf8_lossy(&function.name);
    let _ = writeln!(
        log,
        "warning: {place}: stack frame size ({size}) exceeds limit ({limit}) in function '{name}'"
    );
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
