//! The code model of a compilation: the option's, else the module's, else small.

use avarice_emit::ElfTarget;
use avarice_ir::{CodeModel, MemoryModel, Module};

use crate::diagnostics::Diagnostic;
use crate::options::{self, CodegenOptions};

impl From<options::CodeModel> for CodeModel {
    fn from(option: options::CodeModel) -> Self {
        match option {
            options::CodeModel::Tiny => Self::Tiny,
            options::CodeModel::Small => Self::Small,
            options::CodeModel::Kernel => Self::Kernel,
            options::CodeModel::Medium => Self::Medium,
            options::CodeModel::Large => Self::Large,
        }
    }
}

/// The code model of `module`, and from which size on data count as large.
///
/// # Errors
/// A code model that the target does not have.
pub(crate) fn of(
    module: &Module,
    target: &ElfTarget,
    options: &CodegenOptions,
) -> Result<MemoryModel, Diagnostic> {
    let asked = match options.code_model {
        Some(option) => Some(option.into()),
        None => asked_by_module(module)?,
    };
    let code_model = asked.unwrap_or_default();
    if !target.code_models.contains(&code_model) {
        let error = Diagnostic::new(target.code_model_error);
        return Err(match options.code_model {
            Some(_) => error,
            None => error.note(format!(
                "the module flag 'Code Model' asks for the {} code model",
                code_model.name()
            )),
        });
    }
    Ok(MemoryModel {
        code_model,
        large_data_threshold: options.large_data_threshold,
    })
}

/// The code model that the module flag `Code Model` asks for.
fn asked_by_module(module: &Module) -> Result<Option<CodeModel>, Diagnostic> {
    let Some(number) = module.flag_number("Code Model") else {
        return Ok(None);
    };
    let found = CodeModel::by_number(number).ok_or_else(|| {
        let message = format!("the module flag 'Code Model' is {number}");
        Diagnostic::new(message).note("code models are the numbers from 0 (tiny) to 4 (large)")
    });
    found.map(Some)
}
