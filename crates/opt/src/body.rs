//! Bodies of functions, to be changed while the module is read or changed too.

use avarice_ir::{Function, Global, GlobalKind, Module};

/// Runs `work` on the body of `global`, taken out of the module meanwhile; false if there is none.
pub fn with_body(
    module: &mut Module,
    global: Global,
    work: impl FnOnce(&mut Module, &mut Function) -> bool,
) -> bool {
    let GlobalKind::Function(data) = &mut module.globals[global].kind else {
        return false;
    };
    let Some(mut body) = data.body.take() else {
        return false;
    };
    let changed = work(module, &mut body);
    if let GlobalKind::Function(data) = &mut module.globals[global].kind {
        data.body = Some(body);
    }
    changed
}
