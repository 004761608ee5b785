//! What becomes of debug records when code has been moved or copied.

use avarice_ir::Function;

/// Forgets what is said of variables at places of the function, which a pass may have moved, copied or left out.
pub(crate) fn forget_places(function: &mut Function) {
    if !function.debug.is_empty()
        && let Some(entry) = function.layout.first()
        && let Some(first) = function.blocks[*entry].first.expand()
    {
        let args = std::mem::take(&mut function.args);
        function.debug.keep_constant_arguments(first, &args);
        function.args = args;
    }
}
