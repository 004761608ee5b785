//! The printer: the names that it needs, and the form that it prints in. The other files say how each thing prints.

use super::names::{IrNames, ModuleNames};
use crate::function::MachineFunction;
use crate::text_names::TextNames;

/// Which of the two forms to print.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// Of logs.
    Debug,
    /// Of `.mir` files.
    Document,
}

/// Prints the instructions, blocks and whole of one function.
#[derive(Debug)]
pub struct MirPrinter<'m> {
    pub(super) text: &'static TextNames,
    pub(super) names: IrNames<'m>,
    /// Documents leave out what their reader assumes.
    pub(super) simplify: bool,
}

impl<'m> MirPrinter<'m> {
    /// A printer for `function` with the words of its target. `module` gives names of IR things; without
    /// it they print as bad references.
    pub fn new(
        text: &'static TextNames,
        module: Option<&'m ModuleNames<'m>>,
        function: &MachineFunction,
    ) -> Self {
        Self {
            text,
            names: IrNames::new(module, function.ir_function),
            simplify: false,
        }
    }

    /// Makes documents leave out what their reader assumes (`-simplify-mir`).
    #[must_use]
    pub fn simplified(mut self, simplify: bool) -> Self {
        self.simplify = simplify;
        self
    }

    /// The names it uses.
    pub fn names(&self) -> &IrNames<'m> {
        &self.names
    }
}
