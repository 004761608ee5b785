//! What is compiled, as it was read.

use avarice_ir::{CrashNote, Module};
use avarice_mir::MachineFunction;

use crate::diagnostics::{Diagnostic, Place};
use crate::input::Input;
use crate::options::CodegenOptions;
use crate::target;

/// A module with the text that it came from, and machine code if it is machine IR.
#[derive(Clone)]
pub(crate) struct Source {
    /// The text, for messages.
    pub(crate) input: Input,
    /// The module.
    pub(crate) module: Module,
    /// The functions of machine IR.
    pub(crate) machine: Option<Vec<MachineFunction>>,
}

impl Source {
    /// Reads LLVM IR or machine IR.
    ///
    /// # Errors
    /// The first thing in it that is not right, with its place.
    pub(crate) fn parse(input: Input, options: &CodegenOptions) -> Result<Self, Diagnostic> {
        let (module, machine) = match input.is_mir {
            true => {
                let (module, functions) = machine_ir(&input, options)?;
                (module, Some(functions))
            }
            false => {
                let mut module = input.parse_ir()?;
                let name = input.name.as_bytes();
                module.source_filename.get_or_insert(name.into());
                (module, None)
            }
        };
        Ok(Self {
            input,
            module,
            machine,
        })
    }
}

fn machine_ir(
    input: &Input,
    options: &CodegenOptions,
) -> Result<(Module, Vec<MachineFunction>), Diagnostic> {
    let _note = CrashNote::of_module("reading");
    let read = target::parse_mir(&input.text, options).map_err(|error| {
        let place = Place::from_offset(&input.text, error.offset, error.len);
        Diagnostic::at_machine_ir(&input.name, &input.text, place, error.message)
    });
    let (mut module, functions) = read?;
    // llc names modules of MIR after their file.
    let name: Box<[u8]> = input.name.as_bytes().into();
    module.id = name.clone();
    module.source_filename.get_or_insert(name);
    Ok((module, functions))
}
