//! Errors of the stages as diagnostics, with the line of the input that they are about.

use avarice_emit::{AssemblyText, EmitError};
use avarice_ir::verifier::VerifyError;
use avarice_ir::{ConstKind, Module};
use avarice_lower::Unsupported;

use crate::diagnostics::{Diagnostic, Place};
use crate::input::{Input, all_or_errors};

/// A construct that selection does not know, with its line.
pub(crate) fn unsupported(input: &Input, module: &Module, error: &Unsupported) -> Diagnostic {
    let place = VerifyError {
        message: error.to_string(),
        global: Some(error.global),
        inst: error.inst,
        subject: String::new(),
    };
    input
        .located(module, &place)
        .unwrap_or_else(|| Diagnostic::new(error))
}

/// Refuses values that no code could hold, each with its line.
pub(crate) fn check_value_sizes(input: &Input, module: &Module) -> Result<(), Diagnostic> {
    let Err(errors) = avarice_legalize::check_value_sizes(module) else {
        return Ok(());
    };
    let errors = errors
        .iter()
        .map(|error| Err(unsupported(input, module, error)));
    all_or_errors::<()>(errors.collect()).map(drop)
}

/// An error of emission; for handwritten assembly, with its line.
pub(crate) fn emission_error(input: &Input, module: &Module, error: &EmitError) -> Diagnostic {
    let found = match &error.assembly {
        Some(AssemblyText::Inline(text)) => inline_assembly_error(input, module, error, text),
        Some(AssemblyText::Line(line)) => module_assembly_error(input, module, error, *line),
        None => None,
    };
    found.unwrap_or_else(|| Diagnostic::new(error))
}

fn inline_assembly_error(
    input: &Input,
    module: &Module,
    error: &EmitError,
    text: &str,
) -> Option<Diagnostic> {
    let global = *module.globals_by_name.get(error.place.as_bytes())?;
    let body = module.globals[global].body()?;
    let has_text = |inst: &avarice_ir::Inst| {
        let constants = body
            .operands(*inst)
            .filter_map(|value| body.as_const(value));
        let mut kinds = constants.map(|id| &module.consts[id].kind);
        kinds.any(|kind| match kind {
            ConstKind::InlineAsm(id) => *module.inline_asms[*id].text == *text.as_bytes(),
            _ => false,
        })
    };
    let place = VerifyError {
        message: error.to_string(),
        global: Some(global),
        inst: body.insts.keys().find(has_text),
        subject: String::new(),
    };
    input.located(module, &place)
}

/// The line of the input with line `line` of the module's assembly, each string of which ends one.
fn module_assembly_error(
    input: &Input,
    module: &Module,
    error: &EmitError,
    line: usize,
) -> Option<Diagnostic> {
    let mut last = 0;
    let strings = module.module_asm.iter();
    let string = strings.take_while(|text| {
        last += 1 + text.iter().filter(|byte| **byte == b'\n').count();
        last < line
    });
    let number = string.count();
    let mut start = 0;
    let mut found = input
        .text
        .split_inclusive(|byte| *byte == b'\n')
        .filter_map(|text| {
            let at = start;
            start += text.len();
            let len = text.trim_ascii_end().len();
            text.starts_with(b"module asm").then_some((at, len))
        });
    let (at, len) = found.nth(number).filter(|_| !input.is_mir)?;
    let place = Place::from_offset(&input.text, at, len);
    Some(Diagnostic::at(
        &input.name,
        &input.text,
        place,
        error.to_string(),
    ))
}
