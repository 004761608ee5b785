//! Names, binding and visibility of the symbols of globals in the object file.

use avarice_ir::module::ComdatKind;
use avarice_ir::{Global, GlobalKind, Linkage, Module, Visibility};
use cranelift_entity::SecondaryMap;

use crate::emit_options::{EmitOptions, RelocationModel};

/// Prefix of symbols that do not outlive the assembler.
const PRIVATE_PREFIX: &[u8] = b".L";

/// Names of the globals of a module.
#[derive(Clone, Debug)]
pub struct SymbolNames {
    names: SecondaryMap<Global, Box<[u8]>>,
}

impl SymbolNames {
    /// The names: `\01` at the start of a name keeps it as it is, private names get `.L`, numbered
    /// globals are `__unnamed_1` and so on.
    pub fn new(module: &Module) -> Self {
        let mut names = SecondaryMap::new();
        let mut unnamed = 0;
        for (global, data) in module.globals.iter() {
            let mut name = Vec::new();
            if data.linkage == Linkage::Private {
                name.extend_from_slice(PRIVATE_PREFIX);
            }
            match &*data.name {
                [] => {
                    unnamed += 1;
                    name.extend_from_slice(format!("__unnamed_{unnamed}").as_bytes());
                }
                [1, rest @ ..] => name = rest.to_vec(),
                whole => name.extend_from_slice(whole),
            }
            names[global] = name.into();
        }
        Self { names }
    }

    /// The name of `global`.
    pub fn get(&self, global: Global) -> &[u8] {
        &self.names[global]
    }
}

/// Whether the module emits `global`: defined here and no copy of a definition elsewhere.
pub fn is_emitted(module: &Module, global: Global) -> bool {
    let data = &module.globals[global];
    !data.is_declaration() && data.linkage != Linkage::AvailableExternally
}

/// Whether the name of `global` reaches other object files.
pub fn is_exported(module: &Module, global: Global) -> bool {
    !module.globals[global].linkage.is_local()
}

/// Whether references use a local label of an exported global (`.Lname$local`): its definition here is
/// the one that is used, and no linker must be asked. This is llc's rule for the position-independent code of
/// shared libraries.
pub fn prefers_local_label(module: &Module, global: Global, options: &EmitOptions) -> bool {
    let data = &module.globals[global];
    let deduplicated = data
        .comdat
        .is_some_and(|comdat| module.comdats[comdat].kind != ComdatKind::NoDeduplicate);
    options.relocation_model == RelocationModel::Pic
        && !options.is_executable
        && data.dso_local
        && data.linkage == Linkage::External
        && data.visibility == Visibility::Default
        && !data.is_declaration()
        && !deduplicated
        && !matches!(data.kind, GlobalKind::IFunc { .. })
}

/// Whether references need no symbol table entry: the assembler settles them.
pub fn is_local_reference(module: &Module, global: Global, options: &EmitOptions) -> bool {
    // What an ifunc stands for is known only when the program runs.
    is_emitted(module, global)
        && !matches!(module.globals[global].kind, GlobalKind::IFunc { .. })
        && (!is_exported(module, global) || prefers_local_label(module, global, options))
}

/// The symbol of the pointer to a personality function with the symbol `name`.
pub(crate) fn personality_pointer(name: &[u8]) -> Vec<u8> {
    [b"DW.ref.", name].concat()
}

/// The label of a pointer to a symbol.
pub(crate) fn indirect_name(symbol: &[u8]) -> Vec<u8> {
    [b".L", symbol, b".DW.stub"].concat()
}

/// The last part of the name of a module's source file.
pub(crate) fn file_name(module: &Module) -> Option<&[u8]> {
    let path = module.source_filename.as_deref()?;
    let name = path.rsplit(|c| *c == b'/').next()?;
    (!name.is_empty()).then_some(name)
}
