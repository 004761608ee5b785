//! What a pass is.

use std::fmt;

use avarice_ir::{DataLayout, Function, Global, Module};

/// A pass over one function at a time.
pub trait FunctionPass {
    /// Transforms `function`, the body of `global`, which is taken out of `module` meanwhile: both can change.
    /// Returns whether anything has.
    fn run(
        &mut self,
        module: &mut Module,
        global: Global,
        function: &mut Function,
        log: &mut Log,
    ) -> bool;
}

/// The layout of the module's data, read once and kept; `None` if what the module says of it is wrong.
pub fn kept_layout<'a>(
    kept: &'a mut Option<DataLayout>,
    module: &Module,
) -> Option<&'a DataLayout> {
    if kept.is_none() {
        *kept = DataLayout::of_module(module).ok();
    }
    kept.as_ref()
}

/// Whether passes leave a function as it is.
pub type Skips<'a> = &'a dyn Fn(&Module, Global) -> bool;

/// A pass over a module.
pub trait ModulePass {
    /// Transforms `module`, but no function that `skips` names. Returns whether anything has changed.
    fn run(&mut self, module: &mut Module, skips: Skips<'_>, log: &mut Log) -> bool;
}

/// Where passes write what they decide; costs one branch where nobody asked.
#[derive(Debug, Default)]
pub struct Log {
    text: Option<String>,
}

impl Log {
    /// A log that keeps what is written if `enabled`.
    pub fn new(enabled: bool) -> Self {
        Self {
            text: enabled.then(String::new),
        }
    }

    /// Whether anything that is written is kept.
    pub fn is_enabled(&self) -> bool {
        self.text.is_some()
    }

    /// Adds a line, which is made only if it is kept.
    pub fn line<T: fmt::Display>(&mut self, line: impl FnOnce() -> T) {
        if let Some(text) = &mut self.text {
            text.push_str(&line().to_string());
            text.push('\n');
        }
    }

    /// Takes what was written.
    pub fn take(&mut self) -> String {
        self.text.as_mut().map(std::mem::take).unwrap_or_default()
    }
}
