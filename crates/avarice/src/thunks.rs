//! Functions that a target adds to a module for its code to call.

use std::ops::Range;

use avarice_ir::{Global, Module};
use rustc_hash::FxHashSet;

use crate::compiled::Compiled;
use crate::passes::plan::Plan;
use crate::target::Target;

/// The functions that were added to a module.
#[derive(Debug)]
pub(crate) struct Thunks {
    added: Range<u32>,
    /// Those that go if nothing calls them.
    on_demand: Vec<Global>,
}

impl Thunks {
    /// Adds what code of `module` may call, if code is emitted. `features` are target features of the command line.
    pub fn add(module: &mut Module, target: &Target, features: Option<&str>, plan: &Plan) -> Self {
        let start = module.globals.len() as u32;
        let mut on_demand = Vec::new();
        if plan.is_complete() {
            let needed = target.frame.needed_thunks(module);
            on_demand = avarice_machine::thunk_functions::add(module, &needed, features);
        }
        Self {
            added: start..module.globals.len() as u32,
            on_demand,
        }
    }

    /// The functions.
    pub fn added(&self) -> impl Iterator<Item = Global> + use<> {
        self.added.clone().map(Global::from_u32)
    }

    /// Drops from `compiled` what nothing there calls.
    pub fn drop_unused(&self, module: &Module, compiled: &mut Vec<Compiled>) {
        if self.on_demand.is_empty() {
            return;
        }
        let mut called: FxHashSet<&str> = FxHashSet::default();
        for one in compiled.iter() {
            let function = one.function.iter().flat_map(|f| f.symbols.values());
            let code = one.code.iter().flat_map(|code| code.symbols.values());
            called.extend(function.chain(code).map(|name| &**name));
        }
        let names = self.on_demand.iter().map(|global| {
            let name = std::str::from_utf8(&module.globals[*global].name);
            (*global, name.is_ok_and(|name| called.contains(name)))
        });
        let unused: Vec<Global> = names.filter(|(_, used)| !used).map(|(g, _)| g).collect();
        compiled.retain(|one| one.global.is_none_or(|global| !unused.contains(&global)));
    }
}
