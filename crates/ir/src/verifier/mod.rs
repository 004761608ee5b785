//! Checks that a module follows the rules of the language: what `llvm-as` would refuse is refused here.
//!
//! [`verify_module`] reports at most one error for an instruction and [`MAX_ERRORS`] in all; the time
//! is linear in the size of the module (except for sorting switch cases). Each error names the
//! function and the instruction it is about; [`crate::locate`] finds the place in the text.
//!
//! The rules are grouped by what they are about, one file each: types and constants, globals,
//! attributes, blocks and dominance, and the kinds of instructions.

mod attribute_values;
mod attributes;
mod calls;
mod constants;
mod exceptions;
mod function;
mod globals;
mod instructions;
mod intrinsics;
mod memory;
mod metadata;

use std::fmt;

use crate::data_layout::DataLayout;
use crate::entities::{Const, Global, Inst, Type};
use crate::intrinsics::Intrinsic;
use crate::module::Module;
use crate::printer;

/// Errors after which checking stops.
pub const MAX_ERRORS: usize = 50;

/// One broken rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    /// One sentence without a full stop.
    pub message: String,
    /// The global concerned, for an instruction its function.
    pub global: Option<Global>,
    /// The instruction concerned.
    pub inst: Option<Inst>,
    /// The instruction, or the name of the global, as text.
    pub subject: String,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if !self.subject.is_empty() {
            write!(f, ": {}", self.subject)?;
        }
        Ok(())
    }
}

impl std::error::Error for VerifyError {}

/// What a rule says: nothing, or why it is broken.
type Rule = Result<(), String>;

/// Ends a [`Rule`] with a message unless the condition holds.
macro_rules! ensure {
    ($condition:expr, $($message:tt)+) => {
        if !$condition {
            return Err(format!($($message)+));
        }
    };
}
use ensure;

/// What all rules need.
struct Verifier<'m> {
    module: &'m Module,
    layout: DataLayout,
    /// Debug information is of a version that LLVM looks at.
    has_debug_info: bool,
    errors: Vec<VerifyError>,
}

/// Checks all rules of the language.
///
/// # Errors
/// The broken rules, in the order of the text: types and constants, globals, functions.
pub fn verify_module(module: &Module) -> Result<(), Vec<VerifyError>> {
    let mut verifier = Verifier {
        module,
        layout: DataLayout::default(),
        has_debug_info: false,
        errors: Vec::new(),
    };
    verifier.has_debug_info = verifier.states_debug_info();
    match DataLayout::parse(&module.data_layout) {
        Ok(layout) => verifier.layout = layout,
        Err(message) => verifier.module_error(message),
    }
    verifier.layout.compute(&module.types);
    verifier.types_and_constants();
    verifier.metadata();
    for id in module.globals.keys() {
        if verifier.errors.len() >= MAX_ERRORS {
            break;
        }
        verifier.global(id);
        if module.globals[id].body().is_some() {
            verifier.body(id);
        }
    }
    if verifier.errors.is_empty() {
        Ok(())
    } else {
        Err(verifier.errors)
    }
}

/// Whether a function type is one of those that the intrinsic has.
pub(crate) fn intrinsic_has_type(module: &Module, fn_type: Type, id: Intrinsic) -> bool {
    let verifier = Verifier {
        module,
        layout: DataLayout::default(),
        has_debug_info: false,
        errors: Vec::new(),
    };
    verifier.intrinsic_signature_rule(fn_type, id).is_ok()
}

impl Verifier<'_> {
    fn push(&mut self, error: VerifyError) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(error);
        }
    }

    /// An error about the module as a whole.
    fn module_error(&mut self, message: String) {
        self.push(VerifyError {
            message,
            global: None,
            inst: None,
            subject: String::new(),
        });
    }

    /// Reports a broken rule of a global.
    fn global_rule(&mut self, id: Global, rule: Rule) {
        if let Err(message) = rule {
            let subject = printer::print_global_name(self.module, id);
            self.push(VerifyError {
                message,
                global: Some(id),
                inst: None,
                subject,
            });
        }
    }

    /// The text of a type, for messages.
    fn show(&self, ty: Type) -> String {
        printer::print_type(self.module, ty)
    }

    /// The text of a constant with its type, for messages.
    fn show_const(&self, id: Const) -> String {
        printer::print_const(self.module, id)
    }
}
