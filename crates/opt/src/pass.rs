//! What a pass is.

use std::fmt;

use avarice_ir::{DataLayout, Function, Global, Module};

/// How a pass is made.
#[derive(Clone, Copy)]
pub enum MakePass {
    /// It works on one function at a time.
    Function(fn() -> Box<dyn FunctionPass>),
    /// It works on the module.
    Module(fn() -> Box<dyn ModulePass>),
}

/// The declaration of a pass.
pub struct PassInfo {
    /// Its name in `-passes=`.
    pub name: &'static str,
    /// Its name in LLVM's reports on passes.
    pub class_name: &'static str,
    /// What it does, for the list of passes.
    pub summary: &'static str,
    /// How it is made.
    pub make: MakePass,
}

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

    /// Whether debug records are still true where they stand after [`Self::run`]: what a record names, or what has taken its
    /// place, is computed before it, and no code was copied. So it is for passes that insert instructions, replace values
    /// by equal ones, and remove instructions. The records of the others are forgotten.
    fn keeps_records(&self) -> bool {
        false
    }
}

/// The layout of a module's data, read for the first function and kept for the others.
#[derive(Debug, Default)]
pub struct KeptLayout {
    layout: Option<DataLayout>,
    /// Types of the module when it was read.
    num_types: usize,
}

impl KeptLayout {
    /// The layout; `None` if the module's layout string is invalid.
    pub fn get(&self) -> Option<&DataLayout> {
        self.layout.as_ref()
    }

    /// Takes the layout out, for a pass that needs itself meanwhile; to be put back.
    pub fn take(&mut self) -> Option<DataLayout> {
        self.layout.take()
    }

    /// Puts back what was taken.
    pub fn put_back(&mut self, layout: DataLayout) {
        self.layout = Some(layout);
    }

    /// Reads the layout of `module`, or what has changed since; must be called before [`Self::get`].
    ///
    /// Passes add types. Those that are not known yet cost more to ask for, so that all are computed again when there are
    /// some more; not for each, or functions times types would be computed.
    pub fn update(&mut self, module: &Module) {
        let num_types = module.types.len();
        if self.layout.is_none() {
            self.layout = DataLayout::of_module(module).ok();
            self.num_types = num_types;
        } else if num_types > self.num_types + self.num_types / 8
            && let Some(layout) = &mut self.layout
        {
            layout.compute(&module.types);
            self.num_types = num_types;
        }
    }
}

/// Whether passes leave a function as it is.
pub type Skips<'a> = &'a dyn Fn(&Module, Global) -> bool;

/// A pass over a module.
pub trait ModulePass {
    /// Transforms `module`, but no function that `skips` names. Returns whether anything has changed.
    fn run(&mut self, module: &mut Module, skips: Skips<'_>, log: &mut Log) -> bool;
}

/// Where passes log what they decide; costs one branch when disabled.
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
