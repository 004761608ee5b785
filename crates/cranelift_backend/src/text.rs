//! CLIF as text, with a comment for each number that stands for a name.

use std::fmt::Write;

use avarice_ir::{Global, Module, printer::print_global_name};
use cranelift_codegen::ir::UserExternalName;
use cranelift_entity::EntityRef;

use crate::compile::Translated;
use crate::translator::namespace;

impl Translated {
    /// The function as Cranelift writes it, after the names that it refers to:
    ///
    /// ```text
    /// ; u0:1 is @main
    /// ; u0:0 is @puts
    /// function u0:1() -> i64 system_v { … }
    /// ```
    pub fn text(&self, module: &Module) -> String {
        let mut text = String::new();
        let own = self.func.name.get_user().into_iter();
        let others = self.func.params.user_named_funcs().values();
        for name in own.chain(others) {
            // Writing to a string does not fail.
            let _ = writeln!(text, "; {name} is {}", self.meaning(module, name));
        }
        let _ = write!(text, "{}", self.func.display());
        text
    }

    fn meaning(&self, module: &Module, name: &UserExternalName) -> String {
        let index = name.index as usize;
        match name.namespace {
            namespace::GLOBAL => print_global_name(module, Global::new(index)),
            namespace::SYMBOL => {
                let mut symbols = self.names.symbols.values();
                symbols
                    .nth(index)
                    .map_or_else(String::new, |it| it.to_string())
            }
            _ => {
                let call = self.names.variadic_calls[index];
                let callee = match call.callee {
                    Some(global) => print_global_name(module, global),
                    None => "the function in the pinned register".into(),
                };
                format!("{callee} with {} vector registers", call.vectors)
            }
        }
    }
}
